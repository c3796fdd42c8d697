//! Zeros with a sign: `0.0 =:= -0.0`, and yet their texts and bits differ.
//!
//! Input: a path state and two terms with unknown leaves. Output: the path states in which they are the same (`=:=`): a leaf that stands
//! beside a zero is a zero of either sign. Two leaves are one value, or, where the model looks at signs, zeros of two. Of few leaves:
//! each one triples the ways, and two records with fifty unknown fields are compared, too.

use super::kinds::Kinds;
use crate::semantics::Machine;
use crate::semantics::path_state::PathState;
use crate::semantics::store::{Shape, TermId};

/// Zeros in a term that may have another sign where an unknown value is the same; further ones have that of the term.
const MAX_ZEROS: usize = 3;

/// Pairs of unknown values in two terms that may be zeros of two signs; further ones are one value.
const MAX_PAIRS: usize = 3;

impl Machine<'_> {
    /// The path states in which two terms are the same.
    pub(crate) fn unify_in_all_ways(
        &mut self,
        mut path_state: PathState,
        left: TermId,
        right: TermId,
    ) -> Vec<PathState> {
        path_state.words.extend([left.0, right.0]);
        let (mut pending, mut unified) = (vec![(path_state, 0)], Vec::new());
        while let Some((mut path_state, n_pairs)) = pending.pop() {
            let [.., left, right] = path_state.words[..] else { continue };
            let Some(pairs) = self.store.difference(TermId(left), TermId(right)) else { continue };
            if let Some(&(a, b)) = pairs.first() {
                let tells_signs = n_pairs < MAX_PAIRS;
                let ways = self.unify_leaf_in_all_ways(path_state, (a, b), tells_signs);
                let n_pairs = n_pairs + usize::from(ways.len() > 1);
                pending.extend(ways.into_iter().rev().map(|way| (way, n_pairs)));
            } else {
                path_state.words.truncate(path_state.words.len() - 2);
                unified.push(path_state);
            }
        }
        unified
    }

    /// The path states in which the unknown one of two parts is the other one, or differs from it in the sign of zeros.
    fn unify_leaf_in_all_ways(
        &mut self,
        mut path_state: PathState,
        (a, b): (TermId, TermId),
        tells_signs: bool,
    ) -> Vec<PathState> {
        let is_unknown = |id: TermId| matches!(self.store.shape(id), Shape::Unknown { .. });
        if tells_signs && is_unknown(a) && is_unknown(b) {
            return self.unify_two_leaves(&path_state, a, b);
        }
        let (leaf, other) = if is_unknown(a) { (a, b) } else { (b, a) };
        let values = match *self.store.shape(other) {
            Shape::Float(bits) if f64::from_bits(bits) == 0.0 => {
                let opposite = (-f64::from_bits(bits)).to_bits();
                vec![other, self.store.intern(Shape::Float(opposite))]
            }
            Shape::Tuple(_) | Shape::Cons(..) | Shape::Wrap(..) if self.has_few_zeros(other) => {
                vec![self.outline(&mut path_state, other, leaf)]
            }
            _ => {
                let is_one = self.unify_leaf(&mut path_state, a, b) == Some(true);
                return if is_one { vec![path_state] } else { Vec::new() };
            }
        };
        let bound = values.into_iter().filter_map(|value| {
            let mut path_state = path_state.clone();
            self.bind(&mut path_state, leaf, value).then_some(path_state)
        });
        bound.collect()
    }

    /// The path states in which two unknown values are one, or zeros of two signs.
    fn unify_two_leaves(&mut self, path_state: &PathState, a: TermId, b: TermId) -> Vec<PathState> {
        let mut path_states = Vec::new();
        let mut one = path_state.clone();
        if self.unify_leaf(&mut one, a, b) == Some(true) {
            path_states.push(one);
        }
        let may_be_float =
            |id: TermId| Kinds::of_shape(self.store.shape(id)).and(Kinds::FLOAT) != Kinds::NONE;
        if self.tells_signs && may_be_float(a) && may_be_float(b) {
            for zeros in [[0.0_f64, -0.0], [-0.0, 0.0]] {
                let zeros = zeros.map(|zero| self.store.intern(Shape::Float(zero.to_bits())));
                path_states.extend(self.bind_both(path_state.clone(), [a, b], zeros));
            }
        }
        path_states
    }

    /// The path state in which two unknown values are these; the first may tell what the second is.
    fn bind_both(
        &mut self,
        mut path_state: PathState,
        [a, b]: [TermId; 2],
        [first, second]: [TermId; 2],
    ) -> Option<PathState> {
        path_state.words.push(b.0);
        let is_first = self.bind(&mut path_state, a, first);
        let left = TermId(path_state.words.pop()?);
        let is_known = self.store.is_ground(left);
        let is_second =
            if is_known { left == second } else { self.bind(&mut path_state, left, second) };
        (is_first && is_second).then_some(path_state)
    }

    /// Whether zeros are in a term, and not many.
    fn has_few_zeros(&self, term: TermId) -> bool {
        let mut n_zeros = 0;
        let mut pending = vec![term];
        while let Some(id) = pending.pop() {
            match self.store.shape(id) {
                _ if !self.store.holds_zero(id) => {}
                Shape::Cons(head, tail) => pending.extend([*tail, *head]),
                Shape::Tuple(items) => pending.extend(items.iter()),
                Shape::Wrap(_, content) => pending.push(*content),
                Shape::Float(_) => n_zeros += 1,
                _ => {}
            }
            if n_zeros > MAX_ZEROS {
                return false;
            }
        }
        n_zeros > 0
    }
}
