//! Command lists as terms to environments of a model.

use behaviour::{BEHAVIOURS, Behaviour, GEN_FSM, SYSTEM, either, is_own_tag};
use frontend::{Diagnostic, Severity, Span};
use lts::Term;
use lts::semantics::constant;
use lts::term::parse::{SpannedKind, SpannedTerm};
use model::{Command, Environment, Expr, HOLE};
use num_bigint::BigInt;
use translator::ApiCall;

use crate::codes;
use crate::command::commands::as_term;
use crate::config::kinds;

/// Events that one list may have, `for` expanded.
const MAX_EVENTS: usize = 1_000_000;

/// The environment that a term describes.
///
/// Its commands stand as they are written, since the behaviour is not known yet that says what they are
/// ([`Environment::read`]). So does a call of a function of the module; beside it is said where.
pub(crate) fn environment(term: &SpannedTerm) -> Result<(Environment, Vec<Call>), Diagnostic> {
    if let SpannedKind::Tuple(items) = &term.kind
        && let [SpannedTerm { kind: SpannedKind::Atom(tag), .. }, list] = items.as_slice()
    {
        let (events, calls) = match tag.as_str() {
            "sequence" | "cycle" | "any_of" => events(list)?,
            "for" => return Err(bad(term, "commands are a list of events")),
            other => {
                let message = format!("`{other}` is no kind of command list");
                return Err(bad(term, &message));
            }
        };
        if events.is_empty() && tag.as_str() != "sequence" {
            return Err(bad(list, "this list of commands needs at least one event"));
        }
        let environment = match tag.as_str() {
            "sequence" => Environment::Sequence(events),
            "cycle" => Environment::Cycle(events),
            _ => Environment::AnyOf(events.into_iter().map(any_part).collect()),
        };
        return Ok((environment, calls));
    }
    let (events, calls) = events(term)?;
    Ok((Environment::Sequence(events), calls))
}

/// Warns of the first command, as it is written, that has a tag of another behaviour and none of this one.
pub(crate) fn foreign(environment: &Environment, behaviour: &Behaviour) -> Option<Diagnostic> {
    let tag = |command: &Command| match &command.term {
        Expr::Tuple(items) => match items.as_slice() {
            [Expr::Atom(tag), _] if behaviour.tagged(tag.as_str()).is_none() => Some(tag.clone()),
            _ => None,
        },
        _ => None,
    };
    environment.commands().iter().find_map(|command| {
        let tag = tag(command)?;
        let of_other = |other: &&'static Behaviour| Some((other.name(), other.tagged(tag.as_str())?));
        let (name, meant) = BEHAVIOURS.iter().find_map(of_other)?;
        let written = as_term(&command.term);
        let tagged = as_term(&Command::written(behaviour, command.term.clone()).tagged());
        let message = format!(
            "`{written}` is sent as `{tagged}`: `{tag}` is a tag of commands for a {name}, and this is a {}",
            behaviour.name()
        );
        let own = behaviour.events().filter(|own| !own.is_bare() && own.is_sync() == meant.is_sync());
        let own: Vec<String> = own.map(|own| format!("`{{{},E}}`", own.tag)).collect();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        let help = format!("write {}; or `{tagged}` if that is meant", either(&own));
        let warning = Diagnostic::new(codes::FOREIGN_TAG, Severity::Warning, message);
        Some(warning.with_help(help))
    })
}

/// A command of which `'_'` may be anything, and `'integer()'` any integer.
fn any_part(Command { kind, term }: Command) -> Command {
    Command { kind, term: with_holes(&term) }
}

/// A term of which `'_'` may be anything, and `'integer()'` any integer.
pub(crate) fn with_holes(term: &Expr) -> Expr {
    match term {
        Expr::Atom(name) if name.as_str() == "_" => Expr::Unknown(HOLE),
        Expr::Atom(name) => match kinds::read(name.as_str()) {
            Some(kinds) => Expr::Chosen(HOLE, kinds),
            None => term.clone(),
        },
        Expr::Cons(head, tail) => {
            Expr::Cons(Box::new(with_holes(head)), Box::new(with_holes(tail)))
        }
        Expr::List(cells) => {
            let (items, end) = (cells.items().iter().map(with_holes), with_holes(cells.end()));
            Expr::list_with_end(items.collect(), end)
        }
        Expr::Tuple(items) => Expr::Tuple(items.iter().map(with_holes).collect()),
        other => match other.entries() {
            Some(entries) => {
                let entries = entries.into_iter();
                Expr::map(entries.map(|(key, value)| (key.clone(), with_holes(value))).collect())
            }
            None => other.clone(),
        },
    }
}

/// A command that is a call of a function of the module.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    /// Which command it is.
    pub(crate) position: usize,
    pub(crate) call: ApiCall,
}

