//! What a call does to the machine itself, where OTP carries it out for the machine.

use model::{CommandKind, TimerKind};

/// Names at most of which it is followed who has them.
pub(crate) const NAMES: u8 = 8;

/// The number of the first entry that says who has a name; those before are of the process dictionary.
pub(crate) const FIRST_NAME: u8 = 64 - NAMES;

/// What `gen_fsm` does for the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Service {
    /// Answers the client with this number, from 0; the argument is the answer.
    Reply(usize),
    /// Answers the process that has the first argument for its From, if it still waits; the second is the answer.
    Answer,
    /// Sends something that may be the answer for which a client waits, and is an action like any other call if it is none.
    Give {
        /// Whether it is for the From that is the first argument, as of `gen:reply/2`; else the second argument is a message to the first.
        names_from: bool,
    },
    /// Starts a timer; the arguments are its time and what it brings.
    Start {
        /// What the machine takes it for.
        kind: TimerKind,
        /// Whether it brings `{timeout, Ref, Message}`.
        wraps: bool,
        /// Whether its reference goes anywhere.
        named: bool,
        /// Whether it goes on until it is cancelled.
        repeats: bool,
    },
    /// Lets a process that the machine has started send it something of this kind, behind what that sends before; the
    /// arguments are the process and what it sends.
    Send(TimerKind),
    /// Cancels the timer with the reference that is the argument.
    Cancel {
        /// Whether that removes its message, too, if it has come already.
        flushes: bool,
    },
    /// Puts a message of this kind into the machine's own queue; the argument is the message.
    Post(CommandKind),
    /// Monitors the process that is the second argument.
    Monitor,
    /// Removes the monitor with the reference that is the first argument.
    Demonitor {
        /// Whether that removes its message, too, if it has come already.
        flushes: bool,
        /// Whether the call asks if there was a monitor to remove.
        informs: bool,
    },
    /// Links to the process that is the argument.
    Link,
    /// Removes the link to it.
    Unlink,
    /// Starts a process.
    Spawn {
        /// Whether it is linked.
        links: bool,
        /// Whether it is monitored.
        monitors: bool,
    },
    /// Makes a reference.
    Reference,
    /// Sends the machine an exit signal of its own; the last argument is the reason. An action like any other call.
    ExitSelf,
    /// Sets whether the machine traps exits, as the last argument says; an action like any other call.
    Trap,
    /// Does this with the entry of this number in its process dictionary; the first argument is the key. From
    /// `FIRST_NAME` on it is about who has a name.
    Entry(Lookup, u8),
    /// Empties its process dictionary.
    Forget,
    /// Says what `init/1` is called with; the result is that.
    Begin,
}

/// What is done with an entry of the process dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Lookup {
    /// It is read.
    Get,
    /// It is replaced by the second argument.
    Put,
    /// It is removed.
    Erase,
}

impl Service {
    /// Whether it is about timers.
    pub(crate) fn is_timer(self) -> bool {
        matches!(self, Self::Start { .. } | Self::Cancel { .. } | Self::Send(_))
    }

    /// What it lets come to the machine later.
    pub(crate) fn brings(self) -> Option<TimerKind> {
        match self {
            Self::Start { kind, .. } | Self::Send(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether it is about the process dictionary.
    pub(crate) fn is_entry(self) -> bool {
        matches!(self, Self::Entry(..) | Self::Forget)
    }

    /// Whether no other process has to do with it.
    pub(crate) fn is_inside(self) -> bool {
        self.is_timer() || self.is_entry() || matches!(self, Self::Begin | Self::Reference)
    }

    /// Whether it is about other processes.
    pub(crate) fn is_watch(self) -> bool {
        self.is_start_of_watch() || matches!(self, Self::Demonitor { .. } | Self::Unlink)
    }

    /// Whether it makes a monitor, a link or a process.
    pub(crate) fn is_start_of_watch(self) -> bool {
        matches!(self, Self::Monitor | Self::Link | Self::Spawn { .. })
    }

    /// Whether it may answer a process of which only a run tells whether it waits.
    pub(crate) fn may_answer(self) -> bool {
        matches!(self, Self::Answer | Self::Give { .. })
    }

    /// Whether an action of the machine stands for the call.
    pub(crate) fn is_own_action(self) -> bool {
        matches!(self, Self::Reply(_) | Self::Answer | Self::Post(_))
    }
}
