//! Expressions.

use num_bigint::BigInt;

use crate::ast::clause::{CaseClause, CatchClause, FunClause, Guard};
use crate::ast::field::{BinElement, MapField, Qualifier, RecordField};
use crate::ast::name::Name;
use crate::ast::operator::{BinaryOp, UnaryOp};
use crate::ast::pat::{Literal, Pat};
use crate::source::Span;

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is, parentheses around it included.
    pub span: Span,
    /// Offset that Erlang's own trees give as its place: of its operator, or of its first token.
    pub at: u32,
}

/// Kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A variable; `_` only stands on the left of a match.
    Var(Name),
    /// A constant.
    Literal(Literal),
    /// `[]`
    Nil,
    /// `[Head|Tail]`; `[A,B]` is `[A|[B|[]]]`.
    Cons(Box<Expr>, Box<Expr>),
    /// `[A,B,..|Tail]` with more elements than [`crate::nesting::MAX_LIST`]; `[]` if no tail is
    /// written.
    List(Vec<Expr>, Box<Expr>),
    /// `{A,B,..}`
    Tuple(Vec<Expr>),
    /// `Op A`
    Unary(UnaryOp, Box<Expr>),
    /// `A Op B`, `andalso` and `orelse` included.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `Pattern = Value`
    Match(Box<Pat>, Box<Expr>),
    /// `Function(Args)` or `Module:Function(Args)`
    Call(Callee, Vec<Expr>),
    /// `Module:Function` outside of a call or computed in one.
    Remote(Box<Expr>, Box<Expr>),
    /// `case Value of Clauses end`
    Case(Box<Expr>, Vec<CaseClause>),
    /// `if Guards end`
    If(Vec<(Guard, Vec<Expr>)>),
    /// `begin Body end`
    Block(Vec<Expr>),
    /// `#{K => V, ..}`, or an update of a map.
    Map(Option<Box<Expr>>, Vec<MapField<Expr>>),
    /// `#r{f = V, ..}`, or an update of a record.
    Record(Option<Box<Expr>>, Name, Vec<RecordField<Expr>>),
    /// `R#r.f`; the field with its offset.
    RecordAccess(Box<Expr>, Name, (Name, u32)),
    /// `#r.f`; the field with its offset.
    RecordIndex(Name, (Name, u32)),
    /// `<<Elements>>`
    Bin(Vec<BinElement<Expr>>),
    /// `[Value || Qualifiers]`
    ListComprehension(Box<Expr>, Vec<Qualifier>),
    /// `<<Value || Qualifiers>>`
    BinComprehension(Box<Expr>, Vec<Qualifier>),
    /// `#{Key => Value || Qualifiers}`
    MapComprehension(Box<MapField<Expr>>, Vec<Qualifier>),
    /// `fun (X) -> .. end`
    Fun(Vec<FunClause>),
    /// `fun F(X) -> .. end`
    NamedFun(Name, Vec<FunClause>),
    /// `fun f/1`
    FunLocal(Name, BigInt),
    /// `fun m:f/1`; each part an atom, an integer, or a variable.
    FunRemote(Box<[Expr; 3]>),
    /// `try Body of Clauses catch Clauses after Body end`
    Try(Box<Try>),
    /// `receive Clauses after Time -> Body end`
    Receive(Vec<CaseClause>, Option<(Box<Expr>, Vec<Expr>)>),
    /// `maybe Body else Clauses end`; the clauses with the offset of `else`.
    Maybe(Vec<Expr>, Option<(Vec<CaseClause>, u32)>),
    /// `Pattern ?= Value`, only directly in a `maybe`.
    MaybeMatch(Box<Pat>, Box<Expr>),
}

/// The parts of a `try`.
#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    /// What is tried; never empty.
    pub body: Vec<Expr>,
    /// Clauses behind `of`; may be empty.
    pub of: Vec<CaseClause>,
    /// Clauses behind `catch`; may be empty.
    pub catch: Vec<CatchClause>,
    /// What is evaluated behind `after`; may be empty.
    pub after: Vec<Expr>,
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// `name(..)`: a function of this module or an automatically imported one.
    Local(Name),
    /// `module:name(..)` with atoms on both sides.
    Remote(Name, Name, RemoteAt),
    /// A callee that is computed, for example `F(..)` or `M:f(..)`.
    Dynamic(Box<Expr>),
}

/// Offsets of the parts of `module:name`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemoteAt {
    /// Of the module.
    pub module: u32,
    /// Of the colon.
    pub colon: u32,
    /// Of the function.
    pub function: u32,
}

impl Expr {
    /// An expression whose place begins with its text.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        Self { kind, span, at: span.start }
    }
}
