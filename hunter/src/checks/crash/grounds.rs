//! What a crash rests on where no decision of its own says so.
//!
//! Input: a crash. Output: whether it hangs on what the event carries, or on values about which ways that were left out
//! might say something else. Does not see through what functions of the module do with what an event carries.
//!
//! ```erlang
//! idle({wait, T}, S) -> {next_state, idle, S, T}.      % the sender of the event chooses the timeout
//! ```

use std::collections::BTreeSet;

use frontend::ast::{Expr, ExprKind, FunctionClause};
use frontend::{Name, Span};
use lts::Term;
use model::{Expr as Shape, OriginKind};

use super::{NO_CLAUSE, holds_choices, is_of_type, kind};
use crate::moves::{Move, Moves};
use crate::replay::is_event;
use crate::source::{atom, clause_at, event_head};

/// Whether a value of a wrong type is a part of the event, or a timeout hangs on the event or on data that were chosen.
pub(crate) fn rests_on_carried(
    moves: &Moves<'_, '_>,
    this_move: &Move,
    reason: &Term,
    at: Option<Span>,
) -> bool {
    if kind(reason) == "timeout_value" {
        return rests_timeout(moves, this_move);
    }
    let clause = moves.clause(this_move).and_then(|span| clause_at(moves.module, span));
    let (Some(clause), Some(at)) = (clause, at) else { return false };
    // Of a part whose kind is declared it is known that it may be of the wrong one.
    let is_free =
        moves.suggestion(this_move).is_none_or(|suggested| is_free(&suggested.command.term));
    let carries = is_free && moves.event(this_move).is_some_and(|(_, event)| event.has_unknown());
    let names = carried(moves, clause);
    let is_there = |expr: &Expr| expr.span == at && mentions(expr, &names);
    // A value that is told is none that the event carries.
    let is_untold = matches!(reason, Term::Atom(_)) || reason.has_unknown();
    carries
        && is_of_type(reason)
        && is_untold
        && clause.body.iter().any(|expr| expr.any(&mut |expr| is_there(expr)))
}

/// Whether the timeout that was returned before is none that the clause writes.
fn rests_timeout(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let span = moves.last_clause(this_move.source);
    let Some(clause) = span.and_then(|span| clause_at(moves.module, span)) else { return false };
    let way = moves.way_to(this_move.source);
    let last = way.iter().rev().map(|&number| moves.edge(number));
    let event = last.into_iter().find(|edge| edge.role.is_some_and(is_event));
    let event = event.and_then(|edge| moves.action(edge.label)?.args.last());
    let (carries, names) = (event.is_some_and(Term::has_unknown), carried(moves, clause));
    let mut is_open = false;
    for expr in &clause.body {
        expr.for_each(&mut |expr| {
            if let Some(timeout) = timeout(moves, expr) {
                is_open |= carries && mentions(timeout, &names)
                    || is_read(timeout) && holds_choices(moves, this_move);
            }
        });
    }
    is_open
}

/// The timeout of a tuple that a callback may return.
fn timeout<'e>(moves: &Moves<'_, '_>, expr: &'e Expr) -> Option<&'e Expr> {
    let ExprKind::Tuple(items) = &expr.kind else { return None };
    let tag = items.first().and_then(atom)?;
    let mut shapes = moves.model.behaviour.shapes_in_state(tag);
    let place = shapes.find_map(|shape| shape.timeout().filter(|_| shape.size == items.len()))?;
    items.get(place - 1)
}

/// Whether an expression is a value as it was found somewhere.
fn is_read(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Var(_) | ExprKind::RecordAccess(..))
}

/// Whether some part of an event may be anything.
fn is_free(event: &Shape) -> bool {
    matches!(event, Shape::Unknown(_)) || event.operands().any(is_free)
}

/// The variables of a clause that are parts of its event.
fn carried<'c>(moves: &Moves<'_, '_>, clause: &'c FunctionClause) -> BTreeSet<&'c Name> {
    let mut names = BTreeSet::new();
    if let Some(head) = event_head(moves.model.behaviour, clause) {
        head.for_each_var(&mut |name| {
            names.insert(name);
        });
    }
    names
}

fn mentions(expr: &Expr, names: &BTreeSet<&Name>) -> bool {
    expr.any(&mut |part| matches!(&part.kind, ExprKind::Var(name) if names.contains(name)))
}

/// Whether the value for which there is no clause is not known at all, and ways beside this one were left out: those where
/// it is another one.
pub(crate) fn is_open(moves: &Moves<'_, '_>, this_move: &Move, reason: &Term) -> bool {
    let Term::Tuple(parts) = reason else { return false };
    let is_unknown = matches!(parts.as_slice(), [_, Term::Unknown(_)]);
    is_unknown && NO_CLAUSE.contains(&kind(reason).as_str()) && leaves_out(moves, this_move)
}

/// Whether the machine holds what was chosen before, and of all ways from there some were left out: other values may go them.
pub(crate) fn rests_on_choice(moves: &Moves<'_, '_>, this_move: &Move, reason: &Term) -> bool {
    let is_open =
        |origin| matches!(moves.model.origins[origin].kind, OriginKind::Part | OriginKind::Choice);
    NO_CLAUSE.contains(&kind(reason).as_str())
        && leaves_out(moves, this_move)
        && holds_choices(moves, this_move)
        && moves
            .way_to(this_move.source)
            .iter()
            .any(|&number| moves.edge(number).chosen.iter().any(|&origin| is_open(origin)))
}

/// Whether ways from where a move begins were left out.
fn leaves_out(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    moves.hunt.lost > 0 || moves.hunt.given_up.iter().any(|(node, _)| *node == this_move.source)
}
