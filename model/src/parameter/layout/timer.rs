//! A timer that runs: its components.
//!
//! How far away its end may be is said where timers are made: `translator/prelude/erlang.erl`.

use super::layout;

layout! {
    /// A component of a timer that runs. What a process that the machine has started sends it is one too.
    TimerPart {
        /// The number of the call that has started it.
        Site,
        /// A reference that nothing else has; the number among those of the site where nothing can name it.
        Ref,
        /// What brings its message.
        Kind,
        /// The message.
        Message,
        /// How far away its end is, or that its message is on its way, or what comes behind it.
        Left,
    }
}

layout! {
    /// A component of a message that carries the reference of its timer.
    TimeoutPart {
        /// `timeout`.
        Tag,
        /// The reference.
        Ref,
        /// What was given to the call that has started the timer.
        Message,
    }
}

layout! {
    /// A component of how far away the end of a timer is, where messages that wait come before it.
    SentPart {
        /// What is said without such messages: `sent`, where its message is on its way.
        State,
        /// How many messages come before it.
        N,
    }
}
