//! The built-in checks, a file for each family.
//!
//! Input: the moves of a hunt. Output: findings with their evidence.

pub(crate) mod crash;
pub(crate) mod dead;
pub(crate) mod kept;
pub(crate) mod overlap;
pub(crate) mod postponed;
pub(crate) mod progress;
pub(crate) mod replies;
pub(crate) mod self_call;
pub(crate) mod stand_in;
pub(crate) mod timeouts;
pub(crate) mod unhandled;
