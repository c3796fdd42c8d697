//! Why exploration stops.

use frontend::Diagnostic;

use crate::graph::ids::StateId;
use crate::next_state::Cycle;

/// Why exploration stopped before the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There are more states than allowed.
    MaxStates,
    /// The caller interrupted it.
    Interrupted,
    /// Pure code took too many steps after this state.
    Budget(StateId, Cycle),
    /// Pure code built a term that is too large after this state.
    TooLarge(StateId, Cycle),
    /// There are too many hidden steps in a row after this state.
    Hidden(StateId, Cycle),
    /// A large map is gone through after this state, in an order that is not known.
    Unordered(StateId),
    /// A term of the model has no value after this state.
    Stuck(StateId),
    /// The text of the system is at fault.
    Refused(StateId, Box<Diagnostic>),
    /// The onlooker has seen enough.
    Enough,
}
