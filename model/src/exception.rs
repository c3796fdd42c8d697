//! The classes of exceptions that Erlang has.

/// The classes of exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// `error(Reason)`
    Error,
    /// `exit(Reason)`
    Exit,
    /// `throw(Value)`
    Throw,
}

impl Class {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Error, Self::Exit, Self::Throw];

    /// The class as Erlang writes it; also the function that raises it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Exit => "exit",
            Self::Throw => "throw",
        }
    }
}
