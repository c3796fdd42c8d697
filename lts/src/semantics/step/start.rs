//! Where the system starts.
//!
//! Output: the path states after all components have settled for the first time. Where decisions on
//! unknown values make it several states, a state of its own stands before them.

use model::{Expr, Instance};

use crate::semantics::evaluation::eval::{Halt, Scope, Turn};
use crate::semantics::path_state::PathState;
use crate::semantics::step::clauses::Clauses;
use crate::semantics::step::run_to_visible::Path;
use crate::semantics::store::TermId;
use crate::semantics::{Machine, StepError, Words};

/// The control point of the state before several first ones.
const START: u32 = u32::MAX;

impl Machine<'_> {
    /// The state before several first ones.
    pub(crate) fn start_state(&self) -> Words {
        let mut state = vec![0; self.layout.width];
        if let Some(point) = state.first_mut() {
            *point = START;
        }
        state
    }

    /// The ways in which all components may have settled.
    pub(crate) fn start(&mut self) -> Result<Vec<Path>, StepError> {
        let model = self.model;
        let path_state = PathState::new(vec![0; self.layout.width], 1);
        let mut paths = vec![Path { path_state, clauses: Clauses::default() }];
        for (component, instance) in model.composition.iter().enumerate() {
            let mut settled = Vec::new();
            for path in paths {
                settled.extend(self.start_component(component, instance, path.path_state)?);
            }
            paths = settled;
        }
        Ok(paths)
    }

    fn start_component(
        &mut self,
        component: usize,
        instance: &Instance,
        path_state: PathState,
    ) -> Result<Vec<Path>, StepError> {
        let body = self.model.processes[instance.process].body;
        let mut attempt = |machine: &mut Self, _: &PathState, turn: &mut Turn<'_>| {
            instance.args.iter().map(|arg| machine.eval_ground(arg, turn)).collect()
        };
        let started: Vec<(PathState, Vec<TermId>)> = self.in_every_way(path_state, &mut attempt)?;
        let mut settled = Vec::new();
        for (mut path_state, args) in started {
            let slots = self.layout.slots(component);
            for (slot, arg) in slots.zip(args) {
                path_state.words[slot] = arg.0;
            }
            settled.extend(self.settle(
                component,
                body,
                Path { path_state, clauses: Clauses::default() },
            )?);
        }
        Ok(settled)
    }

    /// The value of an expression without variables: a constant may be as large as it is written,
    /// a function has a budget.
    fn eval_ground(&mut self, expr: &Expr, turn: &mut Turn<'_>) -> Result<TermId, Halt> {
        let budget = turn.budget;
        turn.budget =
            if matches!(expr, Expr::Call(..)) { self.effort.max_steps } else { usize::MAX };
        let value = self.eval(expr, Scope::Ground, turn);
        turn.budget = budget;
        value
    }
}

/// Whether this is the state before several first ones.
pub fn is_start(state: &[u32]) -> bool {
    state.first() == Some(&START)
}
