//! Which patterns take which values, as far as that is known.

use frontend::Name;
use frontend::ast::{self, Guard, Literal, Pat, PatKind};
use model::Expr;

use super::{Class, Env, anything, constant};

/// Whether a pattern takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Never,
    Maybe,
    Always,
}

impl Fit {
    /// Of two parts.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Never, _) | (_, Self::Never) => Self::Never,
            (Self::Always, Self::Always) => Self::Always,
            _ => Self::Maybe,
        }
    }

    /// Of two values.
    fn or(self, other: Self) -> Self {
        if self == other { self } else { Self::Maybe }
    }
}

/// Binds the variables of a pattern to the parts of those values that it may take.
pub(crate) fn bind(pattern: &Pat, values: &[Expr], env: &mut Env) -> Fit {
    let mut bound = Env::new();
    let mut fit = None;
    for value in values {
        let mut taken = Vec::new();
        let this = take(pattern, value, env, &mut taken);
        fit = Some(fit.map_or(this, |fit: Fit| fit.or(this)));
        if this != Fit::Never {
            for (name, part) in taken {
                bound.entry(name).or_default().push(part);
            }
        }
    }
    env.extend(bound.into_iter().map(|(name, values)| (name, super::few(values))));
    fit.unwrap_or(Fit::Never)
}

fn take(pattern: &Pat, value: &Expr, env: &Env, bound: &mut Vec<(Name, Expr)>) -> Fit {
    match &pattern.kind {
        PatKind::Wildcard => Fit::Always,
        PatKind::Var(name) if env.contains_key(name) => Fit::Maybe,
        PatKind::Var(name) => {
            let is_new = bound.iter().all(|(other, _)| other != name);
            bound.push((name.clone(), value.clone()));
            if is_new { Fit::Always } else { Fit::Maybe }
        }
        PatKind::Literal(literal @ (Literal::Atom(_) | Literal::Integer(_) | Literal::Char(_))) => {
            is_same(&constant(literal), value)
        }
        PatKind::Nil => is_same(&Expr::Nil, value),
        PatKind::Tuple(items) => match value {
            Expr::Tuple(parts) if parts.len() == items.len() => {
                let parts = items.iter().zip(parts);
                parts.fold(Fit::Always, |fit, (item, part)| fit.and(take(item, part, env, bound)))
            }
            value if is_known(value) => Fit::Never,
            _ => unknown(pattern, bound),
        },
        PatKind::Cons(head, tail) => match value {
            Expr::Cons(first, rest) => {
                take(head, first, env, bound).and(take(tail, rest, env, bound))
            }
            value if is_known(value) => Fit::Never,
            _ => unknown(pattern, bound),
        },
        PatKind::Alias(left, right) => {
            take(left, value, env, bound).and(take(right, value, env, bound))
        }
        _ => unknown(pattern, bound),
    }
}

/// A pattern on a value of which nothing is known.
fn unknown(pattern: &Pat, bound: &mut Vec<(Name, Expr)>) -> Fit {
    pattern.for_each_var(&mut |name| bound.push((name.clone(), anything())));
    Fit::Maybe
}

/// Whether it is known how a value begins.
fn is_known(value: &Expr) -> bool {
    matches!(value, Expr::Atom(_) | Expr::Integer(_) | Expr::Nil | Expr::Cons(..) | Expr::Tuple(_))
}

fn is_same(constant: &Expr, value: &Expr) -> Fit {
    match (is_known(constant) && is_known(value), constant == value) {
        (true, true) => Fit::Always,
        (true, false) => Fit::Never,
        (false, _) => Fit::Maybe,
    }
}

/// Whether a guard holds whatever variables are.
pub(crate) fn is_true(guard: &Guard) -> bool {
    let holds = |tests: &Vec<ast::Expr>| tests.iter().all(|test| test.is_atom("true"));
    guard.alternatives.is_empty() || guard.alternatives.iter().any(holds)
}

/// Whether a clause behind `catch` takes exceptions of a class.
pub(crate) fn is_of(named: Option<&ast::Class>, class: Class) -> bool {
    let name = match named {
        Some(ast::Class::Var(..)) => return true,
        Some(ast::Class::Atom(name, _)) => name.as_str(),
        None => "throw",
    };
    name == match class {
        Class::Error => "error",
        Class::Exit => "exit",
        Class::Throw => "throw",
    }
}
