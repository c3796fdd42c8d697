//! What a module does somewhere.
//!
//! Input: a module. Output: facts that hold if some function of it, reached or not, does something.

use frontend::Module;

use super::own_event::{calls_any, calls_with, starts_with};
use super::timer::messages_stay;

/// What a module does somewhere, whether that is reached or not.
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(crate) struct Habits {
    /// The message of a timer may stay when that is cancelled.
    pub(crate) messages_stay: bool,
    /// It may make a link.
    pub(crate) may_link: bool,
    /// It may send itself an exit signal.
    pub(super) may_exit_itself: bool,
    /// It may set whether it traps exits.
    pub(crate) may_trap: bool,
    /// It is started without a link somewhere, and nowhere with one: it is its own parent then.
    pub(super) is_own_parent: bool,
}

/// Functions that make links.
const LINKS: [&str; 3] = ["link", "spawn_link", "spawn_opt"];

impl Habits {
    /// What the module does.
    pub(super) fn of(module: &Module) -> Self {
        Self {
            messages_stay: messages_stay(module),
            may_link: calls_any(module, &LINKS),
            may_exit_itself: calls_with(module, "exit", 2),
            may_trap: calls_any(module, &["process_flag"]),
            is_own_parent: starts_with(module, "start") && !starts_with(module, "start_link"),
        }
    }
}
