//! Random modules of the newer behaviours, from a seed.
//!
//! Input: a seed. Output: a module with what it is run under; the same without one of its parts.

pub mod server;
pub mod statem;

use super::Subject;

/// A random module.
pub trait Machine: Clone + Send + Sync {
    /// That of a seed.
    fn of_seed(name: &str, seed: u64) -> Self;

    fn name(&self) -> &str;

    fn text(&self) -> String;

    /// The module with its argument and its commands.
    fn subject(&self) -> Subject;

    /// The machine without one of its parts, for each of them.
    fn reduced(&self) -> Vec<Self>;
}
