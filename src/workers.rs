//! `erl2lts lts --workers N`: a system explored by several processes.
//!
//! Input: arguments. Output: a folder of segments, counts, or what is left of a system that is reduced (`reducing`). Each process reads and translates the input by itself and finds
//! out with the others that all have the same. Here, the first process starts the others and ends them if one is lost;
//! on several machines each is started by its user. What is explored and exchanged is in `cluster`.

mod children;
mod exploring;
pub(crate) mod folder;
mod hosts;
pub(crate) mod reducing;
mod said;

use std::fmt::Debug;
use std::hash::Hasher as _;

use cluster::Why;
use lts::portable::Portable;
use lts::semantics::{LabelStyle, View};
use mcrl::System;
use model::{Form, Model};
use rustc_hash::FxHasher;

use crate::cli::{Labels, LtsArgs};
use crate::codes;
use crate::command::destination::Destination;
use crate::config::settings::placeless;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::foreign::MEMORY;
use crate::system::generate::engine;
use crate::system::{Input, Maps, Subject, features, load};
use crate::watch::{Watch, signals};
use crate::workers::exploring::{Exploring, Extent, Under, was_open};
use crate::workers::hosts::Place;

/// A flag that says something of several processes, where there is one only.
pub(crate) fn misplaced(args: &LtsArgs) -> Option<&'static str> {
    let flags = [
        ("--count", args.segments.count),
        ("--checkpoint", args.segments.checkpoint.is_some()),
        ("--resume", args.segments.resume.is_some()),
        ("--reduce", args.reducing.reduce.is_some()),
    ];
    flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
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
            let under = Under { place: &place, watch, shape, maps: Maps::Ordered };
            let end = Exploring { session, args }.explore(&mut system, under)?;
            Some(end == Extent::Whole)
        }
        Input::Module(mut subject) => {
            subject.timeout = args.limits.timeout;
            subject.announce(session);
            of_module(session, args, &subject, &place)
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
    args: &LtsArgs,
    subject: &Subject,
    place: &Place,
) -> Option<bool> {
    let settings = &subject.settings;
    let form = args.form.map_or(Form::Direct, Form::from);
    if args.close {
        let printed = subject.translate_print(session, form, &args.source)?;
        let end = of_model(session, args, subject, (&printed.model, place, Maps::Ordered))?;
        return Some(end == Extent::Whole);
    }
    let is_open = args.segments.resume.as_deref().is_some_and(|path| was_open(path, place.index));
    let orders = if is_open { vec![Maps::Open] } else { place.maps() };
    for maps in orders {
        let with = (&args.source, maps);
        let model = subject.translate_maps(session, settings, form, with, &[])?.model?;
        match of_model(session, args, subject, (&model, place, maps))? {
            Extent::Part(Why::Unordered) => {}
            end => return Some(end == Extent::Whole),
        }
    }
    Some(false)
}

fn of_model(
    session: &mut Session,
    args: &LtsArgs,
    subject: &Subject,
    (model, place, maps): (&Model, &Place, Maps),
) -> Option<Extent> {
    let settings = &subject.settings;
    let view = args.view.map(View::from).or(settings.view).unwrap_or(View::Default);
    let style = LabelStyle::from(args.labels.unwrap_or(Labels::Erlang));
    let limits = args.limits.under(settings.is_derived());
    signals::listen();
    let watch = Watch::new(&limits);
    let mut engine = engine(model, (view, style), (&limits, &watch));
    let shape = vec![
        ("view", format!("{view:?}").to_lowercase()),
        ("labels", format!("{style:?}").to_lowercase()),
        ("model", format!("{:016x}", hash(model))),
    ];
    let under = Under { place, watch, shape, maps };
    let system: &mut dyn Portable = &mut engine;
    let end = Exploring { session, args }.explore(system, under);
    if place.is_first() {
        for note in crate::system::omissions::of(engine.machine()) {
            session.report(note);
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
