//! What terminate/3 is to a model, with `format_status/2` behind it.
//!
//! Input: a module. Output: whether what happens then acts or may fail, in whatever state, and whether terminate/3 looks into
//! the stack trace of a crash; `Shared` remembers both. Where nothing happens it is no part of a model.

use frontend::Diagnostic;

use crate::codes;
use crate::core::{Ending, Node};
use crate::lower::analysis::shared::Shared;
use crate::lower::lowered::Lowered;
use crate::lower::{looks_at_trace, lower_terminate};
use crate::machine::Machine;
use model::state::Computed;

/// Looks at terminate/3; a warning if OTP does not see it.
pub(crate) fn look_at(machine: &Machine<'_>, shared: &Shared<'_>) -> Option<Diagnostic> {
    let function = machine.handler(machine.behaviour.last, &Computed::Atom.name());
    let is_there = !function.clauses.is_empty();
    // OTP asks whether it is exported before it calls it.
    let is_called = is_there && machine.exports.contains(&function.name, function.arity);
    // Which module's it is tells the loop, which runs in its place.
    let is_one_called = is_called || machine.has_in_successors(&function.name, function.arity);
    if (is_one_called || shared.formats()) && acts(&lower_terminate(shared, &function)) {
        shared.note_terminates(is_one_called && looks_at_trace(shared, &function));
    }
    let (last, name) = (machine.behaviour.last.signature(), machine.behaviour.name());
    let message = format!("`{last}` is not exported: `{name}` does not call it");
    (is_there && !is_called)
        .then(|| Diagnostic::warning(codes::NOT_EXPORTED, message, function.span))
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
