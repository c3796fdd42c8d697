//! Text of a model: classic muCRL and mCRL2.
//!
//! Input: a [`Model`](crate::model::Model). Output: a complete specification in the paper's shape.
//! Prints what the model says, and nothing else; the data encoding is that of Guo's paper (Fig. 4)
//! with `neg` for negative integers and `emptytuple` for `{}`.

mod doc;
mod functions;
mod library;
mod names;
mod processes;
mod specification;
mod syntax;
mod terms;

pub use names::{Names, Target};
pub use specification::{emit_mcrl, emit_mcrl2};
