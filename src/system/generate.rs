//! Models to transition systems.
//!
//! Input: a model, limits, and what may end exploration early. Output: the system as far as it was explored,
//! and messages about what is missing in it.

use std::num::NonZeroUsize;

use lts::explore::{Exploration, Stop, explore_until, explore_watched};
use lts::next_state::StepError;
use lts::semantics::{Engine, LabelStyle, Machine, View};
use model::Model;

use crate::check::monitors::Monitors;
use crate::cli::{EngineArg, LimitArgs};
use crate::session::Session;
use crate::session::watch::signals;
use crate::session::watch::stop;
use crate::session::watch::{Reason, Watch};
use crate::system::omissions;
use crate::system::unstarted;

/// Threads at most: more of them only wait.
const MAX_THREADS: usize = 256;

/// Why there is no system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unexplored {
    /// A limit was met before the first state, which was reported.
    Reported,
    /// It takes a model that says more of the order of large maps: [`Maps::Open`](crate::system::Maps::Open).
    Maps,
}

/// Explores a model.
pub(crate) fn generate<'m>(
    session: &mut Session,
    model: &'m Model,
    view: View,
    style: LabelStyle,
    limits: &LimitArgs,
) -> Result<(Engine<'m>, Exploration), Unexplored> {
    let (mut engine, exploration) = generate_until(session, model, (view, style), limits, None)?;
    if let Some(warning) = unstarted::warning(&mut engine, &exploration) {
        session.report(warning);
    }
    Ok((engine, exploration))
}

/// What steps through a model under these limits, until the watch is over.
pub(crate) fn engine<'m>(
    model: &'m Model,
    (view, style): (View, LabelStyle),
    (limits, watch): (&LimitArgs, &Watch),
) -> Engine<'m> {
    let mut machine = Machine::new(model, view, style)
        .with_max_steps(limits.max_steps.get())
        .interrupted_by(Box::new(watch.alarm()));
    if let Some(work) = limits.max_work {
        machine.allow(work);
    }
    match limits.engine {
        EngineArg::Tiered => Engine::new(machine),
        EngineArg::Compiled => Engine::eager(machine),
        EngineArg::Interpreter => Engine::interpreting(machine),
    }
}

/// Explores a model until monitors have seen enough; says nothing of a machine that is never started.
pub(crate) fn generate_until<'m>(
    session: &mut Session,
    model: &'m Model,
    (view, style): (View, LabelStyle),
    limits: &LimitArgs,
    mut monitors: Option<&mut Monitors<'_>>,
) -> Result<(Engine<'m>, Exploration), Unexplored> {
    signals::listen();
    let mut watch = Watch::new(limits);
    let mut engine = engine(model, (view, style), (limits, &watch));
    let threads = limits.threads.or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get).min(MAX_THREADS);
    let max_states = limits.max_states.get();
    let look = &mut |progress| watch.look(progress);
    let explored = match &mut monitors {
        None => explore_watched(&mut engine, max_states, threads, look),
        Some(monitors) => explore_until(&mut engine, max_states, threads, look, *monitors),
    };
    watch.end();
    match explored {
        Ok(Exploration { stop: Some(Stop::Unordered(_)), .. }) | Err(StepError::Unordered) => {
            Err(Unexplored::Maps)
        }
        // What is to be said is said when all is there.
        Ok(exploration) if monitors.is_some_and(|monitors| monitors.goes_on(&exploration)) => {
            Ok((engine, exploration))
        }
        Ok(exploration) => {
            let machine = engine.machine();
            let reason = watch.reason().or(spent(machine));
            report_stop(session, &exploration, reason);
            for diagnostic in omissions::of(machine) {
                session.report(diagnostic);
            }
            Ok((engine, exploration))
        }
        Err(error) => {
            let reason = watch.reason().or(spent(engine.machine()));
            session.report(stop::before_first((&error, reason), &session.sources));
            Err(Unexplored::Reported)
        }
    }
}

fn spent(machine: &Machine<'_>) -> Option<Reason> {
    machine.is_spent().then_some(Reason::Work)
}

/// Says why a system is not complete, unless monitors have seen enough of it.
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
