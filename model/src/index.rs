//! Typed indices and the tables that they index.

use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// An index of one kind of table.
pub trait Idx: Copy {
    /// The index for this position.
    fn from_usize(position: usize) -> Self;
    /// The position of this index.
    fn index(self) -> usize;
}

/// Declares index types.
#[macro_export]
macro_rules! index_types {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $crate::index::Idx for $name {
            fn from_usize(position: usize) -> Self {
                Self(u32::try_from(position).unwrap_or(u32::MAX))
            }

            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

/// A vector that only its own kind of index opens.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    index: PhantomData<I>,
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self { items: Vec::new(), index: PhantomData }
    }
}

impl<I: Idx, T> IndexVec<I, T> {
    /// Appends a row and returns its index.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_usize(self.items.len() - 1)
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The rows in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The rows in order, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// The rows in order with their indices.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(position, item)| (I::from_usize(position), item))
    }
}

impl<'a, I: Idx, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'a, I: Idx, T> IntoIterator for &'a mut IndexVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<I, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<Items: IntoIterator<Item = T>>(items: Items) -> Self {
        Self { items: items.into_iter().collect(), index: PhantomData }
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    fn index(&self, index: I) -> &T {
        &self.items[index.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.items[index.index()]
    }
}

/// A table of distinct rows, each found again by its content.
#[derive(Clone, Debug)]
pub struct Distinct<I, T> {
    items: IndexSet<T, FxBuildHasher>,
    index: PhantomData<I>,
}

impl<I, T> Default for Distinct<I, T> {
    fn default() -> Self {
        Self { items: IndexSet::default(), index: PhantomData }
    }
}

impl<I: Idx, T: Eq + Hash> Distinct<I, T> {
    /// The index of a row, which is appended where it is not there.
    pub fn insert(&mut self, item: T) -> I {
        I::from_usize(self.items.insert_full(item).0)
    }

    /// The index of a row, if it is there.
    pub fn find(&self, item: &T) -> Option<I> {
        self.items.get_index_of(item).map(I::from_usize)
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }

    /// The rows in order with their indices.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(position, item)| (I::from_usize(position), item))
    }

    /// The rows in order with their indices, taken out.
    pub fn into_rows(self) -> impl Iterator<Item = (I, T)> {
        self.items.into_iter().enumerate().map(|(position, item)| (I::from_usize(position), item))
    }
}

impl<I: Idx, T> Index<I> for Distinct<I, T> {
    type Output = T;

    fn index(&self, index: I) -> &T {
        &self.items[index.index()]
    }
}
