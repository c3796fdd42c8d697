//! Callbacks that `gen_fsm` calls while the machine is in a state, and the commands that reach them.
//!
//! Which message reaches which callback is that of OTP's `gen_fsm:dispatch/4`.

use std::collections::BTreeSet;

use super::{Expr, Operator, OriginId, StateIx};

/// A callback in a state: what it does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handler {
    /// The state.
    pub state: StateIx,
    /// The callback.
    pub kind: HandlerKind,
}

/// Callbacks that are called in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HandlerKind {
    /// `StateName/2`: takes events of `send_event`, of timers and of event timeouts.
    Event,
    /// `StateName/3`: takes events of `sync_send_event`.
    SyncEvent,
    /// `handle_event/3`: takes events of `send_all_state_event`.
    AllEvent,
    /// `handle_sync_event/4`: takes events of `sync_send_all_state_event`.
    SyncAllEvent,
    /// `handle_info/3`: takes all other messages.
    Info,
    /// `terminate/3`: called before the machine ends.
    Terminate,
}

impl HandlerKind {
    /// Whether a client waits for an answer.
    pub fn is_sync(self) -> bool {
        matches!(self, Self::SyncEvent | Self::SyncAllEvent)
    }

    /// The callback's name where it does not depend on the state.
    pub fn function(self) -> Option<&'static str> {
        match self {
            Self::Event | Self::SyncEvent => None,
            Self::AllEvent => Some("handle_event"),
            Self::SyncAllEvent => Some("handle_sync_event"),
            Self::Info => Some("handle_info"),
            Self::Terminate => Some("terminate"),
        }
    }

    /// Number of parameters of the callback.
    pub fn arity(self) -> usize {
        match self {
            Self::Event => 2,
            Self::SyncEvent | Self::AllEvent | Self::Info | Self::Terminate => 3,
            Self::SyncAllEvent => 4,
        }
    }
}

/// Who waits for an answer, as a callback gets it: client number `number`, from 0.
pub fn client(number: usize) -> Expr {
    client_of(&Expr::integer(number + 1))
}

/// The From of a client, of an expression for its number from 1: its process identifier, and the tag of its call as
/// `gen:call/4` makes it since OTP 24, `{Pid, [alias|Ref]}`.
pub fn client_of(number: &Expr) -> Expr {
    let own = |operator| Expr::Apply(operator, vec![number.clone()]);
    let tag = Expr::Cons(Box::new(Expr::atom("alias")), Box::new(own(Operator::Reference)));
    Expr::Tuple(vec![own(Operator::Pid), tag])
}

/// The origin of parts of commands that are not known: the sender of the command chooses them. The first one of a
/// model whose environment has such parts.
pub const HOLE: OriginId = OriginId(0);

/// The number of the process identifier of the machine itself; clients have theirs from 1.
pub const MACHINE: usize = 0;

/// What the environment may do to the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// How.
    pub kind: CommandKind,
    /// The event, message or reason: ground, but for [`HOLE`]s where commands come at any time.
    pub term: Expr,
}

/// Kinds of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CommandKind {
    /// `gen_fsm:send_event/2`
    Event,
    /// `gen_fsm:sync_send_event/2`
    SyncEvent,
    /// `gen_fsm:send_all_state_event/2`
    AllEvent,
    /// `gen_fsm:sync_send_all_state_event/2`
    SyncAllEvent,
    /// A plain message.
    Info,
    /// `gen_fsm:stop/3`
    Stop,
    /// The process that started the machine ends: an exit signal.
    Exit,
}

