//! Whether an error may come about that the behaviour takes for a message without a callback.
//!
//! Input: the text of a module. Output: whether the module lacks that callback, makes stack traces of its own, or writes
//! the reason down. Does not look at what a callback returns.

use frontend::Name;

use crate::analysis::calls::{calls_any, calls_where, calls_with};
use crate::machine::Machine;

/// The reason of such an error.
pub(crate) const REASON: &str = "undef";

/// Whether such an error may come about: the module lacks the callback, makes stack traces of its own, or writes the
/// reason down, to exit with it or to return it.
pub(crate) fn may_swallow(machine: &Machine<'_>) -> bool {
    let (name, arity) = callback(machine);
    machine.behaviour.is_swallowing
        && (machine.exported(&Name::from(name), arity).is_none()
            || calls_where(machine.module, &|expr| expr.is_atom(REASON))
            || calls_with(machine.module, "error", 2)
            || calls_with(machine.module, "error", 3)
            || calls_any(machine.module, &["raise"]))
}

/// The callback whose absence does no harm, by name and arity.
pub(crate) fn callback(machine: &Machine<'_>) -> (&'static str, usize) {
    let callback = machine.behaviour.bare.callback;
    (callback.function().unwrap_or_default(), callback.arity())
}
