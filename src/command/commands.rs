//! `erl2lts commands`: the events that a module itself suggests, as a `.props` file to start from.

use behaviour::{Behaviour, GEN_FSM};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use frontend::{Module, Span};
use lts::Term;
use lts::semantics::wrapped;
use model::{Command, Environment, Expr, Operator};
use translator::derive::{Derived, Sender, Suggested, derive};

use crate::cli::CommandsArgs;
use crate::config::kinds;
use crate::config::source::headers::{self, check_flags};
use crate::session::Session;
use crate::session::exit::Exit;

/// Runs the command.
pub(crate) fn run(args: &CommandsArgs) -> Exit {
    let mut session = Session::new(args.messages);
    if let Some(module) = module(&mut session, args) {
        match derive(&module) {
            Ok(derived) => {
                let text = props(&session, &module, &args.file, &derived);
                session.print_data(&text);
            }
            Err(errors) => {
                for error in errors {
                    session.report(error);
                }
            }
        }
    }
    session.exit()
}

pub(super) fn module(session: &mut Session, args: &CommandsArgs) -> Option<Module> {
    if !check_flags(session, &args.headers) {
        return None;
    }
    let outcome = headers::module(session, &args.file, &args.headers, true)?;
    session.take(outcome)
}

/// The environment in which any of the suggested events may come at any time; none at all where
/// nothing is suggested.
pub(crate) fn environment(derived: &Derived) -> Environment {
    match derived.events.as_slice() {
        [] => Environment::Sequence(Vec::new()),
        events => Environment::AnyOf(events.iter().map(|event| event.command.clone()).collect()),
    }
}

pub(super) fn props(session: &Session, module: &Module, path: &Path, derived: &Derived) -> String {
    let mut out = String::new();
    let name = module.name.as_ref().map_or("", |(name, _)| name.as_str());
    let file = path.file_name().map(|file| file.to_string_lossy().into_owned());
    let file = file.unwrap_or_default();
    let _ = match file.strip_suffix(".erl") {
        Some(stem) if stem == name => writeln!(out, "{{module, {}}}.", Term::atom(name)),
        _ => writeln!(out, "{{module, \"{file}\"}}."),
    };
    if let Some(legend) = legend(derived) {
        let _ = writeln!(out, "% {legend}.");
    }
    if let Some(init) = &derived.init {
        let place = derived.started_at.map(|span| place(session, span)).unwrap_or_default();
        let _ = writeln!(out, "{{init, {}}}.{place}", text(init));
    }
    if derived.events.is_empty() {
        out.push_str("% The module names no events.\n{commands, []}.\n");
        return out;
    }
    out.push_str("{commands, {any_of, [\n");
    let behaviour = translator::behaviour(module).unwrap_or(&GEN_FSM);
    for (number, event) in derived.events.iter().enumerate() {
        let comma = if number + 1 < derived.events.len() { "," } else { "" };
        let _ = writeln!(
            out,
            "    {}{comma}{}",
            written(behaviour, &event.command),
            said(session, event)
        );
    }
    out.push_str("]}}.\n");
    out
}

/// What stands for parts that are not known, as far as it occurs.
fn legend(derived: &Derived) -> Option<String> {
    let events = derived.events.iter().map(|event| &event.command.term);
    let mut open = Vec::new();
    for term in derived.init.iter().chain(events) {
        open_parts(term, &mut open);
    }
    let hole = open.iter().any(|part| part == "'_'").then(|| "'_' stands for any term".to_owned());
    let kinds: BTreeSet<&String> = open.iter().filter(|part| *part != "'_'").collect();
    let more = if kinds.len() > 1 { ", and so on" } else { "" };
    let first = open.iter().find(|part| *part != "'_'");
    match (hole, first) {
        (Some(hole), Some(kind)) => Some(format!("{hole}, {kind} for any of that type{more}")),
        (None, Some(kind)) => Some(format!("{kind} stands for any of that type{more}")),
        (hole, None) => hole,
    }
}

/// The texts of the parts that are not known.
fn open_parts(term: &Expr, open: &mut Vec<String>) {
    if matches!(term, Expr::Unknown(_) | Expr::Chosen(..)) {
        open.push(text(term));
    }
    for operand in term.operands() {
        open_parts(operand, open);
    }
}

/// Who sends an event, behind it.
fn said(session: &Session, event: &Suggested) -> String {
    let line = session.sources.line_of(event.span);
    match event.sender {
        Sender::Interface | Sender::Project => format!("  % sent at {line}"),
        Sender::Somebody => format!("  % taken at {line}"),
        Sender::Stray => format!("  % what nobody expects, taken at {line}"),
    }
}

fn place(session: &Session, span: Span) -> String {
    format!("  % given at {}", session.sources.line_of(span))
}

/// A command as an element of a list of commands.
pub(crate) fn written(behaviour: &Behaviour, command: &Command) -> String {
    let Command { kind, term } = command;
    let tagged = Expr::Tuple(vec![Expr::atom(kind.tag), term.clone()]);
    // An event that looks like another command says that it is one.
    let is_plain = kind.is_untagged && Command::written(behaviour, term.clone()).kind == *kind;
    let is_call =
        matches!(term, Expr::Tuple(items) if items.len() == 3 && items[0] == Expr::atom("call"));
    let is_for =
        matches!(term, Expr::Tuple(items) if items.len() == 5 && items[0] == Expr::atom("for"));
    if is_plain && !is_call && !is_for { text(term) } else { text(&tagged) }
}

/// A term with holes as Erlang text.
fn text(term: &Expr) -> String {
    as_term(term).to_string()
}

/// A term with holes, for which `'_'` stands, or `'integer()'` and its like.
pub(crate) fn as_term(term: &Expr) -> Term {
    match term {
        Expr::Atom(name) => Term::Atom(name.clone()),
        Expr::Integer(value) => Term::Integer(value.clone()),
        Expr::Tuple(items) => Term::Tuple(items.iter().map(as_term).collect()),
        Expr::Nil => Term::Nil,
        Expr::Chosen(_, kinds) => Term::atom(&kinds::written(kinds)),
        Expr::Cons(..) | Expr::List(_) => {
            let (items, end) = term.spine();
            Term::list_with_tail(items.into_iter().map(as_term).collect(), as_term(end))
        }
        Expr::Apply(operator, parts) => match (operator, parts.as_slice()) {
            (Operator::Wrap(wrap), [content]) => wrapped(*wrap, as_term(content)),
            (Operator::Pid, [Expr::Integer(number)]) => Term::Pid(number.clone()),
            (Operator::Reference, [Expr::Integer(number)]) => Term::Reference(number.clone()),
            _ => term.as_float().map_or_else(|| Term::atom("_"), Term::Float),
        },
        _ => Term::atom("_"),
    }
}
