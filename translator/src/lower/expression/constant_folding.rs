//! What can be decided at translation time.
//!
//! Looks through bindings and at the tests made on the way. Never guesses: `None` means that a
//! test must be made.

use std::cmp::Ordering;

use crate::lower::analysis::values::Values;
use crate::lower::lowering::{Env, Lowering};
use model::{Cond, Expr, FloatOp, Kind, Operator, VarId, Wrap};

impl Lowering<'_> {
    /// The expression behind a variable, as far as it is known.
    pub(crate) fn resolve<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        match expr {
            Expr::Var(var) => match self.definitions.get(var) {
                Some(definition @ (Expr::Var(_) | Expr::Element(..))) => self.resolve(definition),
                Some(definition) => definition,
                None => expr,
            },
            _ => expr,
        }
    }

    /// The tuple or list behind a variable, if it is written out.
    pub(crate) fn composite<'e>(&'e self, expr: &'e Expr) -> Option<&'e Expr> {
        Some(self.resolve(expr)).filter(|resolved| resolved.is_composite())
    }

    /// Whether the tests on the way here fit none of the values that a stub lists.
    pub(crate) fn is_excluded_by_stubs(&self, env: &Env) -> bool {
        let nothing = Env::default();
        let is_refuted = |var: VarId, value: &Expr| {
            env.facts.iter().any(|(fact, holds)| {
                let fact = fact.substitute(&|other| self.with_value(other, var, value));
                // What is taken apart has been found to be there.
                fact.operands().into_iter().any(has_no_value)
                    || self.decide(&fact, &nothing) == Some(!holds)
            })
        };
        let mut stubbed = self.stubbed.iter();
        stubbed.any(|(var, values)| values.iter().all(|value| is_refuted(*var, value)))
    }

    /// A variable, or what it is a part of, where another one has this value.
    fn with_value(&self, var: VarId, stubbed: VarId, value: &Expr) -> Option<Expr> {
        if var == stubbed {
            return Some(value.clone());
        }
        match self.definitions.get(&var)? {
            part @ (Expr::Var(_) | Expr::Element(..) | Expr::Head(_) | Expr::Tail(_)) => {
                Some(part.substitute(&|other| self.with_value(other, stubbed, value)))
            }
            _ => None,
        }
    }

    /// Whether a condition is known to hold or not to hold.
    pub(crate) fn decide(&self, cond: &Cond, env: &Env) -> Option<bool> {
        let by_fact = env.facts.iter().find(|(fact, _)| fact == cond).map(|(_, holds)| *holds);
        by_fact.or_else(|| match cond {
            Cond::Is(kind, value) => {
                let shape = self.kind_of(self.resolve(value));
                shape
                    .and_then(|shape| shape.tells(*kind))
                    .or_else(|| kind_by_facts(*kind, value, env))
            }
            Cond::Same(left, right) => {
                self.same(left, right).or_else(|| differs_by_facts(left, right, env))
            }
            Cond::Equal(left, right) => {
                self.equal_terms(left, right).or_else(|| equal_by_facts(left, right, env))
            }
            Cond::Less(left, right) => match (self.resolve(left), self.resolve(right)) {
                (Expr::Integer(left), Expr::Integer(right)) => {
                    Some(left.cmp(right) == Ordering::Less)
                }
                _ if left == right => Some(false),
                _ => None,
            },
            Cond::Not(inner) => self.decide(inner, env).map(|holds| !holds),
            Cond::And(left, right) => match (self.decide(left, env), self.decide(right, env)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Cond::Holds(Wrap::Bits, _) if !self.shared.has_bits => Some(false),
            Cond::Holds(wrap, value) => match self.resolve(value) {
                _ if self.shared.values == Values::Known && *wrap != Wrap::Bits => Some(true),
                Expr::Apply(Operator::Wrap(applied), _) => Some(applied == wrap),
                _ => None,
            },
            Cond::Known(_) if self.shared.values == Values::Known => Some(true),
            Cond::Known(value) => is_constant(self.resolve(value)).then_some(true),
            Cond::IsEmptyStack(_) => None,
        })
    }

    fn same(&self, left: &Expr, right: &Expr) -> Option<bool> {
        if left == right {
            return Some(true);
        }
        let (left, right) = (self.resolve(left), self.resolve(right));
        if let (Some(left), Some(right)) = (left.as_float(), right.as_float()) {
            return Some(left == right);
        }
        match (left, right) {
            (Expr::Tuple(a), Expr::Tuple(b)) if a.len() == b.len() => {
                all(a.iter().zip(b).map(|(a, b)| self.same(a, b)))
            }
            (Expr::Cons(a, b), Expr::Cons(c, d)) => {
                all([self.same(a, c), self.same(b, d)].into_iter())
            }
            (Expr::List(a), Expr::List(b)) if a.items().len() == b.items().len() => {
                let items = a.items().iter().zip(b.items()).map(|(a, b)| self.same(a, b));
                all(items.chain([self.same(a.end(), b.end())]))
            }
            _ if left == right => Some(true),
            (Expr::Unknown(a), Expr::Unknown(b)) if self.shared.is_same(*a, *b) => Some(true),
            _ => match (self.kind_of(left), self.kind_of(right)) {
                (Some(a), Some(b)) if a != b => Some(false),
                (Some(_), Some(_)) if is_constant(left) && is_constant(right) => Some(false),
                _ => None,
            },
        }
    }

    /// Whether two terms are equal: numbers of two kinds may be.
    fn equal_terms(&self, left: &Expr, right: &Expr) -> Option<bool> {
        if left == right {
            return Some(true);
        }
        let (left, right) = (self.resolve(left), self.resolve(right));
        let is_number = |kind| matches!(kind, Some(Kind::Integer | Kind::Float | Kind::Number));
        match (left, right) {
            (Expr::Tuple(a), Expr::Tuple(b)) if a.len() == b.len() => {
                all(a.iter().zip(b).map(|(a, b)| self.equal_terms(a, b)))
            }
            (Expr::Cons(a, b), Expr::Cons(c, d)) => {
                all([self.equal_terms(a, c), self.equal_terms(b, d)].into_iter())
            }
            (Expr::List(a), Expr::List(b)) if a.items().len() == b.items().len() => {
                let items = a.items().iter().zip(b.items()).map(|(a, b)| self.equal_terms(a, b));
                all(items.chain([self.equal_terms(a.end(), b.end())]))
            }
            _ if is_constant(left) && is_constant(right) => Some(equal_constants(left, right)),
            _ if is_number(self.kind_of(left)) && is_number(self.kind_of(right)) => None,
            _ => self.same(left, right),
        }
    }

    /// The outermost kind of an expression, if it shows.
    pub(crate) fn kind_of(&self, expr: &Expr) -> Option<Kind> {
        match expr {
            Expr::Apply(Operator::Add | Operator::Sub | Operator::Mul | Operator::Neg, _)
                if self.shared.values == Values::Any =>
            {
                None
            }
            Expr::Var(var) if self.closures.contains_key(var) => Some(Kind::Fun),
            _ => expr.kind(),
        }
    }

    /// Whether an expression may be a number, or have one inside.
    pub(crate) fn may_hold_number(&self, expr: &Expr, env: &Env) -> bool {
        match self.resolve(expr) {
            Expr::Atom(_) | Expr::Nil | Expr::Bool(_) => false,
            Expr::Tuple(items) => items.iter().any(|item| self.may_hold_number(item, env)),
            list @ (Expr::Cons(..) | Expr::List(_)) => {
                list.operands().any(|part| self.may_hold_number(part, env))
            }
            _ => !env.facts.iter().any(|(fact, holds)| match fact {
                Cond::Is(kind, of) => *holds && of == expr && is_flat(*kind),
                _ => false,
            }),
        }
    }
}

