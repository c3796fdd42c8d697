//! What the source of a module says of its callbacks.

use frontend::ast::{BinaryOp, Callee, Expr, ExprKind, Function, FunctionClause, Literal, PatKind};
use frontend::{Module, Span};

/// A function of a module.
pub(crate) fn function<'m>(module: &'m Module, name: &str, arity: usize) -> Option<&'m Function> {
    module.function(name, arity)
}

/// Whether a module has a state function for a state.
pub(crate) fn has_state(module: &Module, name: &str) -> bool {
    [2, 3].into_iter().any(|arity| function(module, name, arity).is_some())
}

/// The clause at a place.
pub(crate) fn clause_at(module: &Module, span: Span) -> Option<&FunctionClause> {
    module.functions().flat_map(|function| &function.clauses).find(|clause| clause.span == span)
}

/// Whether a clause takes every event, without a look at it.
pub(crate) fn takes_all(clause: &FunctionClause) -> bool {
    let Some(head) = clause.params.first() else { return false };
    let name = match &head.kind {
        PatKind::Wildcard => None,
        PatKind::Var(name) => Some(name),
        _ => return false,
    };
    let looks = clause.body.iter().any(|expr| {
        expr.any(&mut |expr| {
            matches!(&expr.kind, ExprKind::Case(value, _)
                if matches!(&value.kind, ExprKind::Var(own) if Some(own) == name))
        })
    });
    clause.guard.alternatives.is_empty() && !looks
}

/// Modules whose functions only write a log.
const LOGS: [&str; 5] = ["error_logger", "io", "io_lib", "lager", "logger"];

/// Whether a clause may do something that is seen outside, as far as its text tells.
pub(crate) fn acts(clause: &FunctionClause) -> bool {
    clause.body.iter().any(|expr| {
        expr.any(&mut |expr| match &expr.kind {
            ExprKind::Call(Callee::Remote(module, ..), _) => !LOGS.contains(&module.as_str()),
            ExprKind::Call(..) | ExprKind::Receive(..) => true,
            ExprKind::Binary(op, ..) => *op == BinaryOp::Send,
            _ => false,
        })
    })
}

/// Whether a function can leave its state, as far as its text tells: it names another one, or stops.
pub(crate) fn has_exit(function: &Function, state: &str) -> bool {
    let bodies = function.clauses.iter().flat_map(|clause| &clause.body);
    bodies.into_iter().any(|expr| expr.any(&mut |expr| is_exit(expr, state)))
}

fn is_exit(expr: &Expr, state: &str) -> bool {
    let ExprKind::Tuple(items) = &expr.kind else { return false };
    let atom = |place: usize| match items.get(place).map(|item| &item.kind) {
        Some(ExprKind::Literal(Literal::Atom(name))) => Some(name.as_str()),
        _ => None,
    };
    match atom(0) {
        Some("next_state") => items.len() >= 3 && atom(1) != Some(state),
        Some("reply") => items.len() >= 4 && atom(2) != Some(state),
        Some("stop") => true,
        _ => false,
    }
}
