//! A finished transition system as a ground: states are numbers.
//!
//! Input: a system. Output: its steps. There is neither source nor data, and nothing that a `.props` file could make do a run.

use std::path::Path;

use frontend::{Diagnostic, SourceMap};
use lts::{Lts, StateId};

use super::ground::{Ground, Shown, State, Step, text};
use crate::codes;
use crate::config::settings::placeless;

impl Ground for &Lts {
    fn first(&mut self) -> Result<State, Diagnostic> {
        Ok(words(self.initial()))
    }

    fn steps(&mut self, state: &State) -> Result<Vec<Step>, Diagnostic> {
        let Some(state) = named(self, state) else { return Ok(Vec::new()) };
        let step = |edge: &lts::Edge| Step {
            label: edge.label,
            text: text(self.labels().get(edge.label)),
            action: self.labels().get(edge.label).action().cloned(),
            target: words(edge.target),
            place: None,
            is_own: edge.label == lts::LabelId::TAU,
        };
        Ok(self.out(state).iter().map(step).collect())
    }

    fn shown(&mut self, state: &State) -> Shown {
        let number = state.first().copied().unwrap_or_default();
        let is_expanded = named(self, state).is_none_or(|state| self.is_expanded(state));
        let end = (!is_expanded).then_some("not explored any further");
        Shown { name: format!("s{number}"), data: None, end }
    }

    fn watched(&mut self, _: usize, _: &State) -> String {
        "no data".to_owned()
    }

    fn props(&mut self, _: &[(State, Step)], _: &Path) -> Result<String, Diagnostic> {
        let message = "only a run of a module can be written as commands";
        Err(placeless(codes::BAD_FLAGS, message))
    }

    fn test(&mut self, _: &[(State, Step)], _: &Path, _: &SourceMap) -> Result<String, Diagnostic> {
        let message = "only a run of a module can be written as a test";
        Err(placeless(codes::NO_TEST, message))
    }
}

fn words(state: StateId) -> State {
    vec![state.0]
}

fn named(lts: &Lts, state: &State) -> Option<StateId> {
    let number = *state.first()? as usize;
    lts.states().nth(number)
}
