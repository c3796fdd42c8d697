//! Native operators on terms.
//!
//! Input: an operator and its operands. Output: the value, or what is known of it where an operand is unknown.

use frontend::Float;
use model::{FloatOp, Guess, Kind, Operator, Wrap};
use num_bigint::{BigInt, Sign};

use super::eval::Halt;
use super::kinds::Kinds;
use crate::semantics::store::{Shape, Source, TermId};
use crate::semantics::{Machine, StepError};

/// Added to the largest float it gives that float again: less than half of what its last bit stands for.
const LARGEST_ADDED: f64 = 1.0e291;

impl Machine<'_> {
    /// The value of an operator on known operands.
    pub(crate) fn apply(
        &self,
        operator: Operator,
        operands: &[TermId],
    ) -> Result<Shape, StepError> {
        let shape = |position: usize| operands.get(position).map(|&id| self.store.shape(id));
        let number = |position: usize| match shape(position) {
            Some(Shape::Integer(value)) => Ok(value),
            _ => Err(StepError::Stuck),
        };
        let identity = |make: fn(BigInt) -> Shape| match number(0)? {
            number if number.sign() == Sign::Minus => Err(StepError::Stuck),
            number => Ok(make(number.clone())),
        };
        Ok(Shape::Integer(match operator {
            Operator::Reference => return identity(Shape::Reference),
            Operator::Pid => return identity(Shape::Pid),
            Operator::FreshReference => {
                let operand = operands.first().ok_or(StepError::Stuck)?;
                let number = self.store.fresh_reference(*operand).ok_or(StepError::Stuck)?;
                return Ok(Shape::Reference(number));
            }
            Operator::FreshPid => {
                let operand = operands.first().ok_or(StepError::Stuck)?;
                let number = self.store.fresh_pid(*operand).ok_or(StepError::Stuck)?;
                return Ok(Shape::Pid(number));
            }
            Operator::Add => number(0)? + number(1)?,
            Operator::Sub => number(0)? - number(1)?,
            Operator::Mul => number(0)? * number(1)?,
            Operator::Div => number(0)?.checked_div(number(1)?).ok_or(StepError::Stuck)?,
            Operator::Rem if *number(1)? == BigInt::ZERO => return Err(StepError::Stuck),
            Operator::Rem => number(0)? % number(1)?,
            Operator::Neg => -number(0)?.clone(),
            Operator::Wrap(wrap) => {
                return operands.first().map(|&id| Shape::Wrap(wrap, id)).ok_or(StepError::Stuck);
            }
            Operator::Unwrap(wrap) => match shape(0) {
                Some(Shape::Wrap(other, content)) if *other == wrap => {
                    return Ok(self.store.shape(*content).clone());
                }
                _ => return Err(StepError::Stuck),
            },
            Operator::Unordered => return Err(StepError::Unordered),
            Operator::ByteSize | Operator::WholeBytes | Operator::BitSize | Operator::MapSize => {
                match shape(0) {
                    Some(&Shape::Wrap(wrap, content)) => {
                        self.size_of_wrap(operator, wrap, content).ok_or(StepError::Stuck)?
                    }
                    _ => return Err(StepError::Stuck),
                }
            }
            Operator::Guess(_) | Operator::TupleToList | Operator::ListToTuple => {
                return Err(StepError::Stuck);
            }
            Operator::Float(operator) => {
                return self.store.apply_float(operator, operands).ok_or(StepError::Stuck);
            }
            Operator::TupleSize => match shape(0) {
                Some(Shape::Tuple(items)) => BigInt::from(items.len()),
                _ => return Err(StepError::Stuck),
            },
        }))
    }

    /// Kinds and source of the result of an operator where an operand is unknown; `None` where all
    /// are known.
    pub(crate) fn unknown_result(
        &self,
        operator: Operator,
        operands: &[TermId],
    ) -> Result<Option<(Kinds, Source)>, Halt> {
        if self.is_exact {
            return Ok(None);
        }
        let source = operands.iter().find_map(|&id| match self.store.shape(id) {
            Shape::Unknown { source, .. } => Some(*source),
            &Shape::Wrap(wrap, content) => self.source_of_size(operator, wrap, content),
            _ => None,
        });
        let Some(source) = source else { return Ok(None) };
        let (accepted, result) = match operator {
            Operator::Add | Operator::Sub | Operator::Mul | Operator::Neg => (Kind::Number, None),
            Operator::Div | Operator::Rem => (Kind::Integer, Some(Kinds::INTEGER)),
            Operator::TupleSize => (Kind::Tuple, Some(Kinds::INTEGER)),
            Operator::Reference => (Kind::Integer, Some(Kinds::REFERENCE)),
            Operator::Pid => (Kind::Integer, Some(Kinds::PID)),
            Operator::ByteSize | Operator::WholeBytes | Operator::BitSize => {
                (Kind::BitString, Some(Kinds::INTEGER))
            }
            Operator::MapSize => (Kind::Map, Some(Kinds::INTEGER)),
            Operator::Unwrap(wrap) => (wrap.kind(), Some(content_kinds(wrap))),
            Operator::Float(operator) => match float_kinds(operator) {
                Some(kinds) => kinds,
                None => return Ok(None),
            },
            Operator::Wrap(_)
            | Operator::Unordered
            | Operator::Guess(_)
            | Operator::TupleToList
            | Operator::ListToTuple
            | Operator::FreshReference
            | Operator::FreshPid => return Ok(None),
        };
        let is_unfit = |id: &&TermId| {
            !Kinds::of_shape(self.store.shape(**id)).is_within(Kinds::of_test(accepted))
        };
        if let Some(&unfit) = operands.iter().find(is_unfit) {
            return Err(self.unfit(accepted, unfit));
        }
        let kinds = |&id: &TermId| Kinds::of_shape(self.store.shape(id));
        let first = operands.first().map_or(Kinds::NUMBER, kinds);
        let second = operands.get(1).map_or(first, kinds);
        let mut kinds = result.unwrap_or_else(|| Kinds::arithmetic(first, second));
        if self.may_overflow(operator, operands) {
            // What stands for no number.
            kinds = kinds.or(Kinds::ATOM);
        }
        Ok(Some((kinds, self.computed(source))))
    }

    /// Whether a result may be too large for a float, where an operand is unknown.
    fn may_overflow(&self, operator: Operator, operands: &[TermId]) -> bool {
        let may_be = |id: TermId, kind: Kinds| {
            Kinds::of_shape(self.store.shape(id)).and(kind) != Kinds::NONE
        };
        match (operator, operands) {
            (Operator::Float(FloatOp::OfNumber), &[operand]) => may_be(operand, Kinds::INTEGER),
            (
                Operator::Add
                | Operator::Sub
                | Operator::Mul
                | Operator::Float(FloatOp::Add | FloatOp::Sub | FloatOp::Mul),
                &[left, right],
            ) => {
                let multiplies = matches!(operator, Operator::Mul | Operator::Float(FloatOp::Mul));
                // What meets a float is made one, however large it is.
                let is_harmless = |number: TermId, other: TermId| match self.store.shape(number) {
                    Shape::Integer(value) => !is_risky(multiplies, Float::from_integer(value)),
                    Shape::Float(bits) => {
                        !may_be(other, Kinds::INTEGER)
                            && !is_risky(multiplies, Float::from_bits(*bits))
                    }
                    _ => false,
                };
                (may_be(left, Kinds::FLOAT) || may_be(right, Kinds::FLOAT))
                    && !is_harmless(left, right)
                    && !is_harmless(right, left)
            }
            _ => false,
        }
    }

    /// Where it comes from that the size of a map or a binary is not known; `None` if it is.
    fn source_of_size(&self, operator: Operator, wrap: Wrap, content: TermId) -> Option<Source> {
        let asks = matches!(
            operator,
            Operator::ByteSize | Operator::WholeBytes | Operator::BitSize | Operator::MapSize
        );
        if !asks || self.size_of_wrap(operator, wrap, content).is_some() {
            return None;
        }
        Some(self.source_in(content))
    }

    /// Where the first unknown value in a term comes from.
    pub(crate) fn source_in(&self, term: TermId) -> Source {
        let leaves = self.store.leaves(term);
        let source = leaves.first().map(|&leaf| match self.store.shape(leaf) {
            Shape::Unknown { source, .. } => *source,
            _ => Source::Cut,
        });
        source.unwrap_or(Source::Cut)
    }
}

