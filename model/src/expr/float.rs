//! What a model does with floating-point numbers; explored, never printed.
//!
//! A float is a constant around its bits (IEEE 754), an integer.

use frontend::Float;
use num_bigint::BigInt;

use crate::{Expr, Operator};

/// An operator that takes or gives floats. Where a result would be too large for a float, or is no number, it is the atom
/// `badarith`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatOp {
    /// The float with these bits.
    OfBits,
    /// Its bits.
    Bits,
    /// Sum of two numbers, an integer if both are.
    Add,
    /// Difference of two numbers.
    Sub,
    /// Product of two numbers.
    Mul,
    /// Quotient of two numbers, a float.
    Divide,
    /// A number with the opposite sign.
    Neg,
    /// The float that is nearest to a number.
    OfNumber,
    /// The integer towards zero.
    Trunc,
    /// The nearest integer, away from zero where two are.
    Round,
    /// The next integer that is not larger.
    Floor,
    /// The next integer that is not smaller.
    Ceil,
    /// The shortest text of a float: an integer whose digits, to base 256, are the characters.
    Text,
    /// The text with twenty digits behind the point and an exponent.
    LongText,
    /// Of `{M, E}`: the float that is nearest to `M * 10^E`.
    Scaled,
    /// Of `{A, B}`: 1 if A comes before B among the keys of a map, where integers come before floats; else 0.
    KeyLess,
    /// A function of module `math`.
    Math(Math),
}

/// Functions of module `math`; of two arguments where the operand is a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "they have the names that they have there")]
pub enum Math {
    Acos,
    Acosh,
    Asin,
    Asinh,
    Atan,
    Atan2,
    Atanh,
    Ceil,
    Cos,
    Cosh,
    Exp,
    Floor,
    Fmod,
    Log,
    Log10,
    Log2,
    Pow,
    Sin,
    Sinh,
    Sqrt,
    Tan,
    Tanh,
}

impl Math {
    /// All of them, with their names.
    const ALL: [(&str, Self); 22] = [
        ("acos", Self::Acos),
        ("acosh", Self::Acosh),
        ("asin", Self::Asin),
        ("asinh", Self::Asinh),
        ("atan", Self::Atan),
        ("atan2", Self::Atan2),
        ("atanh", Self::Atanh),
        ("ceil", Self::Ceil),
        ("cos", Self::Cos),
        ("cosh", Self::Cosh),
        ("exp", Self::Exp),
        ("floor", Self::Floor),
        ("fmod", Self::Fmod),
        ("log", Self::Log),
        ("log10", Self::Log10),
        ("log2", Self::Log2),
        ("pow", Self::Pow),
        ("sin", Self::Sin),
        ("sinh", Self::Sinh),
        ("sqrt", Self::Sqrt),
        ("tan", Self::Tan),
        ("tanh", Self::Tanh),
    ];

    /// The function with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(listed, _)| *listed == name).map(|(_, function)| *function)
    }
}

impl FloatOp {
    /// The value of this operator on operands.
    pub fn of(self, operands: Vec<Expr>) -> Expr {
        Expr::Apply(Operator::Float(self), operands)
    }

    /// Whether it may tell a zero with a sign from one without.
    pub fn tells_signs(self) -> bool {
        matches!(self, Self::Bits | Self::Text | Self::LongText | Self::Math(_))
    }

    /// Whether it makes floats of what is none.
    pub fn makes_floats(self) -> bool {
        matches!(self, Self::OfBits | Self::OfNumber | Self::Divide | Self::Scaled | Self::Math(_))
    }
}

impl Expr {
    /// A float.
    pub fn float(value: Float) -> Self {
        FloatOp::OfBits.of(vec![Self::Integer(BigInt::from(value.bits()))])
    }

    /// The float that this is, if it is a constant.
    pub fn as_float(&self) -> Option<Float> {
        match self {
            Self::Apply(Operator::Float(FloatOp::OfBits), operands) => match &operands[..] {
                [Self::Integer(bits)] => u64::try_from(bits).ok().and_then(Float::from_bits),
                _ => None,
            },
            _ => None,
        }
    }
}
