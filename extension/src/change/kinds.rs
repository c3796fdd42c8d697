//! What an added piece is to the version that it was added to: the cases of the paper.

use std::fmt;

/// How a piece leads from a state s of the old version to a state j of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// In place of a removed transition from s to j.
    Refinement,
    /// The old version leads from s to j, too.
    Alternative,
    /// The old version leads from j to s: what was done is done again.
    Fallback,
    /// s and j are one state.
    Loop,
    /// There is no way back into the old version: the piece ends, or goes round for ever.
    Failure,
    /// From s to j, and the old version leads neither there nor back.
    Bridge,
    /// No run comes here: nothing leads from the old version into it.
    Unreached,
    /// From s to j, and there are too many of such pairs to look for paths.
    Unasked,
}

impl Kind {
    /// All kinds in their order.
    pub const ALL: [Self; 8] = [
        Self::Refinement,
        Self::Alternative,
        Self::Fallback,
        Self::Loop,
        Self::Failure,
        Self::Bridge,
        Self::Unreached,
        Self::Unasked,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Refinement => "refinement",
            Self::Alternative => "alternative",
            Self::Fallback => "fallback",
            Self::Loop => "loop",
            Self::Failure => "failure",
            Self::Bridge => "bridge",
            Self::Unreached => "unreached",
            Self::Unasked => "unasked",
        }
    }

    /// Why the paper has no name for it, if it has none.
    pub fn unclassified(self) -> Option<&'static str> {
        match self {
            Self::Bridge => Some(
                "the old version leads neither from where it begins to where it ends, nor back",
            ),
            Self::Unreached => Some("nothing leads from the old version into it"),
            Self::Unasked => {
                Some("too many pieces were added to look for paths between their ends")
            }
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
