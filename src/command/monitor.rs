//! `erl2lts monitor`: properties about the past on the log of a run; `beside` makes a monitor of them for running programs.

mod beside;

use frontend::{Diagnostic, Severity};
use model::{Form, Model};
use monitor::{Atom, Specification};

use crate::cli::{Logic, MonitorArgs, SourceArgs};
use crate::codes;
use crate::config::language::{Reading, formula, source};
use crate::config::observed::{Observer, observers};
use crate::config::properties::{self, Properties, Property};
use crate::config::question::Question;
use crate::config::settings::{Derivation, Settings, placeless};
use crate::io::input::{self, Kind};
use crate::io::lines::{Lines, Next};
use crate::io::output::warn;
use crate::live::monitored::data::Answering;
use crate::live::monitored::run::{Run, Stored, Told};
use crate::live::monitored::{line, told};
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::features;
use crate::system::{Input, Subject, load};

/// Broken lines that are named each; of the others only the number is said.
const NAMED: u64 = 10;

/// Runs the command.
pub(crate) fn run(args: &MonitorArgs) -> Exit {
    let mut session = Session::new(args.source.messages);
    let exit = monitored(&mut session, args).unwrap_or(Exit::Input);
    exit.and(session.exit())
}

/// What is asked of a run.
struct Asked {
    names: Vec<String>,
    specification: Specification,
    /// The expressions in it.
    observers: Vec<Observer>,
    /// The module, where it may say more of what is stored than a run does.
    subject: Option<Box<Subject>>,
}

fn monitored(session: &mut Session, args: &MonitorArgs) -> Option<Exit> {
    let asked = asked(session, args)?;
    if args.erlang {
        return beside::written(session, args, &asked);
    }
    let names_states = asked.subject.as_ref().is_some_and(|own| own.settings.naming.is_some());
    let model = match &asked.subject {
        Some(subject) if names_states || !asked.observers.is_empty() => {
            Some(model(session, subject, &args.source, &asked.observers)?)
        }
        _ => None,
    };
    let Some((model, only_state)) = &model else {
        return watched(session, args, &asked, &mut Told);
    };
    let mut answering = Answering::new(model, &asked.observers, only_state);
    let exit = watched(session, args, &asked, &mut answering)?;
    for (text, fault) in answering.faults {
        let observer = asked.observers.iter().find(|own| own.text.as_str() == text)?;
        let message = "this is no boolean somewhere in the log: it counts as false there";
        session.report(
            Diagnostic::warning(codes::NO_BOOLEAN, message, observer.expr.span)
                .with_help(format!("it {fault} there")),
        );
    }
    Some(exit)
}

/// What is said of the log.
fn watched(
    session: &mut Session,
    args: &MonitorArgs,
    Asked { names, specification, .. }: &Asked,
    stored: &mut dyn Stored,
) -> Option<Exit> {
    let log = args.log.as_ref().map_or("-".to_owned(), |path| path.display().to_string());
    Watch { names, specification, log }.run(session, args, Run::new(specification, stored))
}

/// What is asked: the properties about the past, with their names; none if something in it was reported to be wrong.
fn asked(session: &mut Session, args: &MonitorArgs) -> Option<Asked> {
    let kind = input::kind(&args.source.input);
    let given = match kind {
        Ok(Kind::Properties) => properties::listed(session, &args.source.input)?,
        Ok(Kind::Module) => Properties::default(),
        _ => {
            let message = format!("`{}` has no properties", args.source.input.display());
            session.report(
                placeless(codes::UNKNOWN_FILE, message)
                    .with_help("give a .props file, or a module and formulas with `-e`"),
            );
            return None;
        }
    };
    let names_states = args.source.state.is_some() || given.settings.naming.is_some();
    let mut past = given.list;
    past.retain(|own| own.logic == Logic::Ptltl);
    let numbered = args.formulas.len() > 1;
    for (number, formula) in args.formulas.iter().enumerate() {
        let name = if numbered { format!("-e {}", number + 1) } else { "-e".to_owned() };
        past.push(Property::named(name, Logic::Ptltl, formula.clone()));
    }
    if past.is_empty() {
        session.report(placeless(codes::BAD_FLAGS, "there is nothing to watch").with_help(
            "properties of the past are `{property, Name, ptltl, \"…\", []}.`, or `-e FORMULA`",
        ));
        return None;
    }
    let reading = Reading::default();
    let read = past.iter().map(|own| {
        let reading = reading.of_property(session, own)?;
        let text = source(session, own);
        formula(session, own, &reading, text)
    });
    let read: Vec<Option<Question>> = read.collect();
    let questions: Vec<Question> = read.into_iter().collect::<Option<_>>()?;
    let observers = observers(session, questions.iter())?;
    let formulas = questions.into_iter().filter_map(|question| match question {
        Question::Past(formula) => Some(formula),
        Question::Formula(_) => None,
    });
    let specification = Specification::new(formulas.collect());
    let names = past.into_iter().map(|own| own.name).collect();
    let is_alone = matches!(kind, Ok(Kind::Properties)) && given.module.is_none();
    let may_name = names_states || matches!(kind, Ok(Kind::Module));
    let asks_name = may_name && specification.atoms().iter().any(asks_name);
    // A file of properties alone is about no module, and may be made into a monitor that asks what it stores all the same.
    let is_needed = if is_alone && args.erlang { names_states } else { !observers.is_empty() };
    let subject = if is_needed || asks_name { Some(subject(session, &args.source)?) } else { None };
    Some(Asked { names, specification, observers, subject })
}

