//! The core form of a callback: decisions, bindings, effects and endings in one graph.
//!
//! Output of lowering, input of `sequences`. Every variable is bound once, operands have been
//! tested before they are used, evaluation order is that of the BEAM. What no longer occurs:
//! patterns, guards, clause lists, nested effects; calls of local functions are in line, values of
//! pure functions of the model, or nodes of their own.

mod mail;
mod service;

use frontend::{Name, Span};
use rustc_hash::FxHashSet;

use crate::library::otp_function::OtpFunction;
use model::expr::walk::{walk, walk_cond};
use model::index::{Distinct, Idx as _, IndexVec};
use model::{Class, Cond, Expr, NodeId, OriginId, ProcedureIx, VarId};

pub(crate) use mail::{Others, OwnMessages};
pub(crate) use service::{FIRST_NAME, Lookup, NAMES, Service};

/// A callback under translation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// Names of the variables.
    pub vars: IndexVec<VarId, Name>,
    /// Nodes; every node stands behind the nodes that it leads to.
    pub nodes: Distinct<NodeId, Node>,
    /// Variables that some node needs.
    used: FxHashSet<VarId>,
    /// The clause of the module's callback that is lowered in the text of a loop: what that does is done for it.
    pub within: Option<Span>,
    /// The construct whose exception is followed, where it is known.
    pub raised: Option<Span>,
}

/// A node of the graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// Goes on by the truth of a condition.
    Test {
        /// The condition.
        cond: Cond,
        /// Where it holds.
        yes: NodeId,
        /// Where it does not.
        no: NodeId,
        /// The construct that asks.
        at: Span,
    },
    /// Names a value.
    Let {
        /// The variable.
        var: VarId,
        /// Its value.
        value: Expr,
        /// What follows.
        next: NodeId,
    },
    /// Calls a function outside the module.
    Act {
        /// The call.
        call: OutsideCall,
        /// The variable that takes the result, where something after the call needs it.
        result: Option<VarId>,
        /// What it may be.
        returns: Returns,
        /// Where evaluation goes on instead if the call raises an exception.
        raises: Vec<Raise>,
        /// Where it goes on instead if a `receive` gives up waiting, or if the timer that it cancels had time
        /// left.
        after: Option<NodeId>,
        /// What follows if it returns.
        next: NodeId,
        /// The source clause in whose body it stands.
        clause: Span,
    },
    /// Calls a function of the module that acts and does not stand in line.
    Enter {
        /// The function.
        procedure: ProcedureIx,
        /// Values of the arguments.
        args: Vec<Expr>,
        /// Classes of the exceptions that it may raise.
        raises: Vec<Class>,
        /// The variable that takes `{ok, Value}`, or the class and the reason of an exception.
        returned: VarId,
        /// What follows.
        next: NodeId,
        /// The source clause in whose body it stands.
        clause: Span,
    },
    /// The callback is done.
    Leaf(Leaf),
}

/// A call of a function of another module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OutsideCall {
    /// What it is to the machine, where `gen_fsm` itself carries it out.
    pub service: Option<Service>,
    /// The other module.
    pub module: Name,
    /// Its function.
    pub function: Name,
    /// Values of the arguments.
    pub args: Vec<Expr>,
    /// The call in the source.
    pub span: Span,
}

/// What a call of another module may return.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Returns {
    /// One value, which is known or unread.
    One,
    /// Any of these ground values.
    Values(Vec<Expr>),
    /// Any of these ground values, which it shows, read or not.
    Shown(Vec<Expr>),
    /// Anything.
    Unknown(OriginId),
    /// What the machine itself says: the reference of a new timer or monitor, a process that it starts, what its process
    /// dictionary held, or, with the origin of the time that was left, how the cancelled timer was. Without a result, how that goes on.
    Timer(Option<OriginId>),
    /// A message that the machine knows to be in its mailbox, or one of others.
    Mail(OwnMessages, Others),
}

impl Returns {
    /// Whether the call never returns.
    pub(crate) fn are_none(&self) -> bool {
        matches!(self, Self::Values(values) if values.is_empty())
    }

    /// Whether the way in which the call ends decides how the machine goes on, even if its result is unread.
    pub(crate) fn decide(&self) -> bool {
        self.are_none() || matches!(self, Self::Timer(_) | Self::Mail(..) | Self::Shown(_))
    }
}

/// An exception that a call of another module may raise.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Raise {
    /// Its class.
    pub class: Class,
    /// Its ground reason.
    pub reason: Expr,
    /// What follows.
    pub next: NodeId,
}

/// How a callback ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Leaf {
    /// The ending.
    pub ending: Ending,
    /// The source clause that was taken, or the function where none matched.
    pub origin: Span,
    /// The construct whose exception ends it, where that is known.
    pub raised: Option<Span>,
}

