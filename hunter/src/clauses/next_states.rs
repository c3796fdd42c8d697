//! Next states that a clause names: without a function, no names at all, or with a timeout that they do not take.
//!
//! Input: an outcome. Output: the faults, with the name that is nearly right.

use std::collections::BTreeSet;

use behaviour::{Argument, Shape};
use frontend::ast::{Expr, ExprKind, Literal, PatKind};
use frontend::output::print;
use lts::Term;
use translator::outcomes::{Outcome, Value, Walk};

use super::{Fault, Read};
use crate::checks::progress::{meant, takes_events};
use crate::codes;
use crate::moves::Moves;
use crate::source::{functions, has_state, is_told, may_be_for, takes_all};

/// What is said where a header that could not be read, or code that is made as the module is compiled, may define a function.
const ELSEWHERE: &str = "whether a header or a transformation defines it";

/// What is said where the data stand at the place of the next state.
const IF_NAME: &str = "whether the data are the name of a state";

/// What is said of a state that is entered without a timeout.
const IF_LEFT: &str = "whether a message for all states leaves it";

/// What is wrong with the next state of an outcome.
pub(crate) fn faults<'m>(
    moves: &Moves<'m, '_>,
    read: &Read<'m>,
    outcome: &Outcome<'m>,
) -> Vec<Fault> {
    let shape = read.shape(outcome);
    let next = shape.and_then(|shape| Some((shape, outcome.value.component(shape.state()? - 1)?)));
    let Some((shape, (expr, scope))) = next else { return Vec::new() };
    let values = Walk::values(moves.module, expr, scope);
    let mut faults = Vec::new();
    for value in &values {
        if let Some(message) = misnamed(moves, read, value) {
            let place = written(value).map_or(expr.span, |written| written.span);
            let doubt = match value {
                Value::Parameter(_) => Some(IF_NAME),
                _ => doubt(moves, values.len()),
            };
            faults.push(Fault { code: codes::NO_STATE, message, place, doubt });
        } else if let Some(name) = value.atom() {
            faults.extend(unheard(moves, (shape, name), outcome, values.len()));
        }
    }
    faults
}

fn written<'m>(value: &Value<'m>) -> Option<&'m Expr> {
    match value {
        Value::Written(expr, _) => Some(expr),
        _ => None,
    }
}

fn doubt(moves: &Moves<'_, '_>, n_values: usize) -> Option<&'static str> {
    let is_made = moves.module.attributes().any(frontend::ast::Attribute::rewrites);
    if moves.module.lacking.is_some() || is_made {
        Some(ELSEWHERE)
    } else {
        (n_values > 1).then_some(super::IN_BRANCH)
    }
}

/// Says why a value is no name of a state with a function.
fn misnamed(moves: &Moves<'_, '_>, read: &Read<'_>, value: &Value<'_>) -> Option<String> {
    let (behaviour, module) = (moves.model.behaviour, moves.module);
    // One callback for all states takes any term for one.
    if behaviour.has_any_states() {
        return None;
    }
    match value {
        Value::Open => None,
        Value::Parameter(number) => {
            let is_data = read.callback.arguments.get(*number) == Some(&Argument::Data);
            is_data.then(|| "the data stands at the place of the next state".to_owned())
        }
        value => match value.atom() {
            Some(name) if has_state(behaviour, module, name) => None,
            // Clauses for all states, or functions below them, tell it from others, or no event comes that it has to take.
            Some(name) if is_told(behaviour, module, name) || !takes_events(moves) => None,
            Some(name) => {
                let meant = meant(behaviour, module, name);
                Some(format!("the next state `{name}` has no function{meant}"))
            }
            None => {
                let text = written(value).map(print::expr).unwrap_or_default();
                Some(format!("the next state `{text}` is no atom"))
            }
        },
    }
}

