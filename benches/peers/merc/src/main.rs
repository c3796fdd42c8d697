//! `merc-reduce FILE.aut EQUIVALENCE`: the states and transitions of the quotient by `merc_reduction`,
//! and the seconds of reading and of reducing.
use std::{fs::File, process::ExitCode, time::Instant};

use merc_lts::{LTS, read_mcrl2_aut};
use merc_reduction::{Equivalence, reduce_lts};
use merc_utilities::Timing;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, file, equivalence] = arguments.as_slice() else {
        eprintln!("usage: merc-reduce FILE.aut strong|branching|dpbranching|weak|dpweak");
        return ExitCode::FAILURE;
    };
    let equivalence = match equivalence.as_str() {
        "strong" => Equivalence::StrongBisim,
        "branching" => Equivalence::BranchingBisim,
        "dpbranching" => Equivalence::BranchingBisimDivergencePreserving,
        "weak" => Equivalence::WeakBisim,
        "dpweak" => Equivalence::WeakBisimDivergencePreserving,
        _ => return ExitCode::FAILURE,
    };
    let start = Instant::now();
    let Ok(Ok(lts)) = File::open(file).map(read_mcrl2_aut) else {
        eprintln!("{file} cannot be read");
        return ExitCode::FAILURE;
    };
    let read = start.elapsed();
    let start = Instant::now();
    let reduced = reduce_lts(lts, equivalence, true, &Timing::new());
    println!(
        "{} {} read {:.3} reduce {:.3}",
        reduced.num_of_states(),
        reduced.num_of_transitions(),
        read.as_secs_f64(),
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}
