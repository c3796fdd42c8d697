//! The subcommands, one file each.

pub(crate) mod check;
pub(crate) mod commands;
pub(crate) mod explain;
pub(crate) mod forms;
pub(crate) mod lts;
pub(crate) mod translate;
