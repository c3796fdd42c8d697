//! What the arguments of a callback are.

/// The role of an argument of a callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// What the start function was given.
    Start,
    /// Of which type the event is, with the client where one waits for the answer.
    Type,
    /// The event or message that the callback takes.
    Event,
    /// Who waits for an answer.
    From,
    /// The name of the state.
    State,
    /// The data that the machine keeps.
    Data,
    /// Why the machine ends.
    Reason,
    /// Anything else, of which no model knows.
    Other,
}
