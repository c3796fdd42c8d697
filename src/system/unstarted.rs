//! That a machine is never started: `init/1` takes none of the arguments that it is given.
//!
//! Input: a system that was explored to its end. Output: a warning, where no state of it is one of a machine that runs. All that is said
//! of states and events holds of such a system, for lack of any.

use std::collections::BTreeSet;

use frontend::{Diagnostic, Severity};
use lts::StateId;
use lts::explore::{Exploration, Onlooker, SoFar, explore_until};
use lts::semantics::Engine;
use model::End;

use crate::codes;

/// Reasons that are named.
const MOST: usize = 3;

/// States that are looked at where the system is nowhere as a whole: a machine that is never started has few.
const MOST_STATES: usize = 20_000;

/// Looks for a state of a machine that runs.
struct Started;

impl Onlooker<Engine<'_>> for Started {
    fn expanded(&mut self, engine: &mut Engine<'_>, state: StateId, so_far: SoFar<'_>) -> bool {
        let info = engine.info(so_far.state(state));
        info.stored.is_some() || info.stores_unknown
    }
}

/// The warning for a system that several processes have explored to its end; the engine is one that has explored nothing.
pub(crate) fn elsewhere(mut engine: Engine<'_>) -> Option<Diagnostic> {
    let explored = explore_until(&mut engine, MOST_STATES, 1, &mut |_| false, &mut Started).ok()?;
    warning(&mut engine, &explored)
}

/// The warning, if the machine is not started in any run.
pub(crate) fn warning(engine: &mut Engine<'_>, exploration: &Exploration) -> Option<Diagnostic> {
    if !exploration.lts.is_complete() {
        return None;
    }
    let mut is_refused = false;
    for state in exploration.states.iter() {
        let info = engine.info(state);
        if info.stored.is_some() || info.stores_unknown {
            return None;
        }
        is_refused |= info.end == Some(End::NotStarted);
    }
    if !is_refused {
        return None;
    }
    let labels = exploration.lts.labels().iter().filter_map(|(_, label)| {
        let name = &label.action()?.name;
        (name == "start_failed" || name == "start_ignored").then(|| label.text()).flatten()
    });
    let labels: BTreeSet<String> = labels.map(|text| format!("`{text}`")).collect();
    let shown: Vec<String> = labels.iter().take(MOST).cloned().collect();
    let message = format!("the machine is never started: {}", shown.join(", "));
    Some(Diagnostic::new(codes::NEVER_STARTED, Severity::Warning, message).with_help(
        "what is asked of its states and events is answered for none; give what `init/1` takes: `--init TERM`, `{init, TERM}`",
    ))
}
