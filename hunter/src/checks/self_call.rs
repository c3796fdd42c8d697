//! Calls of the machine to itself: it cannot answer while it waits. Those that go by another machine are read in the text.
//!
//! Input: the moves. Output: findings, one for each clause.

use std::collections::BTreeMap;

use frontend::Span;
use lts::Term;
use model::ActionRole;

use crate::checks::crash::start;
use crate::clauses::callers::waits;
use crate::moves::{Move, Moves};
use crate::{Finding, codes};

/// Findings about calls of the machine to itself.
pub(crate) fn findings(moves: &mut Moves<'_, '_>) -> Vec<Finding> {
    let mut best: BTreeMap<Span, (usize, usize, usize)> = BTreeMap::new();
    for (number, this_move) in moves.all.iter().enumerate() {
        if !calls_itself(moves, this_move) {
            continue;
        }
        let place = moves.clause(this_move).unwrap_or_else(|| start(moves));
        let node = &moves.hunt.nodes[this_move.source];
        let cost = (node.doubts, node.length, number);
        let cheapest = best.entry(place).or_insert(cost);
        *cheapest = cost.min(*cheapest);
    }
    let best: Vec<(Span, usize)> =
        best.into_iter().map(|(place, (_, _, number))| (place, number)).collect();
    let own = best.into_iter().map(|(place, number)| finding(moves, number, place));
    let own: Vec<Finding> = own.collect();
    own.into_iter().chain(waits::findings(moves)).collect()
}

/// Whether a machine ends, or does not start, because it has called itself.
pub(crate) fn calls_itself(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let ends = [ActionRole::Stop, ActionRole::Crash, ActionRole::StartFailed];
    ends.into_iter().any(|role| {
        let reason = moves.of_role(this_move, role).map(|(_, reason)| reason);
        reason.as_ref().and_then(tag_of_call).is_some()
    })
}

/// What a reason begins with which says that a process has waited for itself: OTP has found out, or the time of the call was over. Calls
/// of other processes return.
pub(crate) fn tag_of_call(reason: &Term) -> Option<&'static str> {
    let Term::Tuple(parts) = reason else { return None };
    match parts.as_slice() {
        [Term::Atom(tag), ..] if tag.as_str() == "calling_self" => Some("calling_self"),
        [Term::Atom(tag), Term::Tuple(call)] if tag.as_str() == "timeout" => {
            let is_call = |name: &Term| *name == Term::atom("call");
            call.get(1).is_some_and(is_call).then_some("timeout")
        }
        _ => None,
    }
}

fn finding(moves: &mut Moves<'_, '_>, number: usize, place: Span) -> Finding {
    let this_move = moves.all[number].clone();
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    let because = moves.doubts(&way).unwrap_or_default();
    way.extend(&this_move.tail);
    let message = format!("the machine calls itself {}", moves.when(&this_move));
    Finding::of_way(moves, (codes::CALL_TO_ITSELF, place), message, because, way)
}
