//! What timers bring, and processes that the machine has started.

/// What a timer brings, or a process that the machine has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TimerKind {
    /// A timer of the behaviour: the event `{timeout, Ref, Message}`.
    Timeout,
    /// A timer of the behaviour: an event.
    Event,
    /// The timers of `erlang` and `timer`, or a process that the machine has started: a message.
    Info,
    /// A process that the machine has started: an event.
    Sent,
    /// A process that the machine has started: an event for all states.
    SentAll,
    /// A process that the machine has started: a request without an answer.
    SentCast,
}

impl TimerKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Timeout, Self::Event, Self::Info, Self::Sent, Self::SentAll, Self::SentCast];

    /// Whether a process brings it that the machine has started, as something that is no plain message.
    pub fn is_sent(self) -> bool {
        matches!(self, Self::Sent | Self::SentAll | Self::SentCast)
    }

    /// The name of the action by which it fires, and of the kind among terms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Event => "timer",
            Self::Info => "info",
            Self::Sent => "sent",
            Self::SentAll => "sent_all",
            Self::SentCast => "sent_cast",
        }
    }
}
