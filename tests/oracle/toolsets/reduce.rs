//! Reduction against mCRL2's `ltsconvert` and `merc_reduction`: the same numbers of states, and a result that
//! `ltscompare` finds equivalent, on random systems.
//!
//! `MCRL2_PATH` names the folder of the tools, `MERC_REDUCE` the program of `benches/peers/merc`, which must
//! find the same numbers of states and transitions.

use std::fs;
use std::process::Command;

use crate::support::{aut, read_aut, tools};
use lts::format::aut::TauName;
use lts::reduce::{Equivalence, reduce};
use lts::{Edge, LabelId, LabelTable, Lts, StateId};

/// Our equivalences and the names of theirs.
const NAMES: [(Equivalence, &str); 6] = [
    (Equivalence::Strong, "bisim"),
    (Equivalence::Branching, "branching-bisim"),
    (Equivalence::BranchingDivergence, "dpbranching-bisim"),
    (Equivalence::Weak, "weak-bisim"),
    (Equivalence::Trace, "trace"),
    (Equivalence::WeakTrace, "weak-trace"),
];

/// The equivalences that merc has, and what its program calls them.
const OF_MERC: [(Equivalence, &str); 3] = [
    (Equivalence::Strong, "strong"),
    (Equivalence::Branching, "branching"),
    (Equivalence::BranchingDivergence, "dpbranching"),
];

/// A random system: few labels and many internal steps, so that much is equivalent; if it is connected,
/// all states can be reached.
fn random(seed: u64, is_connected: bool) -> Lts {
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
    let mut edges = Vec::new();
    let mut add = |from, label, to| {
        edges.push((StateId(from), Edge { label: LabelId(label), target: StateId(to) }));
    };
    for _ in 0..n_edges {
        add(below(n_states), below(3), below(n_states));
    }
    for to in (1..n_states).filter(|_| is_connected) {
        add(below(to), below(3), u32::try_from(to).unwrap());
    }
    Lts::new(StateId(0), usize::try_from(n_states).unwrap(), edges, labels)
}

/// `ERL2LTS_SYSTEMS`, 40 if it is not set.
fn count() -> u64 {
    std::env::var("ERL2LTS_SYSTEMS").map_or(40, |count| count.parse().unwrap())
}

#[test]
fn ltsconvert_finds_as_many_classes() {
    let Some(folder) = tools::folder_of("MCRL2_PATH", &["ltsconvert", "ltscompare"]) else {
        return;
    };
    let count = count();
    let work = std::env::temp_dir().join(format!("erl2lts-reduce-{}", std::process::id()));
    fs::create_dir_all(&work).unwrap();
    let [ours, theirs, small] = ["ours.aut", "theirs.aut", "small.aut"].map(|name| work.join(name));
    for seed in 1..=count {
        let system = random(seed, false);
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

#[test]
fn merc_finds_quotients_of_the_same_size() {
    let Some(program) = std::env::var_os("MERC_REDUCE").filter(|value| !value.is_empty()) else {
        println!("skipped: MERC_REDUCE is not set");
        return;
    };
    let work = tools::Folder::new("merc");
    for seed in 1..=count() {
        let system = random(seed, true);
        let file = work.write("ours.aut", &aut(&system, TauName::Tau));
        for (equivalence, name) in OF_MERC {
            let output = Command::new(&program).arg(&file).arg(name).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout).unwrap();
            let reduced = reduce(&system, equivalence, usize::MAX).unwrap();
            let ours = format!("{} {}", reduced.n_states(), reduced.n_transitions());
            let theirs = text.split(' ').take(2).collect::<Vec<&str>>().join(" ");
            assert_eq!(ours, theirs, "{equivalence:?}, seed {seed}");
        }
    }
    println!("{} systems, {} equivalences: equal", count(), OF_MERC.len());
}
