//! What a `receive` picks out of the queue: its components.

use super::layout;

layout! {
    /// A component of the first message of the queue that some clause takes.
    PickedPart {
        /// Its number, from 0.
        Number,
        /// The message, as the queue has it.
        Message,
        /// The messages that stay.
        Rest,
    }
}
