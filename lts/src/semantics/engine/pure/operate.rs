//! Parts, constructors and native operators, on words.
//!
//! What is done on terms of the store only, such as arithmetic on large integers, is left to that; then what the operands are is kept.

use model::{FloatOp, Operator, Wrap};

use super::call::Work;
use super::code::Codes;
use super::heap::Heap;
use super::kept::keep;
use super::view::{Terms, View};
use crate::semantics::engine::run::PathState;
use crate::semantics::engine::word::Word;
use crate::semantics::store::TermId;

/// Steps for each part of a term that is kept: it is looked up in the store.
const STEPS_OF_KEEPING: usize = 8;

/// What computes: the functions, what is known of terms, and room for those that are made.
pub(crate) struct Bench<'b, W> {
    pub(crate) codes: &'b Codes,
    pub(crate) world: &'b mut W,
    pub(crate) work: &'b mut Work,
}

impl<W: PathState> Bench<'_, W> {
    pub(crate) fn terms(&self) -> Terms<'_> {
        Terms { store: self.world.store(), heap: &self.work.heap }
    }

    /// The term of a word.
    pub(crate) fn keep(&mut self, word: u32) -> Option<TermId> {
        keep(self.world, &self.work.heap, word)
    }

    /// The word of a term that is in the store, where the store can have it.
    pub(crate) fn kept(&mut self, word: u32) -> Option<u32> {
        if Heap::is_in(word) { self.keep(word).map(|term| term.0) } else { Some(word) }
    }

    pub(crate) fn cons(&mut self, head: u32, tail: u32) -> Option<u32> {
        self.work.heap.cons(head, tail, self.world.store())
    }

    pub(crate) fn pair(&mut self, first: u32, second: u32) -> Option<u32> {
        self.work.heap.pair(first, second, self.world.store())
    }

    pub(crate) fn tuple(&mut self, items: impl ExactSizeIterator<Item = u32>) -> Option<u32> {
        self.work.heap.tuple(items, self.world.store())
    }

    /// Whether two terms are the same (`=:=`).
    #[inline]
    pub(crate) fn same(&mut self, left: u32, right: u32) -> Option<bool> {
        if left == right {
            return Some(true);
        }
        if Word(left).is_small() || Word(right).is_small() {
            return Some(false);
        }
        let (is_same, steps) = self.terms().alike(left, right);
        self.take(steps)?;
        Some(is_same)
    }

    /// Two terms, kept to be compared. Steps are taken for what is looked up in the store, part by part, and looked at.
    fn kept_both(&mut self, left: u32, right: u32) -> Option<(TermId, TermId)> {
        let (heap, store) = (&self.work.heap, self.world.store());
        let looked_at = heap.weight(left, store).min(heap.weight(right, store));
        self.pay(&[left, right])?;
        self.take(looked_at)?;
        Some((self.keep(left)?, self.keep(right)?))
    }

    /// Takes the steps of keeping terms.
    fn pay(&mut self, words: &[u32]) -> Option<()> {
        let (heap, store) = (&self.work.heap, self.world.store());
        let new = words.iter().filter(|&&word| Heap::is_in(word));
        let weight: usize = new.map(|&word| heap.weight(word, store)).sum();
        self.take(weight * STEPS_OF_KEEPING)
    }

    /// Whether two terms are equal (`==`).
    #[inline]
    pub(crate) fn equal(&mut self, left: u32, right: u32) -> Option<bool> {
        if left == right {
            return Some(true);
        }
        if Word(left).both(Word(right)).is_some() {
            return Some(false);
        }
        self.equal_terms(left, right)
    }

    fn equal_terms(&mut self, left: u32, right: u32) -> Option<bool> {
        let is_compound = |word| !matches!(self.terms().view(word), View::Small | View::Leaf(_));
        if is_compound(left) != is_compound(right) {
            return Some(false);
        }
        let (left, right) = self.kept_both(left, right)?;
        Some(self.world.store().known_equal(left, right))
    }

    /// Whether the first term comes before the second.
    #[inline]
    pub(crate) fn less(&mut self, left: u32, right: u32) -> Option<bool> {
        if let Some((left, right)) = Word(left).both(Word(right)) {
            return Some(left < right);
        }
        self.less_terms(left, right)
    }

    fn less_terms(&mut self, left: u32, right: u32) -> Option<bool> {
        let (left, right) = self.kept_both(left, right)?;
        Some(self.world.store().less(left, right))
    }

    /// The value of an operator.
    #[inline]
    pub(crate) fn apply(&mut self, operator: Operator, operands: &[u32]) -> Option<u32> {
        match on_small(operator, operands) {
            Some(word) => Some(word.0),
            None => self.apply_to_terms(operator, operands),
        }
    }

    fn apply_to_terms(&mut self, operator: Operator, operands: &[u32]) -> Option<u32> {
        match (operator, operands) {
            (Operator::TupleSize, &[tuple]) => match self.terms().view(tuple) {
                View::Tuple(items) => small(items.len()),
                _ => None,
            },
            (Operator::TupleToList, &[tuple]) => self.tuple_to_list(tuple),
            (Operator::ListToTuple, &[list]) => self.list_to_tuple(list),
            (Operator::Wrap(wrap), &[content]) => {
                self.work.heap.wrap(wrap, content, self.world.store())
            }
            (Operator::Unwrap(wrap), &[whole]) => match self.terms().view(whole) {
                View::Wrap(other, content) if other == wrap => Some(content),
                _ => None,
            },
            (Operator::MapSize, &[map]) => match self.terms().view(map) {
                View::Wrap(Wrap::Map, content) => self.terms().element(content, 1),
                _ => None,
            },
            _ => self.apply_to_kept(operator, operands),
        }
    }

    fn apply_to_kept(&mut self, operator: Operator, operands: &[u32]) -> Option<u32> {
        self.pay(operands)?;
        let mut terms = Vec::with_capacity(operands.len());
        for &operand in operands {
            terms.push(self.keep(operand)?);
        }
        let term = self.world.apply(operator, &terms)?;
        let store = self.world.store();
        store.is_plain(term).then(|| store.word(term).0)
    }

    fn tuple_to_list(&mut self, tuple: u32) -> Option<u32> {
        let mut items = std::mem::take(&mut self.work.scratch);
        items.clear();
        let list = match self.terms().view(tuple) {
            View::Tuple(components) => {
                components.append_to(&mut items);
                self.list(&items)
            }
            _ => None,
        };
        self.work.scratch = items;
        list
    }

    /// The proper list of these elements.
    pub(crate) fn list(&mut self, items: &[u32]) -> Option<u32> {
        let store = self.world.store();
        self.work.heap.list(items.iter().copied(), self.codes.nil, store)
    }

    /// The elements of a proper list.
    pub(crate) fn elements(&self, list: u32, items: &mut Vec<u32>) -> Option<()> {
        (self.terms().heads(list, items) == self.codes.nil).then_some(())
    }

    fn list_to_tuple(&mut self, list: u32) -> Option<u32> {
        let mut items = std::mem::take(&mut self.work.scratch);
        items.clear();
        let is_proper = self.elements(list, &mut items).is_some();
        let tuple = if is_proper { self.tuple(items.iter().copied()) } else { None };
        self.work.scratch = items;
        tuple
    }

    /// Takes steps.
    pub(crate) fn take(&mut self, steps: usize) -> Option<()> {
        self.work.fuel = self.work.fuel.checked_sub(steps)?;
        Some(())
    }
}

