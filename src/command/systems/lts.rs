//! `erl2lts lts`: the labelled transition system as a file.

use lts::Lts;
use lts::explore::Exploration;
use lts::format::aut::TauName;
use lts::format::fsm::Parameters;
use lts::semantics::{Engine, LabelStyle, View};
use model::Form;

use crate::cli::{Labels, LtsArgs, LtsFormat};
use crate::codes;
use crate::command::destination::Destination;
use crate::config::settings::placeless;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::features;
use crate::system::foreign::{MEMORY, explored};
use crate::system::format::{Target, write};
use crate::system::generate::{Unexplored, generate};
use crate::system::transition_system;
use crate::system::{Input, Maps, Subject, load};
use crate::workers;

/// Runs the command.
pub(crate) fn run(args: &LtsArgs) -> Exit {
    if args.workers.is_asked() {
        return workers::run(args);
    }
    let mut session = Session::new(args.source.messages);
    if let Some(flag) = workers::misplaced(&args.segments, args.reducing.reduce.is_some()) {
        let message = format!("{flag} is for several processes: give --workers or --hosts");
        session.report(placeless(codes::BAD_FLAGS, message));
        return session.exit();
    }
    let destination = Destination::of(&mut session, args.output.as_deref(), &args.stored);
    let Some(destination) = destination else {
        return session.exit();
    };
    let complete = produce(&mut session, args, &destination).unwrap_or(false);
    let exit = session.exit();
    if complete { exit } else { exit.and(Exit::Inconclusive) }
}

/// Generates and writes; tells whether the system is complete.
fn produce(session: &mut Session, args: &LtsArgs, destination: &Destination) -> Option<bool> {
    let labels = args.labels.unwrap_or(Labels::Erlang);
    let style = LabelStyle::from(labels);
    let tau = match (args.tau, labels) {
        (Some(tau), _) => tau.into(),
        (None, Labels::Mcrl2) => TauName::Tau,
        (None, Labels::Erlang | Labels::Mcrl) => TauName::I,
    };
    let about_model = [
        ("--view", args.view.is_some()),
        ("--form", args.form.is_some()),
        ("--labels", args.labels.is_some()),
        ("--close", args.close),
        (MEMORY, args.limits.max_memory.is_some()),
    ];
    match load(session, &args.source, None, &about_model, destination.replaced())? {
        Input::Aut(lts) => {
            let format = LtsFormat::meant(destination);
            write(session, &lts, &Parameters::default(), &Target { destination, format, tau });
            Some(true)
        }
        Input::Specification(specification) => {
            if args.labels.is_some_and(|labels| labels != Labels::Mcrl) {
                let message = "the labels of a .mcrl file are those of muCRL: --labels mcrl";
                session.report(placeless(codes::BAD_FLAGS, message));
                return None;
            }
            let Some(exploration) = explored(session, &specification, &args.limits) else {
                return Some(false);
            };
            // What stands behind a fault of the text is not the system that was meant.
            if session.exit() == Exit::Success {
                let tau = args.tau.map_or(TauName::I, TauName::from);
                finish(session, destination, &exploration.lts, &Parameters::default(), tau);
            }
            Some(exploration.stop.is_none())
        }
        Input::Features(_) => {
            session.report(features::not_one());
            None
        }
        Input::Module(mut subject) => {
            subject.timeout = args.limits.timeout;
            subject.announce(session);
            of_module(session, (args, destination), &subject, (style, tau))
        }
    }
}

/// Generates the system of a module and writes it; tells whether it is complete.
fn of_module(
    session: &mut Session,
    (args, destination): (&LtsArgs, &Destination),
    subject: &Subject,
    (style, tau): (LabelStyle, TauName),
) -> Option<bool> {
    let settings = &subject.settings;
    let form = args.form.map_or(Form::Direct, Form::from);
    let view = args.view.map(View::from).or(settings.view).unwrap_or(View::Default);
    let limits = args.limits.under(settings.is_open());
    if args.close {
        let printed = subject.translate_print(session, form, &args.source)?;
        let generated = generate(session, &printed.model, view, style, &limits);
        return Some(
            generated.is_ok_and(|generated| written(session, destination, generated, tau)),
        );
    }
    for maps in [Maps::Ordered, Maps::Open] {
        let with = (&args.source, maps);
        let model = subject.translate_maps(session, settings, form, with, &[])?.model?;
        match generate(session, &model, view, style, &limits) {
            Ok(generated) => return Some(written(session, destination, generated, tau)),
            Err(Unexplored::Reported) => break,
            Err(Unexplored::Maps) => {}
        }
    }
    Some(false)
}

/// Writes the system of a module; tells whether it is complete.
fn written(
    session: &mut Session,
    destination: &Destination,
    (mut engine, exploration): (Engine<'_>, Exploration),
    tau: TauName,
) -> bool {
    let parameters = match LtsFormat::meant(destination) {
        LtsFormat::Fsm | LtsFormat::Dot | LtsFormat::Mermaid => {
            transition_system::parameters(&mut engine, &exploration)
        }
        LtsFormat::Aut | LtsFormat::Json => Parameters::default(),
    };
    finish(session, destination, &exploration.lts, &parameters, tau);
    exploration.stop.is_none()
}

/// Writes what was explored, and says how much that is.
fn finish(
    session: &mut Session,
    destination: &Destination,
    lts: &Lts,
    parameters: &Parameters,
    tau: TauName,
) {
    let format = LtsFormat::meant(destination);
    if write(session, lts, parameters, &Target { destination, format, tau }) {
        let line = format!("{} states, {} transitions\n", lts.n_states(), lts.n_transitions());
        session.print(&line);
    }
}
