//! What formulas ask of one step or of one state: which labels an action formula means, in which states an atom holds.

pub(crate) mod action;
pub mod atomic;
pub(crate) mod atoms;
