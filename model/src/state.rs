//! What stands for states that have no function of their own.
//!
//! A next state may be computed. Where it is none of the module's states, one of two invented ones stands for it; the
//! term that it is stands in the data there.

use frontend::Name;

/// What stands for computed states without a state function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// For computed states that are atoms.
    Atom,
    /// For computed terms that are no atoms, and so no states at all.
    Term,
}

impl Computed {
    /// A name for them that no source has.
    pub fn name(self) -> Name {
        Name::of_undefined_macro(&Name::from(match self {
            Self::Atom => "atom",
            Self::Term => "term",
        }))
    }

    /// Whether a name stands for such states, and for which ones.
    pub fn of(state: &Name) -> Option<Self> {
        match state.undefined_macro()? {
            "atom" => Some(Self::Atom),
            "term" => Some(Self::Term),
            _ => None,
        }
    }
}
