//! Systems that are explored once more, for what watches an exploration: in the tests of `monitor`, too.
//!
//! Input: a finished system. Output: a `NextState` of it, which knows only the labels that it has shown.

use checker::Observed;
use checker::formula::StateAtom;
use lts::next_state::{NextState, StepError, Successors};
use lts::{Label, LabelId, LabelTable, Lts, StateId};

/// A system that is walked through step by step.
pub struct Walk<'l> {
    lts: &'l Lts,
    /// The labels that it has shown.
    pub labels: LabelTable,
}

impl<'l> Walk<'l> {
    /// The system, of which nothing was shown.
    pub fn new(lts: &'l Lts) -> Self {
        Self { lts, labels: LabelTable::default() }
    }
}

impl NextState for Walk<'_> {
    fn width(&self) -> usize {
        1
    }

    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
        out.push(self.lts.initial().0);
        Ok(())
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        for edge in self.lts.out(StateId(state[0])) {
            let label = match self.lts.labels().get(edge.label) {
                Label::Tau => LabelId::TAU,
                Label::Visible { text, action } => self.labels.intern(text, || action.clone()),
            };
            out.push(label, &[edge.target.0]);
        }
        Ok(())
    }

    fn labels(&self) -> &LabelTable {
        &self.labels
    }
}

/// Nothing is known of states.
pub struct Nothing;

impl Observed for Nothing {
    fn holds(&mut self, _: &StateAtom, _: StateId) -> Option<bool> {
        None
    }
}
