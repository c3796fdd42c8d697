//! References that are new.
//!
//! Input: `{First, Step, Term}`. Output: the first of the numbers `First`, `First + Step`, .. that no reference in
//! the term has. An unknown value has none: what the machine has just made nobody else knows.

use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use super::store::{Shape, TermId, TermStore};

impl TermStore {
    /// The number of a new reference; `None` if that is not what the operand asks for.
    pub(super) fn fresh_reference(&self, operand: TermId) -> Option<BigInt> {
        let Shape::Tuple(items) = self.shape(operand) else { return None };
        let &[first, step, term] = &**items else { return None };
        let (Shape::Integer(first), Shape::Integer(step)) = (self.shape(first), self.shape(step))
        else {
            return None;
        };
        let taken = self.references(term);
        let mut number = first.clone();
        while taken.contains(&number) {
            number += step;
        }
        Some(number)
    }

    /// The numbers of the references in a term.
    fn references(&self, term: TermId) -> FxHashSet<&BigInt> {
        let mut taken = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut pending = vec![term];
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.shape(id) {
                Shape::Reference(number) => {
                    taken.insert(number);
                }
                Shape::Cons(head, tail) => pending.extend([*head, *tail]),
                Shape::Tuple(items) => pending.extend(items.iter().copied()),
                Shape::Empty
                | Shape::Integer(_)
                | Shape::Atom(_)
                | Shape::State(_)
                | Shape::Nil
                | Shape::Pid(_)
                | Shape::Unknown { .. } => {}
            }
        }
        taken
    }
}
