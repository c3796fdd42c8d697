//! Callback modules to process models.
//!
//! Input: the syntax tree of a `gen_fsm` callback module, an environment. Output: a process
//! [`Model`](model::Model), drawings of its splitting trees, statistics. Knows neither files nor state spaces nor
//! specification languages.

pub(crate) mod analysis;
pub mod codes;
mod core;
pub mod derive;
mod dump;
mod kernel;
pub mod library;
mod lower;
mod machine;
mod options;
mod pipeline;
mod sequences;
pub mod sst;
pub mod stats;

pub use crate::analysis::domain::Domain;
pub use crate::analysis::outcomes;
pub use crate::derive::api::{ApiCall, command_of_call};
pub use crate::library::prelude::computes as library_computes;
pub use crate::pipeline::cancellation::Until;
pub use crate::stats::unknowns::without_unreached;
pub use lower::SourceTree;
pub use lower::fun::places::Places;
pub use machine::{
    asks_for_enter_calls, behaviour, called_as, exported_by, exports_all, imports, not_a_machine,
};
pub use options::Options;
pub use pipeline::{LEAVES_OUT, Pass, Translation, dump_after, translate, translate_twin};
