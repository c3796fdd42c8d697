//! Calls of the machine to itself: it cannot answer while it waits.
//!
//! Input: the moves. Output: findings, one for each clause.

use std::collections::BTreeMap;

use frontend::Span;
use lts::Term;
use model::ActionRole;

use crate::checks::crash::start;
use crate::moves::{Move, Moves};
use crate::{Finding, Rank, codes};

/// Findings about calls of the machine to itself.
pub(crate) fn findings(moves: &mut Moves<'_, '_>) -> Vec<Finding> {
    let mut best: BTreeMap<Span, (usize, usize, usize)> = BTreeMap::new();
    for (number, own) in moves.all.iter().enumerate() {
        if !calls_itself(moves, own) {
            continue;
        }
        let place = moves.clause(own).unwrap_or_else(|| start(moves));
        let node = &moves.hunt.nodes[own.source];
        let cost = (node.doubts, node.length, number);
        let known = best.entry(place).or_insert(cost);
        *known = cost.min(*known);
    }
    let best: Vec<(Span, usize)> = best.into_iter().map(|(place, own)| (place, own.2)).collect();
    best.into_iter().map(|(place, number)| finding(moves, number, place)).collect()
}

/// Whether a machine ends because it has called itself.
fn calls_itself(moves: &Moves<'_, '_>, own: &Move) -> bool {
    [ActionRole::Stop, ActionRole::Crash].into_iter().any(|role| {
        let reason = moves.of_role(own, role).map(|(_, reason)| reason);
        let Some(Term::Tuple(parts)) = reason else { return false };
        matches!(parts.first(), Some(Term::Atom(tag)) if tag.as_str() == "calling_self")
    })
}

fn finding(moves: &mut Moves<'_, '_>, number: usize, place: Span) -> Finding {
    let own = moves.all[number].clone();
    let mut way = moves.way_to(own.source);
    way.push(own.event);
    let because = moves.doubts(&way).unwrap_or_default();
    let rank = if because.is_empty() { Rank::Certain } else { Rank::Possible };
    way.extend(&own.tail);
    let message = format!("the machine calls itself {}", moves.when(&own));
    let evidence = moves.lines(&way);
    Finding { code: codes::CALL_TO_ITSELF, rank, message, place, evidence, because, way }
}
