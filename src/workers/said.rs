//! What is said of an exploration by several processes.
//!
//! Input: what came of it. Output: lines and messages, the same that one process would give where it can.

use std::fmt::Write as _;

use cluster::{Explored, Failed, Refused, Totals, Why};
use frontend::{Diagnostic, Severity};
use lts::StateId;
use lts::explore::Stop;
use lts::next_state::Cycle;

use crate::codes;
use crate::config::settings::placeless;
use crate::session::Session;
use crate::session::watch::{self, Reason};

/// Labels that are listed at most.
const MAX_LABELS: usize = 20;

/// What a number means that an overseer has sent.
pub(crate) fn reason(note: u64) -> Option<Reason> {
    [Reason::Time, Reason::Memory, Reason::User, Reason::Work]
        .into_iter()
        .find(|reason| number(Some(*reason)) == note)
}

/// The number of a reason.
pub(crate) fn number(reason: Option<Reason>) -> u64 {
    match reason {
        None => 0,
        Some(Reason::Time) => 1,
        Some(Reason::Memory) => 2,
        Some(Reason::User) => 3,
        Some(Reason::Work) => 4,
    }
}

/// Counts, as `info` has them where they are known.
pub(crate) fn counts(explored: &Explored) -> String {
    let Totals { states, transitions, deadlocks, unexpanded, levels } = &explored.totals;
    let mut out = String::new();
    let mut row = |name: &str, value: u64| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{name:<24}{value}");
    };
    row("states", *states);
    if *unexpanded > 0 {
        row("  not expanded", *unexpanded);
    }
    row("  without a step", *deadlocks);
    row("transitions", *transitions);
    row("  internal", explored.labels.get("").copied().unwrap_or(0));
    row("levels", levels.len() as u64);
    let mut labels: Vec<(&String, &u64)> =
        explored.labels.iter().filter(|(label, _)| !label.is_empty()).collect();
    row("labels", labels.len() as u64);
    labels.sort_by(|left, right| right.1.cmp(left.1).then(left.0.cmp(right.0)));
    for (label, count) in labels.iter().take(MAX_LABELS) {
        let _ = writeln!(out, "{count:>12}  {label}");
    }
    if let Some(more) = labels.len().checked_sub(MAX_LABELS).filter(|more| *more > 0) {
        let _ = writeln!(out, "              and {more} more");
    }
    out
}

/// Why a system is not complete, as one process says it.
pub(crate) fn stop(explored: &Explored) -> Option<Stop> {
    let (why, _) = explored.why?;
    let (first, cycle) = (StateId(0), Cycle::default());
    Some(explored.stop.clone().unwrap_or(match why {
        Why::Unordered => Stop::Unordered(first),
        Why::Refused => {
            let message = "the text is at fault behind a state of another worker: one process (without --workers) says where";
            Stop::Refused(first, Box::new(placeless(codes::NO_WORKERS, message)))
        }
        Why::Interrupted => Stop::Interrupted,
        Why::MaxStates => Stop::MaxStates,
        Why::Stuck => Stop::Stuck(first),
        Why::Hidden => Stop::Hidden(first, cycle),
        Why::TooLarge => Stop::TooLarge(first, cycle),
        Why::Budget => Stop::Budget(first, cycle),
        Why::Enough => Stop::Enough,
    }))
}

/// Says why a system is not complete.
pub(crate) fn incomplete(session: &mut Session, explored: &Explored) {
    let (Some((_, note)), Some(met)) = (explored.why, stop(explored)) else { return };
    let Totals { states, transitions, unexpanded, .. } = explored.totals;
    let so_far = format!(
        "{states} states and {transitions} transitions so far, {unexpanded} states not expanded"
    );
    session.report(watch::stop::incomplete((&met, reason(note)), &so_far, &session.sources));
}

/// Says that a worker was lost on the way.
pub(crate) fn lost(session: &mut Session, failed: &Failed, can_resume: bool) {
    let Failed { fault, totals } = failed;
    let message = format!(
        "worker {} is lost: {}; {} states and {} transitions so far",
        fault.worker, fault.why, totals.states, totals.transitions
    );
    let warning = Diagnostic::new(codes::LOST, Severity::Warning, message);
    session.report(if can_resume {
        warning
            .with_help("`--resume DIR` goes on from the last moment at which all was on the disk")
    } else {
        warning
    });
}

/// Says why workers have not come together.
pub(crate) fn refused(session: &mut Session, refused: &Refused) {
    session.report(match refused {
        // That was said by whoever did not want it.
        Refused::Stopped => return,
        Refused::Differs(worker, what, here, there) => {
            let message =
                format!("worker {worker} differs in its {what}: `{here}` here, `{there}` there");
            placeless(codes::NO_WORKERS, message)
        }
        Refused::Absent(fault) => {
            let message = format!("worker {} is lost: {}", fault.worker, fault.why);
            Diagnostic::new(codes::LOST, Severity::Warning, message)
        }
    });
}
