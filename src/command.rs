//! The subcommands, one file each, and where their results go.

pub(crate) mod check;
pub(crate) mod commands;
pub(crate) mod destination;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod forms;
pub(crate) mod graph;
pub(crate) mod live;
pub(crate) mod monitor;
pub(crate) mod preserve;
pub(crate) mod report;
pub(crate) mod setup;
pub(crate) mod systems;
pub(crate) mod translate;
