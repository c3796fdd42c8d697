//! What a `receive` may take of what the model knows to be in the mailbox, as a value.
//!
//! Input: what brings a message that a `receive` may take. Output: the sum of all of them. Does not look at clauses.

use behaviour::Message;

use model::CommandKind;

/// What messages are brought by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bringer {
    Queue(CommandKind),
    Timer,
    Process,
}

/// What some `receive` of a module may take, of what the model knows to be in the mailbox.
#[derive(Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(crate) struct Takes {
    /// Anything.
    pub(crate) any: bool,
    /// Calls of clients that wait for the answer.
    pub(crate) calls: bool,
    /// Requests to stop, and exit signals of the process that has started the machine.
    pub(crate) signals: bool,
    /// What timers bring.
    pub(crate) timers: bool,
    /// What the ends of other processes bring.
    pub(crate) ends: bool,
}

impl Takes {
    /// What it may take besides.
    pub(super) fn with(self, by: Bringer) -> Self {
        let is = |what: fn(&Message) -> bool| matches!(by, Bringer::Queue(kind) if what(&kind));
        Self {
            any: true,
            calls: self.calls || is(Message::is_sync),
            signals: self.signals || is(Message::is_ending),
            timers: self.timers || by == Bringer::Timer,
            ends: self.ends || by == Bringer::Process,
        }
    }
}
