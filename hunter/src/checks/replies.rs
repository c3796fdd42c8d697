//! Answers: callers that are forgotten, answers that no caller waits for, machines that stop without one.

use std::collections::BTreeMap;

use frontend::{Code, Span};
use lts::Term;
use lts::semantics::{Debt, Waiting};
use model::{ActionRole, End, OriginId, OriginKind, TimerKind};

use crate::assumptions::{ON_ARGUMENT, has};
use crate::checks::crash::start;
use crate::moves::{Move, Moves};
use crate::source::{clause_at, event_type, takes_all};
use crate::{Finding, codes};

/// Findings about answers.
pub(crate) fn findings(moves: &mut Moves<'_, '_>) -> Vec<Finding> {
    let mut best: BTreeMap<(Code, Span), (usize, (usize, usize))> = BTreeMap::new();
    for (number, this_move) in moves.all.iter().enumerate() {
        let place = moves.clause(this_move).unwrap_or_else(|| start(moves));
        let doubts: usize = moves.edges_of(this_move).map(|edge| edge.uncertain.len()).sum();
        let node = &moves.hunt.nodes[this_move.source];
        let cost = (node.doubts + doubts, node.length);
        for code in faults(moves, this_move) {
            let cheapest = best.entry((code, place)).or_insert((number, cost));
            if cost < cheapest.1 {
                *cheapest = (number, cost);
            }
        }
    }
    best.into_iter()
        .map(|((code, place), (number, _))| finding(moves, code, place, number))
        .collect()
}

fn faults(moves: &Moves<'_, '_>, this_move: &Move) -> Vec<Code> {
    let mut faults = Vec::new();
    let replies = moves.of_role(this_move, ActionRole::Reply).is_some();
    let is_unheard = moves.of_role(this_move, ActionRole::Unheard).is_some();
    if is_unheard {
        faults.push(if replies { codes::TWO_ANSWERS } else { codes::REPLY_TO_NOBODY });
    }
    let is_sync = moves.event(this_move).is_some_and(|(kind, _)| kind.is_sync());
    // A machine that stops on a call that nobody is known to make has been written so: it is how it refuses one.
    let is_refused = moves.is_stray(this_move);
    if is_sync && this_move.end == Some(End::Stopped) && !replies && !is_refused {
        faults.push(codes::STOP_WITHOUT_REPLY);
    }
    if !is_unheard && forgets(moves, this_move) && !is_dropped(moves, this_move) {
        faults.push(codes::CALLER_FORGOTTEN);
    }
    faults
}

/// Whether a clause for events of all types takes a call that no process is known to make: it says nothing of calls.
fn is_dropped(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let behaviour = moves.model.behaviour;
    let clause = moves.clause(this_move).and_then(|span| clause_at(moves.module, span));
    let is_for_all = clause.is_some_and(|clause| {
        let has_type = event_type::head(behaviour, clause).is_some();
        has_type && event_type::is_open(behaviour, clause) && takes_all(behaviour, clause)
    });
    is_for_all && moves.command(this_move).is_some() && moves.is_stray(this_move)
}

/// Whether a client waits behind a move whose From no process has any more.
fn forgets(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let (Some(before), Some(after)) = (&moves.idle[this_move.source], &this_move.after) else {
        return false;
    };
    let was = |client: usize| before.waiting.iter().find(|was| was.client == client);
    let is_lost = |now: &Waiting| {
        now.debt == Debt::Forgotten && was(now.client).is_none_or(|was| was.debt != Debt::Forgotten)
    };
    after.waiting.iter().any(is_lost)
}

/// Whether something on a way gets the tag of a call, and can answer: a hunt sees no other calls of other modules.
pub(crate) fn hands_on(moves: &Moves<'_, '_>, way: &[usize]) -> bool {
    way.iter().any(|&number| moves.edge(number).role == Some(ActionRole::Call))
}

/// Whether nothing is known of the event of a move, and what it is decides.
fn rests_on_event(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let is_part = |origin: &OriginId| moves.model.origins[*origin].kind == OriginKind::Part;
    matches!(moves.event(this_move), Some((_, Term::Unknown(_))))
        && moves.edges_of(this_move).any(|edge| edge.chosen.iter().any(is_part))
}

/// Whether the machine gets to know on a way that a caller has ended: one that waits may be the process that it watches.
fn ends_caller(moves: &Moves<'_, '_>, way: &[usize]) -> bool {
    let is_caller = |part: &Term| match part {
        Term::Pid(number) => (1..=moves.clients).any(|client| *number == client.into()),
        _ => false,
    };
    way.iter().map(|&number| moves.edge(number)).any(|edge| {
        let is_end =
            matches!(edge.role, Some(ActionRole::Fires(TimerKind::Info) | ActionRole::ExitSignal));
        let args = moves.action(edge.label).map(|action| action.args.as_slice());
        is_end && args.unwrap_or_default().iter().any(|arg| has(arg, &is_caller))
    })
}

fn finding(moves: &mut Moves<'_, '_>, code: Code, place: Span, number: usize) -> Finding {
    let this_move = moves.all[number].clone();
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    way.extend(&this_move.tail);
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() && moves.command(&this_move).is_some() && moves.is_stray(&this_move) {
        because.push("whether somebody sends it".to_owned());
    }
    if because.is_empty() && rests_on_event(moves, &this_move) {
        because.push(ON_ARGUMENT.to_owned());
    }
    let is_too_many = matches!(code, codes::REPLY_TO_NOBODY | codes::TWO_ANSWERS);
    if because.is_empty() && is_too_many && ends_caller(moves, &way) {
        because.push("whether a caller ends while it waits".to_owned());
    }
    if because.is_empty() && code == codes::CALLER_FORGOTTEN && hands_on(moves, &way) {
        because.push("whether somebody else answers the call".to_owned());
    }
    if because.is_empty() && code == codes::STOP_WITHOUT_REPLY {
        because.push("whether the caller minds that its call exits".to_owned());
    }
    let when = moves.when(&this_move);
    let message = match code {
        codes::TWO_ANSWERS => format!("two answers to one call {when}"),
        codes::REPLY_TO_NOBODY => format!("an answer that nobody waits for {when}"),
        codes::STOP_WITHOUT_REPLY => format!("the machine stops without an answer {when}"),
        _ => format!("the caller never gets an answer {when}"),
    };
    Finding::of_way(moves, (code, place), message, because, way)
}
