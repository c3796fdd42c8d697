//! The process model: the one value that is printed and explored.
//!
//! Output of the translator, input of `emit` and of the explorer. A model is a set of pure
//! first-order functions over terms, a set of actions with their communications, a set of
//! tail-recursive processes, and a composition of some of them. Nothing else gives it meaning.

pub mod action;
pub mod exception;
pub mod expr;
pub mod fresh;
pub mod function;
pub mod handler;
pub mod index;
pub mod names;
pub mod origin;
pub mod parameter;
pub mod process;
pub mod source;
pub mod state;
pub mod timer;

pub use crate::expr::cells::Cells;
pub use crate::expr::float::{FloatOp, Math};
pub use crate::expr::kind::Kind;
pub use crate::expr::wrap::{Guess, Wrap};
pub use action::{Action, ActionRole, AtOnce, Communication};
pub use behaviour::TimerKind;
pub use exception::Class;
pub use expr::{Cond, Expr, Operator};
pub use fresh::{Fresh, Series};
pub use function::{Function, FunctionRole, Node, Procedure, Raise};
pub use handler::{
    Command, CommandKind, Environment, HOLE, Handler, HandlerKind, MACHINE, client, client_of,
};
pub use origin::{Origin, OriginKind, Outside};
pub use parameter::layout::{
    BehindPart, Component, DownPart, EndingPart, ExitPart, FramePart, FromPart, LoosePart,
    PickedPart, QueuedPart, SentPart, SignalPart, StoredPart, TimeoutPart, TimerPart, WatchPart,
    down_message, exit_message,
};
pub use parameter::{Parameter, ParameterRole, layout};
pub use process::{Behaviour, End, Instance, Process, ProcessRole, Sender};
pub use source::{SourceClause, SourceFunction, library};
pub use timer::{MAX_TIMEOUT, Time, Timing, shown};

use frontend::{Name, Span};

use crate::index::IndexVec;

index_types! {
    /// A pure function of a model.
    FunctionId;
    /// A node of the graph of one function.
    NodeId;
    /// A variable of one function or one process.
    VarId;
    /// An action of a model.
    ActionId;
    /// A process of a model.
    ProcessId;
    /// A control point: a node of the behaviour of some process.
    PointId;
    /// A place in the source whose value the model does not know.
    OriginId;
    /// A state of the machine: a state name with its state function.
    StateIx;
    /// A callback in a state of the machine.
    HandlerIx;
    /// A function of the module that acts and is called instead of standing in line.
    ProcedureIx;
    /// A part of a callback or a procedure: number 0 is its beginning, the others follow calls whose end decides
    /// how it goes on.
    SegmentIx;
}

/// A translated module under one environment, in one form.
#[derive(Clone, Debug)]
pub struct Model {
    /// Name of the module.
    pub module: Name,
    /// Its behaviour.
    pub behaviour: &'static behaviour::Behaviour,
    /// What the module calls that: its name, or that of the copy of it that the module runs in.
    pub behaviour_name: Name,
    /// Which of the two compositions this is.
    pub form: Form,
    /// State names, in the order of their functions in the source.
    pub states: IndexVec<StateIx, Name>,
    /// Functions of the module as they stand in the source, for comments.
    pub source: Vec<SourceFunction>,
    /// Functions of the module that act and are called.
    pub procedures: IndexVec<ProcedureIx, Procedure>,
    /// Pure functions; local functions of the module come first, and may call each other.
    pub functions: IndexVec<FunctionId, Function>,
    /// Functions of the name and the data of a state that properties ask, as by `data(Expr)`; nothing calls them.
    pub observers: Vec<FunctionId>,
    /// A function of the name and the data of a state whose value is what the state is called, as `{state, Expr}` says for a
    /// behaviour whose states have no names of their own; nothing calls it.
    pub naming: Option<FunctionId>,
    /// Where unknown values of the module come from; see [`Model::unknowns`].
    pub origins: IndexVec<OriginId, Origin>,
    /// Where the module computes with floats first, or else speaks of one, where there are any.
    pub floats: Option<Span>,
    /// What `init/1` is called with, where the environment chooses that: variable number n stands for
    /// the n-th choice that the model makes, an unknown value for a part that nothing needs.
    pub argument: Option<Expr>,
    /// Whether something that the module may do is known to be left out: event timeouts, actions of
    /// terminate/3, what a parse transform or `-on_load` changes, what
    /// constructs without a translation do.
    pub is_partial: bool,
    /// The numbers of the references and process identifiers that only tell themselves from others.
    pub fresh: Fresh,
    /// Calls that go to a process of which nothing may be known, where that is taken for another one than the machine.
    pub to_others: Vec<Span>,
    /// Actions, halves of handshakes included.
    pub actions: IndexVec<ActionId, Action>,
    /// Which halves make which handshake; halves never happen alone.
    pub communications: Vec<Communication>,
    /// Control points of all processes.
    pub points: IndexVec<PointId, Behaviour>,
    /// Processes, in the order in which they are printed.
    pub processes: IndexVec<ProcessId, Process>,
    /// The processes that run in parallel, the environment first where it is one of several.
    pub composition: Vec<Instance>,
}

/// The two compositions of a translated module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Commands, the two-process baton and the call stack, as printed in the paper.
    Paper,
    /// One sequential process with the labels of the paper's composition.
    Direct,
}

/// What an event without a clause does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unhandled {
    /// The machine crashes with `function_clause`, as in OTP.
    Crash,
    /// The command is not offered.
    Disallow,
    /// The command is consumed; nothing changes but that an event timeout is over. What the machine sends to
    /// itself, and its timers, crash it.
    Ignore,
}

impl Unhandled {
    /// Whether it is asked first if the callback has a clause: messages can be ignored, but not kept out.
    pub fn asks_first(self, kind: HandlerKind) -> bool {
        match self {
            Self::Crash => false,
            // What comes at once is no message.
            _ if kind.moment == behaviour::Moment::Next => false,
            Self::Disallow => !kind.is_for_messages() && !kind.is_last(),
            Self::Ignore => !kind.is_last(),
        }
    }
}
