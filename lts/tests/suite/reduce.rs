//! Reduction and comparison against the definitions of the equivalences.

use lts::reduce::{Equivalence, ReduceError, bisimilarity, reachable, reduce};
use lts::{Edge, LabelId, LabelTable, Lts, StateId};
use proptest::prelude::*;

use crate::naive;

const BISIMILARITIES: [Equivalence; 4] = [
    Equivalence::Strong,
    Equivalence::BranchingDivergence,
    Equivalence::Branching,
    Equivalence::Weak,
];

/// No bound.
pub(crate) const ALL: usize = usize::MAX;

/// A small LTS over the internal action and two visible ones: many states are equivalent.
pub(crate) fn small(n_states: u32, n_edges: usize) -> impl Strategy<Value = Lts> {
    (1..=n_states).prop_flat_map(move |n_states| {
        let edge = (0..n_states, 0..3_u32, 0..n_states).prop_map(|(from, label, to)| {
            (StateId(from), Edge { label: LabelId(label), target: StateId(to) })
        });
        proptest::collection::vec(edge, 0..n_edges)
            .prop_map(move |edges| Lts::new(StateId(0), n_states as usize, edges, labels()))
    })
}

pub(crate) fn labels() -> LabelTable {
    let mut labels = LabelTable::default();
    labels.intern("a", || None);
    labels.intern("b", || None);
    labels
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn classes_are_those_of_the_definition(lts in small(7, 16)) {
        for equivalence in BISIMILARITIES {
            let fast = bisimilarity(&lts, equivalence, ALL).expect("no bound");
            let slow = naive::bisimilarity(&lts, equivalence);
            for left in lts.states() {
                for right in lts.states() {
                    prop_assert_eq!(
                        fast.block(left) == fast.block(right),
                        slow[left.index()][right.index()],
                        "{:?} of {} and {}", equivalence, left.0, right.0
                    );
                }
            }
        }
    }

    #[test]
    fn the_smallest_system_is_equivalent_and_smallest(lts in small(7, 16)) {
        for equivalence in BISIMILARITIES {
            let reduced = reduce(&lts, equivalence, ALL).expect("complete");
            let both = side_by_side(&lts, &reduced);
            let slow = naive::bisimilarity(&both, equivalence);
            prop_assert!(slow[lts.initial().index()][lts.n_states()], "{equivalence:?}");
            for left in reduced.states() {
                for right in reduced.states().filter(|right| *right != left) {
                    let [left, right] = [left, right].map(|state| state.index() + lts.n_states());
                    prop_assert!(!slow[left][right], "{equivalence:?}: {left} and {right}");
                }
            }
        }
    }

    #[test]
    fn traces_stay_and_no_state_is_too_many(lts in small(4, 9)) {
        for (equivalence, is_weak) in [(Equivalence::Trace, false), (Equivalence::WeakTrace, true)] {
            let reduced = reduce(&lts, equivalence, ALL).expect("complete");
            // Sets of 4 states: what differs, differs after 15 letters; words of 7 have shown it so far.
            prop_assert_eq!(naive::words(&lts, 7, is_weak), naive::words(&reduced, 7, is_weak));
            let languages: Vec<_> = reduced
                .states()
                .map(|state| naive::words(&naive::from(&reduced, state), 6, is_weak))
                .collect();
            for state in reduced.states() {
                let labels: Vec<_> = reduced.out(state).iter().map(|edge| edge.label).collect();
                prop_assert!(labels.windows(2).all(|pair| pair[0] < pair[1]), "deterministic");
                let twin = languages.iter().position(|other| *other == languages[state.index()]);
                prop_assert_eq!(twin, Some(state.index()));
            }
        }
    }

    #[test]
    fn larger_systems_have_the_same_classes_by_both_algorithms(lts in visible_but_one(60, 200)) {
        // One internal step of a state of its own: strong and branching bisimilarity are the same on all others, by
        // two algorithms.
        let strong = bisimilarity(&lts, Equivalence::Strong, ALL).expect("no bound");
        let branching = bisimilarity(&lts, Equivalence::Branching, ALL).expect("no bound");
        let weak = bisimilarity(&lts, Equivalence::Weak, ALL).expect("no bound");
        for left in lts.states().skip(1) {
            for right in lts.states().skip(1) {
                let same = strong.block(left) == strong.block(right);
                prop_assert_eq!(same, branching.block(left) == branching.block(right));
                prop_assert_eq!(same, weak.block(left) == weak.block(right));
            }
        }
    }
}

