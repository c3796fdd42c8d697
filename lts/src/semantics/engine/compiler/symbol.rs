//! Values that are known in part while a model is compiled.
//!
//! Equal symbols have equal numbers. A symbol without unknown parts is a constant.

use rustc_hash::FxHashMap;

use crate::semantics::store::{Shape, TermId, TermStore};

/// A symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SymbolId(u32);

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Symbol {
    /// All.
    Constant(TermId),
    /// It will be in this register; whether it is an integer for sure.
    Register(u32, bool),
    /// It is a tuple of these.
    Tuple(Box<[SymbolId]>),
    /// It is a list cell.
    Cons(SymbolId, SymbolId),
}

/// Parts of one symbol at most: so many terms of bounded size make one of bounded size.
const MAX_PARTS: u32 = 200;

/// All symbols of one compilation.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    all: Vec<Symbol>,
    /// Constants, registers and constructors in each.
    parts: Vec<u32>,
    ids: FxHashMap<Symbol, SymbolId>,
}

impl Symbols {
    fn intern(&mut self, symbol: Symbol, parts: u32) -> SymbolId {
        if let Some(&id) = self.ids.get(&symbol) {
            return id;
        }
        let id = SymbolId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(symbol.clone());
        self.parts.push(parts);
        self.ids.insert(symbol, id);
        id
    }

    pub(crate) fn get(&self, id: SymbolId) -> &Symbol {
        &self.all[id.0 as usize]
    }

    pub(crate) fn constant(&mut self, term: TermId) -> SymbolId {
        self.intern(Symbol::Constant(term), 1)
    }

    pub(crate) fn register(&mut self, register: u32, is_integer: bool) -> SymbolId {
        self.intern(Symbol::Register(register, is_integer), 1)
    }

    /// The term of a constant.
    pub(crate) fn term(&self, id: SymbolId) -> Option<TermId> {
        match self.get(id) {
            Symbol::Constant(term) => Some(*term),
            _ => None,
        }
    }

    /// Whether a value is an integer for sure.
    pub(crate) fn is_integer(&self, id: SymbolId, store: &TermStore) -> bool {
        match self.get(id) {
            Symbol::Constant(term) => matches!(store.shape(*term), Shape::Integer(_)),
            Symbol::Register(_, is_integer) => *is_integer,
            Symbol::Tuple(_) | Symbol::Cons(..) => false,
        }
    }

    /// A tuple; `None` where it may become too large.
    pub(crate) fn tuple(&mut self, items: &[SymbolId], store: &mut TermStore) -> Option<SymbolId> {
        let terms: Option<Box<[TermId]>> = items.iter().map(|&item| self.term(item)).collect();
        if let Some(terms) = terms {
            let term = store.intern(Shape::Tuple(terms));
            return store.is_plain(term).then(|| self.constant(term));
        }
        let parts = self.count(items)?;
        Some(self.intern(Symbol::Tuple(items.into()), parts))
    }

    /// A list cell; `None` where it may become too large.
    pub(crate) fn cons(
        &mut self,
        head: SymbolId,
        tail: SymbolId,
        store: &mut TermStore,
    ) -> Option<SymbolId> {
        if let (Some(head), Some(tail)) = (self.term(head), self.term(tail)) {
            let term = store.intern(Shape::Cons(head, tail));
            return store.is_plain(term).then(|| self.constant(term));
        }
        let parts = self.count(&[head, tail])?;
        Some(self.intern(Symbol::Cons(head, tail), parts))
    }

    /// Parts of what is made of these, if they are not too many.
    fn count(&self, items: &[SymbolId]) -> Option<u32> {
        let parts = items.iter().map(|item| self.parts[item.0 as usize]);
        let sum = parts.fold(1, u32::saturating_add);
        (sum <= MAX_PARTS).then_some(sum)
    }

