//! Tail-recursive processes as graphs of control points.

use frontend::{Name, Span};

use super::{
    ActionId, CommandKind, Cond, Expr, Handler, Parameter, ParameterRole, PointId, ProcedureIx,
    ProcessId, SegmentIx, VarId,
};
use crate::index::IndexVec;

/// A process definition.
#[derive(Clone, Debug)]
pub struct Process {
    /// What it is; decides its printed name.
    pub role: ProcessRole,
    /// Its parameters.
    pub params: Vec<Parameter>,
    /// Names of its variables, for printing.
    pub vars: IndexVec<VarId, Name>,
    /// Parameters that count as live up to the end of the process, used or not: the stored pair.
    pub kept: Vec<VarId>,
    /// Where it starts.
    pub body: PointId,
}

impl Process {
    /// The parameter of a role.
    pub fn parameter(&self, role: ParameterRole) -> Option<VarId> {
        self.params.iter().find(|param| param.role == role).map(|param| param.var)
    }

    /// The parameters of clients that may wait, by client.
    pub fn clients(&self) -> impl Iterator<Item = VarId> {
        let is_client = |param: &&Parameter| matches!(param.role, ParameterRole::Client(_));
        self.params.iter().filter(is_client).map(|param| param.var)
    }

    /// The role of the parameter that is this variable, if it is one.
    pub fn role_of(&self, var: VarId) -> Option<ParameterRole> {
        self.params.iter().find(|param| param.var == var).map(|param| param.role)
    }
}

/// What a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProcessRole {
    /// The environment (paper form).
    Command,
    /// The one-place stack (paper form); its parameter is a stack, not a term.
    CallStack,
    /// Waits for an event to be handed over (paper form).
    ChangeState,
    /// Reads the stored pair and dispatches a message of this kind (paper form).
    Read(CommandKind, Sender),
    /// Performs the actions of a callback in a state: the paper's state process.
    Handler(Handler),
    /// Performs the actions of a callback (`init/1` without a handler) after a call.
    Segment(Option<Handler>, SegmentIx),
    /// Performs the actions of a segment of a procedure; the frames are its last parameter but one.
    Procedure(ProcedureIx, SegmentIx),
    /// Goes on where the topmost frame says, with the value that a procedure has returned.
    Return,
    /// Performs the actions of `init/1`.
    Start,
    /// Enters the first state.
    Init,
    /// Stores the pair and waits for a command.
    NextState,
    /// Waits for a command (direct form).
    Idle,
    /// Carries a message of this kind from the command to the callback (direct form).
    Event(CommandKind, Sender),
    /// Carries what a timer brings to the callback.
    Timer,
    /// Carries what the end of another process brings to the callback.
    Signal,
    /// Goes on with values that a process has computed; in texts only.
    Part(ProcessId),
    /// Does what this process and others do in several places; in texts only.
    Common(ProcessId),
}

/// From whom a process gets the messages that it carries on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sender {
    /// From any process that sends them.
    Anyone,
    /// From this client, counted from 0: there are several.
    Client(usize),
    /// From the queue, where other messages do not come from there.
    Queue,
}

/// A process with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The process.
    pub process: ProcessId,
    /// Ground arguments.
    pub args: Vec<Expr>,
}

/// What a process does at a control point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Behaviour {
    /// Nothing more.
    End(End),
    /// Performs an action.
    Act {
        /// The action.
        action: ActionId,
        /// Its arguments.
        args: Vec<Expr>,
        /// What follows.
        next: PointId,
        /// The call in the source.
        origin: Option<Span>,
    },
    /// Takes any value through the receiving half of a handshake: `sum(V, a(Given,V).next)`.
    Receive {
        /// The receiving half.
        action: ActionId,
        /// What its arguments before the value have to be.
        given: Vec<Expr>,
        /// The variable that takes the value.
        var: VarId,
        /// Values that are accepted; all where absent.
        when: Option<Cond>,
        /// What follows.
        next: PointId,
    },
    /// Offers each of these, in this order.
    Choice(Vec<PointId>),
    /// Goes on by the truth of a condition.
    If {
        /// The condition.
        cond: Cond,
        /// Where it holds.
        yes: PointId,
        /// Where it does not.
        no: PointId,
    },
    /// Names a value; printed by substitution.
    Let {
        /// The variable.
        var: VarId,
        /// Its value: a projection of another variable.
        value: Expr,
        /// What follows.
        next: PointId,
    },
    /// Notes that this source clause was taken.
    Mark {
        /// The clause.
        origin: Span,
        /// What follows.
        next: PointId,
    },
    /// Goes on as a process.
    Call {
        /// The process.
        process: ProcessId,
        /// Its arguments.
        args: Vec<Expr>,
    },
}

