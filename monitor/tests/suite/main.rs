//! What monitors say of runs by hand, of random runs and systems, and of wrong formulas.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub, reason = "tests")]

mod language;
mod naive;
mod on_the_fly;
mod random;
mod reports;
mod steps;
mod systems;
#[path = "../../../checker/tests/support/walk.rs"]
mod walk;
