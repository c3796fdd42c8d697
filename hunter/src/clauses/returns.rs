//! Values that a clause returns and the behaviour does not take.
//!
//! Input: an outcome. Output: the fault, with the name that is nearly right, or the kind of callback that may return it.

use std::collections::BTreeSet;

use behaviour::{Argument, Behaviour, Shape};
use frontend::Module;
use frontend::ast::{Callee, Expr, ExprKind, Literal};
use frontend::output::print;
use translator::outcomes::{Outcome, Value, Walk};

use super::{Fault, Read};
use crate::codes;
use crate::moves::Moves;
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
    if !shapes.iter().any(Shape::goes_on) {
        return None;
    }
    let why = wrong(behaviour, read, &outcome.value)?;
    let (name, value) = (behaviour.name(), shown(read, &outcome.value));
    let (callback, arity) = (&read.function.name, read.function.arity);
    let message =
        format!("`{callback}/{arity}` returns {value}, which `{name}` does not take{why}");
    Some(Fault { code: codes::BAD_RETURN, message, place: outcome.place, doubt: None })
}

/// What is said of a value that another module returns.
const IF_SUCH: &str = "what that function returns: elsewhere its value is dropped";

/// What is said of data that look like a return value.
const AS_DATA: &str = "whether these are the data";

/// What is wrong where another module decides what is returned: the same call stands elsewhere for what it does alone, so its
/// value is hardly one for the behaviour.
pub(crate) fn dropped(
    behaviour: &Behaviour,
    read: &Read<'_>,
    outcome: &Outcome<'_>,
    ignored: &Ignored<'_>,
) -> Option<Fault> {
    let has_next = read.callback.shapes.iter().any(Shape::goes_on);
    let call = outcome.call.as_ref().filter(|call| has_next && ignored.contains(call))?;
    let (module, function, arguments) = call;
    let (name, arity) = (&read.function.name, read.function.arity);
    let message = format!(
        "`{name}/{arity}` returns what `{module}:{function}/{arguments}` does, which `{}` hardly takes",
        behaviour.name()
    );
    Some(Fault { code: codes::BAD_RETURN, message, place: outcome.place, doubt: Some(IF_SUCH) })
}

/// What is wrong where a whole return value stands at the place of the data.
pub(crate) fn nested(
    moves: &Moves<'_, '_>,
    read: &Read<'_>,
    outcome: &Outcome<'_>,
) -> Option<Fault> {
    let shape = read.shape(outcome)?;
    let (expr, scope) = outcome.value.component(shape.data? - 1)?;
    let values = Walk::values(moves.module, expr, scope);
    let is_return = |value: &Value<'_>| {
        let Some((items, _)) = value.tuple() else { return false };
        let tag = items.first().and_then(atom);
        tag.is_some_and(|tag| {
            let mut shapes = moves.model.behaviour.shapes_in_state(tag);
            shapes.any(|shape| shape.size == items.len() && shape.goes_on())
        })
    };
    if values.is_empty() || !values.iter().all(is_return) {
        return None;
    }
    let (name, arity) = (&read.function.name, read.function.arity);
    let message = format!("`{name}/{arity}` returns a whole return value at the place of the data");
    let doubt = Some(AS_DATA);
    Some(Fault { code: codes::BAD_RETURN, message, place: outcome.place, doubt })
}

/// Calls of functions of other modules whose values the module drops: module, name, number of arguments.
pub(crate) type Ignored<'m> = BTreeSet<(&'m str, &'m str, usize)>;

/// The calls whose values a module drops.
pub(crate) fn ignored(module: &Module) -> Ignored<'_> {
    let mut ignored = Ignored::new();
    for clause in module.functions().flat_map(|function| &function.clauses) {
        drop_in(&clause.body, &mut ignored);
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                for body in bodies(expr) {
                    drop_in(body, &mut ignored);
                }
            });
        }
    }
    ignored
}

fn drop_in<'m>(body: &'m [Expr], ignored: &mut Ignored<'m>) {
    let before = body.split_last().map_or(&[][..], |(_, before)| before);
    for expr in before {
        if let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind {
            ignored.insert((module.as_str(), name.as_str(), args.len()));
        }
    }
}

/// The bodies directly in an expression.
pub(crate) fn bodies(expr: &Expr) -> Vec<&[Expr]> {
    match &expr.kind {
        ExprKind::Block(body) => vec![body],
        ExprKind::Case(_, clauses) | ExprKind::Receive(clauses, _) => {
            clauses.iter().map(|clause| clause.body.as_slice()).collect()
        }
        ExprKind::If(clauses) => clauses.iter().map(|(_, body)| body.as_slice()).collect(),
        ExprKind::Fun(clauses) => clauses.iter().map(|clause| clause.body.as_slice()).collect(),
        ExprKind::Try(parts) => {
            let caught = parts.catch.iter().map(|clause| clause.body.as_slice());
            let of = parts.of.iter().map(|clause| clause.body.as_slice());
            [parts.body.as_slice()].into_iter().chain(of).chain(caught).collect()
        }
        _ => Vec::new(),
    }
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
                if read.values.iter().any(|own| own.tag == atom) {
                    return None;
                }
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
            .any(|shape| shape.tag == tag && shape.size == size && shape.goes_on())
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
    if let ExprKind::Literal(Literal::Atom(name)) = &expr.kind {
        return name.undefined_macro().is_none();
    }
    matches!(
        &expr.kind,
        ExprKind::Literal(_) | ExprKind::Nil | ExprKind::Tuple(_) | ExprKind::Cons(..)
    )
}

/// A value as Erlang text.
fn shown(read: &Read<'_>, value: &Value<'_>) -> String {
    match value {
        Value::Atom(name) => format!("`{name}`"),
        Value::Written(expr, _) => format!("`{}`", short(&print::expr(expr))),
        Value::Parameter(number) => match read.callback.arguments.get(*number) {
            Some(Argument::State) => "the name of its state".to_owned(),
            _ => "its data".to_owned(),
        },
        Value::Open => "a value".to_owned(),
    }
}

/// A text on one line, cut where it is long.
pub(crate) fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_SHOWN {
        return line;
    }
    line.chars().take(MAX_SHOWN).chain("..".chars()).collect()
}
