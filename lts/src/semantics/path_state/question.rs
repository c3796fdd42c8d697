//! Tests on terms with unknown leaves: true, false, or a question that is open.
//!
//! Input: a test and what is known besides the terms themselves. Output: the answer, or the smallest
//! question whose answer is needed first. Does not change what is known (`refine`).

use std::rc::Rc;

use model::{Kind, Wrap};
use rustc_hash::FxHashSet;

use crate::semantics::evaluation::equality::is_alike;
use crate::semantics::evaluation::kinds::Kinds;
use crate::semantics::evaluation::part::Part;
use crate::semantics::store::{Shape, Source, TermId, TermStore};

/// A test of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// The value is of this kind.
    Is(Kind, TermId),
    /// Both terms are the same.
    Same(TermId, TermId),
    /// Both terms are equal: numbers in them may be of two kinds.
    Equal(TermId, TermId),
    /// The first term comes before the second.
    Less(TermId, TermId),
}

/// Whether values of both kinds are bit strings.
fn are_bit_strings(left: Wrap, right: Wrap) -> bool {
    let is_one = |wrap: Wrap| matches!(wrap, Wrap::Binary | Wrap::Bits);
    is_one(left) && is_one(right)
}

/// What was found out of unknown values and does not show in them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Fact {
    /// The unknown value is no tuple of this size.
    NotTuple(TermId, usize),
    /// The terms of at least one of these pairs differ.
    Differ(Rc<[(TermId, TermId)]>),
    /// The part of an unknown value is this.
    Part(TermId, Part, TermId),
    /// The terms of at least one of these pairs are not equal.
    Unequal(Rc<[(TermId, TermId)]>),
    /// Both terms are equal, and need not be the same.
    Alike(TermId, TermId),
    /// The first term comes before the second, or does not.
    Less(TermId, TermId, bool),
}

impl Fact {
    /// Calls `visit` for the terms that it speaks of.
    pub(crate) fn for_each_term(&self, visit: &mut dyn FnMut(TermId)) {
        match self {
            Self::NotTuple(a, _) => visit(*a),
            Self::Less(a, b, _) | Self::Alike(a, b) | Self::Part(a, _, b) => {
                visit(*a);
                visit(*b);
            }
            Self::Differ(pairs) | Self::Unequal(pairs) => {
                for (a, b) in &**pairs {
                    visit(*a);
                    visit(*b);
                }
            }
        }
    }
}

impl TermStore {
    /// The answer to a question, or the question that must be answered first.
    pub(crate) fn decide(&self, question: Question, facts: &[Fact]) -> Result<bool, Question> {
        match question {
            Question::Is(kind, value) => self.decide_kind(kind, value, facts),
            Question::Same(left, right) => self.decide_same(left, right, facts),
            Question::Equal(left, right) => self.decide_equal(left, right, facts),
            Question::Less(left, right) => self.decide_less(left, right, facts),
        }
    }

    fn decide_kind(&self, kind: Kind, value: TermId, facts: &[Fact]) -> Result<bool, Question> {
        let shape = self.shape(value);
        let (kinds, tested) = (Kinds::of_shape(shape), Kinds::of_test(kind));
        match (kind, shape) {
            (Kind::TupleOf(size), Shape::Tuple(items)) => Ok(items.len() == size),
            (Kind::TupleOf(size), Shape::Unknown { .. })
                if facts.contains(&Fact::NotTuple(value, size)) =>
            {
                Ok(false)
            }
            _ if kinds.and(tested) == Kinds::NONE => Ok(false),
            (Kind::TupleOf(_), _) => Err(Question::Is(kind, value)),
            _ if kinds.is_within(tested) => Ok(true),
            _ => Err(Question::Is(kind, value)),
        }
    }

