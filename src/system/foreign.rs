//! Inputs that are no modules: finished transition systems and muCRL specifications.

use std::io::{BufReader, ErrorKind};
use std::path::Path;

use frontend::Diagnostic;
use lts::Lts;
use lts::explore::{Exploration, explore_until, explore_watched};
use lts::format::aut::{Streamed, TauName};
use mcrl::{Specification, System};

use crate::check::monitors::Monitors;
use crate::cli::{LimitArgs, SourceArgs, Tau};
use crate::codes;
use crate::config::settings::placeless;
use crate::io::input;
use crate::session::Session;
use crate::session::watch::Watch;
use crate::session::watch::memory::Weighed;
use crate::session::watch::signals;
use crate::session::watch::stop;
use crate::system::generate::report_stop;
use crate::workers::folder;

/// What says how much memory a system may take while it is explored.
pub(crate) const MEMORY: &str = "--max-memory";

/// Flags about models, and whether they are given.
pub(crate) fn about_model(view: bool, form: bool, limits: &LimitArgs) -> [(&'static str, bool); 3] {
    [("--view", view), ("--form", form), (MEMORY, limits.max_memory.is_some())]
}

/// Reads an `.aut` file.
pub(crate) fn aut(
    session: &mut Session,
    args: &SourceArgs,
    tau: Option<Tau>,
    about_model: &[(&str, bool)],
) -> Option<Box<Lts>> {
    let why = "an .aut file takes no {flag}: it is a finished system";
    if refuses(session, args, about_model, why) {
        return None;
    }
    aut_at(session, &args.input, tau)
}

/// Reads a folder of segments.
pub(crate) fn segments(
    session: &mut Session,
    args: &SourceArgs,
    tau: Option<Tau>,
    about_model: &[(&str, bool)],
) -> Option<Box<Lts>> {
    let why = "a folder of segments takes no {flag}: it is a finished system";
    let flags = [about_model, &[("--tau", tau.is_some())]].concat();
    if refuses(session, args, &flags, why) {
        return None;
    }
    folder::read(&args.input).map(Box::new).map_err(|error| session.report(*error)).ok()
}

/// Reads the `.aut` file at a path.
pub(crate) fn aut_at(session: &mut Session, path: &Path, tau: Option<Tau>) -> Option<Box<Lts>> {
    let tau = tau.map(TauName::from);
    let doubtful = match streamed(path, tau) {
        Ok(Streamed::Read(lts)) => return Some(lts),
        Ok(Streamed::Doubtful { line }) => line,
        Err(error) => {
            session.report(error);
            return None;
        }
    };
    // Only messages need the whole text.
    let (file, text, encoding) = session.read_lts(path, doubtful)?;
    let lts = session.take(lts::format::aut::read(file, &text, tau))?;
    lts.map(|lts| Box::new(lts.read_as(encoding)))
}

/// Reads a system in one pass, without its text in memory.
fn streamed(path: &Path, tau: Option<TauName>) -> Result<Streamed, Diagnostic> {
    let mut file = Weighed::new(BufReader::with_capacity(1 << 20, input::open(path)?));
    lts::format::aut::stream(&mut file, tau).map_err(|error| match error.kind() {
        ErrorKind::OutOfMemory => {
            let message = format!("there is not enough memory for `{}`", path.display());
            placeless(codes::NO_MEMORY, message)
                .with_help("allow more (`ulimit -v`, the limit of the group of processes)")
        }
        _ => input::unreadable(path, &error.to_string()),
    })
}

/// Reads and checks a `.mcrl` file.
pub(crate) fn mcrl(
    session: &mut Session,
    args: &SourceArgs,
    tau: Option<Tau>,
    about_model: &[(&str, bool)],
) -> Option<Specification> {
    let why = "a .mcrl file takes no {flag}: it says by itself how the system runs";
    // Labels have a style of their own, which is looked at where they are written; memory is needed here too.
    let about_model = about_model.iter().filter(|(flag, _)| !["--labels", MEMORY].contains(flag));
    let about_model: Vec<(&str, bool)> = about_model.copied().collect();
    let flags = [about_model, vec![("--tau", tau.is_some())]].concat();
    if refuses(session, args, &flags, why) {
        return None;
    }
    let (file, text) = session.read(&args.input)?;
    session.take(mcrl::read(file, &text))?
}

/// Reports a flag that the input has no use for; tells whether there is one.
pub(crate) fn refuses(
    session: &mut Session,
    args: &SourceArgs,
    about_model: &[(&str, bool)],
    why: &str,
) -> bool {
    let about_module = [
        ("--init", !args.init.is_empty()),
        ("--commands", args.commands.is_some()),
        ("--unhandled", args.unhandled.is_some()),
        ("--clients", args.clients.is_some()),
        ("--time", args.time.is_some()),
        ("--quantum", args.quantum.is_some()),
        ("--zero", args.zero.is_some()),
        ("--timers", args.timers.is_some()),
        ("--selfposts", args.selfposts.is_some()),
        ("--mailbox", args.mailbox.is_some()),
        ("--reasons", args.reasons.is_some()),
        ("--stubs", args.stubs.is_some()),
        ("--state", args.state.is_some()),
        ("--strict", args.strict),
        ("--qualify", args.qualify),
    ];
    let misplaced = about_module.iter().chain(about_model).find(|(_, given)| *given);
    if let Some((flag, _)) = misplaced {
        let message = why.replace("{flag}", flag);
        session.report(placeless(codes::BAD_FLAGS, message));
    }
    misplaced.is_some()
}

/// Explores a specification; `None` if it has no first state, which was reported.
pub(crate) fn explored(
    session: &mut Session,
    specification: &Specification,
    limits: &LimitArgs,
) -> Option<Exploration> {
    explored_until(session, specification, limits, None)
}

/// Explores a specification until monitors have seen enough; `None` if it has no first state, which was reported.
pub(crate) fn explored_until(
    session: &mut Session,
    specification: &Specification,
    limits: &LimitArgs,
    monitors: Option<&mut Monitors<'_>>,
) -> Option<Exploration> {
    signals::listen();
    let mut watch = Watch::new(limits);
    let max_steps = limits.max_steps.get();
    let mut system = System::new(specification, max_steps, Some(Box::new(watch.alarm())));
    let max_states = limits.max_states.get();
    let look = &mut |progress| watch.look(progress);
    let explored = match monitors {
        None => explore_watched(&mut system, max_states, 1, look),
        Some(monitors) => explore_until(&mut system, max_states, 1, look, monitors),
    };
    watch.end();
    match explored {
        Ok(exploration) => {
            report_stop(session, &exploration, watch.reason());
            Some(exploration)
        }
        Err(error) => {
            session.report(stop::before_first((&error, watch.reason()), &session.sources));
            None
        }
    }
}

impl From<Tau> for TauName {
    fn from(tau: Tau) -> Self {
        match tau {
            Tau::I => Self::I,
            Tau::Tau => Self::Tau,
        }
    }
}