impl CommandKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Event,
        Self::SyncEvent,
        Self::AllEvent,
        Self::SyncAllEvent,
        Self::Info,
        Self::Stop,
        Self::Exit,
    ];

    /// The tag of such a command in a command list; an event may stand without it.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::SyncEvent => "sync",
            Self::AllEvent => "all",
            Self::SyncAllEvent => "sync_all",
            Self::Info => "info",
            Self::Stop => "stop",
            Self::Exit => "exit",
        }
    }

    /// The callback that takes it.
    pub fn handler(self) -> HandlerKind {
        match self {
            Self::Event => HandlerKind::Event,
            Self::SyncEvent => HandlerKind::SyncEvent,
            Self::AllEvent => HandlerKind::AllEvent,
            Self::SyncAllEvent => HandlerKind::SyncAllEvent,
            Self::Info => HandlerKind::Info,
            Self::Stop | Self::Exit => HandlerKind::Terminate,
        }
    }

    /// The action by which the environment hands it over.
    pub fn command(self) -> &'static str {
        match self {
            Self::Event => "cmd",
            Self::SyncEvent => "cmd_sync",
            Self::AllEvent => "cmd_all",
            Self::SyncAllEvent => "cmd_sync_all",
            Self::Info => "cmd_info",
            Self::Stop => "cmd_stop",
            Self::Exit => "cmd_exit",
        }
    }

    /// The action by which the machine sends itself a message of this kind.
    pub fn post(self) -> &'static str {
        match self {
            Self::AllEvent => "post_all",
            Self::Info => "post_info",
            _ => "post",
        }
    }

    /// The action by which it reaches the callback.
    pub fn hand_over(self) -> &'static str {
        match self {
            Self::Event => "send_event",
            Self::SyncEvent => "sync_send_event",
            Self::AllEvent => "send_all_state_event",
            Self::SyncAllEvent => "sync_send_all_state_event",
            Self::Info => "send_info",
            Self::Stop => "send_stop",
            Self::Exit => "send_exit",
        }
    }
}

/// Who sends events, and which.
#[derive(Clone, Debug, PartialEq)]
pub enum Environment {
    /// Each command once, in order.
    Sequence(Vec<Command>),
    /// The list again and again.
    Cycle(Vec<Command>),
    /// Any of them at any time, for ever.
    AnyOf(Vec<Command>),
}

impl Environment {
    /// The commands, in order.
    pub fn commands(&self) -> &[Command] {
        match self {
            Self::Sequence(commands) | Self::Cycle(commands) | Self::AnyOf(commands) => commands,
        }
    }

    /// The commands, in order, to be changed in place.
    pub fn commands_mut(&mut self) -> &mut [Command] {
        match self {
            Self::Sequence(commands) | Self::Cycle(commands) | Self::AnyOf(commands) => commands,
        }
    }

    /// The kinds of its commands; events always count.
    pub fn kinds(&self) -> BTreeSet<CommandKind> {
        let kinds = self.commands().iter().map(|command| command.kind);
        kinds.chain([CommandKind::Event]).collect()
    }
}

impl Environment {
    /// Whether a part of some command is not known.
    pub fn has_holes(&self) -> bool {
        self.commands().iter().any(|command| command.term.has_hole())
    }

    /// How many clients may wait for an answer at once, if `most` may that send commands at any time: the
    /// next command of a list waits for the answer.
    pub fn clients(&self, most: usize) -> usize {
        match self {
            _ if !self.kinds().into_iter().any(|kind| kind.handler().is_sync()) => 0,
            Self::AnyOf(_) => most,
            Self::Sequence(_) | Self::Cycle(_) => 1,
        }
    }
}

impl Command {
    /// An event sent with `send_event`.
    pub fn event(term: Expr) -> Self {
        Self { kind: CommandKind::Event, term }
    }

    /// A command as it is written: `{sync, Event}` and the like, any other term is an event.
    pub fn written(term: Expr) -> Self {
        if let Expr::Tuple(items) = &term
            && let [Expr::Atom(tag), inner] = &items[..]
            && let Some(kind) = CommandKind::ALL.into_iter().find(|kind| kind.tag() == tag.as_str())
        {
            return Self { kind, term: inner.clone() };
        }
        Self::event(term)
    }

    /// The command as an element of a list that has several kinds: `{sync, Event}`.
    pub fn tagged(&self) -> Expr {
        Expr::Tuple(vec![Expr::atom(self.kind.tag()), self.term.clone()])
    }
}
