//! Whole specifications.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use frontend::{Diagnostic, Severity};
use num_bigint::BigInt;

use super::doc::{Doc, concat, group, nest, text};
use super::functions::{Rules, equation, rules};
use super::library::{self, Uses};
use super::names::{Names, Target};
use super::processes::{instance, process};
use crate::codes;
use crate::model::{ActionRole, Form, Model, Origin, OriginKind};
use crate::unknowns::MAX_LISTED;

/// Largest integer that is written in unary notation.
const LARGEST_UNARY: u32 = 1000;

/// A model in classic muCRL; an error where it has unknown values, or larger integers than unary
/// notation bears.
pub fn emit_mcrl(model: &Model) -> Result<String, Diagnostic> {
    known(model)?;
    let uses = Uses::of(model);
    if uses.largest > BigInt::from(LARGEST_UNARY) {
        return Err(Diagnostic::new(
            codes::NOT_PRINTABLE,
            Severity::Error,
            format!("muCRL writes integers in unary notation, and the model has {}", uses.largest),
        )
        .with_help("print mCRL2 with `--format mcrl2`"));
    }
    let names = Names::new(model, Target::Mcrl);
    let mut out = header(model);
    out.push_str(&library::mcrl_library(model, &names, &uses));
    mcrl_functions(&mut out, model, &names);
    mcrl_actions(&mut out, model, &names);
    processes(&mut out, model, &names, "\n");
    let _ = writeln!(out, "init\n  {}", mcrl_init(model, &names).render(2));
    Ok(out)
}

/// A model in mCRL2; an error where it has unknown values.
pub fn emit_mcrl2(model: &Model) -> Result<String, Diagnostic> {
    known(model)?;
    let uses = Uses::of(model);
    let names = Names::new(model, Target::Mcrl2);
    let mut out = header(model);
    out.push_str(&library::mcrl2_library(model, &names, &uses));
    mcrl2_functions(&mut out, model, &names);
    mcrl2_actions(&mut out, model, &names);
    processes(&mut out, model, &names, "\n");
    let _ = writeln!(out, "init\n  {};", mcrl2_init(model, &names).render(2));
    Ok(out)
}

/// Refuses a model with unknown values, which the languages do not have.
fn known(model: &Model) -> Result<(), Diagnostic> {
    let origins: Vec<&Origin> =
        model.unknowns().into_iter().map(|origin| &model.origins[origin]).collect();
    if origins.is_empty() {
        return Ok(());
    }
    let mut message = "the model has unknown values, which muCRL and mCRL2 do not have".to_owned();
    if origins.len() > MAX_LISTED {
        let _ = write!(message, " ({MAX_LISTED} of {} are shown)", origins.len());
    }
    let has = |kind| origins.iter().any(|origin| origin.kind == kind);
    let help = match (has(OriginKind::Choice), has(OriginKind::Result)) {
        (true, true) => {
            "say what `init/1` is called with, `--init TERM`, and what the calls return, `--stubs`"
        }
        (true, false) => "say what `init/1` is called with: `--init TERM`",
        (false, true) => "say what the calls return with `--stubs`, or print `--format sst`",
        (false, false) if has(OriginKind::End) => {
            "say why processes end with `--reasons '[normal,killed]'`"
        }
        (false, false) => "print the drawings of its decisions with `--format sst`",
    };
    let refused = Diagnostic::new(codes::UNKNOWN_VALUES, Severity::Error, message).with_help(help);
    let labelled = |all: Diagnostic, origin: &Origin| all.with_label(origin.span, &origin.what);
    Err(origins.into_iter().take(MAX_LISTED).fold(refused, labelled))
}

fn header(model: &Model) -> String {
    let form = match model.form {
        Form::Paper => "paper",
        Form::Direct => "direct",
    };
    format!("% {}: gen_fsm callback module, {form} form\n\n", model.module)
}

fn mcrl_functions(out: &mut String, model: &Model, names: &Names) {
    for (id, _) in model.functions.iter_enumerated() {
        let Rules { maps, equations, vars } = rules(model, names, id);
        section(out, "map", maps.iter().map(|(name, sorts)| mcrl_map(name, sorts)));
        if !vars.is_empty() {
            let _ = writeln!(out, "var  {}: Term", vars.into_iter().collect::<Vec<_>>().join(","));
        }
        let lines = equations.into_iter().map(|(left, right)| equation(left, right, "").render(5));
        section(out, "rew", lines);
        out.push('\n');
    }
}

fn mcrl_map(name: &str, sorts: &[&str]) -> String {
    if sorts.is_empty() {
        format!("{name}: -> Term")
    } else {
        format!("{name}: {} -> Term", sorts.join(" # "))
    }
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
        if arity == 0 { name } else { format!("{name}: {}", vec!["Term"; arity].join(" # ")) }
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

fn processes(out: &mut String, model: &Model, names: &Names, separator: &str) {
    let mut blank = "";
    let _ = write!(out, "proc ");
    for (id, _) in model.processes.iter_enumerated() {
        let indent = if blank.is_empty() { "" } else { "     " };
        let _ = writeln!(
            out,
            "{blank}{indent}{}",
            group(nest(5, process(model, names, id))).render(0).trim_start()
        );
        blank = separator;
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
        text(format!("encap({{{}}},", names.join(","))),
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

fn mcrl2_functions(out: &mut String, model: &Model, names: &Names) {
    for (id, _) in model.functions.iter_enumerated() {
        let Rules { maps, equations, vars } = rules(model, names, id);
        for (position, (name, sorts)) in maps.iter().enumerate() {
            let start = if position == 0 { "map" } else { "" };
            let sorts =
                if sorts.is_empty() { String::new() } else { format!("{} -> ", sorts.join(" # ")) };
            let _ = writeln!(out, "{start:<3} {name}: {sorts}Term;");
        }
        if !vars.is_empty() {
            let _ = writeln!(out, "var {}: Term;", vars.into_iter().collect::<Vec<_>>().join(", "));
        }
        for (position, (left, right)) in equations.into_iter().enumerate() {
            let start = if position == 0 { "eqn" } else { "" };
            let _ = writeln!(out, "{start:<3} {}", equation(left, right, ";").render(4));
        }
        out.push('\n');
    }
}

fn mcrl2_actions(out: &mut String, model: &Model, names: &Names) {
    for (position, (name, arity)) in declared_actions(model, names).into_iter().enumerate() {
        let start = if position == 0 { "act" } else { "" };
        let sorts = if arity == 0 {
            String::new()
        } else {
            format!(": {}", vec!["Term"; arity].join(" # "))
        };
        let _ = writeln!(out, "{start:<3} {name}{sorts};");
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
        text(format!("comm({{{}}},", communications.join(", "))),
        nest(2, concat(vec![Doc::Break(" "), parallel(instances)])),
        text(")"),
    ]));
    group(concat(vec![
        text(format!("allow({{{}}},", visible.join(", "))),
        nest(2, concat(vec![Doc::Break(" "), comm])),
        text(")"),
    ]))
}
