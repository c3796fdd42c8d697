//! Event timeouts that are lost: another event has come, the state is the same, and nothing runs any more.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Span;
use lts::semantics::Idle;
use model::ActionRole;

use crate::checks::crash::start;
use crate::moves::{Move, Moves};
use crate::{Finding, codes};

/// Findings about lost timeouts.
pub(crate) fn findings(moves: &mut Moves<'_, '_>) -> Vec<Finding> {
    let waiting = only_by_timeout(moves);
    let mut best: BTreeMap<Span, (usize, (usize, usize))> = BTreeMap::new();
    for (number, this_move) in moves.all.iter().enumerate() {
        if !loses(moves, this_move, &waiting) {
            continue;
        }
        let place = moves.clause(this_move).unwrap_or_else(|| start(moves));
        let node = &moves.hunt.nodes[this_move.source];
        let doubts: usize = moves.edges_of(this_move).map(|edge| edge.uncertain.len()).sum();
        let cost = (node.doubts + doubts, node.length);
        let cheapest = best.entry(place).or_insert((number, cost));
        if cost < cheapest.1 {
            *cheapest = (number, cost);
        }
    }
    best.into_iter().map(|(place, (number, _))| finding(moves, place, number)).collect()
}

/// Whether an event timeout was running before a move and nothing is behind it, in the same state.
fn loses(moves: &Moves<'_, '_>, this_move: &Move, waiting: &BTreeSet<String>) -> bool {
    let (Some(before), Some(after)) = (&moves.idle[this_move.source], &this_move.after) else {
        return false;
    };
    if moves.edge(this_move.event).role == Some(ActionRole::Timeout) || before.state != after.state
    {
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
    for this_move in &moves.all {
        let Some(state) = moves.state(this_move) else { continue };
        let after = this_move.after.as_ref().map(|after| after.state.as_deref());
        let leaves = match after {
            Some(after) => after != Some(state),
            None => moves.of_role(this_move, ActionRole::Crash).is_none(),
        };
        if !leaves {
            continue;
        }
        let is_timeout = moves.edge(this_move.event).role == Some(ActionRole::Timeout);
        let set = if is_timeout { &mut by_timeout } else { &mut by_others };
        set.insert(state.to_owned());
    }
    by_timeout.difference(&by_others).cloned().collect()
}

fn finding(moves: &mut Moves<'_, '_>, place: Span, number: usize) -> Finding {
    let this_move = moves.all[number].clone();
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    way.extend(&this_move.tail);
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() && moves.command(&this_move).is_some() && moves.is_stray(&this_move) {
        because.push("whether somebody sends it".to_owned());
    }
    let message = format!("the event timeout is lost {}", moves.when(&this_move));
    Finding::of_way(moves, (codes::TIMEOUT_LOST, place), message, because, way)
}
