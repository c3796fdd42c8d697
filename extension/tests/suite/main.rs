//! What the library says of small and of random changes.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub, reason = "tests")]

mod features;
mod generated;
mod matched;
mod sound;
mod ticket;
