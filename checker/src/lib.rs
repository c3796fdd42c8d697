//! Regular alternation-free mu-calculus on labelled transition systems, with evidence.
//!
//! Input: the text of a formula; a transition system. Output: a [`Formula`] or diagnostics; a
//! [`Verdict`] with a run that explains it. Knows nothing of Erlang beyond action patterns, and
//! nothing of processes; does no IO. Time is linear in formula times system.
//!
//! [`parse_formula`] turns text into a checked tree; other logics join in with trees of their own
//! making. [`check`] makes a graph of equations of the tree, solves it and explains the answer;
//! these parts see equations only.

mod action;
#[cfg(test)]
mod agreement;
mod alternation;
mod atoms;
pub mod bes;
mod builder;
pub mod codes;
mod contradiction;
mod counting;
mod ctl;
mod endless;
mod evidence;
mod expected;
pub mod formula;
mod forward;
mod graph;
mod lexer;
pub mod library;
mod local;
mod looping;
mod macros;
pub mod mcf;
mod monitor;
mod nearest;
mod normal;
mod parser;
mod place;
mod print;
mod regexp;
mod replay;
mod scc;
mod solve;
mod sweep;
mod token;
mod unmatched;
mod vacuity;
mod variables;
mod verdict;

// The tests' naive semantics and random formulas name this library as the tests do.
#[cfg(test)]
extern crate self as checker;
#[cfg(test)]
#[allow(
    dead_code,
    unreachable_pub,
    clippy::panic,
    reason = "the rest is for `checker/tests/suite`"
)]
#[path = "../tests/support/mod.rs"]
mod support;

pub use atoms::{ENDED, NoAtoms, StateAtoms};
pub use ctl::{Paths, parse_ctl, parse_esctl};
pub use evidence::{Branch, Evidence, EvidenceKind, Onward, Step, Tree};
pub use formula::Formula;
pub use macros::Libraries;
pub use monitor::{Monitor, Observed};
pub use parser::{parse_formula, parse_formula_with, parse_pattern};
pub use verdict::{Scope, Truth, Verdict, check, check_in, check_states};
