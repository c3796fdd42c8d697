//! What the word of a term says, wherever the term stands.

use model::{Kind, Wrap};

use super::heap::{Heap, Object};
use crate::semantics::engine::word::Word;
use crate::semantics::evaluation::eval::is_kind;
use crate::semantics::store::{Shape, TermId, TermStore};

/// The outermost constructor of a term; its parts are words.
pub(crate) enum View<'t> {
    Small,
    Cons(u32, u32),
    Tuple(Items<'t>),
    Wrap(Wrap, u32),
    /// What is no compound, and no small integer.
    Leaf(&'t Shape),
}

/// The components of a tuple.
#[derive(Clone, Copy)]
pub(crate) enum Items<'t> {
    Heap(&'t [u32]),
    Store(&'t [TermId], &'t TermStore),
}

impl Items<'_> {
    pub(crate) fn len(self) -> usize {
        match self {
            Self::Heap(items) => items.len(),
            Self::Store(items, _) => items.len(),
        }
    }

    /// A component, from 0.
    pub(crate) fn get(self, place: usize) -> Option<u32> {
        match self {
            Self::Heap(items) => items.get(place).copied(),
            Self::Store(items, store) => items.get(place).map(|&item| store.word(item).0),
        }
    }

    /// Appends all of them.
    pub(crate) fn append_to(self, out: &mut Vec<u32>) {
        match self {
            Self::Heap(items) => out.extend_from_slice(items),
            Self::Store(items, store) => out.extend(items.iter().map(|&item| store.word(item).0)),
        }
    }
}

/// The terms of a store and of a heap.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'t> {
    pub(crate) store: &'t TermStore,
    pub(crate) heap: &'t Heap,
}

impl<'t> Terms<'t> {
    pub(crate) fn view(self, word: u32) -> View<'t> {
        if Word(word).is_small() {
            return View::Small;
        }
        if Heap::is_in(word) {
            return match self.heap.object(word) {
                Object::Cons(head, tail) => View::Cons(head, tail),
                Object::Tuple(items) => View::Tuple(Items::Heap(items)),
                Object::Wrap(wrap, content) => View::Wrap(wrap, content),
            };
        }
        if let Some((head, tail)) = self.store.cell(TermId(word)) {
            return View::Cons(head.0, tail.0);
        }
        match self.store.shape(TermId(word)) {
            Shape::Tuple(items) => View::Tuple(Items::Store(items, self.store)),
            Shape::Wrap(wrap, content) => View::Wrap(*wrap, self.store.word(*content).0),
            leaf => View::Leaf(leaf),
        }
    }

    /// Head and tail of a list cell.
    pub(crate) fn cell(self, word: u32) -> Option<(u32, u32)> {
        if Word(word).is_small() {
            return None;
        }
        if Heap::is_in(word) {
            return Heap::is_cell(word).then(|| self.heap.head_and_tail(word));
        }
        self.store.cell(TermId(word)).map(|(head, tail)| (head.0, tail.0))
    }

    /// How many cells a list has, and what stands behind them.
    pub(crate) fn length(self, mut list: u32) -> (usize, u32) {
        let mut length = 0;
        while let Some((_, tail)) = self.cell(list) {
            (length, list) = (length + 1, tail);
        }
        (length, list)
    }

    /// A component, from 1, of a tuple.
    pub(crate) fn element(self, word: u32, position: usize) -> Option<u32> {
        match self.view(word) {
            View::Tuple(items) => items.get(position.checked_sub(1)?),
            _ => None,
        }
    }

    /// Appends the heads of the cells of a list; what stands behind them.
    pub(crate) fn heads(self, mut list: u32, out: &mut Vec<u32>) -> u32 {
        while let Some((head, tail)) = self.cell(list) {
            out.push(head);
            list = tail;
        }
        list
    }

    /// Whether a term is of a kind.
    #[inline]
    pub(crate) fn is(self, kind: Kind, word: u32) -> bool {
        if Word(word).is_small() {
            return matches!(kind, Kind::Integer | Kind::Number);
        }
        self.is_other(kind, word)
    }

    fn is_other(self, kind: Kind, word: u32) -> bool {
        match self.view(word) {
            View::Small => matches!(kind, Kind::Integer | Kind::Number),
            View::Cons(..) => kind == Kind::Cons,
            View::Tuple(items) => match kind {
                Kind::Tuple => true,
                Kind::TupleOf(size) => items.len() == size,
                _ => false,
            },
            View::Wrap(wrap, _) => is_kind(kind, &Shape::Wrap(wrap, TermStore::NOTHING)),
            View::Leaf(shape) => is_kind(kind, shape),
        }
    }
}
