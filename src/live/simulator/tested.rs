//! A run as a test for `EUnit`, which plays it on the real module.
//!
//! Input: a run, the machine that has gone it. Output: the text of a test module: it passes as long as the machine does in the run what it
//! does here, and is then where it is here. What cannot be played is refused by name.

use std::fmt::Write as _;
use std::path::Path;

use frontend::{Diagnostic, Module, SourceMap};
use hunter::{Unplayable, replay_run};
use lts::semantics::{Machine, Run};
use model::Model;

use super::ground::{State, Step};
use crate::codes;
use crate::config::settings::placeless;
use crate::hunt::emitted::{self, Passes, Test};

/// What a test is made of besides the run.
pub(crate) struct Tested<'m> {
    /// For whom it is played.
    pub(crate) played: emitted::Machine<'m>,
    /// The module with what it has of others.
    pub(crate) module: &'m Module,
    /// How many commands may wait.
    pub(crate) mailbox: usize,
}

impl Tested<'_> {
    /// The text of the test module at a path; else why there is none.
    pub(super) fn text(
        &self,
        (machine, model): (&mut Machine<'_>, &Model),
        (first, run): (&State, &[(State, Step)]),
        path: &Path,
        sources: &SourceMap,
    ) -> Result<String, Diagnostic> {
        if run.is_empty() {
            return Err(refused("nothing has happened yet"));
        }
        // What waits in a mailbox is taken when the machine is ready, and a test cannot say when that is.
        if self.mailbox > 0 {
            return Err(refused(emitted::reason(Unplayable::Order)));
        }
        let steps = run.iter().map(|(state, step)| (&state[..], step.label, &step.target[..]));
        let played = Run { first, steps: steps.collect(), loop_start: None };
        let replay = replay_run((model, self.module), machine, (&played, false))
            .map_err(|why| refused(emitted::reason(why)))?;
        let last = run.last().map_or(first, |(_, step)| &step.target);
        let state = machine.info(last).stored.map(|(name, _)| name);
        // States that are any term have names that are no atoms.
        let state = state.filter(|_| model.behaviour.has_state_functions());
        let passes =
            Passes::Done { is_idle: machine.idle(last).is_some(), state: state.as_deref() };
        let headline = headline(run, sources);
        let test = Test { headline: &headline, replay: &replay, passes };
        Ok(emitted::module(path, &self.played, &test, sources))
    }
}

/// What stands at the head of the test: the run.
fn headline(run: &[(State, Step)], sources: &SourceMap) -> String {
    let mut out = String::from("A run that was simulated:");
    for (number, (_, step)) in run.iter().enumerate() {
        let text = step.text.replace('\n', " ");
        let place = step.place.map(|span| format!("  {}", sources.line_of(span)));
        let _ = write!(out, "\n{:>3}  {text}{}", number + 1, place.unwrap_or_default());
    }
    out
}

fn refused(why: &str) -> Diagnostic {
    let message = format!("the run cannot be written as a test: {why}");
    placeless(codes::NO_TEST, message)
        .with_help("`save FILE.props` writes the run as commands, which `erl2lts check` takes")
}
