//! Text of formulas to trees, and back.
//!
//! Input: a formula as text, macros put in. Output: a `Formula` with spans, or messages. CTL is read in `ctl`.

pub(crate) mod builder;
pub(crate) mod ctl;
pub(crate) mod expected;
pub(crate) mod foreign;
pub(crate) mod lexer;
pub(crate) mod parser;
pub(crate) mod place;
pub(crate) mod print;
pub(crate) mod regexp;
pub(crate) mod token;
