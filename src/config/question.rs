//! What a property asks: a formula of the mu-calculus, or one about the past.

use std::fmt;

use checker::Formula;
use checker::formula::StateAtom;
use frontend::Span;
use monitor::Atom;

/// A property as it is understood.
#[derive(Debug)]
pub(crate) enum Question {
    /// In the mu-calculus, as most languages are.
    Formula(Formula),
    /// In past-time temporal logic: it has to hold behind every step.
    Past(monitor::Formula),
}

impl Question {
    /// The formula of the mu-calculus, if it is one.
    pub(crate) fn formula(&self) -> Option<&Formula> {
        match self {
            Self::Formula(formula) => Some(formula),
            Self::Past(_) => None,
        }
    }

    /// Calls `visit` for each atom on states with its place; that of `data(Expr)` is the place of the expression.
    pub(crate) fn for_each_atom(&self, visit: &mut dyn FnMut(&StateAtom, Span)) {
        match self {
            Self::Formula(formula) => formula.for_each_atom(visit),
            Self::Past(formula) => {
                for (atom, span) in formula.atoms() {
                    if let Atom::State(atom) = atom {
                        visit(atom, span);
                    }
                }
            }
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formula(formula) => formula.fmt(f),
            Self::Past(formula) => f.write_str(&formula.text(0)),
        }
    }
}
