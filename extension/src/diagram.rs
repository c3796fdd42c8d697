//! A transition system whose states may have names.

use frontend::Name;
use lts::{Lts, StateId};

/// A transition system whose states may have names: control states of a module, what the user calls them, or none.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The system.
    pub lts: Lts,
    /// What each state is called; several may have one name, as those of a module that differ in their data. Shorter than the
    /// number of states where the rest has none.
    pub names: Vec<Option<Name>>,
}

impl Diagram {
    /// A system without names of states, as an `.aut` file has.
    pub fn unnamed(lts: Lts) -> Self {
        Self { lts, names: Vec::new() }
    }

    /// A system whose states are called by their numbers.
    pub fn numbered(lts: Lts) -> Self {
        let names = lts.states().map(|state| Some(state.0.to_string().as_str().into())).collect();
        Self { lts, names }
    }

    /// What a state is called.
    pub fn name(&self, state: StateId) -> Option<&Name> {
        self.names.get(state.index())?.as_ref()
    }
}
