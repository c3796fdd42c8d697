//! Terms as the conditions of `-if` compute with them.
//!
//! Input: constants, operators and the functions that guards may call. Output: a term, or nothing
//! where Erlang has no value either, or where it would be out of proportion. Knows no maps, no
//! binaries, and no lists with another tail than `[]`.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

use crate::ast::name::Name;
use crate::ast::{BinaryOp, Literal, UnaryOp};

/// Largest integer, in bits.
const MAX_BITS: u64 = 100_000;

/// A term.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Integer(BigInt),
    Float(f64),
    Atom(Name),
    Tuple(Vec<Term>),
    List(Vec<Term>),
}

use Term as T;

impl Term {
    /// A constant.
    pub(super) fn of(literal: &Literal) -> Option<Self> {
        Some(match literal {
            Literal::Atom(name) => T::Atom(name.clone()),
            Literal::Integer(value) => T::Integer(value.clone()),
            Literal::Char(value) => T::Integer(BigInt::from(*value)),
            Literal::Float(text) => T::Float(text.parse().ok()?),
            Literal::String(text) => {
                T::List(text.chars().map(|c| T::Integer(BigInt::from(u32::from(c)))).collect())
            }
        })
    }

    /// A list with these items in front.
    pub(super) fn with_front(self, mut items: Vec<Self>) -> Option<Self> {
        let T::List(rest) = self else {
            return None;
        };
        items.extend(rest);
        Some(T::List(items))
    }

    fn boolean(value: bool) -> Self {
        T::Atom(Name::from(if value { "true" } else { "false" }))
    }

