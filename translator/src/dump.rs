//! What a pass gives, as text for people who look into the translator.
//!
//! Input: the value behind one of the passes of `pipeline.rs`. Output: lines; a graph is a list of numbered
//! nodes, the first one where it starts. Nothing reads these texts back.

mod core;
mod graphs;
mod sequences;
mod terms;

use std::fmt::Write as _;

use frontend::Name;
use frontend::ast::Function;

use crate::lower::analysis::shared::Shared;
use crate::lower::lowered::Callback;
use crate::machine::Machine;
use model::expr::atom::quoted;
use model::index::{Idx as _, IndexVec};
use model::{FunctionId, HandlerKind, Origin, OriginId, ProcedureIx, StateIx};

pub(crate) use core::core;
pub(crate) use graphs::model;
pub(crate) use sequences::sequences;

/// Names for the numbers of a model under construction.
pub(crate) struct Tables {
    /// The states.
    pub states: IndexVec<StateIx, Name>,
    /// Functions of the model by number, as far as they are known.
    pub functions: IndexVec<FunctionId, String>,
    /// Functions of the module that act and are called.
    pub procedures: IndexVec<ProcedureIx, String>,
    /// Where unknown values come from.
    pub origins: IndexVec<OriginId, Origin>,
}

impl Tables {
    /// The tables of a module as far as it is lowered.
    pub(crate) fn of(shared: &Shared<'_>, states: IndexVec<StateIx, Name>) -> Self {
        let mut functions = IndexVec::default();
        while let Some((name, arity)) = shared.local_at(functions.len()) {
            functions.push(key(&name, arity));
        }
        let mut procedures = IndexVec::default();
        while let Some(procedure) = shared.procedure_at(procedures.len()) {
            procedures.push(key(&procedure.name, procedure.arity));
        }
        Self { states, functions, procedures, origins: shared.origins() }
    }

    fn procedure(&self, procedure: ProcedureIx) -> String {
        self.procedures.iter().nth(procedure.index()).cloned().unwrap_or_default()
    }

    fn state(&self, state: StateIx) -> String {
        self.states.iter().nth(state.index()).map_or("?".to_owned(), |name| quoted(name.as_str()))
    }

    fn function(&self, id: FunctionId) -> String {
        self.functions.iter().nth(id.index()).map_or(format!("function {}", id.0), Clone::clone)
    }
}

/// `name/arity`
pub(crate) fn key(name: &Name, arity: usize) -> String {
    format!("{}/{arity}", quoted(name.as_str()))
}

/// What is lowered, by its name in the source.
pub(crate) fn callback(callback: &Callback, function: &Function) -> String {
    let name = key(&function.name, function.arity);
    match callback {
        Callback::Handles(kind, state) => {
            format!("{name}{}, whether it handles an event", in_state(*kind, state))
        }
        Callback::Handler(kind, state) => format!("{name}{}", in_state(*kind, state)),
        Callback::Init => name,
    }
}

/// The state of a callback whose name does not say it.
fn in_state(kind: HandlerKind, state: &Name) -> String {
    kind.function().map_or_else(String::new, |_| format!(" in {}", quoted(state.as_str())))
}

/// A recognised module: its functions in textual order, and what they are to `gen_fsm`.
pub(crate) fn machine(machine: &Machine<'_>) -> String {
    let mut text = format!("machine {}\n", quoted(machine.name.as_str()));
    for function in machine.module.functions() {
        let mut words = vec![match function.clauses.len() {
            1 => "1 clause".to_owned(),
            n => format!("{n} clauses"),
        }];
        if machine.exports.contains(&function.name, function.arity) {
            words.push("exported".to_owned());
        }
        if function.span == machine.init.span {
            words.push("starts the machine".to_owned());
        }
        let _ = writeln!(text, "  {}: {}", key(&function.name, function.arity), words.join(", "));
    }
    text
}

/// Values from 1 for the nodes of a list, in its order.
fn numbers<T: Copy + Eq + std::hash::Hash>(ids: &[T]) -> rustc_hash::FxHashMap<T, usize> {
    ids.iter().enumerate().map(|(position, &id)| (id, position + 1)).collect()
}
