//! Conditions of `-if` and `-elif`.
//!
//! Input: the tokens of the condition. Output: true, false, or a message that it cannot be decided.

mod term;

use crate::ast::cover::Cover;
use crate::ast::name::Name;
use crate::ast::{BinaryOp, Callee, Expr, ExprKind, UnaryOp};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Goal, Lexeme, Spanned, Token};
use crate::parser::form;
use crate::parser::node::Parsed;
use crate::source::Span;
use term::Term;

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
pub(super) fn decide(tokens: Vec<Spanned>, span: Span) -> Result<bool, Box<Diagnostic>> {
    let value = match form::run(&Cover::default(), Goal::Expression, tokens, span)? {
        Parsed::Expression(expr) => value(&expr),
        _ => Err(NotGuard),
    };
    let Ok(value) = value else {
        let message = "this condition is no guard expression; its branch is left out";
        return Err(Box::new(Diagnostic::error(codes::BAD_CONDITION, message, span)));
    };
    Ok(value.as_ref().and_then(Term::truth) == Some(true))
}

/// An expression that cannot be a condition.
struct NotGuard;

/// A value, if it can be computed.
type Value = Result<Option<Term>, NotGuard>;

/// The value of a guard expression.
fn value(expr: &Expr) -> Value {
    match &expr.kind {
        ExprKind::Literal(literal) => Ok(Term::of(literal)),
        ExprKind::Nil => Ok(Some(Term::List(Vec::new()))),
        ExprKind::Cons(..) => list(expr),
        ExprKind::List(items, tail) => {
            let (items, tail) = (values(items)?, value(tail)?);
            Ok(items.zip(tail).and_then(|(items, tail)| tail.with_front(items)))
        }
        ExprKind::Tuple(items) => Ok(values(items)?.map(Term::Tuple)),
        ExprKind::Unary(UnaryOp::Catch, _) | ExprKind::Binary(BinaryOp::Send, ..) => Err(NotGuard),
        ExprKind::Unary(op, operand) => Ok(value(operand)?.and_then(|operand| operand.unary(*op))),
        ExprKind::Binary(op @ (BinaryOp::AndAlso | BinaryOp::OrElse), left, right) => {
            let (left, right) = (value(left)?, value(right)?);
            Ok(match left.as_ref().and_then(Term::truth) {
                Some(decided) if decided == (*op == BinaryOp::OrElse) => left,
                Some(_) => right,
                None => None,
            })
        }
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (value(left)?, value(right)?);
            Ok(left.zip(right).and_then(|(left, right)| left.binary(*op, &right)))
        }
        ExprKind::Call(Callee::Local(name), args) => {
            Ok(values(args)?.and_then(|args| Term::call(name.as_str(), &args)))
        }
        ExprKind::Call(Callee::Remote(module, name, _), args) if module.as_str() == "erlang" => {
            Ok(values(args)?.and_then(|args| Term::call(name.as_str(), &args)))
        }
        ExprKind::Var(_) => Ok(None),
        _ => Err(NotGuard),
    }
}

/// The values of several expressions, if all have one.
fn values(items: &[Expr]) -> Result<Option<Vec<Term>>, NotGuard> {
    let values: Vec<Option<Term>> = items.iter().map(value).collect::<Result<_, _>>()?;
    Ok(values.into_iter().collect())
}

/// The value of a list.
fn list(mut expr: &Expr) -> Value {
    let mut items = Some(Vec::new());
    while let ExprKind::Cons(head, tail) = &expr.kind {
        let head = value(head)?;
        items = items.zip(head).map(|(mut items, head)| {
            items.push(head);
            items
        });
        expr = tail;
    }
    let tail = value(expr)?;
    Ok(items.zip(tail).and_then(|(items, tail)| tail.with_front(items)))
}