    /// A component, from 1, of what is a tuple for sure.
    pub(crate) fn component(
        &mut self,
        tuple: SymbolId,
        position: usize,
        store: &TermStore,
    ) -> Option<SymbolId> {
        match self.get(tuple) {
            Symbol::Tuple(items) => items.get(position - 1).copied(),
            Symbol::Constant(term) => match store.shape(*term) {
                Shape::Tuple(items) => {
                    items.get(position - 1).copied().map(|item| self.constant(item))
                }
                _ => None,
            },
            Symbol::Register(..) | Symbol::Cons(..) => None,
        }
    }

    /// The components of what is a tuple for sure.
    pub(crate) fn items(&mut self, tuple: SymbolId, store: &TermStore) -> Option<Vec<SymbolId>> {
        match self.get(tuple) {
            Symbol::Tuple(items) => Some(items.to_vec()),
            Symbol::Constant(term) => match store.shape(*term) {
                Shape::Tuple(items) => {
                    Some(items.iter().map(|&item| self.constant(item)).collect())
                }
                _ => None,
            },
            Symbol::Register(..) | Symbol::Cons(..) => None,
        }
    }

    /// Head and tail of what is a list cell for sure.
    pub(crate) fn cell(
        &mut self,
        list: SymbolId,
        store: &TermStore,
    ) -> Option<(SymbolId, SymbolId)> {
        match self.get(list) {
            Symbol::Cons(head, tail) => Some((*head, *tail)),
            Symbol::Constant(term) => match *store.shape(*term) {
                Shape::Cons(head, tail) => Some((self.constant(head), self.constant(tail))),
                _ => None,
            },
            Symbol::Register(..) | Symbol::Tuple(_) => None,
        }
    }

    /// The elements of what is a list for sure.
    pub(crate) fn elements(
        &mut self,
        mut list: SymbolId,
        store: &TermStore,
    ) -> Option<Vec<SymbolId>> {
        let mut items = Vec::new();
        while let Some((head, tail)) = self.cell(list, store) {
            items.push(head);
            list = tail;
        }
        let end = self.term(list)?;
        matches!(store.shape(end), Shape::Nil).then_some(items)
    }

    /// Whether two values are never the same, as far as that shows.
    pub(crate) fn differ(&self, left: SymbolId, right: SymbolId, store: &TermStore) -> bool {
        if left == right {
            return false;
        }
        match (self.get(left), self.get(right)) {
            (Symbol::Register(..), _) | (_, Symbol::Register(..)) => {
                let (a, b) = (self.is_integer(left, store), self.is_integer(right, store));
                (a && self.is_no_integer(right, store)) || (b && self.is_no_integer(left, store))
            }
            (Symbol::Tuple(a), Symbol::Tuple(b)) => {
                a.len() != b.len() || a.iter().zip(b).any(|(&a, &b)| self.differ(a, b, store))
            }
            (Symbol::Cons(a, b), Symbol::Cons(c, d)) => {
                self.differ(*a, *c, store) || self.differ(*b, *d, store)
            }
            (Symbol::Constant(term), Symbol::Tuple(items))
            | (Symbol::Tuple(items), Symbol::Constant(term)) => match store.shape(*term) {
                Shape::Tuple(terms) => {
                    terms.len() != items.len()
                        || items.iter().zip(terms).any(|(&item, &term)| {
                            self.term(item)
                                .is_some_and(|constant| !store.known_same(constant, term))
                        })
                }
                _ => true,
            },
            (Symbol::Constant(term), Symbol::Cons(head, tail))
            | (Symbol::Cons(head, tail), Symbol::Constant(term)) => match *store.shape(*term) {
                Shape::Cons(a, b) => {
                    let is_other = |id, term| {
                        self.term(id).is_some_and(|constant| !store.known_same(constant, term))
                    };
                    is_other(*head, a) || is_other(*tail, b)
                }
                _ => true,
            },
            (Symbol::Constant(a), Symbol::Constant(b)) => !store.known_same(*a, *b),
            (Symbol::Tuple(_), Symbol::Cons(..)) | (Symbol::Cons(..), Symbol::Tuple(_)) => true,
        }
    }

    fn is_no_integer(&self, id: SymbolId, store: &TermStore) -> bool {
        match self.get(id) {
            Symbol::Register(..) => false,
            _ => !self.is_integer(id, store),
        }
    }
}