/// The fault that a timeout is set in a state that has no clause for it.
fn unheard(
    moves: &Moves<'_, '_>,
    (shape, name): (&Shape, &str),
    outcome: &Outcome<'_>,
    n_values: usize,
) -> Option<Fault> {
    let behaviour = moves.model.behaviour;
    let (time, scope) = outcome.value.component(shape.timeout()? - 1)?;
    let times = Walk::values(moves.module, time, scope);
    if !times.iter().all(is_time) {
        return None;
    }
    let arity = behaviour.untagged.callback.arity();
    let timeout = Term::atom(behaviour.timeout);
    let takers = || functions(moves.module, name, arity);
    let mut clauses = takers().flat_map(|taker| &taker.clauses);
    if clauses.any(|clause| {
        takes_all(behaviour, clause)
            || may_be_for(behaviour, clause, (behaviour.untagged.callback, &timeout))
    }) {
        return None;
    }
    let message = match takers().next() {
        Some(_) => format!("`{name}/{arity}` has no clause for the event timeout that is set here"),
        None => format!("there is no `{name}/{arity}` for the event timeout that is set here"),
    };
    let doubt = (n_values > 1).then_some(super::IN_BRANCH);
    Some(Fault { code: codes::TIMEOUT_UNHANDLED, message, place: outcome.place, doubt })
}

/// Whether it is not known which state comes next.
pub(crate) fn is_open<'m>(moves: &Moves<'m, '_>, read: &Read<'m>, outcome: &Outcome<'m>) -> bool {
    let Some(shape) = read.shape(outcome) else { return !outcome.value.is_known() };
    let next = shape.state().and_then(|place| outcome.value.component(place - 1));
    next.is_some_and(|(expr, scope)| {
        let values = Walk::values(moves.module, expr, scope);
        values.iter().any(|value| matches!(value, Value::Open))
    })
}

/// The states that nothing but their event timeout leaves, as far as the functions of states tell.
pub(crate) fn only_by_timeout<'m>(moves: &Moves<'m, '_>, reads: &[Read<'m>]) -> BTreeSet<&'m str> {
    let (mut by_timeout, mut by_others) = (BTreeSet::new(), BTreeSet::new());
    // Which time-outs actions start is not looked at.
    if moves.model.behaviour.type_place().is_some() {
        return by_timeout;
    }
    for read in reads.iter().filter(|read| read.callback.is_of_state()) {
        let state = read.function.name.as_str();
        if read.outcomes.iter().any(|outcome| leaves(moves, read, outcome, state)) {
            let timeout = moves.model.behaviour.timeout;
            let is_timeout = read.clause.params.first().is_some_and(|head| {
                matches!(&head.kind, PatKind::Literal(Literal::Atom(name)) if name.as_str() == timeout)
            });
            if is_timeout {
                by_timeout.insert(state)
            } else {
                by_others.insert(state)
            };
        }
    }
    by_timeout.difference(&by_others).copied().collect()
}

/// Whether an outcome may leave a state.
fn leaves<'m>(moves: &Moves<'m, '_>, read: &Read<'m>, outcome: &Outcome<'m>, state: &str) -> bool {
    let Some(shape) = read.shape(outcome) else { return true };
    let next = shape.state().and_then(|place| outcome.value.component(place - 1));
    next.is_none_or(|(expr, scope)| {
        let values = Walk::values(moves.module, expr, scope);
        values.iter().any(|value| value.atom() != Some(state))
    })
}

/// The fault that a state is entered without the timeout by which alone it is left.
pub(crate) fn untimed<'m>(
    moves: &Moves<'m, '_>,
    read: &Read<'m>,
    outcome: &Outcome<'m>,
    states: &BTreeSet<&str>,
) -> Option<Fault> {
    let shape = read.shape(outcome).filter(|shape| shape.timeout().is_none())?;
    let (expr, scope) = outcome.value.component(shape.state()? - 1)?;
    let values = Walk::values(moves.module, expr, scope);
    let [value] = values.as_slice() else { return None };
    let state = value.atom().filter(|name| states.contains(name))?;
    let (name, arity) = (&read.function.name, read.function.arity);
    if name.as_str() == state {
        return None;
    }
    let message =
        format!("`{name}/{arity}` enters `{state}` without a timeout, by which alone that is left");
    Some(Fault { code: codes::TIMEOUT_LOST, message, place: outcome.place, doubt: Some(IF_LEFT) })
}

/// Whether a value is a number of milliseconds.
fn is_time(value: &Value<'_>) -> bool {
    written(value).is_some_and(|expr| matches!(&expr.kind, ExprKind::Literal(Literal::Integer(_))))
}