/// Why nothing more happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The command list is used up.
    Exhausted,
    /// The next command of the list is not allowed in this state.
    Blocked,
    /// The machine has crashed.
    Crashed,
    /// The machine has stopped.
    Stopped,
    /// The machine was not started.
    NotStarted,
    /// The queue, or a timer, has no room: what follows is not in the model.
    Overflow,
    /// No clause of a `receive` takes the message: the action that led here has not happened. Only
    /// directly behind an action whose result is unknown, so that it is never printed, or behind a test that finds
    /// out.
    Refused,
    /// No alternative is left: printed as `delta`, without a meaning of its own.
    Nothing,
}

impl Behaviour {
    /// The variable that it binds.
    pub fn bound(&self) -> Option<VarId> {
        match self {
            Self::Let { var, .. } | Self::Receive { var, .. } => Some(*var),
            _ => None,
        }
    }

    /// The control points that it leads to, calls not followed.
    pub fn successors(&self) -> Vec<PointId> {
        match self {
            Self::End(_) | Self::Call { .. } => Vec::new(),
            Self::Act { next, .. }
            | Self::Receive { next, .. }
            | Self::Let { next, .. }
            | Self::Mark { next, .. } => vec![*next],
            Self::If { yes, no, .. } => vec![*yes, *no],
            Self::Choice(points) => points.clone(),
        }
    }

    /// Lets it lead to other control points.
    pub fn lead_to(&mut self, new: impl Fn(PointId) -> PointId) {
        match self {
            Self::End(_) | Self::Call { .. } => {}
            Self::Act { next, .. }
            | Self::Receive { next, .. }
            | Self::Let { next, .. }
            | Self::Mark { next, .. } => *next = new(*next),
            Self::If { yes, no, .. } => (*yes, *no) = (new(*yes), new(*no)),
            Self::Choice(points) => points.iter_mut().for_each(|point| *point = new(*point)),
        }
    }

    /// Calls `visit` for the variables that it reads itself, as often as they stand there.
    pub fn for_each_read(&self, visit: &mut impl FnMut(VarId)) {
        let mut exprs = |exprs: &[Expr]| {
            for expr in exprs {
                expr.for_each_var(visit);
            }
        };
        match self {
            Self::End(_) | Self::Mark { .. } | Self::Choice(_) => {}
            Self::Act { args, .. } | Self::Call { args, .. } => exprs(args),
            Self::Let { value, .. } => value.for_each_var(visit),
            Self::If { cond, .. } => cond.for_each_var(visit),
            Self::Receive { given, when, .. } => {
                exprs(given);
                if let Some(cond) = when {
                    cond.for_each_var(visit);
                }
            }
        }
    }

    /// Puts other variables in the place of those that it reads or binds itself.
    pub fn rename(&mut self, new: &impl Fn(VarId) -> VarId) {
        let all = |exprs: &mut [Expr]| exprs.iter_mut().for_each(|expr| expr.rename(new));
        match self {
            Self::End(_) | Self::Mark { .. } | Self::Choice(_) => {}
            Self::Act { args, .. } | Self::Call { args, .. } => all(args),
            Self::Let { var, value, .. } => {
                *var = new(*var);
                value.rename(new);
            }
            Self::If { cond, .. } => cond.rename(new),
            Self::Receive { given, var, when, .. } => {
                all(given);
                *var = new(*var);
                if let Some(cond) = when {
                    cond.rename(new);
                }
            }
        }
    }
}
