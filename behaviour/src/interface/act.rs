//! What interface functions do.

use crate::{TimerKind, Wire};

/// What a function of a behaviour's interface does. The process is its first argument, the event or message its second one,
/// unless a variant says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Starts a machine: the argument of `init/1` is the last but one.
    Start,
    /// Makes the calling process a machine.
    EnterLoop,
    /// Sends a message of this form, and does not wait.
    Send(Wire),
    /// Sends a message of this form to all processes of a name, on several nodes.
    SendToAll(Wire),
    /// Sends a message of this form, and waits for the answer.
    Call(Wire),
    /// Asks all processes of a name, on several nodes.
    CallAll(Wire),
    /// Sends a message of this form, whose answer is fetched later.
    Request(Wire),
    /// Answers a client: that is the first argument, the answer the second one.
    Reply,
    /// Answers clients, as a list of answers says.
    ReplyAll,
    /// Asks a machine to stop: the reason is the second argument, `normal` where there is none.
    Stop,
    /// Starts a timer, with the time as first argument, the event or message as second one: what brings it, and the tag of
    /// what it carries in `{timeout, Ref, {Tag, Content}}`.
    Arm(TimerKind, &'static str),
    /// Cancels a timer and takes its message out of the mailbox.
    Cancel,
    /// Asks a process that manages others for something else.
    Manage,
}

impl Act {
    /// Whether it sends a process something that it is given, and that process may be the one that calls.
    pub fn reaches(self) -> bool {
        matches!(
            self,
            Self::Send(_) | Self::SendToAll(_) | Self::Call(_) | Self::Request(_) | Self::Reply
        )
    }
}
