//! Terms that a step computes on its way: in a heap that is emptied behind it.
//!
//! A word is a small integer, the number of a term in the store, or a place in the heap. A cell is its head, its tail and its
//! size; a tuple its number of components, its size and these; a map, binary or fun what it is, its size and what it holds. What
//! is no compound is never in the heap, so that two words of such terms are equal if and only if the terms are.
//! Nothing larger is made than what a step program takes from the store.

use model::Wrap;

use crate::semantics::engine::word::Word;
use crate::semantics::store::{PLAIN_DEPTH, PLAIN_WEIGHT, TermId, TermStore};

/// The bit that tells a place in the heap from the number of a term, where it is no small integer.
const HEAP: u32 = 1 << 30;

/// The bit of a list cell.
const CELL: u32 = 1;

/// The bit of the first word of a map, a binary or a fun.
const WRAP: u32 = 1 << 31;

/// Words of the heap at most.
const MAX_WORDS: usize = 1 << 23;

/// How large a term is: its depth, then its weight in 16 bits.
#[derive(Clone, Copy)]
pub(crate) struct Size(u32);

impl Size {
    const LEAF: Self = Self::new(1, 1);

    const fn new(depth: u32, weight: u32) -> Self {
        Self(depth << 16 | weight)
    }

    fn depth(self) -> u32 {
        self.0 >> 16
    }

    fn weight(self) -> u32 {
        self.0 & 0xffff
    }

    /// The size with these numbers, if it is not too large.
    fn checked(depth: u32, weight: u32) -> Option<Self> {
        (depth <= PLAIN_DEPTH && weight <= PLAIN_WEIGHT).then_some(Self::new(depth, weight))
    }
}

/// What stands at a place.
pub(crate) enum Object<'h> {
    Cons(u32, u32),
    Tuple(&'h [u32]),
    Wrap(Wrap, u32),
}

/// The heap of one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    words: Vec<u32>,
}

impl Heap {
    /// Whether a word is a place in a heap.
    pub(crate) fn is_in(word: u32) -> bool {
        !Word(word).is_small() && word & HEAP != 0
    }

    /// Whether a word is a place of a list cell in a heap.
    pub(crate) fn is_cell(word: u32) -> bool {
        Self::is_in(word) && word & CELL != 0
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Forgets what was put in behind the first `len` words.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.words.truncate(len);
    }

    /// What stands at a place.
    pub(crate) fn object(&self, word: u32) -> Object<'_> {
        let place = place(word);
        if word & CELL != 0 {
            return Object::Cons(self.words[place], self.words[place + 1]);
        }
        let first = self.words[place];
        if first & WRAP != 0 {
            let wrap = Wrap::ALL[(first & !WRAP) as usize % Wrap::ALL.len()];
            return Object::Wrap(wrap, self.words[place + 2]);
        }
        Object::Tuple(&self.words[place + 2..place + 2 + first as usize])
    }

    /// Head and tail of the list cell at a place.
    pub(crate) fn head_and_tail(&self, cell: u32) -> (u32, u32) {
        let place = place(cell);
        (self.words[place], self.words[place + 1])
    }

    /// A list cell, unless it is large.
    pub(crate) fn cons(&mut self, head: u32, tail: u32, store: &TermStore) -> Option<u32> {
        let tail_size = self.size(tail, store);
        self.cell(head, tail, tail_size, store).map(|(word, _)| word)
    }

    /// The list of these heads and a tail, unless it is large.
    pub(crate) fn list(
        &mut self,
        heads: impl DoubleEndedIterator<Item = u32>,
        tail: u32,
        store: &TermStore,
    ) -> Option<u32> {
        let (mut list, mut size) = (tail, self.size(tail, store));
        for head in heads.rev() {
            (list, size) = self.cell(head, list, size, store)?;
        }
        Some(list)
    }

    fn cell(
        &mut self,
        head: u32,
        tail: u32,
        tail_size: Size,
        store: &TermStore,
    ) -> Option<(u32, Size)> {
        let head_size = self.size(head, store);
        let depth = tail_size.depth().max(head_size.depth() + 1);
        let size = Size::checked(depth, head_size.weight() + tail_size.weight() + 1)?;
        let place = self.next_place()?;
        self.words.extend([head, tail, size.0]);
        Some((place | CELL, size))
    }

    /// A pair, unless it is large.
    pub(crate) fn pair(&mut self, first: u32, second: u32, store: &TermStore) -> Option<u32> {
        let (left, right) = (self.size(first, store), self.size(second, store));
        let depth = left.depth().max(right.depth()) + 1;
        let size = Size::checked(depth, left.weight() + right.weight() + 1)?;
        let place = self.next_place()?;
        self.words.extend([2, size.0, first, second]);
        Some(place)
    }

    /// A tuple, unless it is large.
    pub(crate) fn tuple(
        &mut self,
        items: impl ExactSizeIterator<Item = u32>,
        store: &TermStore,
    ) -> Option<u32> {
        let place = self.next_place()?;
        let start = self.words.len();
        self.words.extend([u32::try_from(items.len()).ok()?, 0]);
        let (mut depth, mut weight) = (1, 1);
        for item in items {
            let size = self.size(item, store);
            depth = depth.max(size.depth() + 1);
            weight += size.weight();
            self.words.push(item);
            if weight > PLAIN_WEIGHT {
                return None;
            }
        }
        self.words[start + 1] = Size::checked(depth, weight)?.0;
        Some(place)
    }

    /// A map, a binary or a fun that holds something, unless it is large.
    pub(crate) fn wrap(&mut self, wrap: Wrap, content: u32, store: &TermStore) -> Option<u32> {
        let place = self.next_place()?;
        let inner = self.size(content, store);
        let size = Size::checked(inner.depth() + 1, inner.weight() + 1)?;
        let number = Wrap::ALL.iter().position(|&other| other == wrap)?;
        self.words.extend([WRAP | u32::try_from(number).ok()?, size.0, content]);
        Some(place)
    }

    /// Parts of the term of a word, about.
    pub(crate) fn weight(&self, word: u32, store: &TermStore) -> usize {
        self.size(word, store).weight() as usize
    }

    /// How large the term of a word is; the plain ones of a store are no larger than what may be here.
    fn size(&self, word: u32, store: &TermStore) -> Size {
        match Word(word).value() {
            Some(value) if value.unsigned_abs() < 256 => Size::LEAF,
            // As many bytes as the store counts, or one more.
            Some(_) => Size::new(1, 4),
            None if word & HEAP != 0 => {
                let place = place(word);
                Size(self.words[place + if word & CELL == 0 { 1 } else { 2 }])
            }
            None => {
                let (depth, weight) = store.depth_and_weight(TermId(word));
                Size::new(depth.min(0x7fff), weight.min(0x7fff))
            }
        }
    }

    /// The word of what is put in next, if there is room.
    fn next_place(&self) -> Option<u32> {
        let place = self.words.len();
        #[allow(clippy::cast_possible_truncation, reason = "24 bits")]
        (place < MAX_WORDS).then_some(HEAP | (place as u32) << 1)
    }
}

fn place(word: u32) -> usize {
    ((word & !HEAP) >> 1) as usize
}
