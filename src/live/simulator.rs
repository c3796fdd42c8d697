//! `erl2lts sim`: a system that is walked through step by step.
//!
//! Input: a system, orders. Output: where the walk is and what can happen there, as lines or on a screen. What is walked on is a
//! [`ground`]; what has been done on it a [`walk`]; what a user wants an [`order`]. Explores nothing but to find the way to a violation.

pub(crate) mod face;
pub(crate) mod ground;
pub(crate) mod guided;
pub(crate) mod lines;
pub(crate) mod machine;
pub(crate) mod order;
pub(crate) mod saved;
pub(crate) mod screen;
pub(crate) mod simulation;
pub(crate) mod source;
pub(crate) mod system;
pub(crate) mod tested;
pub(crate) mod walk;
