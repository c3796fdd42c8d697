//! The tables, one for each OTP behaviour.

pub(crate) mod gen_event;
pub(crate) mod gen_fsm;
pub(crate) mod gen_server;
pub(crate) mod gen_statem;
mod reports;
