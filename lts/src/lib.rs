//! Exploration of process models, labelled transition systems, ground Erlang terms.
//!
//! Input: a `Model`, or the text of an `.aut` file. Output: states and an [`Lts`], exports. Knows
//! no Erlang syntax beyond terms, and no formulas; does no IO.

pub mod codes;
pub mod compare;
pub mod explore;
pub mod format;
pub mod graph;
pub mod label;
pub mod next_state;
pub mod portable;
pub mod reduce;
pub mod semantics;
pub mod states;
pub mod term;
mod worker_pool;

pub use crate::graph::ids::{LabelId, StateId};
pub use crate::graph::incoming::{InEdge, Incoming};
pub use graph::{Edge, Lts, Rows};
pub use label::{Action, Encoding, Label, LabelTable};
pub use states::StateStore;
pub use term::Term;
