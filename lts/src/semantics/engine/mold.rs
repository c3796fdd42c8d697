//! What the values of a slot have in common: which parts of a state are constant, and which are words.
//!
//! Molds form a lattice: a constant, an integer, a tuple of molds, anything.

use crate::semantics::store::{Shape, TermId, TermStore};

/// Components of a tuple that is taken apart, at most.
const MAX_ITEMS: usize = 64;

/// The common form of several values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mold {
    /// All are this term.
    Constant(TermId),
    /// All are integers.
    Integer,
    /// All are tuples of this size, their components of these molds.
    Tuple(Vec<Mold>),
    /// They may be anything.
    Any,
}

impl Mold {
    /// The mold of one term; what is not known may be anything.
    pub(super) fn of(term: TermId, store: &TermStore) -> Self {
        if store.is_plain(term) { Self::Constant(term) } else { Self::Any }
    }

    /// Makes room for the values of another mold; tells whether anything has changed.
    pub(super) fn join(&mut self, other: &Self, store: &TermStore) -> bool {
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
        let joined = self.opened(store).zip(other.opened(store));
        let Some((mut own, others)) = joined.filter(|(own, others)| own.len() == others.len())
        else {
            *self = Self::Any;
            return true;
        };
        let mut has_changed = matches!(self, Self::Constant(_));
        for (own, other) in own.iter_mut().zip(&others) {
            has_changed |= own.join(other, store);
        }
        *self = Self::Tuple(own);
        has_changed
    }

    /// The components of tuples that are not too long.
    fn opened(&self, store: &TermStore) -> Option<Vec<Self>> {
        match self {
            Self::Tuple(items) => Some(items.clone()),
            Self::Constant(term) => match store.shape(*term) {
                Shape::Tuple(items) if items.len() <= MAX_ITEMS => {
                    Some(items.iter().map(|&item| Self::Constant(item)).collect())
                }
                _ => None,
            },
            Self::Integer | Self::Any => None,
        }
    }

    /// Number of words that tell one value of this mold from the others.
    pub(super) fn n_words(&self) -> usize {
        match self {
            Self::Constant(_) => 0,
            Self::Integer | Self::Any => 1,
            Self::Tuple(items) => items.iter().map(Self::n_words).sum(),
        }
    }

    /// Appends the words of a term of this mold; false where it is none.
    pub(super) fn encode(&self, term: TermId, store: &TermStore, out: &mut Vec<u32>) -> bool {
        match self {
            Self::Constant(known) => return *known == term,
            Self::Integer if !is_integer(term, store) => return false,
            Self::Integer | Self::Any => out.push(store.word(term).0),
            Self::Tuple(molds) => {
                let Shape::Tuple(items) = store.shape(term) else { return false };
                return items.len() == molds.len()
                    && molds.iter().zip(items).all(|(mold, &item)| mold.encode(item, store, out));
            }
        }
        true
    }

    /// The term of this mold that has these words.
    pub(super) fn decode(&self, words: &mut &[u32], store: &mut TermStore) -> TermId {
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
        }
    }
}

fn is_integer(term: TermId, store: &TermStore) -> bool {
    matches!(store.shape(term), Shape::Integer(_))
}
