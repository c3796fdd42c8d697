//! Both versions of a system as one: each state and each transition with what has become of it.

use frontend::Name;
use lts::StateId;

use super::{Change, Transition};
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

/// A state of one of the versions, or of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedState {
    /// Its number in the old version.
    pub old: Option<StateId>,
    /// Its number in the new version.
    pub new: Option<StateId>,
    /// What it is called, in the new version where that has it.
    pub name: Option<Name>,
    /// What has become of it.
    pub fate: Fate,
}

/// A transition of one of the versions, or of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedTransition {
    /// Index of the state before it.
    pub source: usize,
    /// The label; none for the internal action.
    pub label: Option<String>,
    /// Index of the state behind it.
    pub target: usize,
    /// What has become of it.
    pub fate: Fate,
}

/// Both versions as one: the states of the old version by their numbers, then the added ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The states.
    pub states: Vec<MergedState>,
    /// Index of the initial state.
    pub initial: usize,
    /// The kept transitions, the added ones, the removed ones.
    pub transitions: Vec<MergedTransition>,
}

impl Merged {
    pub(super) fn of(change: &Change<'_>) -> Self {
        let Change { old, new, difference, .. } = change;
        let mut states: Vec<MergedState> = Vec::new();
        for state in old.lts.states() {
            let partner = difference.new_of(state);
            let name = partner.and_then(|state| new.name(state)).or_else(|| old.name(state));
            let fate = if partner.is_some() { Fate::Kept } else { Fate::Removed };
            states.push(MergedState { old: Some(state), new: partner, name: name.cloned(), fate });
        }
        let mut place = vec![0; new.lts.n_states()];
        for &(was, is) in &difference.states {
            place[is.index()] = was.index();
        }
        for &state in &difference.added_states {
            place[state.index()] = states.len();
            let name = new.name(state).cloned();
            states.push(MergedState { old: None, new: Some(state), name, fate: Fate::Added });
        }
        let text = |diagram: &Diagram, transition: &Transition| {
            diagram.lts.labels().get(transition.label).text().map(str::to_owned)
        };
        let of_old = |transition: &Transition, fate| MergedTransition {
            source: transition.source.index(),
            label: text(old, transition),
            target: transition.target.index(),
            fate,
        };
        let of_new = |transition: &Transition, fate| MergedTransition {
            source: place[transition.source.index()],
            label: text(new, transition),
            target: place[transition.target.index()],
            fate,
        };
        let mut transitions = Vec::new();
        transitions.extend(difference.kept.iter().map(|kept| of_old(&kept.old, Fate::Kept)));
        transitions.extend(difference.added.iter().map(|added| of_new(added, Fate::Added)));
        transitions.extend(difference.removed.iter().map(|gone| of_old(gone, Fate::Removed)));
        Self { states, initial: old.lts.initial().index(), transitions }
    }
}
