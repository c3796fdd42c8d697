//! The two forms of a model: how commands come to the machine, and what it offers while it is idle.

pub(crate) mod direct;
pub(crate) mod hand_over;
pub(crate) mod handshakes;
pub(crate) mod idle;
pub(crate) mod paper;
pub(crate) mod reading;
