//! Expressions.

use crate::ast::Guard;
use crate::ast::pat::{Literal, Pat};
use crate::name::Name;
use crate::source::Span;

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is.
    pub span: Span,
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
    /// `case Value of Clauses end`
    Case(Box<Expr>, Vec<CaseClause>),
    /// `if Guards end`
    If(Vec<(Guard, Vec<Expr>)>),
    /// `begin Body end`
    Block(Vec<Expr>),
    /// A construct that is read but has no node of its own yet; the text names it in messages,
    /// for example `a fun` or `a map`.
    Unsupported(&'static str),
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// `name(..)`: a function of this module or an automatically imported one.
    Local(Name),
    /// `module:name(..)` with atoms on both sides.
    Remote(Name, Name),
    /// A callee that is computed, for example `F(..)` or `M:f(..)`.
    Dynamic(Box<Expr>),
}

/// One clause of a `case`.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseClause {
    /// The pattern.
    pub pattern: Pat,
    /// Its guard.
    pub guard: Guard,
    /// Expressions of the body; never empty.
    pub body: Vec<Expr>,
    /// From the pattern to the last expression.
    pub span: Span,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `not`
    Not,
    /// `bnot`
    BitNot,
    /// `catch`
    Catch,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `div`
    IntDiv,
    /// `rem`
    Rem,
    /// `band`
    BitAnd,
    /// `bor`
    BitOr,
    /// `bxor`
    BitXor,
    /// `bsl`
    ShiftLeft,
    /// `bsr`
    ShiftRight,
    /// `==`
    Equal,
    /// `/=`
    NotEqual,
    /// `=:=`
    ExactEqual,
    /// `=/=`
    ExactNotEqual,
    /// `<`
    Less,
    /// `=<`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `andalso`
    AndAlso,
    /// `orelse`
    OrElse,
    /// `++`
    Append,
    /// `--`
    Subtract,
    /// `!`
    Send,
}
