//! Erlang text to syntax trees.
//!
//! Input: the text of a module. Output: a [`Module`] and diagnostics. Knows nothing of behaviours
//! and models, and does no IO.

// Messages are large, so results carry them in boxes, and so do the functions that make them.
#![allow(clippy::unnecessary_box_returns)]

pub mod ast;
pub mod beam;
pub mod codes;
pub mod diagnostic;
pub mod float;
pub mod include;
pub mod nesting;
pub mod parser;
pub mod scan;
pub mod source;

mod lexer;
mod literal;
pub mod output;
mod preprocess;

pub use crate::ast::name::Name;
pub use ast::Module;
pub use diagnostic::{Code, CodeInfo, Diagnostic, Label, Outcome, Severity};
pub use float::Float;
pub use include::{
    Define, IncludeLoader, IncludeRequest, Included, NoHeaders, NotIncluded, Options,
};
pub use parser::{parse_expr, parse_module, parse_module_with};
pub use source::{FileId, Source, SourceMap, Span};
