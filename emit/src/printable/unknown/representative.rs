//! One value for all that some tests cannot tell apart.
//!
//! Input: tests on a variable and its parts with their outcomes. Output: a ground term for which they come out
//! so, in which an atom `?1`, `?2`, .. stands for each part that may be anything else. Atoms and integers that
//! stand for others occur nowhere in the model.

use model::names::strangers::Strangers;
use model::{Cond, Expr, Kind, VarId};

/// What is known of a value.
pub(crate) enum Refinement {
    /// This one is like all that go this way.
    Value(Expr),
    /// No value goes this way.
    Impossible,
    /// There may be one, but none was found.
    Open,
}

/// Whether an expression mentions a variable.
pub(crate) fn mentions(expr: &Expr, var: VarId) -> bool {
    let mut is_mentioned = false;
    expr.for_each_var(&mut |other| is_mentioned |= other == var);
    is_mentioned
}

/// Whether a test asks for the kind of a part of the variable, whether it is a constant, or on which side of an
/// integer it is.
pub(crate) fn is_decided(cond: &Cond, var: VarId) -> bool {
    match cond {
        Cond::Is(kind, value) => {
            let decides = matches!(
                kind,
                Kind::TupleOf(_)
                    | Kind::Cons
                    | Kind::Nil
                    | Kind::Atom
                    | Kind::Integer
                    | Kind::Tuple
            );
            decides && is_part(value, var)
        }
        Cond::Same(value, constant) => is_part(value, var) && is_constant(constant),
        Cond::Less(left, right) => {
            let is_integer = |expr: &Expr| matches!(expr, Expr::Integer(_));
            (is_part(left, var) && is_integer(right)) || (is_integer(left) && is_part(right, var))
        }
        Cond::Not(inner) => is_decided(inner, var),
        _ => false,
    }
}

fn is_constant(expr: &Expr) -> bool {
    matches!(expr, Expr::Atom(_) | Expr::Integer(_) | Expr::Nil)
}

/// Whether an expression is the variable or a part of it.
fn is_part(expr: &Expr, var: VarId) -> bool {
    match expr {
        Expr::Var(other) => *other == var,
        Expr::Element(_, inner) | Expr::Head(inner) | Expr::Tail(inner) => is_part(inner, var),
        _ => false,
    }
}

/// Whether a part that may be anything occurs in an expression.
pub(crate) fn has_stranger(expr: &Expr, strangers: &Strangers) -> bool {
    match expr {
        Expr::Atom(_) | Expr::Integer(_) => strangers.is_one(expr),
        Expr::Bool(_) => true,
        _ => expr.operands().any(|operand| has_stranger(operand, strangers)),
    }
}

/// A value for which the tests on the variable come out like this.
pub(crate) fn representative(
    var: VarId,
    tests: &[(Cond, bool)],
    strangers: &Strangers,
) -> Refinement {
    // First the shape that the tests that hold give it, from outside to inside.
    let mut value = Expr::Var(var);
    for (cond, holds) in tests {
        if !shape(&mut value, cond, *holds, var) {
            return Refinement::Impossible;
        }
    }
    Filling { var, tests, strangers, number: 0 }.filled(&value, &Expr::Var(var))
}

/// Gives a value the shape that a test asks for, if it can have it; variables in it are parts that may be anything.
fn shape(value: &mut Expr, cond: &Cond, holds: bool, var: VarId) -> bool {
    let any = || Expr::Var(var);
    match (cond, holds) {
        (Cond::Not(inner), _) => shape(value, inner, !holds, var),
        (Cond::Is(Kind::TupleOf(size), place), true) => {
            set(value, place, var, &|| Expr::Tuple((0..*size).map(|_| any()).collect()))
        }
        (Cond::Is(Kind::Cons, place), true) => {
            set(value, place, var, &|| Expr::Cons(Box::new(any()), Box::new(any())))
        }
        (Cond::Is(Kind::Nil, place), true) => set(value, place, var, &|| Expr::Nil),
        (Cond::Same(place, constant), true) => set(value, place, var, &|| constant.clone()),
        _ => true,
    }
}

/// Sets a part of a value that may be anything; false if it is something else already.
fn set(value: &mut Expr, place: &Expr, var: VarId, new: &dyn Fn() -> Expr) -> bool {
    let Some(part) = part(value, place) else { return false };
    let new = new();
    match (&*part, &new) {
        (Expr::Var(other), _) if *other == var => {
            *part = new;
            true
        }
        (Expr::Tuple(old), Expr::Tuple(new)) => old.len() == new.len(),
        (Expr::Cons(..) | Expr::List(_), Expr::Cons(..) | Expr::List(_)) => true,
        (old, new) => old == new,
    }
}

