//! What goes wrong for whom, in a sentence.
//!
//! Input: a finding. Output: a sentence without a full stop that is true for every run which shows the finding. The function of
//! the interface that sends the event is named where it is known.
//!
//! ```text
//! lock/1 calls the machine, which has no clause for that:
//!     `lock/1` ends the machine, and with it whoever is linked to it; its call exits, too
//! ```
//!
//! Does not say how bad that is, nor whether it happens: that is the rank.

use behaviour::{Act, Failure, interface_of};
use frontend::Span;
use frontend::ast::{Callee, Expr, ExprKind};
use model::{ActionRole, CommandKind};
use translator::derive::Sender;

use crate::clauses::IF_STARTED;
use crate::moves::Moves;
use crate::replay::is_event;
use crate::source::is_exported;
use crate::{Finding, codes};

/// What the end of the machine means.
const ENDS: &str = "and with it whoever is linked to it";

/// What goes wrong for whom.
pub(crate) fn consequence(moves: &Moves<'_, '_>, finding: &Finding) -> String {
    match finding.code {
        codes::NO_STATE if !is_crash(moves, finding) => {
            format!("the next event for that state ends the machine, {ENDS}")
        }
        codes::CALLER_FORGOTTEN => unanswered(moves, finding),
        codes::REPLY_TO_NOBODY | codes::TWO_ANSWERS => {
            "a caller gets an answer too many, as a message that it does not expect".to_owned()
        }
        codes::STOP_WITHOUT_REPLY => match last_sender(moves, finding) {
            Some((sender, _)) => format!("the call in `{sender}` exits, as the machine has ended"),
            None => "the call exits, as the machine has ended".to_owned(),
        },
        codes::TIMEOUT_LOST => {
            "no timeout comes any more: the machine waits until somebody sends something".to_owned()
        }
        codes::SWALLOWED => "the event is lost, and a caller goes on waiting".to_owned(),
        codes::POSTPONED => "what the event is sent for does not happen".to_owned(),
        codes::CALL_TO_ITSELF if finding.way.is_empty() => {
            "each waits for the other until the time of one call is over, and that one exits"
                .to_owned()
        }
        codes::SINK => "the machine stays there, whatever comes".to_owned(),
        codes::LIVELOCK => "the machine is busy with itself for ever".to_owned(),
        codes::UNREACHABLE => "what the state is there for does not happen".to_owned(),
        codes::CLAUSE_NEVER_TAKEN => "what the clause is there for does not happen".to_owned(),
        codes::NEVER_STARTS => "whoever starts the machine gets none".to_owned(),
        codes::DEAD => "the process lives on, and does nothing for anybody".to_owned(),
        codes::UNNAMED if finding.because.iter().any(|doubt| doubt == IF_STARTED) => {
            "no such message comes: what the clause is there for does not happen".to_owned()
        }
        codes::UNNAMED => "what the message is sent for does not happen".to_owned(),
        codes::TIMERS_OVERLAP if !is_crash(moves, finding) => {
            "what the later timer is for happens too early".to_owned()
        }
        codes::NOT_GIVEN_BACK if !is_crash(moves, finding) => {
            "it stays taken until the machine ends".to_owned()
        }
        _ => ended(moves, finding),
    }
}

/// Whether the way of a finding ends in a crash.
fn is_crash(moves: &Moves<'_, '_>, finding: &Finding) -> bool {
    finding.way.iter().any(|&number| moves.edge(number).role == Some(ActionRole::Crash))
}

/// What is said where the machine crashes.
fn ended(moves: &Moves<'_, '_>, finding: &Finding) -> String {
    if is_before_start(moves, finding) {
        return "the machine does not start: whoever starts it gets an error".to_owned();
    }
    match last_sender(moves, finding) {
        Some((sender, is_waiting)) => {
            let call = if is_waiting { "; its call exits, too" } else { "" };
            format!("`{sender}` ends the machine, {ENDS}{call}")
        }
        None => format!("the machine ends, {ENDS}"),
    }
}

/// Whether a way ends before the machine is in a state; without one, whether it is about what starts the machine.
fn is_before_start(moves: &Moves<'_, '_>, finding: &Finding) -> bool {
    if finding.way.is_empty() {
        let first = moves.model.behaviour.first;
        return moves.module.functions().any(|function| {
            first.is_named(function.name.as_str(), function.arity)
                && contains(function.span, finding.place)
        });
    }
    let is_idle = |&number: &usize| moves.idle[moves.edge(number).target].is_some();
    !finding.way.iter().any(is_idle)
}

