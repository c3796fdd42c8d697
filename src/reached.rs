//! What is printed of a model with unknown values to which no run comes.
//!
//! Input: a model. Output: the model that can be printed. A settled model is stuck where the module's model has an
//! unknown value or a float: one that is explored to its end and is never stuck says the same, exactly.

use lts::explore::{Limits, explore};
use lts::semantics::{LabelStyle, Machine, View};
use translator::emit::settled;
use translator::model::Model;

/// States after which it is left open whether a run comes to an unknown value.
const MAX_STATES: usize = 10_000;

/// Steps of pure code for that: about a second.
const MAX_WORK: u64 = 20_000_000;

/// The model without the unknown values to which no run comes; as it is where some run does, or may.
pub(crate) fn without_unreached(model: Model) -> Model {
    settled(&model).filter(is_never_stuck).unwrap_or(model)
}

/// Whether every run comes by, in not too many states and with not too much work.
fn is_never_stuck(model: &Model) -> bool {
    let mut machine = Machine::new(model, View::Paper, LabelStyle::Erlang);
    machine.allow(MAX_WORK);
    let mut limits = Limits { max_states: MAX_STATES, interrupted: &mut |_| false };
    explore(&mut machine, &mut limits).is_ok_and(|exploration| exploration.stop.is_none())
}
