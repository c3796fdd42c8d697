//! `erl2lts lts --workers N`, `check --workers N`: a system explored by several processes.
//!
//! Input: arguments. Output: a folder of segments, counts, what is left of a system that is reduced (`reducing`), or what `check` needs
//! for its verdicts (`checking`). Each process reads and translates the input by itself and finds
//! out with the others that all have the same. Here, the first process starts the others and ends them if one is lost;
//! on several machines each is started by its user. What is explored and exchanged is in `cluster`.

mod asking;
mod beside;
pub(crate) mod checking;
mod children;
mod exploring;
pub(crate) mod folder;
pub(crate) mod heap;
pub(crate) mod hosts;
mod orders;
pub(crate) mod reducing;
mod said;
mod slice;

use std::fmt::Debug;
use std::hash::Hasher as _;
use std::io;
use std::path::Path;

use cluster::Why;
use lts::format::aut::TauName;
use lts::portable::Portable;
use lts::semantics::{LabelStyle, View};
use mcrl::System;
use model::{Form, Model};
use rustc_hash::FxHasher;

use crate::cli::{Labels, LtsArgs, SegmentArgs};
use crate::codes;
use crate::command::destination::Destination;
use crate::config::settings::placeless;
use crate::io::output;
use crate::io::segments::{self, Scratch};
use crate::session::Session;
use crate::session::exit::Exit;
use crate::session::watch::{Watch, signals};
use crate::system::foreign::MEMORY;
use crate::system::generate::engine;
use crate::system::{Input, Maps, Subject, features, load, unstarted};
use crate::workers::exploring::{Exploring, Extent, Under, WantedOf, was_open};
use crate::workers::hosts::{Place, PlaceKind};

/// A flag that says something of several processes, where there is one only.
pub(crate) fn misplaced(args: &SegmentArgs, reduces: bool) -> Option<&'static str> {
    let flags = [
        ("--count", args.count),
        ("--checkpoint", args.checkpoint.is_some()),
        ("--resume", args.resume.is_some()),
        ("--reduce", reduces),
    ];
    flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
}

/// Whether the name is that of a file in a format that only one process writes.
fn is_of_one_process(path: &Path) -> bool {
    let kinds = ["fsm", "dot", "mmd", "jsonl"];
    !path.is_dir() && path.extension().is_some_and(|kind| kinds.iter().any(|other| kind == *other))
}

/// Runs the command.
pub(crate) fn run(args: &LtsArgs) -> Exit {
    let mut session = Session::new(args.source.messages);
    let is_complete = produce(&mut session, args).unwrap_or(false);
    let exit = session.exit();
    if is_complete { exit } else { exit.and(Exit::Inconclusive) }
}

/// Explores with the others; tells whether the system is complete.
fn produce(session: &mut Session, args: &LtsArgs) -> Option<bool> {
    if let Some(wrong) = contradiction(args) {
        session.report(placeless(codes::BAD_FLAGS, wrong));
        return None;
    }
    let place = hosts::place(session, &args.workers)?;
    let destination = match args.reducing.reduce {
        Some(_) => Some(reducing::destination(session, args)?),
        None => None,
    };
    let replaced = destination.as_ref().and_then(Destination::replaced);
    let target = single_file(args);
    let Some(target) = target else { return into(session, args, &place, (None, replaced)) };
    let scratch = match &place.kind {
        PlaceKind::Child(given) => given.folder.clone().map(Scratch::Given),
        PlaceKind::Parent(_) => Scratch::new().ok(),
        PlaceKind::Host { .. } => {
            let message = "several machines write a folder: give `-o DIR`, and make one file of it with `convert`";
            session.report(placeless(codes::BAD_FLAGS, message));
            return None;
        }
    };
    if let Err(error) = output::can_be_written(target) {
        session.unwritable(&format!("`{}`", target.display()), &error);
        return None;
    }
    let Some(scratch) = scratch else {
        let message = "cannot make a folder in the folder for temporary files";
        session.report(placeless(codes::NO_FOLDER, message));
        return None;
    };
    let is_complete = into(session, args, &place, (Some(scratch.path()), None))?;
    if place.is_first() && segments::manifest(scratch.path()).is_ok() {
        let usual = if args.labels == Some(Labels::Mcrl2) { TauName::Tau } else { TauName::I };
        let tau = args.tau.map_or(usual, TauName::from);
        let write = |out: &mut dyn io::Write| folder::write_aut(scratch.path(), tau, out);
        if let Err(error) = output::write_file(target, &write) {
            session.unwritable(&format!("`{}`", target.display()), &error);
            return None;
        }
    }
    Some(is_complete)
}

/// The file that is to be written instead of a folder, of all that is explored.
fn single_file(args: &LtsArgs) -> Option<&Path> {
    let target = args.output.as_deref().filter(|_| args.reducing.reduce.is_none())?;
    target.extension().is_some_and(|kind| kind == "aut").then_some(target)
}

