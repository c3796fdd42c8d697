//! Reduction against mCRL2's `ltsconvert`: the same numbers of states, and a result that
//! `ltscompare` finds equivalent, on random systems.
//!
//! `MCRL2_PATH` names the folder of the tools.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod support;

use std::fs;
use std::process::Command;

use lts::aut::TauName;
use lts::reduce::{Equivalence, reduce};
use lts::{Edge, LabelId, LabelTable, Lts, StateId};
use support::{aut, read_aut, tools};

/// Our equivalences and the names of theirs.
const NAMES: [(Equivalence, &str); 6] = [
    (Equivalence::Strong, "bisim"),
    (Equivalence::Branching, "branching-bisim"),
    (Equivalence::BranchingDivergence, "dpbranching-bisim"),
    (Equivalence::Weak, "weak-bisim"),
    (Equivalence::Trace, "trace"),
    (Equivalence::WeakTrace, "weak-trace"),
];

/// A random system: few labels and many internal steps, so that much is equivalent.
fn random(seed: u64) -> Lts {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u32::try_from((state >> 11) % bound).unwrap()
    };
    let n_states = 1 + u64::from(below(60));
    let n_edges = below(3 * n_states) + 1;
    let mut labels = LabelTable::default();
    labels.intern("a", || None);
    labels.intern("b", || None);
    let edges = (0..n_edges).map(|_| {
        let (from, label, to) = (below(n_states), below(3), below(n_states));
        (StateId(from), Edge { label: LabelId(label), target: StateId(to) })
    });
    Lts::new(StateId(0), usize::try_from(n_states).unwrap(), edges.collect(), labels)
}

/// `ERL2LTS_SYSTEMS` random systems, 40 if it is not set.
#[test]
fn ltsconvert_finds_as_many_classes() {
    let Some(folder) = tools::folder_of("MCRL2_PATH", &["ltsconvert", "ltscompare"]) else {
        return;
    };
    let count = std::env::var("ERL2LTS_SYSTEMS").map_or(40, |count| count.parse().unwrap());
    let work = std::env::temp_dir().join(format!("erl2lts-reduce-{}", std::process::id()));
    fs::create_dir_all(&work).unwrap();
    let [ours, theirs, small] = ["ours.aut", "theirs.aut", "small.aut"].map(|name| work.join(name));
    for seed in 1..=count {
        let system = random(seed);
        fs::write(&ours, aut(&system, TauName::Tau)).unwrap();
        for (equivalence, name) in NAMES {
            let output = Command::new(folder.join("ltsconvert"))
                .args(["-q", &format!("-e{name}")])
                .args([&ours, &theirs])
                .output()
                .unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let reduced = reduce(&system, equivalence, usize::MAX).unwrap();
            let other = read_aut(&theirs, TauName::Tau);
            assert_eq!(reduced.n_states(), other.n_states(), "{equivalence:?}, seed {seed}");
            fs::write(&small, aut(&reduced, TauName::Tau)).unwrap();
            let output = Command::new(folder.join("ltscompare"))
                .args(["-q", &format!("-e{name}")])
                .args([&ours, &small])
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(text.contains("true"), "{equivalence:?}, seed {seed}: {text}");
        }
    }
    println!("{count} systems, {} equivalences: equal", NAMES.len());
    fs::remove_dir_all(&work).unwrap();
}
