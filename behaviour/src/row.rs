//! References to rows of a behaviour's table, which are compared as rows and not by what they hold.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A row of a table: its place there decides in which order rows are printed.
pub trait Numbered {
    /// Its place among the rows of its kind, from 0.
    fn number(&self) -> usize;

    /// The name under which it is listed.
    fn title(&self) -> &'static str;
}

/// A row of the table of the behaviour in question; rows of different behaviours are never compared.
pub struct Row<T: 'static>(pub &'static T);

impl<T> Clone for Row<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Row<T> {}

impl<T> Deref for Row<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

impl<T: Numbered> PartialEq for Row<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.number() == other.0.number()
    }
}

impl<T: Numbered> Eq for Row<T> {}

impl<T: Numbered> Hash for Row<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.number().hash(state);
    }
}

impl<T: Numbered> PartialOrd for Row<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Numbered> Ord for Row<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.number().cmp(&other.0.number())
    }
}

impl<T: Numbered> fmt::Debug for Row<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.title())
    }
}
