//! What shows a defect, as the player of a test takes it.
//!
//! Input: what a replay shows. Output: a term. A crash has the tag of its reason, and where it comes from: functions with the
//! lines of the construct, or what an exit or a return value is like.

use frontend::SourceMap;
use hunter::{CrashPlace, Deed, Shows, Start};
use lts::Term;

use super::Passes;
use super::term::{atom, pattern};

/// The term of what shows a defect.
pub(crate) fn text(shows: &Shows, passes: Passes<'_>, sources: &SourceMap) -> String {
    match shows {
        Shows::Crash(reason, places) => crash(reason, places, sources),
        Shows::NoState(Some(name)) => format!("{{no_state, {}}}", atom(name)),
        Shows::NoState(None) => "{no_state, any}".to_owned(),
        Shows::Forgotten(client) => format!("{{forgotten, {client}}}"),
        Shows::Unanswered(client) => format!("{{unanswered, {client}}}"),
        Shows::TwoAnswers => "two_answers".to_owned(),
        Shows::Stops(client) => format!("{{stops, {client}}}"),
        Shows::Lost => "lost".to_owned(),
        Shows::Overlap(message) => format!("{{overlap, {}}}", super::term::text(message)),
        Shows::Busy => "busy".to_owned(),
        Shows::NeverStarts(Start::Ignored) => "{never_starts, ignore}".to_owned(),
        Shows::NeverStarts(Start::Stopped(reason, places)) => {
            let places: Vec<String> =
                places.iter().map(|place| in_function(place, sources)).collect();
            format!("{{never_starts, {{stopped, {}, [{}]}}}}", kind(reason), places.join(", "))
        }
        Shows::NeverStarts(Start::Crash(reason, places)) => {
            format!("{{never_starts, {}}}", crash(reason, places, sources))
        }
        Shows::Does { deeds, is_all } => {
            let extent = match passes {
                Passes::Done { is_idle: true, state } => {
                    format!("{{in, {}}}", state.map_or_else(|| "any".to_owned(), atom))
                }
                _ if *is_all => "all".to_owned(),
                _ => "first".to_owned(),
            };
            let deeds: Vec<String> = deeds.iter().map(deed).collect();
            format!("{{does, {extent},\n    [{}]}}", deeds.join(",\n     "))
        }
    }
}

/// Something that the machine does; `'_'` stands for whatever is not known.
fn deed(deed: &Deed) -> String {
    match deed {
        Deed::Call(callee, args) => {
            let [module, function] =
                [&callee.module, &callee.function].map(|name| atom(name.as_str()));
            let args: Vec<String> = args.iter().map(pattern).collect();
            format!("{{call, {module}, {function}, [{}]}}", args.join(", "))
        }
        Deed::Reply(client, value) => {
            let client = client.map_or_else(|| "'_'".to_owned(), |client| client.to_string());
            format!("{{reply, {client}, {}}}", pattern(value))
        }
        Deed::Unheard(value) => format!("{{unheard, {}}}", pattern(value)),
        Deed::Crash(reason) => format!("{{crash, {}}}", kind(reason)),
        Deed::Stop(reason) => format!("{{stop, {}}}", pattern(reason)),
        Deed::NeverStarts => "not_started".to_owned(),
    }
}

/// A crash: the tag of its reason, and what else is known of it.
fn crash(reason: &Term, places: &[CrashPlace], sources: &SourceMap) -> String {
    let kind = kind(reason);
    let more = match (kind.as_str(), reason) {
        (kind, Term::Tuple(parts)) if is_refusal(kind) => parts.get(1).map(returned),
        ("noproc", Term::Tuple(parts)) => parts.get(1).and_then(called),
        _ => None,
    };
    let places = || {
        let all: Vec<String> = places.iter().map(|place| in_function(place, sources)).collect();
        format!("[{}]", all.join(", "))
    };
    format!("{{crash, {kind}, {}}}", more.unwrap_or_else(places))
}

/// Whether the behaviour refuses what a callback returns.
fn is_refusal(kind: &str) -> bool {
    kind == "bad_return_value"
        || kind == "bad_return_from_init"
        || kind.starts_with("bad_") && kind.ends_with("_from_state_function")
}

/// A place: function, arguments, first and last line, and what alone may be left in the stack.
fn in_function(place: &CrashPlace, sources: &SourceMap) -> String {
    let (name, arity) = &place.function;
    let lines = place.at.and_then(|at| {
        let source = sources.get(at.file)?;
        let [first, last] = [at.start, at.end].map(|offset| source.line_column(offset).0);
        Some(format!("{first}, {last}"))
    });
    let lines = lines.unwrap_or_else(|| "any, any".to_owned());
    let called = place.called.as_ref().map_or_else(
        || "none".to_owned(),
        |(module, name, arity)| format!("{{{}, {}, {arity}}}", atom(module), atom(name)),
    );
    let name = match &place.module {
        Some(module) => format!("{{{}, {}}}", atom(module), atom(name)),
        None => atom(name),
    };
    format!("{{{name}, {arity}, {lines}, {called}}}")
}

/// What a value that is returned looks like.
fn returned(value: &Term) -> String {
    match value {
        Term::Tuple(items) => {
            let tag = items.first().map_or_else(|| "any".to_owned(), kind);
            format!("{{tuple, {tag}, {}}}", items.len())
        }
        Term::Atom(name) => format!("{{atom, {}}}", atom(name.as_str())),
        _ => "any".to_owned(),
    }
}

/// The call that exits: module and function.
fn called(call: &Term) -> Option<String> {
    let Term::Tuple(parts) = call else { return None };
    let [Term::Atom(module), Term::Atom(function), _] = parts.as_slice() else { return None };
    Some(format!("{{called, {}, {}}}", atom(module.as_str()), atom(function.as_str())))
}

/// What a reason begins with.
fn kind(reason: &Term) -> String {
    let tag = match reason {
        Term::Tuple(items) => items.first(),
        other => Some(other),
    };
    match tag {
        Some(Term::Atom(name)) => atom(name.as_str()),
        _ => "any".to_owned(),
    }
}
