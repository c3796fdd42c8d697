//! Constants of the source as terms.

use frontend::Float;
use frontend::ast::{BinElement, Expr as Syntax, ExprKind, Literal, Pat, PatKind};
use num_bigint::BigInt;

use model::Expr;

/// The term that a constant expression without operators stands for.
pub(crate) fn constant(expr: &Syntax) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Literal(literal) => literal_term(literal),
        ExprKind::Nil => Some(Expr::Nil),
        ExprKind::Bin(elements) => plain_binary(elements, false, literal_of),
        ExprKind::Map(None, fields) if fields.is_empty() => Some(Expr::map(Vec::new())),
        ExprKind::Tuple(items) => {
            items.iter().map(constant).collect::<Option<_>>().map(Expr::Tuple)
        }
        ExprKind::Cons(head, tail) => {
            Some(Expr::Cons(Box::new(constant(head)?), Box::new(constant(tail)?)))
        }
        ExprKind::List(items, tail) => {
            let items: Vec<Expr> = items.iter().map(constant).collect::<Option<_>>()?;
            Some(Expr::list_with_end(items, constant(tail)?))
        }
        _ => None,
    }
}

/// The only term that a pattern without variables matches, if it is one.
pub(crate) fn constant_pattern(pat: &Pat) -> Option<Expr> {
    let all = |pats: &[Pat]| pats.iter().map(constant_pattern).collect::<Option<Vec<_>>>();
    match &pat.kind {
        PatKind::Literal(literal) => literal_term(literal),
        PatKind::Nil => Some(Expr::Nil),
        PatKind::Bin(elements) => plain_binary(elements, true, literal_of_pattern),
        PatKind::Tuple(items) => all(items).map(Expr::Tuple),
        PatKind::Cons(head, tail) => {
            Some(Expr::list_with_end(vec![constant_pattern(head)?], constant_pattern(tail)?))
        }
        PatKind::List(items, tail) => {
            Some(Expr::list_with_end(all(items)?, constant_pattern(tail)?))
        }
        _ => None,
    }
}

fn literal_of(expr: &Syntax) -> Option<&Literal> {
    match &expr.kind {
        ExprKind::Literal(literal) => Some(literal),
        _ => None,
    }
}

fn literal_of_pattern(pat: &Pat) -> Option<&Literal> {
    match &pat.kind {
        PatKind::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// The binary of literals that are bytes or texts; in a pattern, what is no byte matches nothing.
fn plain_binary<T>(
    elements: &[BinElement<T>],
    in_pattern: bool,
    literal: impl Fn(&T) -> Option<&Literal>,
) -> Option<Expr> {
    let mut bytes = Vec::new();
    for element in elements {
        let types: Vec<&str> = element.types.iter().map(|(name, _)| name.as_str()).collect();
        let is_utf8 = match types[..] {
            [] | ["integer"] => false,
            ["utf8"] => true,
            _ => return None,
        };
        if element.size.is_some() {
            return None;
        }
        let mut add = |code: u32| {
            if is_utf8 {
                let char = char::from_u32(code)?;
                bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
            } else if in_pattern && code > 255 {
                return None;
            } else {
                bytes.push(code.to_le_bytes()[0]);
            }
            Some(())
        };
        match literal(&element.value)? {
            Literal::String(text) => text.chars().try_for_each(|char| add(u32::from(char)))?,
            Literal::Char(char) => add(*char)?,
            Literal::Integer(value) => add(u32::try_from(value).ok()?)?,
            Literal::Atom(_) | Literal::Float(_) => return None,
        }
    }
    Some(Expr::binary(&bytes))
}

/// The term of a literal; none for undefined macros.
pub(crate) fn literal_term(literal: &Literal) -> Option<Expr> {
    Some(match literal {
        Literal::Atom(name) if name.undefined_macro().is_some() => return None,
        Literal::Atom(name) => Expr::Atom(name.clone()),
        Literal::Integer(value) => Expr::Integer(value.clone()),
        Literal::Char(value) => Expr::Integer(BigInt::from(*value)),
        Literal::String(text) => {
            Expr::list(text.chars().map(|char| Expr::Integer(BigInt::from(u32::from(char)))))
        }
        Literal::Float(text) => Expr::float(Float::parse(text)?),
    })
}
