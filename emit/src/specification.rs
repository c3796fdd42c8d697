//! Whole specifications.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use frontend::{Diagnostic, Severity, SourceMap};

use super::doc::{Doc, comment, concat, group, nest, separated, text};
use super::functions::{Rules, equation, rules};
use super::header::{header, mangled};
use super::library;
use super::library::uses::Uses;
use super::origins::Origins;
use super::processes::{instance, process};
use crate::codes;
use crate::printable::abstracted::abstracted;
use crate::printable::joined::joined;
use crate::printable::outlined::outlined;
use crate::printable::reaching::reached;
use crate::printable::rebuilt::rebuilt;
use crate::printable::sharing::shared;
use crate::printable::texts::named;
use crate::printable::united::united;
use crate::printable::unknown::all_known;
use crate::printable::unknown::refine::refined;
use crate::printable::used::Used;
use model::names::{Names, Target};
use model::{ActionRole, Model};

/// Where a model comes from, as far as the caller knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Provenance<'a> {
    /// The command by which the text is made.
    pub command: Option<&'a str>,
    /// What was chosen for what the module leaves open, in lines.
    pub chosen: &'a [String],
    /// The texts that the spans of the model point into.
    pub sources: Option<&'a SourceMap>,
}

/// A model in classic muCRL, without a word on where it comes from; see [`emit`].
pub fn emit_mcrl(model: &Model) -> Result<String, Diagnostic> {
    emit(model, Target::Mcrl, &Provenance::default())
}

/// A model in mCRL2, without a word on where it comes from; see [`emit`].
pub fn emit_mcrl2(model: &Model) -> Result<String, Diagnostic> {
    emit(model, Target::Mcrl2, &Provenance::default())
}

/// A model as a specification; an error where it has unknown values, computes with floats, or has zeros of both signs. Its names
/// are those of the model's labels.
pub fn emit(model: &Model, target: Target, from: &Provenance<'_>) -> Result<String, Diagnostic> {
    let asked = joined(named(rebuilt(reached(refined(model)))));
    let mut printed = shared(outlined(united(abstracted(united(asked)))));
    let used = Used::of(&printed);
    used.leave(&mut printed);
    all_known(&printed)?;
    if printed.named_floats().is_none() {
        return Err(no_floats(&printed));
    }
    let names = Names::new(model, target).of_printed(&printed);
    Ok(specification(&printed, &names, &used, from))
}

/// The text of a model that is made to be printed.
fn specification(model: &Model, names: &Names, used: &Used, from: &Provenance<'_>) -> String {
    let uses = Uses::of(model);
    let origins = Origins::new(model, from.sources);
    let mut out = header(model, from);
    let written = model.functions.iter_enumerated().filter(|(id, _)| used.function(*id));
    let functions = written.map(|(id, _)| rules(model, names, &origins, id));
    match names.target() {
        Target::Mcrl => {
            out.push_str(&library::mcrl_library(model, names, &uses));
            mcrl_functions(&mut out, functions);
            mcrl_actions(&mut out, model, names);
        }
        Target::Mcrl2 => {
            out.push_str(&library::mcrl2_library(model, names, &uses));
            mcrl2_functions(&mut out, functions);
            mcrl2_actions(&mut out, model, names);
        }
    }
    processes(&mut out, model, names, &origins, used);
    let (init, end) = match names.target() {
        Target::Mcrl => (mcrl_init(model, names), ""),
        Target::Mcrl2 => (mcrl2_init(model, names), ";"),
    };
    let _ = writeln!(out, "init\n  {}", concat(vec![init, text(end)]).render(2));
    out.push_str(&mangled(model, names, used));
    out
}

fn no_floats(model: &Model) -> Diagnostic {
    let message = if model.computes_with_floats() {
        "the model has arithmetic to which floating-point numbers may come, which muCRL and mCRL2 do not have"
    } else {
        "the model has `0.0` and `-0.0`, which are equal and not the same: no constants are that in muCRL and mCRL2"
    };
    let refused = Diagnostic::new(codes::NOT_PRINTABLE, Severity::Error, message).with_help(
        "floats that are only stored, matched and compared are printed, as constants, also where no run comes to the \
         arithmetic (give it fewer commands, or an argument of `init/1`); explore this model with `lts` or `check`, print the drawings of its decisions with `--format sst`",
    );
    match model.floats {
        Some(span) => refused.with_label(span, "with floats here"),
        None => refused,
    }
}

