//! What is known of a module before it is lowered, or without lowering it.

pub(crate) mod addresses;
pub(crate) mod callback_mode;
pub(crate) mod calls;
pub(crate) mod computed_calls;
pub(crate) mod constants;
pub(crate) mod data_atoms;
pub(crate) mod domain;
pub(crate) mod from_escape;
pub(crate) mod message_shapes;
pub mod outcomes;
pub(crate) mod receives;
pub(crate) mod records;
pub(crate) mod swallows;
pub(crate) mod terminate;
pub(crate) mod timer_text;
