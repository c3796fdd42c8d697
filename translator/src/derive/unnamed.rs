//! What the machine or its interface sends and no clause names, and timers that clauses name and the machine never starts.
//!
//! Input: what they send, what clauses name. Output: the events that only clauses for everything take, or none, and the timers:
//! often the name is spelt in two ways, or the message comes to another callback than the one that has the clause. An event
//! whose tag is not known is left out.

use behaviour::Behaviour;
use frontend::Span;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, FunctionClause, PatKind};

use super::Placed;
use super::takers::{Room, Taker};
use crate::library::modules::writes_log;
use model::{Command, CommandKind, Expr};

/// What is missing of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// A clause that names it: the machine sends it itself.
    OfOwn,
    /// A clause that names it: a function of the interface sends it.
    OfInterface,
    /// A timer that brings it.
    Timer,
}

/// An event that is sent and not named, or named and not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unnamed {
    /// The event.
    pub command: Command,
    /// What is missing.
    pub lack: Lack,
    /// The call that sends it, or starts the timer; the clause that names it.
    pub span: Span,
    /// Another kind of events, of which a clause names it.
    pub elsewhere: Option<CommandKind>,
    /// Whether a clause that takes everything hands on what comes, so that it may be named further in.
    pub is_handed_on: bool,
}

/// The events that are sent and not named, or named and not sent.
pub(crate) fn unnamed(
    room: Room<'_, '_>,
    takers: &[Taker<'_>],
    (made, sent): (&Placed, &Placed),
    named: &Placed,
) -> Vec<Unnamed> {
    let is_handed_on = |kind: CommandKind| {
        takers.iter().any(|taker| {
            let mut clauses = taker.clauses(room.shapes).into_iter();
            clauses.any(|(clause, kinds)| kinds.contains(&kind) && hands_on(clause, taker.event))
        })
    };
    let behaviour = room.behaviour;
    let own = not_named(behaviour, made, named, (Lack::OfOwn, &is_handed_on));
    let interface = not_named(behaviour, sent, named, (Lack::OfInterface, &is_handed_on));
    let timers = not_made(behaviour, made, named, &is_handed_on);
    own.into_iter().chain(interface).chain(timers).collect()
}

/// The timers that clauses name and no call starts; none where it is not known what some timer brings.
fn not_made(
    behaviour: &Behaviour,
    made: &Placed,
    named: &Placed,
    is_handed_on: &dyn Fn(CommandKind) -> bool,
) -> Vec<Unnamed> {
    let is_timer = |term: &Expr| {
        matches!(term, Expr::Tuple(items)
            if matches!(items.as_slice(), [Expr::Atom(tag), _, _] if tag.as_str() == "timeout"))
    };
    let timers: Vec<_> = made.iter().filter(|(command, _)| is_timer(&command.term)).collect();
    let all_told = timers.iter().all(|(command, _)| is_told(behaviour, &command.term));
    if timers.is_empty() || !all_told {
        return Vec::new();
    }
    let is_made = |command: &Command| {
        timers
            .iter()
            .any(|(other, _)| other.kind == command.kind && meets(&other.term, &command.term))
    };
    let lost = named.iter().filter(|(command, _)| {
        is_timer(&command.term) && is_told(behaviour, &command.term) && !is_made(command)
    });
    lost.map(|(command, span)| {
        let mut others = timers.iter().filter(|(other, _)| other.kind != command.kind);
        let elsewhere = others.find(|(other, _)| meets(&other.term, &command.term));
        let elsewhere = elsewhere.map(|(other, _)| other.kind);
        let is_handed_on = elsewhere.is_some_and(is_handed_on);
        let (command, lack, span) = (command.clone(), Lack::Timer, *span);
        Unnamed { command, lack, span, elsewhere, is_handed_on }
    })
    .collect()
}

/// The events that are sent and that no clause names.
fn not_named(
    behaviour: &Behaviour,
    sent: &Placed,
    named: &Placed,
    (lack, is_handed_on): (Lack, &dyn Fn(CommandKind) -> bool),
) -> Vec<Unnamed> {
    let is_named = |command: &Command| {
        let mut others = named.iter().filter(|(other, _)| other.kind == command.kind);
        others.any(|(other, _)| meets(&other.term, &command.term))
    };
    let lost =
        sent.iter().filter(|(command, _)| is_told(behaviour, &command.term) && !is_named(command));
    lost.map(|(command, span)| {
        let mut others = named.iter().filter(|(other, _)| other.kind != command.kind);
        let elsewhere = others.find(|(other, _)| meets(&other.term, &command.term));
        let elsewhere = elsewhere.map(|(other, _)| other.kind);
        let is_handed_on = is_handed_on(command.kind);
        Unnamed { command: command.clone(), lack, span: *span, elsewhere, is_handed_on }
    })
    .collect()
}

/// Whether some value may be of both shapes.
fn meets(one: &Expr, other: &Expr) -> bool {
    match (one, other) {
        (Expr::Tuple(items), Expr::Tuple(others)) => {
            items.len() == others.len()
                && items.iter().zip(others).all(|(item, other)| meets(item, other))
        }
        (Expr::Tuple(_) | Expr::Atom(_) | Expr::Integer(_), Expr::Atom(_) | Expr::Integer(_))
        | (Expr::Atom(_) | Expr::Integer(_), Expr::Tuple(_)) => one == other,
        _ => true,
    }
}

/// Whether the name of an event is known: of what a timer brings, that of the message in it. An event timeout is none.
fn is_told(behaviour: &Behaviour, term: &Expr) -> bool {
    match term {
        Expr::Atom(name) => name.as_str() != behaviour.timeout,
        Expr::Tuple(items) => match items.as_slice() {
            [Expr::Atom(tag), _, message] if tag.as_str() == "timeout" => {
                is_told(behaviour, message)
            }
            [Expr::Atom(_), ..] => true,
            [tag @ Expr::Tuple(_), ..] => is_told(behaviour, tag),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a clause takes every event, and does more with it than to write a log.
fn hands_on(clause: &FunctionClause, event: usize) -> bool {
    let Some(PatKind::Var(event)) = clause.params.get(event).map(|head| &head.kind) else {
        return false;
    };
    let mut tests = clause.guard.alternatives.iter().flatten();
    let is_tested = tests.any(|test| uses(test, event));
    is_tested || clause.body.iter().any(|expr| uses(expr, event))
}

/// Whether an expression uses a variable outside of calls that write a log.
fn uses(expr: &Syntax, variable: &frontend::Name) -> bool {
    match &expr.kind {
        ExprKind::Var(name) => name == variable,
        ExprKind::Call(Callee::Remote(module, ..), _) if writes_log(module.as_str()) => false,
        _ => expr.children().into_iter().any(|child| uses(child, variable)),
    }
}
