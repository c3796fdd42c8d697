//! Processes: who the machine is, which other processes it starts and watches, and its dictionary.

pub(crate) mod dictionary;
pub(crate) mod held_addresses;
pub(crate) mod keys;
pub(crate) mod names;
pub(crate) mod reference;
pub(crate) mod registry;
pub(crate) mod self_test;
pub(crate) mod spawned;
pub(crate) mod stop;
pub(crate) mod trap;
pub(crate) mod watch;