/// Whether values of a kind have no numbers inside.
fn is_flat(kind: Kind) -> bool {
    match kind {
        Kind::Atom
        | Kind::Nil
        | Kind::Binary
        | Kind::BitString
        | Kind::Bits
        | Kind::Pid
        | Kind::Port
        | Kind::Reference => true,
        Kind::Integer
        | Kind::Number
        | Kind::Float
        | Kind::Cons
        | Kind::Tuple
        | Kind::TupleOf(_)
        | Kind::Map
        | Kind::Fun => false,
    }
}

/// What the tests passed so far say about the kind of a value.
fn kind_by_facts(kind: Kind, value: &Expr, env: &Env) -> Option<bool> {
    env.facts.iter().filter(|(_, holds)| *holds).find_map(|(fact, _)| match fact {
        Cond::Is(known_kind, of) if of == value => known_kind.tells(kind),
        Cond::Same(of, constant) if of == value => is_kind(kind, constant),
        _ => None,
    })
}

/// Whether the tests passed so far say that a value cannot be this constant.
fn differs_by_facts(value: &Expr, constant: &Expr, env: &Env) -> Option<bool> {
    let kind = constant.kind().filter(|_| is_constant(constant))?;
    let is_refuted = |(fact, holds): &(Cond, bool)| matches!(fact, Cond::Equal(left, right) if !holds && (left, right) == (value, constant));
    if env.facts.iter().any(is_refuted) {
        return Some(false);
    }
    differs_in_kind(value, constant, kind, env)
}

