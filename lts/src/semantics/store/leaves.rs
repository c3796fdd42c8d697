//! Unknown leaves of terms, in order of first appearance.
//!
//! Input: a term. Output: its leaves, each once. The words of a state are asked for theirs again and again, and most of them
//! have not changed: what was found is kept, up to a bound. Does not say what is known of a leaf.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::{Shape, TermId, TermStore};

/// Leaves that are kept, in all.
const MAX_KEPT: usize = 1 << 20;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    /// For each term from where to where its leaves stand; nowhere, as long as it was not asked for.
    places: Vec<Range<u32>>,
    all: Vec<TermId>,
}

impl TermStore {
    /// The unknown leaves of a term, each once.
    pub(crate) fn leaves(&self, root: TermId) -> Vec<TermId> {
        self.leaves_and_work(root).0
    }

    /// The unknown leaves of a term, and how many terms were looked at.
    fn leaves_and_work(&self, root: TermId) -> (Vec<TermId>, usize) {
        let mut leaves = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            if self.is_ground(id) || !seen.insert(id) {
                continue;
            }
            match self.shape(id) {
                Shape::Cons(head, tail) => pending.extend([*tail, *head]),
                Shape::Tuple(items) => pending.extend(items.iter().rev()),
                Shape::Wrap(_, content) => pending.push(*content),
                _ => leaves.push(id),
            }
        }
        (leaves, seen.len())
    }

    /// Where the unknown leaves of a term are kept, until others are asked for.
    pub(super) fn known_leaves(&mut self, root: TermId) -> Range<usize> {
        let row = root.0 as usize;
        if let Some(place) = self.leaves.places.get(row).filter(|place| !place.is_empty()) {
            return place.start as usize..place.end as usize;
        }
        let (leaves, work) = self.leaves_and_work(root);
        self.rewritten += work as u64;
        if self.leaves.all.len() > MAX_KEPT {
            self.leaves = Leaves::default();
        }
        let Leaves { places, all } = &mut self.leaves;
        let from = all.len();
        all.extend(leaves);
        if row >= places.len() {
            places.resize((row + 1).next_power_of_two(), 0..0);
        }
        let end = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        places[row] = end(from)..end(all.len());
        from..all.len()
    }

    /// A leaf that is kept.
    pub(super) fn kept_leaf(&self, place: usize) -> TermId {
        self.leaves.all[place]
    }

    /// All leaves that are kept, for who goes through some of them and makes terms meanwhile; he gives them back.
    pub(super) fn lent_leaves(&mut self) -> Vec<TermId> {
        std::mem::take(&mut self.leaves.all)
    }

    /// Takes the leaves back.
    pub(super) fn take_leaves_back(&mut self, all: Vec<TermId>) {
        self.leaves.all = all;
    }

    /// Looks for the leaves of a term as numbering them does, where they need no other numbers.
    pub(crate) fn look_for_leaves(&mut self, root: TermId) {
        if !self.is_ground(root) && !self.is_unknown(root) {
            self.known_leaves(root);
        }
    }
}
