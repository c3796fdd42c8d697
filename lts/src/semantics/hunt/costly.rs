//! Events that take more work than most, which a hunt leaves for later.
//!
//! Input: events with what it takes to come to their states. Output: the nearest one, where nothing else is to be looked at; late in a
//! hunt in turn with other things. One event that is decided in thousands of ways would take up the work for all others otherwise.
//! Does not know what an event is.

use std::collections::BTreeMap;

use super::pending::Rank;

/// Events that were set aside.
pub(crate) struct Costly<T> {
    /// By what it takes to come to their states, then in the order in which they were met.
    waiting: BTreeMap<(Rank, usize), T>,
    n_met: usize,
    turn: usize,
}

impl<T> Default for Costly<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), n_met: 0, turn: 0 }
    }
}

impl<T> Costly<T> {
    /// Sets an event aside.
    pub(crate) fn insert(&mut self, rank: Rank, event: T) {
        self.waiting.insert((rank, self.n_met), event);
        self.n_met += 1;
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The event that comes next, if it is the turn of one: where there is nothing else, and late every other time.
    pub(crate) fn next(&mut self, is_late: bool, is_all: bool) -> Option<T> {
        self.turn += 1;
        let is_due = is_all || is_late && self.turn.is_multiple_of(2);
        if is_due { self.waiting.pop_first().map(|(_, event)| event) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_when_nothing_else_is_left_and_late_in_turn() {
        let mut costly = Costly::default();
        for (length, event) in [(3, "far"), (1, "near"), (1, "near, too"), (2, "between")] {
            costly.insert((0, length, 7), event);
        }
        assert_eq!([costly.next(false, false), costly.next(false, false)], [None, None]);
        assert_eq!([costly.next(true, false), costly.next(true, false)], [None, Some("near")]);
        let rest: Vec<&str> = std::iter::from_fn(|| costly.next(false, true)).collect();
        assert_eq!(rest, ["near, too", "between", "far"]);
        assert!(costly.is_empty());
    }
}
