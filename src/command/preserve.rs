//! `erl2lts preserve OLD NEW`: which properties of the old version of a system the new one keeps, by which rule, and what is left of
//! those that it loses.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use behaviour::Behaviour;
use extension::preserve::explained;
use extension::{Change, Diagram};
use frontend::{Diagnostic, Name};

use crate::changes::events;
use crate::changes::inputs::{incomparable, strangers};
use crate::changes::side::{Asked, Side};
use crate::changes::table::{self, Entry, Outcome};
use crate::check::finding::Parsed;
use crate::cli::{CheckArgs, ExploreArg, PreserveArgs, PreserveFormat, SystemArgs};
use crate::codes;
use crate::config::fairness;
use crate::config::language::{self, Reading};
use crate::config::observed::observers;
use crate::config::properties::Property;
use crate::config::settings::placeless;
use crate::exit::Exit;
use crate::session::Session;
use crate::system::foreign::about_model;
use crate::system::{Input, load};

/// Runs the command.
pub(crate) fn run(args: &PreserveArgs) -> Exit {
    let mut session = Session::new(args.versions.system.source.messages);
    let entries = preserved(&mut session, args);
    let Some(entries) = entries else { return session.refusal() };
    let text = match args.format {
        PreserveFormat::Text => table::text(&entries),
        PreserveFormat::Markdown => table::markdown(&entries),
    };
    session.print(&text);
    let outcomes = entries.iter().map(Entry::outcome);
    let exits = outcomes.map(|outcome| match outcome {
        Outcome::Lost => Exit::Violated,
        Outcome::Unknown => Exit::Inconclusive,
        Outcome::Kept | Outcome::Gained | Outcome::Violated => Exit::Success,
    });
    exits.fold(session.exit(), Exit::and)
}

/// What has become of each property; `None` if that cannot be found out, which was reported.
fn preserved(session: &mut Session, args: &PreserveArgs) -> Option<Vec<Entry>> {
    let (inputs, files) = match inputs(args) {
        Ok(inputs) => inputs,
        Err(error) => {
            session.report(error);
            return None;
        }
    };
    let [old_args, new_args] = inputs.map(|input| checked(args, input, &files));
    let (mut old, mut new) = (read(session, &old_args)?, read(session, &new_args)?);
    if let Some(error) = incomparable([known(&old_args, &old), known(&new_args, &new)]) {
        session.report(error);
        return None;
    }
    if let (Input::Module(old), Input::Module(new)) = (&old, &mut new) {
        let (settings, note) = events::settings(old, new);
        new.settings = settings;
        if let Some(note) = note {
            session.report(note);
        }
    }
    let properties = properties(session, &old_args, &mut old)?;
    let parsed = parsed(session, &old_args, &properties)?;
    let observers = observers(session, parsed.iter().map(|parsed| &parsed.formula))?;
    let side = |session: &mut Session, args: &CheckArgs, input| {
        Side::of(session, input, &Asked { args, parsed: &parsed, observers: &observers })
    };
    let old = side(session, &old_args, old)?;
    let new = side(session, &new_args, new)?;
    if are_strangers(&old, &new) {
        session.report(strangers([&old_args, &new_args].map(|args| args.source.input.as_path())));
        return None;
    }
    Some(compared(&parsed, old, new))
}

/// The two versions, and the files of properties.
fn inputs(args: &PreserveArgs) -> Result<([SystemArgs; 2], Vec<PathBuf>), Diagnostic> {
    let inputs = args.versions.first_inputs()?;
    let behind = args.versions.second.iter().filter(|_| args.versions.git.is_some());
    Ok((inputs, behind.chain(&args.files).cloned().collect()))
}

/// The arguments under which a version is checked.
fn checked(args: &PreserveArgs, input: SystemArgs, files: &[PathBuf]) -> CheckArgs {
    CheckArgs {
        source: input.source,
        limits: input.limits,
        files: files.to_vec(),
        formulas: args.formulas.clone(),
        logic: args.logic,
        format: Vec::new(),
        evidence: None,
        export_mcf: None,
        export_bes: None,
        coverage: false,
        all: false,
        emit_test: None,
        finding: None,
        explore: ExploreArg::All,
        explain_formula: false,
        regex: args.regex,
        paths: args.paths,
        fair: args.fair.clone(),
        fairness: args.fairness,
        view: input.view,
        form: input.form,
        tau: None,
    }
}

