//! References and process identifiers that are new.
//!
//! Input: `{First, Step, Term}`. Output: the first of the numbers `First`, `First + Step`, .. that no reference, or
//! no process identifier, in the term has; of exchangeable names, which are numbered anew in each state, the one behind all
//! of them, as OTP makes them. An unknown value has none: what the machine has just made is known to no other process.

use model::Series;
use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use crate::semantics::store::{Shape, TermId, TermStore};

impl TermStore {
    /// The number of a new reference; `None` if that is not what the operand asks for.
    pub(crate) fn fresh_reference(&self, operand: TermId) -> Option<BigInt> {
        let number = |shape: &Shape| match shape {
            Shape::Reference(number) => Some(number.clone()),
            _ => None,
        };
        self.fresh(operand, self.exchangeable().references, &number)
    }

    /// The number of a new process identifier; `None` if that is not what the operand asks for.
    pub(crate) fn fresh_pid(&self, operand: TermId) -> Option<BigInt> {
        let number = |shape: &Shape| match shape {
            Shape::Pid(number) => Some(number.clone()),
            _ => None,
        };
        self.fresh(operand, self.exchangeable().pids, &number)
    }

    fn fresh(
        &self,
        operand: TermId,
        names: Option<Series>,
        number: &dyn Fn(&Shape) -> Option<BigInt>,
    ) -> Option<BigInt> {
        let Shape::Tuple(items) = self.shape(operand) else { return None };
        let &[first, step, term] = &**items else { return None };
        let (Shape::Integer(first), Shape::Integer(step)) = (self.shape(first), self.shape(step))
        else {
            return None;
        };
        let taken = self.numbers(term, number);
        if let Some(names) = names.filter(|names| names.position(first) == Some(0)) {
            let last = taken.iter().filter_map(|number| names.position(number)).max();
            return Some(names.number(last.map_or(0, |last| last + 1)));
        }
        let mut next = first.clone();
        while taken.contains(&next) {
            next += step;
        }
        Some(next)
    }

    /// The numbers of the shapes in a term that have one.
    fn numbers(
        &self,
        term: TermId,
        number: &dyn Fn(&Shape) -> Option<BigInt>,
    ) -> FxHashSet<BigInt> {
        let mut taken = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut pending = vec![term];
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            taken.extend(number(self.shape(id)));
            match self.shape(id) {
                Shape::Cons(head, tail) => pending.extend([*head, *tail]),
                Shape::Tuple(items) => pending.extend(items.iter().copied()),
                Shape::Wrap(_, content) => pending.push(*content),
                Shape::Empty
                | Shape::Integer(_)
                | Shape::Float(_)
                | Shape::Atom(_)
                | Shape::State(_)
                | Shape::Nil
                | Shape::Pid(_)
                | Shape::Reference(_)
                | Shape::Unknown { .. } => {}
            }
        }
        taken
    }
}
