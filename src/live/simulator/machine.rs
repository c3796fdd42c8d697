//! The machine of a module as a ground.
//!
//! Input: a model, and what it is run under. Output: its states with names and data, its steps with their places in the source, and a run
//! as a `.props` file or a test with values for whatever the environment has chosen in it. Nothing is explored: the interpreter computes one state
//! after another.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use frontend::{Diagnostic, SourceMap};
use lts::next_state::{NextState as _, StepError, Successors};
use lts::semantics::{Fault, Machine, Observation, Played, Run};
use model::{ActionRole, End, Model};

use super::ground::{Ground, Shown, State, Step, text};
use super::saved;
use super::tested::Tested;
use crate::config::settings::Settings;
use crate::session::watch::stop;

/// Steps of a state of which the places are told: each is looked for anew.
const MOST_PLACED: usize = 100;

/// A model under way.
pub(crate) struct Acted<'m> {
    machine: Machine<'m>,
    model: &'m Model,
    /// Names of calls, which no event has.
    calls: BTreeSet<String>,
    /// Work for one state, where the user has not chosen the events.
    most_work: Option<u64>,
    /// Where the module stands.
    module: PathBuf,
    /// What was given.
    settings: Settings,
    /// What `init/1` is called with, where the module says it.
    init: Option<String>,
    /// What a test is made of.
    tested: Tested<'m>,
}

impl<'m> Acted<'m> {
    /// A machine for this model of the module at a path, and how it was set.
    pub(crate) fn new(
        (machine, model): (Machine<'m>, &'m Model),
        (module, tested): (&Path, Tested<'m>),
        settings: &Settings,
        init: Option<String>,
        most_work: Option<u64>,
    ) -> Self {
        let named = |is_call: bool| -> BTreeSet<String> {
            let actions = model.actions.iter().filter(|action| {
                matches!(action.role, ActionRole::Call | ActionRole::Init | ActionRole::Logging)
                    == is_call
            });
            actions.map(|action| action.name.to_string()).collect()
        };
        let calls = named(true).difference(&named(false)).cloned().collect();
        let (module, settings) = (module.to_owned(), settings.clone());
        Self { machine, model, calls, most_work, module, settings, init, tested }
    }

    fn allow(&mut self) {
        if let Some(work) = self.most_work {
            self.machine.allow(work);
        }
    }

    /// A run with a value for everything, without the start where that is a step of its own.
    fn played(&mut self, run: &[(State, Step)]) -> Option<Played> {
        let first = run.first().map(|(state, _)| state.clone()).or_else(|| self.first().ok())?;
        let steps = run.iter();
        let steps = steps.map(|(state, step)| (&state[..], step.label, &step.target[..]));
        let run = Run { first: &first, steps: steps.collect(), loop_start: None };
        self.allow();
        self.machine.played(&run).ok().flatten()
    }
}

impl Ground for Acted<'_> {
    fn first(&mut self) -> Result<State, Diagnostic> {
        let mut first = State::new();
        self.allow();
        self.machine.initial(&mut first).map_err(|error| refused(&error))?;
        Ok(first)
    }

    fn steps(&mut self, state: &State) -> Result<Vec<Step>, Diagnostic> {
        let mut found = Successors::default();
        self.allow();
        self.machine.successors(state, &mut found).map_err(|error| refused(&error))?;
        let mut steps: Vec<Step> = Vec::new();
        for (label, target) in found.iter(self.machine.width()) {
            let is_near = steps.len() < MOST_PLACED;
            let origin = is_near.then(|| self.machine.origin(state, label, target).ok()).flatten();
            let origin = origin.flatten();
            let place =
                origin.and_then(|origin| origin.call.or_else(|| origin.clauses.first().copied()));
            let shown = self.machine.labels().get(label);
            let action = shown.action().cloned();
            let is_own = action.as_ref().is_none_or(|action| self.calls.contains(&action.name));
            let (text, target) = (text(shown), target.to_vec());
            steps.push(Step { label, text, action, target, place, is_own });
        }
        Ok(steps)
    }

    fn shown(&mut self, state: &State) -> Shown {
        let info = self.machine.info(state);
        let end = info.end.map(ended);
        let has_ended = matches!(info.end, Some(End::Crashed | End::Stopped | End::NotStarted));
        match info.stored.filter(|_| !has_ended) {
            Some((name, data)) => Shown { name, data: Some(data.to_string()), end },
            None if has_ended => Shown { name: "ended".to_owned(), data: None, end },
            None => Shown { name: "not known yet".to_owned(), data: None, end },
        }
    }

    fn watched(&mut self, number: usize, state: &State) -> String {
        match self.machine.observe(number, state) {
            Ok(Observation { may_hold, may_fail, fault }) => value(may_hold, may_fail, fault),
            Err(_) => "takes too long".to_owned(),
        }
    }

    fn props(&mut self, run: &[(State, Step)], path: &Path) -> Result<String, Diagnostic> {
        let played = self.played(run);
        let run: Vec<&Step> = run.iter().map(|(_, step)| step).collect();
        let of = (&*self.module, &self.settings, self.init.as_deref());
        saved::props((run.as_slice(), played.as_ref()), self.model, of, path)
    }

    fn test(
        &mut self,
        run: &[(State, Step)],
        path: &Path,
        sources: &SourceMap,
    ) -> Result<String, Diagnostic> {
        let first = match run.first() {
            Some((state, _)) => state.clone(),
            None => self.first()?,
        };
        self.allow();
        self.tested.text((&mut self.machine, self.model), (&first, run), path, sources)
    }
}

/// What an expression is, where some of what it looks at may be unknown.
fn value(may_hold: bool, may_fail: bool, fault: Option<Fault>) -> String {
    let other = fault.map(|fault| match fault {
        Fault::Value(value) => value.to_string(),
        Fault::Raised(class, reason) => format!("{class}:{reason}"),
    });
    match (may_hold, may_fail, other) {
        (true, _, Some(other)) => format!("true or {other}"),
        (false, _, Some(other)) => other,
        (true, true, None) => "true or false".to_owned(),
        (true, false, None) => "true".to_owned(),
        (false, true, None) => "false".to_owned(),
        (false, false, None) => "no data yet, or no more".to_owned(),
    }
}

fn ended(end: End) -> &'static str {
    match end {
        End::Exhausted => "the list of commands is used up",
        End::Blocked => "the next command of the list is not allowed here",
        End::Crashed => "the machine has crashed",
        End::Stopped => "the machine has stopped",
        End::NotStarted => "the machine was not started",
        End::Overflow => "a queue has no room: what follows is not in the model",
        End::Refused | End::Nothing => "nothing more happens",
    }
}

/// Why a state or its steps are not known.
fn refused(error: &StepError) -> Diagnostic {
    stop::unstepped(error, &SourceMap::default())
}
