//! States that no hunt has met, and that lack what others have for an event of the interface or of the machine's own.
//!
//! Input: what was reached, the events. Output: a finding for each such state and kind of events of the interface, where others
//! have a function of that kind; one for each event that most states take. What states lack that were met is a matter of
//! `checks`.

use std::collections::BTreeSet;

use behaviour::{Callback, Row};
use frontend::Span;
use frontend::ast::Function;
use lts::Term;
use model::{ActionRole, Command, Expr};
use translator::derive::Sender;

use super::shown;
use crate::coverage::Coverage;
use crate::moves::Moves;
use crate::ranking::Cause;
use crate::source::{function, functions, may_be_for, takes_all};
use crate::{Finding, codes};

/// What such a finding rests on.
const IF_THERE: &str = "whether it comes while the machine is there";

/// What a finding about an event of the machine's own rests on.
const IF_LATE: &str = "whether it comes that late";

/// Events that some states take, and others that no hunt has met do not; none where a hunt has seen all that there is.
pub(crate) fn without_clause(
    moves: &Moves<'_, '_>,
    (coverage, is_complete): (&Coverage, bool),
    hunted: &[Finding],
) -> Vec<Finding> {
    if is_complete {
        return Vec::new();
    }
    let is_hunted = hunted.iter().any(|finding| is_about_own(moves, finding));
    let made = moves.derived.made.iter().filter(|_| !is_hunted);
    let made = made.map(|(command, span)| (command, *span, true));
    let sent = moves.derived.events.iter().filter(|event| event.sender == Sender::Interface);
    let sent = sent.map(|event| (&event.command, event.span, false));
    let mut findings: Vec<Finding> = Vec::new();
    for (command, span, is_own) in made.chain(sent) {
        let mut lacking = lacking(moves, coverage, command);
        if !is_own {
            // That a state has no function at all is said once.
            let arity = command.kind.callback.arity();
            lacking.retain(|state| function(moves.module, state, arity).is_some());
        }
        if command.kind.callback.is_of_state() && !lacking.is_empty() {
            findings.push(lacks(moves, (command, span, is_own), &lacking));
        }
    }
    findings.dedup_by_key(|finding| finding.message.clone());
    findings
}

/// The states that a hunt has not met and that do not take an event, where most do, and some clause names it.
fn lacking<'c>(moves: &Moves<'_, '_>, coverage: &'c Coverage, command: &Command) -> Vec<&'c str> {
    let (event, arity) = (as_term(&command.term), command.kind.callback.arity());
    let states = coverage.states.iter().map(|(state, _)| state.as_str());
    let (lacking, taking): (Vec<&str>, Vec<&str>) =
        states.partition(|state| !takes(moves, state, arity, (command.kind.callback, &event)));
    let is_told = matches!(&event, Term::Atom(_) | Term::Tuple(_));
    let is_named =
        taking.iter().any(|state| names(moves, state, arity, (command.kind.callback, &event)));
    if !is_told || !is_named || lacking.len() > taking.len() {
        return Vec::new();
    }
    lacking.into_iter().filter(|state| !is_met(coverage, state)).collect()
}

/// The finding that states lack a clause.
fn lacks(
    moves: &Moves<'_, '_>,
    (command, span, is_own): (&Command, Span, bool),
    lacking: &[&str],
) -> Finding {
    let arity = command.kind.callback.arity();
    let place = lacking.iter().find_map(|state| {
        let mut arities = moves.model.behaviour.state_arities();
        let function = function(moves.module, state, arity);
        function.or_else(|| arities.find_map(|arity| self::function(moves.module, state, arity)))
    });
    let listed: Vec<String> = lacking.iter().map(|state| format!("`{state}/{arity}`")).collect();
    let (listed, shown) = (listed.join(", "), shown(&command.term));
    let (sender, doubt, cause) = if is_own {
        ("the machine sends itself", IF_LATE, Cause::Itself)
    } else {
        ("the interface sends", IF_THERE, Cause::Interface)
    };
    let has = if lacking.len() == 1 { "has" } else { "have" };
    let message = format!("{listed} {has} no clause for `{shown}`, which {sender}");
    let clause = place.and_then(|function| function.clauses.first());
    let place = clause.map_or(span, |clause| clause.span);
    Finding::of_text((codes::UNHANDLED, place), message, vec![doubt.to_owned()], cause)
}

