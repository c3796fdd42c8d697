//! One way through a program while it is compiled, and one attempt to go a step further.

use model::{ActionId, PointId};

use super::facts::Facts;
use super::symbol::SymbolId;
use crate::semantics::engine::program::{Register, Test, Value};

/// Where a way stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Control {
    /// At a behaviour of a state, which may offer actions.
    Offer(PointId),
    /// Behind an action, on the way to the next state.
    Settle(PointId),
    /// At a state, which may be passed over.
    Settled(PointId),
}

/// A way through a program.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) control: Control,
    /// Values of the slots.
    pub(crate) slots: Vec<SymbolId>,
    pub(crate) facts: Facts,
    /// Registers of values that are in use.
    pub(crate) n_values: u32,
    /// The action that has been offered.
    pub(crate) shown: Option<(ActionId, Vec<SymbolId>)>,
    /// States that have been passed over.
    pub(crate) passed: Vec<(PointId, Vec<SymbolId>)>,
    /// Whether something on the way is unknown: it is only followed to see where it may lead.
    pub(crate) is_ghost: bool,
}

/// A step that is tried, with answers to the tests in it.
#[derive(Debug, Default)]
pub(crate) struct Attempt {
    pub(crate) answers: Vec<bool>,
    /// Answers that have been used.
    pub(crate) used: usize,
    /// Values computed, in order.
    pub(crate) sets: Vec<(Register, Value)>,
    /// Calls under way.
    pub(crate) depth: usize,
    /// Whether only what needs no answers is of interest.
    pub(crate) is_closed: bool,
}

/// Why a step does not come to its end.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The answer to this test is needed.
    Open(Test),
    /// The step is not worth compiling, or is an error.
    GiveUp,
}
