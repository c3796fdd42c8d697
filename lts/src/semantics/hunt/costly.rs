//! Events that take more work than most, which a hunt leaves for later.
//!
//! Input: events with what it takes to come to their states. Output: the nearest one, where nothing else is to be looked at; late in a
//! hunt in turn with other things. One event that is decided in thousands of ways would take up the work for all others otherwise; the
//! same event in many states of one kind is taken for a farther one each time. Does not know what an event is.

use std::collections::BTreeMap;

use model::ActionId;
use rustc_hash::FxHashMap;

use super::pending::Rank;

/// As how many doubts it counts that twice as many like an event were set aside before.
const DOUBTS: usize = 2;

/// What events have in common that likely lead to the same: the kind of the state, and the action.
pub(crate) type Like = (u32, ActionId);

/// Events that were set aside.
pub(crate) struct Costly<T> {
    /// By what it takes to come to their states, then in the order in which they were met.
    waiting: BTreeMap<(Rank, usize), T>,
    n_met: usize,
    /// How many were set aside that are alike.
    n_like: FxHashMap<Like, usize>,
    turn: usize,
}

impl<T> Default for Costly<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), n_met: 0, n_like: FxHashMap::default(), turn: 0 }
    }
}

impl<T> Costly<T> {
    /// Sets an event aside.
    pub(crate) fn insert(&mut self, (doubts, length, number): Rank, like: Like, event: T) {
        let n_like = self.n_like.entry(like).or_default();
        *n_like += 1;
        let doubts = doubts + DOUBTS * n_like.ilog2() as usize;
        self.waiting.insert(((doubts, length, number), self.n_met), event);
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
        let events = [(3, "far"), (1, "near"), (1, "near, too"), (2, "between")];
        for (like, (length, event)) in (0..).zip(events) {
            costly.insert((0, length, 7), (0, ActionId(like)), event);
        }
        assert_eq!([costly.next(false, false), costly.next(false, false)], [None, None]);
        assert_eq!([costly.next(true, false), costly.next(true, false)], [None, Some("near")]);
        let rest: Vec<&str> = std::iter::from_fn(|| costly.next(false, true)).collect();
        assert_eq!(rest, ["near, too", "between", "far"]);
        assert!(costly.is_empty());
    }
    #[test]
    fn events_that_are_alike_come_behind_others() {
        let mut costly = Costly::default();
        for (kind, event) in
            [(1, "first"), (1, "second"), (1, "third"), (1, "fourth"), (2, "other")]
        {
            costly.insert((0, 0, 0), (kind, ActionId(5)), event);
        }
        costly.insert((3, 0, 0), (2, ActionId(6)), "far");
        let order: Vec<&str> = std::iter::from_fn(|| costly.next(false, true)).collect();
        assert_eq!(order, ["first", "other", "second", "third", "far", "fourth"]);
    }
}
