//! The syntax tree of an Erlang module.
//!
//! Output of the parser, input of the translator. Every node has its span. Patterns and
//! expressions are separate types: what is not a pattern cannot be put where one is needed.

pub mod expr;
pub mod pat;
mod visit;

pub use expr::{BinaryOp, Callee, CaseClause, Expr, ExprKind, UnaryOp};
pub use pat::{Literal, Pat, PatKind};

use crate::name::Name;
use crate::source::{FileId, Span};

/// A module: its forms in textual order.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// The file that it was read from.
    pub file: FileId,
    /// Name in the `-module` attribute, if there is one.
    pub name: Option<(Name, Span)>,
    /// All forms that could be read.
    pub forms: Vec<Form>,
}

impl Module {
    /// The function `name/arity`, if it is defined here.
    pub fn function(&self, name: &str, arity: usize) -> Option<&Function> {
        self.functions().find(|function| function.name.as_str() == name && function.arity == arity)
    }

    /// All functions in textual order.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.forms.iter().filter_map(|form| match form {
            Form::Function(function) => Some(function),
            Form::Attribute(_) => None,
        })
    }

    /// All attributes in textual order.
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.forms.iter().filter_map(|form| match form {
            Form::Attribute(attribute) => Some(attribute),
            Form::Function(_) => None,
        })
    }
}

/// A top-level form.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// `-name(Args).`
    Attribute(Attribute),
    /// A function with all its clauses.
    Function(Function),
}

/// `-name(Args).`; types and specifications keep no arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Name of the attribute.
    pub name: Name,
    /// Its arguments as expressions.
    pub args: Vec<Expr>,
    /// The whole form.
    pub span: Span,
}

/// A function definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Number of parameters.
    pub arity: usize,
    /// Clauses in textual order; never empty, all with `arity` parameters.
    pub clauses: Vec<FunctionClause>,
    /// The whole form.
    pub span: Span,
}

/// One clause of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionClause {
    /// Patterns of the head.
    pub params: Vec<Pat>,
    /// Its guard; empty where there is none.
    pub guard: Guard,
    /// Expressions of the body; never empty.
    pub body: Vec<Expr>,
    /// From the name to the last expression.
    pub span: Span,
}

/// A guard: alternatives (`;`) of conjunctions (`,`). No alternative means true.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guard {
    /// The alternatives; each has at least one test.
    pub alternatives: Vec<Vec<Expr>>,
}
