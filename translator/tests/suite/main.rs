//! What the translator knows of Erlang, against OTP: its library, guards, clauses that no value selects; splitting trees.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod built_in;
mod oracle_guards;
mod oracle_no_receiver;
mod oracle_nonexistent;
mod oracle_prelude;
mod oracle_removed;
mod oracle_unreachable;
mod sst;
