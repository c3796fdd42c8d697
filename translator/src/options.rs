//! The options under which a module is translated by default.

use crate::pipeline::Options;
use crate::pipeline::cancellation::Until;
use model::{Environment, Form, Timing, Unhandled};

impl Options {
    /// Messages that the machine sends to itself and that may wait at once.
    pub const SELF_POSTS: usize = 8;

    /// These commands, one client, no mailbox, and OTP's truth about events without a clause.
    pub fn under(environment: Environment) -> Self {
        Self {
            init: None,
            environment,
            clients: 1,
            self_posts: Self::SELF_POSTS,
            mailbox: 0,
            overtakes: false,
            unhandled: Unhandled::Crash,
            timing: Timing::default(),
            form: Form::Direct,
            qualify: false,
            reasons: Vec::new(),
            stubs: Vec::new(),
            observers: Vec::new(),
            opens_maps: false,
            places_calls: false,
            others_only: false,
            until: Until::default(),
        }
    }
}
