//! Callback modules to process models.
//!
//! Input: the syntax tree of a `gen_fsm` callback module, an environment. Output: a process
//! [`Model`](model::Model), drawings of its splitting trees, statistics. Knows neither files nor state spaces nor
//! specification languages.

mod addresses;
mod answers;
mod api;
mod clock;
pub mod codes;
mod core;
mod declaration;
mod declared;
pub mod derive;
mod domain;
mod dump;
mod kept;
mod kernel;
mod logging;
mod lower;
mod machine;
pub mod missing;
pub mod nobody;
mod observers;
mod options;
mod otp_function;
mod pipeline;
mod prelude;
pub mod removed;
mod sequences;
mod shapes;
mod sources;
pub mod sst;
pub mod stats;
pub mod stubs;
mod terminate;

mod unknowns;
mod until;

pub use api::{ApiCall, command_of_call};
pub use lower::SourceTree;
pub use pipeline::{LEAVES_OUT, Options, Pass, Translation, dump_after, translate};
pub use prelude::computes as library_computes;
pub use unknowns::without_unreached;
pub use until::Until;
