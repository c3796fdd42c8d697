//! What the machine or its interface sends and no clause names, and timers that are named and never started.
//!
//! Input: such events (`translator::derive`). Output: a finding for each.

use behaviour::{Absent, Argument, Behaviour, Callback, NextState, Row};
use frontend::ast::Expr;
use model::Expr as Term;
use translator::derive::{Lack, Unnamed};
use translator::outcomes::{Outcome, Scope};

use super::{Read, shown};
use crate::moves::Moves;
use crate::ranking::Cause;
use crate::source::{acts, event_type, takes_all};
use crate::spelling::nearest;
use crate::{Finding, codes};

/// What a finding about a message of the machine's own rests on.
pub(crate) const ON_PURPOSE: &str = "whether it is dropped on purpose";

/// What a finding about an event of the interface rests on.
const IF_MEANT: &str = "whether it is meant for this machine";

/// What a finding about a timer rests on.
pub(crate) const IF_STARTED: &str = "whether another module starts such a timer";

/// The findings.
pub(crate) fn findings(
    moves: &Moves<'_, '_>,
    (reads, is_complete): (&[Read<'_>], bool),
    hunted: &[Finding],
) -> Vec<Finding> {
    let is_crash = |finding: &Finding| {
        [codes::UNHANDLED, codes::TIMER_UNEXPECTED, codes::STALE_TIMER, codes::CALL_TO_ITSELF]
            .contains(&finding.code)
    };
    let has_crashed = is_complete || hunted.iter().any(is_crash);
    let events = moves.derived.unnamed.iter().filter(|event| {
        let kind = event.command.kind;
        let is_own_call = event.lack == Lack::OfOwn && kind.callback.is_sync();
        !kind.is_ending()
            && !is_own_call
            && (event.lack == Lack::Timer || {
                let end = end(moves.model.behaviour, reads, kind.callback);
                end == End::Dropped || end == End::Crash && !has_crashed
            })
    });
    events.filter_map(|event| finding(moves, event)).collect()
}

/// What becomes of an event that no clause of a callback names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Clauses for everything take it, and leave all as it is, or stop the machine; or it is logged, and forgotten.
    Dropped,
    /// Some clause for everything does something.
    Taken,
    /// No clause takes it.
    Crash,
}

fn end(behaviour: &Behaviour, reads: &[Read<'_>], callback: Row<Callback>) -> End {
    let is_for = |read: &Read<'_>| {
        let is_open = event_type::head(behaviour, read.clause).is_some()
            && event_type::is_open(behaviour, read.clause);
        read.callback == callback || is_open && behaviour.event_of(read.callback).is_some()
    };
    let mut own = reads.iter().filter(|read| is_for(read)).peekable();
    if own.peek().is_none() {
        return if callback.absent == Absent::Logged { End::Dropped } else { End::Crash };
    }
    let all: Vec<&Read<'_>> = own.filter(|read| takes_all(behaviour, read.clause)).collect();
    if all.is_empty() {
        End::Crash
    } else if all.iter().all(|read| drops(read)) {
        End::Dropped
    } else {
        End::Taken
    }
}

/// Whether a clause leaves all as it is, or stops the machine.
fn drops(read: &Read<'_>) -> bool {
    let is_same = |outcome: &Outcome<'_>| {
        let Some(shape) = read.shape(outcome) else { return false };
        let is_state = match shape.next {
            NextState::Ended => return true,
            NextState::Only | NextState::Kept => true,
            NextState::Named(place) => {
                outcome.value.component(place - 1).is_some_and(|(state, scope)| {
                    let is_named = state.is_atom(read.function.name.as_str());
                    is_named || is_parameter(read, (state, scope), Argument::State)
                })
            }
        };
        let data = shape.data.map(|place| outcome.value.component(place - 1));
        is_state
            && data.is_none_or(|data| {
                data.is_some_and(|(data, scope)| is_parameter(read, (data, scope), Argument::Data))
            })
    };
    !acts(read.clause) && read.outcomes.iter().all(is_same)
}

/// Whether an expression is an argument of the callback, as it is.
fn is_parameter(read: &Read<'_>, (expr, scope): (&Expr, &Scope<'_>), argument: Argument) -> bool {
    let place = read.callback.arguments.iter().position(|other| *other == argument);
    place.is_some_and(|place| scope.is_parameter(expr, place))
}

