//! A frame of the stack of procedures: its components.

use super::{Component as _, layout};

layout! {
    /// A component of a frame. Behind it stand the values that are live where the call returns to.
    FramePart {
        /// The number of the point where the call returns to.
        Point,
    }
}

impl FramePart {
    /// Where the value with this number, from 0, stands in the tuple, from 1.
    pub const fn live(number: usize) -> usize {
        Self::SIZE + number + 1
    }
}
