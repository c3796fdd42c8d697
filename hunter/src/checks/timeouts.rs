//! Event timeouts that are lost: another event has come, the state is the same, and nothing runs any more.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Span;
use lts::semantics::Idle;
use model::ActionRole;

use crate::checks::crash::start;
use crate::moves::{Move, Moves};
use crate::{Finding, Rank, codes};

/// Findings about lost timeouts.
pub(crate) fn findings(moves: &mut Moves<'_, '_>) -> Vec<Finding> {
    let waiting = only_by_timeout(moves);
    let mut best: BTreeMap<Span, (usize, (usize, usize))> = BTreeMap::new();
    for (number, own) in moves.all.iter().enumerate() {
        if !loses(moves, own, &waiting) {
            continue;
        }
        let place = moves.clause(own).unwrap_or_else(|| start(moves));
        let node = &moves.hunt.nodes[own.source];
        let doubts: usize = moves.edges_of(own).map(|edge| edge.uncertain.len()).sum();
        let cost = (node.doubts + doubts, node.length);
        let known = best.entry(place).or_insert((number, cost));
        if cost < known.1 {
            *known = (number, cost);
        }
    }
    best.into_iter().map(|(place, (number, _))| finding(moves, place, number)).collect()
}

/// Whether an event timeout was running before a move and nothing is behind it, in the same state.
fn loses(moves: &Moves<'_, '_>, own: &Move, waiting: &BTreeSet<String>) -> bool {
    let (Some(before), Some(after)) = (&moves.idle[own.source], &own.after) else { return false };
    if moves.edge(own.event).role == Some(ActionRole::Timeout) || before.state != after.state {
        return false;
    }
    let is_zero = before.timeout.as_deref() == Some("zero");
    let ran = is_zero || before.timeout.as_deref() == Some("armed");
    let counts = is_zero || before.state.as_ref().is_some_and(|state| waiting.contains(state));
    ran && is_quiet(after) && counts
}

/// Whether nothing will happen by itself.
pub(crate) fn is_quiet(idle: &Idle) -> bool {
    idle.timers.is_empty()
        && idle.queue.is_empty()
        && !matches!(idle.timeout.as_deref(), Some("armed" | "zero"))
}

/// The states that only `timeout` leaves.
fn only_by_timeout(moves: &Moves<'_, '_>) -> BTreeSet<String> {
    let (mut by_timeout, mut by_others) = (BTreeSet::new(), BTreeSet::new());
    for own in &moves.all {
        let Some(state) = moves.state(own) else { continue };
        let after = own.after.as_ref().map(|after| after.state.as_deref());
        let leaves = match after {
            Some(after) => after != Some(state),
            None => moves.of_role(own, ActionRole::Crash).is_none(),
        };
        if !leaves {
            continue;
        }
        let is_timeout = moves.edge(own.event).role == Some(ActionRole::Timeout);
        let set = if is_timeout { &mut by_timeout } else { &mut by_others };
        set.insert(state.to_owned());
    }
    by_timeout.difference(&by_others).cloned().collect()
}

fn finding(moves: &mut Moves<'_, '_>, place: Span, number: usize) -> Finding {
    let own = moves.all[number].clone();
    let mut way = moves.way_to(own.source);
    way.push(own.event);
    way.extend(&own.tail);
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() && moves.command(&own).is_some() && moves.is_stray(&own) {
        because.push("whether somebody sends it".to_owned());
    }
    let rank = if because.is_empty() { Rank::Certain } else { Rank::Possible };
    let message = format!("the event timeout is lost {}", moves.when(&own));
    let evidence = moves.lines(&way);
    Finding { code: codes::TIMEOUT_LOST, rank, message, place, evidence, because, way }
}
