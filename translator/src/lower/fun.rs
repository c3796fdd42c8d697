//! Funs: what a fun expression is, which funs are kept in data, and calls of funs.
//!
//! Input: fun expressions and calls whose function is a value. Output: functions of the model that take what a fun
//! brings along as arguments (lambda lifting), and values that say which fun they are (defunctionalisation).

pub(crate) mod closure;
pub(crate) mod code;
pub(crate) mod defunctionalise;
pub(crate) mod free_variables;
pub(crate) mod lambda_lift;
pub(crate) mod places;
pub(crate) mod shape;
pub(crate) mod specialise;
