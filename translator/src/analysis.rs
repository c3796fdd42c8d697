//! What is known of a module before it is lowered, or without lowering it.

pub(crate) mod addresses;
pub(crate) mod domain;
pub(crate) mod from_escape;
pub(crate) mod message_shapes;
pub(crate) mod terminate;