    fn decide_same(&self, left: TermId, right: TermId, facts: &[Fact]) -> Result<bool, Question> {
        let Some(pairs) = self.difference(left, right) else { return Ok(false) };
        if pairs.is_empty() {
            return Ok(true);
        }
        if self.is_refuted(&pairs, facts, true) {
            Ok(false)
        } else {
            Err(Question::Same(left, right))
        }
    }

    /// Whether the facts say that the terms of some pair are not the same, or not even equal.
    pub(crate) fn is_refuted(
        &self,
        pairs: &[(TermId, TermId)],
        facts: &[Fact],
        same: bool,
    ) -> bool {
        let is_among = |others: &[(TermId, TermId)]| others.iter().all(|pair| pairs.contains(pair));
        facts.iter().any(|fact| match fact {
            Fact::Differ(others) => {
                is_among(others) && (same || !others.iter().any(|&(a, b)| self.may_be_alike(a, b)))
            }
            Fact::Unequal(others) => is_among(others),
            Fact::Less(a, b, true) => pairs.contains(&ordered(*a, *b)),
            Fact::Less(_, _, false) | Fact::Alike(..) | Fact::Part(..) => false,
            Fact::NotTuple(leaf, size) => pairs.iter().any(|&(a, b)| {
                let is_excluded = |other: TermId| match self.shape(other) {
                    Shape::Tuple(items) => items.len() == *size,
                    _ => false,
                };
                (a == *leaf && is_excluded(b)) || (b == *leaf && is_excluded(a))
            }),
        })
    }

    /// The pairs of parts, one of them unknown, that must be the same for the terms to be;
    /// `None` where they differ in any case.
    pub(crate) fn difference(&self, left: TermId, right: TermId) -> Option<Vec<(TermId, TermId)>> {
        if left == right {
            return Some(Vec::new());
        }
        if self.is_ground(left) && self.is_ground(right) {
            return self.known_same(left, right).then(Vec::new);
        }
        if self.is_unknown(left) || self.is_unknown(right) {
            return self.may_meet(left, right).then(|| vec![ordered(left, right)]);
        }
        let mut pairs = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = vec![(left, right)];
        while let Some((a, b)) = pending.pop() {
            if a == b || !seen.insert((a, b)) {
                continue;
            }
            if self.is_ground(a) && self.is_ground(b) {
                if self.known_same(a, b) {
                    continue;
                }
                return None;
            }
            match (self.shape(a), self.shape(b)) {
                (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                    pending.extend(a.iter().copied().zip(b.iter().copied()).rev());
                }
                (Shape::Cons(a, b), Shape::Cons(c, d)) => pending.extend([(*b, *d), (*a, *c)]),
                (Shape::Wrap(a, inner), Shape::Wrap(b, other)) if a == b => {
                    pending.push((*inner, *other));
                }
                (Shape::Unknown { .. }, _) | (_, Shape::Unknown { .. }) if self.may_meet(a, b) => {
                    pairs.push(ordered(a, b));
                }
                _ => return None,
            }
        }
        pairs.dedup();
        Some(pairs)
    }

    /// Whether an unknown value and another term can be the same: of one kind, none inside the other.
    fn may_meet(&self, a: TermId, b: TermId) -> bool {
        let kinds = |id| Kinds::of_shape(self.shape(id));
        kinds(a).and(kinds(b)) != Kinds::NONE && !self.is_inside(a, b) && !self.is_inside(b, a)
    }

    /// Whether an unknown leaf occurs in another term.
    pub(crate) fn is_inside(&self, leaf: TermId, term: TermId) -> bool {
        if !self.is_unknown(leaf) || self.leaf_bits(leaf) & self.leaf_bits(term) == 0 {
            return false;
        }
        if self.is_unknown(term) {
            return term == leaf;
        }
        let mut seen = FxHashSet::default();
        let mut pending = vec![term];
        while let Some(id) = pending.pop() {
            if self.is_ground(id) || !seen.insert(id) {
                continue;
            }
            match self.shape(id) {
                Shape::Cons(head, tail) => pending.extend([*tail, *head]),
                Shape::Tuple(items) => pending.extend(items.iter()),
                Shape::Wrap(_, content) => pending.push(*content),
                _ if id == leaf => return true,
                _ => {}
            }
        }
        false
    }

