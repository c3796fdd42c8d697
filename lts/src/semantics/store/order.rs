//! Erlang's order of terms, and when they are equal.
//!
//! Input: two ground terms of a store. Output: how the first stands to the second: as `<`, `==` and `=:=` compare them.
//! Numbers are compared by value, but among the keys of maps, where all integers come before all floats. Says nothing
//! about unknown values.

use std::cmp::Ordering;
use std::sync::atomic;

use frontend::{Float, Name};
use model::Wrap;
use num_bigint::BigInt;

use super::{Shape, TermId, TermStore};

/// Which numbers are equal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// Numbers of one value are equal, whatever their kinds.
    ByValue,
    /// Numbers of one value and one kind are equal.
    ByKind,
}

impl TermStore {
    /// Whether `left` comes before `right` in Erlang's term order; both are ground.
    pub(crate) fn less(&self, left: TermId, right: TermId) -> bool {
        let (order, by_names) = self.first_difference(left, right, Numbers::ByValue);
        if by_names {
            self.orders_names.store(true, atomic::Ordering::Relaxed);
        }
        order.is_lt()
    }

    /// Whether `left` comes before `right` among the keys of a map; both are ground.
    pub(crate) fn key_less(&self, left: TermId, right: TermId) -> bool {
        self.compare_known(left, right, Numbers::ByKind).is_lt()
    }

    /// Whether two ground terms are equal (`==`).
    pub(crate) fn known_equal(&self, left: TermId, right: TermId) -> bool {
        left == right
            || !self.both_integers(left, right)
                && self.may_hold_number(left)
                && self.may_hold_number(right)
                && self.compare_known(left, right, Numbers::ByValue).is_eq()
    }

    fn both_integers(&self, left: TermId, right: TermId) -> bool {
        matches!((self.shape(left), self.shape(right)), (Shape::Integer(_), Shape::Integer(_)))
    }

    /// Whether two ground terms are the same (`=:=`): zeros with a sign and without are.
    pub(crate) fn known_same(&self, left: TermId, right: TermId) -> bool {
        left == right
            || self.holds_zero(left)
                && self.holds_zero(right)
                && self.compare_known(left, right, Numbers::ByKind).is_eq()
    }

    /// How the keys of two maps stand to each other, where all are known: their number comes first.
    pub(crate) fn compare_keys(&self, left: TermId, right: TermId) -> Option<Ordering> {
        let (left, right) = (self.size_and_keys(left)?, self.size_and_keys(right)?);
        let sizes = self.compare_known(left.0, right.0, Numbers::ByKind);
        Some(sizes.then_with(|| self.compare_known(left.1, right.1, Numbers::ByKind)))
    }

    fn size_and_keys(&self, map: TermId) -> Option<(TermId, TermId)> {
        let Shape::Wrap(Wrap::Map, content) = self.shape(map) else { return None };
        let Shape::Tuple(parts) = self.shape(*content) else { return None };
        let (size, keys) = (*parts.first()?, *parts.get(1)?);
        (self.is_ground(size) && self.is_ground(keys)).then_some((size, keys))
    }

    /// How `left` stands to `right`.
    fn compare_known(&self, left: TermId, right: TermId, numbers: Numbers) -> Ordering {
        self.first_difference(left, right, numbers).0
    }

