//! Past-time temporal logic: monitors of runs, with reports of changes.
//!
//! Input: formulas as text; the steps of a run, as which atoms hold behind each; a transition system. Output: which formulas are
//! false, the changes that made them so, a shortest run that does. Knows neither Erlang nor models: actions and what states show
//! are atoms of the checker. Does no IO. A monitor needs constant memory, and nothing is allocated for a step.

pub mod atoms;
mod automaton;
pub mod beside;
pub mod changes;
pub mod codes;
pub mod formula;
mod lexer;
pub mod monitor;
pub mod on_the_fly;
mod parser;
pub mod product;
pub mod specification;

pub use crate::monitor::Monitor;
pub use atoms::Atom;
pub use beside::Beside;
pub use changes::{Change, Report};
pub use formula::{Binary, Formula, Operator, Subformula, Unary};
pub use on_the_fly::OnTheFly;
pub use parser::parse_ptltl;
pub use product::{Judged, judge};
pub use specification::Specification;
