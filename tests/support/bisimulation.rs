//! Strong bisimilarity of two transition systems, the slow and simple way.
//!
//! The naive twin of what mCRL2's `ltscompare -ebisim` says: partition refinement by signatures on
//! the disjoint union, with labels compared as texts. Also walks along labels.

use std::collections::{BTreeMap, BTreeSet};

use lts::{Label, LabelId, Lts, StateId};

/// The text of a label.
pub fn label(lts: &Lts, id: LabelId) -> &str {
    match lts.labels().get(id) {
        Label::Tau => "tau",
        Label::Visible { text, .. } => text,
    }
}

/// The labels of the transitions of a state, and the blocks behind them.
type Signature<'a> = BTreeSet<(&'a str, usize)>;

/// Whether the initial states of two transition systems are strongly bisimilar.
pub fn bisimilar(left: &Lts, right: &Lts) -> bool {
    let systems = [left, right];
    let states: Vec<(usize, StateId)> = systems
        .iter()
        .enumerate()
        .flat_map(|(side, lts)| lts.states().map(move |state| (side, state)))
        .collect();
    let place = |side: usize, state: StateId| side * left.n_states() + state.index();
    let mut blocks = vec![0; states.len()];
    let mut n_blocks = 1;
    loop {
        let mut known: BTreeMap<(usize, Signature<'_>), usize> = BTreeMap::new();
        let refined: Vec<usize> = states
            .iter()
            .map(|&(side, state)| {
                let lts = systems[side];
                let signature = lts
                    .out(state)
                    .iter()
                    .map(|edge| (label(lts, edge.label), blocks[place(side, edge.target)]))
                    .collect();
                let fresh = known.len();
                *known.entry((blocks[place(side, state)], signature)).or_insert(fresh)
            })
            .collect();
        let n_refined = known.len();
        blocks = refined;
        if n_refined == n_blocks {
            return blocks[place(0, left.initial())] == blocks[place(1, right.initial())];
        }
        n_blocks = n_refined;
    }
}

/// The labels of the transitions from a state, sorted.
pub fn enabled(lts: &Lts, state: StateId) -> Vec<&str> {
    let mut labels: Vec<&str> = lts.out(state).iter().map(|edge| label(lts, edge.label)).collect();
    labels.sort_unstable();
    labels
}

/// The states behind the transitions with this label.
pub fn step(lts: &Lts, state: StateId, text: &str) -> Vec<StateId> {
    let edges = lts.out(state).iter().filter(|edge| label(lts, edge.label) == text);
    edges.map(|edge| edge.target).collect()
}
