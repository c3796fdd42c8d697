//! Which messages the patterns of `receive` may match.
//!
//! Input: a pattern, or a module. Output: whether a tuple with some first component may be taken. Does not look at guards.

use frontend::ast::{ExprKind, Literal, Module, Pat, PatKind};

use crate::analysis::calls::calls_where;

/// First components of the messages that there may be; `None` for any message.
pub(crate) type Tag = Option<&'static str>;

/// Whether a module has a `receive` that may take what a timer of `gen_fsm` brings.
pub(crate) fn receives_timers(module: &Module) -> bool {
    calls_where(module, &|expr| match &expr.kind {
        ExprKind::Receive(clauses, _) => {
            clauses.iter().any(|clause| takes(&clause.pattern, Some("timeout")))
        }
        _ => false,
    })
}

/// Whether a pattern may match a tuple whose first component is this atom, or any message.
pub(crate) fn takes(pattern: &Pat, tag: Tag) -> bool {
    match (&pattern.kind, tag) {
        (PatKind::Alias(left, right), _) => takes(left, tag) && takes(right, tag),
        (PatKind::Tuple(parts), Some(tag)) => {
            parts.first().is_some_and(|first| is_or_may(first, tag))
        }
        (PatKind::Wildcard | PatKind::Var(_) | PatKind::Illegal(_), _) | (_, None) => true,
        (_, Some(_)) => false,
    }
}

fn is_or_may(first: &Pat, tag: &str) -> bool {
    match &first.kind {
        PatKind::Literal(Literal::Atom(name)) => name.as_str() == tag,
        PatKind::Wildcard | PatKind::Var(_) | PatKind::Illegal(_) => true,
        _ => false,
    }
}
