//! `erl2lts preserve OLD NEW`: which properties of the old version of a system the new one keeps, by which rule, and what is left of
//! those that it loses.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use behaviour::Behaviour;
use extension::preserve::explained;
use extension::{Change, Diagram};
use frontend::{Diagnostic, Name, Severity};

use crate::check::finding::Parsed;
use crate::cli::{PreserveArgs, PreserveFormat, SystemArgs};
use crate::codes;
use crate::config::language;
use crate::config::observed::observers;
use crate::config::properties::{self, Property};
use crate::config::settings::placeless;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::beside::Beside;
use crate::system::foreign::about_model;
use crate::system::{Input, load};
use crate::versions::answered::{Answered, Asked};
use crate::versions::events;
use crate::versions::inputs::{incomparable, strangers};
use crate::versions::table::{self, Entry};

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
    entries.iter().map(Entry::exit).fold(session.exit(), Exit::and)
}

/// What has become of each property; `None` if that cannot be found out, which was reported.
fn preserved(session: &mut Session, args: &PreserveArgs) -> Option<Vec<Entry>> {
    let [old_args, new_args] = match args.versions.first_inputs() {
        Ok(inputs) => inputs,
        Err(error) => {
            session.report(error);
            return None;
        }
    };
    let (mut old, mut new) = (read(session, &old_args)?, read(session, &new_args)?);
    if let Some(error) = incomparable([known(&old_args, &old), known(&new_args, &new)]) {
        session.report(error);
        return None;
    }
    if let (Input::Module(old), Input::Module(new)) = (&old, &mut new) {
        old.announce(session);
        let (settings, note) = events::settings(old, new);
        new.settings = settings;
        if let Some(note) = note {
            session.report(note);
        }
    }
    let properties = properties(session, args, &mut old)?;
    let properties: Vec<&Property> = properties.iter().collect();
    let parsed = Parsed::all(session, &args.asked, &properties)?;
    // What has become of all of them is one answer.
    if parsed.len() < properties.len() {
        return None;
    }
    let observers = observers(session, parsed.iter().map(|parsed| &parsed.formula))?;
    let ask = |session: &mut Session, args: &SystemArgs, input| {
        Answered::of(session, input, &Asked { args, parsed: &parsed, observers: &observers })
    };
    let old = ask(session, &old_args, old)?;
    let new = ask(session, &new_args, new)?;
    if are_strangers(&old, &new) {
        session.report(strangers([&old_args, &new_args].map(|args| args.source.input.as_path())));
        return None;
    }
    Some(compared(&parsed, old, new))
}

fn read(session: &mut Session, args: &SystemArgs) -> Option<Input> {
    let about_model = about_model(args.view.is_some(), args.form.is_some(), &args.limits);
    let mut input = load(session, &args.source, None, &about_model, None)?;
    if let Input::Module(subject) = &mut input {
        subject.timeout = args.limits.timeout;
        // How large a system is may change.
        subject.properties.expected.clear();
    }
    Some(input)
}

/// The file of a version and its behaviour, if it is a module.
fn known<'i>(args: &'i SystemArgs, input: &Input) -> (&'i Path, Option<&'static Behaviour>) {
    let behaviour = match input {
        Input::Module(subject) => Some(subject.behaviour()),
        Input::Aut(_) | Input::Specification(_) | Input::Features(_) => None,
    };
    (&args.source.input, behaviour)
}

/// The properties that are asked: those of files and flags; where no file is named those that the old version has; where no formula is,
/// either, those of the `.props` file beside it.
fn properties(
    session: &mut Session,
    args: &PreserveArgs,
    old: &mut Input,
) -> Option<Vec<Property>> {
    // With a revision one file is both versions, and what stands behind it are properties.
    let behind = args.versions.second.iter().filter(|_| args.versions.git.is_some());
    let files: Vec<PathBuf> = behind.chain(&args.files).cloned().collect();
    let mut properties = Vec::new();
    if let Input::Module(subject) = old
        && files.is_empty()
    {
        if subject.properties.module.is_some() {
            properties = std::mem::take(&mut subject.properties.list);
        } else if args.asked.formulas.is_empty() {
            properties = found(session, &subject.path)?;
        }
    }
    properties.extend(language::given(session, &args.asked, &files)?);
    if let Some(name) = twice(&properties) {
        let message = format!("there are two properties `{name}`");
        session
            .report(placeless(codes::BAD_FLAGS, message).with_help("each has a name of its own"));
        return None;
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

/// The properties of the one `.props` file beside a module.
fn found(session: &mut Session, module: &Path) -> Option<Vec<Property>> {
    let beside = Beside::of(module);
    let Some(file) = beside.file() else { return Some(Vec::new()) };
    let list = properties::read(session, file)?.list;
    if !list.is_empty() {
        let message = format!("properties are taken from `{}`", file.display());
        session.report(Diagnostic::new(codes::PROPS_FOUND, Severity::Note, message));
    }
    Some(list)
}

/// A name that two properties have.
fn twice(properties: &[Property]) -> Option<&str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    properties.iter().map(|property| property.name.as_str()).find(|name| !names.insert(name))
}

/// Whether the states of both versions have names, and none has one of the other.
fn are_strangers(old: &Answered, new: &Answered) -> bool {
    let names = |side: &Answered| -> BTreeSet<Name> {
        side.systems.iter().flat_map(|system| system.names.iter().flatten().cloned()).collect()
    };
    let [old, new] = [old, new].map(names);
    !old.is_empty() && !new.is_empty() && old.is_disjoint(&new)
}

/// The answers of both sides, each property with what rules say of it.
fn compared(parsed: &[Parsed<'_>], old: Answered, new: Answered) -> Vec<Entry> {
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
