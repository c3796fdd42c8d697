//! Shapes of known funs: what tells the forms of a function for its arguments from one another.
//!
//! Input: known funs, those that they hold among them. Output: the same without the values of their free variables.

use std::rc::Rc;

use frontend::{Name, Span};
use rustc_hash::FxHashMap;

use crate::lower::fun::code::Code;

/// A known fun without the values of its free variables.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(super) code: Rc<Code>,
    pub(super) span: Span,
    /// Free variables; those that are known funs themselves have a shape.
    pub(super) captured: Vec<(Name, Option<Shape>)>,
}

impl Shape {
    pub(super) fn depth(&self) -> usize {
        let inner = self.captured.iter().filter_map(|(_, shape)| shape.as_ref());
        1 + inner.map(Self::depth).max().unwrap_or(0)
    }

    /// What the fun does, and those in it.
    pub(super) fn codes(&self) -> Vec<&Code> {
        let inner = self.captured.iter().filter_map(|(_, shape)| shape.as_ref());
        [&*self.code].into_iter().chain(inner.flat_map(Self::codes)).collect()
    }
}

/// The arguments of a function: shapes of those that are known funs.
pub(super) type Shapes = Vec<Option<Shape>>;

/// Functions of which there are forms for known funs: the arguments that each is for.
pub(crate) type Forms = FxHashMap<(Name, usize), Rc<Shapes>>;
