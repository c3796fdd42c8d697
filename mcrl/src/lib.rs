//! Classic muCRL: text to a transition system.
//!
//! Input: the text of a specification. Output: a checked [`Specification`], and with [`System`] its
//! states and transitions. Knows no Erlang and nothing of what has written the text, so that it checks
//! what `emit` prints; does no IO.

// Messages are large, so results carry them in boxes, and so do the functions that make them.
#![allow(clippy::unnecessary_box_returns)]

pub mod ast;
pub mod codes;
pub mod parser;

mod builder;
mod check;
mod expected;
mod finite;
mod lexer;
mod rewrite;
mod rows;
mod specification;
mod store;
mod system;
mod token;

use frontend::{FileId, Outcome};

pub use specification::Specification;
pub use system::System;

/// Reads and checks a specification.
pub fn read(file: FileId, text: &str) -> Outcome<Option<Specification>> {
    match parser::parse(file, text) {
        Ok(spec) => check::check(&spec),
        Err(error) => Outcome { value: None, diagnostics: vec![*error] },
    }
}
