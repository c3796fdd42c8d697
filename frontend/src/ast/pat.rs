//! Patterns.

use num_bigint::BigInt;

use crate::name::Name;
use crate::source::Span;

/// A pattern with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Pat {
    /// What it is.
    pub kind: PatKind,
    /// Where it is.
    pub span: Span,
}

/// Kinds of patterns.
#[derive(Clone, Debug, PartialEq)]
pub enum PatKind {
    /// `_`
    Wildcard,
    /// A variable, free or bound.
    Var(Name),
    /// A constant.
    Literal(Literal),
    /// `[]`
    Nil,
    /// `[Head|Tail]`; `[A,B]` is `[A|[B|[]]]`.
    Cons(Box<Pat>, Box<Pat>),
    /// `{A,B,..}`
    Tuple(Vec<Pat>),
    /// `P1 = P2`
    Alias(Box<Pat>, Box<Pat>),
}

/// Constants that are not structured.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// An atom.
    Atom(Name),
    /// An integer or a character.
    Integer(BigInt),
    /// A string: a list of code points.
    String(String),
    /// A floating-point number, as written.
    Float(String),
}
