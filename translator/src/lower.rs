//! Callbacks of the syntax tree to core graphs.
//!
//! Input: a module and one of its callbacks. Output: a core graph with its root. Does: clause
//! selection through splitting trees, evaluation order, errors with OTP's reasons, local functions
//! in line, joins after branching expressions. Does not: number action sequences, know processes.
//!
//! Expressions are lowered in continuation-passing style: the lowering of an expression is given
//! where it stands (`Context`) and what follows it (`Cont`), and returns the node where both
//! start. Where an expression branches and what follows is long, the rest is lowered once, behind a
//! fresh variable for the value.

pub(crate) mod analysis;
mod binary;
pub(crate) mod call;
pub(crate) mod callback;
mod comprehension;
mod context;
mod exception;
mod expression;
pub(crate) mod fun;
pub(crate) mod lowered;
mod lowering;
mod message;
mod pattern;
pub(crate) mod process;
mod timer;

pub use crate::lower::lowered::SourceTree;

pub(crate) use crate::lower::analysis::discoveries::Discoveries;
pub(crate) use crate::lower::analysis::facts::Facts;
pub(crate) use crate::lower::analysis::shared::Shared;
pub(crate) use crate::lower::analysis::values::Values;
pub(crate) use crate::lower::callback::entry::{lower_callback, lower_local};
pub(crate) use crate::lower::callback::stacktrace::{looks_at_trace, lower_terminate};
pub(crate) use crate::lower::message::client::{NoCommand, command_of};
pub(crate) use crate::lower::process::names::{Names, is_global};
