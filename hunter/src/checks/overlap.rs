//! Timers that run on while another one is started for the same message, and are taken for that.
//!
//! Input: the moves of a hunt. Output: a finding for each clause behind which two timers run that bring the same, the first of
//! which nobody knows any more, where the message of the first does what that of the second is for.
//!
//! ```erlang
//! idle(go, D) -> {next_state, run, D#d{timer = gen_fsm:send_event_after(1000, done)}}.
//! run(stop, D) -> {next_state, idle, D};          % the timer runs on, and ends the next run too early
//! run(done, D) -> {next_state, idle, D}.
//! ```
//!
//! Two timers at once may be meant: for two things that are waited for, each in its time. So the machine must have come into
//! another state with the second one, where the message leaves that, or must have put its reference in the place of the first.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Span;
use lts::Term;
use lts::semantics::Idle;
use model::{ActionRole, Component as _, TimeoutPart};

use crate::assumptions::given_timers::is_given;
use crate::assumptions::has;
use crate::assumptions::senders::tag;
use crate::checks::crash::start;
use crate::moves::{Move, Moves};
use crate::replay::{is_stale, run_of};
use crate::source::{clause_at, takes_all};
use crate::{Finding, codes};

/// What is said where the second timer is started because of an event that nobody is known to send.
const IF_SENT: &str = "whether somebody sends these events";

/// Two timers that run at once for the same message.
struct Pair {
    /// The place of the first one in what the machine holds.
    first: usize,
    /// Whether the state was another one before the second was started.
    is_entered: bool,
}

/// Findings about timers that run beside new ones, besides those that crash the machine elsewhere.
pub(crate) fn findings(moves: &mut Moves<'_, '_>, others: &[Finding]) -> Vec<Finding> {
    let crashing = crashing(moves, others);
    let mut best: BTreeMap<Span, (usize, (usize, usize))> = BTreeMap::new();
    for (number, this_move) in moves.all.iter().enumerate() {
        let node = &moves.hunt.nodes[this_move.source];
        let cost = (node.doubts, node.length);
        let message = fired(moves, this_move.event);
        let is_told = message.is_some_and(|message| crashing.contains(bare(message)));
        if is_told || taken_first(moves, this_move).is_empty() {
            continue;
        }
        let place = moves.last_clause(this_move.source).unwrap_or_else(|| start(moves));
        let cheapest = best.entry(place).or_insert((number, cost));
        if cost < cheapest.1 {
            *cheapest = (number, cost);
        }
    }
    let mut best: Vec<_> = best.into_iter().collect();
    best.sort_by_key(|(place, (number, cost))| (*cost, *number, *place));
    let mut findings: Vec<Finding> = Vec::new();
    for (place, (number, _)) in best {
        let Some(finding) = finding(moves, place, number) else { continue };
        // A timer that is forgotten at one place may be met behind others.
        match findings.iter_mut().find(|other| other.message == finding.message) {
            Some(other) => other.also.push(place),
            None => findings.push(finding),
        }
    }
    findings
}

/// What the timers bring that are told to come where no clause takes it.
fn crashing(moves: &Moves<'_, '_>, findings: &[Finding]) -> BTreeSet<Term> {
    let timers = [codes::TIMER_UNEXPECTED, codes::STALE_TIMER];
    let told = findings.iter().filter(|finding| timers.contains(&finding.code));
    let ways = told.flat_map(|finding| &finding.way);
    ways.filter_map(|&edge| fired(moves, edge)).map(|message| bare(message).clone()).collect()
}

/// What the timer brings that is over on an edge.
fn fired<'a>(moves: &'a Moves<'_, '_>, edge: usize) -> Option<&'a Term> {
    let edge = moves.edge(edge);
    let is_timer = matches!(edge.role, Some(ActionRole::Fires(_)));
    moves.action(edge.label).filter(|_| is_timer)?.args.last()
}

/// The references of timers that nobody knows any more, one of which does in a move what a new one is for.
fn taken_first(moves: &Moves<'_, '_>, this_move: &Move) -> Vec<Term> {
    let none = Vec::new;
    let Some(ActionRole::Fires(kind)) = moves.edge(this_move.event).role else { return none() };
    let Some(idle) = moves.idle[this_move.source].as_ref() else { return none() };
    let is_sent = kind.is_sent();
    if is_sent || idle.timers.len() < 2 || moves.of_role(this_move, ActionRole::Crash).is_some() {
        return none();
    }
    let clause = moves.clause(this_move).and_then(|span| clause_at(moves.module, span));
    let Some(message) = fired(moves, this_move.event) else { return none() };
    let leaves = this_move.after.as_ref().is_none_or(|after| after.state != idle.state);
    let is_gone = |name: &(Term, Term)| {
        this_move.after.as_ref().is_none_or(|after| match name.1 {
            Term::Reference(_) => !after.timer_names.contains(name),
            // Those that nothing names are numbered anew.
            _ => after.timers.len() < idle.timers.len(),
        })
    };
    if clause.is_none_or(|clause| takes_all(moves.model.behaviour, clause)) {
        return none();
    }
    let pairs = pairs(moves, this_move.source).into_iter().filter(|pair| {
        let has_effect = leaves || !pair.is_entered && !moves.stands_still(this_move);
        has_effect
            && brings(&idle.timers[pair.first], message)
            && is_gone(&idle.timer_names[pair.first])
    });
    pairs.map(|pair| idle.timer_names[pair.first].1.clone()).collect()
}

