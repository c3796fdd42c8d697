//! Dead states: entered from another one, and nothing that can come makes a difference any more.
//!
//! Input: moves. Output: one finding for each state without an exit in the source (those with one are `progress::sinks`) in
//! which the machine waits for nothing, and in which every event crashes for want of a clause, or is taken by a clause for
//! all of them without an answer, an action or a change. A machine that is done ought to stop.

use std::collections::{BTreeMap, BTreeSet};

use model::ActionRole;

use crate::checks::progress::place_of;
use crate::checks::timeouts::is_quiet;
use crate::kinds::Kind;
use crate::moves::{Move, Moves};
use crate::source::{acts, clause_at, clauses_in, has_exit, takes_all};
use crate::{Finding, codes};

/// What the events of a state do.
#[derive(Default)]
struct Events {
    /// Some makes a difference.
    some_counts: bool,
    /// Some is taken.
    some_is_taken: bool,
}

/// Findings about dead states; only where all that can happen was met.
pub(crate) fn findings(moves: &mut Moves<'_, '_>, is_complete: bool) -> Vec<Finding> {
    if !is_complete {
        return Vec::new();
    }
    let mut events: BTreeMap<usize, Events> = BTreeMap::new();
    for this_move in moves.all.iter().filter(|this_move| !ends_it(moves, this_move)) {
        let of_node = events.entry(this_move.source).or_default();
        let is_untaken = moves.of_role(this_move, ActionRole::Crash).is_some()
            && moves.clause(this_move).is_none();
        of_node.some_counts |= !is_untaken && !is_nothing(moves, this_move);
        of_node.some_is_taken |= !is_untaken;
    }
    let firsts: BTreeSet<String> = first_states(moves);
    let mut dead: BTreeMap<Option<Kind>, (String, usize)> = BTreeMap::new();
    for (node, of_node) in events {
        let Some(idle) = moves.idle[node].as_ref() else { continue };
        let Some(state) = idle.state.clone() else { continue };
        let rests = is_quiet(idle) && !idle.watches && idle.waiting.is_empty();
        let behaviour = moves.model.behaviour;
        let clauses = clauses_in(behaviour, moves.module, &state);
        let has_exit = has_exit(behaviour, &clauses, &state);
        let counts = of_node.some_counts || !of_node.some_is_taken;
        if rests && !counts && !has_exit && !firsts.contains(&state) {
            dead.entry(Kind::of(idle)).or_insert((state, node));
        }
    }
    dead.into_values().filter_map(|(state, node)| finding(moves, &state, node)).collect()
}

/// Whether a move is a stop from outside or the exit of the machine's parent: both are possible in every state.
fn ends_it(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    moves.command(this_move).is_some_and(|kind| kind.is_ending())
}

/// Whether an event is taken and nothing comes of it; a clause that names it does that on purpose.
fn is_nothing(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let clause = moves.clause(this_move).and_then(|span| clause_at(moves.module, span));
    moves.stands_still(this_move)
        && clause.is_some_and(|clause| takes_all(moves.model.behaviour, clause) && !acts(clause))
}

/// The states in which the machine may start: one that does nothing there has nothing to do.
fn first_states(moves: &Moves<'_, '_>) -> BTreeSet<String> {
    let starts = moves.all.iter().filter(|this_move| this_move.source == 0);
    starts.filter_map(|this_move| this_move.after.as_ref()?.state.clone()).collect()
}

/// The finding that a state is dead; none if the way to it rests on what is not known, as that says too little.
fn finding(moves: &mut Moves<'_, '_>, state: &str, node: usize) -> Option<Finding> {
    let way = moves.way_to(node);
    if moves.doubts(&way).is_some() {
        return None;
    }
    let place = place_of(moves, state);
    let message =
        format!("state `{state}` is a dead end: no event changes, answers or does anything there");
    let because = vec!["whether the machine is to wait there until somebody ends it".to_owned()];
    Some(Finding::of_way(moves, (codes::DEAD, place), message, because, way))
}
