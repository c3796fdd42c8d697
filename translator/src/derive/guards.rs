//! What guards say of variables: kinds and constants that a function lets pass.
//!
//! Input: a guard. Output: for variables the domain without which no alternative holds. Comparisons with anything but
//! constants say nothing, nor does a test that is negated.

use std::collections::BTreeMap;

use frontend::Name;
use frontend::ast::{BinaryOp, Callee, Expr as Syntax, ExprKind, Guard, Literal};

use crate::analysis::domain::Domain;
use model::{Expr, Kind};

/// Variables with what is known of them; of all others nothing is.
pub(crate) type Limits = BTreeMap<Name, Domain>;

/// What holds behind a guard.
pub(crate) fn limits(guard: &Guard) -> Limits {
    let alternatives = guard.alternatives.iter().map(|tests| all_of(tests.iter().map(test)));
    alternatives.reduce(one_of).unwrap_or_default()
}

/// What one of the tests says of a variable counts: the first that says anything.
fn all_of(tests: impl Iterator<Item = Limits>) -> Limits {
    let mut limits = Limits::new();
    for (name, domain) in tests.flatten() {
        limits.entry(name).or_insert(domain);
    }
    limits
}

fn one_of(left: Limits, mut right: Limits) -> Limits {
    let both = left.into_iter().filter_map(|(name, domain)| {
        let other = right.remove(&name)?;
        Some((name, domain.or(other)))
    });
    both.collect()
}

fn test(expr: &Syntax) -> Limits {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::AndAlso, left, right) => {
            all_of([test(left), test(right)].into_iter())
        }
        ExprKind::Binary(BinaryOp::Or | BinaryOp::OrElse, left, right) => {
            one_of(test(left), test(right))
        }
        ExprKind::Binary(op @ (BinaryOp::Equal | BinaryOp::ExactEqual), left, right) => {
            let limit = compared(*op, left, right).or_else(|| compared(*op, right, left));
            limit.into_iter().collect()
        }
        ExprKind::Call(Callee::Local(name), args) => type_test(name, args).into_iter().collect(),
        ExprKind::Call(Callee::Remote(module, name, _), args) if module.as_str() == "erlang" => {
            type_test(name, args).into_iter().collect()
        }
        _ => Limits::new(),
    }
}

/// `Variable =:= constant`
fn compared(op: BinaryOp, variable: &Syntax, constant: &Syntax) -> Option<(Name, Domain)> {
    let ExprKind::Var(name) = &variable.kind else { return None };
    let domain = match &constant.kind {
        ExprKind::Literal(Literal::Atom(atom)) => Domain::Same(Expr::Atom(atom.clone())),
        ExprKind::Literal(Literal::Integer(value)) if op == BinaryOp::ExactEqual => {
            Domain::Same(Expr::Integer(value.clone()))
        }
        // A float may be equal to an integer.
        ExprKind::Literal(Literal::Integer(_)) => Domain::Is(Kind::Number),
        ExprKind::Nil => Domain::Is(Kind::Nil),
        _ => return None,
    };
    Some((name.clone(), domain))
}

/// `is_integer(Variable)` and its like.
fn type_test(test: &Name, args: &[Syntax]) -> Option<(Name, Domain)> {
    let [first, rest @ ..] = args else { return None };
    let ExprKind::Var(name) = &first.kind else { return None };
    let domain = match (test.as_str(), rest) {
        ("is_function", _) => Domain::Is(Kind::Fun),
        ("is_record", [tag, ..]) => {
            let ExprKind::Literal(Literal::Atom(_)) = &tag.kind else { return None };
            Domain::Is(Kind::Tuple)
        }
        (_, [_, ..]) => return None,
        ("is_integer", _) => Domain::Is(Kind::Integer),
        ("is_number", _) => Domain::Is(Kind::Number),
        ("is_float", _) => Domain::Is(Kind::Float),
        ("is_binary", _) => Domain::Is(Kind::Binary),
        ("is_bitstring", _) => Domain::Is(Kind::BitString),
        ("is_map", _) => Domain::Is(Kind::Map),
        ("is_pid", _) => Domain::Is(Kind::Pid),
        ("is_port", _) => Domain::Is(Kind::Port),
        ("is_reference", _) => Domain::Is(Kind::Reference),
        ("is_atom", _) => Domain::Is(Kind::Atom),
        ("is_tuple", _) => Domain::Is(Kind::Tuple),
        ("is_list", _) => Domain::kinds(&[Kind::Cons, Kind::Nil]),
        ("is_boolean", _) => Domain::atoms(&["true", "false"]),
        _ => return None,
    };
    Some((name.clone(), domain))
}
