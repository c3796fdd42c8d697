//! Values of calls that come again and again.
//!
//! A table of fixed size: a row for each call, at the place that its arguments say, the last one stays. The value of a call is
//! kept when it is made for the second time, so that no term is kept for the values of calls that are made once. Only terms
//! of the store are in it, as the heap is emptied.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::heap::Heap;

/// Arguments of a call that may be in the table, at most.
const MAX_ARGS: usize = 4;

/// Rows of the table.
const ROWS: usize = 1 << 13;

/// A call whose arguments are no terms of the heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// The number of the function and one more.
    function: u32,
    args: [u32; MAX_ARGS],
}

impl Key {
    pub(crate) fn new(function: usize, args: &[u32]) -> Option<Self> {
        if args.len() > MAX_ARGS || args.iter().any(|&arg| Heap::is_in(arg)) {
            return None;
        }
        let mut key = Self { function: u32::try_from(function + 1).ok()?, ..Self::default() };
        key.args[..args.len()].copy_from_slice(args);
        Some(key)
    }

    fn place(&self) -> usize {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        // The upper bits are the good ones.
        usize::try_from(hasher.finish() >> 40).unwrap_or(0) % ROWS
    }
}

/// What is known of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen {
    /// It has not been made lately.
    Never,
    /// It has been made.
    Once,
    /// Its value, and the steps that it took.
    Value(u32, usize),
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    key: Key,
    value: Option<(u32, u32)>,
}

/// The table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memo {
    rows: Vec<Row>,
}

impl Memo {
    pub(crate) fn find(&self, key: &Key) -> Seen {
        match self.rows.get(key.place()) {
            Some(row) if row.key == *key => match row.value {
                Some((value, steps)) => Seen::Value(value, steps as usize),
                None => Seen::Once,
            },
            _ => Seen::Never,
        }
    }

    /// Notes that a call has been made, and its value where that is kept.
    pub(crate) fn note(&mut self, key: Key, value: Option<(u32, usize)>) {
        if self.rows.is_empty() {
            self.rows.resize(ROWS, Row::default());
        }
        let value = value.and_then(|(value, steps)| Some((value, u32::try_from(steps).ok()?)));
        self.rows[key.place()] = Row { key, value };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_known_until_another_call_takes_its_row() {
        let mut memo = Memo::default();
        let key = Key::new(3, &[1, 2]).unwrap_or_default();
        assert!(matches!(memo.find(&key), Seen::Never));
        memo.note(key, None);
        assert!(matches!(memo.find(&key), Seen::Once));
        memo.note(key, Some((7, 100)));
        assert!(matches!(memo.find(&key), Seen::Value(7, 100)));
        let other = (0..).filter_map(|arg| Key::new(4, &[arg]));
        let other = other.into_iter().find(|other| other.place() == key.place());
        memo.note(other.unwrap_or_default(), None);
        assert!(matches!(memo.find(&key), Seen::Never));
    }

    #[test]
    fn what_is_in_a_heap_is_no_key() {
        assert!(Key::new(0, &[1 << 30]).is_none());
        assert!(Key::new(0, &[0; MAX_ARGS + 1]).is_none());
    }
}
