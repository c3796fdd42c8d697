//! What the text of a module says of its timers.
//!
//! Input: a module. Output: whether messages of timers may stay when those are cancelled. Does not know which timers are started.

use frontend::ast::{Callee, ExprKind, Literal};
use frontend::{Module, Name};

use crate::analysis::calls::{calls_any, calls_where, calls_with};
use crate::machine::Machine;

/// Whether a module has timers whose messages may stay when they are cancelled: it cancels them without
/// `gen_fsm:cancel_timer/1`, or does not say in the message which timer it is from.
pub(crate) fn messages_stay(machine: &Machine<'_>) -> bool {
    calls_where(machine.module, &|expr| match &expr.kind {
        ExprKind::Call(Callee::Remote(module, function, _), _) => leaves_message(module, function),
        ExprKind::Call(Callee::Local(function), args) => machine
            .imported(function, args.len())
            .is_some_and(|module| leaves_message(module, function)),
        // It may be applied, or called of a module that is a variable.
        ExprKind::Literal(Literal::Atom(name)) => {
            matches!(name.as_str(), "send_after" | "cancel_timer")
        }
        _ => false,
    })
}

/// Whether a function starts a timer whose message does not name it, or cancels one and lets its message be.
fn leaves_message(module: &Name, function: &Name) -> bool {
    matches!(
        (module.as_str(), function.as_str()),
        ("erlang" | "timer", "send_after") | ("erlang", "cancel_timer") | ("timer", "cancel")
    )
}

/// The tag of a timer that Erlang itself carries out.
pub(crate) const LOCAL: &str = "send_local";

/// That of one for which the process of the library waits.
pub(crate) const ONCE: &str = "once";

/// What a function of `timer` calls the timers that it starts for a process.
pub(crate) fn tag(function: &str) -> &'static str {
    match function {
        "apply_after" => ONCE,
        "send_interval" | "apply_interval" => "interval",
        _ => LOCAL,
    }
}

/// What the timers of `timer` are called that a module may start.
pub(crate) fn tags(module: &Module) -> Vec<&'static str> {
    let mut tags = vec![LOCAL];
    let may_name = calls_with(module, "send_after", 3)
        || calls_where(module, &|expr| expr.is_atom("send_after"));
    tags.extend(may_name.then_some(ONCE));
    let starting = ["apply_after", "send_interval", "apply_interval"];
    let others = starting.into_iter().filter(|function| calls_any(module, &[function])).map(tag);
    tags.extend(others);
    tags.dedup();
    tags
}
