//! Constants of the source as terms.

use frontend::ast::{Expr as Syntax, ExprKind, Literal, Pat, PatKind};
use num_bigint::BigInt;

use crate::model::Expr;

/// The term that a constant expression without operators stands for.
pub(super) fn constant(expr: &Syntax) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Literal(literal) => literal_term(literal),
        ExprKind::Nil => Some(Expr::Nil),
        ExprKind::Tuple(items) => {
            items.iter().map(constant).collect::<Option<_>>().map(Expr::Tuple)
        }
        ExprKind::Cons(head, tail) => {
            Some(Expr::Cons(Box::new(constant(head)?), Box::new(constant(tail)?)))
        }
        ExprKind::List(items, tail) => {
            let items: Vec<Expr> = items.iter().map(constant).collect::<Option<_>>()?;
            Some(cells(items, constant(tail)?))
        }
        _ => None,
    }
}

/// The list of these elements in front of a tail.
fn cells(items: Vec<Expr>, tail: Expr) -> Expr {
    let cell = |tail, head| Expr::Cons(Box::new(head), Box::new(tail));
    items.into_iter().rev().fold(tail, cell)
}

/// The only term that a pattern without variables matches, if it is one.
pub(super) fn constant_pattern(pat: &Pat) -> Option<Expr> {
    let all = |pats: &[Pat]| pats.iter().map(constant_pattern).collect::<Option<Vec<_>>>();
    match &pat.kind {
        PatKind::Literal(literal) => literal_term(literal),
        PatKind::Nil => Some(Expr::Nil),
        PatKind::Tuple(items) => all(items).map(Expr::Tuple),
        PatKind::Cons(head, tail) => {
            Some(cells(vec![constant_pattern(head)?], constant_pattern(tail)?))
        }
        PatKind::List(items, tail) => Some(cells(all(items)?, constant_pattern(tail)?)),
        _ => None,
    }
}

/// The term of a literal; none for floats and undefined macros.
pub(super) fn literal_term(literal: &Literal) -> Option<Expr> {
    Some(match literal {
        Literal::Atom(name) if name.undefined_macro().is_some() => return None,
        Literal::Atom(name) => Expr::Atom(name.clone()),
        Literal::Integer(value) => Expr::Integer(value.clone()),
        Literal::Char(value) => Expr::Integer(BigInt::from(*value)),
        Literal::String(text) => {
            let chars: Vec<u32> = text.chars().map(u32::from).collect();
            Expr::list(chars.into_iter().map(|char| Expr::Integer(BigInt::from(char))))
        }
        Literal::Float(_) => return None,
    })
}