    /// Goes along both terms to the first parts that are not the same in Erlang's order.
    fn decide_less(&self, left: TermId, right: TermId, facts: &[Fact]) -> Result<bool, Question> {
        let mut pending = vec![(left, right)];
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.value(a, facts), self.value(b, facts));
            if a == b {
                continue;
            }
            if self.is_ground(a) && self.is_ground(b) {
                if self.known_equal(a, b) {
                    continue;
                }
                return Ok(self.less(a, b));
            }
            match (self.shape(a), self.shape(b)) {
                (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                    pending.extend(a.iter().copied().zip(b.iter().copied()).rev());
                }
                (Shape::Tuple(a), Shape::Tuple(b)) => return Ok(a.len() < b.len()),
                (Shape::Cons(a, b), Shape::Cons(c, d)) => pending.extend([(*b, *d), (*a, *c)]),
                (Shape::Wrap(wrap, inner), Shape::Wrap(of, other))
                    if wrap == of || are_bit_strings(*wrap, *of) =>
                {
                    match self.compare_keys(a, b) {
                        Some(order) if order.is_ne() => return Ok(order.is_lt()),
                        _ => pending.push((*inner, *other)),
                    }
                }
                _ => {
                    if let Some(answer) = self.compare(a, b, pending.is_empty(), facts)? {
                        return Ok(answer);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether `a`, of which something is unknown, comes before `b`; `None` where they stand at one
    /// place and what follows decides.
    fn compare(
        &self,
        a: TermId,
        b: TermId,
        last: bool,
        facts: &[Fact],
    ) -> Result<Option<bool>, Question> {
        let range = |id| Kinds::of_shape(self.shape(id)).range();
        let ((from, to), (other_from, other_to)) = (range(a), range(b));
        if to < other_from || from > other_to {
            return Ok(Some(to < other_from));
        }
        if is_alike(a, b, facts) {
            return Ok(None);
        }
        let less = |a: TermId, b: TermId| {
            facts.iter().find_map(|fact| match fact {
                Fact::Less(c, d, answer) if (*c, *d) == (a, b) => Some(*answer),
                _ => None,
            })
        };
        match (less(a, b), less(b, a)) {
            (Some(true), _) => Ok(Some(true)),
            (_, Some(true)) => Ok(Some(false)),
            (Some(false), _) if last => Ok(Some(false)),
            (Some(false), Some(false)) => Ok(None),
            (Some(false), None) => Err(Question::Less(b, a)),
            (None, _) => Err(Question::Less(a, b)),
        }
    }

    /// Where the unknown values come from that a question asks about, each once.
    pub(crate) fn sources(&self, question: Question) -> Vec<Source> {
        let leaves = match question {
            Question::Is(_, value) => vec![value],
            Question::Same(left, right) => {
                let pairs = self.difference(left, right).unwrap_or_default();
                pairs.into_iter().flat_map(|(a, b)| [a, b]).collect()
            }
            Question::Equal(left, right) => {
                let pairs = self.unlike(left, right, &[]).unwrap_or_default();
                pairs.into_iter().flat_map(|(a, b)| [a, b]).collect()
            }
            Question::Less(left, right) => vec![left, right],
        };
        let mut sources: Vec<Source> = leaves
            .into_iter()
            .filter_map(|leaf| match self.shape(leaf) {
                Shape::Unknown { source, .. } => Some(*source),
                _ => None,
            })
            .collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }
}

/// A pair whose order does not matter, always in the same order.
pub(crate) fn ordered(a: TermId, b: TermId) -> (TermId, TermId) {
    if a <= b { (a, b) } else { (b, a) }
}
