//! Actions that a clause returns and the behaviour does not take.
//!
//! Input: an outcome. Output: the fault, at the outcome; whether the event comes again, so that its caller is not forgotten.
//! Lists that are not written out are open.

use behaviour::{Action, Behaviour, Deed};
use frontend::ast::{Expr, ExprKind, Literal, UnaryOp};
use frontend::output::print;
use translator::outcomes::{Outcome, Scope, Value, Walk};

use std::rc::Rc;

use super::returns::short;
use super::{Fault, Read};
use crate::codes;
use crate::moves::Moves;
use crate::source::{atom, event_type};

/// What an expression that stands at the place of actions comes to: those that are known, and whether that is all.
struct Listed<'m> {
    known: Vec<Value<'m>>,
    is_all: bool,
}

/// What stands in the place of a time where a time-out is ended.
const CANCEL: &str = "cancel";

/// Time-outs that an outcome starts for certain: type and time.
pub(crate) fn started<'m>(
    moves: &Moves<'m, '_>,
    read: &Read<'m>,
    outcome: &Outcome<'m>,
) -> Vec<(&'m Expr, &'m Expr)> {
    let mut doubt = None;
    let listed = listed(moves, read, outcome, &mut doubt);
    let Some(listed) = listed.filter(|_| doubt.is_none()) else { return Vec::new() };
    let behaviour = moves.model.behaviour;
    let is_time =
        |action: &&Value<'m>| named(behaviour, action).is_some_and(|own| own.deed == Deed::Time);
    let times = listed.known.iter().filter(is_time).filter_map(|action| {
        let (items, _) = action.tuple()?;
        // An atom in the place of the time ends it, or changes what it brings.
        Some((items.first()?, items.get(1).filter(|time| atom(time).is_none())?))
    });
    times.collect()
}

/// Actions one behind another that are looked at.
const MAX_LISTED: usize = 64;

/// What is wrong with the actions of an outcome.
pub(crate) fn fault<'m>(
    moves: &Moves<'m, '_>,
    read: &Read<'m>,
    outcome: &Outcome<'m>,
) -> Option<Fault> {
    let behaviour = moves.model.behaviour;
    let mut doubt = None;
    let listed = listed(moves, read, outcome, &mut doubt)?;
    let is_enter = is_enter(behaviour, read);
    let is_last = read.shape(outcome).is_some_and(|shape| !shape.goes_on());
    let wrong = listed.known.iter().find(|action| {
        let is_reply = || !matches!(named(behaviour, action), Some(own) if own.deed == Deed::Reply);
        action.is_known() && (is_wrong(behaviour, action, is_enter) || is_last && is_reply())
    })?;
    let Value::Written(expr, _) = wrong else { return None };
    let (name, arity) = (&read.function.name, read.function.arity);
    let at =
        if is_enter && named(behaviour, wrong).is_some() { " on entering a state" } else { "" };
    let message = format!(
        "`{name}/{arity}` asks for `{}`, which `{}` does not take{at}",
        short(&print::expr(expr)),
        behaviour.name()
    );
    Some(Fault { code: codes::BAD_RETURN, message, place: outcome.place, doubt })
}

/// Whether an outcome may postpone the event, or its actions are not all known: a helper may answer.
pub(crate) fn may_keep<'m>(moves: &Moves<'m, '_>, read: &Read<'m>, outcome: &Outcome<'m>) -> bool {
    let behaviour = moves.model.behaviour;
    let Some(listed) = listed(moves, read, outcome, &mut None) else { return false };
    let keeps = |action: &Value<'m>| {
        let deed = named(behaviour, action).map(|own| own.deed);
        !action.is_known() || matches!(deed, Some(Deed::Postpone(_) | Deed::Insert(_)))
    };
    !listed.is_all || listed.known.iter().any(keeps)
}

/// The actions of an outcome, where it has any; a doubt where they are some of several.
fn listed<'m>(
    moves: &Moves<'m, '_>,
    read: &Read<'m>,
    outcome: &Outcome<'m>,
    doubt: &mut Option<&'static str>,
) -> Option<Listed<'m>> {
    let place = read.shape(outcome)?.actions()?;
    let (expr, scope) = outcome.value.component(place - 1)?;
    let values = Walk::values(moves.module, expr, scope);
    *doubt = (values.len() > 1).then_some(super::IN_BRANCH);
    let mut listed = Listed { known: Vec::new(), is_all: true };
    for value in &values {
        add(moves, value, &mut listed);
    }
    Some(listed)
}

