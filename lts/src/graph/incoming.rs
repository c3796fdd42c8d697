//! The transitions of an LTS by target: compressed rows of incoming edges.
//!
//! Input: an [`Lts`]. Output: an immutable index for algorithms that go backwards. Within a row,
//! edges are in the order of their sources, then in the order of the source's own row.

use std::ops::Range;

use crate::graph::Lts;
use crate::graph::ids::{LabelId, StateId};

/// A transition, without its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InEdge {
    /// The action.
    pub label: LabelId,
    /// The state before it.
    pub source: StateId,
}

/// The incoming transitions of all states.
#[derive(Clone, Debug)]
pub struct Incoming {
    first: Vec<usize>,
    edges: Vec<InEdge>,
}

impl Incoming {
    /// Turns the transitions around, in linear time.
    pub fn new(lts: &Lts) -> Self {
        let mut first = vec![0; lts.n_states() + 1];
        for state in lts.states() {
            for edge in lts.out(state) {
                first[edge.target.index() + 1] += 1;
            }
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut next = first.clone();
        let unset = InEdge { label: LabelId::TAU, source: StateId(0) };
        let mut edges = vec![unset; lts.n_transitions()];
        for source in lts.states() {
            for edge in lts.out(source) {
                let place = &mut next[edge.target.index()];
                edges[*place] = InEdge { label: edge.label, source };
                *place += 1;
            }
        }
        Self { first, edges }
    }

    /// The incoming transitions of a state.
    pub fn of(&self, state: StateId) -> &[InEdge] {
        &self.edges[self.numbers(state)]
    }

    /// The numbers of the incoming transitions of a state, from 0 on over all states.
    pub fn numbers(&self, state: StateId) -> Range<usize> {
        self.first[state.index()]..self.first[state.index() + 1]
    }

    /// The transition with this number.
    pub fn edge(&self, number: usize) -> InEdge {
        self.edges[number]
    }

    /// Number of transitions.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether there is no transition.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Edge;
    use crate::label::LabelTable;

    #[test]
    fn rows_are_turned_around() {
        let edge = |source, label, target| {
            (StateId(source), Edge { label: LabelId(label), target: StateId(target) })
        };
        let edges = vec![edge(2, 0, 1), edge(0, 0, 1), edge(1, 0, 1), edge(1, 0, 0)];
        let lts = Lts::new(StateId(0), 3, edges, LabelTable::default());
        let incoming = Incoming::new(&lts);
        let sources = |state| -> Vec<u32> {
            incoming.of(StateId(state)).iter().map(|edge| edge.source.0).collect()
        };
        assert_eq!(sources(0), [1]);
        assert_eq!(sources(1), [0, 1, 2]);
        assert!(sources(2).is_empty());
    }
}
