//! Values that a clause returns and the behaviour does not take.
//!
//! Input: an outcome. Output: the fault, with the name that is nearly right, or the kind of callback that may return it.

use behaviour::{Argument, Behaviour, Shape};
use frontend::ast::{Expr, ExprKind};
use frontend::output::print;
use translator::outcomes::{Outcome, Value};

use super::{Fault, Read};
use crate::codes;
use crate::source::atom;
use crate::spelling::nearest;

/// Characters of a value that are shown.
const MAX_SHOWN: usize = 60;

/// What is wrong with the value itself.
pub(crate) fn fault(
    behaviour: &Behaviour,
    read: &Read<'_>,
    outcome: &Outcome<'_>,
) -> Option<Fault> {
    let shapes = read.callback.shapes;
    // What is returned as the machine ends, or for an upgrade, is not looked at.
    if !shapes.iter().any(|shape| shape.state.is_some()) {
        return None;
    }
    let why = wrong(behaviour, read, &outcome.value)?;
    let (name, value) = (behaviour.name(), shown(read, &outcome.value));
    let (callback, arity) = (&read.function.name, read.function.arity);
    let message =
        format!("`{callback}/{arity}` returns {value}, which `{name}` does not take{why}");
    Some(Fault { code: codes::BAD_RETURN, message, place: outcome.place, doubt: None })
}

/// Why a value is none that a callback may return; empty where there is no more to say.
fn wrong(behaviour: &Behaviour, read: &Read<'_>, value: &Value<'_>) -> Option<String> {
    let shapes = read.callback.shapes;
    match value {
        Value::Open => None,
        Value::Parameter(number) => {
            let argument = read.callback.arguments.get(*number)?;
            matches!(argument, Argument::Data | Argument::State).then(String::new)
        }
        value => {
            let is_refusal = read.callback == behaviour.first;
            if let Some(atom) = value.atom() {
                return (!is_refusal || atom != behaviour.ignore).then(String::new);
            }
            let Some((items, _)) = value.tuple() else { return Some(String::new()) };
            let tag = value.component(0).map(|(tag, _)| tag);
            let Some(tag) = tag.and_then(atom) else {
                let is_open = tag.is_some_and(|tag| !is_constructor(tag));
                return (!is_open).then(String::new);
            };
            let is_shape = |shape: &&Shape| shape.tag == tag && shape.size == items.len();
            if shapes.iter().any(|shape| is_shape(&shape)) {
                return None;
            }
            Some(instead(behaviour, read, tag, items.len()))
        }
    }
}

/// What is there instead of a tuple that is not taken.
fn instead(behaviour: &Behaviour, read: &Read<'_>, tag: &str, size: usize) -> String {
    let others = behaviour.callbacks.iter().find(|callback| {
        callback
            .shapes
            .iter()
            .any(|shape| shape.tag == tag && shape.size == size && shape.state.is_some())
    });
    if let Some(other) = others {
        let is_sync = other.is_sync() && !read.callback.is_sync();
        return if is_sync {
            " there, as no caller waits for an answer".to_owned()
        } else {
            format!(" there, but of `{}`", other.signature())
        };
    }
    let tags = read.callback.shapes.iter().map(|shape| shape.tag);
    let names: Vec<&str> = tags.filter(|name| *name != tag).collect();
    nearest(tag, &names).map_or_else(String::new, |near| format!(": is `{near}` meant?"))
}

/// Whether an expression is no atom, whatever its parts are.
fn is_constructor(expr: &Expr) -> bool {
    matches!(
        &expr.kind,
        ExprKind::Literal(_) | ExprKind::Nil | ExprKind::Tuple(_) | ExprKind::Cons(..)
    )
}

/// A value as Erlang text.
fn shown(read: &Read<'_>, value: &Value<'_>) -> String {
    match value {
        Value::Atom(name) => format!("`{name}`"),
        Value::Written(expr, _) => {
            let text = print::expr(expr);
            let is_short = text.chars().count() <= MAX_SHOWN && !text.contains('\n');
            if is_short { format!("`{text}`") } else { "a value".to_owned() }
        }
        Value::Parameter(number) => match read.callback.arguments.get(*number) {
            Some(Argument::State) => "the name of its state".to_owned(),
            _ => "its data".to_owned(),
        },
        Value::Open => "a value".to_owned(),
    }
}