fn events(list: &SpannedTerm) -> Result<(Vec<Command>, Vec<Call>), Diagnostic> {
    let SpannedKind::List(items, None) = &list.kind else {
        return Err(bad(list, "commands are a list of events"));
    };
    let (mut events, mut calls) = (Vec::new(), Vec::new());
    for item in items {
        for event in expand(item)? {
            let event = constant(&event)
                .ok_or_else(|| bad(item, "an event with a fun is not supported yet"))?;
            if events.len() == MAX_EVENTS {
                return Err(bad(list, "there are more than a million events"));
            }
            if is_of_otp(&event) {
                let message = "this is a message of OTP itself, which no callback gets as it is";
                return Err(bad(item, message)
                    .with_help("write what it brings, with the tag of its kind, such as `{stop,R}`: `erl2lts commands` writes events so"));
            }
            if let Some(call) = api_call(&event, item.span) {
                calls.push(Call { position: events.len(), call });
            } else if matches!(&event, Expr::Tuple(parts) if is_tagged(parts)) {
                let message = "a call of a function is written `{call, Function, [Argument]}`";
                return Err(bad(item, message)
                    .with_help("an event of this form is written `{event, {call, ..}}`"));
            }
            events.push(Command::event(&GEN_FSM, event));
        }
    }
    Ok((events, calls))
}

/// Whether a plain message is one that the behaviour reads itself.
fn is_of_otp(term: &Expr) -> bool {
    let tag = |term: &Expr| match term {
        Expr::Tuple(items) => match items.first() {
            Some(Expr::Atom(name)) => Some(name.as_str().to_owned()),
            _ => None,
        },
        _ => None,
    };
    let Expr::Tuple(items) = term else { return false };
    let [Expr::Atom(kind), message] = items.as_slice() else { return false };
    let outer = tag(message).unwrap_or_default();
    let timer = match message {
        Expr::Tuple(parts) => parts.get(2).and_then(tag),
        _ => None,
    };
    kind.as_str() == "info"
        && (is_own_tag(&outer)
            || outer == SYSTEM
            || outer == "timeout" && timer.is_some_and(|inner| is_own_tag(&inner)))
}

/// Whether a tuple of three is meant as a call.
fn is_tagged(parts: &[Expr]) -> bool {
    matches!(parts, [Expr::Atom(tag), _, _] if tag.as_str() == "call")
}

/// `{call, Function, Args}`
fn api_call(term: &Expr, span: Span) -> Option<ApiCall> {
    let Expr::Tuple(items) = term else { return None };
    let [Expr::Atom(tag), Expr::Atom(function), list] = items.as_slice() else { return None };
    let (args, end) = list.spine();
    let args = args.into_iter().cloned().collect();
    let is_call = tag.as_str() == "call" && *end == Expr::Nil;
    is_call.then(|| ApiCall { function: function.clone(), args, span })
}

/// `{for, 'I', From, To, Term}`: one term for each integer; any other term is itself.
fn expand(item: &SpannedTerm) -> Result<Vec<Term>, Diagnostic> {
    let SpannedKind::Tuple(parts) = &item.kind else {
        return Ok(vec![item.term()]);
    };
    if parts.first().is_none_or(|tag| tag.term() != Term::atom("for")) {
        return Ok(vec![item.term()]);
    }
    let wrong = || bad(item, "a repeated event is written `{for, 'I', From, To, Term}`");
    let [_, variable, from, to, body] = parts.as_slice() else { return Err(wrong()) };
    let (SpannedKind::Atom(name), SpannedKind::Integer(from), SpannedKind::Integer(to)) =
        (&variable.kind, &from.kind, &to.kind)
    else {
        return Err(wrong());
    };
    if to < from {
        return Err(bad(item, "this repeats an event no times"));
    }
    if to - from > BigInt::from(MAX_EVENTS) {
        return Err(bad(item, "there are more than a million events"));
    }
    let bodies = expand(body)?;
    let mut terms = Vec::new();
    let mut value = from.clone();
    while value <= *to {
        for body in &bodies {
            terms.push(replace(body, name.as_str(), &value));
        }
        if terms.len() > MAX_EVENTS {
            return Err(bad(item, "there are more than a million events"));
        }
        value += 1;
    }
    Ok(terms)
}

fn replace(term: &Term, name: &str, value: &BigInt) -> Term {
    let all = |items: &[Term]| items.iter().map(|item| replace(item, name, value)).collect();
    match term {
        Term::Atom(atom) if atom.as_str() == name => Term::Integer(value.clone()),
        Term::Atom(_)
        | Term::Integer(_)
        | Term::Float(_)
        | Term::Reference(_)
        | Term::Pid(_)
        | Term::Nil
        | Term::Binary(_)
        | Term::Fun(_)
        | Term::Unknown(_) => term.clone(),
        Term::Tuple(items) => Term::Tuple(all(items)),
        Term::List(items, tail) => Term::list_with_tail(
            all(items),
            tail.as_ref().map_or(Term::Nil, |tail| replace(tail, name, value)),
        ),
        Term::Map(entries) => Term::map(
            entries
                .iter()
                .map(|(key, entry)| (replace(key, name, value), replace(entry, name, value)))
                .collect(),
        ),
    }
}

fn bad(term: &SpannedTerm, message: &str) -> Diagnostic {
    let span: Span = term.span;
    Diagnostic::error(codes::BAD_COMMANDS, message, span).with_help(
        "commands are `[E1,E2]`, `{sequence,[..]}`, `{cycle,[..]}`, `{any_of,[..]}` or `derived`",
    )
}
