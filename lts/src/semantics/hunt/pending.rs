//! States that a hunt has still to look at, and which of them comes next.
//!
//! Input: states with what it takes to come there, each of a kind. Output: the nearest one, as long as the hunt is young. Later what
//! follows a state of a kind of which many were looked at is most likely known: such states are taken for farther ones, and every
//! other time the nearest of the kind that was looked at least comes next. One state of the machine with ever more data, or hundreds of
//! states that differ in nothing that counts, would take up all of the hunt otherwise. Knows numbers only.

use std::collections::{BTreeMap, BTreeSet};

/// Doubts, length, number.
pub(crate) type Rank = (usize, usize, usize);

/// States to be looked at.
#[derive(Default)]
pub(crate) struct Pending {
    kinds: BTreeMap<u32, Kind>,
    /// The first state that waits of each kind, by what it takes to come there.
    nearest: BTreeSet<(Rank, u32)>,
    /// The first state that waits of each kind, by what it is taken to take: more, the more of its kind were looked at.
    newest: BTreeSet<(Rank, u32)>,
    /// The first state that waits of each kind, by how many of its kind were looked at.
    rarest: BTreeSet<(usize, Rank, u32)>,
    turn: usize,
}

#[derive(Default)]
struct Kind {
    /// How many of it were looked at.
    taken: usize,
    waiting: BTreeSet<Rank>,
}

impl Kind {
    /// What it takes to come to its nearest state, and how far away that is taken to be.
    fn ranks(&self) -> Option<(Rank, Rank)> {
        let rank = *self.waiting.first()?;
        let (doubts, length, number) = rank;
        Some((rank, (doubts + doubts_of(self.taken), length, number)))
    }
}

/// As how many doubts it counts that so many were looked at: one more each time that they are twice as many.
fn doubts_of(taken: usize) -> usize {
    (taken + 1).ilog2() as usize
}

impl Pending {
    /// Adds a state.
    pub(crate) fn insert(&mut self, kind: u32, rank: Rank) {
        self.change(kind, |of_kind| {
            of_kind.waiting.insert(rank);
        });
    }

    /// Takes a state away, if it waits.
    pub(crate) fn remove(&mut self, kind: u32, rank: Rank) {
        self.change(kind, |of_kind| {
            of_kind.waiting.remove(&rank);
        });
    }

    /// Whether no state waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.nearest.is_empty()
    }

    /// The state that comes next.
    pub(crate) fn next(&mut self, is_young: bool) -> Option<usize> {
        self.turn += 1;
        let kind = if is_young {
            self.nearest.first()?.1
        } else if self.turn.is_multiple_of(2) {
            self.rarest.first()?.2
        } else {
            self.newest.first()?.1
        };
        let mut next = None;
        self.change(kind, |of_kind| {
            next = of_kind.waiting.pop_first();
            of_kind.taken += 1;
        });
        next.map(|(.., number)| number)
    }

    /// Changes what is kept of a kind, and with it its place among the others.
    fn change(&mut self, number: u32, how: impl FnOnce(&mut Kind)) {
        let kind = self.kinds.entry(number).or_default();
        if let Some((rank, farther)) = kind.ranks() {
            self.nearest.remove(&(rank, number));
            self.newest.remove(&(farther, number));
            self.rarest.remove(&(kind.taken, rank, number));
        }
        how(kind);
        if let Some((rank, farther)) = kind.ranks() {
            self.nearest.insert((rank, number));
            self.newest.insert((farther, number));
            self.rarest.insert((kind.taken, rank, number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two kinds: the first has many states, near; the second has one that is far.
    fn pending() -> Pending {
        let mut pending = Pending::default();
        for number in 1..=6 {
            pending.insert(7, (0, number, number));
        }
        pending.insert(8, (1, 9, 100));
        pending
    }

    fn order(mut pending: Pending, is_young: bool) -> Vec<usize> {
        std::iter::from_fn(|| pending.next(is_young)).collect()
    }

    #[test]
    fn the_nearest_state_comes_next() {
        assert_eq!(order(pending(), true), [1, 2, 3, 4, 5, 6, 100]);
    }

    #[test]
    fn later_states_of_a_kind_that_was_looked_at_least_come_in_turn() {
        assert_eq!(order(pending(), false), [1, 100, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn states_of_a_kind_of_which_many_were_looked_at_are_taken_for_farther_ones() {
        let mut pending = pending();
        pending.insert(9, (2, 1, 200));
        pending.insert(9, (2, 2, 201));
        pending.insert(10, (2, 1, 300));
        // In the turns that are no turn of the rarest kind: 1, then 2, of which kind one was looked at, then 3 as if it rested on two doubts.
        assert_eq!(order(pending, false), [1, 100, 2, 200, 3, 300, 4, 201, 5, 6]);
    }

    #[test]
    fn what_was_taken_away_does_not_come() {
        let mut pending = pending();
        pending.remove(8, (1, 9, 100));
        pending.remove(7, (0, 1, 1));
        assert_eq!(order(pending, false), [2, 3, 4, 5, 6]);
    }
}
