//! The standard order of terms.
//!
//! integer < float < atom < reference < fun < pid < tuple < map < nil < list < binary < unknown; an unknown value has no place in Erlang's
//! order, here it stands behind all others, by its number. Numbers of both kinds stand so among the keys of maps; elsewhere Erlang
//! compares them by value, as [`Term::compare`] does. Tuples and maps go by size first; maps then by keys,
//! then by values; lists go element by element. Iterative: deep terms do not exhaust the stack.

use std::cmp::Ordering;

use crate::term::Term;
use crate::term::bits::compare as compare_bits;

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(self, other, Numbers::ByKind)
    }
}

impl Term {
    /// How this term stands to another one as Erlang's `<` and `==` see it.
    pub fn compare(&self, other: &Self) -> Ordering {
        compare(self, other, Numbers::ByValue)
    }
}

/// How numbers of two kinds stand to each other.
#[derive(Clone, Copy)]
enum Numbers {
    ByValue,
    ByKind,
}

fn compare(left: &Term, right: &Term, numbers: Numbers) -> Ordering {
    let mut open = Vec::new();
    let mut order = enter(left, right, numbers, &mut open);
    while order.is_eq() {
        let Some((left, right, next, numbers)) = open.last_mut() else {
            break;
        };
        let (left, right, index, numbers) = (*left, *right, *next, *numbers);
        *next += 1;
        order = match (part(left, index), part(right, index)) {
            (Some(a), Some(b)) => {
                let numbers = if is_key(left, index) { Numbers::ByKind } else { numbers };
                enter(a, b, numbers, &mut open)
            }
            (None, None) => {
                open.pop();
                enter(end(left), end(right), numbers, &mut open)
            }
            // Lists: whatever ends one is smaller than the rest of the other.
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
    }
    order
}

/// Whether a part of a term is the key of a map.
fn is_key(term: &Term, index: usize) -> bool {
    matches!(term, Term::Map(entries) if index < entries.len())
}

/// A pair of terms that are equal so far, the number of parts seen, and how numbers are compared.
type Open<'a> = (&'a Term, &'a Term, usize, Numbers);

/// Compares what can be compared at once; pairs whose parts decide are opened.
fn enter<'a>(
    left: &'a Term,
    right: &'a Term,
    numbers: Numbers,
    open: &mut Vec<Open<'a>>,
) -> Ordering {
    match (left, right, numbers) {
        (Term::Float(a), Term::Integer(b), Numbers::ByValue) => return a.compare_integer(b),
        (Term::Integer(a), Term::Float(b), Numbers::ByValue) => {
            return b.compare_integer(a).reverse();
        }
        _ => {}
    }
    match (left, right) {
        (Term::Float(a), Term::Float(b)) => a.compare(*b),
        (Term::Integer(a), Term::Integer(b))
        | (Term::Reference(a), Term::Reference(b))
        | (Term::Pid(a), Term::Pid(b)) => a.cmp(b),
        // UTF-8 sorts like code points.
        (Term::Atom(a), Term::Atom(b)) => a.cmp(b),
        (Term::Nil, Term::Nil) => Ordering::Equal,
        (Term::Unknown(a), Term::Unknown(b)) => a.cmp(b),
        (Term::Tuple(a), Term::Tuple(b)) => a.len().cmp(&b.len()).then_with(|| {
            open.push((left, right, 0, numbers));
            Ordering::Equal
        }),
        (Term::Map(a), Term::Map(b)) => a.len().cmp(&b.len()).then_with(|| {
            open.push((left, right, 0, numbers));
            Ordering::Equal
        }),
        (Term::Binary(a), Term::Binary(b)) => compare_bits(a, b).unwrap_or_else(|| {
            open.push((left, right, 0, numbers));
            Ordering::Equal
        }),
        (Term::List(..), Term::List(..)) | (Term::Fun(_), Term::Fun(_)) => {
            open.push((left, right, 0, numbers));
            Ordering::Equal
        }
        _ => rank(left).cmp(&rank(right)),
    }
}

/// The kinds of terms in their order.
fn rank(term: &Term) -> u8 {
    match term {
        Term::Integer(_) => 0,
        Term::Float(_) => 1,
        Term::Atom(_) => 2,
        Term::Reference(_) => 3,
        Term::Fun(_) => 4,
        Term::Pid(_) => 5,
        Term::Tuple(_) => 6,
        Term::Map(_) => 7,
        Term::Nil => 8,
        Term::List(..) => 9,
        Term::Binary(_) => 10,
        Term::Unknown(_) => 11,
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
        | Term::Float(_)
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
    use frontend::Float;
    use num_bigint::BigInt;

    fn int(value: i32) -> Term {
        Term::Integer(BigInt::from(value))
    }

    fn float(text: &str) -> Term {
        Term::Float(Float::parse(text).expect("a float"))
    }

    #[test]
    fn numbers_compare_by_value_but_in_keys() {
        let pair = |number| Term::Tuple(vec![number, Term::Nil]);
        let map = |key, value| Term::Map(vec![(key, value)]);
        assert!(int(1).compare(&float("1.0")).is_eq());
        assert!(pair(float("1.5")).compare(&pair(int(2))).is_lt());
        assert!(map(int(2), Term::Nil).compare(&map(float("1.0"), Term::Nil)).is_lt());
        assert!(map(Term::Nil, int(1)).compare(&map(Term::Nil, float("1.0"))).is_eq());
    }

    fn ascending() -> Vec<Term> {
        let a = || Term::atom("a");
        let improper = |items, tail| Term::List(items, Some(Box::new(tail)));
        vec![
            int(-1),
            int(2),
            float("-1.5"),
            float("1.0"),
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
