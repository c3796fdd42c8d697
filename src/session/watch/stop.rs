//! Why exploration stopped: in words.

use std::time::Duration;

use frontend::{Diagnostic, Severity, SourceMap};
use lts::explore::Stop;
use lts::next_state::{Cycle, StepError};

use crate::codes;
use crate::session::watch::Reason;
use crate::session::watch::signals;

const STEPS: &str = "the step budget of pure code is used up";
const SIZE: &str = "pure code builds a term that is too large";
const HIDDEN: &str = "there are too many hidden steps in a row";
const ORDER: &str = "a map of more than 32 entries, or a dictionary or set with unknown hashes, is gone through in an order that is not known";
const TIME: &str = "the time is over (--timeout gives more)";
const MEMORY: &str = "the memory of --max-memory, or all that there is, is used up";
const WORK: &str = "commands that are open make more work than is done without --timeout";
const USER: &str = "it was interrupted";
const FAULT: &str = "a term of the model has no value, a fault of erl2lts: please report it";

/// What an interruption is.
pub(crate) fn interruption(reason: Option<Reason>) -> &'static str {
    match reason {
        None | Some(Reason::Time) => TIME,
        Some(Reason::Memory) => MEMORY,
        Some(Reason::User) => USER,
        Some(Reason::Work) => WORK,
    }
}

/// A warning that there is no model, as the time was over, which was so long, or as there was too much to do.
pub(crate) fn untranslated(time: Option<Duration>, is_over: bool) -> Diagnostic {
    let time = time.map(|time| format!(" ({} s)", time.as_secs_f64())).unwrap_or_default();
    let message = if signals::is_pressed() {
        "it was interrupted while the module was translated: nothing was looked at".to_owned()
    } else if !is_over {
        "there are more ways through callbacks than are translated without `--timeout`: nothing was looked at".to_owned()
    } else {
        format!("the time was over{time} while the module was translated: nothing was looked at")
    };
    Diagnostic::new(codes::LIMIT, Severity::Warning, message).with_help(
        "give it more time with `--timeout SECONDS`, or fewer commands with `--commands`",
    )
}

/// A warning that exploration stopped before its end, after so many states and transitions.
pub(crate) fn incomplete(
    (stop, reason): (&Stop, Option<Reason>),
    so_far: &str,
    sources: &SourceMap,
) -> Diagnostic {
    let (why, cycle) = match stop {
        Stop::Refused(_, error) => return (**error).clone(),
        Stop::MaxStates => ("there are more states than --max-states allows", None),
        Stop::Enough => ("everything that is asked is decided", None),
        Stop::Interrupted => (interruption(reason), None),
        Stop::Budget(..) if reason == Some(Reason::Work) => (WORK, None),
        Stop::Budget(_, cycle) => (STEPS, Some(cycle)),
        Stop::TooLarge(_, cycle) => (SIZE, Some(cycle)),
        Stop::Hidden(_, cycle) => (HIDDEN, Some(cycle)),
        Stop::Unordered(_) => (ORDER, None),
        Stop::Stuck(_) => (FAULT, None),
    };
    let cycle_text = cycle.map(in_functions).unwrap_or_default();
    let message = format!("exploration is incomplete: {why}{cycle_text}; {so_far}");
    placed(message, why, cycle, sources)
}

/// A warning that there is not even a first state.
pub(crate) fn before_first(
    (error, reason): (&StepError, Option<Reason>),
    sources: &SourceMap,
) -> Diagnostic {
    let (why, cycle) = match error {
        StepError::Refused(error) => return (**error).clone(),
        StepError::Budget(_) if reason == Some(Reason::Work) => (WORK, None),
        StepError::Budget(cycle) => (STEPS, Some(cycle)),
        StepError::TooLarge(cycle) => (SIZE, Some(cycle)),
        StepError::Hidden(cycle) => (HIDDEN, Some(cycle)),
        StepError::Interrupted => (interruption(reason), None),
        StepError::Unordered => (ORDER, None),
        StepError::Stuck => (FAULT, None),
    };
    let cycle_text = cycle.map(in_functions).unwrap_or_default();
    placed(format!("{why}{cycle_text} before the first state"), why, cycle, sources)
}

/// ` in f/1, which calls itself`
fn in_functions(cycle: &Cycle) -> String {
    match cycle.functions.as_slice() {
        [] => String::new(),
        [only] => format!(" in {only}, which calls itself"),
        several => format!(" in {}, which call each other", several.join(", ")),
    }
}

fn placed(message: String, why: &str, cycle: Option<&Cycle>, sources: &SourceMap) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(codes::LIMIT, Severity::Warning, message);
    // The library has no file that could be shown.
    let place = cycle.and_then(|cycle| cycle.place);
    if let Some(place) = place.filter(|place| sources.get(place.file).is_some()) {
        diagnostic = diagnostic.with_label(place, "");
    }
    if why == WORK {
        diagnostic = diagnostic.with_help(
            "choose from what `erl2lts commands FILE` prints, with `--commands`; say what other modules return with \
             `--stubs`; or give it time with `--timeout SECONDS`",
        );
    }
    if why == STEPS {
        diagnostic = diagnostic.with_help("if this comes to an end, raise --max-steps");
    }
    diagnostic
}

/// An error that what happens in a state is not known.
pub(crate) fn unstepped(error: &StepError, sources: &SourceMap) -> Diagnostic {
    let mut said = before_first((error, None), sources);
    said.message =
        said.message.replace(" before the first state", ": what happens here is not known");
    said
}
