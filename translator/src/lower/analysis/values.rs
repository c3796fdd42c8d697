//! What the values of a module may be, as far as lowering asks.
//!
//! A machine is lowered for any values first; what the model of that holds says how it is lowered in the end.

use model::Kind;

/// What the values of a module may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// Nothing is unknown: integers, atoms, lists, tuples.
    Known,
    /// An unknown value may be of any kind, a float or a binary too.
    Any,
    /// There may be floats among the known ones as well.
    Floats,
}

impl Values {
    /// The kind of the numbers among them.
    pub(crate) fn number(self) -> Kind {
        match self {
            Self::Known => Kind::Integer,
            Self::Any | Self::Floats => Kind::Number,
        }
    }
}
