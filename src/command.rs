//! The subcommands, one file each, and where their results go.

pub(crate) mod check;
pub(crate) mod commands;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod destination;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod forms;
pub(crate) mod graph;
pub(crate) mod info;
pub(crate) mod live;
pub(crate) mod lts;
pub(crate) mod monitor;
pub(crate) mod preserve;
pub(crate) mod reduce;
pub(crate) mod report;
pub(crate) mod setup;
pub(crate) mod translate;
