//! Walks over patterns and expressions.

use super::{Callee, Expr, ExprKind, Literal, Pat, PatKind};
use crate::name::Name;

impl Pat {
    /// Calls `visit` for every variable of the pattern, left to right; `_` is none.
    pub fn for_each_var(&self, visit: &mut impl FnMut(&Name)) {
        match &self.kind {
            PatKind::Wildcard | PatKind::Literal(_) | PatKind::Nil => {}
            PatKind::Var(name) => visit(name),
            PatKind::Cons(left, right) | PatKind::Alias(left, right) => {
                left.for_each_var(visit);
                right.for_each_var(visit);
            }
            PatKind::Tuple(items) => items.iter().for_each(|item| item.for_each_var(visit)),
        }
    }
}

impl Expr {
    /// Whether `holds` says so of this expression or of one inside it.
    pub fn any(&self, holds: &mut impl FnMut(&Self) -> bool) -> bool {
        holds(self) || self.children().into_iter().any(|child| child.any(holds))
    }

    /// Whether this is the atom with this text.
    pub fn is_atom(&self, text: &str) -> bool {
        matches!(&self.kind, ExprKind::Literal(Literal::Atom(name)) if name.as_str() == text)
    }

    /// Calls `visit` for this expression and those inside it, outer ones first.
    pub fn for_each<'e>(&'e self, visit: &mut impl FnMut(&'e Self)) {
        visit(self);
        for child in self.children() {
            child.for_each(visit);
        }
    }

    /// The expressions directly inside, in textual order; those of guards included.
    pub fn children(&self) -> Vec<&Self> {
        match &self.kind {
            ExprKind::Var(_) | ExprKind::Literal(_) | ExprKind::Nil | ExprKind::Unsupported(_) => {
                Vec::new()
            }
            ExprKind::Cons(left, right) | ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::Tuple(items) | ExprKind::Block(items) => items.iter().collect(),
            ExprKind::Unary(_, operand) | ExprKind::Match(_, operand) => vec![operand],
            ExprKind::Call(Callee::Dynamic(callee), args) => {
                std::iter::once(&**callee).chain(args).collect()
            }
            ExprKind::Call(Callee::Local(_) | Callee::Remote(..), args) => args.iter().collect(),
            ExprKind::Case(value, clauses) => std::iter::once(&**value)
                .chain(clauses.iter().flat_map(|clause| {
                    clause.guard.alternatives.iter().flatten().chain(&clause.body)
                }))
                .collect(),
            ExprKind::If(clauses) => clauses
                .iter()
                .flat_map(|(guard, body)| guard.alternatives.iter().flatten().chain(body))
                .collect(),
        }
    }
}
