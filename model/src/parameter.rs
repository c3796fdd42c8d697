//! What a parameter of a process holds.
//!
//! Output of the kernel, which gives each parameter its role; the role has the name under which the parameter is
//! printed. Who looks for the timers or the queue of a state asks for the role, never for that name. What the terms in
//! these parameters look like inside is said in `layout`.

pub mod layout;

use frontend::Name;

use super::VarId;

/// A parameter of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The variable that holds its value.
    pub var: VarId,
    /// What that is.
    pub role: ParameterRole,
}

/// What a parameter of a process holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterRole {
    /// The name of the state of the machine.
    State,
    /// The data of the machine.
    Data,
    /// The rest of the command list.
    Commands,
    /// Whether this client, counted from 0, waits for an answer: `false`, `true`, or the From of its call.
    Client(usize),
    /// What follows terminate/3, while that runs.
    Ending,
    /// The event timeout.
    Timeout,
    /// The entry of the process dictionary of this number.
    Entry(u8),
    /// The timers that run: a list of [`TimerPart`](super::TimerPart) tuples.
    Timers,
    /// The monitors and links: a list of [`WatchPart`](super::WatchPart) tuples.
    Watches,
    /// Whether the machine traps exits.
    Trap,
    /// The messages that wait: a list of [`QueuedPart`](super::QueuedPart) tuples.
    Queue,
    /// The message that is carried on.
    Command,
    /// The From of the message that is carried on.
    From,
    /// The timer whose message is carried on.
    Timer,
    /// What the end of another process brings: a [`SignalPart`](super::SignalPart) tuple.
    Signal,
    /// The frames of the procedures that have not returned.
    Frames,
    /// The value that a procedure has returned.
    Value,
    /// The result of the function of a callback, a procedure, or a segment of one.
    Result,
    /// The call stack (paper form).
    Stack,
    /// A value that another process has computed; in texts only.
    Computed,
}

impl ParameterRole {
    /// The name of the variable, as it is printed where no other one of the process has that name.
    pub fn name(self) -> Name {
        Name::from(match self {
            Self::State => "S",
            Self::Data => "LoopData",
            Self::Commands => "CmdSet",
            Self::Client(_) => "Waits",
            Self::Ending => "Ending",
            Self::Timeout => "Timeout",
            Self::Entry(_) => "Entry",
            Self::Timers => "Timers",
            Self::Watches => "Watches",
            Self::Trap => "Trap",
            Self::Queue => "Queue",
            Self::Command => "Command",
            Self::From => "From",
            Self::Timer => "Timer",
            Self::Signal => "Signal",
            Self::Frames => "Frames",
            Self::Value => "Value",
            Self::Result => "Res",
            Self::Stack => "Stack",
            Self::Computed => "Computed",
        })
    }
}
