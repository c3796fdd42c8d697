//! Callback modules to process models.
//!
//! Input: the syntax tree of a `gen_fsm` callback module, an environment. Output: a process
//! [`Model`](model::Model), its text in muCRL and mCRL2, drawings of its splitting trees. Knows
//! neither files nor state spaces.

pub mod atom;
pub mod codes;
mod core;
pub mod emit;
pub mod index;
mod kernel;
mod lower;
mod machine;
pub mod model;
mod pipeline;
mod sequences;
pub mod sst;
pub mod stubs;

pub use lower::SourceTree;
pub use pipeline::{Options, Translation, translate};
