//! Sizes and components of unknown values, and what else is computed from one.
//!
//! The size of a tuple, a binary or a map of which nothing is known, and a component of such a tuple, is
//! an unknown value too, as is what an operator makes of one unknown number. A fact holds it, so that it is the same each
//! time; where the tuple becomes known, it has this size and these components, and where the number does, what was
//! computed is computed from it. Values that are constant without being known are held in
//! the same way.

use model::{Expr, Operator, OriginId, Wrap};
use num_bigint::BigInt;

use super::eval::{Halt, Request, Turn};
use super::kinds::Kinds;
use crate::semantics::Machine;
use crate::semantics::path_state::PathState;
use crate::semantics::path_state::question::Fact;
use crate::semantics::path_state::refine::Contradiction;
use crate::semantics::store::{Shape, Source, TermId};

/// What is taken from a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Part {
    /// A component of a tuple, from 1.
    Element(usize),
    /// An unknown value that is always the same; it is part of nothing.
    Constant(OriginId),
    /// What an operator with one operand says of it.
    Of(Operator),
}

impl Turn<'_> {
    /// A part of an unknown value: the one that is known, or the request for one.
    pub(crate) fn part(
        &self,
        expr: &Expr,
        (whole, part): (TermId, Part),
        kinds: Kinds,
        source: Source,
    ) -> Result<TermId, Halt> {
        let remembered = self.facts.iter().find_map(|fact| match fact {
            Fact::Part(of, place, value) if (*of, *place) == (whole, part) => Some(*value),
            _ => None,
        });
        match remembered {
            Some(value) => Ok(value),
            None => {
                self.answer(expr, |site| Request::Make(site, kinds, source, Some((whole, part))))
            }
        }
    }
}

impl Machine<'_> {
    /// Makes a new unknown value, the last word of the path state.
    pub(crate) fn make(
        &mut self,
        path_state: &mut PathState,
        kinds: Kinds,
        source: Source,
        of: Option<(TermId, Part)>,
    ) {
        let value = self.fresh(path_state, kinds, source);
        path_state.words.push(value.0);
        if let Some((whole, part)) = of {
            path_state.facts.push(Fact::Part(whole, part, value));
        }
    }

    /// A part of a value that has become known; `None` as long as it has not.
    pub(crate) fn part_of(
        &mut self,
        whole: TermId,
        part: Part,
    ) -> Result<Option<TermId>, Contradiction> {
        let items = match self.store.shape(whole) {
            Shape::Unknown { .. } | Shape::Empty => return Ok(None),
            &Shape::Wrap(wrap, content) => return self.part_of_wrap(wrap, content, part),
            Shape::Tuple(items) => items.clone(),
            _ => return self.part_of_flat(whole, part),
        };
        match part {
            Part::Element(position) => {
                items.get(position - 1).copied().map(Some).ok_or(Contradiction)
            }
            Part::Of(Operator::TupleSize) => {
                Ok(Some(self.store.intern(Shape::Integer(items.len().into()))))
            }
            Part::Of(Operator::TupleToList) => {
                let nil = self.store.intern(Shape::Nil);
                let cell = |tail, &head| self.store.intern(Shape::Cons(head, tail));
                Ok(Some(items.iter().rev().fold(nil, cell)))
            }
            Part::Of(_) | Part::Constant(_) => Err(Contradiction),
        }
    }

    /// What an operator says of a value without components, as a number.
    fn part_of_flat(&mut self, whole: TermId, part: Part) -> Result<Option<TermId>, Contradiction> {
        let Part::Of(operator) = part else { return Err(Contradiction) };
        let value = self.apply(operator, &[whole]).map_err(|_| Contradiction)?;
        Ok(Some(self.store.intern(value)))
    }

    /// What an operator says of a map, a binary or a fun; `None` as long as that is not known.
    fn part_of_wrap(
        &mut self,
        wrap: Wrap,
        content: TermId,
        part: Part,
    ) -> Result<Option<TermId>, Contradiction> {
        match part {
            Part::Of(Operator::Unwrap(asked)) if asked == wrap => Ok(Some(content)),
            Part::Of(operator) => match self.size_of_wrap(operator, wrap, content) {
                Some(size) => Ok(Some(self.store.intern(Shape::Integer(size)))),
                None => Ok(None),
            },
            Part::Element(_) | Part::Constant(_) => Err(Contradiction),
        }
    }

    /// How large a map or a binary is, if that is known.
    pub(crate) fn size_of_wrap(
        &self,
        operator: Operator,
        wrap: Wrap,
        content: TermId,
    ) -> Option<BigInt> {
        match (operator, wrap, self.store.shape(content)) {
            (Operator::MapSize, Wrap::Map, Shape::Tuple(parts)) => {
                match self.store.shape(*parts.first()?) {
                    Shape::Integer(size) => Some(size.clone()),
                    _ => None,
                }
            }
            (Operator::ByteSize | Operator::WholeBytes, Wrap::Binary, _) => {
                let bytes = self.elements(&[content]).ok()?.ok()?;
                Some(BigInt::from(bytes.len()))
            }
            (Operator::BitSize, Wrap::Binary, _) => {
                let bytes = self.elements(&[content]).ok()?.ok()?;
                Some(BigInt::from(bytes.len()) * 8)
            }
            (operator, Wrap::Bits, _) => self.size_of_bits(operator, content),
            _ => None,
        }
    }

    /// How large a bit string that is no binary is, in the unit of the operator, if that is known.
    fn size_of_bits(&self, operator: Operator, content: TermId) -> Option<BigInt> {
        let (mut count, mut rest) = (0, content);
        while let Shape::Cons(_, tail) = self.store.shape(rest) {
            (count, rest) = (count + 1, *tail);
        }
        let Shape::Integer(over) = self.store.shape(rest) else { return None };
        match operator {
            Operator::ByteSize => Some(BigInt::from(count)),
            Operator::WholeBytes => Some(BigInt::from(count - 1)),
            Operator::BitSize => Some(BigInt::from(count - 1) * 8 + over),
            _ => None,
        }
    }

    /// Makes the terms of each pair the same; false where that cannot be.
    pub(crate) fn identify(
        &mut self,
        path_state: &mut PathState,
        pairs: Vec<(TermId, TermId)>,
    ) -> bool {
        if pairs.is_empty() {
            return true;
        }
        let (left, right): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let left = self.store.intern(Shape::Tuple(left.into()));
        let right = self.store.intern(Shape::Tuple(right.into()));
        match self.unify(path_state.clone(), left, right) {
            Some(unified) => *path_state = unified,
            None => return false,
        }
        true
    }
}
