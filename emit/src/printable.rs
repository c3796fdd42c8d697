//! What is done to a model so that it can be printed, and why one cannot be.
//!
//! Input: a model. Output: the model as it is printed, without unknown values and values that
//! would be written many times; or the message that says what stands in the way. Writes no text.

pub(crate) mod closed;
pub(crate) mod refine;
pub(crate) mod refusal;
pub(crate) mod representative;
pub(crate) mod settled;
pub(crate) mod sharing;
pub(crate) mod unknown;
pub(crate) mod whole;
