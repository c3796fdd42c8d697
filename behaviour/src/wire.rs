//! What a message looks like in a mailbox.

/// The tag of what `sys` asks of a process of any behaviour.
pub const SYSTEM: &str = "system";

/// The function by which a process of any behaviour is asked to stop.
pub const STOPPER: [&str; 2] = ["sys", "terminate"];

/// The form in which a message comes to the machine's mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// `{Tag, Event}`
    Tagged(&'static str),
    /// `{Tag, From, Event}`: From waits for an answer.
    Asked(&'static str),
    /// As it was sent: any message that has no other form.
    Bare,
    /// `{Tag, From, Request}`, which `sys` takes for the behaviour.
    System(&'static str),
    /// `{timeout, Ref, Type}` of a timer that the behaviour's loop has started: no process sends that.
    Timer,
    /// A signal; `{Tag, Pid, Reason}` where the machine traps exits.
    Signal(&'static str),
}

impl Wire {
    /// The atom by which it is known.
    pub fn tag(self) -> Option<&'static str> {
        match self {
            Self::Tagged(tag) | Self::Asked(tag) | Self::System(tag) | Self::Signal(tag) => {
                Some(tag)
            }
            Self::Bare | Self::Timer => None,
        }
    }
}

/// Whether an atom is one by which OTP's behaviours know their messages: plain messages do not have it.
pub fn is_own_tag(tag: &str) -> bool {
    tag.starts_with("$gen_")
}
