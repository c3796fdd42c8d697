//! Timers: what is seen of them, and how time passes.

use behaviour::TimerKind;

use super::{Component as _, Expr, TimeoutPart};

/// What the action of a timer of this kind shows of the message that it brings.
pub fn shown(kind: TimerKind, message: Expr) -> Expr {
    match kind {
        TimerKind::Timeout => TimeoutPart::Message.of(&message),
        TimerKind::Event
        | TimerKind::Info
        | TimerKind::Sent
        | TimerKind::SentAll
        | TimerKind::SentCast => message,
    }
}

/// Milliseconds that an Erlang process can wait at most.
pub const MAX_TIMEOUT: u32 = u32::MAX;

/// How time passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Time {
    /// What waits for its time may have it at any moment.
    #[default]
    Untimed,
    /// What waits for its time has it only when nothing else can happen.
    Progress,
    /// Time is counted: one unit is a visible step.
    Tick,
}

/// How timers and event timeouts are modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timing {
    /// How time passes.
    pub time: Time,
    /// Milliseconds in a unit of time; the greatest that divides all constant times where absent.
    pub quantum: Option<usize>,
    /// Whether an event timeout of 0 comes before all commands.
    pub zero_first: bool,
    /// Timers that may be pending at once, for each place that starts one.
    pub timers: usize,
}

impl Default for Timing {
    fn default() -> Self {
        Self { time: Time::Untimed, quantum: None, zero_first: false, timers: 2 }
    }
}
