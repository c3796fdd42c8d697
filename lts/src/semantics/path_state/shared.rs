//! Lists that many path states have in common.
//!
//! A path state that forks is copied, and most of what it knows does not change then: a list is copied where it is changed,
//! and not before. An empty one takes no memory.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

/// A list that is cheap to copy.
#[derive(Debug)]
pub(crate) struct SharedList<T>(Option<Rc<Vec<T>>>);

impl<T> SharedList<T> {
    /// Forgets all of it.
    pub(crate) fn clear(&mut self) {
        self.0 = None;
    }
}

impl<T: Clone> SharedList<T> {
    /// The list, to be changed.
    pub(crate) fn to_mut(&mut self) -> &mut Vec<T> {
        Rc::make_mut(self.0.get_or_insert_default())
    }

    /// Adds an item.
    pub(crate) fn push(&mut self, item: T) {
        self.to_mut().push(item);
    }

    /// The list itself.
    pub(crate) fn into_vec(self) -> Vec<T> {
        self.0.map(Rc::unwrap_or_clone).unwrap_or_default()
    }
}

impl<T: Clone + Ord> SharedList<T> {
    /// Adds items to a list in which each stands once, in order.
    pub(crate) fn unite(&mut self, items: &[T]) {
        if items.iter().all(|item| self.binary_search(item).is_ok()) {
            return;
        }
        let list = self.to_mut();
        list.extend_from_slice(items);
        list.sort_unstable();
        list.dedup();
    }
}

impl<T> Default for SharedList<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Clone for SharedList<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for SharedList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl<T> From<Vec<T>> for SharedList<T> {
    fn from(list: Vec<T>) -> Self {
        Self(if list.is_empty() { None } else { Some(Rc::new(list)) })
    }
}

impl<T: PartialEq> PartialEq for SharedList<T> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(list), Some(other)) if Rc::ptr_eq(list, other) => true,
            _ => **self == **other,
        }
    }
}

impl<T: Eq> Eq for SharedList<T> {}

impl<T: Hash> Hash for SharedList<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
