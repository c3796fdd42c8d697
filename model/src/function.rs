//! Pure functions: decision graphs over terms.
//!
//! A function is a rooted acyclic graph of tests and bindings; equal subgraphs are one. The clause
//! lists of the source are gone: every test has two outcomes, so no two rules overlap.

use frontend::{Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Cond, Expr, FunctionId, Handler, HandlerKind, NodeId, ProcedureIx, SegmentIx, VarId};
use crate::index::{Idx as _, IndexVec};

/// A pure function.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it computes.
    pub role: FunctionRole,
    /// Its parameters.
    pub params: Vec<VarId>,
    /// Names of its variables, for printing.
    pub vars: IndexVec<VarId, Name>,
    /// Nodes; every node stands behind the nodes that it leads to.
    pub nodes: IndexVec<NodeId, Node>,
    /// Where evaluation starts.
    pub root: NodeId,
    /// Which source clauses end in a node, or which functions where no clause is taken; for comments.
    pub origins: Vec<(NodeId, Span)>,
    /// Which exceptions end it in a node, where the source says so; in the order of the nodes.
    pub raises: Vec<Raise>,
}

/// An exception that ends a function, by the construct that raises it: where a construct always fails, no test in the function has
/// its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Raise {
    /// The node in which the function ends.
    pub node: NodeId,
    /// The source clause that ends there.
    pub clause: Span,
    /// The construct.
    pub at: Span,
}

/// A function of the module that acts and is called instead of standing in line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name.
    pub name: Name,
    /// Number of its arguments.
    pub arity: usize,
    /// The function in the source, or the comprehension for which it stands.
    pub span: Span,
}

/// What a function computes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FunctionRole {
    /// A callback in a state: event, client if one waits, and data to
    /// `{NextState, NewData, {Index, Args..}}`.
    Handler(Handler),
    /// A function of the module with this name and arity, which does nothing but to compute:
    /// arguments to `{ok, Value}`, or to the class of an exception with its reason.
    Local(Name, usize),
    /// `init/1`: argument to `{NextState, NewData, {Index, Args..}}`.
    Init,
    /// What a callback (`init/1` without a handler) does after a call whose end decides how it goes
    /// on: live values, then the result, to `{NextState, NewData, {Index, Args..}}`.
    Segment(Option<Handler>, SegmentIx),
    /// What a procedure does from a segment on: its arguments, or live values and the result, to a
    /// triple without a state.
    Procedure(ProcedureIx, SegmentIx),
    /// Whether a callback takes an event with the data: `true` or `false`.
    Handles(Handler),
    /// State, event and data: whether the state's callback of this kind takes the event.
    Allowed(HandlerKind),
    /// Rest of a command list to the next round of it.
    Restart,
    /// Queue and message to the queue with the message behind all others.
    Append,
    /// Queue to whether it holds fewer messages than this: `true` or `false`.
    Room(usize),
    /// Of the function behind a `receive`: its live values, all values in use, a queue and the number of the first message
    /// there to `{Number, Message, Rest}` of the first one that it does not refuse, or `[]`.
    Pick(Box<Self>),
    /// What this function and others compute in several places; in texts only.
    Common(FunctionId),
    /// Nothing to a list of integers, which has these letters; in texts only.
    Text(Name),
    /// Tuple and value to the tuple of this size, the second number, with the value in this place, the first one; in texts only.
    With(usize, usize),
    /// Frames of procedures to whether `init/1` has called them: `true` or `false`.
    Starting,
}

/// A node of a decision graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Goes on by the truth of a condition.
    Test {
        /// The condition.
        cond: Cond,
        /// Where it holds.
        yes: NodeId,
        /// Where it does not.
        no: NodeId,
        /// The source construct that asks.
        at: Span,
    },
    /// Names a value.
    Let {
        /// The variable, bound here and nowhere else on any path.
        var: VarId,
        /// Its value.
        value: Expr,
        /// What follows.
        next: NodeId,
    },
    /// The result.
    Return(Expr),
}

