//! What goes on for as long as somebody looks: an editor that is served, a system that is walked through, a machine whose
//! log is read.

pub(crate) mod editor;
pub(crate) mod monitored;
pub(crate) mod simulator;
