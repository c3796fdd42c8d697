//! Hash-consed terms: equal terms have equal ids. Leaves may be unknown values.

mod leaves;
mod memo;
pub(crate) mod names;
mod order;

use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::atomic::{AtomicBool, Ordering};

use frontend::{Float, Name};
use hashbrown::HashTable;
use model::index::IndexVec;
use model::{Fresh, OriginId, StateIx, Wrap};
use num_bigint::BigInt;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};

use crate::semantics::engine::word::Word;
use crate::semantics::evaluation::kinds::Kinds;
use crate::term::{Term, bits};

use leaves::Leaves;
pub(crate) use memo::Memo;

/// A term; 0 is no term but an empty slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TermId(pub(crate) u32);

/// The outermost constructor of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// Nothing: the empty slot.
    Empty,
    /// An integer.
    Integer(BigInt),
    /// The float with these bits: zero has two.
    Float(u64),
    /// An atom.
    Atom(Name),
    /// The name of a state where it stands for the state.
    State(StateIx),
    /// `[]`, also the empty call stack.
    Nil,
    /// A list cell, also a call stack with something on it.
    Cons(TermId, TermId),
    /// A tuple.
    Tuple(Box<[TermId]>),
    /// The reference with this number.
    Reference(BigInt),
    /// The process identifier with this number.
    Pid(BigInt),
    /// A map, a binary or a fun, and what it holds.
    Wrap(Wrap, TermId),
    /// An unknown value; those with the same number are the same value.
    Unknown {
        /// Which one, among those of the same vector.
        number: u32,
        /// What it may be.
        kinds: Kinds,
        /// Where it comes from.
        source: Source,
    },
}

/// Where an unknown value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Source {
    /// A place in the source of the module.
    Origin(OriginId),
    /// A place in the source where it is computed from a choice of the environment, so that it is not free.
    Computed(OriginId),
    /// A function that was not followed any further.
    Cut,
}

/// How large a term is, written out.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
struct Size {
    /// Constructors and bytes of integers.
    weight: u32,
    /// Nesting; the elements of a list are side by side.
    depth: u32,
    /// A bit for each unknown leaf, by its number; leaves may share one.
    leaves: u64,
    /// Whether it has a reference.
    references: bool,
    /// Whether it has a number or an unknown leaf.
    numbers: bool,
    /// Whether it has a float that is zero, with a sign or without.
    zeros: bool,
    /// Whether it has a reference or a process identifier.
    names: bool,
}

/// Weight of the largest term that a state or a label may hold.
const MAX_WEIGHT: u32 = 1_000_000;

/// Nesting of the deepest one.
const MAX_DEPTH: u32 = 10_000;

/// Weight of a term of which 200 may be put together without another look.
pub(crate) const PLAIN_WEIGHT: u32 = MAX_WEIGHT / 250;

/// Nesting of such a term.
pub(crate) const PLAIN_DEPTH: u32 = MAX_DEPTH / 10;

/// Integers from 0 on whose numbers stand in a table.
const MAX_NATURALS: usize = 1 << 12;

/// All terms seen so far.
pub(crate) struct TermStore {
    shapes: Vec<Shape>,
    sizes: Vec<Size>,
    /// Words of the terms for the engine.
    words: Vec<Word>,
    /// Words of heads and tails of list cells; of other terms twice that of the empty slot.
    parts: Vec<[Word; 2]>,
    /// All terms but list cells, by their shapes.
    ids: HashTable<TermId>,
    /// Numbers of list cells, by head and tail.
    cells: FxHashMap<(TermId, TermId), TermId>,
    /// Numbers of the first integers, where they are there.
    naturals: Vec<TermId>,
    states: Vec<Name>,
    /// The names that may be exchanged for each other.
    exchangeable: Fresh,
    /// Whether it has been asked which of two of them is greater; threads that only read note it, too.
    orders_names: AtomicBool,
    /// Terms that were gone through to be rewritten, so far.
    pub(crate) rewritten: u64,
    /// Memory for the next walk.
    spare: Option<Memo>,
    /// Memory for the components of the next tuple.
    items: Vec<TermId>,
    /// Leaves of terms that were asked for.
    leaves: Leaves,
}

impl TermStore {
    /// The empty slot.
    pub(crate) const NOTHING: TermId = TermId(0);

