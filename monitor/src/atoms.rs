//! Atoms: what is asked of each step, of the action that was taken and of the state behind it.

use checker::formula::{ActionFormula, StateAtom};

/// What a formula asks of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Atom {
    /// Whether the action of the step meets a condition.
    Action(ActionFormula),
    /// Whether the state behind the step shows something.
    State(StateAtom),
}
