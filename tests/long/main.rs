//! Inputs that grow, and large models: what takes long, and whether it takes longer than it should.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub, reason = "tests")]

#[path = "../support/command_line.rs"]
mod command_line;

mod figures;
mod growth;
mod limits;
mod long_literals;
mod recursion;
