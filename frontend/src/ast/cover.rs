//! Expressions to patterns, and the algebra of patterns.
//!
//! Input: an expression where the grammar cannot know yet that a pattern stands there, or the parts
//! of a pattern. Output: a pattern. What Erlang's parser takes for a pattern but its next stage
//! refuses stays in the tree; the first such place of a form is remembered. The only place that
//! tells legal patterns from others.

use std::cell::Cell;

use crate::ast::{
    BinElement, BinaryOp, Callee, Expr, ExprKind, Literal, MapField, Pat, PatKind, RecordField,
    UnaryOp,
};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The message about an illegal pattern.
pub(crate) fn illegal(span: Span) -> Box<Diagnostic> {
    let help = "a pattern is made of variables, constants, tuples and lists; to compare with a \
                computed value, use `=:=`";
    Box::new(Diagnostic::error(codes::ILLEGAL_PATTERN, "illegal pattern", span).with_help(help))
}

/// Turns expressions of one form into patterns.
#[derive(Debug, Default)]
pub(crate) struct Cover {
    /// What was illegal first.
    first: Cell<Option<Span>>,
}

impl Cover {
    /// The message about the first illegal pattern.
    pub(crate) fn fault(&self) -> Option<Box<Diagnostic>> {
        self.first.get().map(illegal)
    }

    fn refuse(&self, span: Span) {
        self.first.set(self.first.get().or(Some(span)));
    }

    /// Reads an expression as a pattern.
    pub(crate) fn pattern(&self, expr: Expr) -> Pat {
        let Expr { kind, span, at } = expr;
        let kind = match kind {
            ExprKind::Var(name) => variable(name),
            ExprKind::Literal(literal) => PatKind::Literal(literal),
            ExprKind::Nil => PatKind::Nil,
            ExprKind::Cons(head, tail) => PatKind::Cons(self.boxed(*head), self.boxed(*tail)),
            ExprKind::List(items, tail) => PatKind::List(self.patterns(items), self.boxed(*tail)),
            ExprKind::Tuple(items) => PatKind::Tuple(self.patterns(items)),
            ExprKind::Match(left, right) => PatKind::Alias(left, self.boxed(*right)),
            ExprKind::Unary(op, operand) if op != UnaryOp::Catch => {
                return self.unary((op, at), self.pattern(*operand), span);
            }
            ExprKind::Binary(op, left, right) if !is_control(op) => {
                let (left, right) = (self.pattern(*left), self.pattern(*right));
                return self.binary((op, at), left, right, span);
            }
            ExprKind::Map(None, fields) if fields.iter().all(|field| field.exact) => {
                PatKind::Map(fields.into_iter().map(|field| self.map_field(field)).collect())
            }
            ExprKind::Record(None, name, fields) => {
                let field = |field: RecordField<Expr>| RecordField {
                    name: field.name,
                    value: self.pattern(field.value),
                    at: field.at,
                };
                PatKind::Record(name, fields.into_iter().map(field).collect())
            }
            ExprKind::RecordIndex(name, field) => PatKind::RecordIndex(name, field),
            ExprKind::Bin(elements) => {
                PatKind::Bin(elements.into_iter().map(|part| self.element(part)).collect())
            }
            kind => self.other(Expr { kind, span, at }),
        };
        Pat { kind, span, at }
    }

    /// Refuses an expression that is no pattern, unless it is an undefined macro, which may stand for one.
    fn other(&self, expr: Expr) -> PatKind {
        let unknown = matches!(&expr.kind, ExprKind::Call(Callee::Local(name), _)
            if name.undefined_macro().is_some());
        if !unknown {
            self.refuse(match &expr.kind {
                ExprKind::Map(None, fields) => match fields.iter().find(|field| !field.exact) {
                    Some(field) => field.key.span.to(field.value.span),
                    None => expr.span,
                },
                _ => expr.span,
            });
        }
        PatKind::Illegal(Box::new(expr))
    }

    fn boxed(&self, expr: Expr) -> Box<Pat> {
        Box::new(self.pattern(expr))
    }

    fn patterns(&self, items: Vec<Expr>) -> Vec<Pat> {
        items.into_iter().map(|item| self.pattern(item)).collect()
    }

    fn map_field(&self, field: MapField<Expr>) -> MapField<Pat> {
        let MapField { exact, key, value, at } = field;
        MapField { exact, key, value: self.pattern(value), at }
    }

    fn element(&self, element: BinElement<Expr>) -> BinElement<Pat> {
        let BinElement { value, size, types } = element;
        BinElement { value: self.pattern(value), size, types }
    }

    /// `Op P`: signs of numbers, `bnot` of integers.
    pub(crate) fn unary(&self, (op, at): (UnaryOp, u32), operand: Pat, span: Span) -> Pat {
        if !operand.is_number() || matches!(op, UnaryOp::Not | UnaryOp::Catch) {
            self.refuse(span);
        }
        Pat { kind: PatKind::Unary(op, Box::new(operand)), span, at }
    }

    /// `P1 Op P2`: arithmetic on numbers, and `"prefix" ++ P`.
    pub(crate) fn binary(
        &self,
        (op, at): (BinaryOp, u32),
        left: Pat,
        right: Pat,
        span: Span,
    ) -> Pat {
        let legal = match op {
            BinaryOp::Append => is_prefix(&left),
            op => is_arithmetic(op) && left.is_number() && right.is_number(),
        };
        if !legal {
            self.refuse(span);
        }
        Pat { kind: PatKind::Binary(op, Box::new(left), Box::new(right)), span, at }
    }
}

/// Operators that stand in no pattern, not even for Erlang's parser.
fn is_control(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Send | BinaryOp::AndAlso | BinaryOp::OrElse)
}

/// A variable or `_`.
pub(crate) fn variable(name: crate::ast::name::Name) -> PatKind {
    if name.as_str() == "_" { PatKind::Wildcard } else { PatKind::Var(name) }
}

/// `P1 = P2`
pub(crate) fn alias(left: Pat, right: Pat) -> Pat {
    let (span, at) = (left.span.to(right.span), left.first_at());
    Pat { kind: PatKind::Alias(Box::new(left), Box::new(right)), span, at }
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
