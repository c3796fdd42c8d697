//! `erl2lts lts`: the labelled transition system as a file.

use std::io::{self, Write};

use lts::aut::{self, TauName};
use lts::explore::Exploration;
use lts::semantics::{LabelStyle, View};
use lts::{Lts, dot};
use translator::model::Form;

use crate::cli::{Labels, LtsArgs};
use crate::codes;
use crate::exit::Exit;
use crate::foreign::explored;
use crate::output;
use crate::session::Session;
use crate::settings::placeless;
use crate::system::{Input, generate, load};
use crate::watch::Watched;

/// Runs the command.
pub(crate) fn run(args: &LtsArgs) -> Exit {
    let mut session = Session::new(args.source.messages);
    let complete = produce(&mut session, args).unwrap_or(true);
    let exit = session.exit();
    if complete { exit } else { exit.and(Exit::Inconclusive) }
}

/// Generates and writes; tells whether the system is complete.
fn produce(session: &mut Session, args: &LtsArgs) -> Option<bool> {
    let labels = args.labels.unwrap_or(Labels::Erlang);
    let style = match labels {
        Labels::Erlang => LabelStyle::Erlang,
        Labels::Mcrl2 => LabelStyle::Mcrl2,
        Labels::Mcrl => LabelStyle::Mcrl,
    };
    let tau = match (args.tau, labels) {
        (Some(tau), _) => tau.into(),
        (None, Labels::Mcrl2) => TauName::Tau,
        (None, Labels::Erlang | Labels::Mcrl) => TauName::I,
    };
    let about_model = [
        ("--view", args.view.is_some()),
        ("--form", args.form.is_some()),
        ("--labels", args.labels.is_some()),
    ];
    match load(session, &args.source, None, &about_model, args.output.as_deref())? {
        Input::Aut(lts) => {
            write(session, args, &lts, tau);
            Some(true)
        }
        Input::Specification(specification) => {
            if args.labels.is_some_and(|labels| labels != Labels::Mcrl) {
                let message = "the labels of a .mcrl file are those of muCRL: --labels mcrl";
                session.report(placeless(codes::BAD_FLAGS, message));
                return None;
            }
            let Some(exploration) =
                explored(session, &specification, &args.limits, Watched::nothing())
            else {
                return Some(false);
            };
            // What stands behind a fault of the text is not the system that was meant.
            if session.exit() == Exit::Success {
                let tau = args.tau.map_or(TauName::I, TauName::from);
                finish(session, args, &exploration, tau);
            }
            Some(exploration.stop.is_none())
        }
        Input::Module(subject) => {
            subject.announce(session);
            let settings = &subject.settings;
            let form = args.form.map_or(Form::Direct, Form::from);
            let translation = subject.translate(session, settings, form, &args.source, &[])?;
            let model = translation.model?;
            let view = args.view.map(View::from).or(settings.view).unwrap_or(View::Default);
            let generated =
                generate(session, &model, view, style, &args.limits, Watched::nothing());
            let Some((_, exploration)) = generated else { return Some(false) };
            finish(session, args, &exploration, tau);
            Some(exploration.stop.is_none())
        }
    }
}

/// Writes what was explored, and says how much that is.
fn finish(session: &mut Session, args: &LtsArgs, exploration: &Exploration, tau: TauName) {
    let lts = &exploration.lts;
    if write(session, args, lts, tau) && args.output.is_some() {
        let line = format!("{} states, {} transitions\n", lts.n_states(), lts.n_transitions());
        session.print(&line);
    }
}

/// Writes the system; tells whether that succeeded.
fn write(session: &mut Session, args: &LtsArgs, lts: &Lts, tau: TauName) -> bool {
    let as_dot = args.output.as_deref().is_some_and(output::is_dot);
    let render = |out: &mut dyn Write| -> io::Result<()> {
        if as_dot { dot::write(lts, tau, out) } else { aut::write(lts, tau, out) }
    };
    let target = args.output.as_deref();
    let result = if let Some(path) = target {
        output::write_file(path, &render)
    } else {
        let mut text = Vec::new();
        render(&mut text).and_then(|()| output::print(&String::from_utf8_lossy(&text)))
    };
    if let Err(error) = &result {
        let name = target.map(|path| format!("`{}`", path.display()));
        session.unwritable(name.as_deref().unwrap_or("standard output"), error);
    }
    result.is_ok()
}
