//! Expressions to patterns, and the algebra of patterns.
//!
//! Input: the expression on the left of a `=`, where the grammar cannot know yet that a pattern
//! stands there, or the parts of a pattern. Output: a pattern, or why there is none. The only place
//! that refuses patterns.

use num_bigint::{BigInt, Sign};

use crate::ast::{BinaryOp, Expr, ExprKind, Literal, Pat, PatKind, UnaryOp};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::nesting::MAX_LIST;
use crate::source::Span;
use crate::unsupported;

/// Largest product in a pattern, in bits.
const MAX_BITS: u64 = 100_000;

/// Why there is no pattern.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NoPat {
    /// No Erlang pattern looks like this.
    Illegal(Span),
    /// A pattern that has no node yet; the text names it.
    Unsupported(&'static str, Span),
}

/// A pattern as the grammar builds it.
pub(crate) type PatResult = Result<Pat, NoPat>;

/// The message about an illegal pattern.
pub(crate) fn illegal(span: Span) -> Box<Diagnostic> {
    let help = "a pattern is made of variables, constants, tuples and lists; to compare with a \
                computed value, use `=:=`";
    Box::new(Diagnostic::error(codes::ILLEGAL_PATTERN, "illegal pattern", span).with_help(help))
}

/// Reads an expression as a pattern.
pub(crate) fn pattern(expr: Expr) -> PatResult {
    let span = expr.span;
    let kind = match expr.kind {
        ExprKind::Var(name) if name.as_str() == "_" => PatKind::Wildcard,
        ExprKind::Var(name) => PatKind::Var(name),
        ExprKind::Literal(literal) => PatKind::Literal(literal),
        ExprKind::Nil => PatKind::Nil,
        ExprKind::Cons(head, tail) => {
            PatKind::Cons(Box::new(pattern(*head)?), Box::new(pattern(*tail)?))
        }
        ExprKind::Tuple(items) => {
            PatKind::Tuple(items.into_iter().map(pattern).collect::<Result<_, _>>()?)
        }
        ExprKind::Match(left, right) => PatKind::Alias(left, Box::new(pattern(*right)?)),
        ExprKind::Unary(op, operand) => return unary(op, pattern(*operand), span),
        ExprKind::Binary(op, left, right) => {
            return binary(op, pattern(*left), pattern(*right), span);
        }
        ExprKind::Unsupported(what) => return Err(unsupported_or_illegal(what, span)),
        ExprKind::Call(..) | ExprKind::Case(..) | ExprKind::If(_) | ExprKind::Block(_) => {
            return Err(NoPat::Illegal(span));
        }
    };
    Ok(Pat { kind, span })
}

/// Some constructs may stand in patterns, others never.
fn unsupported_or_illegal(what: &'static str, span: Span) -> NoPat {
    let name = match what {
        unsupported::MAP => unsupported::MAP_PATTERN,
        unsupported::RECORD => unsupported::RECORD_PATTERN,
        unsupported::BINARY => unsupported::BINARY_PATTERN,
        unsupported::LONG_LIST => unsupported::LONG_LIST_PATTERN,
        unsupported::MAP_PATTERN
        | unsupported::RECORD_PATTERN
        | unsupported::BINARY_PATTERN
        | unsupported::LONG_LIST_PATTERN => what,
        _ => return NoPat::Illegal(span),
    };
    NoPat::Unsupported(name, span)
}

/// `P1 = P2`
pub(crate) fn alias(left: PatResult, right: PatResult) -> PatResult {
    let (left, right) = (left?, right?);
    let span = left.span.to(right.span);
    Ok(Pat { kind: PatKind::Alias(Box::new(left), Box::new(right)), span })
}

/// `{P1, P2, ..}`
pub(crate) fn tuple(items: Vec<PatResult>, span: Span) -> PatResult {
    let items = items.into_iter().collect::<Result<_, _>>()?;
    Ok(Pat { kind: PatKind::Tuple(items), span })
}

/// `[P1, P2, .. | Tail]`
pub(crate) fn list(items: Vec<PatResult>, tail: Option<PatResult>, span: Span) -> PatResult {
    let items: Vec<Pat> = items.into_iter().collect::<Result<_, _>>()?;
    if items.len() > MAX_LIST {
        return Err(NoPat::Unsupported(unsupported::LONG_LIST_PATTERN, span));
    }
    let nil = || Ok(Pat { kind: PatKind::Nil, span: Span { start: span.end.max(1) - 1, ..span } });
    let tail = tail.unwrap_or_else(nil)?;
    let mut list = items.into_iter().rev().fold(tail, |tail, head| {
        let span = head.span.to(tail.span);
        Pat { kind: PatKind::Cons(Box::new(head), Box::new(tail)), span }
    });
    list.span = span;
    Ok(list)
}

/// `Op P`: signs of numbers, `bnot` of integers.
pub(crate) fn unary(op: UnaryOp, operand: PatResult, span: Span) -> PatResult {
    let literal = match (op, operand?.kind) {
        (UnaryOp::Plus, PatKind::Literal(Literal::Integer(value))) => Literal::Integer(value),
        (UnaryOp::Minus, PatKind::Literal(Literal::Integer(value))) => Literal::Integer(-value),
        (UnaryOp::BitNot, PatKind::Literal(Literal::Integer(value))) => {
            Literal::Integer(-value - 1)
        }
        (UnaryOp::Plus, PatKind::Literal(Literal::Float(text))) => Literal::Float(text),
        (UnaryOp::Minus, PatKind::Literal(Literal::Float(text))) => {
            Literal::Float(match text.strip_prefix('-') {
                Some(positive) => positive.to_owned(),
                None => format!("-{text}"),
            })
        }
        _ => return Err(NoPat::Illegal(span)),
    };
    Ok(Pat { kind: PatKind::Literal(literal), span })
}

/// `P1 Op P2`: arithmetic on integer constants, and `"prefix" ++ P`.
pub(crate) fn binary(op: BinaryOp, left: PatResult, right: PatResult, span: Span) -> PatResult {
    let (left, right) = (left?, right?);
    match (left.kind, right.kind) {
        (PatKind::Literal(Literal::Integer(a)), PatKind::Literal(Literal::Integer(b))) => {
            let value = constant(op, &a, &b).ok_or(NoPat::Illegal(span))?;
            Ok(Pat { kind: PatKind::Literal(Literal::Integer(value)), span })
        }
        (PatKind::Literal(Literal::String(prefix)), kind) if op == BinaryOp::Append => {
            let tail = Pat { kind, span: right.span };
            let item = |c| {
                let value = Literal::Integer(BigInt::from(u32::from(c)));
                Ok(Pat { kind: PatKind::Literal(value), span: left.span })
            };
            list(prefix.chars().map(item).collect(), Some(Ok(tail)), span)
        }
        _ => Err(NoPat::Illegal(span)),
    }
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
