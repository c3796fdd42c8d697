//! What a function of the module sends to the machine when a client calls it.
//!
//! Input: an exported function on ground arguments. Output: the first event, message or stop that it sends to
//! the machine, as a command, or why there is none. The machine is each of its own names and each argument of the call.
//! Calls of other modules before that count as long as nothing depends on what they return.
//! Does not follow functions that call themselves and act.

use behaviour::Act;
use frontend::{Name, Span};

use super::delivery::SelfEffect;
use crate::core::{Ending, Node, OutsideCall, Service};
use crate::lower::analysis::shared::Shared;
use crate::lower::callback::entry::lower_client;
use crate::lower::lowering::Lowering;
use crate::lower::message::Message;
use model::{Command, CommandKind, Expr, NodeId, OriginKind, VarId};

/// Why a call is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoCommand {
    /// It ends, and has sent the machine nothing.
    Silent,
    /// What it sends, or whether it does, depends on what is not known here.
    Unknown(Option<Span>),
    /// It may send more than that.
    Several(Span),
}

/// The command that a call of a function of the module is.
pub(crate) fn command_of(
    shared: &Shared<'_>,
    name: &Name,
    arity: usize,
) -> Result<Command, NoCommand> {
    let machine = shared.machine;
    let function = machine.functions.get(&(name.clone(), arity)).ok_or(NoCommand::Silent)?;
    let lowered = lower_client(shared, function);
    let mut bindings: Vec<(VarId, Expr)> = Vec::new();
    let mut node: NodeId = lowered.root;
    loop {
        let value = |expr: &Expr| {
            expr.substitute(&|var| {
                bindings
                    .iter()
                    .rev()
                    .find(|(bound, _)| *bound == var)
                    .map(|(_, value)| value.clone())
            })
        };
        match &lowered.graph.nodes[node] {
            Node::Let { var, value: definition, next } => {
                let definition = value(definition);
                bindings.push((*var, definition));
                node = *next;
            }
            Node::Act { call, result, raises, after, next, .. } => {
                if let Some(Service::Post(kind)) = call.service {
                    let term = call.args.first().map(&value).filter(is_ground);
                    let term = term.ok_or(NoCommand::Unknown(Some(call.span)))?;
                    let behind = lowered.graph.reachable(*next).into_iter();
                    let mut others = behind.filter_map(|id| posted(&lowered.graph.nodes[id]));
                    return others.next().map_or(Ok(Command { kind, term }), |other| {
                        Err(NoCommand::Several(other))
                    });
                }
                if result.is_some() || !raises.is_empty() || after.is_some() {
                    return Err(NoCommand::Unknown(Some(call.span)));
                }
                node = *next;
            }
            Node::Test { at, .. } => return Err(NoCommand::Unknown(Some(*at))),
            Node::Enter { .. } => return Err(NoCommand::Unknown(None)),
            Node::Leaf(_) => return Err(NoCommand::Silent),
        }
    }
}

/// Where a node sends the machine something.
fn posted(node: &Node) -> Option<Span> {
    match node {
        Node::Act { call, .. } if matches!(call.service, Some(Service::Post(_))) => Some(call.span),
        _ => None,
    }
}

fn is_ground(expr: &Expr) -> bool {
    match expr {
        Expr::Atom(_) | Expr::Integer(_) | Expr::Nil => true,
        Expr::Cons(..) | Expr::List(_) | Expr::Tuple(_) => expr.operands().all(is_ground),
        _ => false,
    }
}

impl Lowering<'_> {
    /// The end of what is looked at.
    pub(crate) fn sent(&mut self, span: Span) -> NodeId {
        self.leaf(Ending::Value(Expr::Nil), span)
    }

    /// What a call returns by which a client sends something.
    pub(crate) fn answered_client(&mut self, kind: CommandKind, span: Span) -> Expr {
        match kind {
            kind if kind.is_sync() || kind.is_bare() => {
                self.unknown(OriginKind::Inexact, "what a client gets", span)
            }
            _ => Expr::atom("ok"),
        }
    }

    /// What a client sends to the machine with a call of another module.
    pub(crate) fn sent_by_client(&self, call: &OutsideCall) -> Option<(CommandKind, Expr)> {
        let args = &call.args;
        args.first().filter(|to| self.is_called_machine(to))?;
        let behaviour = self.shared.machine.behaviour;
        match (call.otp().machine_act(), call.otp().names()) {
            (Some(Act::Send(wire) | Act::Call(wire)), _) => {
                Some((behaviour.sent_as(wire)?, args.get(1)?.clone()))
            }
            (Some(Act::Stop), _) => {
                let reason = args.get(1).cloned().unwrap_or_else(|| Expr::atom("normal"));
                Some((behaviour.stop()?, reason))
            }
            (_, ("erlang", "send" | "send_nosuspend")) => {
                let message = Message { value: args.get(1)?, wraps: false, span: call.span };
                self.likely_meaning(message).queued(behaviour)
            }
            _ => match self.delivery(call)?.effect {
                SelfEffect::Post(kind, content, _) => Some((kind, content)),
                _ => None,
            },
        }
    }

    /// Whether a client means the machine: by one of its names, or by what the call was given.
    fn is_called_machine(&self, value: &Expr) -> bool {
        let value = self.resolve(value);
        let given = self.shared.client().is_some_and(|args| args.contains(value));
        let named = |part: &Expr| match self.resolve(part) {
            Expr::Atom(name) => self.shared.names.knows(name),
            _ => false,
        };
        given
            || named(value)
            || match value {
                Expr::Tuple(items) => {
                    items.first().is_some_and(named) || items.last().is_some_and(named)
                }
                _ => false,
            }
    }
}
