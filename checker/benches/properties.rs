//! The checker on large systems: each property against one breadth-first pass over the same system.
//!
//! `cargo bench -p erl2lts-checker --bench properties [-- STATES]`. Prints tables: processor time of a pass that visits each
//! transition once, of five properties on that system, verdict and evidence included, and of formulas that
//! grow. Systems are made, not read: runs go through ten phases, so that the properties hold and nothing
//! ends early, or anywhere. What is made of the system once for all properties is in the first that needs it.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a bench"
)]

use std::collections::VecDeque;
use std::fs;
use std::hint::black_box;

use checker::{Formula, NoAtoms, Truth, check_states, parse_formula};
use frontend::FileId;
use lts::{Action, Edge, LabelTable, Lts, StateId};

/// Transitions of a state.
const WAYS: usize = 4;
const PHASES: usize = 10;

/// Seconds of processor time of this process so far, on Linux.
fn processor() -> f64 {
    let text = fs::read_to_string("/proc/self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = processor();
    let result = work();
    (processor() - start, result)
}

/// A system in which a state of a phase goes to `WAYS` states of the next one, or of any, at random.
fn system(n_states: usize, has_phases: bool) -> Lts {
    let mut labels = LabelTable::default();
    let mut label = |text: String| labels.intern(&text, || Action::parse(&text));
    let names: Vec<_> =
        (0..PHASES).map(|phase| [label(format!("a{phase}")), label(format!("b{phase}"))]).collect();
    let mut seed: usize = 1;
    let mut random = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    };
    let mut edges = Vec::with_capacity(n_states * WAYS);
    for source in 0..n_states {
        for way in 0..WAYS {
            let phase = if has_phases { source % PHASES } else { random(PHASES) };
            let target = random(n_states / PHASES) * PHASES;
            let target = target + if has_phases { (phase + 1) % PHASES } else { random(PHASES) };
            let edge = Edge { label: names[phase][way % 2], target: state(target) };
            edges.push((state(source), edge));
        }
    }
    Lts::new(StateId(0), n_states, edges, labels)
}

fn state(number: usize) -> StateId {
    StateId(u32::try_from(number).unwrap())
}

/// States that a breadth-first pass reaches, and transitions that it follows.
fn pass(lts: &Lts) -> (usize, usize) {
    let mut seen = vec![false; lts.n_states()];
    seen[0] = true;
    let (mut queue, mut states, mut transitions) = (VecDeque::from([StateId(0)]), 1, 0);
    while let Some(source) = queue.pop_front() {
        for edge in lts.out(source) {
            transitions += 1;
            if !std::mem::replace(&mut seen[edge.target.index()], true) {
                states += 1;
                queue.push_back(edge.target);
            }
        }
    }
    (states, transitions)
}

fn formula(text: &str) -> Formula {
    parse_formula(FileId(0), text).value.unwrap()
}

fn holds(lts: &Lts, formula: &Formula) -> Truth {
    let outcomes = check_states(lts, &NoAtoms, formula, &[lts.initial()]);
    outcomes.into_iter().next().unwrap().value.holds
}

const PROPERTIES: [(&str, &str); 7] = [
    ("deadlock freedom", "[true*] <true> true"),
    ("invariant", "[true* . (a1 or b1) . (a3 or b3)] false"),
    ("response", "[true* . a1] mu X . (<true> true and [not (a5 or b5)] X)"),
    ("existence", "<true* . a1 . a1> true"),
    ("inevitability", "mu X . (<true> true and [not (a7 or b7)] X)"),
    ("always possible", "[true*] <true* . a2> true"),
    ("no endless run without", "not <true* . (not (a0 or b0))> @"),
];

fn main() {
    let given = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    let n_states = given.unwrap_or(2_500_000);
    for has_phases in [true, false] {
        let lts = system(n_states, has_phases);
        let kind = if has_phases { "in phases" } else { "anywhere" };
        println!("{} states, {} transitions, {kind}", lts.n_states(), lts.n_transitions());
        let passes: Vec<f64> = (0..5).map(|_| timed(|| black_box(pass(&lts))).0).collect();
        let one = passes.iter().copied().fold(f64::INFINITY, f64::min);
        println!("  one pass {one:.3} s {:?}", pass(&lts));
        for (name, text) in PROPERTIES {
            let formula = formula(text);
            let (seconds, truth) = timed(|| holds(&lts, &formula));
            println!("  {name:24} {seconds:.3} s {:.2} {truth:?}", seconds / one);
        }
        if has_phases {
            growing(&lts, one);
        }
    }
}

/// Formulas of growing size on one system.
fn growing(lts: &Lts, one: f64) {
    for size in [1, 2, 4, 8, 16] {
        let steps: Vec<_> = (0..size).map(|at| format!("(a{0} or b{0})", at % PHASES)).collect();
        let chain = format!("[true* . {} . a0 . a0] false", steps.join(" . "));
        let responses: Vec<_> = (0..size)
            .map(|at| {
                let (from, to) = (at % PHASES, (at + 1 + at / PHASES) % PHASES);
                format!("[true* . a{from}] mu X . (<true> true and [not (a{to} or b{to})] X)")
            })
            .collect();
        for (name, text) in [("chain", chain), ("responses", responses.join(" and "))] {
            let formula = formula(&text);
            let (seconds, truth) = timed(|| holds(lts, &formula));
            println!("  {name:10} of {size:2} {seconds:.3} s {:.2} {truth:?}", seconds / one);
        }
    }
}
