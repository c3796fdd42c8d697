//! Successors of several states, before they are looked up.
//!
//! Input: the successors of one state after another. Output: all labels in order, and the words of those
//! successors that are other states: a state that follows itself, as in many models it does, need not be looked up.

use crate::graph::ids::LabelId;
use crate::next_state::Successors;
use crate::states::is_same;

/// The successors of some states, one state after another.
#[derive(Default)]
pub(super) struct SuccessorBatch {
    /// Successors of the state under way.
    pub(super) row: Successors,
    /// The labels of all, and whether they lead to where they come from.
    pub(super) labels: Vec<LabelId>,
    pub(super) is_own: Vec<bool>,
    /// Where the labels of each state end.
    pub(super) ends: Vec<usize>,
    /// The words of the other states, and their number.
    pub(super) words: Vec<u32>,
    pub(super) n_others: usize,
}

impl SuccessorBatch {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.labels.clear();
        self.is_own.clear();
        self.ends.clear();
        self.words.clear();
        self.n_others = 0;
    }

    /// Takes the successors of a state over.
    pub(super) fn add_row(&mut self, state: &[u32]) {
        let (labels, words) = self.row.parts();
        self.labels.extend_from_slice(labels);
        self.ends.push(self.labels.len());
        for other in words.chunks_exact(state.len().max(1)) {
            let is_own = is_same(other, state);
            self.is_own.push(is_own);
            if !is_own {
                self.words.extend_from_slice(other);
                self.n_others += 1;
            }
        }
    }
}
