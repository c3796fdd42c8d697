//! Time-outs that are started as a state is entered which has no clause for them.
//!
//! Input: an outcome with actions, of a callback that gets the type of an event. Output: the fault, at the outcome.
//!
//! ```erlang
//! idle(cast, go, D) -> {next_state, busy, D, {state_timeout, 1000, late}}.
//! busy(timeout, late, D) -> ..                    % and no clause for `state_timeout`
//! ```

use behaviour::{Argument, NextState};
use frontend::ast::{ExprKind, FunctionClause, Literal};
use frontend::output::print;
use lts::Term;
use translator::outcomes::{Outcome, Value, Walk};

use super::actions::started;
use super::timed::state_head;
use super::{Fault, Read};
use crate::codes;
use crate::kinds::Kind;
use crate::moves::Moves;
use crate::source::{atom, event_type, functions};

/// What is said of a time that is not written.
const IF_SET: &str = "whether a time is set";

/// What is said of a time-out that outlives the state.
const IF_RUNS: &str = "whether it ends before";

/// What is said where something is done on entering the state.
const IF_KEPT: &str = "whether it is ended on entering the state";

/// The faults of an outcome.
pub(crate) fn faults<'m>(
    moves: &Moves<'m, '_>,
    read: &Read<'m>,
    outcome: &Outcome<'m>,
) -> Vec<Fault> {
    let behaviour = moves.model.behaviour;
    let Some((_, continued)) = behaviour.continued.filter(|_| behaviour.type_place().is_some())
    else {
        return Vec::new();
    };
    let Some((name, clauses)) = takers(moves, read, outcome) else { return Vec::new() };
    let mut faults = Vec::new();
    for (own, time) in started(moves, read, outcome) {
        let Some(named) = own_type(behaviour.timeout, own) else { continue };
        let event = Term::Tuple(vec![named.clone(), Term::Unknown(0)]);
        let may_be =
            |clause: &&FunctionClause| event_type::may_be(behaviour, clause, (continued, &event));
        if clauses.iter().any(may_be) {
            continue;
        }
        let is_entered = || {
            let entering =
                behaviour.entering.map(|name| Term::Tuple(vec![Term::atom(name), Term::Nil]));
            let successor = read.function.successor();
            let entering =
                entering.filter(|_| translator::asks_for_enter_calls(moves.module, successor));
            entering.is_some_and(|event| {
                let mut clauses = clauses.iter();
                clauses.any(|clause| event_type::may_be(behaviour, clause, (continued, &event)))
            })
        };
        let is_time = matches!(&time.kind, ExprKind::Literal(Literal::Integer(_)));
        let is_named = matches!(named, Term::Tuple(_));
        let doubt = if is_named {
            Some(IF_RUNS)
        } else if !is_time {
            Some(IF_SET)
        } else {
            is_entered().then_some(IF_KEPT)
        };
        let code = if is_named { codes::TIMER_UNEXPECTED } else { codes::TIMEOUT_UNHANDLED };
        let own = print::expr(own);
        let message = format!("{name} has no clause for `{own}`, which is started here");
        faults.push(Fault { code, message, place: outcome.place, doubt });
    }
    faults
}

/// The type of a time-out, as an event has it.
fn own_type(timeout: &str, own: &frontend::ast::Expr) -> Option<Term> {
    match &own.kind {
        ExprKind::Tuple(items) if items.len() == 2 && items[0].is_atom(timeout) => {
            Some(Term::Tuple(vec![Term::atom(timeout), Term::atom(atom(&items[1])?)]))
        }
        _ => Some(Term::atom(atom(own)?)),
    }
}

/// The clauses that are called in the state behind an outcome, with what they are called in messages; none where the state is
/// not known.
fn takers<'m>(
    moves: &Moves<'m, '_>,
    read: &Read<'m>,
    outcome: &Outcome<'m>,
) -> Option<(String, Vec<&'m FunctionClause>)> {
    let behaviour = moves.model.behaviour;
    let shape = read.shape(outcome).filter(|shape| shape.goes_on())?;
    let value = match shape.next {
        NextState::Named(place) => {
            let (expr, scope) = outcome.value.component(place - 1)?;
            let mut values = Walk::values(moves.module, expr, scope);
            values.pop().filter(|_| values.is_empty())
        }
        _ => None,
    };
    let callback = behaviour.untagged.callback;
    if let Some(fixed) = callback.function() {
        let kind = match &value {
            Some(Value::Written(expr, _)) => Kind::of_expr(expr),
            Some(Value::Atom(name)) => Kind::of_name(name),
            Some(Value::Parameter(place))
                if read.callback.arguments.get(*place) != Some(&Argument::State) =>
            {
                return None;
            }
            Some(Value::Open) => return None,
            _ => state_head(read).map(Kind::of_pattern)?,
        };
        let clauses = clauses_of(moves, fixed, callback.arity())?;
        let place = callback.place(Argument::State)?;
        let is_there = |clause: &&FunctionClause| {
            clause.params.get(place).is_none_or(|head| kind.fits(&Kind::of_pattern(head)))
        };
        let name = format!("`{}` in state `{kind}`", callback.signature());
        return Some((name, clauses.into_iter().filter(is_there).collect()));
    }
    let name = match &value {
        Some(value) => value.atom()?,
        None if matches!(shape.next, NextState::Kept) && read.callback.is_of_state() => {
            read.function.name.as_str()
        }
        None => return None,
    };
    let clauses = clauses_of(moves, name, callback.arity())?;
    Some((format!("`{name}/{}`", callback.arity()), clauses))
}

/// The clauses of a callback, in whatever module; nothing where there is no such function.
fn clauses_of<'m>(
    moves: &Moves<'m, '_>,
    name: &str,
    arity: usize,
) -> Option<Vec<&'m FunctionClause>> {
    let clauses: Vec<&FunctionClause> =
        functions(moves.module, name, arity).flat_map(|function| &function.clauses).collect();
    (!clauses.is_empty()).then_some(clauses)
}
