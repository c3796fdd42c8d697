//! Strong bisimilarity of two transition systems, the slow and simple way.
//!
//! The naive twin of what mCRL2's `ltscompare -ebisim` says: partition refinement by signatures on
//! the disjoint union, with labels compared as texts. Also walks along labels.

use std::collections::{BTreeMap, HashMap};

use lts::{Label, LabelId, Lts, StateId};

/// The text of a label.
pub fn label(lts: &Lts, id: LabelId) -> &str {
    match lts.labels().get(id) {
        Label::Tau => "tau",
        Label::Visible { text, .. } => text,
    }
}

/// The transitions of a state: the number of the label's text, and the state behind.
type Moves = Vec<(usize, usize)>;

/// The transitions of all states of both systems, the left one first.
fn moves(systems: [&Lts; 2]) -> Vec<Moves> {
    let mut texts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all = Vec::new();
    let mut first = 0;
    for lts in systems {
        let mut number = |text| {
            let fresh = texts.len();
            *texts.entry(text).or_insert(fresh)
        };
        let numbers: Vec<usize> =
            lts.labels().iter().map(|(id, _)| number(label(lts, id))).collect();
        all.extend(lts.states().map(|state| {
            let edges = lts.out(state).iter();
            edges.map(|edge| (numbers[edge.label.index()], first + edge.target.index())).collect()
        }));
        first += lts.n_states();
    }
    all
}

/// Whether the initial states of two transition systems are strongly bisimilar.
pub fn bisimilar(left: &Lts, right: &Lts) -> bool {
    let moves = moves([left, right]);
    let mut blocks = vec![0; moves.len()];
    let mut n_blocks = 1;
    loop {
        let mut known: HashMap<(usize, Moves), usize> = HashMap::new();
        let refined: Vec<usize> = moves
            .iter()
            .zip(&blocks)
            .map(|(moves, &block)| {
                let behind = |&(label, state): &(usize, usize)| (label, blocks[state]);
                let mut signature: Moves = moves.iter().map(behind).collect();
                signature.sort_unstable();
                signature.dedup();
                let fresh = known.len();
                *known.entry((block, signature)).or_insert(fresh)
            })
            .collect();
        let n_refined = known.len();
        blocks = refined;
        if n_refined == n_blocks {
            let first_of_right = left.n_states();
            return blocks[left.initial().index()]
                == blocks[first_of_right + right.initial().index()];
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