    pub(crate) fn new(states: &IndexVec<StateIx, Name>) -> Self {
        let mut store = Self {
            shapes: Vec::new(),
            sizes: Vec::new(),
            words: Vec::new(),
            parts: Vec::new(),
            ids: HashTable::new(),
            cells: FxHashMap::default(),
            naturals: vec![Self::NOTHING; MAX_NATURALS],
            states: states.iter().cloned().collect(),
            exchangeable: Fresh::default(),
            orders_names: AtomicBool::new(false),
            rewritten: 0,
            spare: None,
            items: Vec::new(),
            leaves: Leaves::default(),
        };
        store.intern(Shape::Empty);
        store
    }

    /// Number of terms.
    pub(crate) fn len(&self) -> usize {
        self.shapes.len()
    }

    /// The id of a term.
    pub(crate) fn intern(&mut self, shape: Shape) -> TermId {
        match self.find(&shape) {
            Some(id) => id,
            None => self.add(shape),
        }
    }

    /// The id of a tuple, of which no copy is made where it is there.
    pub(crate) fn intern_tuple(&mut self, items: &[TermId]) -> TermId {
        let is_it = |id: &TermId| matches!(&self.shapes[id.0 as usize], Shape::Tuple(others) if **others == *items);
        match self.ids.find(hash_of_tuple(items), is_it) {
            Some(&id) => id,
            None => self.add(Shape::Tuple(items.into())),
        }
    }

    /// The id of an integer, of which no copy is made where it is there and small.
    pub(crate) fn intern_integer(&mut self, value: &BigInt) -> TermId {
        let natural = usize::try_from(value).ok().and_then(|value| self.naturals.get(value));
        match natural {
            Some(&id) if id != Self::NOTHING => id,
            _ => self.intern(Shape::Integer(value.clone())),
        }
    }

    /// Adds a term that is not there.
    fn add(&mut self, shape: Shape) -> TermId {
        let id = TermId(u32::try_from(self.shapes.len()).unwrap_or(u32::MAX));
        self.sizes.push(self.size_of(&shape));
        let small = match &shape {
            Shape::Integer(value) => i64::try_from(value).ok().and_then(Word::small),
            _ => None,
        };
        self.words.push(small.unwrap_or(Word(id.0)));
        self.parts.push(match shape {
            Shape::Cons(head, tail) => [self.word(head), self.word(tail)],
            _ => [Word(Self::NOTHING.0); 2],
        });
        let natural = small.and_then(Word::value).and_then(|value| usize::try_from(value).ok());
        if let Some(place) = natural.and_then(|value| self.naturals.get_mut(value)) {
            *place = id;
        }
        if let Shape::Cons(head, tail) = shape {
            self.cells.insert((head, tail), id);
            self.shapes.push(shape);
        } else {
            let hash = hash_of(&shape);
            self.shapes.push(shape);
            let shapes = &self.shapes;
            self.ids.insert_unique(hash, id, |id: &TermId| hash_of(&shapes[id.0 as usize]));
        }
        id
    }

    /// The id of a term that is there.
    pub(crate) fn find(&self, shape: &Shape) -> Option<TermId> {
        match shape {
            Shape::Cons(head, tail) => self.cells.get(&(*head, *tail)).copied(),
            other => {
                let is_it = |id: &TermId| self.shapes[id.0 as usize] == *other;
                self.ids.find(hash_of(other), is_it).copied()
            }
        }
    }

    /// The word of a term.
    pub(crate) fn word(&self, id: TermId) -> Word {
        self.words[id.0 as usize]
    }

    /// The words of head and tail of a list cell.
    pub(crate) fn cell(&self, id: TermId) -> Option<(Word, Word)> {
        let [head, tail] = self.parts[id.0 as usize];
        (head.0 != Self::NOTHING.0).then_some((head, tail))
    }

    /// The term of a word, if it is there.
    pub(crate) fn found(&self, word: Word) -> Option<TermId> {
        let Some(value) = word.value() else { return Some(TermId(word.0)) };
        match usize::try_from(value).ok().and_then(|value| self.naturals.get(value)) {
            Some(&id) => (id != Self::NOTHING).then_some(id),
            None => self.find(&Shape::Integer(BigInt::from(value))),
        }
    }

    /// The term of a word.
    pub(crate) fn term_of(&mut self, word: Word) -> TermId {
        match (self.found(word), word.value()) {
            (Some(id), _) => id,
            (None, value) => self.intern(Shape::Integer(value.unwrap_or_default().into())),
        }
    }

    /// Nesting of a term, and number of its constructors.
    pub(crate) fn depth_and_weight(&self, id: TermId) -> (u32, u32) {
        let size = self.size(id);
        (size.depth, size.weight)
    }