/// `ERL2LTS_CASES` random systems, 500 if it is not set.
pub(crate) fn cases() -> u32 {
    std::env::var("ERL2LTS_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(500)
}

/// A larger LTS over two visible actions, and an internal step from state 0 to state 1, to which nothing leads back.
fn visible_but_one(n_states: u32, n_edges: usize) -> impl Strategy<Value = Lts> {
    (2..=n_states).prop_flat_map(move |n_states| {
        let edge = (0..n_states, 1..3_u32, 1..n_states).prop_map(|(from, label, to)| {
            (StateId(from), Edge { label: LabelId(label), target: StateId(to) })
        });
        proptest::collection::vec(edge, 0..n_edges).prop_map(move |mut edges| {
            let silent = Edge { label: LabelId::TAU, target: StateId(1) };
            edges.push((StateId(0), silent));
            Lts::new(StateId(0), n_states as usize, edges, labels())
        })
    })
}

/// Both systems in one, the states of the second behind those of the first.
pub(crate) fn side_by_side(left: &Lts, right: &Lts) -> Lts {
    let offset = u32::try_from(left.n_states()).expect("small");
    let mut edges = Vec::new();
    for (lts, offset) in [(left, 0), (right, offset)] {
        for state in lts.states() {
            for edge in lts.out(state) {
                let target = StateId(edge.target.0 + offset);
                edges.push((StateId(state.0 + offset), Edge { label: edge.label, target }));
            }
        }
    }
    Lts::new(left.initial(), left.n_states() + right.n_states(), edges, labels())
}

pub(crate) fn lts(n_states: usize, edges: &[(u32, u32, u32)]) -> Lts {
    let edges = edges.iter().map(|&(from, label, to)| {
        (StateId(from), Edge { label: LabelId(label), target: StateId(to) })
    });
    Lts::new(StateId(0), n_states, edges.collect(), labels())
}

fn sizes(lts: &Lts) -> Vec<(usize, usize)> {
    let reduced = Equivalence::ALL.map(|equivalence| reduce(lts, equivalence, ALL));
    let sizes = reduced.iter().map(|reduced| {
        let reduced = reduced.as_ref().expect("complete");
        (reduced.n_states(), reduced.n_transitions())
    });
    sizes.collect()
}

#[test]
fn textbook_systems() {
    // a.b + a.a: one trace more than states can be merged for.
    let choice = lts(5, &[(0, 1, 1), (1, 2, 3), (0, 1, 2), (2, 1, 4)]);
    assert_eq!(sizes(&choice), [(4, 4), (4, 4), (4, 4), (4, 4), (3, 3), (3, 3)]);
    // A circle of internal steps in front of `a`.
    let circle = lts(3, &[(0, 0, 1), (1, 0, 0), (1, 1, 2)]);
    assert_eq!(sizes(&circle), [(3, 3), (2, 2), (2, 1), (2, 1), (3, 3), (2, 1)]);
    // Milner's law a.(x + tau.y) + a.y = a.(x + tau.y) holds for weak, not for branching bisimilarity:
    // b of one side and of the other.
    let law = lts(
        8,
        &[
            (0, 2, 1),
            (1, 1, 2),
            (2, 1, 7),
            (2, 0, 3),
            (3, 2, 7),
            (1, 1, 3),
            (0, 2, 4),
            (4, 1, 5),
            (5, 1, 7),
            (5, 0, 6),
            (6, 2, 7),
        ],
    );
    assert_eq!(sizes(&law).iter().map(|size| size.0).collect::<Vec<_>>(), [6, 6, 6, 5, 5, 4]);
}

#[test]
fn what_is_not_reachable_is_left_out() {
    let part = lts(4, &[(0, 1, 2), (2, 2, 0), (1, 1, 3)]);
    let part = reachable(&part);
    assert_eq!((part.n_states(), part.n_transitions()), (2, 2));
    assert_eq!(reduce(&lts(3, &[]), Equivalence::Strong, ALL).map(|lts| lts.n_states()), Ok(1));
}

#[test]
fn what_is_unknown_or_too_large_is_said() {
    let unknown = lts(2, &[(0, 1, 1)]).with_unexpanded(vec![false, true]);
    for equivalence in Equivalence::ALL {
        assert_eq!(reduce(&unknown, equivalence, ALL).err(), Some(ReduceError::Incomplete));
    }
    let row = lts(4, &[(0, 0, 1), (1, 0, 2), (2, 1, 3), (0, 2, 3), (1, 1, 0)]);
    for equivalence in [Equivalence::Weak, Equivalence::Trace, Equivalence::WeakTrace] {
        assert_eq!(
            reduce(&row, equivalence, 2).err(),
            Some(ReduceError::TooLarge),
            "{equivalence:?}"
        );
    }
}