/// Explores with the others, into this folder or the one that the arguments name; tells whether the system is complete. What
/// the file was made with that is to be replaced is looked for there.
fn into(
    session: &mut Session,
    args: &LtsArgs,
    place: &Place,
    (folder, replaced): (Option<&Path>, Option<&Path>),
) -> Option<bool> {
    let about_model = [
        ("--view", args.view.is_some()),
        ("--form", args.form.is_some()),
        ("--labels", args.labels.is_some()),
        ("--close", args.close),
        (MEMORY, args.limits.max_memory.is_some()),
    ];
    match load(session, &args.source, None, &about_model, replaced)? {
        Input::Aut(_) => {
            let message = "an .aut file, or a folder of segments, is a finished system: nothing is left to explore";
            session.report(placeless(codes::BAD_FLAGS, message));
            None
        }
        Input::Features(_) => {
            session.report(features::not_one());
            None
        }
        Input::Specification(specification) => {
            signals::listen();
            let watch = Watch::new(&args.limits);
            let steps = args.limits.max_steps.get();
            let mut system = System::new(&specification, steps, Some(Box::new(watch.alarm())));
            let shape = vec![("specification", format!("{:016x}", hash(&specification)))];
            let under = Under { place, watch, shape, maps: Maps::Ordered };
            let end = Exploring { session, wanted: WantedOf::lts(args, folder) }
                .explore(&mut system, under)?;
            Some(end == Extent::Whole)
        }
        Input::Module(mut subject) => {
            subject.timeout = args.limits.timeout;
            subject.announce(session);
            of_module(session, (args, folder), &subject, place)
        }
    }
}

/// Flags that do not go together.
fn contradiction(args: &LtsArgs) -> Option<&'static str> {
    if args.reducing.reduce.is_some() {
        return None;
    }
    let target = args.segments.resume.as_ref().or(args.output.as_ref());
    if args.stored.check.is_some() {
        Some("--check compares one file: `convert` makes one of a folder")
    } else if single_file(args).is_some() {
        (args.segments.resume.is_some() || args.segments.checkpoint.is_some())
            .then_some("an .aut file is written when all is there: to go on later, write a folder with `-o DIR`, and make a file of it with `convert`")
    } else if target.is_some_and(|path| is_of_one_process(path)) {
        Some(
            "several processes write a folder or an .aut file: `convert DIR -o FILE` makes any other format of a folder",
        )
    } else if args.tau.is_some() {
        Some("--tau is said to `convert`, which makes a file of the folder")
    } else if target.is_none() && !args.segments.count {
        Some("several processes write a folder: say which one with `-o DIR`, or `--count`")
    } else if target.is_some_and(|path| path.as_os_str() == "-" || path.exists() && !path.is_dir())
    {
        Some("several processes write a folder, and the output is a file")
    } else {
        None
    }
}

/// Explores a module with the others; tells whether the system is complete.
fn of_module(
    session: &mut Session,
    (args, folder): (&LtsArgs, Option<&Path>),
    subject: &Subject,
    place: &Place,
) -> Option<bool> {
    let settings = &subject.settings;
    let form = args.form.map_or(Form::Direct, Form::from);
    if args.close {
        let printed = subject.translate_print(session, form, &args.source)?;
        let end =
            of_model(session, (args, folder), subject, (&printed.model, place, Maps::Ordered))?;
        return Some(end == Extent::Whole);
    }
    let is_open = args.segments.resume.as_deref().is_some_and(|path| was_open(path, place.index));
    let orders = if is_open { vec![Maps::Open] } else { place.maps() };
    for maps in orders {
        let with = (&args.source, maps);
        let model = subject.translate_maps(session, settings, form, with, &[])?.model?;
        match of_model(session, (args, folder), subject, (&model, place, maps))? {
            Extent::Part(Why::Unordered) => {}
            end => return Some(end == Extent::Whole),
        }
    }
    Some(false)
}

fn of_model(
    session: &mut Session,
    (args, folder): (&LtsArgs, Option<&Path>),
    subject: &Subject,
    (model, place, maps): (&Model, &Place, Maps),
) -> Option<Extent> {
    let settings = &subject.settings;
    let view = args.view.map(View::from).or(settings.view).unwrap_or(View::Default);
    let style = LabelStyle::from(args.labels.unwrap_or(Labels::Erlang));
    let limits = args.limits.among(settings.is_open());
    signals::listen();
    let watch = Watch::new(&limits);
    let fresh = || engine(model, (view, style), (&limits, &Watch::new(&limits)));
    let mut engine = engine(model, (view, style), (&limits, &watch));
    let shape = vec![
        ("view", format!("{view:?}").to_lowercase()),
        ("labels", format!("{style:?}").to_lowercase()),
        ("model", format!("{:016x}", hash(model))),
    ];
    let under = Under { place, watch, shape, maps };
    let system: &mut dyn Portable = &mut engine;
    let end = Exploring { session, wanted: WantedOf::lts(args, folder) }.explore(system, under);
    if place.is_first() {
        for note in crate::system::omissions::of_one(engine.machine()) {
            session.report(note);
        }
        if end == Some(Extent::Whole)
            && let Some(warning) = unstarted::elsewhere(fresh())
        {
            session.report(warning);
        }
    }
    end
}

/// A number that tells values from others, by how they are shown to whoever debugs.
fn hash(value: &impl Debug) -> u64 {
    struct Hashed(FxHasher);
    impl std::fmt::Write for Hashed {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut hashed = Hashed(FxHasher::default());
    // Writing into a number does not fail.
    let _ = std::fmt::Write::write_fmt(&mut hashed, format_args!("{value:?}"));
    hashed.0.finish()
}
