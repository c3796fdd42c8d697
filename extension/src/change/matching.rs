//! Which states of two versions are the same.

use lts::{LabelId, StateId};

use crate::diagram::Diagram;

/// A partial injective map of old states to new ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matching {
    forth: Vec<Option<StateId>>,
    back: Vec<Option<StateId>>,
    /// Whether there were too many pairs of states to weigh them.
    pub(super) is_rough: bool,
}

impl Matching {
    fn empty(old: &Diagram, new: &Diagram) -> Self {
        let none = |diagram: &Diagram| vec![None; diagram.lts.n_states()];
        Self { forth: none(old), back: none(new), is_rough: false }
    }

    /// The state of the new version that a state of the old one has become.
    pub(super) fn new_of(&self, old: StateId) -> Option<StateId> {
        self.forth.get(old.index()).copied().flatten()
    }

    /// The state of the old version that a state of the new one was.
    pub(super) fn old_of(&self, new: StateId) -> Option<StateId> {
        self.back.get(new.index()).copied().flatten()
    }

    /// Takes two states for one, if none of them is taken.
    fn put(&mut self, old: StateId, new: StateId) -> bool {
        let is_free = self.new_of(old).is_none() && self.old_of(new).is_none();
        if is_free {
            self.forth[old.index()] = Some(new);
            self.back[new.index()] = Some(old);
        }
        is_free
    }
}

/// The label of the new version with the same text, for each of the old one.
pub(super) fn shared_labels(old: &Diagram, new: &Diagram) -> Vec<Option<LabelId>> {
    let labels = old.lts.labels().iter();
    let shared = labels.map(|(_, label)| match label.text() {
        Some(text) => new.lts.labels().find(text),
        None => Some(LabelId::TAU),
    });
    shared.collect()
}

/// Finds out which states are the same.
pub(super) fn between(old: &Diagram, new: &Diagram) -> Matching {
    let mut matching = Matching::empty(old, new);
    matching.put(old.lts.initial(), new.lts.initial());
    matching
}
