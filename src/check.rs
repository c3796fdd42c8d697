//! `erl2lts check` under properties: from a verdict to what is reported of it.
//!
//! Input: systems and formulas. Output: findings, with how far they can be trusted, what they rest on, and evidence.

pub(crate) mod assumption;
pub(crate) mod certainty;
pub(crate) mod changes;
pub(crate) mod evidence;
pub(crate) mod finding;
pub(crate) mod judgement;
pub(crate) mod monitors;
pub(crate) mod parties;
mod remarks;
pub(crate) mod strictness;
pub(crate) mod systems;
pub(crate) mod transitions;
pub(crate) mod written;
