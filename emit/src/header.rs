//! What stands before and behind a specification: how it was made, and how its names read.
//!
//! Output: comments only. A name is listed where it is not that of the source.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use frontend::output::print::quote_atom;

use super::doc::WIDTH;
use super::library;
use super::specification::Provenance;
use crate::printable::used::Used;
use model::names::Names;
use model::{ActionRole, Form, FunctionRole, Model};

/// The module, its form, the command that made the text, and the values that were chosen.
pub(super) fn header(model: &Model, from: &Provenance<'_>) -> String {
    let form = match model.form {
        Form::Paper => "paper",
        Form::Direct => "direct",
    };
    let module = quote_atom(model.module.as_str());
    let mut out = format!("% {module}: {} callback module, {form} form\n", model.behaviour.name());
    if let Some(command) = from.command {
        out.push_str("% Made by:\n");
        wrap(&mut out, command);
    }
    if let Some((first, flags)) = from.chosen.split_first() {
        let _ = writeln!(out, "% {first}:");
        for flag in flags {
            wrap(&mut out, flag);
        }
    }
    out.push('\n');
    out
}

/// A text as a comment of several lines, each but the last with a backslash at its end.
fn wrap(out: &mut String, text: &str) {
    let mut line = String::from("%  ");
    for word in text.split_whitespace() {
        if line.trim() != "%" && line.chars().count() + word.chars().count() + 3 > WIDTH {
            out.push_str(&line);
            out.push_str(" \\\n");
            "%    ".clone_into(&mut line);
        }
        line.push(' ');
        line.push_str(word);
    }
    out.push_str(&line);
    out.push('\n');
}

/// The names that are not those of the source.
pub(super) fn mangled(model: &Model, names: &Names, used: &Used) -> String {
    let states = library::states(model, names)
        .map(|(state, text)| (quote_atom(model.states[state].as_str()), text.to_owned()));
    let atoms = names.atoms().map(|(name, text)| (quote_atom(name.as_str()), text.to_owned()));
    let actions = model.actions.iter_enumerated();
    let actions = actions
        .filter(|(_, action)| !matches!(action.role, ActionRole::Half | ActionRole::Internal))
        .map(|(id, action)| (action.name.to_string(), names.action(id).to_owned()));
    let functions = model.functions.iter_enumerated().filter(|(id, _)| used.function(*id));
    let functions = functions.filter_map(|(id, function)| match &function.role {
        FunctionRole::Local(name, arity) => {
            Some((format!("{name}/{arity}"), names.function(id).to_owned()))
        }
        _ => None,
    });
    let mut out = String::new();
    section(&mut out, "State names", states);
    section(&mut out, "Atoms", atoms);
    section(&mut out, "Actions", actions);
    section(&mut out, "Functions", functions);
    out
}

/// `% 'B c' -> a_x422063`, once for each name that changes.
fn section(out: &mut String, title: &str, names: impl Iterator<Item = (String, String)>) {
    let mut seen = BTreeSet::new();
    let lines: Vec<String> = names
        .filter(|(name, printed)| name != printed)
        .map(|(name, printed)| format!("{name} -> {printed}"))
        .filter(|line| seen.insert(line.clone()))
        .collect();
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n% {title} that are printed under another name:");
    for line in lines {
        let _ = writeln!(out, "%   {}", line.replace(['\n', '\r'], " "));
    }
}