/// Adds what a list, or one action alone, holds.
fn add<'m>(moves: &Moves<'m, '_>, value: &Value<'m>, listed: &mut Listed<'m>) {
    let Value::Written(expr, scope) = value else {
        listed.is_all = false;
        return;
    };
    let mut rest: (&'m Expr, Rc<Scope<'m>>) = (expr, Rc::clone(scope));
    for _ in 0..MAX_LISTED {
        match &rest.0.kind {
            ExprKind::Nil => return,
            ExprKind::Cons(first, tail) => {
                listed.known.extend(Walk::values(moves.module, first, &rest.1));
                let mut tails = Walk::values(moves.module, tail, &rest.1);
                match (tails.pop(), tails.is_empty()) {
                    (Some(Value::Written(tail, scope)), true) => rest = (tail, scope),
                    _ => break,
                }
            }
            ExprKind::List(..) | ExprKind::ListComprehension(..) => break,
            _ if std::ptr::eq(rest.0, *expr) => {
                listed.known.push(value.clone());
                return;
            }
            _ => break,
        }
    }
    listed.is_all = false;
}

/// The row of an action.
fn named<'b>(behaviour: &'b Behaviour, action: &Value<'_>) -> Option<&'b Action> {
    let find = |tag: &str, size: usize| {
        behaviour.actions.iter().find(|own| own.tag == tag && own.size == size)
    };
    if let Some(name) = action.atom() {
        return find(name, 0);
    }
    let (items, _) = action.tuple()?;
    let first = items.first()?;
    let tag = atom(first).or_else(|| match &first.kind {
        // The type of a time-out with a name.
        ExprKind::Tuple(parts) if parts.len() == 2 => atom(&parts[0])
            .filter(|tag| find(tag, items.len()).is_some_and(|own| is_time(own.deed))),
        _ => None,
    })?;
    find(tag, items.len())
}

fn is_time(deed: Deed) -> bool {
    matches!(deed, Deed::Time | Deed::Cancel)
}

/// Whether an action is none that the behaviour takes there, as far as its text tells.
fn is_wrong(behaviour: &Behaviour, action: &Value<'_>, is_enter: bool) -> bool {
    let Some(own) = named(behaviour, action) else { return is_none(behaviour, action) };
    let item = |place: usize| action.component(place - 1).map(|(item, _)| item);
    let is_false = |place: usize| item(place).is_some_and(|item| item.is_atom("false"));
    let is_off = own.deed.boolean().is_some_and(is_false);
    let is_other = |place: usize| {
        let name = item(place).and_then(atom);
        name.is_some_and(|name| name != "true" && name != "false")
    };
    if is_enter && !own.deed.is_for_enter() && !is_off {
        return true;
    }
    match own.deed {
        Deed::Postpone(Some(place)) | Deed::Hibernate(Some(place)) => is_other(place),
        Deed::Insert(place) => item(place).is_some_and(|item| is_no_type(behaviour, item)),
        Deed::Cancel => item(2).is_some_and(|item| is_constant(item) && !item.is_atom(CANCEL)),
        Deed::Time if own.size == 3 => item(2).is_some_and(|time| is_no_time(time, true)),
        _ => false,
    }
}

/// Whether a value that is no action of the table is no time for an event either.
fn is_none(behaviour: &Behaviour, action: &Value<'_>) -> bool {
    let Value::Written(expr, _) = action else { return false };
    match &expr.kind {
        ExprKind::Tuple(items) => {
            let tag = items.first();
            let is_known = |tag: &str| behaviour.actions.iter().any(|own| own.tag == tag);
            match tag.map(|tag| &tag.kind) {
                Some(ExprKind::Literal(Literal::Atom(name))) => {
                    name.undefined_macro().is_none()
                        && !(is_known(name.as_str()) && items.is_empty())
                }
                Some(ExprKind::Literal(_)) | None => true,
                _ => false,
            }
        }
        ExprKind::Map(..) | ExprKind::Record(..) => true,
        _ => is_no_time(expr, false),
    }
}

/// Whether an expression is a constant.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => name.undefined_macro().is_none(),
        kind => matches!(kind, ExprKind::Literal(_)),
    }
}

/// Whether an expression is no time, as far as its text tells.
fn is_no_time(expr: &Expr, may_be_updated: bool) -> bool {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => {
            let is_update = may_be_updated && name.as_str() == "update";
            name.undefined_macro().is_none() && name.as_str() != "infinity" && !is_update
        }
        ExprKind::Literal(Literal::Float(_) | Literal::String(_)) => true,
        ExprKind::Unary(UnaryOp::Minus, inner) => {
            matches!(&inner.kind, ExprKind::Literal(Literal::Integer(value)) if *value != 0.into())
        }
        _ => false,
    }
}

/// Whether an expression is no type of events.
fn is_no_type(behaviour: &Behaviour, expr: &Expr) -> bool {
    let Some(name) = atom(expr) else { return false };
    let is_message = behaviour.events().any(|message| message.tag == name && !message.is_sync());
    let is_time = behaviour.actions.iter().any(|own| own.tag == name && is_time(own.deed));
    !is_message && !is_time && behaviour.internal != Some(name)
}

/// Whether a clause is for the call on entering a state.
fn is_enter(behaviour: &Behaviour, read: &Read<'_>) -> bool {
    let tag = event_type::head(behaviour, read.clause).and_then(event_type::tag);
    behaviour.entering.is_some() && tag == behaviour.entering
}