fn mcrl_functions(out: &mut String, functions: impl Iterator<Item = Rules>) {
    for Rules { maps, equations, vars, answers, heads } in functions {
        comments(out, &heads);
        let same = maps.chunk_by(|(_, one), (_, other)| one == other);
        section(out, "map", same.map(|maps| declarations(maps, ",", "")));
        let vars = [(vars, ": Term"), (answers, ": Bool")];
        let vars = vars.into_iter().filter(|(vars, _)| !vars.is_empty());
        section(
            out,
            "var",
            vars.map(|(vars, sort)| {
                group(concat(vec![separated(vars, ","), text(sort)])).render(5)
            }),
        );
        let mut last = None;
        for (position, rule) in equations.into_iter().enumerate() {
            rule_comment(out, &mut last, rule.comment, 5);
            let start = if position == 0 { "rew" } else { "" };
            let _ = writeln!(out, "{start:<4} {}", equation(rule.left, rule.right, "").render(5));
        }
        out.push('\n');
    }
}

/// Comments from the beginning of a line.
fn comments(out: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(out, "{}", comment(line, 0));
    }
}

/// Where a rule comes from, unless the rule before says so already.
fn rule_comment(out: &mut String, last: &mut Option<String>, text: Option<String>, indent: usize) {
    if let Some(text) = &text
        && last.as_ref() != Some(text)
    {
        let _ = writeln!(out, "{:indent$}{}", "", comment(text, indent));
    }
    *last = text;
}

/// `a, b: Bool # Term -> Term`, of maps of the same sorts.
fn declarations(maps: &[(String, Vec<&'static str>)], comma: &str, end: &'static str) -> String {
    let names: Vec<&str> = maps.iter().map(|(name, _)| name.as_str()).collect();
    let sorts = maps.first().map_or(&[][..], |(_, sorts)| sorts);
    let names = match names.as_slice() {
        [name] => text(*name),
        _ => separated(names.iter().map(ToString::to_string), comma.trim()),
    };
    declared(names, sorts, "Term", end)
}

/// `name: Term # Term -> Term`
fn declaration(name: &str, sorts: &[&str], result: &str, end: &'static str) -> String {
    declared(text(name), sorts, result, end)
}

fn declared(names: Doc, sorts: &[&str], result: &str, end: &'static str) -> String {
    let mut parts = vec![names, text(":")];
    for (position, sort) in sorts.iter().enumerate() {
        if position > 0 {
            parts.push(text(" #"));
        }
        parts.push(Doc::Fill(" "));
        parts.push(text(*sort));
    }
    if !result.is_empty() {
        let arrow = if sorts.is_empty() && !end.is_empty() { "" } else { " ->" };
        parts.extend([text(arrow), Doc::Fill(" "), text(result)]);
    }
    parts.push(text(end));
    nest(4, concat(parts)).render(5)
}

/// Lines behind a keyword of a muCRL specification.
fn section(out: &mut String, keyword: &str, lines: impl Iterator<Item = String>) {
    for (position, line) in lines.enumerate() {
        let start = if position == 0 { keyword } else { "" };
        let _ = writeln!(out, "{start:<4} {line}");
    }
}

fn mcrl_actions(out: &mut String, model: &Model, names: &Names) {
    let lines = declared_actions(model, names).into_iter().map(|(name, arity)| {
        if arity == 0 { name } else { declaration(&name, &vec!["Term"; arity], "", "") }
    });
    section(out, "act", lines);
    let lines = model.communications.iter().map(|communication| {
        format!(
            "{} | {} = {}",
            names.action(communication.send),
            names.action(communication.receive),
            names.action(communication.result)
        )
    });
    section(out, "comm", lines);
    out.push('\n');
}

/// The distinct actions of the model, in order.
fn declared_actions(model: &Model, names: &Names) -> Vec<(String, usize)> {
    let mut seen = BTreeSet::new();
    model
        .actions
        .iter_enumerated()
        .filter(|(_, action)| action.role != ActionRole::Internal)
        .map(|(id, action)| (names.action(id).to_owned(), action.arity))
        .filter(|declaration| seen.insert(declaration.clone()))
        .collect()
}

fn processes(out: &mut String, model: &Model, names: &Names, origins: &Origins<'_>, used: &Used) {
    let processes = model.processes.iter_enumerated().filter(|(id, _)| used.process(*id));
    for (position, (id, _)) in processes.enumerate() {
        let start = if position == 0 { "proc " } else { "\n     " };
        let definition = group(process(model, names, origins, id)).render(5);
        let _ = writeln!(out, "{start}{definition}");
    }
    out.push('\n');
}

/// Halves of a handshake of which the environment has a part, and the others.
fn halves<'a>(model: &Model, names: &'a Names, command: bool) -> Vec<&'a str> {
    model
        .communications
        .iter()
        .filter(|communication| {
            let role = model.actions[communication.result].role;
            matches!(role, ActionRole::Command(_)) == command
        })
        .flat_map(|communication| {
            [names.action(communication.send), names.action(communication.receive)]
        })
        .collect()
}

