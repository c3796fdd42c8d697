//! A run as a `.props` file whose commands make the machine do it.
//!
//! Input: a run, with values for whatever was chosen in it. Output: text: the commands that are sent, what other modules return in it, and
//! a property that says the machine can do all that. What does not fit together has `'_'` where a value was to be chosen.

use std::fmt::Write as _;
use std::path::Path;

use frontend::Diagnostic;
use lts::Term;
use lts::semantics::{Happened, Played};
use model::{ActionRole, CommandKind, Model, Outside};

use super::ground::Step;
use crate::check::evidence::command;
use crate::check::written::evidence_file::named_from;
use crate::codes;
use crate::config::properties::quoted;
use crate::config::settings::{Settings, placeless};
use crate::config::wildcard::pattern;

/// The first line of a file of commands that may not be enough for the run.
pub(crate) const DOUBTFUL: &str = "%% These commands alone may make the machine do something else.";

/// The first line of such a file.
pub(crate) const FIRST: &str = "%% A run that was simulated:";

/// The text of the file at a path for a run of a module under settings, which is called with this argument unless the run says it.
pub(super) fn props(
    (run, played): (&[&Step], Option<&Played>),
    model: &Model,
    (module, settings, init): (&Path, &Settings, Option<&str>),
    path: &Path,
) -> Result<String, Diagnostic> {
    if run.is_empty() {
        let message = "there is no run to be saved: nothing has happened yet";
        return Err(placeless(codes::BAD_FLAGS, message));
    }
    let mut out = format!("{FIRST}\n");
    for (number, step) in run.iter().enumerate() {
        let _ = writeln!(out, "%% {:>4}  {}", number + 1, step.text.replace('\n', " "));
    }
    let _ = writeln!(out, "{{module, {}}}.", quoted(&named_from(module, path)));
    let commands: Vec<Term> = match played {
        Some(played) => sent(played, model),
        None => run.iter().filter_map(|step| command(step.action.as_ref()?)).map(open).collect(),
    };
    let _ = writeln!(out, "{{commands, {{sequence, {}}}}}.", Term::list(commands));
    let chosen = played.and_then(|played| played.grounds.argument.clone()).map(open);
    let chosen = chosen.map(|term| term.to_string());
    let given: Vec<(&str, &str)> = settings
        .given()
        .filter(|(key, _)| !matches!(*key, "commands" | "clients" | "ignore"))
        .collect();
    let has = |key: &str| given.iter().any(|(other, _)| *other == key);
    match chosen.as_deref().or(init.filter(|_| !has("init"))) {
        Some(term) => {
            let _ = writeln!(out, "{{init, {term}}}.");
        }
        None => {
            for (_, term) in given.iter().filter(|(key, _)| *key == "init") {
                let _ = writeln!(out, "{{init, {term}}}.");
            }
        }
    }
    for (key, value) in given.iter().filter(|(key, _)| *key != "init") {
        let _ = writeln!(out, "{{{key}, {value}}}.");
    }
    if let Some(played) = played.filter(|_| !has("stubs")) {
        out.push_str(&stubs(&played.steps, model));
    }
    out.push_str(&property(run, model));
    Ok(out)
}

/// What is sent in a run.
fn sent(played: &Played, model: &Model) -> Vec<Term> {
    let happened = played.steps.iter().filter_map(|step| step.first());
    let sent = happened.filter_map(|Happened { action, args }| {
        let ActionRole::Command(kind) = model.actions[*action].role else { return None };
        Some(written(kind, open(args.last()?.clone())))
    });
    sent.collect()
}

/// A message as it stands in a list of commands.
fn written(kind: CommandKind, term: Term) -> Term {
    if kind.is_untagged { term } else { Term::Tuple(vec![Term::atom(kind.tag), term]) }
}

/// A term in which `'_'` stands for what is not known.
fn open(term: Term) -> Term {
    match term {
        Term::Unknown(_) => Term::atom("_"),
        Term::Tuple(items) => Term::Tuple(items.into_iter().map(open).collect()),
        Term::List(items, end) => Term::list_with_tail(
            items.into_iter().map(open).collect(),
            end.map_or(Term::Nil, |end| open(*end)),
        ),
        other => other,
    }
}

/// What functions of other modules return in a run; nothing is said of those of which some value cannot be written.
fn stubs(steps: &[Vec<Happened>], model: &Model) -> String {
    let mut all: Vec<(&Outside, Vec<Term>)> = Vec::new();
    for Happened { action, args } in steps.iter().flatten() {
        let action = &model.actions[*action];
        let is_call = action.role == ActionRole::Call && action.has_result;
        let Some((callee, result)) = action.callee.as_ref().zip(args.last()).filter(|_| is_call)
        else {
            continue;
        };
        match all.iter_mut().find(|(other, _)| *other == callee) {
            Some((_, results)) if results.contains(result) => {}
            Some((_, results)) => results.push(result.clone()),
            None => all.push((callee, vec![result.clone()])),
        }
    }
    let is_plain = |term: &Term| lts::semantics::constant(term).is_some();
    let lines: Vec<String> = all
        .iter()
        .filter(|(callee, results)| {
            callee.module.as_str() != "erlang" && results.iter().all(is_plain)
        })
        .map(|(callee, results)| {
            let name = |name: &str| Term::atom(name).to_string();
            let results: Vec<String> = results.iter().map(ToString::to_string).collect();
            format!(
                "{{{{{}, {}, {}}}, [{}]}}",
                name(callee.module.as_str()),
                name(callee.function.as_str()),
                callee.arity,
                results.join(", ")
            )
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("{{stubs, [{}]}}.\n", lines.join(",\n         "))
}

/// How the property begins that says the machine can do the run.
const PROPERTY: &str = "{property, can_do_this,";

/// That the machine can do this; what is hidden may be gone where the choice that it was is made.
fn property(run: &[&Step], model: &Model) -> String {
    let shown = run.iter().filter_map(|step| step.action.as_ref().map(|action| (step, action)));
    let texts: Vec<String> =
        shown.map(|(step, action)| pattern(&of_one_client(&step.text, action, model))).collect();
    let has_hidden = texts.len() < run.len();
    let (first, between) = if has_hidden { ("tau* . ", " . tau* . ") } else { ("", " . ") };
    if texts.is_empty() {
        return String::new();
    }
    let formula = quoted(&format!("<{first}{}> true", texts.join(between)));
    format!("{PROPERTY} mu, {formula}, []}}.\n")
}

/// A label without the number of the client, which is not shown where there is one client only, as for a list of commands.
fn of_one_client(text: &str, action: &lts::Action, model: &Model) -> String {
    let mut roles = model.actions.iter().filter(|other| other.name.as_str() == action.name);
    let is_numbered = action.args.len() == 2
        && roles.any(|other| match other.role {
            ActionRole::Command(kind) => kind.is_sync(),
            ActionRole::Reply => true,
            _ => false,
        });
    let number = action.args.first().filter(|_| is_numbered).map(ToString::to_string);
    match number {
        Some(number) => text.replacen(&format!("({number},"), "(", 1),
        None => text.to_owned(),
    }
}

/// The text of a file without the property, where the commands alone do not make the machine do the run.
pub(crate) fn unconfirmed(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with(PROPERTY));
    let mut out = format!("{DOUBTFUL}\n");
    for line in lines {
        out.push_str(line);
        out.push('\n');
    }
    out
}
