//! Erlang's `==` on terms with unknown leaves: `1 == 1.0`, at any depth.
//!
//! Input: two terms and what is known. Output: the answer, or the path states in which it is answered: the
//! terms are the same; they are equal and not the same, since a number that is not known may be of the other
//! kind; they are not equal. An unknown float that is equal to an integer stays an unknown value, with a fact.

use std::cmp::Ordering;

use frontend::Float;
use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use super::kinds::Kinds;
use crate::semantics::Machine;
use crate::semantics::path_state::PathState;
use crate::semantics::path_state::question::{Fact, Question, ordered};
use crate::semantics::store::{Shape, TermId, TermStore};

/// Bits of the numbers that a float tells apart.
const PRECISION: u64 = 53;

/// Bits of the largest float.
const MAX_FLOAT_BITS: u64 = 1024;

impl TermStore {
    pub(crate) fn decide_equal(
        &self,
        left: TermId,
        right: TermId,
        facts: &[Fact],
    ) -> Result<bool, Question> {
        let Some(pairs) = self.unlike(left, right, facts) else { return Ok(false) };
        if pairs.is_empty() {
            return Ok(true);
        }
        if self.is_refuted(&pairs, facts, false) {
            Ok(false)
        } else {
            Err(Question::Equal(left, right))
        }
    }

    /// The pairs of parts, one of them unknown, that must be equal for the terms to be, and of which
    /// the facts do not say it; `None` where they are not equal in any case.
    pub(crate) fn unlike(
        &self,
        left: TermId,
        right: TermId,
        facts: &[Fact],
    ) -> Option<Vec<(TermId, TermId)>> {
        let mut pairs = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = vec![(left, right)];
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.value(a, facts), self.value(b, facts));
            if a == b || !seen.insert((a, b)) {
                continue;
            }
            if self.is_ground(a) && self.is_ground(b) {
                if self.known_equal(a, b) {
                    continue;
                }
                return None;
            }
            match (self.shape(a), self.shape(b)) {
                (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                    pending.extend(a.iter().copied().zip(b.iter().copied()).rev());
                }
                (Shape::Cons(a, b), Shape::Cons(c, d)) => pending.extend([(*b, *d), (*a, *c)]),
                (Shape::Wrap(wrap, _), Shape::Wrap(other, _))
                    if wrap == other && self.compare_keys(a, b).is_some_and(Ordering::is_ne) =>
                {
                    return None;
                }
                (Shape::Wrap(a, inner), Shape::Wrap(b, other)) if a == b => {
                    pending.push((*inner, *other));
                }
                (Shape::Unknown { .. }, _) | (_, Shape::Unknown { .. })
                    if self.may_be_equal(a, b) =>
                {
                    if !is_alike(a, b, facts) {
                        pairs.push(ordered(a, b));
                    }
                }
                _ => return None,
            }
        }
        pairs.dedup();
        Some(pairs)
    }

    /// The known term to which an unknown value is equal, if there is one: where only order and `==`
    /// matter it stands for the value.
    pub(crate) fn value(&self, id: TermId, facts: &[Fact]) -> TermId {
        let mut alike = vec![id];
        let mut next = 0;
        while let Some(&term) = alike.get(next) {
            if self.is_ground(term) {
                return term;
            }
            for fact in facts {
                let Fact::Alike(a, b) = fact else { continue };
                let other = if *a == term { b } else { a };
                if (*a == term || *b == term) && !alike.contains(other) {
                    alike.push(*other);
                }
            }
            next += 1;
        }
        id
    }

    fn may_be_equal(&self, a: TermId, b: TermId) -> bool {
        let kinds = |id| Kinds::of_shape(self.shape(id));
        let is_lost = |float: TermId, number: TermId| match self.shape(number) {
            Shape::Integer(value) => kinds(float) == Kinds::FLOAT && !is_float(value),
            Shape::Float(bits) => kinds(float) == Kinds::INTEGER && integer(*bits).is_none(),
            _ => false,
        };
        (kinds(a).and(kinds(b)) != Kinds::NONE || both_numbers(kinds(a), kinds(b)))
            && !is_lost(a, b)
            && !is_lost(b, a)
            && !self.is_inside(a, b)
            && !self.is_inside(b, a)
    }

    /// Whether two terms, one of them unknown, can be equal without being the same.
    pub(crate) fn may_be_alike(&self, a: TermId, b: TermId) -> bool {
        let (first, second) = (Kinds::of_shape(self.shape(a)), Kinds::of_shape(self.shape(b)));
        let is_float = |kinds: Kinds| kinds.and(Kinds::FLOAT) != Kinds::NONE;
        let numbers = both_numbers(first, second) && (is_float(first) || is_float(second));
        let nested = first.and(second).and(Kinds::NESTED) != Kinds::NONE;
        numbers || nested && self.may_hold_number(a) && self.may_hold_number(b)
    }
}

