//! Callers that the machine keeps and never answers.
//!
//! Input: moves of a hunt that has met all that there is. Output: a finding for each clause behind which a client waits whose From the
//! machine alone has, although no way from there answers that client, loses its From, hands it out, or ends the machine.
//!
//! ```erlang
//! handle_call(wait, From, Waiting) -> {noreply, [From | Waiting]}.      % and no `gen_server:reply/2` anywhere
//! ```
//!
//! Not here: calls that are postponed (`postponed`), clients of which no process has the From any more (`replies`).

use std::collections::{BTreeMap, BTreeSet};

use frontend::Span;
use lts::semantics::{Debt, Idle, Waiting};

use crate::assumptions::IF_CROWDED;
use crate::checks::crash::start;
use crate::checks::replies::hands_on;
use crate::checks::stand_in::{Backwards, has_untaken_clause};
use crate::moves::{Move, Moves};
use crate::{Finding, codes};

/// Findings about callers that are kept; none where something was not met.
pub(crate) fn findings(moves: &mut Moves<'_, '_>, is_complete: bool) -> Vec<Finding> {
    if !is_complete {
        return Vec::new();
    }
    let backwards = Backwards::of(moves);
    let mut freed: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut best: BTreeMap<Span, ((usize, usize), usize)> = BTreeMap::new();
    for (number, this_move) in moves.all.iter().enumerate() {
        let Some(client) = kept_first(moves, this_move) else { continue };
        let freed = freed.entry(client).or_insert_with(|| freed_from(moves, &backwards, client));
        if freed.contains(&this_move.target) {
            continue;
        }
        let place = moves.clause(this_move).unwrap_or_else(|| start(moves));
        let doubts: usize = moves.edges_of(this_move).map(|edge| edge.uncertain.len()).sum();
        let node = &moves.hunt.nodes[this_move.source];
        let cost = (node.doubts + doubts, node.length);
        let cheapest = best.entry(place).or_insert((cost, number));
        *cheapest = (*cheapest).min((cost, number));
    }
    best.into_iter().filter_map(|(place, (_, number))| finding(moves, place, number)).collect()
}

/// The client of which a move is the first that keeps it: in the data, and not as an event that comes again.
fn kept_first(moves: &Moves<'_, '_>, this_move: &Move) -> Option<usize> {
    let (before, after) = (moves.idle[this_move.source].as_ref()?, this_move.after.as_ref()?);
    let waits = |idle: &Idle, client| idle.waiting.iter().any(|waiting| waiting.client == client);
    let new = after.waiting.iter().find(|waiting| !waits(before, waiting.client))?;
    let is_event = after.kept.next.is_some()
        || after.kept.postponed.len() > before.kept.postponed.len()
        || moves.event(this_move).is_none_or(|(kind, _)| !kind.is_sync());
    (new.debt == Debt::Kept && !is_event).then_some(new.client)
}

/// The states from which some way leads to one in which a client is not kept any more, or of which it is not known what follows, or ends
/// the machine.
fn freed_from(moves: &Moves<'_, '_>, backwards: &Backwards, client: usize) -> BTreeSet<usize> {
    let keeps = |idle: &Idle| {
        let is_kept = |waiting: &Waiting| waiting.client == client && waiting.debt == Debt::Kept;
        idle.waiting.iter().any(is_kept)
    };
    let is_free = |node: usize| {
        let is_idle = moves.idle[node].as_ref();
        backwards.is_open(moves, node) || is_idle.is_some_and(|idle| !keeps(idle))
    };
    let mut free: Vec<usize> = (1..moves.idle.len()).filter(|&node| is_free(node)).collect();
    let ending = moves.all.iter().filter(|this_move| this_move.after.is_none());
    free.extend(ending.map(|this_move| this_move.source));
    backwards.from(free)
}

/// The finding of a move that keeps a client; none where it holds up to the abstraction, and another clause may be there for the call.
fn finding(moves: &mut Moves<'_, '_>, place: Span, number: usize) -> Option<Finding> {
    let this_move = moves.all[number].clone();
    if moves.hunt.is_abstract && has_untaken_clause(moves, &this_move) {
        return None;
    }
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    way.extend(&this_move.tail);
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() && moves.command(&this_move).is_some() && moves.is_stray(&this_move) {
        because.push("whether somebody sends it".to_owned());
    }
    if because.is_empty() && hands_on(moves, &way) {
        because.push("whether somebody else answers the call".to_owned());
    }
    if because.is_empty() {
        if moves.hunt.is_abstract {
            because.push("whether all that can happen was met".to_owned());
        }
        if moves.is_crowded() {
            because.push(IF_CROWDED.to_owned());
        }
    }
    let when = moves.when(&this_move);
    let message = format!("the caller is kept, and never gets an answer, {when}");
    Some(Finding::of_way(moves, (codes::CALLER_FORGOTTEN, place), message, because, way))
}
