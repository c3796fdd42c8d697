//! Conditions of `-if` and `-elif`.
//!
//! Input: the tokens of the condition. Output: true, false, or a message that it cannot be decided.

use crate::ast::{BinaryOp, Expr, ExprKind, Literal, UnaryOp};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::name::Name;
use crate::node::Parsed;
use crate::parser::form;
use crate::source::{FileId, Span};
use crate::token::{Goal, Lexeme, Spanned, Token};

/// Replaces `defined(NAME)` by `true` or `false`.
pub(super) fn without_defined(
    tokens: &[Spanned],
    is_defined: impl Fn(&Name) -> bool,
) -> Vec<Spanned> {
    let mut result = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        let mut token = first.token.clone();
        if let Some((name, behind)) = defined(first, behind) {
            token = Token::Atom(Name::from(if is_defined(name) { "true" } else { "false" }));
            rest = behind;
        }
        result.push(Spanned { token, span: first.span });
    }
    result
}

/// The name in `defined(NAME)`, and what follows.
fn defined<'t>(first: &Spanned, behind: &'t [Spanned]) -> Option<(&'t Name, &'t [Spanned])> {
    let is_defined = matches!(&first.token, Token::Atom(name) if name.as_str() == "defined");
    let [open, name, close, rest @ ..] = behind else {
        return None;
    };
    let (Token::Atom(name) | Token::Var(name)) = &name.token else {
        return None;
    };
    let call = open.token.is(Lexeme::LeftParen) && close.token.is(Lexeme::RightParen);
    (is_defined && call).then_some((name, rest))
}

/// Decides a condition without macros.
pub(super) fn decide(
    file: FileId,
    tokens: Vec<Spanned>,
    span: Span,
) -> Result<bool, Box<Diagnostic>> {
    let value = match form::run(file, Goal::Expression, tokens, span)? {
        Parsed::Expression(expr) => value(&expr),
        _ => None,
    };
    value.as_ref().and_then(truth).ok_or_else(|| {
        let message = "this condition cannot be decided; its branch is left out";
        Box::new(Diagnostic::error(codes::BAD_CONDITION, message, span))
    })
}

/// A boolean as Rust's.
fn truth(value: &Literal) -> Option<bool> {
    match value {
        Literal::Atom(name) => match name.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// A boolean as Erlang's.
fn boolean(value: bool) -> Literal {
    Literal::Atom(Name::from(if value { "true" } else { "false" }))
}

/// The value of an expression of the few kinds that are understood.
fn value(expr: &Expr) -> Option<Literal> {
    match &expr.kind {
        ExprKind::Literal(literal) => Some(literal.clone()),
        ExprKind::Unary(UnaryOp::Not, operand) => Some(boolean(!truth(&value(operand)?)?)),
        ExprKind::Unary(UnaryOp::Minus, operand) => match value(operand)? {
            Literal::Integer(number) => Some(Literal::Integer(-number)),
            _ => None,
        },
        ExprKind::Binary(op @ (BinaryOp::AndAlso | BinaryOp::OrElse), left, right) => {
            let decided = truth(&value(left)?)?;
            if decided == (*op == BinaryOp::OrElse) { Some(boolean(decided)) } else { value(right) }
        }
        ExprKind::Binary(op, left, right) => {
            operation(*op, &value(left)?, &value(right)?).map(boolean)
        }
        _ => None,
    }
}

/// Comparisons and strict operators on booleans.
fn operation(op: BinaryOp, left: &Literal, right: &Literal) -> Option<bool> {
    let order = match (left, right) {
        (Literal::Integer(left), Literal::Integer(right)) => left.cmp(right),
        (Literal::Atom(left), Literal::Atom(right)) => left.cmp(right),
        (Literal::Integer(_), Literal::Atom(_)) => std::cmp::Ordering::Less,
        (Literal::Atom(_), Literal::Integer(_)) => std::cmp::Ordering::Greater,
        _ => return None,
    };
    match op {
        BinaryOp::Equal | BinaryOp::ExactEqual => Some(order.is_eq()),
        BinaryOp::NotEqual | BinaryOp::ExactNotEqual => Some(order.is_ne()),
        BinaryOp::Less => Some(order.is_lt()),
        BinaryOp::LessEqual => Some(order.is_le()),
        BinaryOp::Greater => Some(order.is_gt()),
        BinaryOp::GreaterEqual => Some(order.is_ge()),
        BinaryOp::And => Some(truth(left)? & truth(right)?),
        BinaryOp::Or => Some(truth(left)? | truth(right)?),
        BinaryOp::Xor => Some(truth(left)? ^ truth(right)?),
        _ => None,
    }
}