fn mcrl_init(model: &Model, names: &Names) -> Doc {
    let instances: Vec<Doc> =
        model.composition.iter().map(|part| instance(model, names, part)).collect();
    let Some((environment, others)) = instances.split_first() else {
        return text("delta");
    };
    if others.is_empty() {
        return environment.clone();
    }
    let inner = encap(&halves(model, names, false), parallel(others.to_vec()));
    encap(&halves(model, names, true), parallel(vec![environment.clone(), inner]))
}

fn encap(names: &[&str], inner: Doc) -> Doc {
    group(concat(vec![
        text("encap({"),
        nest(7, separated(names.iter().map(ToString::to_string), ",")),
        text("},"),
        nest(2, concat(vec![Doc::Break(" "), inner])),
        text(")"),
    ]))
}

fn parallel(parts: Vec<Doc>) -> Doc {
    let mut docs = Vec::new();
    for (position, part) in parts.into_iter().enumerate() {
        if position > 0 {
            docs.push(text(" ||"));
            docs.push(Doc::Break(" "));
        }
        docs.push(part);
    }
    concat(docs)
}

fn mcrl2_functions(out: &mut String, functions: impl Iterator<Item = Rules>) {
    for Rules { maps, equations, vars, answers, heads } in functions {
        comments(out, &heads);
        let same = maps.chunk_by(|(_, one), (_, other)| one == other);
        for (position, maps) in same.enumerate() {
            let start = if position == 0 { "map" } else { "" };
            let _ = writeln!(out, "{start:<3} {}", declarations(maps, ", ", ";"));
        }
        let vars = [(vars, ": Term;"), (answers, ": Bool;")];
        let vars = vars.into_iter().filter(|(vars, _)| !vars.is_empty());
        for (position, (vars, sort)) in vars.enumerate() {
            let start = if position == 0 { "var" } else { "" };
            let vars = concat(vec![separated(vars, ", "), text(sort)]);
            let _ = writeln!(out, "{start:<3} {}", group(vars).render(4));
        }
        let mut last = None;
        for (position, rule) in equations.into_iter().enumerate() {
            rule_comment(out, &mut last, rule.comment, 4);
            let start = if position == 0 { "eqn" } else { "" };
            let _ = writeln!(out, "{start:<3} {}", equation(rule.left, rule.right, ";").render(4));
        }
        out.push('\n');
    }
}

fn mcrl2_actions(out: &mut String, model: &Model, names: &Names) {
    for (position, (name, arity)) in declared_actions(model, names).into_iter().enumerate() {
        let start = if position == 0 { "act" } else { "" };
        let line = match arity {
            0 => format!("{name};"),
            _ => declaration(&name, &vec!["Term"; arity], "", ";"),
        };
        let _ = writeln!(out, "{start:<3} {line}");
    }
    out.push('\n');
}

fn mcrl2_init(model: &Model, names: &Names) -> Doc {
    let instances: Vec<Doc> =
        model.composition.iter().map(|part| instance(model, names, part)).collect();
    if model.communications.is_empty() {
        return parallel(instances);
    }
    let mut visible = BTreeSet::new();
    let visible: Vec<&str> = model
        .actions
        .iter_enumerated()
        .filter(|(_, action)| !matches!(action.role, ActionRole::Half | ActionRole::Internal))
        .map(|(id, _)| names.action(id))
        .filter(|name| visible.insert(*name))
        .collect();
    let communications: Vec<String> = model
        .communications
        .iter()
        .map(|communication| {
            format!(
                "{} | {} -> {}",
                names.action(communication.send),
                names.action(communication.receive),
                names.action(communication.result)
            )
        })
        .collect();
    let comm = group(concat(vec![
        text("comm({"),
        nest(6, separated(communications, ", ")),
        text("},"),
        nest(2, concat(vec![Doc::Break(" "), parallel(instances)])),
        text(")"),
    ]));
    group(concat(vec![
        text("allow({"),
        nest(7, separated(visible.into_iter().map(str::to_owned), ", ")),
        text("},"),
        nest(2, concat(vec![Doc::Break(" "), comm])),
        text(")"),
    ]))
}
