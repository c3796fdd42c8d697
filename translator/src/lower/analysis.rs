//! What the lowerings of one module share, and what they ask of the module as a whole.
//!
//! Nothing here makes nodes of a core graph.

pub(crate) mod call_graph;
pub(crate) mod discoveries;
pub(crate) mod effects;
pub(crate) mod facts;
mod growth;
pub(crate) mod module_facts;
pub(crate) mod open_results;
pub(crate) mod origins;
pub(crate) mod reaching;
pub(crate) mod shared;
pub(crate) mod values;
