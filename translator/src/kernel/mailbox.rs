//! The mailbox and the queue of the machine: which message is taken, and what it brings.

pub(crate) mod exit_messages;
pub(crate) mod mail;
pub(crate) mod queue;
pub(crate) mod queue_scan;
