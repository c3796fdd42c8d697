//! Events that are postponed and never taken again.
//!
//! Input: moves of a hunt, and what the text says of the clauses. Output: a finding for each clause that postpones an event so that no
//! way from there leads to a state that takes it: no clause leaves the state, or a hunt that has met all that there is finds none
//! that takes it. For a call that is a caller without an answer.
//!
//! ```erlang
//! closed(cast, vote, _) -> {keep_state_and_data, postpone};      % and nothing leaves `closed`
//! ```

use std::collections::{BTreeMap, BTreeSet};

use frontend::{Code, Span};
use lts::Term;
use lts::semantics::Idle;
use model::{ActionRole, AtOnce};

use crate::assumptions::{IF_CROWDED, has};
use crate::checks::crash::start;
use crate::checks::stand_in::{Backwards, has_untaken_clause};
use crate::clauses::{Read, timed};
use crate::moves::{Move, Moves};
use crate::source::event_type;
use crate::{Finding, codes};

/// An event that is postponed: what tells its type, and its content.
type Event = (String, Term);

/// Findings about postponed events; only where all that can happen was met.
pub(crate) fn findings<'m>(
    moves: &mut Moves<'m, '_>,
    (reads, states): (&[Read<'m>], &[&'m str]),
    is_complete: bool,
) -> Vec<Finding> {
    let kept: Vec<Vec<Event>> =
        moves.idle.iter().map(|idle| idle.iter().flat_map(postponed).collect()).collect();
    let mut met: BTreeMap<&Event, BTreeSet<usize>> = BTreeMap::new();
    for (node, events) in kept.iter().enumerate() {
        if moves.idle[node].as_ref().is_some_and(rests) {
            for event in events {
                met.entry(event).or_default().insert(node);
            }
        }
    }
    let mut never_left: BTreeMap<&str, bool> = BTreeMap::new();
    for state in
        met.values().flatten().filter_map(|&node| moves.idle[node].as_ref()?.state.as_deref())
    {
        let is_left = || timed::is_never_left(moves, (reads, states), state);
        never_left.entry(state).or_insert_with(is_left);
    }
    let mut best: BTreeMap<(Code, Span), (bool, usize, usize)> = BTreeMap::new();
    let backwards = Backwards::of(moves);
    for (event, nodes) in &met {
        let taken = taken(moves, event, (&kept, &backwards));
        for &node in nodes {
            let state = moves.idle[node].as_ref().and_then(|idle| idle.state.as_deref());
            let is_stuck = state.is_some_and(|state| never_left.get(state) == Some(&true));
            let is_taken = !is_stuck && (!is_complete || taken.contains(&node));
            if is_taken || !is_postponed_there(moves, (event, &kept), node) {
                continue;
            }
            let place = moves.last_clause(node).unwrap_or_else(|| start(moves));
            let behaviour = moves.model.behaviour;
            let is_sync = behaviour.typed(&event.0).is_some_and(|callback| callback.is_sync());
            let code = if is_sync { codes::CALLER_FORGOTTEN } else { codes::POSTPONED };
            let cost = (!is_stuck, moves.hunt.nodes[node].length, node);
            let cheapest = best.entry((code, place)).or_insert(cost);
            *cheapest = cost.min(*cheapest);
        }
    }
    let best = best.into_iter();
    best.filter_map(|((code, place), (is_open, _, node))| {
        finding(moves, (code, place), (node, is_open))
    })
    .collect()
}

/// Whether the move that has led to a state first postpones an event.
fn is_postponed_there(
    moves: &Moves<'_, '_>,
    (event, kept): (&Event, &[Vec<Event>]),
    node: usize,
) -> bool {
    let way = moves.way_to(node);
    let mut sources = way.iter().rev().map(|&edge| moves.edge(edge).source);
    let before = sources.find(|&source| moves.idle[source].is_some());
    let count = |node: usize| kept[node].iter().filter(|own| *own == event).count();
    before.map_or(0, count) < count(node)
}

/// Whether nothing comes at once: all that is put off is among what was postponed.
fn rests(idle: &Idle) -> bool {
    idle.kept.next.is_none()
}

/// The events that are postponed in a state.
fn postponed(idle: &Idle) -> impl Iterator<Item = Event> {
    idle.kept.postponed.iter().filter_map(|event| {
        let [own, content] = event_type::typed(event)?;
        // A caller that is kept in the data, too, or has its answer, is looked after elsewhere.
        if let Term::Tuple(parts) = own
            && parts.iter().skip(1).any(|from| is_elsewhere(idle, from))
        {
            return None;
        }
        let tag = match own {
            Term::Tuple(parts) => parts.first()?.to_string(),
            own => own.to_string(),
        };
        Some((tag, content.clone()))
    })
}

/// Whether a client is kept in the data, or waits no more.
fn is_elsewhere(idle: &Idle, from: &Term) -> bool {
    let parts: &[Term] = match from {
        Term::Tuple(parts) => parts,
        _ => return true,
    };
    let tag = parts.last();
    idle.waiting.is_empty() || tag.is_none_or(|tag| has(&idle.data, &|part| part == tag))
}

/// The states from which some way leads to one in which an event is not postponed any more, or ends as it comes.
fn taken(
    moves: &Moves<'_, '_>,
    event: &Event,
    (kept, backwards): (&[Vec<Event>], &Backwards),
) -> BTreeSet<usize> {
    let is_free = |node: usize| {
        let may_rest = moves.idle[node].as_ref().is_some_and(rests);
        backwards.is_open(moves, node) || may_rest && !kept[node].contains(event)
    };
    let mut free: Vec<usize> = (1..moves.idle.len()).filter(|&node| is_free(node)).collect();
    // Where the machine ends behind it, as by the enter call that follows, it has been taken.
    let is_over = |this_move: &&Move| {
        this_move.after.is_none() && !kept[this_move.source].contains(event)
            || ends_with(moves, this_move, event)
    };
    let ending = moves.all.iter().filter(is_over);
    free.extend(ending.map(|this_move| this_move.source));
    backwards.from(free)
}

/// Whether a machine ends as a postponed event comes again.
fn ends_with(moves: &Moves<'_, '_>, this_move: &Move, event: &Event) -> bool {
    let role = moves.edge(this_move.event).role;
    matches!(role, Some(ActionRole::Continue(AtOnce::Queued(kind))) if kind.tag == event.0)
        && this_move.after.is_none()
        && moves.event(this_move).is_some_and(|(_, content)| content == event.1)
}

fn finding(
    moves: &mut Moves<'_, '_>,
    (code, place): (Code, Span),
    (node, is_open): (usize, bool),
) -> Option<Finding> {
    let way = moves.way_to(node);
    let last = *way.iter().rev().find(|&&edge| moves.idle[moves.edge(edge).source].is_some())?;
    let this_move = moves.all.iter().find(|this_move| this_move.event == last)?.clone();
    if is_open && moves.hunt.is_abstract && has_untaken_clause(moves, &this_move) {
        return None;
    }
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() && !moves.is_driven_by_interface(&way) {
        because.push("whether somebody sends it".to_owned());
    }
    if because.is_empty() && is_open {
        if moves.hunt.is_abstract {
            because.push("whether all that can happen was met".to_owned());
        }
        if moves.is_crowded() {
            because.push(IF_CROWDED.to_owned());
        }
    }
    let when = moves.when(&this_move);
    let message = if code == codes::POSTPONED {
        format!("the event is postponed, and never taken again, {when}")
    } else {
        format!("the caller never gets an answer, as its call is postponed for ever, {when}")
    };
    Some(Finding::of_way(moves, (code, place), message, because, way))
}
