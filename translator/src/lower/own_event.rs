//! Events that the machine sends to itself: by a timer of `gen_fsm`, or to `self()`.
//!
//! Input: a call of another module. Output: a warning where it brings about an event, which nobody sends in
//! the model yet. The call itself is an action. Does not know messages sent with `!`, which no state
//! function gets, nor events sent to a process that turns out to be the machine.

use frontend::ast::{Callee, Expr as Syntax, ExprKind};
use frontend::{Diagnostic, Name, Span};

use super::Lowering;
use crate::codes;

impl Lowering<'_> {
    /// The event of a call is not in the model: said, never dropped.
    pub(super) fn note_own_event(
        &mut self,
        (module, function): (&Name, &Name),
        args: &[&Syntax],
        span: Span,
    ) {
        let is_sent = module.as_str() == "gen_fsm"
            && match (function.as_str(), args) {
                ("start_timer" | "send_event_after", [_, _]) => true,
                ("send_event", [to, _]) => is_self(to),
                _ => false,
            };
        if is_sent {
            let message =
                "the event that this sends to the machine itself is not part of the model yet";
            self.note(Diagnostic::warning(codes::TIMEOUT, message, span));
        }
    }
}

/// Whether this is `self()`.
fn is_self(expr: &Syntax) -> bool {
    match &expr.kind {
        ExprKind::Call(Callee::Local(name), args) => name.as_str() == "self" && args.is_empty(),
        ExprKind::Call(Callee::Remote(module, name, _), args) => {
            (module.as_str(), name.as_str()) == ("erlang", "self") && args.is_empty()
        }
        _ => false,
    }
}
