//! What terminate/3 is to a model.
//!
//! Input: a module. Output: whether the function acts or may fail, in whatever state, and whether it looks into
//! the stack trace of a crash; `Shared` remembers both. One that does nothing is no part of a model.

use frontend::Diagnostic;

use crate::codes;
use crate::core::{Ending, Node};
use crate::lower::{Lowered, Shared, looks_at_trace, lower_terminate};
use crate::machine::{Computed, Machine};
use crate::model::HandlerKind;

/// Looks at terminate/3; a warning if OTP does not see it.
pub(crate) fn look_at(machine: &Machine<'_>, shared: &Shared<'_>) -> Option<Diagnostic> {
    let function = machine.handler(HandlerKind::Terminate, &Computed::Atom.name());
    if function.clauses.is_empty() {
        return None;
    }
    // OTP asks whether it is exported before it calls it.
    if !machine.exports.contains(&function.name, function.arity) {
        let message = "`terminate/3` is not exported: `gen_fsm` does not call it";
        return Some(Diagnostic::warning(codes::NOT_EXPORTED, message, function.span));
    }
    if acts(&lower_terminate(shared, &function)) {
        shared.note_terminates(looks_at_trace(shared, &function));
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
