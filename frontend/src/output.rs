//! Syntax trees as text, one file for each notation.

pub mod abstract_format;
pub mod print;
pub mod sexp;
