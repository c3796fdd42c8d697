//! How a muCRL specification writes natural numbers: as successors of 0, or in binary notation where that would be too long.
//!
//! Input: a model. Output: which of the two; the normal form of a number in it, as the text computes it and as labels show
//! it. 6 is `s(s(s(s(s(s(0))))))`, or `b0(b1(b1(0)))`, the lowest bit first. Which one it is depends on the numbers that
//! the model mentions and on products of two of them, not on what it computes of these; mCRL2 has numbers of its own.

use std::collections::BTreeSet;

use num_bigint::{BigInt, BigUint, Sign};

use crate::expr::walk::{for_each_cond, for_each_expr};
use crate::{Cond, Expr, FloatOp, Kind, MAX_TIMEOUT, Model, Operator};

/// The largest number that a specification in unary notation mentions.
const LARGEST: u32 = 1000;

/// The largest number that is written in unary notation in a label: specifications name smaller ones and compute larger ones.
const MAX_SHOWN: usize = 10_000;

/// The constructor of `2 * N`, for `N` above 0, and that of `2 * N + 1`.
pub const BITS: [&str; 2] = ["b0", "b1"];

/// A way to write natural numbers in muCRL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numerals {
    /// As successors of 0.
    Unary,
    /// As bits, the lowest one outermost, without zeros in front: each number in one way.
    Binary,
}

impl Numerals {
    /// The way in which a model is written: in unary notation unless it mentions a number above 1,000, or multiplies numbers
    /// that it mentions to one above 10,000, such as seconds to milliseconds.
    pub fn of(model: &Model) -> Self {
        let limit = BigUint::from(LARGEST);
        let mentioned = Self::Unary.mentioned(model);
        let largest = mentioned.iter().map(BigInt::magnitude).max().cloned().unwrap_or_default();
        let is_bearable =
            largest <= limit && largest_product(model, &largest) <= BigUint::from(MAX_SHOWN);
        if is_bearable { Self::Unary } else { Self::Binary }
    }

    /// The integers that the text of a model has, sizes and positions too.
    pub fn mentioned(self, model: &Model) -> BTreeSet<BigInt> {
        let mut all = BTreeSet::new();
        // The same limit elsewhere is a number as others are.
        let (mut n_left_out, mut compares) = (0, false);
        for_each_cond(model, &mut |cond| match cond {
            Cond::Less(limit, _) => {
                n_left_out += u32::from(self.needs_none(limit));
                compares = true;
            }
            Cond::Equal(..) => compares = true,
            Cond::Is(Kind::TupleOf(size), _) => {
                all.insert(BigInt::from(*size));
            }
            _ => {}
        });
        // An operand is visited behind what it belongs to; the bits of a float are no number.
        let mut is_of_float = false;
        for_each_expr(model, &mut |expr| match expr {
            _ if std::mem::replace(&mut is_of_float, false) => {}
            Expr::Integer(_) if n_left_out > 0 && self.needs_none(expr) => n_left_out -= 1,
            Expr::Integer(value) => {
                all.insert(value.clone());
            }
            Expr::Element(position, _) => {
                all.insert(BigInt::from(*position));
            }
            Expr::Apply(Operator::Float(FloatOp::OfBits), _) => {
                is_of_float = true;
                // Integers are compared with those next to a float.
                let float = expr.as_float().filter(|_| compares);
                all.extend(float.into_iter().flat_map(|float| [float.floor(), float.ceiling()]));
            }
            _ => {}
        });
        all
    }

    /// Whether a comparison with a limit needs no numeral: in unary notation nothing exceeds the longest time, as each unit
    /// takes at least a byte, and what explores a specification has no more of them.
    pub fn needs_none(self, limit: &Expr) -> bool {
        self == Self::Unary
            && matches!(limit, Expr::Integer(limit) if *limit == BigInt::from(MAX_TIMEOUT))
    }

    /// The normal form of a number; in decimal digits where that is too long to be read by anything.
    pub fn normal_form(self, number: &BigUint) -> String {
        match self {
            Self::Binary => {
                let bits: Vec<bool> = (0..number.bits()).map(|at| number.bit(at)).collect();
                let opened = bits.iter().map(|bit| BITS[usize::from(*bit)]).collect::<Vec<_>>();
                match opened.join("(").as_str() {
                    "" => "0".to_owned(),
                    opened => format!("{opened}(0{}", ")".repeat(bits.len())),
                }
            }
            Self::Unary => match usize::try_from(number).ok().filter(|&count| count <= MAX_SHOWN) {
                Some(count) => format!("{}0{}", "s(".repeat(count), ")".repeat(count)),
                None => number.to_string(),
            },
        }
    }
}

/// The largest product that a model may come to at once, where a factor that it computes is at most `largest`.
fn largest_product(model: &Model, largest: &BigUint) -> BigUint {
    let factor = |expr: &Expr| match expr {
        Expr::Integer(value) => value.magnitude().clone(),
        _ => largest.clone(),
    };
    let mut product = BigUint::default();
    for_each_expr(model, &mut |expr| {
        if let Expr::Apply(Operator::Mul, factors) = expr {
            let found = factors.iter().map(factor).product();
            if found > product {
                product = found;
            }
        }
    });
    product
}

/// The natural number that stands for an integer: for `-N-1` it is `N`.
pub fn natural(value: &BigInt) -> BigUint {
    match value.sign() {
        Sign::Minus => (-value - 1_u32).magnitude().clone(),
        _ => value.magnitude().clone(),
    }
}
