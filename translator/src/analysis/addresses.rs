//! How the machine is addressed, and which of its addresses are among the values that a module handles.
//!
//! Input: a lowered callback or function, or a term that the environment brings. Output: the addresses in it that later
//! values may hold, and the tags of messages in it (`message_shapes`): what only leaves the machine, as an argument of a call of another module, does not count, nor does what
//! is only compared with values that are known. An address that no value holds needs no test where something is sent to a value (`lower/process/self_test.rs`). Does
//! not see addresses whose parts are put together of data, nor names that are made of a text.

use std::collections::BTreeSet;

use frontend::Name;
use rustc_hash::FxHashSet;

use crate::analysis::message_shapes::{self, Tags};
use crate::core::{Graph, Node, OutsideCall, Returns, Service};
use crate::lower::lowered::Lowered;
use model::index::IndexVec;
use model::{Expr, MACHINE, Operator, Origin, OriginId};

/// What the value of `node/0` is called, which is always the same one.
pub(crate) const NODE: &str = "the built-in function `node/0`";

/// A value by which a call may mean the machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Address {
    /// Its process identifier.
    Pid,
    /// A name under which it is registered.
    Name(Name),
    /// `{Name, Node}`: a name under which it is registered, with the node on which it runs.
    Node(Name),
    /// `{global, Name}`.
    Global(Name),
    /// `{via, Module, Name}`.
    Via(Name, Name),
}

impl Address {
    /// The value, where this stands for the node on which the machine runs.
    pub(crate) fn term(&self, node: Option<OriginId>) -> Option<Expr> {
        let name = |name: &Name| Expr::Atom(name.clone());
        Some(match self {
            Self::Pid => Expr::pid(MACHINE),
            Self::Name(registered) => name(registered),
            Self::Node(registered) => Expr::Tuple(vec![name(registered), Expr::Unknown(node?)]),
            Self::Global(registered) => Expr::Tuple(vec![Expr::atom("global"), name(registered)]),
            Self::Via(module, registered) => {
                Expr::Tuple(vec![Expr::atom("via"), name(module), name(registered)])
            }
        })
    }
}

/// The value of `node/0` among those that a module does not know.
pub(crate) fn node_of(origins: &IndexVec<OriginId, Origin>) -> Option<OriginId> {
    origins.iter_enumerated().find(|(_, origin)| is_node(origin)).map(|(id, _)| id)
}

/// Whether an unknown value is that of `node/0`.
pub(crate) fn is_node(origin: &Origin) -> bool {
    origin.is_constant && origin.what == NODE
}

/// The addresses that are met, of a machine with these names.
pub(crate) struct Met<'a> {
    /// The names of the machine.
    pub names: &'a FxHashSet<Name>,
    /// Where unknown values come from.
    pub origins: &'a IndexVec<OriginId, Origin>,
    /// Whether a value may be unknown: it may be found to be what it is compared with.
    pub binds: bool,
    /// What has been met.
    pub addresses: BTreeSet<Address>,
    /// The tags of messages that have been met.
    pub tags: Tags,
    /// Whether the module has the atom `system`.
    pub names_system: bool,
}

impl Met<'_> {
    /// Looks at a callback or function.
    pub(crate) fn look_at(&mut self, Lowered { graph, root, .. }: &Lowered) {
        for id in graph.reachable(*root) {
            self.look_at_node(graph, &graph.nodes[id]);
        }
    }

    fn look_at_node(&mut self, graph: &Graph, node: &Node) {
        match node {
            Node::Test { cond, .. } if self.binds => self.look_into_all(cond.operands()),
            Node::Let { var, value, .. } if graph.uses(*var) => self.look_into(value),
            Node::Test { .. } | Node::Let { .. } => {}
            Node::Act { call, returns, raises, .. } => {
                if comes_back(call) {
                    self.look_into_all(&call.args);
                }
                if let Returns::Values(values) | Returns::Shown(values) = returns {
                    self.look_into_all(values);
                }
                self.look_into_all(raises.iter().map(|raise| &raise.reason));
            }
            Node::Enter { args, .. } => self.look_into_all(args),
            Node::Leaf(leaf) => self.look_into_all(leaf.ending.values()),
        }
    }

    fn look_into_all<'e>(&mut self, values: impl IntoIterator<Item = &'e Expr>) {
        for value in values {
            self.look_into(value);
        }
    }

    /// Looks at a value and its parts.
    pub(crate) fn look_into(&mut self, value: &Expr) {
        self.see(value);
        self.look_into_all(value.operands());
    }

    fn see(&mut self, value: &Expr) {
        message_shapes::see(value, self.names_system, &mut self.tags);
        match value {
            pid @ Expr::Apply(Operator::Pid, _) if *pid == Expr::pid(MACHINE) => {
                self.addresses.insert(Address::Pid);
            }
            Expr::Atom(name) if self.names.contains(name) => {
                self.addresses.insert(Address::Name(name.clone()));
            }
            Expr::Tuple(items) => self.see_tuple(items),
            _ => {}
        }
    }

    fn see_tuple(&mut self, items: &[Expr]) {
        let named = |part: &Expr| -> Vec<Name> {
            let fitting = self.names.iter().filter(|candidate| match part {
                Expr::Atom(name) => name == *candidate,
                Expr::Tuple(_) | Expr::Cons(..) | Expr::Nil | Expr::Integer(_) => false,
                _ => true,
            });
            fitting.cloned().collect()
        };
        let is_node = |part: &Expr| match part {
            Expr::Unknown(origin) => is_node(&self.origins[*origin]),
            Expr::Var(_) => true,
            _ => false,
        };
        let addresses: Vec<Address> = match items {
            [Expr::Atom(tag), name] if tag.as_str() == "global" => {
                named(name).into_iter().map(Address::Global).collect()
            }
            [name, node] if is_node(node) => named(name).into_iter().map(Address::Node).collect(),
            [Expr::Atom(tag), Expr::Atom(module), name] if tag.as_str() == "via" => {
                let via = |name| Address::Via(module.clone(), name);
                named(name).into_iter().map(via).collect()
            }
            _ => Vec::new(),
        };
        self.addresses.extend(addresses);
    }
}

/// Whether what a call gets may become a value of the machine again: in a message, or as the reason of an exit.
fn comes_back(call: &OutsideCall) -> bool {
    match call.service {
        None
        | Some(
            Service::Reply(_)
            | Service::Give { .. }
            | Service::Answer
            | Service::Cancel { .. }
            | Service::Monitor
            | Service::Demonitor { .. }
            | Service::Link
            | Service::Unlink
            | Service::Spawn { .. }
            | Service::Reference
            | Service::Trap
            | Service::Forget
            | Service::Begin,
        ) => false,
        Some(
            Service::Start { .. }
            | Service::Send(_)
            | Service::Post(_)
            | Service::ExitSelf
            | Service::Entry(..),
        ) => true,
    }
}