    /// A boolean as Rust's.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            T::Atom(name) if name.as_str() == "true" => Some(true),
            T::Atom(name) if name.as_str() == "false" => Some(false),
            _ => None,
        }
    }

    /// The number as Erlang takes it for arithmetic.
    fn float(&self) -> Option<f64> {
        match self {
            T::Float(value) => Some(*value),
            // More digits than a float holds do no harm here.
            T::Integer(value) => value.to_string().parse().ok(),
            _ => None,
        }
    }

    /// `Op A`
    pub(super) fn unary(&self, op: UnaryOp) -> Option<Self> {
        Some(match (op, self) {
            (UnaryOp::Not, operand) => Self::boolean(!operand.truth()?),
            (UnaryOp::Plus, T::Integer(_) | T::Float(_)) => self.clone(),
            (UnaryOp::Minus, T::Integer(value)) => T::Integer(-value),
            (UnaryOp::Minus, T::Float(value)) => T::Float(-value),
            (UnaryOp::BitNot, T::Integer(value)) => T::Integer(-value - 1),
            _ => return None,
        })
    }

    /// `A Op B`
    pub(super) fn binary(&self, op: BinaryOp, other: &Self) -> Option<Self> {
        use BinaryOp as B;
        let order = || self.order(other);
        Some(Self::boolean(match op {
            B::And => self.truth()? & other.truth()?,
            B::Or => self.truth()? | other.truth()?,
            B::Xor => self.truth()? ^ other.truth()?,
            B::Equal => order().is_eq(),
            B::NotEqual => order().is_ne(),
            B::ExactEqual => self.is_exactly(other),
            B::ExactNotEqual => !self.is_exactly(other),
            B::Less => order().is_lt(),
            B::LessEqual => order().is_le(),
            B::Greater => order().is_gt(),
            B::GreaterEqual => order().is_ge(),
            _ => return self.arithmetic(op, other),
        }))
    }

    fn arithmetic(&self, op: BinaryOp, other: &Self) -> Option<Self> {
        use BinaryOp as B;
        match (self, other) {
            (T::Integer(a), T::Integer(b)) if op != B::Div => integer(op, a, b).map(T::Integer),
            _ => {
                let (a, b) = (self.float()?, other.float()?);
                let value = match op {
                    B::Add => a + b,
                    B::Sub => a - b,
                    B::Mul => a * b,
                    B::Div if b != 0.0 => a / b,
                    _ => return None,
                };
                value.is_finite().then_some(T::Float(value))
            }
        }
    }

    /// `=:=`
    fn is_exactly(&self, other: &Self) -> bool {
        match (self, other) {
            (T::Tuple(a), T::Tuple(b)) | (T::List(a), T::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_exactly(b))
            }
            (T::Integer(_), T::Float(_)) | (T::Float(_), T::Integer(_)) => false,
            _ => self.order(other).is_eq(),
        }
    }

    /// The order of Erlang's terms.
    fn order(&self, other: &Self) -> Ordering {
        let all = |a: &[Self], b: &[Self]| {
            let unequal = a.iter().zip(b).map(|(a, b)| a.order(b)).find(|order| order.is_ne());
            unequal.unwrap_or_else(|| a.len().cmp(&b.len()))
        };
        match (self, other) {
            (T::Integer(a), T::Integer(b)) => a.cmp(b),
            (T::Atom(a), T::Atom(b)) => a.cmp(b),
            (T::Tuple(a), T::Tuple(b)) => a.len().cmp(&b.len()).then_with(|| all(a, b)),
            (T::List(a), T::List(b)) => all(a, b),
            _ => self.rank().cmp(&other.rank()).then_with(|| {
                let (a, b) = (self.float(), other.float());
                a.partial_cmp(&b).unwrap_or(Ordering::Equal)
            }),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            T::Integer(_) | T::Float(_) => 0,
            T::Atom(_) => 1,
            T::Tuple(_) => 2,
            T::List(_) => 3,
        }
    }

    /// A function that guards may call.
    pub(super) fn call(name: &str, args: &[Self]) -> Option<Self> {
        match args {
            [arg] => arg.test(name).map(Self::boolean).or_else(|| arg.part(name)),
            [T::Integer(at), T::Tuple(items)] if name == "element" => {
                let at = usize::try_from(at).ok()?.checked_sub(1)?;
                items.get(at).cloned()
            }
            _ => None,
        }
    }

    /// Tests of types.
    fn test(&self, name: &str) -> Option<bool> {
        Some(match name {
            "is_integer" => matches!(self, T::Integer(_)),
            "is_float" => matches!(self, T::Float(_)),
            "is_number" => matches!(self, T::Integer(_) | T::Float(_)),
            "is_atom" => matches!(self, T::Atom(_)),
            "is_boolean" => self.truth().is_some(),
            "is_tuple" => matches!(self, T::Tuple(_)),
            "is_list" => matches!(self, T::List(_)),
            "is_binary" | "is_bitstring" | "is_map" | "is_pid" | "is_port" | "is_reference"
            | "is_function" => false,
            _ => return None,
        })
    }

    /// Parts and sizes of terms, roundings of numbers.
    fn part(&self, name: &str) -> Option<Self> {
        let count = |items: &[Self]| T::Integer(BigInt::from(items.len()));
        Some(match (name, self) {
            ("length", T::List(items)) | ("tuple_size" | "size", T::Tuple(items)) => count(items),
            ("hd", T::List(items)) => items.first()?.clone(),
            ("tl", T::List(items)) => T::List(items.get(1..)?.to_vec()),
            ("abs", T::Integer(value)) if value.sign() == Sign::Minus => T::Integer(-value),
            ("abs" | "round" | "trunc" | "floor" | "ceil", T::Integer(_)) => self.clone(),
            ("abs", T::Float(value)) => T::Float(value.abs()),
            ("float", number) => T::Float(number.float().filter(|value| value.is_finite())?),
            ("round", T::Float(value)) => whole(value.round())?,
            ("trunc", T::Float(value)) => whole(value.trunc())?,
            ("floor", T::Float(value)) => whole(value.floor())?,
            ("ceil", T::Float(value)) => whole(value.ceil())?,
            _ => return None,
        })
    }
}

/// A float without fraction as an integer.
fn whole(value: f64) -> Option<Term> {
    format!("{value:.0}").parse().ok().map(T::Integer)
}

/// Arithmetic on integers.
fn integer(op: BinaryOp, a: &BigInt, b: &BigInt) -> Option<BigInt> {
    use BinaryOp as B;
    // A shift to the left by so much that the result has this many bits, or to the right.
    let shifted = |by: BigInt| match i64::try_from(by) {
        Ok(by @ 0..) if by.unsigned_abs().saturating_add(a.bits()) < MAX_BITS => Some(a << by),
        Ok(by @ ..0) => Some(a >> by.unsigned_abs().min(MAX_BITS)),
        _ => None,
    };
    match op {
        B::Add => Some(a + b),
        B::Sub => Some(a - b),
        B::Mul if a.bits() + b.bits() < MAX_BITS => Some(a * b),
        B::IntDiv => a.checked_div(b),
        B::Rem => a.checked_div(b).map(|quotient| a - quotient * b),
        B::BitAnd => Some(a & b),
        B::BitOr => Some(a | b),
        B::BitXor => Some(a ^ b),
        B::ShiftLeft => shifted(b.clone()),
        B::ShiftRight => shifted(-b),
        _ => None,
    }
}
