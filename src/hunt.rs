//! `erl2lts check module.erl` without properties: built-in checks of whatever the module does.
//!
//! Input: a module. Output: findings, how much was reached, and what it rests on, on stdout; exit code 1 where a
//! finding is certain, with `--strict` also where one is possible.

pub(crate) mod diagram;
pub(crate) mod emitted;
pub(crate) mod looked;

use std::path::Path;
use std::time::Duration;

use frontend::{Code, Diagnostic, Module, Name, Outcome, Severity, Span};
use hunter::{Finding, Rank, Replay, Report, Unplayable};
use lts::semantics::HuntLimits;
use model::{Environment, Expr, Form, Model, Unhandled};
use translator::derive::{Derived, HandedOver, Sender, Suggested, handed_over};
use translator::{LEAVES_OUT, Options, Translation, translate};

use crate::check::assumption;
use crate::check::written::artifacts::flag_of_properties;
use crate::cli::{CheckArgs, LimitArgs, SourceArgs};
use crate::codes;
use crate::command::commands;
use crate::config::ignored;
use crate::config::observed::Observer;
use crate::config::settings::placeless;
use crate::hunt::emitted::{Passes, Test};
use crate::hunt::looked::Ground;
use crate::io::output;
use crate::report::findings;
use crate::report::findings::Bounds;
use crate::report::{Entry, Reporter};
use crate::session::Session;
use crate::session::exit::Exit;
use crate::session::watch;
use crate::session::watch::clock::Deadline;
use crate::session::watch::progress::{self, Doing};
use crate::session::watch::stop;
use crate::system::Subject;
use crate::system::around::Around;
use crate::system::callers;

/// Work in all: a third of a second, or a little more.
const MAX_WORK: u64 = 2_500_000;

/// States, at most: a hunt that needs more than these is about numbers.
const MAX_STATES: usize = 4_000;

/// Work that judging what was found may take besides, all told.
const MAX_JUDGING: u64 = 1_500_000;

/// Work that may be done to write a finding down as something to be done.
const MAX_PLAYING: u64 = 1_000_000;

/// Looks at the clock in a translation, one for every 64 ways through callbacks: some five seconds of work.
const MAX_LOOKS: u64 = 25_000;

/// Looks at the clock where a module is translated once more, without those around it, as there was too much of these.
const LOOKS_ALONE: u64 = 3000;

/// When the clock ends a hunt that no count of work has ended: time of the processor, translation included.
pub(crate) const NET: Duration = Duration::from_secs(30);

/// What judging may take when the clock has ended a hunt.
const JUDGING: Duration = Duration::from_secs(2);

/// Warnings of the translation that are worth showing here: those of code that cannot run, of a module that may be meant as another one,
/// and those of what is not in the model, for which the hunt is not all that there is.
const SHOWN: [&[Code]; 2] =
    [&[translator::codes::UNREACHABLE_CLAUSE, translator::codes::SEVERAL], &LEAVES_OUT];

/// Runs the built-in checks.
pub(crate) fn run(
    session: &mut Session,
    reporter: &mut Reporter,
    args: &CheckArgs,
    subject: &Subject,
) -> Exit {
    if let Some(error) = flag_of_properties(args) {
        session.report(error);
        return Exit::Input;
    }
    let end = Deadline::new(args.limits.timeout, NET);
    let with = (&args.source, &args.limits);
    let Some(ground) = Ground::of(session, with, subject, (end, &SHOWN), &[]) else {
        return unlooked(session, reporter, subject);
    };
    let mut looked = ground.looked(session, &args.limits, subject, end);
    for warning in ignored::unknown(session, subject) {
        session.report(warning);
    }
    let pasted = looked.session(subject);
    let (model, bounds) = (&ground.model, ground.bounds());
    let report = &looked.report;
    findings::entries(session, reporter, (model, report, bounds), &looked.silenced);
    if reporter.is_for_people() {
        let with = (looked.silenced.len(), pasted.as_deref());
        let text = findings::text(session, model, report, with, (bounds, args.all));
        reporter.add(session, Entry::Told { text, exit: exit(args, report) });
    }
    if let Some(path) = &args.emit_test
        && !looked.emit(session, subject, (path, args.finding.as_deref()))
    {
        return Exit::Input;
    }
    let report = &looked.report;
    if args.coverage {
        let text = findings::coverage(session, ground.machine(&subject.module), (model, report));
        session.print(&text);
    }
    exit(args, report)
}

