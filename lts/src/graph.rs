//! Labelled transition systems: compressed rows of outgoing edges.
//!
//! Input: edges in any order, or row by row. Output: an immutable [`Lts`]. Parallel edges
//! with the same label are kept once. Knows nothing of terms and processes.

mod distinct;
pub mod facts;
pub mod ids;
pub mod incoming;
mod rows;

pub(crate) use distinct::Distinct;
pub(crate) use rows::BLOCK;
pub use rows::Rows;

use std::sync::OnceLock;

use crate::graph::ids::{LabelId, StateId};
use crate::graph::incoming::Incoming;
use crate::label::{Encoding, LabelTable};

/// A transition, without its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The action.
    pub label: LabelId,
    /// The state behind it.
    pub target: StateId,
}

/// A labelled transition system.
#[derive(Clone, Debug)]
pub struct Lts {
    initial: StateId,
    rows: Rows,
    labels: LabelTable,
    unexpanded: Vec<bool>,
    /// The transitions by target, computed when they are first asked for.
    incoming: OnceLock<Box<Incoming>>,
}

impl Lts {
    /// Builds an LTS of `n_states` states from its transitions.
    ///
    /// `edges` are `(source, edge)` in any order; the order of the edges of one source is kept,
    /// repeated ones are dropped. All state numbers are below `n_states`, `n_states` is above 0.
    pub fn new(
        initial: StateId,
        n_states: usize,
        edges: Vec<(StateId, Edge)>,
        labels: LabelTable,
    ) -> Self {
        Self::from_rows(initial, n_states, sorted(n_states, edges), labels)
    }

    /// Builds an LTS from its rows; states behind the last row have no transitions.
    pub fn from_rows(
        initial: StateId,
        n_states: usize,
        mut rows: Rows,
        labels: LabelTable,
    ) -> Self {
        while rows.len() < n_states {
            rows.end_row();
        }
        Self { initial, rows, labels, unexpanded: Vec::new(), incoming: OnceLock::new() }
    }

    /// Marks the states whose successors were not computed because a limit was met.
    ///
    /// `unexpanded` has one entry per state, or none if all states were expanded.
    #[must_use]
    pub fn with_unexpanded(mut self, unexpanded: Vec<bool>) -> Self {
        self.unexpanded = unexpanded;
        self
    }

    /// Says how the file has its labels that the system was read from.
    #[must_use]
    pub fn read_as(mut self, encoding: Encoding) -> Self {
        self.labels.read_as(encoding);
        self
    }

    /// Lets the system start in another of its states.
    pub fn start_in(&mut self, state: StateId) {
        self.initial = state;
    }

    /// The state in which the system starts.
    pub fn initial(&self) -> StateId {
        self.initial
    }

    /// Number of states.
    pub fn n_states(&self) -> usize {
        self.rows.len()
    }

    /// Number of transitions.
    pub fn n_transitions(&self) -> usize {
        self.rows.n_edges()
    }

    /// The outgoing transitions of a state.
    pub fn out(&self, state: StateId) -> &[Edge] {
        self.rows.row(state.index())
    }

    /// The transitions by target; the first call turns them around, in linear time.
    pub fn incoming(&self) -> &Incoming {
        self.incoming.get_or_init(|| Box::new(Incoming::new(self)))
    }

    /// All states in order.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..u32::try_from(self.n_states()).unwrap_or(u32::MAX)).map(StateId)
    }

    /// The distinct labels.
    pub fn labels(&self) -> &LabelTable {
        &self.labels
    }

    /// Whether the successors of this state are known.
    pub fn is_expanded(&self, state: StateId) -> bool {
        !self.unexpanded.get(state.index()).copied().unwrap_or(false)
    }

    /// Whether the successors of all states are known.
    pub fn is_complete(&self) -> bool {
        !self.unexpanded.iter().any(|&unexpanded| unexpanded)
    }
}

/// Sorts edges by source, in linear time; the order within a row stays.
fn sorted(n_states: usize, edges: Vec<(StateId, Edge)>) -> Rows {
    let mut sorted = Rows::default();
    if edges.is_sorted_by_key(|(source, _)| *source) {
        for (source, edge) in edges {
            while sorted.len() < source.index() {
                sorted.end_row();
            }
            sorted.push(edge);
        }
        return sorted;
    }
    let mut next = vec![0; n_states + 1];
    for (source, _) in &edges {
        next[source.index() + 1] += 1;
    }
    for index in 1..next.len() {
        next[index] += next[index - 1];
    }
    let mut order = vec![0; edges.len()];
    for (position, (source, _)) in edges.iter().enumerate() {
        order[next[source.index()]] = position;
        next[source.index()] += 1;
    }
    for position in order {
        let (source, edge) = edges[position];
        while sorted.len() < source.index() {
            sorted.end_row();
        }
        sorted.push(edge);
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(source: u32, label: u32, target: u32) -> (StateId, Edge) {
        (StateId(source), Edge { label: LabelId(label), target: StateId(target) })
    }

    fn lts(n_states: usize, edges: Vec<(StateId, Edge)>) -> Lts {
        Lts::new(StateId(0), n_states, edges, LabelTable::default())
    }

    #[test]
    fn rows_keep_their_order_and_lose_repeated_edges() {
        let edges = vec![edge(2, 0, 1), edge(0, 1, 2), edge(0, 0, 2), edge(0, 1, 2), edge(2, 0, 1)];
        let lts = lts(4, edges);
        assert_eq!(lts.n_transitions(), 3);
        assert_eq!(lts.out(StateId(0)), [edge(0, 1, 2).1, edge(0, 0, 2).1]);
        assert!(lts.out(StateId(1)).is_empty() && lts.out(StateId(3)).is_empty());
        assert_eq!(lts.out(StateId(2)), [edge(2, 0, 1).1]);
    }

    #[test]
    fn long_rows_take_linear_time() {
        let n_targets = 100_000;
        let edges = (0..2 * n_targets).map(|index| edge(0, 0, index % n_targets)).collect();
        let lts = lts(n_targets as usize, edges);
        assert_eq!(lts.n_transitions(), n_targets as usize);
        assert!(lts.out(StateId(0)).is_sorted());
    }
}
