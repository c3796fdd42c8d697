//! Clauses and guards.

use crate::ast::expr::Expr;
use crate::ast::name::Name;
use crate::ast::pat::Pat;
use crate::source::Span;

/// A guard: alternatives (`;`) of conjunctions (`,`). No alternative means true.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guard {
    /// The alternatives; each has at least one test.
    pub alternatives: Vec<Vec<Expr>>,
}

/// One clause of a `case`, of a `receive`, of the `of` of a `try`, or of the `else` of a `maybe`.
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

/// One clause of a `fun`.
#[derive(Clone, Debug, PartialEq)]
pub struct FunClause {
    /// Patterns of the head.
    pub params: Vec<Pat>,
    /// Its guard.
    pub guard: Guard,
    /// Expressions of the body; never empty.
    pub body: Vec<Expr>,
    /// From the parenthesis, or the name, to the last expression.
    pub span: Span,
}

/// One clause behind the `catch` of a `try`.
#[derive(Clone, Debug, PartialEq)]
pub struct CatchClause {
    /// The class, `throw` if none is written.
    pub class: Option<Class>,
    /// The pattern of what is thrown.
    pub pattern: Pat,
    /// The variable of the stack trace with its offset.
    pub stack: Option<(Name, u32)>,
    /// Its guard.
    pub guard: Guard,
    /// Expressions of the body; never empty.
    pub body: Vec<Expr>,
    /// From the class or pattern to the last expression.
    pub span: Span,
}

/// The class in a [`CatchClause`], with its offset.
#[derive(Clone, Debug, PartialEq)]
pub enum Class {
    /// `error`, `exit` or `throw`.
    Atom(Name, u32),
    /// A variable, or `_`.
    Var(Name, u32),
}
