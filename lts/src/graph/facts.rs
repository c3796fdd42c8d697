//! What an LTS looks like, in numbers.
//!
//! Input: an LTS. Output: counts of states, transitions and labels, and what can be told in linear time.

use crate::graph::Lts;
use crate::graph::ids::{LabelId, StateId};
use crate::reduce::silent::acyclic;

/// Numbers of an LTS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// All states.
    pub n_states: usize,
    /// States that the initial state reaches.
    pub n_reachable: usize,
    /// States whose successors are not known.
    pub n_unexpanded: usize,
    /// States without a step whose successors are known.
    pub n_deadlocks: usize,
    /// All transitions.
    pub n_transitions: usize,
    /// Transitions with the internal action.
    pub n_internal: usize,
    /// The most transitions of one state.
    pub max_out: usize,
    /// How many steps the farthest reachable state is away, and one for the initial state.
    pub n_levels: usize,
    /// Whether no state has two transitions with one label, or an internal one.
    pub is_deterministic: bool,
    /// Whether internal steps go around in circles somewhere.
    pub diverges: bool,
    /// The visible labels in the order of the table, and how many transitions have each.
    pub labels: Vec<(String, usize)>,
}

impl Facts {
    /// Looks at every transition once.
    pub fn new(lts: &Lts) -> Self {
        let mut counts = vec![0_usize; lts.labels().len()];
        let mut is_deterministic = true;
        for state in lts.states() {
            let row = lts.out(state);
            let mut labels: Vec<LabelId> = row.iter().map(|edge| edge.label).collect();
            for label in &labels {
                counts[label.index()] += 1;
            }
            labels.sort_unstable();
            is_deterministic &= labels.windows(2).all(|pair| pair[0] != pair[1]);
        }
        let n_internal = counts[LabelId::TAU.index()];
        let (n_reachable, n_levels) = levels(lts);
        let used = lts.labels().iter().zip(&counts).filter(|(_, count)| **count > 0);
        let labels =
            used.filter_map(|((_, label), count)| Some((label.text()?.to_owned(), *count)));
        let stuck = |state: &StateId| lts.out(*state).is_empty() && lts.is_expanded(*state);
        Self {
            n_states: lts.n_states(),
            n_reachable,
            n_unexpanded: lts.states().filter(|&state| !lts.is_expanded(state)).count(),
            n_deadlocks: lts.states().filter(stuck).count(),
            n_transitions: lts.n_transitions(),
            n_internal,
            max_out: lts.states().map(|state| lts.out(state).len()).max().unwrap_or(0),
            n_levels,
            is_deterministic: is_deterministic && n_internal == 0,
            diverges: acyclic(lts).diverges.contains(&true),
            labels: labels.collect(),
        }
    }
}

/// How many states are reachable, and in how many levels.
fn levels(lts: &Lts) -> (usize, usize) {
    let mut is_met = vec![false; lts.n_states()];
    is_met[lts.initial().index()] = true;
    let mut level = vec![lts.initial()];
    let (mut n_reachable, mut n_levels) = (0, 0);
    while !level.is_empty() {
        n_reachable += level.len();
        n_levels += 1;
        let mut next = Vec::new();
        for edge in level.iter().flat_map(|&state| lts.out(state)) {
            if !std::mem::replace(&mut is_met[edge.target.index()], true) {
                next.push(edge.target);
            }
        }
        level = next;
    }
    (n_reachable, n_levels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Edge;
    use crate::label::LabelTable;

    #[test]
    fn counts() {
        let mut labels = LabelTable::default();
        let [a, _unused, b] = ["a", "unused", "b"].map(|text| labels.intern(text, || None));
        let edge = |from, label, to| (StateId(from), Edge { label, target: StateId(to) });
        let edges = vec![edge(0, a, 1), edge(0, b, 2), edge(1, a, 2), edge(3, a, 3)];
        let lts = Lts::new(StateId(0), 5, edges, labels.clone());
        let facts = Facts::new(&lts.with_unexpanded(vec![false, false, false, false, true]));
        assert_eq!((facts.n_states, facts.n_reachable, facts.n_unexpanded), (5, 3, 1));
        assert_eq!((facts.n_deadlocks, facts.n_levels, facts.max_out), (1, 2, 2));
        assert!(facts.is_deterministic && !facts.diverges);
        assert_eq!(facts.labels, [("a".to_owned(), 3), ("b".to_owned(), 1)]);

        let silent = vec![edge(0, LabelId::TAU, 1), edge(1, LabelId::TAU, 0), edge(1, a, 1)];
        let facts = Facts::new(&Lts::new(StateId(0), 2, silent, labels));
        assert!(facts.diverges && !facts.is_deterministic);
        assert_eq!((facts.n_internal, facts.n_transitions), (2, 3));
    }
}
