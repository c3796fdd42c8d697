//! Values of expressions, as far as their text tells.
//!
//! Input: an expression that is no call and no branch, or what is known of a function of OTP. Output: a value that can be
//! held against patterns, and taken apart. What is computed is open.

use std::rc::Rc;

use frontend::ast::{Expr, ExprKind, Literal, Pat, PatKind};

use super::scope::Scope;

/// What is known of a value.
#[derive(Clone)]
pub enum Value<'m> {
    /// Nothing.
    Open,
    /// An argument of the callback, from 0.
    Parameter(usize),
    /// This atom.
    Atom(&'static str),
    /// What an expression builds, under what its variables stand for: a constant, a tuple, a list, a map or a record.
    Written(&'m Expr, Rc<Scope<'m>>),
}

impl<'m> Value<'m> {
    /// The value of an expression.
    pub fn of(expr: &'m Expr, scope: &Rc<Scope<'m>>) -> Self {
        let is_built = matches!(
            &expr.kind,
            ExprKind::Literal(_)
                | ExprKind::Nil
                | ExprKind::Cons(..)
                | ExprKind::List(..)
                | ExprKind::Tuple(_)
                | ExprKind::Map(..)
                | ExprKind::Record(..)
                | ExprKind::Bin(_)
                | ExprKind::ListComprehension(..)
        );
        if is_built && !is_undefined(expr) {
            Self::Written(expr, Rc::clone(scope))
        } else {
            Self::Open
        }
    }

    /// Whether it is known what it is.
    pub fn is_known(&self) -> bool {
        matches!(self, Self::Written(..) | Self::Atom(_))
    }

    /// The atom that it is.
    pub fn atom(&self) -> Option<&str> {
        match self {
            Self::Atom(name) => Some(name),
            Self::Written(expr, _) => match &expr.kind {
                ExprKind::Literal(Literal::Atom(name)) => Some(name.as_str()),
                _ => None,
            },
            Self::Open | Self::Parameter(_) => None,
        }
    }

    /// The components of the tuple that it is.
    pub fn tuple(&self) -> Option<(&'m [Expr], &Rc<Scope<'m>>)> {
        match self {
            Self::Written(expr, scope) => match &expr.kind {
                ExprKind::Tuple(items) => Some((items, scope)),
                _ => None,
            },
            _ => None,
        }
    }

    /// A component of the tuple that it is, from 0.
    pub fn component(&self, place: usize) -> Option<(&'m Expr, &Rc<Scope<'m>>)> {
        let (items, scope) = self.tuple()?;
        Some((items.get(place)?, scope))
    }

    /// Whether a pattern may take it.
    pub fn fits(&self, pat: &Pat) -> bool {
        match self {
            Self::Open | Self::Parameter(_) => true,
            Self::Atom(name) => takes_atom(pat, name),
            Self::Written(expr, _) => takes(pat, expr),
        }
    }
}

/// Whether an undefined macro stands for a constant, or for the name of a record.
fn is_undefined(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) | ExprKind::Record(_, name, _) => {
            name.undefined_macro().is_some()
        }
        _ => false,
    }
}

/// Whether an undefined macro stands for a pattern, or for the name of a record in one.
fn is_open(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Literal(Literal::Atom(name)) | PatKind::Record(name, _) => {
            name.undefined_macro().is_some()
        }
        _ => false,
    }
}

fn takes_atom(pat: &Pat, atom: &str) -> bool {
    match &pat.kind {
        _ if is_open(pat) => true,
        PatKind::Literal(Literal::Atom(name)) => name.as_str() == atom,
        PatKind::Alias(left, right) => takes_atom(left, atom) && takes_atom(right, atom),
        PatKind::Wildcard | PatKind::Var(_) | PatKind::Illegal(_) => true,
        _ => false,
    }
}

/// Whether a pattern may take the value of an expression, as far as constants, sizes of tuples and names of records tell.
fn takes(pat: &Pat, expr: &Expr) -> bool {
    match (&pat.kind, &expr.kind) {
        _ if is_open(pat) || is_undefined(expr) => true,
        (PatKind::Alias(left, right), _) => takes(left, expr) && takes(right, expr),
        (PatKind::Wildcard | PatKind::Var(_) | PatKind::Illegal(_), _) => true,
        (PatKind::Literal(pat), ExprKind::Literal(value)) => is_equal(pat, value),
        (PatKind::Tuple(pats), ExprKind::Tuple(items)) => {
            pats.len() == items.len() && pats.iter().zip(items).all(|(pat, item)| takes(pat, item))
        }
        (PatKind::Record(name, _), ExprKind::Record(_, other, _)) => name == other,
        (PatKind::Record(name, _), ExprKind::Tuple(items)) => items.first().is_some_and(|tag| {
            let is_constant = matches!(&tag.kind, ExprKind::Literal(_)) && !is_undefined(tag);
            !is_constant || tag.is_atom(name.as_str())
        }),
        (PatKind::Tuple(pats), ExprKind::Record(_, name, _)) => {
            pats.first().is_some_and(|tag| takes_atom(tag, name.as_str()))
        }
        (pat, expr) => match (kind_of_pattern(pat), kind_of_value(expr)) {
            (Some(pat), Some(value)) => pat == value,
            _ => true,
        },
    }
}

/// Whether two constants may be equal; numbers and texts are written in several ways.
fn is_equal(pat: &Literal, value: &Literal) -> bool {
    match (pat, value) {
        (Literal::Atom(pat), Literal::Atom(value)) => pat == value,
        (Literal::Atom(_), _) | (_, Literal::Atom(_)) => false,
        (Literal::Integer(pat), Literal::Integer(value)) => pat == value,
        _ => true,
    }
}

/// Kinds of terms that no pattern confuses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Constant,
    Nil,
    Tuple,
    List,
    Map,
    Binary,
}

fn kind_of_pattern(pat: &PatKind) -> Option<Kind> {
    match pat {
        PatKind::Literal(Literal::String(_)) => None,
        PatKind::Literal(_) => Some(Kind::Constant),
        PatKind::Nil => Some(Kind::Nil),
        PatKind::Tuple(_) | PatKind::Record(..) => Some(Kind::Tuple),
        PatKind::Cons(..) => Some(Kind::List),
        PatKind::Map(_) => Some(Kind::Map),
        PatKind::Bin(_) => Some(Kind::Binary),
        _ => None,
    }
}

fn kind_of_value(expr: &ExprKind) -> Option<Kind> {
    match expr {
        ExprKind::Literal(Literal::String(_)) => None,
        ExprKind::Literal(_) => Some(Kind::Constant),
        ExprKind::Nil => Some(Kind::Nil),
        ExprKind::Tuple(_) | ExprKind::Record(..) => Some(Kind::Tuple),
        ExprKind::Cons(..) => Some(Kind::List),
        ExprKind::Map(..) => Some(Kind::Map),
        ExprKind::Bin(_) => Some(Kind::Binary),
        _ => None,
    }
}