/// Who gets an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Recipient {
    /// The client with this number, from 0.
    Client(usize),
    /// The process that has this From, if it still waits.
    From(Expr),
}

/// Kinds of endings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ending {
    /// The machine goes on in a state.
    Next {
        /// Its name, or what stands for those that are computed and have no function.
        state: Name,
        /// The name, where another stands for it.
        name: Option<Expr>,
        /// The new state data.
        data: Expr,
        /// The event timeout: `armed`, or how long it is where time is counted, `zero` where that comes
        /// before all commands, or `bad` where OTP cannot wait so long.
        timeout: Option<Expr>,
    },
    /// The machine stops.
    Stop {
        /// The reason, also that of terminate/3.
        reason: Expr,
        /// The data of terminate/3, where that acts.
        data: Option<Expr>,
        /// An answer behind terminate/3, and who gets it.
        reply: Option<(Recipient, Expr)>,
    },
    /// The machine crashes.
    Crash {
        /// The reason without the stack trace.
        reason: Expr,
        /// Reason and data of terminate/3, where that acts.
        terminate: Option<[Expr; 2]>,
    },
    /// The behaviour itself fails with this error: terminate/3 is not called.
    Break(Expr),
    /// terminate/3 is done.
    Done,
    /// `init/1` did not start the machine.
    StartFailed(Expr),
    /// `init/1` returned `ignore`.
    StartIgnored,
    /// The answer of a predicate.
    Truth(bool),
    /// The value of a local function.
    Value(Expr),
    /// No clause of a `receive` takes this message: it has not been received.
    Refused(Expr),
}

impl Ending {
    /// Whether a callback ends as no clause was taken, and the reason does not say what there was none for.
    pub(crate) fn is_without_clause(&self) -> bool {
        let Self::Crash { reason: Expr::Atom(reason), .. } = self else { return false };
        matches!(reason.as_str(), "function_clause" | "if_clause")
    }

    /// Whether an exception may end a callback or a function so.
    pub(crate) fn is_of_exception(&self) -> bool {
        match self {
            Self::Stop { .. }
            | Self::Crash { .. }
            | Self::Break(_)
            | Self::StartFailed(_)
            | Self::Value(_) => true,
            Self::Next { .. }
            | Self::Done
            | Self::StartIgnored
            | Self::Truth(_)
            | Self::Refused(_) => false,
        }
    }
}

/// The tag with which a procedure returns what a call of another module gave, where its callers ask for that.
pub(crate) const OPEN: &str = "open";

impl Graph {
    /// A fresh variable.
    pub(crate) fn var(&mut self, name: &str) -> VarId {
        self.vars.push(Name::from(name))
    }

    /// The node with this content; equal nodes are one, a test with equal outcomes is none.
    pub(crate) fn node(&mut self, mut node: Node) -> NodeId {
        if let Node::Act { clause: place, .. }
        | Node::Enter { clause: place, .. }
        | Node::Leaf(Leaf { origin: place, .. }) = &mut node
        {
            *place = self.placed(*place);
        }
        if let Node::Test { yes, no, .. } = &node
            && yes == no
        {
            return *yes;
        }
        let n_known = self.nodes.len();
        let id = self.nodes.insert(node);
        if self.nodes.len() > n_known {
            let mut read = Vec::new();
            self.nodes[id].for_each_read(|var| self.used.contains(&var), &mut |var| read.push(var));
            self.used.extend(read);
        }
        id
    }

    /// Where something stands in the module: what a loop does, in the clause that is lowered in it.
    pub(crate) fn placed(&self, place: Span) -> Span {
        self.within.filter(|_| model::library::contains(place)).unwrap_or(place)
    }

    /// Whether some node that is there already needs a variable.
    pub(crate) fn uses(&self, var: VarId) -> bool {
        self.used.contains(&var)
    }

    /// Whether all that follows a call is to return what it has returned, whatever its tag is.
    pub(crate) fn hands_on(&self, mut node: NodeId, returned: VarId, raises: &[Class]) -> bool {
        let part = |position| Expr::element(position, Expr::Var(returned));
        let mut tags = vec!["ok"];
        tags.extend(raises.iter().map(|class| class.name()));
        while let Node::Test { cond: Cond::Same(left, Expr::Atom(tag)), yes, no, .. } =
            &self.nodes[node]
        {
            if *left != part(1) || self.tag_of(*yes, &part(2)) != Some(tag) {
                return false;
            }
            match tags.iter().position(|other| *other == tag.as_str()) {
                Some(place) => drop(tags.remove(place)),
                // Not every procedure tells its open results.
                None if tag.as_str() == OPEN => {}
                None => return false,
            }
            node = *no;
        }
        let last = self.tag_of(node, &part(2)).map(Name::as_str);
        matches!(tags[..], [tag] if last == Some(tag))
    }

