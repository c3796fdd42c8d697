//! Rules of the repository: what is written in it is true, and has the form that it should have.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    unreachable_pub,
    reason = "tests"
)]

#[path = "../support/toolset.rs"]
mod toolset;

mod behaviours;
mod functions;
mod layouts;
mod mutations;
mod readme;
mod tidy;
