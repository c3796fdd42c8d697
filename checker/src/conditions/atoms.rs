//! State atoms: what a formula says of a state that its transitions do not show.
//!
//! The caller that offers the states says which atoms there are and where they hold; the checker knows their
//! names only. An atom that is not offered holds nowhere.

use fixedbitset::FixedBitSet;
use lts::{Lts, StateId};

use crate::formula::StateAtom;

/// The atom that tells a state which is meant to be the last one from a deadlock.
pub const ENDED: &str = "ended";

/// The atoms of the states of a system.
pub trait StateAtoms {
    /// Whether an atom holds in a state; none if that is unknown.
    fn holds(&self, atom: &StateAtom, state: StateId) -> Option<bool>;

    /// Whether states have data that can be asked about.
    fn has_data(&self) -> bool {
        false
    }

    /// Whether an action of this name is a way in which the system may end: that there is none is what is hoped for, and no slip.
    fn is_end(&self, _action: &str) -> bool {
        false
    }

    /// The names of all atoms, for messages.
    fn names(&self) -> Vec<String>;
}

/// No atoms at all: a system of transitions only.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoAtoms;

impl StateAtoms for NoAtoms {
    fn holds(&self, _atom: &StateAtom, _state: StateId) -> Option<bool> {
        Some(false)
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The states of an atom.
#[derive(Clone, Debug)]
pub(crate) struct AtomStates {
    /// Where it holds.
    pub(crate) surely: FixedBitSet,
    /// Where it holds, or where it is unknown whether it does.
    pub(crate) possibly: FixedBitSet,
}

/// Asks for an atom in all states.
pub(crate) fn states_of(atom: &StateAtom, lts: &Lts, atoms: &dyn StateAtoms) -> AtomStates {
    let empty = FixedBitSet::with_capacity(lts.n_states());
    let mut states = AtomStates { surely: empty.clone(), possibly: empty };
    for state in lts.states() {
        let holds = atoms.holds(atom, state);
        states.surely.set(state.index(), holds == Some(true));
        states.possibly.set(state.index(), holds != Some(false));
    }
    states
}

impl AtomStates {
    /// The states in which the atom counts as true, and in which it counts as false.
    pub(crate) fn read(&self, in_favour: bool) -> [FixedBitSet; 2] {
        let complement = |states: &FixedBitSet| {
            let mut states = states.clone();
            states.toggle_range(..);
            states
        };
        if in_favour {
            [self.possibly.clone(), complement(&self.surely)]
        } else {
            [self.surely.clone(), complement(&self.possibly)]
        }
    }
}
