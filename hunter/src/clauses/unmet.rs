//! States that lack what others have for an event: those that a hunt has not met for events of the interface, all of them for
//! what the machine sends itself.
//!
//! Input: what was reached, the events. Output: a finding for each such state and kind of events of the interface, where others
//! have a function of that kind; one for each event of the machine's own that most states take. What hunts have met of it is
//! a matter of `checks`.

use std::collections::BTreeSet;

use lts::Term;
use model::{ActionRole, Expr};
use translator::derive::Sender;

use super::shown;
use crate::coverage::Coverage;
use crate::moves::Moves;
use crate::ranking::Cause;
use crate::source::{function, may_be_for, takes_all};
use crate::{Finding, Rank, codes};

/// What such a finding rests on.
const IF_THERE: &str = "whether it comes while the machine is there";

/// What a finding about an event of the machine's own rests on.
const IF_LATE: &str = "whether it comes that late";

/// Events of the machine's own that some states do not take; none where a hunt has seen all that there is.
pub(crate) fn own(
    moves: &Moves<'_, '_>,
    (coverage, is_complete): (&Coverage, bool),
    hunted: &[Finding],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let made = moves.derived.made.iter().filter(|_| !is_complete);
    for (command, span) in made.filter(|(command, _)| command.kind.callback.is_of_state()) {
        let event = as_term(&command.term);
        let arity = command.kind.callback.arity();
        let is_told = matches!(&event, Term::Atom(_) | Term::Tuple(_));
        let (lacking, taking): (Vec<&str>, Vec<&str>) = coverage
            .states
            .iter()
            .map(|(state, _)| state.as_str())
            .partition(|state| !takes(moves, state, arity, &event));
        let is_named = taking.iter().any(|state| names(moves, state, arity, &event));
        let is_hunted = hunted.iter().any(|finding| is_about_own(moves, finding));
        let lacking: Vec<&str> =
            lacking.into_iter().filter(|state| !is_met(coverage, state)).collect();
        if !is_told || !is_named || is_hunted || lacking.is_empty() || lacking.len() > taking.len()
        {
            continue;
        }
        let place = lacking.iter().find_map(|state| {
            let mut arities = moves.model.behaviour.state_arities();
            arities.find_map(|arity| function(moves.module, state, arity))
        });
        let listed: Vec<String> =
            lacking.iter().map(|state| format!("`{state}/{arity}`")).collect();
        let shown = shown(&command.term);
        findings.push(Finding {
            code: codes::UNHANDLED,
            rank: Rank::Possible,
            message: format!(
                "{} has no clause for `{shown}`, which the machine sends itself",
                listed.join(", ")
            ),
            place: place.map_or(*span, |function| function.clauses[0].span),
            evidence: Vec::new(),
            because: vec![IF_LATE.to_owned()],
            way: Vec::new(),
            cause: Cause::Itself,
            also: Vec::new(),
        });
    }
    findings.dedup_by_key(|finding| finding.message.clone());
    findings
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
fn takes(moves: &Moves<'_, '_>, state: &str, arity: usize, event: &Term) -> bool {
    let mut clauses =
        function(moves.module, state, arity).into_iter().flat_map(|function| &function.clauses);
    clauses.any(|clause| takes_all(clause) || may_be_for(clause, event))
}

/// Whether some clause of a state names an event.
fn names(moves: &Moves<'_, '_>, state: &str, arity: usize, event: &Term) -> bool {
    let mut clauses =
        function(moves.module, state, arity).into_iter().flat_map(|function| &function.clauses);
    clauses.any(|clause| !takes_all(clause) && may_be_for(clause, event))
}

/// An event as a term, with the atom `_` for what is not known.
fn as_term(event: &Expr) -> Term {
    match event {
        Expr::Atom(name) => Term::Atom(name.clone()),
        Expr::Integer(value) => Term::Integer(value.clone()),
        Expr::Tuple(items) => Term::Tuple(items.iter().map(as_term).collect()),
        _ => Term::Nil,
    }
}

/// The findings about events of the interface.
pub(crate) fn findings(
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
        for &arity in &arities {
            let others = moves.model.behaviour.state_arities().find(|other| *other != arity);
            let other = others.and_then(|other| function(moves.module, state, other));
            let Some(other) = other.filter(|_| function(moves.module, state, arity).is_none())
            else {
                continue;
            };
            let is_usual = coverage
                .states
                .iter()
                .filter(|(name, _)| function(moves.module, name, arity).is_some())
                .count();
            if is_usual * 3 < coverage.states.len()
                || hunted.iter().any(|finding| finding.place == other.span)
            {
                continue;
            }
            let events: Vec<String> = sent
                .iter()
                .filter(|(own, _)| *own == arity)
                .map(|(_, event)| format!("`{event}`"))
                .collect();
            findings.push(Finding {
                code: codes::UNHANDLED,
                rank: Rank::Possible,
                message: format!("there is no `{state}/{arity}` for {}", events.join(", ")),
                place: other.span,
                evidence: Vec::new(),
                because: vec![IF_THERE.to_owned()],
                way: Vec::new(),
                cause: Cause::Interface,
                also: Vec::new(),
            });
        }
    }
    findings
}
