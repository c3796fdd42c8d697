//! Whether a callback may keep the From of its event.
//!
//! Input: a lowered callback that a client waits for. Output: whether its From goes anywhere but into answers, one on
//! each way through it. Where it does not, every call may have the same one: an answer then always reaches the
//! call that it is meant for. The process identifier in it alone says nothing of the call.

use crate::core::{Ending, Graph, Leaf, Node, Service};
use crate::lower::lowered::Lowered;
use model::index::Idx as _;
use model::{Expr, Operator, VarId};

/// Whether the From of an event may be used again behind the event, or twice in it.
///
/// It is the second parameter if it is one, else that of client number 1.
pub(crate) fn keeps_from(lowered: &Lowered, is_param: bool) -> bool {
    let from = lowered.params.get(1).copied().filter(|_| is_param);
    let graph = &lowered.graph;
    let nodes = graph.reachable(lowered.root);
    let goes_on = nodes.iter().any(|&id| match &graph.nodes[id] {
        // That it is compared leads nowhere.
        Node::Test { .. } => false,
        Node::Let { var, value, .. } => graph.uses(*var) && holds(value, from),
        Node::Act { call, .. } => call.args.iter().any(|arg| holds(arg, from)),
        Node::Enter { args, .. } => args.iter().any(|arg| holds(arg, from)),
        Node::Leaf(leaf) => leaf.ending.values().into_iter().any(|value| holds(value, from)),
    });
    goes_on || answers(graph, lowered) > 1
}

/// Whether a value holds more of a From than the process identifier.
fn holds(value: &Expr, from: Option<VarId>) -> bool {
    match (value, from) {
        (Expr::Var(var), Some(from)) => *var == from,
        (Expr::Element(1, whole), Some(from)) if **whole == Expr::Var(from) => false,
        (Expr::Apply(Operator::Reference, _), None) => true,
        (Expr::Bool(cond), _) => cond.operands().into_iter().any(|value| holds(value, from)),
        _ => value.operands().any(|value| holds(value, from)),
    }
}

/// How many answers there are on a way through a callback, at most.
fn answers(graph: &Graph, lowered: &Lowered) -> usize {
    let mut most = vec![0; graph.nodes.len()];
    for (id, node) in graph.nodes.iter_enumerated() {
        let answers = match node {
            Node::Act { call, .. } => matches!(call.service, Some(Service::Reply(_))),
            Node::Leaf(Leaf { ending: Ending::Stop { reply, .. }, .. }) => reply.is_some(),
            _ => false,
        };
        let behind = node.successors().into_iter().map(|next| most[next.index()]).max();
        most[id.index()] = behind.unwrap_or(0) + usize::from(answers);
    }
    most[lowered.root.index()]
}