/// Whether it is known that two parts are equal.
pub(crate) fn is_alike(a: TermId, b: TermId, facts: &[Fact]) -> bool {
    let (first, second) = ordered(a, b);
    let is_not_less = |a, b| facts.contains(&Fact::Less(a, b, false));
    facts.contains(&Fact::Alike(first, second)) || is_not_less(a, b) && is_not_less(b, a)
}

fn both_numbers(a: Kinds, b: Kinds) -> bool {
    a.and(Kinds::NUMBER) != Kinds::NONE && b.and(Kinds::NUMBER) != Kinds::NONE
}

/// Whether some float is equal to this number.
fn is_float(value: &BigInt) -> bool {
    let zeros = value.trailing_zeros().unwrap_or(0);
    value.bits() <= MAX_FLOAT_BITS && value.bits() - zeros <= PRECISION
}

/// The integer that is equal to the float with these bits.
fn integer(bits: u64) -> Option<BigInt> {
    let value = Float::from_bits(bits)?;
    let whole = value.truncated();
    value.compare_integer(&whole).is_eq().then_some(whole)
}

/// What a term may be that is equal to one of these kinds and is one of those.
fn equals(kinds: Kinds, others: Kinds) -> Kinds {
    let numbers = if both_numbers(kinds, others) { Kinds::NUMBER } else { Kinds::NONE };
    kinds.and(others.or(numbers))
}

