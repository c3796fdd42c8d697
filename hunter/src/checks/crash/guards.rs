//! Guards that ask which event it is, as heads do.
//!
//! Input: a callback, the place where the last decision fell, the event that no clause took. Output: whether that was the guard
//! of a clause, and all guards that were asked compare the event as a whole. Where one asks for what the event carries, or what the machine
//! keeps, the event has a clause that failed, which is a crash of its own.
//!
//! ```erlang
//! off(W, D) when W == start; W == resume -> ..     % any other event has no clause
//! off({set, N}, D) when N > 3 -> ..                % {set,1} has one, which does not take it
//! ```

use frontend::Span;
use frontend::ast::{Expr, ExprKind, Function, FunctionClause, Literal, PatKind};
use lts::Term;

/// Whether a place stands in a guard of a callback whose guards ask for nothing but which event it is.
pub(super) fn tell_events(callback: &Function, (at, place): (Span, usize), event: &Term) -> bool {
    let is_inside = |outer: Span| outer.start <= at.start && at.end <= outer.end;
    let is_there = callback.clauses.iter().flat_map(tests).any(|test| is_inside(test.span));
    is_there && callback.clauses.iter().all(|clause| tells_events(clause, place, event))
}

/// The tests of a guard.
fn tests(clause: &FunctionClause) -> impl Iterator<Item = &Expr> {
    clause.guard.alternatives.iter().flatten()
}

/// Whether the guard of a clause is asked for other events alone, or looks at the whole event alone.
fn tells_events(clause: &FunctionClause, place: usize, event: &Term) -> bool {
    let looks_only_at = |name, test: &Expr| {
        !test.any(&mut |part| matches!(&part.kind, ExprKind::Var(other) if other != name))
    };
    let mut tests = tests(clause);
    match clause.params.get(place).map(|head| &head.kind) {
        Some(PatKind::Var(name)) => tests.all(|test| looks_only_at(name, test)),
        Some(head) => tests.next().is_none() || is_for_others(head, event),
        None => false,
    }
}

/// Whether a head is one for other events, whatever these carry.
fn is_for_others(head: &PatKind, event: &Term) -> bool {
    match (head, event) {
        (PatKind::Literal(Literal::Atom(name)), Term::Atom(other)) => name != other,
        (PatKind::Literal(_) | PatKind::Map(_), Term::Tuple(_))
        | (PatKind::Tuple(_) | PatKind::Map(_) | PatKind::Record(..), Term::Atom(_)) => true,
        (PatKind::Tuple(parts), Term::Tuple(items)) => {
            let tags = parts.first().zip(items.first());
            parts.len() != items.len()
                || tags.is_some_and(|(part, item)| is_for_others(&part.kind, item))
        }
        _ => false,
    }
}