    /// How `left` stands to `right`, and whether two exchangeable names decide that.
    ///
    /// Iterative along lists and tuples through an explicit stack: terms may be long and deep.
    fn first_difference(&self, left: TermId, right: TermId, numbers: Numbers) -> (Ordering, bool) {
        let mut pending = vec![(left, right, numbers)];
        while let Some((left, right, numbers)) = pending.pop() {
            if left == right {
                continue;
            }
            let with = |(left, right): (TermId, TermId)| (left, right, numbers);
            let order = match (self.shape(left), self.shape(right)) {
                (Shape::Integer(a), Shape::Integer(b)) => a.cmp(b),
                (
                    a @ (Shape::Reference(first) | Shape::Pid(first)),
                    b @ (Shape::Reference(second) | Shape::Pid(second)),
                ) if rank(a) == rank(b) => {
                    // Those that are numbered anew come behind all others, so that their numbers do not matter to these.
                    let is_last = |shape| self.exchangeable_name(shape).is_some();
                    let order = is_last(a).cmp(&is_last(b)).then_with(|| first.cmp(second));
                    return (order, is_last(a) || is_last(b));
                }
                (Shape::Float(a), Shape::Float(b)) => float(*a).compare(float(*b)),
                (Shape::Integer(a), Shape::Float(b)) => mixed(a, *b, numbers),
                (Shape::Float(a), Shape::Integer(b)) => mixed(b, *a, numbers).reverse(),
                (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                    let pairs = a.iter().copied().zip(b.iter().copied());
                    pending.extend(pairs.rev().map(with));
                    continue;
                }
                (Shape::Tuple(a), Shape::Tuple(b)) => a.len().cmp(&b.len()),
                (
                    Shape::Wrap(Wrap::Binary | Wrap::Bits, a),
                    Shape::Wrap(Wrap::Binary | Wrap::Bits, b),
                ) => {
                    // Of a list and its end the bits of both go by.
                    pending.push((*a, *b, numbers));
                    continue;
                }
                (Shape::Wrap(a, inner), Shape::Wrap(b, other)) if a == b => {
                    match (a, self.shape(*inner), self.shape(*other)) {
                        // Size, keys, values.
                        (Wrap::Map, Shape::Tuple(a), Shape::Tuple(b)) => {
                            let parts = a.iter().copied().zip(b.iter().copied()).enumerate();
                            pending.extend(parts.rev().map(|(place, (a, b))| {
                                (a, b, if place == 1 { Numbers::ByKind } else { numbers })
                            }));
                        }
                        _ => pending.push((*inner, *other, numbers)),
                    }
                    continue;
                }
                (Shape::Cons(a, b), Shape::Cons(c, d)) => {
                    pending.extend([(*b, *d), (*a, *c)].map(with));
                    continue;
                }
                (a, b) => match (self.atom_text(a), self.atom_text(b)) {
                    (Some(a), Some(b)) => a.cmp(&b),
                    _ => rank(a).cmp(&rank(b)),
                },
            };
            if order.is_ne() {
                return (order, false);
            }
        }
        (Ordering::Equal, false)
    }

    fn atom_text(&self, shape: &Shape) -> Option<Name> {
        match shape {
            Shape::Atom(name) => Some(name.clone()),
            Shape::State(state) => Some(self.state_name(*state)),
            _ => None,
        }
    }
}

/// The float with these bits; those of a shape are finite.
fn float(bits: u64) -> Float {
    Float::from_bits(bits).unwrap_or_default()
}

/// How an integer stands to a float.
fn mixed(integer: &BigInt, bits: u64, numbers: Numbers) -> Ordering {
    match numbers {
        Numbers::ByValue => float(bits).compare_integer(integer).reverse(),
        Numbers::ByKind => Ordering::Less,
    }
}

/// Place of a kind of ground terms in Erlang's order: number < atom < reference < fun < pid < tuple
/// < map < `[]` < list < binary.
fn rank(shape: &Shape) -> u8 {
    match shape {
        Shape::Empty | Shape::Unknown { .. } => 0,
        Shape::Integer(_) | Shape::Float(_) => 1,
        Shape::Atom(_) | Shape::State(_) => 2,
        Shape::Reference(_) => 3,
        Shape::Wrap(Wrap::Fun, _) => 4,
        Shape::Pid(_) => 5,
        Shape::Tuple(_) => 6,
        Shape::Wrap(Wrap::Map, _) => 7,
        Shape::Nil => 8,
        Shape::Cons(..) => 9,
        Shape::Wrap(Wrap::Binary | Wrap::Bits, _) => 10,
    }
}
