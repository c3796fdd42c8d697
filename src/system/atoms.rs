//! What the states of a machine are called: the atoms of CTL.
//!
//! Input: a machine and its states. Output: which of them have a name. While a callback runs it is that
//! of the pair stored last; before `init/1` has returned and behind the end there is none. `crashed`,
//! `stopped`, `exhausted`, `blocked` and `not_started` say why nothing more happens, `ended` that one
//! of them holds; a state of the module with such a name comes first. `data(Expr)` is asked of the stored
//! pair by the model; where there is none it is false.

use std::collections::BTreeSet;

use checker::StateAtoms;
use checker::formula::StateAtom;
use frontend::{Diagnostic, Name};
use lts::semantics::{Engine, Fault, Observation, StateInfo};
use lts::{StateId, StateStore};
use model::{End, Model};

use crate::codes;
use crate::config::naming::Naming;
use crate::config::observed::Observer;
use crate::config::question::Question;

/// The atoms of a machine.
pub(crate) struct MachineAtoms<'m> {
    model: &'m Model,
    /// What is known of each state; nothing where no formula asks.
    states: Vec<StateInfo>,
    /// Conditions on the data, and the states where each holds; none where that is not known.
    data: Vec<(Name, Vec<Option<bool>>)>,
}

/// Why nothing more happens, as atoms.
pub(crate) const ENDS: [(&str, End); 5] = [
    ("crashed", End::Crashed),
    ("stopped", End::Stopped),
    ("exhausted", End::Exhausted),
    ("blocked", End::Blocked),
    ("not_started", End::NotStarted),
];

impl<'m> MachineAtoms<'m> {
    /// The atoms of these states, if a formula has some, and warnings about conditions on their data that are no conditions.
    pub(crate) fn new(
        engine: &mut Engine<'_>,
        states: &StateStore,
        model: &'m Model,
        observers: &[Observer],
        has_atoms: bool,
    ) -> (Self, Vec<Diagnostic>) {
        let mut warnings = Vec::new();
        let observe = |(number, observer): (usize, &Observer)| {
            let mut faults = Vec::new();
            let ask = |state: &[u32]| match engine.observe(number, state) {
                Ok(Observation { may_hold, may_fail, fault }) => {
                    faults.extend(fault.map(|fault| (fault, engine.info(state).stored)));
                    (may_hold != may_fail).then_some(may_hold)
                }
                // It takes too long.
                Err(_) => None,
            };
            let values = states.iter().map(ask).collect();
            warnings.extend(faulty(observer, &faults));
            (observer.text.clone(), values)
        };
        let data = observers.iter().enumerate().map(observe).collect();
        let states: Vec<StateInfo> = if has_atoms {
            states.iter().map(|state| engine.info(state)).collect()
        } else {
            Vec::new()
        };
        (Self { model, states, data }, warnings)
    }

    /// The warning about states that get no name from what the user says: how many, and why one of them.
    pub(crate) fn unnamed(&self, naming: &Naming) -> Option<Diagnostic> {
        let mut without = self.states.iter().filter_map(|info| info.unnamed.as_ref());
        let (fault, data) = without.next()?;
        let n = 1 + without.count();
        let states = if n == 1 { "state has no name" } else { "states have no name" };
        let message = format!("{n} {states}: what names them fails there");
        let warning = Diagnostic::warning(codes::UNNAMED, message, naming.span());
        Some(warning.with_help(format!("it {} where Data is {data}", given(fault))))
    }
}

/// Whether a state is called so; none if that is not known.
pub(crate) fn named(model: &Model, info: &StateInfo, atom: &str) -> Option<bool> {
    let is_stored = info.stored.as_ref().is_some_and(|(name, _)| name == atom);
    // Which names the user gives nobody knows before all states are there.
    if model.naming.is_some() && (is_stored || info.stores_unknown) {
        return is_stored.then_some(true);
    }
    if model.naming.is_none() && model.states.iter().any(|name| name.as_str() == atom) {
        return if info.stores_unknown { None } else { Some(is_stored) };
    }
    let is_end =
        |(name, end): &(&str, End)| info.end == Some(*end) && (*name == atom || atom == "ended");
    Some(ENDS.iter().any(is_end))
}

/// Whether some of these formulas ask what a state shows.
pub(crate) fn has_atoms<'f>(formulas: impl Iterator<Item = &'f Question>) -> bool {
    let mut has_atom = false;
    for formula in formulas {
        formula.for_each_atom(&mut |_, _| has_atom = true);
    }
    has_atom
}

/// The warning about a condition that is no boolean somewhere: there, and the stored pairs.
fn faulty(
    observer: &Observer,
    faults: &[(Fault, Option<(String, lts::Term)>)],
) -> Option<Diagnostic> {
    let (first, pair) = faults.first()?;
    let n = faults.len();
    let states = if n == 1 { "state" } else { "states" };
    let message = format!("this is no boolean in {n} {states}: it counts as false there");
    let what = given(first);
    let help = match pair {
        Some((name, data)) => format!("it {what} where State is {name} and Data is {data}"),
        None => format!("it {what}"),
    };
    let warning = Diagnostic::warning(codes::NO_BOOLEAN, message, observer.expr.span);
    Some(warning.with_help(help))
}

/// What an expression gives that gives nothing good.
fn given(fault: &Fault) -> String {
    match fault {
        Fault::Value(value) => format!("is {value}"),
        Fault::Raised(class, reason) => format!("raises {class}:{reason}"),
    }
}

impl StateAtoms for MachineAtoms<'_> {
    fn holds(&self, atom: &StateAtom, state: StateId) -> Option<bool> {
        match atom {
            StateAtom::Name(name) => {
                named(self.model, self.states.get(state.index())?, name.as_str())
            }
            StateAtom::Data(text) => {
                let (_, values) = self.data.iter().find(|(other, _)| other == text)?;
                *values.get(state.index())?
            }
        }
    }

    fn has_data(&self) -> bool {
        true
    }

    fn is_end(&self, action: &str) -> bool {
        matches!(action, "crash" | "start_failed" | "overflow")
    }

    fn names(&self) -> Vec<String> {
        let names: Vec<String> = match self.model.naming {
            Some(_) => {
                let stored = self.states.iter().filter_map(|info| info.stored.as_ref());
                let names: BTreeSet<&String> = stored.map(|(name, _)| name).collect();
                names.into_iter().cloned().collect()
            }
            None => self.model.states.iter().map(ToString::to_string).collect(),
        };
        let ends = ENDS.iter().map(|(name, _)| (*name).to_owned());
        names.into_iter().chain(ends).chain(["ended".to_owned()]).collect()
    }
}
