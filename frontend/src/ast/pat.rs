//! Patterns.

use num_bigint::BigInt;

use crate::ast::expr::Expr;
use crate::ast::field::{BinElement, MapField, RecordField};
use crate::ast::name::Name;
use crate::ast::operator::{BinaryOp, UnaryOp};
use crate::source::Span;

/// A pattern with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Pat {
    /// What it is.
    pub kind: PatKind,
    /// Where it is, parentheses around it included.
    pub span: Span,
    /// Offset that Erlang's own trees give as its place: of its operator, or of its first token.
    pub at: u32,
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
    /// `[A,B,..|Tail]` with more elements than [`crate::nesting::MAX_LIST`].
    List(Vec<Pat>, Box<Pat>),
    /// `{A,B,..}`
    Tuple(Vec<Pat>),
    /// `P1 = P2`
    Alias(Box<Pat>, Box<Pat>),
    /// `Op N`; legal for a number, see [`Pat::simplified`].
    Unary(UnaryOp, Box<Pat>),
    /// `M Op N`; legal for numbers, and `"prefix" ++ P`, see [`Pat::simplified`].
    Binary(BinaryOp, Box<Pat>, Box<Pat>),
    /// `#{K := P, ..}`
    Map(Vec<MapField<Pat>>),
    /// `#r{f = P, ..}`
    Record(Name, Vec<RecordField<Pat>>),
    /// `#r.f`; the field with its offset.
    RecordIndex(Name, (Name, u32)),
    /// `<<Elements>>`
    Bin(Vec<BinElement<Pat>>),
    /// What is no pattern, but what Erlang's parser takes for one: a call, `#{K => V}` and so on.
    /// A parse transform may make sense of it; otherwise Erlang refuses the module later.
    Illegal(Box<Expr>),
}

/// Constants that are not structured.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// An atom.
    Atom(Name),
    /// An integer.
    Integer(BigInt),
    /// `$c`: an integer as well.
    Char(u32),
    /// A string: a list of code points.
    String(String),
    /// A floating-point number, as written.
    Float(String),
}

impl Pat {
    /// A pattern whose place begins with its text.
    pub fn new(kind: PatKind, span: Span) -> Self {
        Self { kind, span, at: span.start }
    }
}
