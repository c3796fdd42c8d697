//! The standard order of terms.
//!
//! number < atom < reference < fun < pid < tuple < map < nil < list < binary < unknown; an unknown value has no place in Erlang's
//! order, here it stands behind all others, by its number. Tuples and maps go by size first; maps then by keys,
//! then by values; lists go element by element. Iterative: deep terms do not exhaust the stack.

use std::cmp::Ordering;

use crate::term::Term;

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Self) -> Ordering {
        let mut open = Vec::new();
        let mut found = enter(self, other, &mut open);
        while found.is_eq() {
            let Some((left, right, next)) = open.last_mut() else {
                break;
            };
            let (left, right, index) = (*left, *right, *next);
            *next += 1;
            found = match (part(left, index), part(right, index)) {
                (Some(a), Some(b)) => enter(a, b, &mut open),
                (None, None) => {
                    open.pop();
                    enter(end(left), end(right), &mut open)
                }
                // Lists: whatever ends one is smaller than the rest of the other.
                (a, b) => a.is_some().cmp(&b.is_some()),
            };
        }
        found
    }
}

/// A pair of terms that are equal so far, and the number of parts seen.
type Open<'a> = (&'a Term, &'a Term, usize);

/// Compares what can be compared at once; pairs whose parts decide are opened.
fn enter<'a>(left: &'a Term, right: &'a Term, open: &mut Vec<Open<'a>>) -> Ordering {
    match (left, right) {
        (Term::Integer(a), Term::Integer(b))
        | (Term::Reference(a), Term::Reference(b))
        | (Term::Pid(a), Term::Pid(b)) => a.cmp(b),
        // UTF-8 sorts like code points.
        (Term::Atom(a), Term::Atom(b)) => a.cmp(b),
        (Term::Nil, Term::Nil) => Ordering::Equal,
        (Term::Unknown(a), Term::Unknown(b)) => a.cmp(b),
        (Term::Tuple(a), Term::Tuple(b)) => a.len().cmp(&b.len()).then_with(|| {
            open.push((left, right, 0));
            Ordering::Equal
        }),
        (Term::Map(a), Term::Map(b)) => a.len().cmp(&b.len()).then_with(|| {
            open.push((left, right, 0));
            Ordering::Equal
        }),
        (Term::List(..), Term::List(..))
        | (Term::Binary(_), Term::Binary(_))
        | (Term::Fun(_), Term::Fun(_)) => {
            open.push((left, right, 0));
            Ordering::Equal
        }
        _ => rank(left).cmp(&rank(right)),
    }
}

/// The kinds of terms in their order.
fn rank(term: &Term) -> u8 {
    match term {
        Term::Integer(_) => 0,
        Term::Atom(_) => 1,
        Term::Reference(_) => 2,
        Term::Fun(_) => 3,
        Term::Pid(_) => 4,
        Term::Tuple(_) => 5,
        Term::Map(_) => 6,
        Term::Nil => 7,
        Term::List(..) => 8,
        Term::Binary(_) => 9,
        Term::Unknown(_) => 10,
    }
}

/// The parts of a term in the order in which they decide.
fn part(term: &Term, index: usize) -> Option<&Term> {
    match term {
        Term::Tuple(items) | Term::List(items, _) | Term::Binary(items) => items.get(index),
        Term::Fun(content) => Some(&**content).filter(|_| index == 0),
        Term::Map(entries) => match entries.get(index) {
            Some((key, _)) => Some(key),
            None => entries.get(index - entries.len()).map(|(_, value)| value),
        },
        Term::Integer(_)
        | Term::Atom(_)
        | Term::Reference(_)
        | Term::Pid(_)
        | Term::Nil
        | Term::Unknown(_) => None,
    }
}

/// What decides when all parts are equal.
fn end(term: &Term) -> &Term {
    match term {
        Term::List(_, Some(tail)) => tail,
        _ => &Term::Nil,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    fn int(value: i32) -> Term {
        Term::Integer(BigInt::from(value))
    }

    fn ascending() -> Vec<Term> {
        let a = || Term::atom("a");
        let improper = |items, tail| Term::List(items, Some(Box::new(tail)));
        vec![
            int(-1),
            int(2),
            a(),
            Term::atom("ab"),
            Term::atom("\u{e000}"),
            Term::atom("\u{10000}"),
            Term::Reference(BigInt::from(2)),
            Term::Reference(BigInt::from(10)),
            Term::Pid(BigInt::from(0)),
            Term::Pid(BigInt::from(3)),
            Term::Tuple(vec![]),
            Term::Tuple(vec![Term::list(vec![a()])]),
            Term::Tuple(vec![int(1), a()]),
            Term::Tuple(vec![a(), int(1)]),
            Term::Map(vec![]),
            Term::Map(vec![(int(2), int(1))]),
            Term::Map(vec![(int(1), a()), (int(2), int(1))]),
            Term::Map(vec![(int(1), int(9)), (int(3), int(1))]),
            Term::Nil,
            improper(vec![int(1)], a()),
            Term::list(vec![int(1)]),
            improper(vec![int(1), int(2)], a()),
            Term::list(vec![int(1), int(2)]),
            Term::list(vec![int(2)]),
            Term::Binary(vec![]),
            Term::Binary(vec![int(1)]),
            Term::Binary(vec![int(1), int(255)]),
            Term::Binary(vec![int(2)]),
            Term::Unknown(1),
            Term::Unknown(2),
        ]
    }

    #[test]
    fn order_is_erlangs() {
        let terms = ascending();
        for (i, a) in terms.iter().enumerate() {
            for (j, b) in terms.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a} and {b}");
            }
        }
    }

    #[test]
    fn depth_does_not_matter() {
        let deep = || (0..2_000).fold(Term::Nil, |inner, _| Term::Tuple(vec![inner]));
        assert!(deep().cmp(&deep()).is_eq());
    }
}
