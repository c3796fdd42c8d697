//! What was kept, added and removed between two versions of a system.

use lts::StateId;
use rustc_hash::FxHashSet;

use super::matching::Matching;
use super::pieces::{self, Extension};
use super::{Transition, matching};
use crate::diagram::Diagram;

/// What has become of a state or of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// Both versions have it.
    Kept,
    /// The new version alone has it.
    Added,
    /// The old version alone has it.
    Removed,
}

/// A transition that both versions have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// In the old version.
    pub old: Transition,
    /// In the new version.
    pub new: Transition,
}

/// What was kept, added and removed between two versions; all lists are in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The pairs of an old and a new state that are taken for one, by the old one; the initial states always are.
    pub states: Vec<(StateId, StateId)>,
    /// The states of the new version that the old one has not.
    pub added_states: Vec<StateId>,
    /// The states of the old version that the new one has not.
    pub removed_states: Vec<StateId>,
    /// The transitions that both have, by the old one.
    pub kept: Vec<Kept>,
    /// The transitions of the new version that the old one has not.
    pub added: Vec<Transition>,
    /// The transitions of the old version that the new one has not.
    pub removed: Vec<Transition>,
    /// Whether there were too many pairs of states to weigh them: labels and order alone have decided.
    pub is_rough: bool,
    matching: Matching,
}

impl Difference {
    /// Compares two versions: finds out which states are the same, and what follows for transitions.
    pub fn between(old: &Diagram, new: &Diagram) -> Self {
        Self::under(old, new, matching::between(old, new))
    }

    /// What follows for states and transitions if these states are the same.
    pub(super) fn under(old: &Diagram, new: &Diagram, matching: Matching) -> Self {
        let mut difference = Self { is_rough: matching.is_rough, ..Self::default() };
        for state in old.lts.states() {
            match matching.new_of(state) {
                Some(partner) => difference.states.push((state, partner)),
                None => difference.removed_states.push(state),
            }
        }
        let is_added = |state: &StateId| matching.old_of(*state).is_none();
        difference.added_states = new.lts.states().filter(is_added).collect();
        let mut taken = FxHashSet::default();
        let labels = matching::shared_labels(old, new);
        for source in old.lts.states() {
            for edge in old.lts.out(source) {
                let was = Transition { source, label: edge.label, target: edge.target };
                let pair = matching.new_of(source).zip(matching.new_of(edge.target));
                let is = pair
                    .zip(labels[edge.label.index()])
                    .map(|((source, target), label)| Transition { source, label, target });
                let is = is.filter(|is| has(new, is));
                match is {
                    Some(is) => {
                        taken.insert(is);
                        difference.kept.push(Kept { old: was, new: is });
                    }
                    None => difference.removed.push(was),
                }
            }
        }
        let all = new.lts.states().flat_map(|source| {
            let edges = new.lts.out(source).iter();
            edges.map(move |edge| Transition { source, label: edge.label, target: edge.target })
        });
        difference.added = all.filter(|transition| !taken.contains(transition)).collect();
        difference.matching = matching;
        difference
    }

    /// Whether both versions are the same, but for the numbers of their states.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.added_states.is_empty()
            && self.removed_states.is_empty()
    }

    /// The state of the new version that a state of the old one has become.
    pub fn new_of(&self, old: StateId) -> Option<StateId> {
        self.matching.new_of(old)
    }

    /// The state of the old version that a state of the new one was.
    pub fn old_of(&self, new: StateId) -> Option<StateId> {
        self.matching.old_of(new)
    }

    /// The added part cut into connected pieces.
    pub fn extensions(&self, old: &Diagram, new: &Diagram) -> Vec<Extension> {
        pieces::extensions(self, old, new)
    }
}

/// Whether a system has a transition.
fn has(diagram: &Diagram, wanted: &Transition) -> bool {
    let mut edges = diagram.lts.out(wanted.source).iter();
    edges.any(|edge| edge.label == wanted.label && edge.target == wanted.target)
}