/// When a hunt stops.
fn bounds(limits: &LimitArgs) -> HuntLimits {
    HuntLimits { max_states: limits.max_states.get().min(MAX_STATES), max_work: MAX_WORK }
}

/// What is said where there is no model: a report has its line, too, where only the time was over.
fn unlooked(session: &mut Session, reporter: &mut Reporter, subject: &Subject) -> Exit {
    let exit = session.refusal();
    if exit == Exit::Inconclusive {
        reporter.add(session, Entry::Hunt(findings::unlooked()));
        if reporter.is_for_people() {
            let text = findings::unlooked_text(&subject.module);
            reporter.add(session, Entry::Told { text, exit });
        }
    }
    exit
}

/// Lowers the rank of findings for which no values are found: what cannot be brought about is not certain.
fn doubt(report: &mut Report, play: &mut dyn FnMut(&Finding) -> Result<Replay, Unplayable>) {
    for finding in report.findings.iter_mut().filter(|finding| finding.rank == Rank::Certain) {
        if play(finding).err() == Some(Unplayable::Doubtful) {
            finding.rank = Rank::Possible;
            finding.because = vec!["values that were not found".to_owned()];
        }
    }
    report.findings.sort_by_key(|finding| finding.rank);
}

/// What a module is run under.
struct Environed {
    environment: Environment,
    init: Vec<Expr>,
    bounds: Bounds,
    /// Codes and places of warnings that something is not in the model.
    left_out: Vec<(Code, Span)>,
    /// What other modules say of the module.
    around: Around,
    /// Whether it begins as callbacks do that another machine is handed to, as nothing starts it.
    is_handed_over: bool,
}

impl Environed {
    /// What findings are judged by.
    fn judged<'s>(
        &'s self,
        module: &'s Module,
        model: &'s Model,
        derived: &'s Derived,
    ) -> hunter::Subject<'s> {
        let is_open = matches!(self.environment, Environment::AnyOf(_));
        let (clients, left_out) = (self.bounds.clients, self.left_out.clone());
        let linked = self.around.linked(module);
        let is_handed_over = self.is_handed_over;
        let module = self.around.machine(module);
        hunter::Subject {
            module,
            linked,
            model,
            derived,
            is_open,
            is_handed_over,
            clients,
            left_out,
        }
    }

    /// What replays are made for.
    fn played<'m>(&'m self, model: &'m Model, derived: &'m Derived) -> emitted::Machine<'m> {
        emitted::Machine {
            around: &self.around,
            module: model.module.as_str(),
            behaviour: model.behaviour,
            behaviour_name: model.behaviour_name.as_str(),
            name: derived.names.first().map(Name::as_str),
            is_global: derived.is_global,
            init: self.init.first(),
        }
    }
}

/// Writes a finding as a test; tells whether that was possible.
fn emit(
    session: &mut Session,
    (path, chosen): (&Path, Option<&str>),
    machine: &emitted::Machine<'_>,
    report: &Report,
    play: &mut dyn FnMut(&Finding) -> Result<Replay, Unplayable>,
) -> bool {
    let Some(finding) = choose(report, chosen) else {
        let message = match chosen {
            Some(chosen) => format!("there is no finding `{chosen}` to be written as a test"),
            None => "there is no finding to be written as a test".to_owned(),
        };
        session.report(placeless(codes::NO_TEST, message));
        return false;
    };
    let replay = match play(finding) {
        Ok(replay) => replay,
        Err(why) => {
            session.report(emitted::refusal(finding, why));
            return false;
        }
    };
    let headline = emitted::headline(finding, &session.sources);
    let passes = Passes::Mended;
    let test = Test { headline: &headline, replay: &replay, passes };
    let text = emitted::module(path, machine, &test, &session.sources);
    if let Err(error) = output::write_file(path, &|out| out.write_all(text.as_bytes())) {
        session.unwritable(&format!("`{}`", path.display()), &error);
        return false;
    }
    true
}

/// The finding of a code or a number; if the user names none, the first one that a way shows.
fn choose<'r>(report: &'r Report, chosen: Option<&str>) -> Option<&'r Finding> {
    match chosen {
        None => {
            let shown = report.findings.iter().find(|finding| !finding.way.is_empty());
            shown.or(report.findings.first())
        }
        Some(chosen) => match chosen.parse::<usize>() {
            Ok(number) => report.findings.get(number.checked_sub(1)?),
            Err(_) => report.findings.iter().find(|finding| finding.code.0 == chosen),
        },
    }
}