    /// Bytes that are asked for at once when there are more terms.
    pub(crate) fn growth(&self) -> usize {
        let row = size_of::<Shape>() + size_of::<Size>() + 3 * size_of::<Word>();
        let list = self.shapes.capacity() * row;
        let map = 2 * self.ids.capacity() * size_of::<TermId>()
            + 2 * self.cells.capacity() * size_of::<[TermId; 3]>();
        let memo = 2 * self.shapes.capacity() * Memo::ROW;
        list + map + memo
    }

    /// Whether a term is too large to be written out.
    pub(crate) fn is_too_large(&self, id: TermId) -> bool {
        let size = self.size(id);
        size.weight > MAX_WEIGHT || size.depth > MAX_DEPTH
    }

    /// Whether a term is ground, and small enough for many of its kind to be put together.
    pub(crate) fn is_plain(&self, id: TermId) -> bool {
        let size = self.size(id);
        size.leaves == 0 && size.weight <= PLAIN_WEIGHT && size.depth <= PLAIN_DEPTH
    }

    /// Whether nothing in a term is unknown.
    pub(crate) fn is_ground(&self, id: TermId) -> bool {
        self.size(id).leaves == 0
    }

    /// Whether a term is nothing but an unknown value.
    pub(crate) fn is_unknown(&self, id: TermId) -> bool {
        matches!(self.shape(id), Shape::Unknown { .. })
    }

    /// A bit for each unknown leaf of a term, by its number.
    pub(crate) fn leaf_bits(&self, id: TermId) -> u64 {
        self.size(id).leaves
    }

    /// Whether there is a reference in a term.
    pub(crate) fn holds_reference(&self, id: TermId) -> bool {
        self.size(id).references
    }

    /// Whether there is a number in a term, or may be.
    pub(crate) fn may_hold_number(&self, id: TermId) -> bool {
        self.size(id).numbers
    }

    /// Whether a zero is in a term that may be the same as another one.
    pub(crate) fn holds_zero(&self, id: TermId) -> bool {
        self.size(id).zeros
    }

    /// Whether a reference or a process identifier is in a term.
    pub(crate) fn holds_names(&self, id: TermId) -> bool {
        self.size(id).names
    }

    /// Whether it has been asked so far which of two exchangeable names is greater.
    pub(crate) fn orders_names(&self) -> bool {
        self.orders_names.load(Ordering::Relaxed)
    }

    /// Number of constructors of a term.
    pub(crate) fn weight(&self, id: TermId) -> u32 {
        self.size(id).weight
    }

    fn size(&self, id: TermId) -> Size {
        self.sizes[id.0 as usize]
    }

    fn size_of(&self, shape: &Shape) -> Size {
        let one = Size { weight: 1, depth: 1, ..Size::default() };
        match shape {
            Shape::Empty | Shape::Atom(_) | Shape::State(_) | Shape::Nil => one,
            Shape::Unknown { number, .. } => {
                Size { leaves: 1 << (number % u64::BITS), numbers: true, ..one }
            }
            Shape::Reference(value) | Shape::Pid(value) => {
                let bytes = u32::try_from(value.bits() / 8).unwrap_or(u32::MAX);
                let references = matches!(shape, Shape::Reference(_));
                Size { weight: bytes.saturating_add(1), references, names: true, ..one }
            }
            Shape::Float(bits) => {
                Size { numbers: true, zeros: f64::from_bits(*bits) == 0.0, ..one }
            }
            Shape::Integer(value) => {
                let bytes = u32::try_from(value.bits() / 8).unwrap_or(u32::MAX);
                Size { weight: bytes.saturating_add(1), numbers: true, ..one }
            }
            Shape::Wrap(_, content) => {
                let content = self.size(*content);
                Size {
                    weight: content.weight.saturating_add(1),
                    depth: content.depth.saturating_add(1),
                    ..content
                }
            }
            Shape::Cons(head, tail) => {
                let (head, tail) = (self.size(*head), self.size(*tail));
                Size {
                    weight: head.weight.saturating_add(tail.weight).saturating_add(1),
                    depth: tail.depth.max(head.depth.saturating_add(1)),
                    leaves: head.leaves | tail.leaves,
                    references: head.references || tail.references,
                    numbers: head.numbers || tail.numbers,
                    zeros: head.zeros || tail.zeros,
                    names: head.names || tail.names,
                }
            }
            Shape::Tuple(items) => items.iter().fold(one, |size, &item| {
                let item = self.size(item);
                Size {
                    weight: size.weight.saturating_add(item.weight),
                    depth: size.depth.max(item.depth.saturating_add(1)),
                    leaves: size.leaves | item.leaves,
                    references: size.references || item.references,
                    numbers: size.numbers || item.numbers,
                    zeros: size.zeros || item.zeros,
                    names: size.names || item.names,
                }
            }),
        }
    }

