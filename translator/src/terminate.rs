//! What terminate/3 is to a model.
//!
//! Input: a module. Output: whether the function acts or may fail, in whatever state, and whether it looks into
//! the stack trace of a crash; `Shared` remembers both. One that does nothing is no part of a model.

use frontend::ast::Function;
use frontend::{Diagnostic, Name};

use crate::codes;
use crate::core::{Ending, Node};
use crate::lower::{Callback, Lowered, Shared, lower_callback, lower_terminate};
use crate::machine::{Machine, OTHER_ATOM};
use crate::model::{Expr, HandlerKind, walk};

/// Looks at terminate/3; a warning if OTP does not see it.
pub(crate) fn look_at(machine: &Machine<'_>, shared: &Shared<'_>) -> Option<Diagnostic> {
    let any = Name::from(OTHER_ATOM);
    let function = machine.handler(HandlerKind::Terminate, &any);
    if function.clauses.is_empty() {
        return None;
    }
    // OTP asks whether it is exported before it calls it.
    if !machine.exports.contains(&function.name, function.arity) {
        let message = "`terminate/3` is not exported: `gen_fsm` does not call it";
        return Some(Diagnostic::warning(codes::NOT_EXPORTED, message, function.span));
    }
    let callback = Callback::Handler(HandlerKind::Terminate, any);
    if acts(&lower_callback(shared, &callback, &function)) {
        shared.note_terminates(looks_into_trace(shared, &function));
    }
    None
}

/// Whether it does anything but to return.
fn acts(lowered: &Lowered) -> bool {
    let graph = &lowered.graph;
    graph.reachable(lowered.root).into_iter().any(|id| match &graph.nodes[id] {
        Node::Act { .. } | Node::Enter { .. } => true,
        Node::Leaf(leaf) => leaf.ending != Ending::Done,
        Node::Test { .. } | Node::Let { .. } => false,
    })
}

/// Whether terminate/3 decides by what is in a stack trace, or computes with it.
fn looks_into_trace(shared: &Shared<'_>, function: &Function) -> bool {
    let Lowered { graph, root, .. } = lower_terminate(shared, function);
    let unknown = |expr: &Expr| {
        let mut found = false;
        walk::walk(
            expr,
            &mut |inner| found |= *inner == Expr::Unknown(shared.trace_origin()),
            &mut |_| {},
        );
        found
    };
    graph.reachable(root).into_iter().any(|id| match &graph.nodes[id] {
        Node::Test { cond, .. } => cond.operands().into_iter().any(unknown),
        Node::Let { value, .. } => unknown(value),
        Node::Enter { args, .. } => args.iter().any(unknown),
        Node::Act { .. } | Node::Leaf(_) => false,
    })
}