/// The function of the interface that sends the last event of a way, and whether its call has no answer yet.
fn last_sender(moves: &Moves<'_, '_>, finding: &Finding) -> Option<(String, bool)> {
    let role = |number: usize| moves.edge(number).role;
    let last = finding.way.iter().rposition(|&number| role(number).is_some_and(is_event))?;
    let (kind, sender) = sender(moves, finding.way[last])?;
    let behind = &finding.way[last..];
    let is_answered = behind.iter().any(|&number| role(number) == Some(ActionRole::Reply));
    Some((sender, kind.is_sync() && !is_answered))
}

/// Where another module of the project sends the last event of a way.
pub(crate) fn sent_from(moves: &Moves<'_, '_>, finding: &Finding) -> Option<Span> {
    let role = |number: &usize| moves.edge(*number).role;
    let last = finding.way.iter().rev().find(|number| role(number).is_some_and(is_event))?;
    let Some(ActionRole::Command(kind)) = role(last) else { return None };
    moves.sent_from(kind, moves.action(moves.edge(*last).label)?.args.last()?)
}

/// The kind of a command, and the function of the interface that sends it.
fn sender(moves: &Moves<'_, '_>, number: usize) -> Option<(CommandKind, String)> {
    let (kind, at) = sent_at(moves, number)?;
    let function = moves.module.functions().find(|function| contains(function.span, at))?;
    if !is_exported(moves.module, &function.name, function.arity) {
        return None;
    }
    Some((kind, format!("{}/{}", function.name, function.arity)))
}

/// The kind of a command, and the call in the interface that sends it.
fn sent_at(moves: &Moves<'_, '_>, number: usize) -> Option<(CommandKind, Span)> {
    let edge = moves.edge(number);
    let Some(ActionRole::Command(kind)) = edge.role else { return None };
    let event = moves.action(edge.label)?.args.last()?;
    let suggested = moves.suggested(kind, event)?;
    let is_known = suggested.sender == Sender::Interface && moves.is_sent_at(suggested.span, event);
    is_known.then_some((kind, suggested.span))
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// What is said of a caller without an answer: which one is known where one function alone makes calls on the way.
fn unanswered(moves: &Moves<'_, '_>, finding: &Finding) -> String {
    let is_call = |number: &usize| matches!(moves.edge(*number).role, Some(ActionRole::Command(kind)) if kind.is_sync());
    let calls: Vec<usize> = finding.way.iter().copied().filter(is_call).collect();
    let mut senders: Vec<Option<String>> =
        calls.iter().map(|&number| sender(moves, number).map(|(_, sender)| sender)).collect();
    senders.dedup();
    let mut patiences: Vec<Patience> =
        calls.iter().map(|&number| patience(moves, number)).collect();
    patiences.dedup();
    let does = match patiences.as_slice() {
        [Patience::None] => "gets no answer, whenever it asks for one",
        [Patience::Endless] => "waits for ever",
        _ => "waits until its time is over, and exits",
    };
    match senders.as_slice() {
        [Some(sender)] => format!("the caller of `{sender}` {does}"),
        _ => format!("the caller {does}"),
    }
}

/// What the caller of a call waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    /// For nothing: it gets a request, and asks for the answer when it likes.
    None,
    /// As long as it takes.
    Endless,
    /// Until a time is over.
    Timed,
}

/// How long the caller of a call in the interface waits.
fn patience(moves: &Moves<'_, '_>, number: usize) -> Patience {
    let Some((_, at)) = sent_at(moves, number) else { return Patience::Timed };
    let mut found = Patience::Timed;
    let clauses = moves.module.functions().flat_map(|function| &function.clauses);
    for expr in clauses.flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| {
            if expr.span == at
                && let Some(patience) = patience_of(expr)
            {
                found = patience;
            }
        });
    }
    found
}

/// How long a call of a behaviour's interface waits, if it is one.
fn patience_of(expr: &Expr) -> Option<Patience> {
    let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind else { return None };
    let row = interface_of(module.as_str())?.function(name.as_str(), args.len())?;
    if matches!(row.act, Act::Request(_)) {
        return Some(Patience::None);
    }
    let default = row.fails.filter(|(_, arities)| arities.contains(&args.len()));
    let is_endless = match default {
        Some((Failure::GoneWithin(time), _)) => time == "infinity",
        _ => {
            row.limited == Some(args.len())
                && args.last().is_some_and(|arg| arg.is_atom("infinity"))
        }
    };
    Some(if is_endless { Patience::Endless } else { Patience::Timed })
}
