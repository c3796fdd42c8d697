//! A change: an old and a new version of a system, and what lies between them.
//!
//! Input: two [`Diagram`]s. Output: a [`Change`], which has their [`Difference`] and the pieces ([`Extension`]) of what was added.
//!
//! ```text
//! old  0 -start-> 1 -cash-> 2 -issue-> 3
//! new  the same, and 1 -voucher-> 4 -issue-> 3
//! difference   2 transitions and the state 4 were added
//! extension    from 1 through 4 to 3: an alternative, as the old version leads from 1 to 3, too
//! ```

mod difference;
mod improving;
mod kinds;
mod matching;
mod pieces;
mod similarity;

pub use difference::{Difference, Fate, Kept};
pub use kinds::Kind;
pub use pieces::{Extension, Link};

use lts::{LabelId, StateId};

use crate::diagram::Diagram;

/// A transition of one of two versions; its label is one of the label table of that version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Transition {
    /// The state before it.
    pub source: StateId,
    /// The action.
    pub label: LabelId,
    /// The state behind it.
    pub target: StateId,
}

/// An old and a new version of a system, compared.
#[derive(Clone, Debug)]
pub struct Change<'d> {
    /// The version before.
    pub old: &'d Diagram,
    /// The version behind.
    pub new: &'d Diagram,
    /// What was kept, added and removed.
    pub difference: Difference,
    /// What was added, cut into connected pieces, in the order of their first states.
    pub extensions: Vec<Extension>,
}

impl<'d> Change<'d> {
    /// Compares two versions of a system.
    pub fn between(old: &'d Diagram, new: &'d Diagram) -> Self {
        let difference = Difference::between(old, new);
        let extensions = difference.extensions(old, new);
        Self { old, new, difference, extensions }
    }

    /// The removed transitions that no piece refines.
    pub fn dropped(&self) -> impl Iterator<Item = &Transition> {
        let is_refined =
            |gone: &Transition| self.extensions.iter().any(|piece| piece.refines.contains(gone));
        self.difference.removed.iter().filter(move |gone| !is_refined(gone))
    }
}
