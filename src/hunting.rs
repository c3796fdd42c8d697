//! `erl2lts check module.erl` without properties: built-in checks of whatever the module does.
//!
//! Input: a module. Output: findings, how much was reached, and what it rests on, on stdout; exit code 1 where a
//! finding is certain, with `--strict` also where one is possible.

use std::time::{Duration, Instant};

use frontend::{Code, Severity};
use hunter::{Rank, Report};
use lts::semantics::{HuntLimits, LabelStyle, Machine, View};
use translator::derive::{Derived, Sender, Suggested, derive};
use translator::model::{Environment, Form, Model};
use translator::translate;

use crate::cli::CheckArgs;
use crate::command::commands;
use crate::exit::Exit;
use crate::session::Session;
use crate::system::Subject;
use crate::{findings, ignored};

/// Steps of pure code, in all: a few seconds of work.
const MAX_WORK: u64 = 20_000_000;

/// States, at most: a hunt that needs more than these is about numbers.
const MAX_STATES: usize = 4_000;

/// When the clock ends a hunt, whatever it has found.
const LAST_RESORT: Duration = Duration::from_secs(8);

/// Warnings of the translation that are worth showing here: code that cannot run.
const SHOWN: [Code; 1] = [translator::codes::UNREACHABLE_CLAUSE];

/// Runs the built-in checks.
pub(crate) fn run(session: &mut Session, args: &CheckArgs, subject: &Subject) -> Exit {
    let started = Instant::now();
    let Some((model, derived, environment)) = model(session, args, subject) else {
        return Exit::Input;
    };
    let limit = args.limits.timeout.unwrap_or(LAST_RESORT);
    let deadline = started.checked_add(limit);
    let is_over = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut machine = Machine::new(&model, View::Default, LabelStyle::Erlang)
        .with_max_steps(args.limits.max_steps.get())
        .interrupted_by(Box::new(is_over));
    let max_states = args.limits.max_states.get().min(MAX_STATES);
    let hunt = machine.hunt(HuntLimits { max_states, max_work: MAX_WORK });
    let is_open = matches!(environment, Environment::AnyOf(_));
    let judged =
        hunter::Subject { module: &subject.module, model: &model, derived: &derived, is_open };
    let mut report = hunter::check(&judged, &mut machine, &hunt);
    let silenced = ignored::silence(session, subject, &mut report);
    let text = findings::text(session, &model, &report, silenced);
    session.print(&text);
    if args.coverage {
        let text = findings::coverage(session, &subject.module, &report);
        session.print(&text);
    }
    exit(args, &report)
}

fn exit(args: &CheckArgs, report: &Report) -> Exit {
    let counts = |rank: Rank| report.findings.iter().any(|own| own.rank == rank);
    if counts(Rank::Certain) || args.source.strict && counts(Rank::Possible) {
        Exit::Violated
    } else {
        Exit::Success
    }
}

/// The model under the environment of the settings, or else the one that the module suggests.
fn model(
    session: &mut Session,
    args: &CheckArgs,
    subject: &Subject,
) -> Option<(Model, Derived, Environment)> {
    let mut settings = subject.settings.clone();
    // A list beside the module is an example of what may come, and no more.
    let is_example =
        |own: &Environment| subject.has_found_commands() && !matches!(own, Environment::AnyOf(_));
    let given = settings.environment.take().filter(|own| !is_example(own));
    let suggested = match derive(&subject.module) {
        Ok(suggested) => suggested,
        Err(found) => {
            for found in found {
                session.report(found);
            }
            return None;
        }
    };
    let is_given = given.is_some();
    if is_given {
        subject.announce(session);
    }
    let derived = match &given {
        None => suggested,
        Some(environment) => named(environment, suggested),
    };
    let environment = given.unwrap_or_else(|| commands::environment(&derived));
    let form = Form::Direct;
    let mut options = subject.options(session, &settings, environment, form, &args.source);
    options.init = options.init.or_else(|| derived.init.clone());
    options.clients = settings.clients.unwrap_or(2);
    options.overtakes = options.mailbox == 0;
    if is_given && let Err(found) = subject.resolve(&settings.calls, &mut options) {
        session.report(found);
        return None;
    }
    let outcome = translate(&subject.module, &options);
    for found in outcome.diagnostics {
        if found.severity == Severity::Error || SHOWN.contains(&found.code) {
            session.report(found);
        }
    }
    Some((outcome.value.model?, derived, options.environment))
}

/// Commands that somebody has named: whoever did knows that they are sent.
fn named(environment: &Environment, suggested: Derived) -> Derived {
    let place = suggested.events.first().map(|event| event.span).or(suggested.started_at);
    let Some(span) = place else { return suggested };
    let events = environment.commands().iter().map(|command| Suggested {
        command: command.clone(),
        sender: Sender::Interface,
        span,
    });
    Derived { events: events.collect(), ..suggested }
}
