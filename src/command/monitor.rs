//! `erl2lts monitor`: properties about the past on the log of a run.

use std::collections::BTreeSet;
use std::path::Path;

use behaviour::GEN_SERVER;
use frontend::{Diagnostic, Severity};
use model::{Form, Model};
use monitor::{Atom, Specification};

use crate::cli::{Logic, MonitorArgs, StoredArgs};
use crate::codes;
use crate::command::destination::Destination;
use crate::config::language::{Reading, formula};
use crate::config::observed::{Observer, observers};
use crate::config::properties::{self, Property};
use crate::config::question::Question;
use crate::config::settings::{Derivation, placeless};
use crate::exit::Exit;
use crate::io::input::{self, Kind};
use crate::io::lines::{Lines, Next};
use crate::io::output::warn;
use crate::monitored::data::Answering;
use crate::monitored::live::{Watched, wrapping};
use crate::monitored::run::Run;
use crate::monitored::{line, told};
use crate::report::place;
use crate::session::Session;
use crate::system::{Input, load};

/// Broken lines that are named each; of the others only the number is said.
const NAMED: u64 = 10;

/// Runs the command.
pub(crate) fn run(args: &MonitorArgs) -> Exit {
    let mut session = Session::new(args.source.messages);
    let exit = monitored(&mut session, args).unwrap_or(Exit::Input);
    exit.and(session.exit())
}

fn monitored(session: &mut Session, args: &MonitorArgs) -> Option<Exit> {
    let (names, questions) = asked(session, args)?;
    let observers = observers(session, questions.iter())?;
    let model = if observers.is_empty() || args.erlang {
        None
    } else {
        Some(model(session, args, &observers)?)
    };
    let formulas = questions.into_iter().filter_map(|question| match question {
        Question::Past(formula) => Some(formula),
        Question::Formula(_) => None,
    });
    let specification = Specification::new(formulas.collect());
    if args.erlang {
        if let Some(observer) = observers.first().filter(|_| !args.wrap) {
            session.report(untold(observer));
        }
        return live(session, args, (&names, &specification));
    }
    let mut faults = BTreeSet::new();
    let exit = {
        let mut answering =
            model.as_ref().map(|(model, only_state)| Answering::new(model, &observers, only_state));
        let data = Box::new(|text: &str, name: Option<&lts::Term>, data: &lts::Term| {
            let Some(answering) = &mut answering else { return false };
            let (holds, fault) = answering.holds(text, name, data);
            if let Some(fault) = fault
                && faults.len() < usize::try_from(NAMED).unwrap_or(usize::MAX)
            {
                faults.insert((text.to_owned(), fault));
            }
            holds
        });
        let watch = Watch { names, specification: &specification, log: log_name(args) };
        watch.run(session, args, Run::new(&specification, data))?
    };
    for (text, fault) in faults {
        let span = observers.iter().find(|own| own.text.as_str() == text)?.expr.span;
        let message = "this is no boolean somewhere in the log: it counts as false there";
        session.report(
            Diagnostic::warning(codes::NO_BOOLEAN, message, span)
                .with_help(format!("it {fault} there")),
        );
    }
    Some(exit)
}

/// What the log is called in messages.
fn log_name(args: &MonitorArgs) -> String {
    args.log.as_ref().map_or("-".to_owned(), |path| path.display().to_string())
}

/// The properties about the past, by their names; none if that was reported to be wrong.
fn asked(session: &mut Session, args: &MonitorArgs) -> Option<(Vec<String>, Vec<Question>)> {
    let mut all = Vec::new();
    match input::kind(&args.source.input) {
        Ok(Kind::Properties) => {
            all.extend(properties::listed(session, &args.source.input)?);
        }
        Ok(Kind::Module) => {}
        _ => {
            let message = format!("`{}` has no properties", args.source.input.display());
            session.report(
                placeless(codes::UNKNOWN_FILE, message)
                    .with_help("give a .props file, or a module and formulas with `-e`"),
            );
            return None;
        }
    }
    let numbered = args.formulas.len() > 1;
    for (number, formula) in args.formulas.iter().enumerate() {
        let name = if numbered { format!("-e {}", number + 1) } else { "-e".to_owned() };
        all.push(Property::named(name, Logic::Ptltl, formula.clone()));
    }
    let past: Vec<Property> = all.into_iter().filter(|own| own.logic == Logic::Ptltl).collect();
    if past.is_empty() {
        session.report(placeless(codes::BAD_FLAGS, "there is nothing to watch").with_help(
            "properties of the past are `{property, Name, ptltl, \"…\", []}.`, or `-e FORMULA`",
        ));
        return None;
    }
    let reading =
        Reading { paths: checker::Paths::Maximal, dialect: checker::formula::Dialect::default() };
    let read: Vec<Option<Question>> =
        past.iter().map(|own| formula(session, own, reading.of_property(own))).collect();
    let questions: Vec<Question> = read.into_iter().collect::<Option<_>>()?;
    Some((past.into_iter().map(|own| own.name).collect(), questions))
}

