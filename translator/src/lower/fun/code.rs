//! What a fun is: its code, and with that the values of its free variables.
//!
//! Does not lower funs or calls of them.

use std::rc::Rc;

use frontend::ast::{Expr as Syntax, ExprKind, Function, Literal};
use frontend::{Name, Span};

use model::Expr;

/// What a fun does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Code {
    /// `fun (..) -> .. end`, as a function with a name that tells its place.
    Clauses(Function),
    /// `fun F(..) -> .. end`, the same with what it is called in itself.
    Named(Name, Function),
    /// `fun F/N`
    Local(Name, usize),
    /// `fun M:F/N`
    Remote(Name, Name, usize),
}

impl Code {
    /// The number of its arguments.
    pub(crate) fn arity(&self) -> usize {
        match self {
            Self::Clauses(function) | Self::Named(_, function) => function.arity,
            Self::Local(_, arity) | Self::Remote(_, _, arity) => *arity,
        }
    }
}

/// A fun with the values of its free variables.
#[derive(Debug)]
pub(crate) struct Closure {
    pub(crate) code: Rc<Code>,
    /// The expression.
    pub(crate) span: Span,
    pub(crate) captured: Vec<(Name, Expr)>,
}

/// Module, name and arity of `fun M:F/N` without variables.
pub(crate) fn named_fun(parts: &[Syntax; 3]) -> Option<(Name, Name, usize)> {
    match [&parts[0].kind, &parts[1].kind, &parts[2].kind] {
        [
            ExprKind::Literal(Literal::Atom(module)),
            ExprKind::Literal(Literal::Atom(name)),
            ExprKind::Literal(Literal::Integer(arity)),
        ] if module.undefined_macro().is_none() && name.undefined_macro().is_none() => {
            Some((module.clone(), name.clone(), usize::try_from(arity).ok()?))
        }
        _ => None,
    }
}

pub(crate) fn name_of(code: &Code) -> Name {
    match code {
        Code::Clauses(function) | Code::Named(_, function) => function.name.clone(),
        Code::Local(name, _) => name.clone(),
        Code::Remote(module, name, _) => Name::from(format!("{module}:{name}")),
    }
}

/// A fun that is kept somewhere.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kept {
    /// What its values are called.
    pub(super) name: Name,
    /// What it does.
    pub(crate) code: Rc<Code>,
    /// Variables that it takes along, in this order.
    pub(super) captured: Vec<Name>,
    pub(super) span: Span,
}
