//! Patterns as the trees see them: constructors, variables, wildcards.
//!
//! Input: patterns of the syntax tree and the variables bound before. Output: [`Pattern`]s with
//! strings and lists written out as cells.

use frontend::ast::{Literal, Pat, PatKind};
use frontend::{Float, Name};
use num_bigint::BigInt;

/// An outermost constructor of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ctor {
    /// An atom.
    Atom(Name),
    /// An integer.
    Integer(BigInt),
    /// A float.
    Float(Float),
    /// `[]`
    Nil,
    /// A list cell.
    Cons,
    /// A tuple of this size.
    Tuple(usize),
}

impl Ctor {
    /// Whether all terms that have it are the same one, also where zeros have signs.
    pub(crate) fn is_constant(&self) -> bool {
        match self {
            Self::Atom(_) | Self::Integer(_) | Self::Nil => true,
            Self::Float(_) | Self::Cons | Self::Tuple(_) => false,
        }
    }
}

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Matches everything.
    Any,
    /// A variable that this clause binds, or has bound further to the left.
    Var(Name),
    /// A variable that was bound before the clause.
    Bound(Name),
    /// A constructor with patterns for its components.
    Ctor(Ctor, Vec<Pattern>),
    /// Both patterns.
    Both(Box<Pattern>, Box<Pattern>),
}

impl Pattern {
    /// The pattern of a syntax tree; `bound` says which variables already have a value.
    ///
    /// Some patterns have no constructor yet: the error is what they are called.
    pub fn from_ast(pat: &Pat, bound: &dyn Fn(&Name) -> bool) -> Result<Self, &'static str> {
        Ok(match &pat.kind {
            PatKind::Wildcard => Self::Any,
            PatKind::Var(name) if bound(name) => Self::Bound(name.clone()),
            PatKind::Var(name) => Self::Var(name.clone()),
            PatKind::Literal(literal) => Self::literal(literal)?,
            PatKind::Nil => Self::Ctor(Ctor::Nil, Vec::new()),
            PatKind::Cons(head, tail) => Self::Ctor(
                Ctor::Cons,
                vec![Self::from_ast(head, bound)?, Self::from_ast(tail, bound)?],
            ),
            PatKind::Tuple(items) => Self::Ctor(
                Ctor::Tuple(items.len()),
                items.iter().map(|item| Self::from_ast(item, bound)).collect::<Result<_, _>>()?,
            ),
            PatKind::Alias(left, right) => Self::Both(
                Box::new(Self::from_ast(left, bound)?),
                Box::new(Self::from_ast(right, bound)?),
            ),
            PatKind::Unary(..) | PatKind::Binary(..) => {
                let simplified = pat.simplified().ok_or("this operator in a pattern")?;
                Self::from_ast(&simplified, bound)?
            }
            PatKind::List(..) => return Err("a list of more than 250 elements in a pattern"),
            PatKind::Map(_) => return Err("a map in a pattern"),
            PatKind::Record(..) | PatKind::RecordIndex(..) => return Err("a record in a pattern"),
            PatKind::Illegal(_) => return Err("this in a pattern"),
            PatKind::Bin(_) => return Err("a binary in a pattern"),
        })
    }

    fn literal(literal: &Literal) -> Result<Self, &'static str> {
        let constant = |ctor| Self::Ctor(ctor, Vec::new());
        Ok(match literal {
            Literal::Atom(name) if name.undefined_macro().is_some() => {
                return Err("an undefined macro in a pattern");
            }
            Literal::Atom(name) => constant(Ctor::Atom(name.clone())),
            Literal::Integer(value) => constant(Ctor::Integer(value.clone())),
            Literal::Char(value) => constant(Ctor::Integer(BigInt::from(*value))),
            Literal::String(text) => text.chars().rev().fold(constant(Ctor::Nil), |tail, char| {
                let head = constant(Ctor::Integer(BigInt::from(u32::from(char))));
                Self::Ctor(Ctor::Cons, vec![head, tail])
            }),
            Literal::Float(text) => match Float::parse(text) {
                Some(value) => constant(Ctor::Float(value)),
                None => return Err("a floating-point number"),
            },
        })
    }
}