/// That a running program does not tell what an expression asks for, unless it is a server.
fn untold(observer: &Observer) -> Diagnostic {
    let name = GEN_SERVER.name();
    let message = format!("`sys` tells the data of a {name} alone: elsewhere this is false");
    Diagnostic::warning(codes::NOT_TOLD, message, observer.expr.span)
        .with_help("code that calls `step/2` may hand the data over with the state")
}

/// Writes the monitor as an Erlang module.
fn live(session: &mut Session, args: &MonitorArgs, asked: Asked<'_>) -> Option<Exit> {
    let text =
        if args.wrap { around(session, args, asked)? } else { text(session, args, asked, None)? };
    let stored = StoredArgs { check: None, update: false };
    let destination = Destination::of(session, args.output.as_deref(), &stored)?;
    destination.deliver(session, &|out| out.write_all(text.as_bytes()));
    Some(Exit::Success)
}

/// What is asked: formulas, and their names.
type Asked<'a> = (&'a [String], &'a Specification);

/// The text of a monitor that stands in the place of the module. A function of the module that could be a state and is called
/// as one of the monitor is none of its states, or that is an error.
fn around(session: &mut Session, args: &MonitorArgs, asked: Asked<'_>) -> Option<String> {
    let Some(Input::Module(subject)) = load(session, &args.source, None, &[], None) else {
        return None;
    };
    let module = &subject.module;
    let Some(behaviour) = translator::behaviour(module) else {
        session.report(translator::not_a_machine(module));
        return None;
    };
    let name = named(args);
    if module.name.as_ref().is_some_and(|(own, _)| own.as_str() == name) {
        let message = format!("the monitor would be called `{name}`, as the module that it calls");
        session.report(
            placeless(codes::BAD_FLAGS, message).with_help("write it to a file of another name"),
        );
        return None;
    }
    let without = wrapping::text(module, behaviour, &|_| false);
    let own = wrapping::defined(&text(session, args, asked, Some(without))?);
    let mut hidden = wrapping::states(module, behaviour);
    hidden.retain(|key| own.contains(key));
    if !hidden.is_empty() {
        let (model, _) = model(session, args, &[])?;
        let is_state =
            |(name, _): &&wrapping::Key| model.states.iter().any(|state| state.as_str() == name);
        if let Some((name, arity)) = hidden.iter().find(is_state) {
            let message =
                format!("the monitor has a function `{name}/{arity}`, as the state `{name}`");
            session.report(placeless(codes::BAD_FLAGS, message).with_help(
                "without `--wrap` the monitor is attached to running machines, whatever their states are called",
            ));
            return None;
        }
    }
    let around = wrapping::text(module, behaviour, &|key| !own.contains(key));
    text(session, args, asked, Some(around))
}

/// What the module of the monitor is called.
fn named(args: &MonitorArgs) -> String {
    let assumed = || format!("{}_monitor", stem(&args.source.input));
    args.output.as_deref().map_or_else(assumed, stem)
}

/// The name of a file without what says its kind.
fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// The text of a monitor as an Erlang module; none if what is asked cannot be watched there, which is reported.
fn text(
    session: &mut Session,
    args: &MonitorArgs,
    (names, specification): Asked<'_>,
    wrapping: Option<String>,
) -> Option<String> {
    let (module, name) = (&stem(&args.source.input), named(args));
    let place = |span| {
        place(session, span).map_or_else(String::new, |place| {
            format!("{}:{}:{}", place.file, place.line, place.column)
        })
    };
    let watched = Watched { module, name: &name, specification, names, wrapping, place: &place };
    match watched.text() {
        Ok(text) => Some(text),
        Err(error) => {
            session.report(error);
            None
        }
    }
}

/// The model that answers `data(Expr)`, and the name of its only state, if its behaviour has but one.
fn model(
    session: &mut Session,
    args: &MonitorArgs,
    observers: &[Observer],
) -> Option<(Model, &'static str)> {
    let Some(Input::Module(subject)) = load(session, &args.source, None, &[], None) else {
        return None;
    };
    let only_state = subject.behaviour().only_state.unwrap_or("undefined");
    let mut settings = subject.settings.clone();
    if settings.derived == Derivation::Assumed {
        // What is sent to the machine is in the log, or comes as it runs: nobody need say it.
        settings.derived = Derivation::Asked;
    }
    let translation =
        subject.translate(session, &settings, Form::Direct, &args.source, observers)?;
    Some((translation.model?, only_state))
}