/// The part at a place.
fn part<'v>(value: &'v mut Expr, place: &Expr) -> Option<&'v mut Expr> {
    match place {
        Expr::Var(_) => Some(value),
        Expr::Element(position, tuple) => match part(value, tuple)? {
            Expr::Tuple(items) => items.get_mut(position.checked_sub(1)?),
            _ => None,
        },
        Expr::Head(list) => match part(value, list)? {
            Expr::Cons(head, _) => Some(head),
            _ => None,
        },
        Expr::Tail(list) => match part(value, list)? {
            Expr::Cons(_, tail) => Some(tail),
            _ => None,
        },
        _ => None,
    }
}

/// Puts something in the parts that may be anything.
struct Filling<'t> {
    var: VarId,
    tests: &'t [(Cond, bool)],
    strangers: &'t Strangers,
    /// How many there are.
    number: usize,
}

impl Filling<'_> {
    fn filled(&mut self, value: &Expr, place: &Expr) -> Refinement {
        let boxed = || Box::new(place.clone());
        let parts: Vec<(&Expr, Expr)> = match value {
            Expr::Tuple(items) => (1..)
                .zip(items)
                .map(|(position, item)| (item, Expr::Element(position, boxed())))
                .collect(),
            Expr::Cons(head, tail) => {
                vec![(&**head, Expr::Head(boxed())), (&**tail, Expr::Tail(boxed()))]
            }
            // What tests say of its elements is not looked at one by one.
            Expr::List(_) => return Refinement::Open,
            Expr::Var(other) if *other == self.var => return self.leaf(place),
            _ => Vec::new(),
        };
        if !self.agrees(place, value) {
            return Refinement::Impossible;
        }
        let mut inner = Vec::new();
        for (part, place) in parts {
            match self.filled(part, &place) {
                Refinement::Value(part) => inner.push(part),
                other => return other,
            }
        }
        Refinement::Value(match (value, inner.as_slice()) {
            (Expr::Tuple(_), _) => Expr::Tuple(inner),
            (Expr::Cons(..), [head, tail]) => {
                Expr::Cons(Box::new(head.clone()), Box::new(tail.clone()))
            }
            _ => value.clone(),
        })
    }

    /// Something at a place where the value may be anything.
    fn leaf(&mut self, place: &Expr) -> Refinement {
        let named = Expr::Atom(self.strangers.atom(self.number + 1));
        let single = Expr::Tuple(vec![named.clone()]);
        let integers = self.strangers.integers().map(Expr::Integer);
        let mut candidates = [named, single].into_iter().chain(integers);
        let Some(candidate) = candidates.find(|candidate| self.agrees(place, candidate)) else {
            return Refinement::Open;
        };
        self.number += 1;
        Refinement::Value(candidate)
    }

    /// Whether the tests at a place come out as they should if this is there.
    fn agrees(&self, place: &Expr, value: &Expr) -> bool {
        self.tests.iter().all(|(cond, holds)| comes_out(cond, place, value) != Some(!holds))
    }
}

/// How a test comes out if this is at a place; `None` where it asks for another one.
fn comes_out(cond: &Cond, place: &Expr, value: &Expr) -> Option<bool> {
    match cond {
        Cond::Not(inner) => comes_out(inner, place, value).map(|truth| !truth),
        Cond::Is(kind, asked) if asked == place => Some(match kind {
            Kind::TupleOf(size) => matches!(value, Expr::Tuple(items) if items.len() == *size),
            Kind::Tuple => matches!(value, Expr::Tuple(_)),
            Kind::Cons => matches!(value, Expr::Cons(..) | Expr::List(_)),
            Kind::Nil => matches!(value, Expr::Nil),
            Kind::Atom => matches!(value, Expr::Atom(_)),
            Kind::Integer => matches!(value, Expr::Integer(_)),
            _ => return None,
        }),
        Cond::Same(asked, constant) if asked == place => Some(value == constant),
        // Integers come before all other values that stand for some.
        Cond::Less(asked, Expr::Integer(limit)) if asked == place => {
            Some(matches!(value, Expr::Integer(value) if value < limit))
        }
        Cond::Less(Expr::Integer(limit), asked) if asked == place => {
            Some(!matches!(value, Expr::Integer(value) if value <= limit))
        }
        _ => None,
    }
}
