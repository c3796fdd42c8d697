//! Regular alternation-free mu-calculus on labelled transition systems, with evidence.
//!
//! Input: the text of a formula; a transition system. Output: a [`Formula`] or diagnostics; a
//! [`Verdict`] with a run that explains it. Knows nothing of Erlang beyond action patterns, and
//! nothing of processes; does no IO. Time is linear in formula times system.
//!
//! [`parse_formula`] turns text into a checked tree; other logics join in with trees of their own
//! making. [`check`] makes a graph of equations of the tree, solves it and explains the answer;
//! these parts see equations only.

pub mod codes;
mod conditions;
mod evidence;
pub mod fair;
pub mod formula;
mod graph;
mod macros;
mod monitor;
mod shape;
mod solve;
mod verdict;

// The tests' naive semantics and random formulas name this library as the tests do.
#[cfg(test)]
extern crate self as checker;
pub(crate) mod checks;
pub mod export;
#[cfg(test)]
#[allow(
    dead_code,
    unreachable_pub,
    clippy::panic,
    reason = "the rest is for `checker/tests/suite`"
)]
#[path = "../tests/support/mod.rs"]
mod support;
pub(crate) mod syntax;

pub use crate::monitor::{Answer, Everywhere, Monitor, Nearby, Observed, OneRun, names_internal};
pub use crate::syntax::ctl::{Paths, parse_ctl, parse_esctl};
pub use crate::syntax::parser::{parse_formula, parse_formula_with, parse_pattern};
pub use conditions::action::labels_meeting;
pub use conditions::atomic;
pub use conditions::atoms::{ENDED, NoAtoms, StateAtoms};
pub use evidence::{Branch, Evidence, EvidenceKind, EvidenceStep, Onward, Tree};
pub use formula::Formula;
pub use macros::{Libraries, library};
pub use shape::{Shape, forbidden};
pub use verdict::{
    Known, Scope, Truth, Verdict, besides, check, check_in, check_states, told, truth, without_tail,
};