/// What is watched.
struct Watch<'w> {
    names: Vec<String>,
    specification: &'w Specification,
    log: String,
}

impl Watch<'_> {
    /// Watches a log to its end.
    fn run(&self, session: &mut Session, args: &MonitorArgs, mut run: Run<'_>) -> Option<Exit> {
        let mut lines = match Lines::new(args.log.as_deref(), args.follow) {
            Ok(lines) => lines,
            Err(error) => {
                session.report(error);
                return None;
            }
        };
        let (mut number, mut n_broken) = (0, 0);
        // A line that may go on in the next one.
        let mut open: Option<(String, u64)> = None;
        loop {
            let is_end = match lines.next() {
                Ok(Next::Line(bytes)) => {
                    number += 1;
                    let text = String::from_utf8_lossy(bytes);
                    if let Some((open, _)) = &mut open
                        && line::goes_on(&text)
                    {
                        open.push(' ');
                        open.push_str(text.trim());
                        continue;
                    }
                    let before = open.take();
                    if line::is_open(&text) {
                        open = Some((text.into_owned(), number));
                        n_broken += self.take(&mut run, before, n_broken);
                    } else {
                        n_broken += self.take(&mut run, before, n_broken);
                        n_broken += self.line(&mut run, &text, (number, n_broken));
                    }
                    false
                }
                Ok(Next::Pause) => {
                    n_broken += self.take(&mut run, open.take(), n_broken);
                    false
                }
                Ok(Next::End) => true,
                Err(error) => {
                    session.report(input::unreadable(self.log.as_ref(), &error.to_string()));
                    true
                }
            };
            if is_end {
                n_broken += self.take(&mut run, open.take(), n_broken);
                run.settle();
            }
            self.show(session, &mut run);
            if is_end {
                break;
            }
        }
        self.end(session, &run, n_broken);
        let is_violated = run.n_violations.iter().any(|n| *n > 0);
        Some(if is_violated { Exit::Violated } else { Exit::Success })
    }

    /// Takes a line that was open; how many broken lines there are more.
    fn take(&self, run: &mut Run<'_>, line: Option<(String, u64)>, n_broken: u64) -> u64 {
        line.map_or(0, |(text, number)| self.line(run, &text, (number, n_broken)))
    }

    fn line(&self, run: &mut Run<'_>, text: &str, (number, n_broken): (u64, u64)) -> u64 {
        if run.line(text, number) {
            return 0;
        }
        if n_broken < NAMED {
            let code = codes::BROKEN_LINE.0;
            let log = &self.log;
            warn(&format!("warning[{code}]: {log}:{number}: nobody can read this line: left out"));
        }
        1
    }

    fn show(&self, session: &mut Session, run: &mut Run<'_>) {
        for found in std::mem::take(&mut run.found) {
            let names = (self.log.as_str(), self.names.as_slice());
            let text = told::violation(session, names, self.specification, &found);
            session.print(&text);
        }
    }

    /// What is said at the end.
    fn end(&self, session: &mut Session, run: &Run<'_>, n_broken: u64) {
        session.print(&told::summary(run, &self.names));
        if n_broken > NAMED {
            let message = format!("{n_broken} lines of `{}` were left out", self.log);
            session.report(Diagnostic::new(codes::BROKEN_LINE, Severity::Warning, message));
        }
        for (text, _, span) in told::unmet(run, self.specification) {
            let message = format!("no step of this log is `{text}`");
            session.report(
                Diagnostic::warning(checker::codes::NO_SUCH_LABEL, message, span)
                    .with_help("is it the log of this machine, and does it show such actions?"),
            );
        }
        let asks = |wanted: fn(&checker::formula::StateAtom) -> bool| {
            let mut atoms = self.specification.atoms().iter();
            atoms.any(|atom| matches!(atom, Atom::State(state) if wanted(state)))
        };
        let asks_name = asks(|atom| matches!(atom, checker::formula::StateAtom::Name(_)));
        let asks_data = asks(|atom| matches!(atom, checker::formula::StateAtom::Data(_)));
        for (is_asked, is_told, what) in [
            (asks_name, run.told_stored[0], "the state of the machine"),
            (asks_data, run.told_stored[1], "the data of the machine"),
        ] {
            if is_asked && !is_told && run.n_steps() > 0 {
                let message = format!("the log does not tell {what}, which a property asks for");
                session
                    .report(Diagnostic::new(codes::NOT_TOLD, Severity::Warning, message).with_help(
                    "`{state,Name,Data}` behind an event says it; `sys:trace/2` tells names only",
                ));
            }
        }
    }
}
