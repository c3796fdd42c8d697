//! What is stored between events in paper form: its components.

use super::{Component as _, layout};

layout! {
    /// A component of what is stored. Behind them stands what the machine keeps besides.
    StoredPart {
        /// The name of the state.
        State,
        /// The data.
        Data,
    }
}

impl StoredPart {
    /// Where what is kept besides with this number, from 0, stands in the tuple, from 1.
    pub const fn kept(number: usize) -> usize {
        Self::SIZE + number + 1
    }
}
