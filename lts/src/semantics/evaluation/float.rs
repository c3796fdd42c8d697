//! Operators on floating-point numbers.
//!
//! Input: an operator and its operands, which are known. Output: the value, a float or an integer; the atom `badarith` where
//! there is none. Functions of module `math` are those of the platform, as they are in OTP.

use std::cmp::Ordering;

use frontend::Float;
use model::{FloatOp, Math};
use num_bigint::BigInt;

use crate::semantics::store::{Shape, TermId, TermStore};

/// Larger exponents of ten, of either sign, name no float but infinity and zero.
const MAX_SCALE: i64 = 100_000;

/// A number.
#[derive(Clone)]
enum Number {
    Integer(BigInt),
    Float(Float),
}

impl Number {
    /// The float that it is where it meets one.
    fn float(&self) -> Option<f64> {
        match self {
            Self::Integer(value) => Float::from_integer(value).map(Float::value),
            Self::Float(value) => Some(value.value()),
        }
    }
}

impl TermStore {
    /// The value of an operator; `None` where the operands are not what it takes.
    pub(crate) fn apply_float(&self, operator: FloatOp, operands: &[TermId]) -> Option<Shape> {
        let number = |position: usize| self.number(*operands.get(position)?);
        let float = || match number(0)? {
            Number::Float(value) => Some(value),
            Number::Integer(_) => None,
        };
        Some(match operator {
            FloatOp::OfBits => match number(0)? {
                Number::Integer(bits) => Shape::Float(u64::try_from(bits).ok()?),
                Number::Float(_) => return None,
            },
            FloatOp::Bits => Shape::Integer(float()?.bits().into()),
            FloatOp::Add => both(&number(0)?, &number(1)?, |a, b| a + b, |a, b| a + b),
            FloatOp::Sub => both(&number(0)?, &number(1)?, |a, b| a - b, |a, b| a - b),
            FloatOp::Mul => both(&number(0)?, &number(1)?, |a, b| a * b, |a, b| a * b),
            FloatOp::Divide => quotient(&number(0)?, &number(1)?),
            FloatOp::Neg => match number(0)? {
                Number::Integer(value) => Shape::Integer(-value),
                Number::Float(value) => shape(Some(-value.value())),
            },
            FloatOp::OfNumber => shape(number(0)?.float()),
            FloatOp::Trunc => Shape::Integer(float()?.truncated()),
            FloatOp::Round => whole(float()?.value().round()),
            FloatOp::Floor => whole(float()?.value().floor()),
            FloatOp::Ceil => whole(float()?.value().ceil()),
            FloatOp::Text => written(&float()?.to_string()),
            FloatOp::LongText => written(&long_text(float()?)),
            FloatOp::Scaled => {
                let (mantissa, exponent) = self.pair(operands)?;
                scaled(&self.number(mantissa)?, &self.number(exponent)?)?
            }
            FloatOp::KeyLess => {
                let (left, right) = self.pair(operands)?;
                Shape::Integer(u8::from(self.key_less(left, right)).into())
            }
            FloatOp::Math(function) => shape(Some(self.math(function, operands)?)),
        })
    }

    fn number(&self, id: TermId) -> Option<Number> {
        match self.shape(id) {
            Shape::Integer(value) => Some(Number::Integer(value.clone())),
            Shape::Float(bits) => Float::from_bits(*bits).map(Number::Float),
            _ => None,
        }
    }

    /// The components of the pair that is the operand.
    fn pair(&self, operands: &[TermId]) -> Option<(TermId, TermId)> {
        match self.shape(*operands.first()?) {
            Shape::Tuple(items) => match **items {
                [left, right] => Some((left, right)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of a function of module `math`: not finite where it has none.
    fn math(&self, function: Math, operands: &[TermId]) -> Option<f64> {
        if let Math::Atan2 | Math::Fmod | Math::Pow = function {
            let (left, right) = self.pair(operands)?;
            let (left, right) = (self.number(left)?.float(), self.number(right)?.float());
            let value = left.zip(right).map(|(left, right)| match function {
                Math::Atan2 => left.atan2(right),
                Math::Fmod => left % right,
                _ => left.powf(right),
            });
            return Some(value.unwrap_or(f64::NAN));
        }
        let operand = self.number(*operands.first()?)?.float();
        Some(operand.map_or(f64::NAN, |value| one(function, value)))
    }
}

/// The value of a function of one argument.
fn one(function: Math, value: f64) -> f64 {
    match function {
        Math::Acos => value.acos(),
        Math::Acosh => value.acosh(),
        Math::Asin => value.asin(),
        Math::Asinh => value.asinh(),
        Math::Atan => value.atan(),
        Math::Atanh => value.atanh(),
        Math::Ceil => value.ceil(),
        Math::Cos => value.cos(),
        Math::Cosh => value.cosh(),
        Math::Exp => value.exp(),
        Math::Floor => value.floor(),
        Math::Log => value.ln(),
        Math::Log10 => value.log10(),
        Math::Log2 => value.log2(),
        Math::Sin => value.sin(),
        Math::Sinh => value.sinh(),
        Math::Sqrt => value.sqrt(),
        Math::Tan => value.tan(),
        Math::Tanh => value.tanh(),
        Math::Atan2 | Math::Fmod | Math::Pow => f64::NAN,
    }
}

/// A float, or what stands for none.
fn shape(value: Option<f64>) -> Shape {
    match value.and_then(Float::new) {
        Some(value) => Shape::Float(value.bits()),
        None => Shape::Atom("badarith".into()),
    }
}

/// An integer where both operands are, else a float.
fn both(
    left: &Number,
    right: &Number,
    integers: impl Fn(&BigInt, &BigInt) -> BigInt,
    floats: impl Fn(f64, f64) -> f64,
) -> Shape {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => Shape::Integer(integers(left, right)),
        _ => shape(left.float().zip(right.float()).map(|(left, right)| floats(left, right))),
    }
}

fn quotient(left: &Number, right: &Number) -> Shape {
    shape(left.float().zip(right.float()).map(|(left, right)| left / right))
}

/// A float without a fraction as an integer.
fn whole(value: f64) -> Shape {
    Shape::Integer(Float::new(value).unwrap_or_default().truncated())
}

/// A text as the digits of an integer.
fn written(text: &str) -> Shape {
    Shape::Integer(BigInt::from_bytes_be(num_bigint::Sign::Plus, text.as_bytes()))
}

/// Twenty digits behind the point, and an exponent of at least two.
fn long_text(value: Float) -> String {
    let text = format!("{:.20e}", value.value());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// The float that is nearest to `mantissa * 10^exponent`.
fn scaled(mantissa: &Number, exponent: &Number) -> Option<Shape> {
    let (Number::Integer(mantissa), Number::Integer(exponent)) = (mantissa, exponent) else {
        return None;
    };
    let limit = |places: i64| match places.cmp(&0) {
        Ordering::Less => places.max(-MAX_SCALE),
        _ => places.min(MAX_SCALE),
    };
    let exponent = match i64::try_from(exponent) {
        Ok(places) => limit(places),
        Err(_) if *exponent < BigInt::ZERO => -MAX_SCALE,
        Err(_) => MAX_SCALE,
    };
    Some(shape(format!("{mantissa}e{exponent}").parse().ok()))
}
