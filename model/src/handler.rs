//! Callbacks that the behaviour calls while the machine is in a state, and the commands that reach them.
//!
//! Which message reaches which callback is in the behaviour's table, not here.

use std::collections::BTreeSet;

use behaviour::{Callback, Message, Row};

use super::{Expr, Operator, OriginId, StateIx, layout};

/// A callback in a state: what it does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handler {
    /// The state.
    pub state: StateIx,
    /// The callback.
    pub kind: HandlerKind,
}

/// A callback of the machine's behaviour that is called in a state: a row of the behaviour's table.
pub type HandlerKind = Row<Callback>;

/// Who waits for an answer, as a callback gets it: client number `number`, from 0.
pub fn client(number: usize) -> Expr {
    client_of(&Expr::integer(number + 1))
}

/// The From of a client, of an expression for its number from 1: its process identifier, and the tag of its call as
/// `gen:call/4` makes it since OTP 24, `{Pid, [alias|Ref]}`.
pub fn client_of(number: &Expr) -> Expr {
    let applied = |operator| Expr::Apply(operator, vec![number.clone()]);
    layout::from(&applied(Operator::Pid), &applied(Operator::Reference))
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

/// A kind of commands: a row of the table of messages of the machine's behaviour.
pub type CommandKind = Row<Message>;

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

    /// The kinds of its commands, for a machine of this behaviour; the kind that needs no tag always counts.
    pub fn kinds(&self, behaviour: &behaviour::Behaviour) -> BTreeSet<CommandKind> {
        let kinds = self.commands().iter().map(|command| command.kind);
        kinds.chain([behaviour.untagged]).collect()
    }
}

impl Environment {
    /// Commands that stand as they are written, of a machine of this behaviour.
    #[must_use]
    pub fn read(self, behaviour: &behaviour::Behaviour) -> Self {
        let read = |commands: Vec<Command>| {
            commands.into_iter().map(|command| Command::written(behaviour, command.term)).collect()
        };
        match self {
            Self::Sequence(commands) => Self::Sequence(read(commands)),
            Self::Cycle(commands) => Self::Cycle(read(commands)),
            Self::AnyOf(commands) => Self::AnyOf(read(commands)),
        }
    }

    /// Whether a part of some command is not known.
    pub fn has_holes(&self) -> bool {
        self.commands().iter().any(|command| command.term.has_hole())
    }

    /// How many clients may wait for an answer at once, if `most` may that send commands at any time: the
    /// next command of a list waits for the answer.
    pub fn clients(&self, most: usize) -> usize {
        match self {
            _ if !self.commands().iter().any(|command| command.kind.is_sync()) => 0,
            Self::AnyOf(_) => most,
            Self::Sequence(_) | Self::Cycle(_) => 1,
        }
    }
}

impl Command {
    /// A command of the kind that needs no tag.
    pub fn event(behaviour: &behaviour::Behaviour, term: Expr) -> Self {
        Self { kind: behaviour.untagged, term }
    }

    /// A command as it is written: `{sync, Event}` and the like, any other term is an event.
    pub fn written(behaviour: &behaviour::Behaviour, term: Expr) -> Self {
        if let Expr::Tuple(items) = &term
            && let [Expr::Atom(tag), inner] = &items[..]
            && let Some(kind) = behaviour.tagged(tag.as_str())
        {
            return Self { kind, term: inner.clone() };
        }
        Self::event(behaviour, term)
    }

    /// The command as an element of a list that has several kinds: `{sync, Event}`.
    pub fn tagged(&self) -> Expr {
        Expr::Tuple(vec![Expr::atom(self.kind.tag), self.term.clone()])
    }
}