/// The small integer of a number.
pub(crate) fn small(number: usize) -> Option<u32> {
    i64::try_from(number).ok().and_then(Word::small).map(|word| word.0)
}

/// The result on small integers, where it is one.
#[inline]
fn on_small(operator: Operator, operands: &[u32]) -> Option<Word> {
    match *operands {
        [left, right] => on_two_small(operator, [left, right]),
        [only] if operator == Operator::Neg => {
            Word(only).value().and_then(|value| Word::small(-value))
        }
        _ => None,
    }
}

/// The result on two small integers, where it is one.
#[inline]
fn on_two_small(operator: Operator, [left, right]: [u32; 2]) -> Option<Word> {
    let (left, right) = Word(left).both(Word(right))?;
    arithmetic(operator, left, right).and_then(Word::small)
}

#[inline]
fn arithmetic(operator: Operator, left: i64, right: i64) -> Option<i64> {
    match operator {
        Operator::Add | Operator::Float(FloatOp::Add) => Some(left + right),
        Operator::Sub | Operator::Float(FloatOp::Sub) => Some(left - right),
        Operator::Mul | Operator::Float(FloatOp::Mul) => left.checked_mul(right),
        Operator::Div => left.checked_div(right),
        Operator::Rem => left.checked_rem(right),
        _ => None,
    }
}