/// Whether the tests passed so far say that a value is equal to this constant, or cannot be.
fn equal_by_facts(value: &Expr, constant: &Expr, env: &Env) -> Option<bool> {
    let is_same = |(fact, holds): &(Cond, bool)| matches!(fact, Cond::Same(left, right) if *holds && (left, right) == (value, constant));
    if env.facts.iter().any(is_same) {
        return Some(true);
    }
    let kind = constant.kind().filter(|_| is_constant(constant))?;
    let kind = if matches!(kind, Kind::Integer | Kind::Float) { Kind::Number } else { kind };
    differs_in_kind(value, constant, kind, env)
}

/// Whether two constants are equal: numbers are by their value.
fn equal_constants(left: &Expr, right: &Expr) -> bool {
    match (left, left.as_float(), right, right.as_float()) {
        (_, Some(left), _, Some(right)) => left == right,
        (Expr::Integer(integer), None, _, Some(float))
        | (_, Some(float), Expr::Integer(integer), None) => float.compare_integer(integer).is_eq(),
        _ => left == right,
    }
}

/// Whether a value is known to be of another kind, or another constant.
fn differs_in_kind(value: &Expr, constant: &Expr, kind: Kind, env: &Env) -> Option<bool> {
    env.facts.iter().filter(|(_, holds)| *holds).find_map(|(fact, _)| match fact {
        Cond::Is(known_kind, of) if of == value && known_kind.tells(kind) == Some(false) => {
            Some(false)
        }
        Cond::Same(of, other) if of == value && is_constant(other) => {
            let is_equal = equal_constants(other, constant);
            // Of two kinds, and of one value: equal, but not the same.
            Some(is_equal && (kind == Kind::Number || other.kind() == constant.kind()))
        }
        _ => None,
    })
}

/// Conjunction of what is known about the parts.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut verdict = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => verdict = None,
        }
    }
    verdict
}

fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Atom(_)
        | Expr::Integer(_)
        | Expr::Nil
        | Expr::Apply(Operator::Float(FloatOp::OfBits), _) => true,
        Expr::Apply(Operator::Reference | Operator::Pid, operands) => {
            operands.iter().all(is_constant)
        }
        _ => false,
    }
}

fn is_kind(kind: Kind, expr: &Expr) -> Option<bool> {
    let shape = expr.kind()?;
    shape.tells(kind)
}

/// Whether an expression takes something apart that has no such part.
fn has_no_value(expr: &Expr) -> bool {
    let is_wrong = match expr {
        Expr::Element(_, whole) => is_constant(whole) || whole.is_composite(),
        Expr::Head(whole) | Expr::Tail(whole) => {
            is_constant(whole) || matches!(**whole, Expr::Tuple(_))
        }
        _ => false,
    };
    is_wrong || expr.operands().any(has_no_value)
}
