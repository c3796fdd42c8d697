//! The options under which a module is translated.
//!
//! What the caller says besides the module, and what is so where nothing is said. Does nothing with it.

use frontend::ast::Expr as Syntax;

use crate::library::shapes::Shape;
use crate::library::stubs::Stub;
use crate::pipeline::cancellation::Until;
use model::{Environment, Expr, Form, Timing, Unhandled};

/// What is translated besides the module.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "choices that do not depend on each other")]
pub struct Options {
    /// What `init/1` is called with: one term, or one of several ground ones, which the environment chooses; without any,
    /// any term that the head of a single clause takes, else any term.
    pub init: Vec<Expr>,
    /// The commands.
    pub environment: Environment,
    /// How many clients may wait for an answer at once, where commands come at any time.
    pub clients: usize,
    /// How many messages that the machine sends to itself may wait in its queue.
    pub self_posts: usize,
    /// How many commands may wait there; with 0 they are handed over when the machine is idle.
    pub mailbox: usize,
    /// Whether a command may come before a message that the machine has sent to itself, as long as that is
    /// the only one.
    pub overtakes: bool,
    /// What an event without a clause does.
    pub unhandled: Unhandled,
    /// How timers and event timeouts are modelled.
    pub timing: Timing,
    /// Which composition to build.
    pub form: Form,
    /// Whether action names carry their module.
    pub qualify: bool,
    /// Why other processes end; any reason where there are none.
    pub reasons: Vec<Expr>,
    /// What calls of other modules do, each function once.
    pub stubs: Vec<Stub>,
    /// What calls of other modules return by the code of these, each function once.
    pub shapes: Vec<Shape>,
    /// Expressions over `State` and `Data` that the caller wants to ask of states.
    pub observers: Vec<Syntax>,
    /// An expression over `Data` whose value is what a state is called, for a behaviour whose states have no names.
    pub naming: Option<Syntax>,
    /// Whether what hangs on the order of a map of more than 32 entries is an unknown value; else exploration ends
    /// where it would be needed.
    pub opens_maps: bool,
    /// Whether what the library decides stands in the source at the call that reaches it.
    pub places_calls: bool,
    /// Whether a process of which nothing is known is another one than the machine; else it may be the machine, too.
    pub others_only: bool,
    /// Nodes of a callback from which on what follows its values is lowered once for those that are alike.
    pub joins_from: usize,
    /// Nodes of all callbacks together from which on functions that stand in line again and again are called instead.
    pub calls_from: usize,
    /// Expressions in such a function, at least.
    pub calls_large: usize,
    /// When to give up.
    pub until: Until,
}

impl Options {
    /// Messages that the machine sends to itself and that may wait at once.
    pub const SELF_POSTS: usize = 8;

    /// A callback with less nodes has a text that can be read, and would have a longer one with joins.
    pub const JOINS_FROM: usize = 2000;

    /// A few large modules have more: how long those take says `docs/hunting.md`.
    pub const CALLS_FROM: usize = 60_000;

    /// A call is no smaller than less expressions are in line, and tells less of what is returned, which may say what a `gen_statem` does next.
    pub const CALLS_LARGE: usize = 15;

    /// These commands, one client, no mailbox, and OTP's truth about events without a clause.
    pub fn under(environment: Environment) -> Self {
        Self {
            init: Vec::new(),
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
            shapes: Vec::new(),
            observers: Vec::new(),
            naming: None,
            opens_maps: false,
            places_calls: false,
            others_only: false,
            joins_from: Self::JOINS_FROM,
            calls_from: Self::CALLS_FROM,
            calls_large: Self::CALLS_LARGE,
            until: Until::default(),
        }
    }
}