fn exit(args: &CheckArgs, report: &Report) -> Exit {
    let counts = |rank: Rank| report.findings.iter().any(|finding| finding.rank == rank);
    if counts(Rank::Certain) || args.source.strict && counts(Rank::Possible) {
        Exit::Violated
    } else if report.is_blind {
        Exit::Inconclusive
    } else {
        Exit::Success
    }
}

/// The model under the environment of the settings, or else the one that the module suggests; of the warnings of the translation those
/// that are shown are reported.
fn model(
    session: &mut Session,
    (args, limits): (&SourceArgs, &LimitArgs),
    subject: &Subject,
    with: (Deadline, &[&[Code]]),
) -> Option<(Model, Derived, Environed)> {
    model_watching(session, (args, limits), subject, with, &[])
}

/// The same model with functions that tell what these expressions are in a state.
fn model_watching(
    session: &mut Session,
    (args, limits): (&SourceArgs, &LimitArgs),
    subject: &Subject,
    (end, shown): (Deadline, &[&[Code]]),
    observers: &[Observer],
) -> Option<(Model, Derived, Environed)> {
    let settings = &subject.settings;
    let is_given = subject.given(settings).is_some_and(|given| !is_example(subject, &given));
    if is_given || settings.unhandled.is_some_and(|unhandled| unhandled != Unhandled::Crash) {
        subject.announce(session);
    }
    let mut around = subject.around.of_hunts();
    let mut asked = Asked::of(session, args, subject, &around, observers)?;
    let (mut outcome, is_alone) = translated(session, (subject, &around), &asked, (limits, end));
    if is_alone {
        let had_successors =
            !std::ptr::eq(around.machine(&subject.module), &raw const subject.module);
        around.forget_functions();
        if had_successors {
            // What was asked was asked for callbacks that it does not have.
            asked = Asked::of(session, args, subject, &around, observers)?;
            (outcome, _) = translated(session, (subject, &around), &asked, (limits, end));
        }
    }
    let left_out = left_out(&outcome.diagnostics);
    for diagnostic in outcome.diagnostics {
        if diagnostic.severity == Severity::Error
            || shown.iter().any(|codes| codes.contains(&diagnostic.code))
        {
            session.report(diagnostic);
        }
    }
    let Asked { derived, users, options, is_started, handed_over } = asked;
    let is_handed_over = handed_over.is_some();
    let clients = options.environment.clients(options.clients);
    let model = outcome.value.model?;
    let built_in = assumption::built_in(&model, settings.stubs.as_deref().unwrap_or_default());
    let given = given_words((is_given, is_started, is_handed_over), options.unhandled);
    let modules = [around.lines(), users].concat();
    let bounds = Bounds { clients, given, built_in, modules };
    let Options { environment, init, .. } = options;
    Some((
        model,
        derived,
        Environed { environment, init, bounds, left_out, around, is_handed_over },
    ))
}

/// Whether commands are an example of what may come, and no more: a list beside the module is.
fn is_example(subject: &Subject, environment: &Environment) -> bool {
    subject.has_found_commands() && !matches!(environment, Environment::AnyOf(_))
}

/// What a module is asked in a hunt.
struct Asked {
    derived: Derived,
    /// A line for each module that sends it something.
    users: Vec<String>,
    options: Options,
    /// Whether the argument of `init/1` is given.
    is_started: bool,
    /// How it begins, where its callbacks are for another machine.
    handed_over: Option<HandedOver>,
}

