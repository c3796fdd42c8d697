//! Guards, as far as trees tell them apart.
//!
//! Input: the guard of a clause. Output: its text with the variables in it, so that two guards that ask the same of the same places are
//! known as the same. What they ask is lowered elsewhere.

use frontend::Name;
use frontend::ast::{ExprKind, Guard};
use frontend::output::print;

/// A guard; the default one asks for more than a text says, and so is like no other.
#[derive(Clone, Debug, Default)]
pub struct Guarding {
    /// As it is written.
    pub(super) text: Option<String>,
    /// The variables in it.
    pub(super) vars: Vec<Name>,
}

impl Guarding {
    /// The guard of a clause; `None` where there is none.
    pub fn of(guard: &Guard) -> Option<Self> {
        let is_true =
            |tests: &Vec<_>| tests.iter().all(|test: &frontend::ast::Expr| test.is_atom("true"));
        if guard.alternatives.is_empty() || guard.alternatives.iter().any(is_true) {
            return None;
        }
        let mut vars = Vec::new();
        for test in guard.alternatives.iter().flatten() {
            test.for_each(&mut |expr| {
                if let ExprKind::Var(name) = &expr.kind {
                    vars.push(name.clone());
                }
            });
        }
        Some(Self { text: Some(written(guard)), vars })
    }
}

/// A guard as it is written; empty where there is none.
pub(crate) fn written(guard: &Guard) -> String {
    let alternatives = guard.alternatives.iter();
    let texts =
        alternatives.map(|tests| tests.iter().map(print::expr).collect::<Vec<_>>().join(", "));
    texts.collect::<Vec<_>>().join("; ")
}
