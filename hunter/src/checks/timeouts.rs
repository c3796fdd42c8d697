//! Event timeouts that are lost: another event has come, the state is the same, and nothing runs any more.
//!
//! Input: the moves of a hunt, and the states that are always entered with a timeout. A state that something else leaves,
//! too, may go on without one: such a finding is only possible.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Span;
use lts::Term;
use lts::semantics::Idle;
use model::ActionRole;

use crate::checks::crash::start;
use crate::clauses::timed::{IF_LEFT, Timed};
use crate::moves::{Move, Moves};
use crate::{Finding, codes};

/// How much a lost timeout matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Loss {
    /// Nothing else goes on from there.
    Only,
    /// Something else may.
    Other,
}

/// Findings about lost timeouts.
pub(crate) fn findings(moves: &mut Moves<'_, '_>, timed: &Timed<'_>) -> Vec<Finding> {
    let waiting = only_by_timeout(moves);
    let mut best: BTreeMap<Span, (usize, (Loss, usize, usize))> = BTreeMap::new();
    for (number, this_move) in moves.all.iter().enumerate() {
        let Some(loss) = loss(moves, this_move, (&waiting, timed)) else { continue };
        let place = moves.clause(this_move).unwrap_or_else(|| start(moves));
        let node = &moves.hunt.nodes[this_move.source];
        let doubts: usize = moves.edges_of(this_move).map(|edge| edge.uncertain.len()).sum();
        let cost = (loss, node.doubts + doubts, node.length);
        let cheapest = best.entry(place).or_insert((number, cost));
        if cost < cheapest.1 {
            *cheapest = (number, cost);
        }
    }
    let best = best.into_iter();
    best.map(|(place, (number, (loss, ..)))| finding(moves, place, number, loss)).collect()
}

/// How much it matters that an event timeout was running before a move and nothing is behind it, in the same state.
fn loss(
    moves: &Moves<'_, '_>,
    this_move: &Move,
    (waiting, timed): (&BTreeSet<String>, &Timed<'_>),
) -> Option<Loss> {
    let (before, after) = (moves.idle[this_move.source].as_ref()?, this_move.after.as_ref()?);
    let is_over = is_timeout(moves, this_move);
    if is_over || before.state != after.state || !is_quiet(after) {
        return None;
    }
    let state = before.state.as_deref()?;
    if before.kept.timeouts.iter().any(|own| is_of_event(moves, own)) {
        return waiting.contains(state).then_some(Loss::Only);
    }
    match before.timeout.as_deref()? {
        "zero" => Some(Loss::Only),
        "armed" if waiting.contains(state) => Some(Loss::Only),
        "armed" => {
            let is_left = timed.ends(moves.clause(this_move)?, state)?;
            Some(if is_left { Loss::Other } else { Loss::Only })
        }
        _ => None,
    }
}

/// Whether the event of a move is an event timeout.
fn is_timeout(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let event = moves.event(this_move).filter(|_| moves.model.behaviour.type_place().is_some());
    moves.edge(this_move.event).role == Some(ActionRole::Timeout)
        || event.is_some_and(|(kind, event)| {
            moves.model.behaviour.is_continued(kind) && is_of_event(moves, &event)
        })
}

/// Whether the type of a time-out, which is its first component, is that of event timeouts.
fn is_of_event(moves: &Moves<'_, '_>, own: &Term) -> bool {
    matches!(own, Term::Tuple(parts) if parts.first() == Some(&Term::atom(moves.model.behaviour.timeout)))
}

/// Whether nothing will happen by itself.
pub(crate) fn is_quiet(idle: &Idle) -> bool {
    idle.timers.is_empty()
        && idle.kept.timeouts.is_empty()
        && idle.kept.next.is_none()
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
        let is_timeout = is_timeout(moves, this_move);
        let set = if is_timeout { &mut by_timeout } else { &mut by_others };
        set.insert(state.to_owned());
    }
    by_timeout.difference(&by_others).cloned().collect()
}

fn finding(moves: &mut Moves<'_, '_>, place: Span, number: usize, loss: Loss) -> Finding {
    let this_move = moves.all[number].clone();
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    way.extend(&this_move.tail);
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() && moves.command(&this_move).is_some() && moves.is_stray(&this_move) {
        because.push("whether somebody sends it".to_owned());
    }
    if because.is_empty() && loss == Loss::Other {
        because.push(IF_LEFT.to_owned());
    }
    let message = format!("the event timeout is lost {}", moves.when(&this_move));
    Finding::of_way(moves, (codes::TIMEOUT_LOST, place), message, because, way)
}