impl Asked {
    /// What the module is asked with what others say of it; `None` where that was reported to be impossible.
    fn of(
        session: &mut Session,
        args: &SourceArgs,
        subject: &Subject,
        around: &Around,
        observers: &[Observer],
    ) -> Option<Self> {
        let settings = &subject.settings;
        let given = subject.given(settings).filter(|environment| !is_example(subject, environment));
        let machine = around.machine(&subject.module);
        let (suggested, users) = match callers::derived(session, (subject, machine), args) {
            Ok(suggested) => suggested,
            Err(errors) => {
                for error in errors {
                    session.report(error);
                }
                return None;
            }
        };
        let is_given = given.is_some();
        let derived = match &given {
            None => suggested,
            Some(environment) => named(environment, suggested),
        };
        let environment = given.unwrap_or_else(|| commands::environment(&derived));
        let mut options = subject.options(session, settings, environment, Form::Direct, args);
        let is_started = !options.init.is_empty();
        let handed_over = if is_started { None } else { handed_over(&subject.module) };
        let handed = handed_over.as_ref().map(|handed_over| handed_over.init.clone());
        let init = handed.or(derived.init.clone());
        options.init.extend(init.filter(|_| !is_started));
        options.clients = settings.clients.unwrap_or(2);
        options.overtakes = options.mailbox == 0;
        if is_given && let Err(error) = subject.resolve(&settings.calls, &mut options) {
            session.report(error);
            return None;
        }
        // What hangs on the order of large maps is an unknown value like others.
        options.opens_maps = true;
        options.places_calls = true;
        // Nobody reads this model: the smaller it is, the further the hunt comes.
        options.joins_from = 0;
        // That the machine is handed to itself is seldom so, and hides what is likely; the report says so.
        options.others_only = true;
        options.shapes = around.shapes().to_vec();
        options.observers = observers.iter().map(|observer| observer.expr.clone()).collect();
        Some(Self { derived, users, options, is_started, handed_over })
    }
}

/// The translation of a module for a hunt, and whether that is one of the module alone.
fn translated(
    session: &mut Session,
    (subject, around): (&Subject, &Around),
    asked: &Asked,
    (limits, end): (&LimitArgs, Deadline),
) -> (Outcome<Translation>, bool) {
    // A user who gives it time gives it all the work that there is time for.
    let mut looks = if limits.timeout.is_some() { u64::MAX } else { MAX_LOOKS };
    let mut is_alone = false;
    let mut translated = |module: &Module| {
        let until = watch::until_over(end.within(looks));
        is_alone = std::ptr::eq(module, &raw const subject.module);
        let begun = asked.handed_over.as_ref().map(|handed_over| handed_over.begun(module));
        let module = begun.as_ref().unwrap_or(module);
        let outcome = translate(module, &Options { until, ..asked.options.clone() });
        if outcome.value.is_given_up && limits.timeout.is_none() {
            looks = LOOKS_ALONE;
        }
        (outcome, None)
    };
    let _under_way = progress::begin(Doing::Translating);
    let (outcome, _) = around.or_alone(&subject.module, &mut |module| translated(module));
    if outcome.value.is_given_up {
        session.give_up(stop::untranslated(limits.timeout, end.is_over()));
    }
    (outcome, is_alone)
}

/// What the translator says it has left out, and where.
fn left_out(diagnostics: &[Diagnostic]) -> Vec<(Code, Span)> {
    let lacking = diagnostics.iter().filter(|diagnostic| LEAVES_OUT.contains(&diagnostic.code));
    let placed =
        lacking.filter_map(|diagnostic| Some((diagnostic.code, diagnostic.labels.first()?.span)));
    placed.collect()
}

/// What is said of a hunt for which the commands, the argument of `init/1` or what events without a clause do are given, or which
/// begins in the midst of things.
fn given_words(
    (commands, argument, is_handed_over): (bool, bool, bool),
    unhandled: Unhandled,
) -> String {
    let given = match (commands, argument, is_handed_over) {
        (true, true, _) => " with the given commands and argument",
        (true, false, false) => " with the given commands",
        (true, false, true) => {
            " with the given commands, from any state that another machine may hand over"
        }
        (false, true, _) => " with the given argument",
        (false, false, false) => "",
        (false, false, true) => " from any state that another machine may hand over",
    };
    let events = match unhandled {
        Unhandled::Crash => "",
        Unhandled::Disallow => ", if no event comes for which there is no clause",
        Unhandled::Ignore => ", if events without a clause are ignored",
    };
    format!("{given}{events}")
}

/// Commands that the user has named, who knows that they are sent.
fn named(environment: &Environment, mut suggested: Derived) -> Derived {
    let place = suggested.events.first().map(|event| event.span).or(suggested.started_at);
    let Some(span) = place else { return suggested };
    let events = environment.commands().iter().map(|command| Suggested {
        command: command.clone(),
        sender: Sender::Interface,
        span,
        from: Vec::new(),
        is_used: true,
    });
    suggested.events = events.collect();
    suggested
}
