//! The solvers against each other and against naive semantics, on the same random pairs.
//!
//! One solver looks at all states, by passes over them or by searches, and one at what the root needs in one
//! state. Systems are small, so that passes alone would find everything: each pair is solved again with less
//! effort for them, and on a system of many states of which each does what one of the small system does.

use lts::{Edge, Lts, StateId};

use crate::checks::{alternation, normal};
use crate::conditions::action::labels_of;
use crate::formula::Formula;
use crate::graph::Graph;
use crate::solve::problem::{Assume, Effort, Problem, Sets, Solution, state_of};
use crate::solve::{local, solve};
use crate::support::random::{self, Random, n_cases};
use crate::support::{edges, naive};

const EFFORTS: [Effort; 3] = [Effort::Bounded, Effort::One, Effort::None];
/// States of a large system for each of the small one: more than a word holds, together.
const COPIES: usize = 40;

fn sets(graph: &Graph, lts: &Lts) -> Sets {
    let labels = |action| labels_of(action, lts.labels()).surely;
    let sets: Vec<_> = graph.actions().iter().map(labels).collect();
    Sets { diamonds: sets.clone(), boxes: sets, atoms: Vec::new() }
}

/// The solutions of a problem, one for each effort.
fn solutions(problem: &Problem<'_>) -> Vec<Solution> {
    EFFORTS.iter().map(|&effort| solve(&Problem { effort, ..*problem })).collect()
}

/// A random formula without alternation, and its graph.
fn formula(random: &mut Random) -> (Formula, Graph) {
    loop {
        let written = random::formula(random, 5);
        let is_taken = normal::check_variables(&written).is_empty();
        let formula = random::perhaps_fair(random, written);
        let graph = Graph::new(&formula);
        if is_taken && alternation::check_graph(&graph, "").is_none() {
            return (formula, graph);
        }
    }
}

#[test]
fn local_and_global_solver_and_naive_semantics_agree() {
    let mut random = Random::new(21);
    let (mut pairs, mut true_ones) = (0, 0);
    for _ in 0..n_cases(2_000, 100_000) {
        let lts = random::lts(&mut random);
        let (formula, graph) = formula(&mut random);
        let sets = sets(&graph, &lts);
        let expected = naive::states(&lts, &formula);
        let (assume, effort, start) = (Assume::Worst, Effort::Bounded, lts.initial());
        let problem =
            Problem { lts: &lts, graph: &graph, sets: &sets, assume, start, effort, copied: None };
        let solutions = solutions(&problem);
        for start in lts.states() {
            let holds = expected.contains(&start.index());
            let is_local = local::holds(&Problem { start, ..problem });
            assert_eq!(is_local, holds, "local: {formula} in {start:?} of {lts:?}");
            for (solution, effort) in solutions.iter().zip(EFFORTS) {
                let global = solution.value(graph.root(), start);
                assert_eq!(global, holds, "{effort:?}: {formula} in {start:?} of {lts:?}");
            }
            (pairs, true_ones) = (pairs + 1, true_ones + usize::from(holds));
        }
    }
    assert!(true_ones > pairs / 4 && true_ones < pairs, "{true_ones} of {pairs} true");
}

#[test]
fn passes_and_searches_agree_on_larger_systems() {
    let mut random = Random::new(22);
    for _ in 0..n_cases(300, 10_000) {
        let small = random::lts(&mut random);
        let (formula, graph) = formula(&mut random);
        let expected = naive::states(&small, &formula);
        let (large, originals) = copied(&mut random, &small);
        let sets = sets(&graph, &large);
        let (assume, effort, start) = (Assume::Worst, Effort::Bounded, large.initial());
        let problem = Problem {
            lts: &large,
            graph: &graph,
            sets: &sets,
            assume,
            start,
            effort,
            copied: None,
        };
        for (solution, effort) in solutions(&problem).iter().zip(EFFORTS) {
            for state in large.states() {
                let holds = expected.contains(&originals[state.index()]);
                let value = solution.value(graph.root(), state);
                assert_eq!(value, holds, "{effort:?}: {formula} in {state:?} of {large:?}");
            }
        }
    }
}

#[test]
fn passes_and_searches_agree_on_incomplete_systems() {
    let mut random = Random::new(23);
    for case in 0..n_cases(1_000, 30_000) {
        let whole = random::lts(&mut random);
        let unexpanded: Vec<bool> = whole.states().map(|_| random.below(3) == 0).collect();
        let kept = edges(&whole).into_iter().filter(|(source, _)| !unexpanded[source.index()]);
        let part = Lts::new(StateId(0), whole.n_states(), kept.collect(), whole.labels().clone());
        let lts = part.with_unexpanded(unexpanded);
        let (formula, graph) = formula(&mut random);
        let sets = sets(&graph, &lts);
        let assume = if case % 2 == 0 { Assume::Worst } else { Assume::Best };
        let (effort, start) = (Effort::Bounded, lts.initial());
        let problem =
            Problem { lts: &lts, graph: &graph, sets: &sets, assume, start, effort, copied: None };
        let solutions = solutions(&problem);
        for node in graph.nodes() {
            for state in lts.states() {
                let values: Vec<bool> =
                    solutions.iter().map(|solution| solution.value(node, state)).collect();
                let is_same = values.iter().all(|&value| value == values[0]);
                assert!(is_same, "{values:?}: {formula}, {node:?} in {state:?} of {lts:?}");
            }
        }
    }
}

/// A system in which each state stands for one of the small system, and goes where that goes: to any state
/// that stands for the target. Also, what each state stands for.
fn copied(random: &mut Random, small: &Lts) -> (Lts, Vec<usize>) {
    let n_small = small.n_states();
    let mut originals: Vec<usize> = (0..n_small * COPIES).map(|state| state % n_small).collect();
    for last in (1..originals.len()).rev() {
        originals.swap(last, random.below(last + 1));
    }
    let mut copies: Vec<Vec<StateId>> = vec![Vec::new(); n_small];
    for (state, &original) in originals.iter().enumerate() {
        copies[original].push(state_of(state));
    }
    let mut edges = Vec::new();
    for (state, &original) in originals.iter().enumerate() {
        for edge in small.out(state_of(original)) {
            let target = random.pick(&copies[edge.target.index()]);
            edges.push((state_of(state), Edge { label: edge.label, target }));
        }
    }
    (Lts::new(StateId(0), originals.len(), edges, small.labels().clone()), originals)
}