/// The finding about an event; none where it may be named further in, and no name that is nearly right says that it is not.
fn finding(moves: &Moves<'_, '_>, event: &Unnamed) -> Option<Finding> {
    let callback = event.command.kind.callback;
    let near = near(moves, event);
    if event.is_handed_on && near.is_none() {
        return None;
    }
    let (shown, signature) = (shown(&event.command.term), signature(moves, callback));
    let elsewhere = event.elsewhere.map(|kind| self::signature(moves, kind.callback));
    let message = match event.lack {
        Lack::OfOwn | Lack::OfInterface => {
            let is_own = event.lack == Lack::OfOwn;
            let sender = if is_own { "the machine sends itself" } else { "the interface sends" };
            let but = elsewhere.as_ref().map(|other| format!(", but one of {other} does"));
            let but = but.unwrap_or_default();
            format!("no clause of {signature} names `{shown}`, which {sender}{but}")
        }
        Lack::Timer => {
            let but = elsewhere.as_ref().map(|other| format!(", but to {other} it does"));
            let but = but.unwrap_or_default();
            format!("no timer of the machine brings `{shown}` to {signature}{but}")
        }
    };
    let meant = near.map_or_else(String::new, |near| format!(": is `{near}` meant?"));
    let message = message + &meant;
    let (doubt, cause) = match event.lack {
        Lack::OfOwn => (ON_PURPOSE, Cause::Itself),
        Lack::OfInterface => (IF_MEANT, Cause::Interface),
        Lack::Timer => (IF_STARTED, Cause::Interface),
    };
    let is_slip = meant.is_empty() && elsewhere.is_none() && event.lack != Lack::OfOwn;
    let cause = if is_slip { Cause::Somebody } else { cause };
    let place = (codes::UNNAMED, event.span);
    Some(Finding::of_text(place, message, vec![doubt.to_owned()], cause))
}

/// Functions of states that are named, at most.
const MAX_NAMED: usize = 3;

/// The function that a callback is; of one that is called as the state the functions of the states.
fn signature(moves: &Moves<'_, '_>, callback: Row<Callback>) -> String {
    let arity = callback.arity();
    let is_own = |state: &&&str| moves.module.function(state, arity).is_some();
    let states: Vec<&str> = moves.states.iter().filter(is_own).copied().collect();
    let named: Vec<String> =
        states.iter().take(MAX_NAMED).map(|state| format!("`{state}/{arity}`")).collect();
    match (named.split_last(), states.len() - named.len()) {
        _ if callback.function().is_some() => format!("`{}`", callback.signature()),
        (None, _) => format!("`{}`", callback.signature()),
        (Some((only, [])), 0) => only.clone(),
        (Some((last, others)), 0) => format!("{} or {last}", others.join(", ")),
        (_, 1) => format!("{} or 1 other state", named.join(", ")),
        (_, more) => format!("{} or {more} other states", named.join(", ")),
    }
}

/// The name that was probably meant by one in an event.
fn near(moves: &Moves<'_, '_>, event: &Unnamed) -> Option<String> {
    let spelt = moves.derived.spelt.iter();
    let mut others = spelt.filter(|other| other.kind.callback == event.command.kind.callback);
    others.find_map(|other| nearly(&event.command.term, &other.term))
}

/// The name in the second event that differs from one in the first, if that is all in which they differ and it is nearly equal.
fn nearly(wrong: &Term, right: &Term) -> Option<String> {
    match (wrong, right) {
        (Term::Atom(wrong), Term::Atom(right)) if wrong != right => {
            nearest(wrong.as_str(), &[right.as_str()]).map(str::to_owned)
        }
        (Term::Tuple(wrong), Term::Tuple(right)) if wrong.len() == right.len() => {
            let mut parts = wrong.iter().zip(right).filter(|(wrong, right)| !is_like(wrong, right));
            let (wrong, right) = parts.next()?;
            nearly(wrong, right).filter(|_| parts.next().is_none())
        }
        _ => None,
    }
}

/// Whether nothing tells two parts of events apart.
fn is_like(one: &Term, other: &Term) -> bool {
    match (one, other) {
        (Term::Atom(_) | Term::Integer(_), Term::Atom(_) | Term::Integer(_)) => one == other,
        (Term::Tuple(items), Term::Tuple(others)) => {
            items.len() == others.len()
                && items.iter().zip(others).all(|(item, other)| is_like(item, other))
        }
        (Term::Tuple(_), Term::Atom(_)) | (Term::Atom(_), Term::Tuple(_)) => false,
        _ => true,
    }
}
