//! Callbacks: where the lowering of a machine begins, and what the value of a callback means.
//!
//! Input: the functions that `gen_fsm` calls. Output: a core graph for each, with its endings.

pub(crate) mod argument;
pub(crate) mod enter_loop;
pub(crate) mod entry;
pub(crate) mod format_status;
pub(crate) mod join;
mod length;
pub(crate) mod looped;
pub(crate) mod result;
pub(crate) mod stacktrace;
pub(crate) mod successor;
mod swallowed;
pub(crate) mod trace_look;
pub(crate) mod transition;
pub(crate) mod unknown_state;
