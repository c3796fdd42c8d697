//! What a formula, or a formula on a system, may be told before and beside its verdict.
//!
//! Input: a `Formula`, the labels of a system. Output: errors (alternation, unbound variables) and warnings.

pub(crate) mod alternation;
pub(crate) mod contradiction;
pub(crate) mod nearest;
pub(crate) mod normal;
pub(crate) mod unmatched;
pub(crate) mod vacuity;
pub(crate) mod variables;
