//! Text of a model: classic muCRL and mCRL2.
//!
//! Input: a [`Model`](model::Model). Output: a complete specification in the paper's shape.
//! Prints what the model says, and nothing else, with comments that say where it comes from; the data
//! encoding is that of Guo's paper (Fig. 4) with `neg` for negative integers and `emptytuple` for `{}`.
//! A small change of the source is a small change of the text: no number counts atoms or lines of
//! more than one function, and what grows with them stands on lines of its own.

pub mod codes;
mod doc;
mod functions;
mod header;
mod library;
mod origins;
pub(crate) mod printable;
mod processes;
mod specification;
mod syntax;
mod terms;

pub use crate::printable::unknown::closed::closed;
pub use crate::printable::unknown::refine::refined;
pub use crate::printable::unknown::refusal::{calls, taken, takes};
pub use crate::printable::unknown::settled::settled;
pub use crate::printable::whole::whole;
pub use specification::{Provenance, emit, emit_mcrl, emit_mcrl2};