impl Machine<'_> {
    /// The path states in which two terms are the same, equal but not the same, and not equal.
    pub(crate) fn fork_equal(
        &mut self,
        path_state: &PathState,
        left: TermId,
        right: TermId,
    ) -> Vec<PathState> {
        let mut path_states = self.unify_in_all_ways(path_state.clone(), left, right);
        path_states.extend(self.make_alike(path_state.clone(), left, right));
        path_states.extend(self.make_unequal(path_state.clone(), left, right));
        path_states
    }

    fn make_unequal(
        &mut self,
        mut path_state: PathState,
        left: TermId,
        right: TermId,
    ) -> Option<PathState> {
        let mut pairs = self.store.unlike(left, right, &path_state.facts)?;
        pairs.sort_unstable();
        if let [(a, b)] = pairs[..]
            && let Some(leaf) = self.leaf_beside_nil(a, b)
        {
            return self.without_nil(path_state, leaf);
        }
        let may_be_alike = pairs.iter().any(|&(a, b)| self.store.may_be_alike(a, b));
        path_state.facts.push(if may_be_alike {
            Fact::Unequal(pairs.into())
        } else {
            Fact::Differ(pairs.into())
        });
        Some(path_state)
    }

    /// Makes two terms equal, part by part, and in all not the same.
    fn make_alike(
        &mut self,
        mut path_state: PathState,
        left: TermId,
        right: TermId,
    ) -> Option<PathState> {
        path_state.words.extend([left.0, right.0]);
        loop {
            let (left, right) = last_two(&path_state)?;
            let pairs = self.store.unlike(left, right, &path_state.facts)?;
            let Some(&(a, b)) = pairs.first() else { break };
            if !self.make_leaf_alike(&mut path_state, a, b)? {
                return None;
            }
        }
        self.make_different(&mut path_state)?;
        path_state.words.truncate(path_state.words.len() - 2);
        Some(path_state)
    }

    /// Notes that two equal terms, the last words, are not the same.
    fn make_different(&mut self, path_state: &mut PathState) -> Option<()> {
        let (left, right) = last_two(path_state)?;
        let Some(mut pairs) = self.store.difference(left, right) else { return Some(()) };
        pairs.sort_unstable();
        match pairs[..] {
            [] => return None,
            [(a, b)] => {
                // What is equal to a known number and is another one is a float.
                self.narrow_different(path_state, a, b)?;
                let (left, right) = last_two(path_state)?;
                pairs = self.store.difference(left, right).unwrap_or_default();
                if pairs.is_empty() {
                    return Some(());
                }
            }
            _ => {}
        }
        path_state.facts.push(Fact::Differ(pairs.into()));
        Some(())
    }

    /// Narrows two parts that are equal and not the same to kinds of which that can be.
    fn narrow_different(&mut self, path_state: &mut PathState, a: TermId, b: TermId) -> Option<()> {
        let kinds = |machine: &Self, id| Kinds::of_shape(machine.store.shape(id));
        for (leaf, other) in [(a, b), (b, a)] {
            let Shape::Unknown { number, kinds: leaf_kinds, source } = *self.store.shape(leaf)
            else {
                continue;
            };
            let others = kinds(self, other);
            // What is equal to a known float and is another one is an integer.
            if let Shape::Float(bits) = *self.store.shape(other) {
                let to = self.store.intern(Shape::Integer(integer(bits)?));
                let may_be = leaf_kinds.and(Kinds::INTEGER) != Kinds::NONE;
                return (may_be && self.bind(path_state, leaf, to)).then_some(());
            }
            let mut left = leaf_kinds.and(Kinds::NESTED.or(Kinds::NUMBER));
            if others.is_within(Kinds::INTEGER) {
                left = left.without(Kinds::INTEGER);
            }
            let to = self.narrowed(path_state, number, left, source)?;
            if to != leaf {
                return self.bind(path_state, leaf, to).then_some(());
            }
        }
        Some(())
    }

    /// Makes an unknown value equal to another term, the same or not; false where that contradicts a
    /// fact.
    fn make_leaf_alike(
        &mut self,
        path_state: &mut PathState,
        a: TermId,
        b: TermId,
    ) -> Option<bool> {
        if !self.store.may_be_alike(a, b) {
            return self.unify_leaf(path_state, a, b);
        }
        for (leaf, other) in [(a, b), (b, a)] {
            let Shape::Unknown { number, kinds, source } = *self.store.shape(leaf) else {
                continue;
            };
            let to = match self.store.shape(other) {
                Shape::Tuple(_) | Shape::Cons(..) => self.outline(path_state, other, leaf),
                shape => {
                    let kinds = equals(kinds, Kinds::of_shape(shape));
                    self.narrowed(path_state, number, kinds, source)?
                }
            };
            if to != leaf {
                return Some(self.bind(path_state, leaf, to));
            }
        }
        let (a, b) = ordered(a, b);
        path_state.facts.push(Fact::Alike(a, b));
        Some(true)
    }

    /// A tuple, list, map or fun as large as another one, for an unknown value that is equal to that: its parts
    /// are unknown where numbers may be in them.
    pub(crate) fn outline(
        &mut self,
        path_state: &mut PathState,
        like: TermId,
        leaf: TermId,
    ) -> TermId {
        if let Shape::Wrap(wrap, content) = *self.store.shape(like) {
            let content = self.counterpart(path_state, content, leaf);
            return self.store.intern(Shape::Wrap(wrap, content));
        }
        if let Shape::Tuple(items) = self.store.shape(like) {
            let items = items.clone();
            let parts =
                items.iter().map(|&item| self.counterpart(path_state, item, leaf)).collect();
            return self.store.intern(Shape::Tuple(parts));
        }
        let (mut heads, mut end) = (Vec::new(), like);
        while let Shape::Cons(head, tail) = *self.store.shape(end) {
            heads.push(self.counterpart(path_state, head, leaf));
            end = tail;
        }
        let end = self.counterpart(path_state, end, leaf);
        let cell = |end, head| self.store.intern(Shape::Cons(head, end));
        heads.into_iter().rev().fold(end, cell)
    }

    fn counterpart(&mut self, path_state: &mut PathState, part: TermId, leaf: TermId) -> TermId {
        match *self.store.shape(leaf) {
            Shape::Unknown { source, .. } if self.store.may_hold_number(part) => {
                self.fresh(path_state, Kinds::ALL, source)
            }
            _ => part,
        }
    }

    /// Whether no fact contradicts what is known to be equal.
    pub(crate) fn is_consistent(&self, facts: &[Fact]) -> bool {
        let is_alike = |fact: &&Fact| matches!(fact, Fact::Alike(..));
        let alike: Vec<Fact> = facts.iter().filter(is_alike).cloned().collect();
        let is_equal = |&(a, b): &(TermId, TermId)| {
            self.store.unlike(a, b, &alike).is_some_and(|p| p.is_empty())
        };
        alike.is_empty()
            || facts.iter().all(|fact| match fact {
                Fact::Less(a, b, answer) => {
                    self.store.decide(Question::Less(*a, *b), &alike).unwrap_or(*answer) == *answer
                }
                Fact::Unequal(pairs) => !pairs.iter().all(is_equal),
                Fact::Alike(a, b) => self.store.unlike(*a, *b, &alike).is_some(),
                Fact::Differ(_) | Fact::NotTuple(..) | Fact::Part(..) => true,
            })
    }
}

/// The last two words of a path state.
fn last_two(path_state: &PathState) -> Option<(TermId, TermId)> {
    let [.., left, right] = path_state.words[..] else { return None };
    Some((TermId(left), TermId(right)))
}
