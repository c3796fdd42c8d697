//! Workers of one process, connected over loopback.

mod faults;
mod folder;
mod garbage;
mod same;
mod stacks;
mod workers;
