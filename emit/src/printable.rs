//! What is done to a model so that it can be printed, and why one cannot be.
//!
//! Input: a model. Output: the model as it is printed, without unknown values and values that
//! would be written many times; or the message that says what stands in the way. Writes no text.

pub(crate) mod abstracted;
pub(crate) mod joined;
pub(crate) mod outlined;
pub(crate) mod reaching;
pub(crate) mod rebuilt;
pub(crate) mod shapes;
pub(crate) mod sharing;
mod state_names;
pub(crate) mod texts;
pub(crate) mod united;
pub(crate) mod unknown;
pub(crate) mod used;
pub(crate) mod whole;
