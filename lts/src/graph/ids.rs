//! Indices of states and labels.

/// A state of an LTS; states are numbered from 0 in breadth-first order of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u32);

/// A label of an LTS; label 0 is always the internal action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

impl StateId {
    /// The state as an index into a table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl LabelId {
    /// The internal action.
    pub const TAU: Self = Self(0);

    /// The label as an index into a table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A class of states that an equivalence does not tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

impl BlockId {
    /// The block as an index into a table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
