//! The core form of a callback: decisions, bindings, effects and endings in one graph.
//!
//! Output of lowering, input of `sequences`. Every variable is bound once, operands have been
//! tested before they are used, evaluation order is that of the BEAM. What no longer occurs:
//! patterns, guards, clause lists, calls of local functions, nested effects.

use frontend::{Name, Span};
use rustc_hash::FxHashMap;

use crate::index::IndexVec;
use crate::model::{Cond, Expr, NodeId, VarId};

/// A callback under translation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// Names of the variables.
    pub vars: IndexVec<VarId, Name>,
    /// Nodes; every node stands behind the nodes that it leads to.
    pub nodes: IndexVec<NodeId, Node>,
    ids: FxHashMap<Node, NodeId>,
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
        /// What follows.
        next: NodeId,
    },
    /// The callback is done.
    Leaf(Leaf),
}

/// A call of a function of another module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OutsideCall {
    /// The other module.
    pub module: Name,
    /// Its function.
    pub function: Name,
    /// Values of the arguments.
    pub args: Vec<Expr>,
    /// The call in the source.
    pub span: Span,
}

/// How a callback ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Leaf {
    /// The ending.
    pub ending: Ending,
    /// The source clause that was taken, or the function where none matched.
    pub origin: Span,
}

/// Kinds of endings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ending {
    /// The machine goes on in a state.
    Next {
        /// Its name.
        state: Name,
        /// The new state data.
        data: Expr,
    },
    /// The machine stops for a reason.
    Stop(Expr),
    /// The machine crashes for a reason.
    Crash(Expr),
    /// `init/1` did not start the machine.
    StartFailed(Expr),
    /// `init/1` returned `ignore`.
    StartIgnored,
    /// The answer of a predicate.
    Truth(bool),
    /// The value of a local function.
    Value(Expr),
}

impl Graph {
    /// A fresh variable.
    pub(crate) fn var(&mut self, name: &str) -> VarId {
        self.vars.push(Name::from(name))
    }

    /// The node with this content; equal nodes are one, a test with equal outcomes is none.
    pub(crate) fn node(&mut self, node: Node) -> NodeId {
        if let Node::Test { yes, no, .. } = &node
            && yes == no
        {
            return *yes;
        }
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// The nodes that can be reached from `root`, each before the nodes that it leads to.
    pub(crate) fn reachable(&self, root: NodeId) -> Vec<NodeId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            if seen.insert(id) {
                pending.extend(self.nodes[id].successors());
            }
        }
        let mut ids: Vec<NodeId> =
            self.nodes.iter_enumerated().map(|(id, _)| id).filter(|id| seen.contains(id)).collect();
        ids.reverse();
        ids
    }
}

impl Node {
    /// The nodes that it leads to.
    pub(crate) fn successors(&self) -> Vec<NodeId> {
        match self {
            Self::Test { yes, no, .. } => vec![*yes, *no],
            Self::Let { next, .. } | Self::Act { next, .. } => vec![*next],
            Self::Leaf(_) => Vec::new(),
        }
    }
}

impl Ending {
    /// The values that it carries.
    pub(crate) fn values(&self) -> Vec<&Expr> {
        match self {
            Self::Next { data, .. } => vec![data],
            Self::Stop(value)
            | Self::Crash(value)
            | Self::StartFailed(value)
            | Self::Value(value) => vec![value],
            Self::StartIgnored | Self::Truth(_) => Vec::new(),
        }
    }
}
