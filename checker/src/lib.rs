//! Regular alternation-free mu-calculus on labelled transition systems, with evidence.
//!
//! Input: the text of a formula; a transition system. Output: a [`Formula`] or diagnostics; a
//! [`Verdict`] with a run that explains it. Knows nothing of Erlang beyond action patterns, and
//! nothing of processes; does no IO. Time is linear in formula times system.
//!
//! Text goes through [`lexer`], the grammar and `normal`; other logics join in with a [`Formula`]
//! of their own making. `graph`, `solve` and `evidence` see equations only.
//!
//! [`lexer`]: parse_formula

mod action;
mod alternation;
mod builder;
pub mod codes;
mod evidence;
mod expected;
pub mod formula;
mod graph;
mod lexer;
mod local;
mod nearest;
mod normal;
mod parser;
mod print;
mod regexp;
mod replay;
mod scc;
mod solve;
mod token;
mod unmatched;
mod vacuity;
mod verdict;

pub use evidence::{Evidence, EvidenceKind, Step};
pub use formula::Formula;
pub use parser::parse_formula;
pub use verdict::{Truth, Verdict, check};
