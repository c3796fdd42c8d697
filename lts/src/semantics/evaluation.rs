//! Evaluation of terms, conditions and pure functions.
//!
//! Input: expressions of a model and the terms of their variables, unknown ones included. Output: a term, a truth value, or the
//! outcomes between which unknown values decide.

pub(crate) mod constant;
pub(crate) mod convert;
pub(crate) mod effort;
pub(crate) mod equality;
pub(crate) mod eval;
pub(crate) mod float;
pub(crate) mod kinds;
pub(crate) mod literals;
pub(crate) mod operate;
pub(crate) mod outcomes;
pub(crate) mod part;
pub(crate) mod recursion_bound;
pub(crate) mod run;
pub(crate) mod static_facts;
pub(crate) mod zero;