/// Whether there is a float that is too large once it is multiplied by a number, or this is added.
fn is_risky(multiplies: bool, number: Option<Float>) -> bool {
    let limit = if multiplies { 1.0 } else { LARGEST_ADDED };
    number.is_none_or(|number| number.value().abs() > limit)
}

/// What a map, a binary or a fun holds.
fn content_kinds(wrap: Wrap) -> Kinds {
    match wrap {
        Wrap::Map | Wrap::Fun => Kinds::TUPLE,
        Wrap::Binary | Wrap::Bits => Kinds::LIST,
    }
}

/// What an operator on floats takes, and what it gives if that is not told by what it gets; none where it is asked of known
/// values only.
fn float_kinds(operator: FloatOp) -> Option<(Kind, Option<Kinds>)> {
    let or_badarith = Kinds::FLOAT.or(Kinds::ATOM);
    Some(match operator {
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Neg => (Kind::Number, None),
        FloatOp::Divide => (Kind::Number, Some(or_badarith)),
        FloatOp::OfNumber => (Kind::Number, Some(Kinds::FLOAT)),
        FloatOp::Trunc | FloatOp::Round | FloatOp::Floor | FloatOp::Ceil => {
            (Kind::Float, Some(Kinds::INTEGER))
        }
        FloatOp::OfBits
        | FloatOp::Bits
        | FloatOp::Text
        | FloatOp::LongText
        | FloatOp::Scaled
        | FloatOp::KeyLess
        | FloatOp::Math(_) => return None,
    })
}

/// What is made up.
pub(crate) fn guessed_kinds(guess: Guess) -> Kinds {
    match guess {
        Guess::Any => Kinds::ALL,
        Guess::Integer => Kinds::INTEGER,
        Guess::Float => Kinds::FLOAT,
        Guess::List => Kinds::LIST,
        Guess::Map => Kinds::MAP,
        Guess::Binary => Kinds::BINARY,
        Guess::BitString => Kinds::BIT_STRING,
        Guess::Reference => Kinds::REFERENCE,
    }
}
