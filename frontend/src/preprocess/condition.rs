//! Conditions of `-if` and `-elif`.
//!
//! Input: the tokens of the condition. Output: true, false, or a message that it cannot be decided.

use crate::ast::{BinaryOp, Callee, Expr, ExprKind, Literal, UnaryOp};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::name::Name;
use crate::node::Parsed;
use crate::parser::form;
use crate::source::{FileId, Span};
use crate::token::{Goal, Lexeme, Spanned, Token};

/// Largest product that is computed; Erlang has a limit too.
const MAX_BITS: u64 = 1 << 20;

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

/// Decides a condition without macros; as in epp, one whose value cannot be computed is false.
pub(super) fn decide(
    file: FileId,
    tokens: Vec<Spanned>,
    span: Span,
) -> Result<bool, Box<Diagnostic>> {
    let value = match form::run(file, Goal::Expression, tokens, span)? {
        Parsed::Expression(expr) => value(&expr),
        _ => Err(NotGuard),
    };
    let Ok(value) = value else {
        let message = "this condition is no guard expression; its branch is left out";
        return Err(Box::new(Diagnostic::error(codes::BAD_CONDITION, message, span)));
    };
    Ok(value.as_ref().and_then(truth) == Some(true))
}

/// An expression that cannot be a condition.
struct NotGuard;

/// A value, if it can be computed.
type Value = Result<Option<Literal>, NotGuard>;

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
fn value(expr: &Expr) -> Value {
    match &expr.kind {
        ExprKind::Literal(literal) => Ok(Some(literal.clone())),
        ExprKind::Unary(op, operand) => {
            Ok(value(operand)?.and_then(|operand| unary(*op, &operand)))
        }
        ExprKind::Binary(op @ (BinaryOp::AndAlso | BinaryOp::OrElse), left, right) => {
            let (left, right) = (value(left)?, value(right)?);
            Ok(match left.as_ref().and_then(truth) {
                Some(decided) if decided == (*op == BinaryOp::OrElse) => left,
                Some(_) => right,
                None => None,
            })
        }
        ExprKind::Binary(BinaryOp::Send, ..) => Err(NotGuard),
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (value(left)?, value(right)?);
            Ok(left.zip(right).and_then(|(left, right)| binary(*op, &left, &right)))
        }
        ExprKind::Call(Callee::Local(name), args) => {
            let args: Vec<Option<Literal>> = args.iter().map(value).collect::<Result<_, _>>()?;
            Ok(match args.as_slice() {
                [Some(arg)] => test(name.as_str(), arg),
                _ => None,
            })
        }
        ExprKind::Var(_) | ExprKind::Nil | ExprKind::Cons(..) | ExprKind::Tuple(_) => Ok(None),
        _ => Err(NotGuard),
    }
}

/// Tests of types.
fn test(name: &str, arg: &Literal) -> Option<Literal> {
    let integer = matches!(arg, Literal::Integer(_));
    let atom = matches!(arg, Literal::Atom(_));
    Some(boolean(match name {
        "is_integer" => integer,
        "is_atom" => atom,
        "is_number" if integer || atom => integer,
        "is_boolean" => truth(arg).is_some(),
        _ => return None,
    }))
}

/// Operators on one value.
fn unary(op: UnaryOp, operand: &Literal) -> Option<Literal> {
    match (op, operand) {
        (UnaryOp::Not, operand) => Some(boolean(!truth(operand)?)),
        (UnaryOp::Minus, Literal::Integer(number)) => Some(Literal::Integer(-number)),
        (UnaryOp::Plus, Literal::Integer(_)) => Some(operand.clone()),
        _ => None,
    }
}

/// Arithmetic, comparisons, and strict operators on booleans.
fn binary(op: BinaryOp, left: &Literal, right: &Literal) -> Option<Literal> {
    if let (Literal::Integer(left), Literal::Integer(right)) = (left, right) {
        let number = match op {
            BinaryOp::Add => Some(left + right),
            BinaryOp::Sub => Some(left - right),
            BinaryOp::Mul if left.bits() + right.bits() <= MAX_BITS => Some(left * right),
            BinaryOp::IntDiv => left.checked_div(right),
            BinaryOp::Rem => left.checked_div(right).map(|quotient| left - quotient * right),
            _ => None,
        };
        if let Some(number) = number {
            return Some(Literal::Integer(number));
        }
    }
    comparison(op, left, right).map(boolean)
}

/// Comparisons, and strict operators on booleans.
fn comparison(op: BinaryOp, left: &Literal, right: &Literal) -> Option<bool> {
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
