//! What the values of a slot have in common: which parts of a state are constant, and which are words.
//!
//! Molds form a lattice: a constant, an integer, a tuple or a short list of molds, anything.

use crate::semantics::store::{Shape, TermId, TermStore};

/// Components of a tuple that is taken apart, at most.
const MAX_ITEMS: usize = 64;

/// Elements of a list that is taken apart, at most.
const MAX_LENGTH: usize = 4;

/// The common form of several values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mold {
    /// All are this term.
    Constant(TermId),
    /// All are integers.
    Integer,
    /// All are tuples of this size, their components of these molds.
    Tuple(Vec<Mold>),
    /// All are lists of this length, their elements of these molds.
    List(Vec<Mold>),
    /// The values may be anything.
    Any,
}

impl Mold {
    /// The mold of one term; what is not known may be anything, and so may a name that is numbered anew in each state.
    pub(crate) fn of(term: TermId, store: &TermStore) -> Self {
        if !store.is_plain(term) {
            return Self::Any;
        }
        if !store.exchanges() || !store.holds_names(term) {
            return Self::Constant(term);
        }
        match (store.shape(term), elements(term, store)) {
            (Shape::Tuple(items), _) if items.len() <= MAX_ITEMS => {
                Self::Tuple(items.iter().map(|&item| Self::of(item, store)).collect())
            }
            (_, Some(items)) => {
                Self::List(items.into_iter().map(|item| Self::of(item, store)).collect())
            }
            _ => Self::Any,
        }
    }

    /// Makes room for the values of another mold; tells whether anything has changed.
    pub(crate) fn join(&mut self, other: &Self, store: &TermStore) -> bool {
        match (&mut *self, other) {
            (Self::Any, _) | (Self::Integer, Self::Integer) => return false,
            (Self::Constant(a), Self::Constant(b)) if a == b => return false,
            (Self::Integer, Self::Constant(term)) if is_integer(*term, store) => return false,
            (Self::Constant(term), Self::Integer) if is_integer(*term, store) => {
                *self = Self::Integer;
                return true;
            }
            (Self::Constant(a), Self::Constant(b))
                if is_integer(*a, store) && is_integer(*b, store) =>
            {
                *self = Self::Integer;
                return true;
            }
            _ => {}
        }
        let is_constant = matches!(self, Self::Constant(_));
        match (self.opened(store), other.opened(store)) {
            (Some(Self::Tuple(mut items)), Some(Self::Tuple(others)))
                if items.len() == others.len() =>
            {
                let has_changed = join_all(&mut items, &others, store);
                *self = Self::Tuple(items);
                is_constant || has_changed
            }
            (Some(Self::List(mut items)), Some(Self::List(others)))
                if items.len() == others.len() =>
            {
                let has_changed = join_all(&mut items, &others, store);
                *self = Self::List(items);
                is_constant || has_changed
            }
            _ => {
                *self = Self::Any;
                true
            }
        }
    }

    /// This mold with a mold for each component of a tuple or element of a list, unless these are too many.
    fn opened(&self, store: &TermStore) -> Option<Self> {
        match self {
            Self::Tuple(_) | Self::List(_) => Some(self.clone()),
            Self::Constant(term) => match store.shape(*term) {
                Shape::Tuple(items) if items.len() <= MAX_ITEMS => {
                    Some(Self::Tuple(items.iter().map(|&item| Self::Constant(item)).collect()))
                }
                _ => elements(*term, store)
                    .map(|items| Self::List(items.into_iter().map(Self::Constant).collect())),
            },
            Self::Integer | Self::Any => None,
        }
    }

    /// The length of the lists of this mold, where all have one and are short.
    pub(crate) fn length(&self, store: &TermStore) -> Option<usize> {
        match self {
            Self::List(items) => Some(items.len()),
            Self::Constant(term) => elements(*term, store).map(|items| items.len()),
            Self::Integer | Self::Any | Self::Tuple(_) => None,
        }
    }

    /// The mold of lists with elements of these molds; of such that are not short nothing is known.
    pub(crate) fn list(items: Vec<Self>) -> Self {
        if items.len() <= MAX_LENGTH { Self::List(items) } else { Self::Any }
    }

    /// Number of words that tell one value of this mold from the others.
    pub(crate) fn n_words(&self) -> usize {
        match self {
            Self::Constant(_) => 0,
            Self::Integer | Self::Any => 1,
            Self::Tuple(items) | Self::List(items) => items.iter().map(Self::n_words).sum(),
        }
    }

    /// Appends the words of a term of this mold; false where it is none.
    pub(crate) fn encode(&self, term: TermId, store: &TermStore, out: &mut Vec<u32>) -> bool {
        match self {
            Self::Constant(constant) => return *constant == term,
            Self::Integer if !is_integer(term, store) => return false,
            Self::Integer | Self::Any => out.push(store.word(term).0),
            Self::Tuple(molds) => {
                let Shape::Tuple(items) = store.shape(term) else { return false };
                return items.len() == molds.len()
                    && molds.iter().zip(items).all(|(mold, &item)| mold.encode(item, store, out));
            }
            Self::List(molds) => {
                let Some(items) = elements(term, store) else { return false };
                return items.len() == molds.len()
                    && molds.iter().zip(items).all(|(mold, item)| mold.encode(item, store, out));
            }
        }
        true
    }

    /// The term of this mold that has these words.
    pub(crate) fn decode(&self, words: &mut &[u32], store: &mut TermStore) -> TermId {
        match self {
            Self::Constant(term) => *term,
            Self::Integer | Self::Any => {
                let Some((&word, rest)) = words.split_first() else { return TermStore::NOTHING };
                *words = rest;
                store.term_of(super::word::Word(word))
            }
            Self::Tuple(molds) => {
                let items = molds.iter().map(|mold| mold.decode(words, store)).collect();
                store.intern(Shape::Tuple(items))
            }
            Self::List(molds) => {
                let items: Vec<TermId> =
                    molds.iter().map(|mold| mold.decode(words, store)).collect();
                let nil = store.intern(Shape::Nil);
                let cell = |tail, head| store.intern(Shape::Cons(head, tail));
                items.into_iter().rev().fold(nil, cell)
            }
        }
    }
}

fn join_all(molds: &mut [Mold], others: &[Mold], store: &TermStore) -> bool {
    let mut has_changed = false;
    for (mold, other) in molds.iter_mut().zip(others) {
        has_changed |= mold.join(other, store);
    }
    has_changed
}

/// The elements of a short list.
fn elements(mut term: TermId, store: &TermStore) -> Option<Vec<TermId>> {
    let mut items = Vec::new();
    while let Shape::Cons(head, tail) = *store.shape(term) {
        items.push(head);
        if items.len() > MAX_LENGTH {
            return None;
        }
        term = tail;
    }
    matches!(store.shape(term), Shape::Nil).then_some(items)
}

fn is_integer(term: TermId, store: &TermStore) -> bool {
    matches!(store.shape(term), Shape::Integer(_))
}
