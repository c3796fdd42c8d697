//! What the states of a machine are called: the atoms of CTL.
//!
//! Input: a machine and its states. Output: which of them have a name. While a callback runs it is that
//! of the pair stored last; before `init/1` has returned and behind the end there is none. `crashed`,
//! `stopped`, `exhausted`, `blocked` and `not_started` say why nothing more happens, `ended` that one
//! of them holds; a state of the module with such a name comes first.

use std::cell::{OnceCell, RefCell};

use checker::StateAtoms;
use lts::semantics::{Engine, StateInfo};
use lts::{StateId, StateStore};
use translator::model::{End, Model};

/// The atoms of a machine.
pub(crate) struct MachineAtoms<'a, 'm> {
    names: Vec<String>,
    engine: RefCell<&'a mut Engine<'m>>,
    states: &'a StateStore,
    /// What is known of each state, once some atom has been asked for.
    known: OnceCell<Vec<StateInfo>>,
}

/// Why nothing more happens, as atoms.
const ENDS: [(&str, End); 5] = [
    ("crashed", End::Crashed),
    ("stopped", End::Stopped),
    ("exhausted", End::Exhausted),
    ("blocked", End::Blocked),
    ("not_started", End::NotStarted),
];

impl<'a, 'm> MachineAtoms<'a, 'm> {
    /// The atoms of these states.
    pub(crate) fn new(engine: &'a mut Engine<'m>, states: &'a StateStore, model: &Model) -> Self {
        let names = model.states.iter().map(ToString::to_string).collect();
        Self { names, engine: RefCell::new(engine), states, known: OnceCell::new() }
    }

    fn known(&self) -> Vec<StateInfo> {
        let mut engine = self.engine.borrow_mut();
        self.states.iter().map(|state| engine.info(state)).collect()
    }
}

impl StateAtoms for MachineAtoms<'_, '_> {
    fn holds(&self, atom: &str, state: StateId) -> Option<bool> {
        let info = self.known.get_or_init(|| self.known()).get(state.index())?;
        if self.names.iter().any(|name| name == atom) {
            let known = info.stored.as_ref().map(|(name, _)| name == atom);
            return if info.stores_unknown { None } else { Some(known == Some(true)) };
        }
        let is_end = |(name, end): &(&str, End)| {
            info.end == Some(*end) && (*name == atom || atom == "ended")
        };
        Some(ENDS.iter().any(is_end))
    }

    fn names(&self) -> Vec<String> {
        let ends = ENDS.iter().map(|(name, _)| (*name).to_owned());
        self.names.iter().cloned().chain(ends).chain(["ended".to_owned()]).collect()
    }
}
