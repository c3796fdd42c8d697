//! What calls of functions of other modules return, where their code is at hand and was read.
//!
//! Input: what a caller has found out of them. Output: the domain of what a call returns. A stub of the function goes before it: the
//! user knows better. That a call returns at all is assumed, as of any other call. Reads no code: the crate `project` does.

use frontend::Name;

use crate::analysis::domain::Domain;
use crate::core::OutsideCall;
use model::Expr;

/// The atoms and integers that results of these functions are, or hold, as far as they are told.
pub(crate) fn constants(shapes: &[Shape]) -> Vec<&Expr> {
    let mut constants = Vec::new();
    for shape in shapes {
        shape.returns.for_each_constant(&mut |value| constants.push(value));
    }
    constants
}

/// What a function of another module returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its module.
    pub module: Name,
    /// Its name.
    pub function: Name,
    /// Number of its arguments.
    pub arity: usize,
    /// Where its values are, whatever it is called with.
    pub returns: Domain,
}

impl Shape {
    /// Whether it is one of the function that is called.
    pub(crate) fn is_of(&self, call: &OutsideCall) -> bool {
        (&self.module, &self.function, self.arity)
            == (&call.module, &call.function, call.args.len())
    }

    /// The value that it always returns, if there is only one.
    pub fn constant(&self) -> Option<&Expr> {
        match &self.returns {
            Domain::Same(value) => Some(value),
            _ => None,
        }
    }
}
