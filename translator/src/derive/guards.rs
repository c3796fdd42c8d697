//! What guards say of variables: kinds and constants that a function lets pass.
//!
//! Input: a guard. Output: for variables the domain without which no alternative holds, or one such domain for each way in
//! which the guard may hold. Comparisons with anything but constants say nothing, nor does a test that is negated.

pub(crate) mod guarded;

use std::collections::BTreeMap;

use frontend::Name;
use frontend::ast::{BinaryOp, Callee, Expr as Syntax, ExprKind, Guard, Literal};

use crate::analysis::domain::Domain;
use model::{Expr, Kind};

/// Variables with what is known of them; of all others nothing is.
pub(crate) type Limits = BTreeMap<Name, Domain>;

/// Ways in which a guard may hold that are told apart, at most.
const MAX_WAYS: usize = 64;

/// What holds behind a guard.
pub(crate) fn limits(guard: &Guard) -> Limits {
    let alternatives = guard.alternatives.iter().map(|tests| all_of(tests.iter().map(test)));
    alternatives.reduce(one_of).unwrap_or_default()
}

/// What holds in each of the ways in which a guard may hold: `X == a; X == b, Y == c` has two, and so has `orelse`.
pub(crate) fn ways(guard: &Guard) -> Vec<Limits> {
    if guard.alternatives.is_empty() {
        return vec![Limits::new()];
    }
    let of_tests = |tests: &Vec<Syntax>| {
        tests.iter().try_fold(vec![Limits::new()], |ways, test| both(ways, &ways_of(test)?))
    };
    let all: Option<Vec<Vec<Limits>>> = guard.alternatives.iter().map(of_tests).collect();
    let all = all.map(|all| all.concat()).filter(|all| all.len() <= MAX_WAYS);
    all.unwrap_or_else(|| vec![limits(guard)])
}

/// The ways in which a test may hold, unless they are too many.
fn ways_of(expr: &Syntax) -> Option<Vec<Limits>> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::AndAlso, left, right) => {
            both(ways_of(left)?, &ways_of(right)?)
        }
        ExprKind::Binary(BinaryOp::Or | BinaryOp::OrElse, left, right) => {
            let all = [ways_of(left)?, ways_of(right)?].concat();
            (all.len() <= MAX_WAYS).then_some(all)
        }
        _ => Some(vec![test(expr)]),
    }
}

/// All ways in which both hold, unless they are too many.
fn both(left: Vec<Limits>, right: &[Limits]) -> Option<Vec<Limits>> {
    if left.len() * right.len() > MAX_WAYS {
        return None;
    }
    let with = |one: Limits| {
        right.iter().map(move |other| all_of([one.clone(), other.clone()].into_iter()))
    };
    Some(left.into_iter().flat_map(with).collect())
}

/// What one of the tests says of a variable counts: the first that says anything, or that says which constant it is.
fn all_of(tests: impl Iterator<Item = Limits>) -> Limits {
    let mut limits = Limits::new();
    for (name, domain) in tests.flatten() {
        let is_constant = matches!(domain, Domain::Same(_));
        match limits.get(&name) {
            Some(Domain::Same(_)) => {}
            Some(_) if !is_constant => {}
            _ => {
                limits.insert(name, domain);
            }
        }
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