    /// The tag with which a node returns this value.
    fn tag_of(&self, node: NodeId, value: &Expr) -> Option<&Name> {
        match &self.nodes[node] {
            Node::Leaf(Leaf { ending: Ending::Value(Expr::Tuple(items)), .. }) => {
                match &items[..] {
                    [Expr::Atom(tag), item] if item == value => Some(tag),
                    _ => None,
                }
            }
            Node::Let { var, value: bound, next } if bound == value => {
                self.tag_of(*next, &Expr::Var(*var))
            }
            _ => None,
        }
    }

    /// The nodes that can be reached from `root`, each before the nodes that it leads to.
    pub(crate) fn reachable(&self, root: NodeId) -> Vec<NodeId> {
        let mut seen = vec![false; self.nodes.len()];
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            if !seen[id.index()] {
                seen[id.index()] = true;
                self.nodes[id].for_each_successor(&mut |next| pending.push(next));
            }
        }
        let ids = seen.iter().enumerate().rev().filter(|(_, is_seen)| **is_seen);
        ids.map(|(position, _)| NodeId::from_usize(position)).collect()
    }
}

impl Node {
    /// Calls `visit` for the nodes that it leads to, in order.
    pub(crate) fn for_each_successor(&self, visit: &mut impl FnMut(NodeId)) {
        match self {
            Self::Test { yes, no, .. } => {
                visit(*yes);
                visit(*no);
            }
            Self::Let { next, .. } | Self::Enter { next, .. } => visit(*next),
            Self::Act { returns, raises, after, next, .. } => {
                let raised = raises.iter().map(|raise| raise.next);
                let returned = (!returns.are_none()).then_some(*next);
                returned.into_iter().chain(raised).chain(*after).for_each(visit);
            }
            Self::Leaf(_) => {}
        }
    }

    /// The nodes that it leads to.
    pub(crate) fn successors(&self) -> Vec<NodeId> {
        let mut next = Vec::new();
        self.for_each_successor(&mut |id| next.push(id));
        next
    }

    /// Calls `visit` for what the node tests, binds or ends with, inner expressions included.
    pub(crate) fn for_each_expr(&self, visit: &mut impl FnMut(&Expr)) {
        match self {
            Self::Test { cond, .. } => walk_cond(cond, visit, &mut |_| {}),
            Self::Let { value, .. } => walk(value, visit, &mut |_| {}),
            Self::Leaf(leaf) => {
                leaf.ending.values().into_iter().for_each(|value| walk(value, visit, &mut |_| {}));
            }
            Self::Act { .. } | Self::Enter { .. } => {}
        }
    }

    /// Calls `visit` for the variables that the node itself reads.
    ///
    /// A binding reads nothing where `needed` says that its variable is not.
    pub(crate) fn for_each_read(
        &self,
        needed: impl Fn(VarId) -> bool,
        visit: &mut impl FnMut(VarId),
    ) {
        match self {
            Self::Test { cond, .. } => cond.for_each_var(visit),
            Self::Let { var, value, .. } if needed(*var) => value.for_each_var(visit),
            Self::Let { .. } => {}
            Self::Act { call: OutsideCall { args, .. }, .. } | Self::Enter { args, .. } => {
                for arg in args {
                    arg.for_each_var(visit);
                }
            }
            Self::Leaf(leaf) => {
                for value in leaf.ending.values() {
                    value.for_each_var(visit);
                }
            }
        }
    }
}

impl OutsideCall {
    /// A call that other modules carry out.
    pub(crate) fn new(module: Name, function: Name, args: Vec<Expr>, span: Span) -> Self {
        Self { service: None, module, function, args, span }
    }

    /// The function as rules about OTP name it.
    pub(crate) fn otp(&self) -> OtpFunction<'_> {
        OtpFunction::of(self.module.as_str(), self.function.as_str(), self.args.len())
    }
}

impl Ending {
    /// The values that it carries.
    pub(crate) fn values(&self) -> Vec<&Expr> {
        match self {
            Self::Next { name, data, timeout, .. } => {
                name.iter().chain(std::iter::once(data)).chain(timeout).collect()
            }
            Self::Stop { reason, data, reply } => {
                let from = reply.iter().filter_map(|(to, _)| match to {
                    Recipient::From(from) => Some(from),
                    Recipient::Client(_) => None,
                });
                let answer = reply.iter().map(|(_, answer)| answer);
                std::iter::once(reason).chain(data).chain(answer).chain(from).collect()
            }
            Self::Crash { reason, terminate } => {
                std::iter::once(reason).chain(terminate.iter().flatten()).collect()
            }
            Self::Break(value)
            | Self::StartFailed(value)
            | Self::Value(value)
            | Self::Refused(value) => vec![value],
            Self::StartIgnored | Self::Done | Self::Truth(_) => Vec::new(),
        }
    }
}