/// Whether a timer brings a message: one that names the timer tells it from others.
fn brings(timer: &Term, message: &Term) -> bool {
    timer == message || wrapped(timer).is_some_and(|inner| inner == message)
}

/// A message without the reference of its timer.
fn bare(message: &Term) -> &Term {
    wrapped(message).unwrap_or(message)
}

/// What a message that names its timer carries.
pub(crate) fn wrapped(message: &Term) -> Option<&Term> {
    match message {
        Term::Tuple(parts)
            if parts.len() == TimeoutPart::SIZE && parts[0] == Term::atom("timeout") =>
        {
            TimeoutPart::Message.in_items(parts)
        }
        _ => None,
    }
}

/// The pairs of timers in a state of which the second was started in the move that has led there.
fn pairs(moves: &Moves<'_, '_>, node: usize) -> Vec<Pair> {
    let Some(now) = moves.idle[node].as_ref() else { return Vec::new() };
    let way = moves.way_to(node);
    let sources = way.iter().rev().map(|&edge| moves.idle[moves.edge(edge).source].as_ref());
    let Some(before) = sources.flatten().next() else { return Vec::new() };
    let is_old = |at: &usize| before.timer_names.contains(&now.timer_names[*at]);
    let (old, new): (Vec<usize>, Vec<usize>) = (0..now.timers.len()).partition(is_old);
    let mut pairs = Vec::new();
    for &first in &old {
        for &second in &new {
            let is_entered = before.state != now.state;
            let is_alike = is_alike(&now.timers[first], &now.timers[second]);
            if is_alike && is_forgotten((before, now), (first, second), is_entered) {
                pairs.push(Pair { first, is_entered });
            }
        }
    }
    pairs
}

/// Whether two messages are the same, up to the timers that they name.
fn is_alike(one: &Term, other: &Term) -> bool {
    match (wrapped(one), wrapped(other)) {
        (Some(one), Some(other)) => one == other && !one.has_unknown(),
        _ => one == other && !one.has_unknown(),
    }
}

/// Whether the machine does not know the first timer any more, which it has known, or has come to another state.
fn is_forgotten(
    (before, now): (&Idle, &Idle),
    (first, second): (usize, usize),
    is_entered: bool,
) -> bool {
    let holds = |idle: &Idle, timer: usize| {
        let (_, reference) = &now.timer_names[timer];
        matches!(reference, Term::Reference(_)) && has(&idle.data, &|part| part == reference)
    };
    let is_replaced = holds(before, first) && holds(now, second);
    !holds(now, first) && (is_entered || is_replaced)
}

fn finding(moves: &mut Moves<'_, '_>, place: Span, number: usize) -> Option<Finding> {
    let this_move = moves.all[number].clone();
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    let mut because = moves.doubts(&way).unwrap_or_default();
    // Without values for all of it, the timers in two states may not be the same ones.
    if !matches!(moves.machine.played(&run_of(moves.hunt, &way)), Ok(Some(_))) {
        return None;
    }
    // Where the records are not known the place of the reference is none of theirs.
    let is_blind = moves.module.lacking.is_some() && !because.is_empty();
    // One that was cancelled when its message was on its way is another matter.
    let references = taken_first(moves, &this_move);
    let mut known = references.iter().filter(|reference| !is_given(moves, &way, reference));
    if known.next().is_none() || is_blind || is_stale(moves.model, moves.machine, moves.hunt, &way)
    {
        return None;
    }
    way.extend(&this_move.tail);
    if because.is_empty() && !moves.is_driven_by_interface(&way) {
        because.push(IF_SENT.to_owned());
    }
    let event = moves.event(&this_move).map_or(Term::Nil, |(_, event)| event);
    let event = tag(bare(&event));
    let state = moves.state(&this_move).unwrap_or("_").to_owned();
    let message = format!(
        "a timer for `{event}` is started while an earlier one runs, whose message `{state}` takes for that of the new one"
    );
    Some(Finding::of_way(moves, (codes::TIMERS_OVERLAP, place), message, because, way))
}
