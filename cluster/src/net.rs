//! Connections between workers: how they are made, what they carry, what happens when one is lost.

pub(crate) mod alarm;
pub(crate) mod handshake;
pub(crate) mod joining;
pub(crate) mod line;
pub(crate) mod messages;