impl Function {
    /// A function of these nodes, whose variables are those of a larger table: valued anew, without those that
    /// occur nowhere.
    pub fn with_used_vars(
        role: FunctionRole,
        params: Vec<VarId>,
        vars: &IndexVec<VarId, Name>,
        (mut nodes, root, origins): (IndexVec<NodeId, Node>, NodeId, Vec<(NodeId, Span)>),
        raises: Vec<Raise>,
    ) -> Self {
        let mut used: Vec<VarId> = params.clone();
        let mut seen: FxHashSet<VarId> = params.iter().copied().collect();
        for node in &nodes {
            node.for_each_var(&mut |var| {
                if seen.insert(var) {
                    used.push(var);
                }
            });
        }
        used.sort_unstable();
        let number: FxHashMap<VarId, VarId> =
            used.iter().enumerate().map(|(new, &old)| (old, VarId::from_usize(new))).collect();
        let new = |var: VarId| number.get(&var).copied().unwrap_or(var);
        for node in &mut nodes {
            node.rename(&new);
        }
        let params = params.into_iter().map(new).collect();
        let vars = used.iter().map(|&var| vars[var].clone()).collect();
        Self { role, params, vars, nodes, root, origins, raises }
    }

    /// Whether a node leads to each node, itself included.
    pub fn reached(&self, from: NodeId) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        reached[from.index()] = true;
        // Every node stands behind those that it leads to.
        for (id, node) in self.nodes.iter_enumerated().rev() {
            if reached[id.index()] {
                for next in node.successors() {
                    reached[next.index()] = true;
                }
            }
        }
        reached
    }

    /// Leads to other nodes in the place of nodes; whether one of them is another one. Of each node that stays, what stands in
    /// its place is the node itself.
    pub fn lead_past(&mut self, place: &impl Fn(NodeId) -> NodeId) -> bool {
        let mut is_changed = false;
        let mut lead = |next: &mut NodeId| {
            let past = place(*next);
            is_changed |= past != *next;
            *next = past;
        };
        for node in &mut self.nodes {
            match node {
                Node::Test { yes, no, .. } => {
                    lead(yes);
                    lead(no);
                }
                Node::Let { next, .. } => lead(next),
                Node::Return(_) => {}
            }
        }
        lead(&mut self.root);
        is_changed
    }

    /// The function without nodes to which nothing leads.
    #[must_use]
    pub fn pruned(&self) -> Self {
        let reached = self.reached(self.root);
        let mut new: Vec<NodeId> = Vec::with_capacity(reached.len());
        let mut nodes: IndexVec<NodeId, Node> = IndexVec::default();
        for (node, &is_reached) in self.nodes.iter().zip(&reached) {
            let place = |id: NodeId| new[id.index()];
            let moved = is_reached.then(|| match node.clone() {
                Node::Test { cond, yes, no, at } => {
                    Node::Test { cond, yes: place(yes), no: place(no), at }
                }
                Node::Let { var, value, next } => Node::Let { var, value, next: place(next) },
                end @ Node::Return(_) => end,
            });
            new.push(moved.map_or(NodeId(0), |node| nodes.push(node)));
        }
        let origins = self.origins.iter().filter(|(node, _)| reached[node.index()]);
        let origins = origins.map(|(node, span)| (new[node.index()], *span)).collect();
        let raises = self.raises.iter().filter(|raise| reached[raise.node.index()]);
        let raises =
            raises.map(|raise| Raise { node: new[raise.node.index()], ..*raise }).collect();
        let root = new[self.root.index()];
        let (role, params) = (self.role.clone(), self.params.clone());
        Self::with_used_vars(role, params, &self.vars, (nodes, root, origins), raises)
    }
}

impl Node {
    /// The nodes that it leads to.
    pub fn successors(&self) -> Vec<NodeId> {
        match self {
            Self::Test { yes, no, .. } => vec![*yes, *no],
            Self::Let { next, .. } => vec![*next],
            Self::Return(_) => Vec::new(),
        }
    }

    /// Calls `visit` for the variables that it reads or binds.
    pub fn for_each_var(&self, visit: &mut impl FnMut(VarId)) {
        match self {
            Self::Test { cond, .. } => cond.for_each_var(visit),
            Self::Let { var, value, .. } => {
                visit(*var);
                value.for_each_var(visit);
            }
            Self::Return(value) => value.for_each_var(visit),
        }
    }

    /// Puts other variables in the place of those that it reads or binds.
    pub fn rename(&mut self, new: &impl Fn(VarId) -> VarId) {
        match self {
            Self::Test { cond, .. } => cond.rename(new),
            Self::Let { var, value, .. } => {
                *var = new(*var);
                value.rename(new);
            }
            Self::Return(value) => value.rename(new),
        }
    }
}
