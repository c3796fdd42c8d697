//! What a `receive` may find in the mailbox of the machine.

use model::{Expr, OriginId};

/// Which messages that the machine knows of some clause of a `receive` may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct OwnMessages {
    /// Those of its queue.
    pub queue: bool,
    /// Those of timers.
    pub timers: bool,
    /// Those of the ends of other processes.
    pub ends: bool,
}

impl OwnMessages {
    /// Whether there are any.
    pub(crate) fn are_there(self) -> bool {
        self.queue || self.timers || self.ends
    }
}

/// What others may have sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Others {
    /// Any of these ground messages.
    Known(Vec<Expr>),
    /// Anything.
    Unknown(OriginId),
}