fn read(session: &mut Session, args: &CheckArgs) -> Option<Input> {
    let about_model = about_model(args.view.is_some(), args.form.is_some(), &args.limits);
    let mut input = load(session, &args.source, args.tau, &about_model, None)?;
    if let Input::Module(subject) = &mut input {
        subject.timeout = args.limits.timeout;
        // How large a system is may change.
        subject.properties.expected.clear();
    }
    Some(input)
}

/// The file of a version and its behaviour, if it is a module.
fn known<'i>(args: &'i CheckArgs, input: &Input) -> (&'i Path, Option<&'static Behaviour>) {
    let behaviour = match input {
        Input::Module(subject) => Some(subject.behaviour()),
        Input::Aut(_) | Input::Specification(_) | Input::Features(_) => None,
    };
    (&args.source.input, behaviour)
}

/// The properties that are asked: those of files and flags, or else those that the old version has.
fn properties(session: &mut Session, args: &CheckArgs, old: &mut Input) -> Option<Vec<Property>> {
    let mut properties = language::given(session, args)?;
    if let Input::Module(subject) = old
        && args.files.is_empty()
    {
        properties.splice(0..0, std::mem::take(&mut subject.properties.list));
    }
    if properties.is_empty() {
        let message = "there are no properties that could be kept";
        session.report(placeless(codes::BAD_FLAGS, message).with_help(
            "name a .props file as the old version, or behind the new one, or give a formula with `-e`",
        ));
        return None;
    }
    Some(properties)
}

/// Reads all formulas; `None` if one was reported to be wrong.
fn parsed<'p>(
    session: &mut Session,
    args: &CheckArgs,
    properties: &'p [Property],
) -> Option<Vec<Parsed<'p>>> {
    let reading = Reading::of(session, args)?;
    let mut parsed = Vec::new();
    for property in properties {
        let Some(reading) = reading.of_property(session, property) else { continue };
        if let Some(formula) = language::formula(session, property, &reading)
            && let Some((formula, assumed)) = fairness::applied(session, formula, &reading.fairness)
        {
            parsed.push(Parsed { property, reading, formula, assumed });
        }
    }
    (parsed.len() == properties.len()).then_some(parsed)
}

/// Whether the states of both versions have names, and none has one of the other.
fn are_strangers(old: &Side, new: &Side) -> bool {
    let names = |side: &Side| -> BTreeSet<Name> {
        side.systems.iter().flat_map(|system| system.names.iter().flatten().cloned()).collect()
    };
    let [old, new] = [old, new].map(names);
    !old.is_empty() && !new.is_empty() && old.is_disjoint(&new)
}

/// The answers of both sides, each property with what rules say of it.
fn compared(parsed: &[Parsed<'_>], old: Side, new: Side) -> Vec<Entry> {
    let mut changes: Vec<((usize, usize), Change<'_>)> = Vec::new();
    let mut entries = Vec::new();
    let answers = old.answers.into_iter().zip(new.answers);
    for (parsed, answers) in parsed.iter().zip(answers) {
        let (Some(was), Some(is)) = answers else { continue };
        let systems = (was.system, is.system);
        let place = changes.iter().position(|(other, _)| *other == systems);
        let place = place.unwrap_or_else(|| {
            let [before, after]: [&Diagram; 2] = [&old.systems[systems.0], &new.systems[systems.1]];
            changes.push((systems, Change::between(before, after)));
            changes.len() - 1
        });
        let formula = parsed.formula.formula();
        let preserved =
            formula.map(|formula| explained(&changes[place].1, formula, [was.verdict, is.verdict]));
        let name = parsed.property.name.clone();
        entries.push(Entry { name, old: was.finding.word, new: is.finding, preserved });
    }
    entries
}
