//! Tuples as lists and lists as tuples, unknown ones included.
//!
//! What is taken from a tuple of unknown size is an unknown value (`part`).

use model::Kind;

use super::eval::{Halt, Scope};
use super::kinds::Kinds;
use crate::semantics::store::{Shape, Source, TermId};
use crate::semantics::{Machine, StepError};

impl Machine<'_> {
    /// The source of a tuple whose size is not known.
    pub(crate) fn unknown_tuple(&self, operands: &[TermId]) -> Option<Source> {
        match self.store.shape(*operands.first()?) {
            Shape::Unknown { kinds, source, .. } if kinds.is_within(Kinds::TUPLE) => {
                Some(self.computed(*source))
            }
            _ => None,
        }
    }

    pub(crate) fn tuple_to_list(
        &mut self,
        operands: &[TermId],
        scope: Scope<'_>,
    ) -> Result<TermId, Halt> {
        let tuple = *operands.first().ok_or(Halt::Error(StepError::Stuck))?;
        let Shape::Tuple(items) = self.store.shape(tuple) else {
            return Err(self.unfit(Kind::Tuple, tuple));
        };
        let items = items.clone();
        let end = self.intern(Shape::Nil, scope)?;
        items.iter().rev().try_fold(end, |tail, &head| self.intern(Shape::Cons(head, tail), scope))
    }

    /// The elements of a proper list, or the source of its unknown rest.
    pub(crate) fn elements(
        &self,
        operands: &[TermId],
    ) -> Result<Result<Vec<TermId>, Source>, Halt> {
        let mut list = *operands.first().ok_or(Halt::Error(StepError::Stuck))?;
        let mut items = Vec::new();
        while let Shape::Cons(head, tail) = self.store.shape(list) {
            items.push(*head);
            list = *tail;
        }
        match self.store.shape(list) {
            Shape::Nil => Ok(Ok(items)),
            Shape::Unknown { source, .. } => Ok(Err(self.computed(*source))),
            _ => Err(StepError::Stuck.into()),
        }
    }
}