fn asks_name(atom: &Atom) -> bool {
    matches!(atom, Atom::State(checker::formula::StateAtom::Name(_)))
}

fn asks_data(atom: &Atom) -> bool {
    matches!(atom, Atom::State(checker::formula::StateAtom::Data(_)))
}

/// The module that is watched.
fn subject(session: &mut Session, source: &SourceArgs) -> Option<Box<Subject>> {
    match load(session, source, None, &[], None)? {
        Input::Module(subject) => Some(subject),
        Input::Features(_) => {
            session.report(features::not_one());
            None
        }
        Input::Aut(_) | Input::Specification(_) => None,
    }
}

/// The model that answers `data(Expr)`, and the name of its only state, if its behaviour has but one.
fn model(
    session: &mut Session,
    subject: &Subject,
    source: &SourceArgs,
    observers: &[Observer],
) -> Option<(Model, &'static str)> {
    let only_state = subject.behaviour().only_state.unwrap_or("undefined");
    let settings = watched_settings(subject);
    let translation = subject.translate(session, &settings, Form::Direct, source, observers)?;
    Some((translation.model?, only_state))
}

/// The settings under which the module of a machine that is watched is translated.
fn watched_settings(subject: &Subject) -> Settings {
    let mut settings = subject.settings.clone();
    if settings.derived == Derivation::Assumed {
        // What is sent to the machine is in the log, or comes as it runs: nobody need say it.
        settings.derived = Derivation::Asked;
    }
    settings
}

/// What is watched.
struct Watch<'w> {
    names: &'w [String],
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
            let names = (self.log.as_str(), self.names);
            let text = told::violation(session, names, self.specification, &found);
            session.print(&text);
        }
    }

    /// What is said at the end.
    fn end(&self, session: &mut Session, run: &Run<'_>, n_broken: u64) {
        session.print(&told::summary(run, self.names));
        if n_broken > NAMED {
            let message = format!("{n_broken} lines of `{}` were left out", self.log);
            session.report(Diagnostic::new(codes::BROKEN_LINE, Severity::Warning, message));
        }
        for (text, atom, span) in told::unmet(run, self.specification) {
            let (code, message, help) = match atom {
                Atom::Action(_) => (
                    checker::codes::NO_SUCH_LABEL,
                    format!("no step of this log is `{text}`"),
                    "is it the log of this machine, and does it show such actions?",
                ),
                Atom::State(_) => (
                    checker::codes::NO_SUCH_STATE,
                    format!("behind no step of this log is `{text}`"),
                    "is it the log of this machine, and has it such a state?",
                ),
            };
            session.report(Diagnostic::warning(code, message, span).with_help(help));
        }
        let atoms = self.specification.atoms();
        let (asks_name, asks_data) = (atoms.iter().any(asks_name), atoms.iter().any(asks_data));
        let [tells_name, tells_data] = run.told_stored;
        let names = if tells_data {
            "`{state, ..}` in the .props file, or `--state`, says by their data what states are called that have no names of their own"
        } else {
            OWN_LINES
        };
        for (is_asked, is_told, what, help) in [
            (asks_name, tells_name, "the state of the machine", names),
            (asks_data, tells_data, "the data of the machine", OWN_LINES),
        ] {
            if is_asked && !is_told && run.n_steps() > 0 {
                let message = format!("the log does not tell {what}, which a property asks for");
                session.report(
                    Diagnostic::new(codes::NOT_TOLD, Severity::Warning, message).with_help(help),
                );
            }
        }
    }
}

/// How a log tells what `sys` does not.
const OWN_LINES: &str = "`{state,Name,Data}` behind an event says it; `sys:trace/2` tells the names of states, and the data where states have no names";
