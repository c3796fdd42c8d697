//! What is particular to each OTP behaviour: one table each, or one for each callback mode, which all other crates read.
//!
//! Input: nothing. Output: [`Behaviour`]s as constant values: callbacks, messages, interface functions, return tuples. What such
//! tuples do says the table, or a loop that is Erlang text (`tables/gen_statem.erl`), which the translator reads. Knows
//! neither Erlang syntax nor models: what a row means there is decided where it is read. [`BEHAVIOURS`] are those that are
//! translated; of the others ([`INTERFACES`]) only the functions are known that a machine may call.

mod behaviour;
mod callback;
mod interface;
mod message;
mod modes;
mod row;
pub(crate) mod tables;
mod timer;
mod traced;
mod wire;

pub use crate::tables::gen_fsm::GEN_FSM;
pub use crate::tables::gen_server::GEN_SERVER;
pub use crate::tables::gen_statem::{GEN_STATEM, GEN_STATEM_HANDLER};
pub use behaviour::Behaviour;
pub use callback::action::{Action, Deed};
pub use callback::argument::Argument;
pub use callback::effect::Effect;
pub use callback::entry::{Entry, Loop};
pub use callback::shape::{NextState, Shape};
pub use callback::{Absent, Callback, CallbackName, Moment};
pub use interface::Interface;
pub use interface::act::Act;
pub use interface::failure::Failure;
pub use interface::function::Function;
pub use message::Message;
pub use modes::Modes;
pub use row::{Numbered, Row};
pub use timer::TimerKind;
pub use traced::{
    Kept, STARTED, Said, TIME_OUTS, TIMED_OUT, TRACED, Traced, event_taken, says_done, stored_by,
    taken, tells_nothing, timer_taken,
};
pub use wire::{STOPPER, SYSTEM, Wire, is_own_tag};

/// The behaviours whose callback modules are translated, each once.
pub static BEHAVIOURS: [&Behaviour; 3] = [&GEN_FSM, &GEN_SERVER, &GEN_STATEM];

/// All tables: `gen_statem` has one for each callback mode.
pub static TABLES: [&Behaviour; 4] = [&GEN_FSM, &GEN_SERVER, &GEN_STATEM, &GEN_STATEM_HANDLER];

/// The functions of all behaviours of OTP that a machine may call, those of [`BEHAVIOURS`] among them.
pub static INTERFACES: [&Interface; 4] = [
    &crate::tables::gen_event::INTERFACE,
    &crate::tables::gen_fsm::INTERFACE,
    &crate::tables::gen_server::INTERFACE,
    &crate::tables::gen_statem::INTERFACE,
];

/// Some of these, as a text says it: `a, b or c`.
pub fn either(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// The behaviour that a module is, or is a copy of.
pub fn of_module(module: &str) -> Option<&'static Behaviour> {
    BEHAVIOURS.into_iter().find(|behaviour| behaviour.interface.is_module(module))
}

/// The callback modes of a behaviour, where it has several.
pub fn modes_of(behaviour: &Behaviour) -> Option<&'static Modes> {
    let modes = &crate::tables::gen_statem::MODES;
    modes.tables.iter().any(|(_, table)| table.name() == behaviour.name()).then_some(modes)
}

/// The functions of the behaviour that a module is, or is a copy of, whether it is translated or not.
pub fn interface_of(module: &str) -> Option<&'static Interface> {
    INTERFACES.into_iter().find(|interface| interface.is_module(module))
}