/// Whether a hunt has met the machine in a state.
fn is_met(coverage: &Coverage, state: &str) -> bool {
    coverage.states.iter().any(|(name, is_met)| name == state && *is_met)
}

/// Whether a finding is about an event of the machine's own without a clause.
fn is_about_own(moves: &Moves<'_, '_>, finding: &Finding) -> bool {
    let is_own = |edge: usize| {
        matches!(moves.edge(edge).role, Some(ActionRole::Dequeue(_) | ActionRole::Fires(_)))
    };
    [codes::UNHANDLED, codes::TIMER_UNEXPECTED, codes::STALE_TIMER].contains(&finding.code)
        && finding.way.iter().any(|&edge| is_own(edge))
}

/// Whether some clause of a state may be for an event.
fn takes(moves: &Moves<'_, '_>, state: &str, arity: usize, event: (Row<Callback>, &Term)) -> bool {
    let mut clauses = functions(moves.module, state, arity).flat_map(|function| &function.clauses);
    clauses.any(|clause| {
        takes_all(moves.model.behaviour, clause) || may_be_for(moves.model.behaviour, clause, event)
    })
}

/// Whether some clause of a state names an event.
fn names(moves: &Moves<'_, '_>, state: &str, arity: usize, event: (Row<Callback>, &Term)) -> bool {
    let mut clauses = functions(moves.module, state, arity).flat_map(|function| &function.clauses);
    clauses.any(|clause| {
        !takes_all(moves.model.behaviour, clause)
            && may_be_for(moves.model.behaviour, clause, event)
    })
}

/// An event as a term that is held against heads; what is not known is none that a head tells apart.
fn as_term(event: &Expr) -> Term {
    match event {
        Expr::Atom(name) => Term::Atom(name.clone()),
        Expr::Integer(value) => Term::Integer(value.clone()),
        Expr::Tuple(items) => Term::Tuple(items.iter().map(as_term).collect()),
        _ => Term::Nil,
    }
}

/// The findings about events of the interface.
pub(crate) fn without_function(
    moves: &Moves<'_, '_>,
    coverage: &Coverage,
    hunted: &[Finding],
) -> Vec<Finding> {
    let mut sent = BTreeSet::new();
    for event in &moves.derived.events {
        let kind = event.command.kind;
        if event.sender == Sender::Interface && kind.callback.is_of_state() {
            sent.insert((kind.callback.arity(), shown(&event.command.term)));
        }
    }
    let arities: BTreeSet<usize> = sent.iter().map(|(arity, _)| *arity).collect();
    let mut findings = Vec::new();
    for (state, _) in coverage.states.iter().filter(|(_, is_met)| !is_met) {
        for &arity in arities.iter().filter(|arity| is_usual(moves, coverage, **arity)) {
            let Some(other) = other_function(moves, state, arity) else { continue };
            if hunted.iter().any(|finding| finding.place == other.span) {
                continue;
            }
            let events = sent.iter().filter(|(own, _)| *own == arity);
            let events: Vec<String> = events.map(|(_, event)| format!("`{event}`")).collect();
            let message = format!("there is no `{state}/{arity}` for {}", events.join(", "));
            let (place, because) = ((codes::UNHANDLED, other.span), vec![IF_THERE.to_owned()]);
            findings.push(Finding::of_text(place, message, because, Cause::Interface));
        }
    }
    findings
}

/// Whether a third of the states have a function of so many arguments.
fn is_usual(moves: &Moves<'_, '_>, coverage: &Coverage, arity: usize) -> bool {
    let states = coverage.states.iter();
    let having = states.filter(|(name, _)| function(moves.module, name, arity).is_some());
    having.count() * 3 >= coverage.states.len()
}

/// The function of a state that has none of so many arguments.
fn other_function<'s>(moves: &Moves<'s, '_>, state: &str, arity: usize) -> Option<&'s Function> {
    if function(moves.module, state, arity).is_some() {
        return None;
    }
    let mut others = moves.model.behaviour.state_arities().filter(|other| *other != arity);
    others.find_map(|other| function(moves.module, state, other))
}
