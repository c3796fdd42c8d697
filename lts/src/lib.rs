//! Exploration of process models, labelled transition systems, ground Erlang terms.
//!
//! Input: a `Model`, or the text of an `.aut` file. Output: states and an [`Lts`], exports. Knows
//! no Erlang syntax beyond terms, and no formulas; does no IO.

pub mod aut;
pub mod codes;
pub mod compare;
mod crew;
pub mod dot;
pub mod explore;
pub mod facts;
pub mod fsm;
pub mod graph;
pub mod ids;
pub mod incoming;
pub mod json;
pub mod label;
pub mod mermaid;
pub mod next_state;
pub mod partition;
pub mod reduce;
pub mod semantics;
pub mod states;
pub mod term;

pub use graph::{Edge, Lts, Rows};
pub use ids::{LabelId, StateId};
pub use incoming::{InEdge, Incoming};
pub use label::{Action, Encoding, Label, LabelTable};
pub use states::StateStore;
pub use term::Term;
