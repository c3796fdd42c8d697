//! Timers: what they bring, and how time passes.

use super::{Expr, HandlerKind};

/// What a timer brings, or a process that the machine has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimerKind {
    /// `gen_fsm:start_timer/2`: the event `{timeout, Ref, Message}`.
    Timeout,
    /// `gen_fsm:send_event_after/2`: an event.
    Event,
    /// The timers of `erlang` and `timer`, or a process that the machine has started: a message.
    Info,
    /// `gen_fsm:send_event/2` in a process that the machine has started: an event.
    Sent,
    /// `gen_fsm:send_all_state_event/2` in a process that the machine has started: an event for all states.
    SentAll,
}

impl TimerKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Timeout, Self::Event, Self::Info, Self::Sent, Self::SentAll];

    /// The name of the action by which it fires, and of the kind among terms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Event => "timer",
            Self::Info => "info",
            Self::Sent => "sent",
            Self::SentAll => "sent_all",
        }
    }

    /// The callback that takes it.
    pub fn handler(self) -> HandlerKind {
        match self {
            Self::Timeout | Self::Event | Self::Sent => HandlerKind::Event,
            Self::SentAll => HandlerKind::AllEvent,
            Self::Info => HandlerKind::Info,
        }
    }

    /// What its action shows of the message that it brings.
    pub fn shown(self, message: Expr) -> Expr {
        match self {
            Self::Timeout => Expr::element(3, message),
            Self::Event | Self::Info | Self::Sent | Self::SentAll => message,
        }
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
