//! Values of operators in patterns.
//!
//! Input: a pattern with an operator. Output: the same pattern without it, where that has a value:
//! signs, arithmetic on integer constants, and strings in front of a list.

use num_bigint::{BigInt, Sign};

use crate::ast::{BinaryOp, Literal, Pat, PatKind, UnaryOp};
use crate::nesting::MAX_LIST;

/// Largest product in a pattern, in bits.
const MAX_BITS: u64 = 100_000;

impl Pat {
    /// The pattern with its outermost operator evaluated; nothing if there is no value.
    pub fn simplified(&self) -> Option<Self> {
        let kind = match &self.kind {
            PatKind::Unary(op, operand) => unary(*op, operand)?,
            PatKind::Binary(BinaryOp::Append, left, right) => append(left, right)?,
            PatKind::Binary(op, left, right) => {
                let value = constant(*op, &integer(left)?, &integer(right)?)?;
                PatKind::Literal(Literal::Integer(value))
            }
            kind => kind.clone(),
        };
        Some(Self { kind, ..*self })
    }

    /// Whether this is a number, or numbers joined by operators.
    pub(crate) fn is_number(&self) -> bool {
        match &self.kind {
            PatKind::Literal(literal) => {
                matches!(literal, Literal::Integer(_) | Literal::Char(_) | Literal::Float(_))
            }
            PatKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot, _) => true,
            PatKind::Binary(op, ..) => *op != BinaryOp::Append,
            _ => false,
        }
    }
}

/// The value of an integer pattern.
fn integer(pat: &Pat) -> Option<BigInt> {
    match &pat.simplified()?.kind {
        PatKind::Literal(Literal::Integer(value)) => Some(value.clone()),
        PatKind::Literal(Literal::Char(value)) => Some(BigInt::from(*value)),
        _ => None,
    }
}

/// `Op N`
fn unary(op: UnaryOp, operand: &Pat) -> Option<PatKind> {
    let operand = operand.simplified()?.kind;
    let literal = match (op, operand) {
        (UnaryOp::Plus, PatKind::Literal(literal)) => literal,
        (UnaryOp::Minus, PatKind::Literal(Literal::Float(text))) => {
            Literal::Float(match text.strip_prefix('-') {
                Some(positive) => positive.to_owned(),
                None => format!("-{text}"),
            })
        }
        (op, PatKind::Literal(Literal::Integer(value))) => Literal::Integer(signed(op, value)?),
        (op, PatKind::Literal(Literal::Char(value))) => {
            Literal::Integer(signed(op, BigInt::from(value))?)
        }
        _ => return None,
    };
    Some(PatKind::Literal(literal))
}

/// `-N` and `bnot N`
fn signed(op: UnaryOp, value: BigInt) -> Option<BigInt> {
    match op {
        UnaryOp::Minus => Some(-value),
        UnaryOp::BitNot => Some(-value - 1),
        UnaryOp::Plus | UnaryOp::Not | UnaryOp::Catch => None,
    }
}

/// `"prefix" ++ P`
fn append(left: &Pat, right: &Pat) -> Option<PatKind> {
    let PatKind::Literal(Literal::String(prefix)) = &left.kind else {
        return None;
    };
    if prefix.chars().count() > MAX_LIST {
        return None;
    }
    let list = prefix.chars().rev().fold(right.clone(), |tail, c| {
        let value = Literal::Integer(BigInt::from(u32::from(c)));
        let head = Pat { kind: PatKind::Literal(value), ..*left };
        let span = left.span.to(right.span);
        Pat { kind: PatKind::Cons(Box::new(head), Box::new(tail)), span, at: left.at }
    });
    Some(list.kind)
}

/// The value of an operation on integers, if it is an integer of reasonable size.
fn constant(op: BinaryOp, a: &BigInt, b: &BigInt) -> Option<BigInt> {
    let divisible = b.sign() != Sign::NoSign;
    let shift = || usize::try_from(b).ok().filter(|&by| by <= 1024);
    match op {
        BinaryOp::Add => Some(a + b),
        BinaryOp::Sub => Some(a - b),
        BinaryOp::Mul if a.bits() + b.bits() < MAX_BITS => Some(a * b),
        BinaryOp::IntDiv if divisible => Some(a / b),
        BinaryOp::Rem if divisible => Some(a % b),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::ShiftLeft => shift().map(|by| a << by),
        BinaryOp::ShiftRight => shift().map(|by| a >> by),
        _ => None,
    }
}
