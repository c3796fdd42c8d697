//! Models to transition systems.
//!
//! Input: a model, limits, and what may end exploration early. Output: the system as far as it was explored,
//! and messages about what is missing in it.

use std::num::NonZeroUsize;

use frontend::{Diagnostic, Severity};
use lts::explore::{Exploration, Stop, explore_until, explore_watched};
use lts::semantics::{Engine, LabelStyle, Machine, View};
use translator::model::{Model, Procedure};

use crate::cli::{EngineArg, LimitArgs};
use crate::codes;
use crate::monitors::Monitors;
use crate::session::Session;
use crate::stop;
use crate::watch::{self, Reason, Watch};

/// Explores a model; `None` if a limit was met before the first state, which was reported.
pub(crate) fn generate<'m>(
    session: &mut Session,
    model: &'m Model,
    view: View,
    style: LabelStyle,
    limits: &LimitArgs,
) -> Option<(Engine<'m>, Exploration)> {
    generate_until(session, model, (view, style), limits, None)
}

/// The same, until monitors have seen enough.
pub(crate) fn generate_until<'m>(
    session: &mut Session,
    model: &'m Model,
    (view, style): (View, LabelStyle),
    limits: &LimitArgs,
    monitors: Option<Monitors<'_>>,
) -> Option<(Engine<'m>, Exploration)> {
    watch::listen();
    let mut watch = Watch::new(limits);
    let machine = Machine::new(model, view, style)
        .with_max_steps(limits.max_steps.get())
        .interrupted_by(Box::new(watch.alarm()));
    let mut engine = match limits.engine {
        EngineArg::Tiered => Engine::new(machine),
        EngineArg::Compiled => Engine::eager(machine),
        EngineArg::Interpreter => Engine::interpreting(machine),
    };
    let threads = limits.threads.or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    let max_states = limits.max_states.get();
    let look = &mut |progress| watch.look(progress);
    let found = match monitors {
        None => explore_watched(&mut engine, max_states, threads, look),
        Some(mut own) => explore_until(&mut engine, max_states, threads, look, &mut own),
    };
    watch.end();
    match found {
        Ok(exploration) => {
            let machine = engine.machine();
            report_stop(session, &exploration, watch.reason());
            if machine.cuts() > 0 {
                report_cuts(session, machine.cuts());
            }
            if machine.joins() > 0 {
                let message = "decisions on unknown values are too many in some states: what differs \
                               behind them is unknown";
                session.report(Diagnostic::new(codes::JOINED, Severity::Note, message));
            }
            for procedure in machine.left_out() {
                session.report(left_out(procedure));
            }
            if machine.overflows() {
                session.report(overflow());
            }
            Some((engine, exploration))
        }
        Err(error) => {
            session.report(stop::before_first((&error, watch.reason()), &session.sources));
            None
        }
    }
}

fn report_cuts(session: &mut Session, cuts: usize) {
    let calls = if cuts == 1 { "call was" } else { "calls were" };
    let message = format!("{cuts} recursive {calls} not followed to the end on unknown values");
    session.report(Diagnostic::new(codes::CUT, Severity::Note, message));
}

/// Runs that end in `overflow`.
fn overflow() -> Diagnostic {
    let message = "more is pending than the model holds: such runs end in `overflow`";
    Diagnostic::new(codes::OVERFLOW, Severity::Note, message)
        .with_help("let more wait with `--selfposts N`, more timers, monitors and links be there with `--timers N`")
}

/// A procedure that was not followed to its end.
fn left_out(procedure: &Procedure) -> Diagnostic {
    let message = "this calls itself on unknown values without an end in sight: what it does behind the \
                   first rounds is left out";
    Diagnostic::warning(codes::LEFT_OUT, message, procedure.span)
        .with_help("say what is unknown, with `{stubs, ..}` or known commands")
}

/// Says why a system is not complete, unless nobody asks for more of it.
pub(crate) fn report_stop(
    session: &mut Session,
    exploration: &Exploration,
    reason: Option<Reason>,
) {
    let lts = &exploration.lts;
    let Some(stop) = exploration.stop.as_ref().filter(|stop| **stop != Stop::Enough) else {
        return;
    };
    let frontier = lts.states().filter(|&state| !lts.is_expanded(state)).count();
    let so_far = format!(
        "{} states and {} transitions so far, {frontier} states not expanded",
        lts.n_states(),
        lts.n_transitions()
    );
    session.report(stop::incomplete((stop, reason), &so_far, &session.sources));
}
