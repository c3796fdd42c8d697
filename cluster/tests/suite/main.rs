//! Workers of one process, connected over loopback.

#![allow(clippy::panic, clippy::cast_possible_truncation, reason = "tests")]

mod faults;
mod folder;
mod garbage;
mod reduced;
mod same;
mod stacks;
mod ways;
mod workers;
