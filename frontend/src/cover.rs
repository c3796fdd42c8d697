//! Expressions to patterns, and the algebra of patterns.
//!
//! Input: the expression on the left of a `=`, where the grammar cannot know yet that a pattern
//! stands there, or the parts of a pattern. Output: a pattern, or a message. The only place that
//! refuses patterns.

use crate::ast::{
    BinElement, BinaryOp, Expr, ExprKind, Literal, MapField, Pat, PatKind, RecordField, UnaryOp,
};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::nesting::MAX_LIST;
use crate::source::Span;

/// A pattern, or why there is none.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// The message about an illegal pattern.
pub(crate) fn illegal(span: Span) -> Box<Diagnostic> {
    let help = "a pattern is made of variables, constants, tuples and lists; to compare with a \
                computed value, use `=:=`";
    Box::new(Diagnostic::error(codes::ILLEGAL_PATTERN, "illegal pattern", span).with_help(help))
}

/// Reads an expression as a pattern.
pub(crate) fn pattern(expr: Expr) -> Result<Pat> {
    let Expr { kind, span, at } = expr;
    let kind = match kind {
        ExprKind::Var(name) => variable(name),
        ExprKind::Literal(literal) => PatKind::Literal(literal),
        ExprKind::Nil => PatKind::Nil,
        ExprKind::Cons(head, tail) => PatKind::Cons(boxed(*head)?, boxed(*tail)?),
        ExprKind::List(items, tail) => PatKind::List(patterns(items)?, boxed(*tail)?),
        ExprKind::Tuple(items) => PatKind::Tuple(patterns(items)?),
        ExprKind::Match(left, right) => PatKind::Alias(left, boxed(*right)?),
        ExprKind::Unary(op, operand) => return unary((op, at), pattern(*operand)?, span),
        ExprKind::Binary(op, left, right) => {
            return binary((op, at), pattern(*left)?, pattern(*right)?, span);
        }
        ExprKind::Map(None, fields) => {
            PatKind::Map(fields.into_iter().map(map_field).collect::<Result<_>>()?)
        }
        ExprKind::Record(None, name, fields) => {
            PatKind::Record(name, fields.into_iter().map(record_field).collect::<Result<_>>()?)
        }
        ExprKind::RecordIndex(name, field) => PatKind::RecordIndex(name, field),
        ExprKind::Bin(elements) => {
            PatKind::Bin(elements.into_iter().map(element).collect::<Result<_>>()?)
        }
        _ => return Err(illegal(span)),
    };
    Ok(Pat { kind, span, at })
}

fn boxed(expr: Expr) -> Result<Box<Pat>> {
    pattern(expr).map(Box::new)
}

fn patterns(items: Vec<Expr>) -> Result<Vec<Pat>> {
    items.into_iter().map(pattern).collect()
}

fn map_field(field: MapField<Expr>) -> Result<MapField<Pat>> {
    let MapField { exact, key, value, at } = field;
    if !exact {
        return Err(illegal(key.span.to(value.span)));
    }
    Ok(MapField { exact, key, value: pattern(value)?, at })
}

fn record_field(field: RecordField<Expr>) -> Result<RecordField<Pat>> {
    Ok(RecordField { name: field.name, value: pattern(field.value)?, at: field.at })
}

fn element(element: BinElement<Expr>) -> Result<BinElement<Pat>> {
    let BinElement { value, size, types } = element;
    Ok(BinElement { value: pattern(value)?, size, types })
}

/// A variable or `_`.
pub(crate) fn variable(name: crate::name::Name) -> PatKind {
    if name.as_str() == "_" { PatKind::Wildcard } else { PatKind::Var(name) }
}

/// `P1 = P2`
pub(crate) fn alias(left: Pat, right: Pat) -> Pat {
    let (span, at) = (left.span.to(right.span), left.first_at());
    Pat { kind: PatKind::Alias(Box::new(left), Box::new(right)), span, at }
}

/// `[P1, P2, .. | Tail]`, where the last bracket stands at `end`.
pub(crate) fn list(items: Vec<Pat>, tail: Option<Pat>, end: u32, span: Span) -> Pat {
    let bracket = Span::new(span.file, end, span.end);
    let tail = tail.unwrap_or_else(|| Pat::new(PatKind::Nil, bracket));
    if items.len() > MAX_LIST {
        return Pat::new(PatKind::List(items, Box::new(tail)), span);
    }
    let mut list = items.into_iter().rev().fold(tail, |tail, head| {
        let (span, at) = (head.span.to(tail.span), head.first_at());
        Pat { kind: PatKind::Cons(Box::new(head), Box::new(tail)), span, at }
    });
    (list.span, list.at) = (span, span.start);
    list
}

/// `Op P`: signs of numbers, `bnot` of integers.
pub(crate) fn unary((op, at): (UnaryOp, u32), operand: Pat, span: Span) -> Result<Pat> {
    if !operand.is_number() || matches!(op, UnaryOp::Not | UnaryOp::Catch) {
        return Err(illegal(span));
    }
    Ok(Pat { kind: PatKind::Unary(op, Box::new(operand)), span, at })
}

/// `P1 Op P2`: arithmetic on numbers, and `"prefix" ++ P`.
pub(crate) fn binary((op, at): (BinaryOp, u32), left: Pat, right: Pat, span: Span) -> Result<Pat> {
    let legal = match op {
        BinaryOp::Append => is_prefix(&left),
        op => is_arithmetic(op) && left.is_number() && right.is_number(),
    };
    if !legal {
        return Err(illegal(span));
    }
    Ok(Pat { kind: PatKind::Binary(op, Box::new(left), Box::new(right)), span, at })
}

/// Whether a list with a fixed length is written out.
fn is_prefix(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Literal(Literal::String(_))
        | PatKind::Nil
        | PatKind::List(..)
        | PatKind::Binary(BinaryOp::Append, ..) => true,
        PatKind::Cons(_, tail) => is_prefix(tail),
        _ => false,
    }
}

/// Whether this operator takes and gives numbers.
fn is_arithmetic(op: BinaryOp) -> bool {
    use BinaryOp as B;
    matches!(
        op,
        B::Add
            | B::Sub
            | B::Mul
            | B::Div
            | B::IntDiv
            | B::Rem
            | B::BitAnd
            | B::BitOr
            | B::BitXor
            | B::ShiftLeft
            | B::ShiftRight
    )
}