    /// The outermost constructor of a term.
    pub(crate) fn shape(&self, id: TermId) -> &Shape {
        &self.shapes[id.0 as usize]
    }

    /// Name of a state.
    pub(crate) fn state_name(&self, state: StateIx) -> Name {
        self.states[state.0 as usize].clone()
    }

    /// The term as a tree; a state is its name.
    pub(crate) fn term(&self, id: TermId) -> Term {
        match self.shape(id) {
            Shape::Integer(value) => Term::Integer(value.clone()),
            Shape::Float(bits) => Term::Float(Float::from_bits(*bits).unwrap_or_default()),
            Shape::Atom(name) => Term::Atom(name.clone()),
            Shape::State(state) => Term::Atom(self.state_name(*state)),
            Shape::Empty | Shape::Nil => Term::Nil,
            Shape::Cons(..) => self.list(id),
            Shape::Tuple(items) => Term::Tuple(items.iter().map(|&item| self.term(item)).collect()),
            Shape::Reference(number) => Term::Reference(number.clone()),
            Shape::Pid(number) => Term::Pid(number.clone()),
            Shape::Wrap(wrap, content) => wrapped(*wrap, self.term(*content)),
            Shape::Unknown { number, .. } => Term::Unknown(*number),
        }
    }

    fn list(&self, mut id: TermId) -> Term {
        let mut items = Vec::new();
        while let Shape::Cons(head, tail) = self.shape(id) {
            items.push(self.term(*head));
            id = *tail;
        }
        let tail = match self.shape(id) {
            Shape::Nil => None,
            _ => Some(Box::new(self.term(id))),
        };
        Term::List(items, tail)
    }
}

/// Where a term is looked for.
fn hash_of(shape: &Shape) -> u64 {
    match shape {
        Shape::Tuple(items) => hash_of_tuple(items),
        other => FxBuildHasher.hash_one(other),
    }
}

fn hash_of_tuple(items: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_usize(items.len());
    let mut pairs = items.chunks_exact(2);
    for pair in &mut pairs {
        let pair = pair.iter().fold(0, |before, item| before << u32::BITS | u64::from(item.0));
        hasher.write_u64(pair);
    }
    for item in pairs.remainder() {
        hasher.write_u32(item.0);
    }
    hasher.finish()
}

/// The map, binary or fun that holds a term.
pub fn wrapped(wrap: Wrap, content: Term) -> Term {
    let elements = |list: Term| match list {
        Term::List(mut items, tail) => {
            items.extend(tail.map(|tail| *tail));
            items
        }
        Term::Nil => Vec::new(),
        other => vec![other],
    };
    match (wrap, content) {
        (Wrap::Map, Term::Tuple(parts)) if parts.len() == 3 => {
            let mut parts = parts.into_iter().skip(1).map(elements);
            let (keys, values) =
                (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            Term::Map(keys.into_iter().zip(values).collect())
        }
        (Wrap::Map, other) => Term::Map(vec![(other.clone(), other)]),
        (Wrap::Binary, bytes) => Term::Binary(elements(bytes)),
        (Wrap::Bits, Term::List(bytes, Some(size))) => bits::cut(bytes, &size),
        (Wrap::Bits, other) => Term::Binary(vec![other]),
        (Wrap::Fun, content) => Term::Fun(Box::new(content)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_have_one_number_however_they_are_put_there() {
        let mut store = TermStore::new(&[].into_iter().collect());
        for length in 0..6 {
            let items: Vec<TermId> =
                (0..length).map(|number: u32| store.intern_integer(&number.into())).collect();
            let tuple = store.intern_tuple(&items);
            let n_terms = store.len();
            assert_eq!(store.intern(Shape::Tuple(items.clone().into())), tuple);
            assert_eq!(store.intern_tuple(&items), tuple);
            assert_eq!(store.len(), n_terms);
        }
        for value in [0, 4_095, 4_096, -1] {
            let value = BigInt::from(value);
            let id = store.intern_integer(&value);
            assert_eq!(store.intern(Shape::Integer(value.clone())), id);
            assert_eq!(store.intern_integer(&value), id);
        }
    }
}
