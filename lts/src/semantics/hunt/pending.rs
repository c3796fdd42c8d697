//! States that a hunt has still to look at, and which of them comes next.
//!
//! Input: states with what it takes to come there. Output: the nearest one; late in a hunt every other time the nearest
//! of those states of the machine that were looked at least. One of them with ever more data would take up all of the
//! hunt otherwise, for what is new often rests on more. Knows numbers only.

use std::collections::{BTreeMap, BTreeSet};

/// Doubts, length, number.
pub(crate) type Rank = (usize, usize, usize);

/// States to be expanded.
#[derive(Default)]
pub(crate) struct Pending {
    all: BTreeSet<(Rank, u32)>,
    /// By the states of the machine: how often one of them came next, and those that wait.
    groups: BTreeMap<u32, Group>,
    turn: usize,
}

#[derive(Default)]
struct Group {
    taken: usize,
    waiting: BTreeSet<Rank>,
}

impl Pending {
    /// Adds a state.
    pub(crate) fn insert(&mut self, group: u32, rank: Rank) {
        self.all.insert((rank, group));
        self.groups.entry(group).or_default().waiting.insert(rank);
    }

    /// Takes a state away, if it waits.
    pub(crate) fn remove(&mut self, group: u32, rank: Rank) {
        self.all.remove(&(rank, group));
        if let Some(group) = self.groups.get_mut(&group) {
            group.waiting.remove(&rank);
        }
    }

    /// Whether no state waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The state that comes next.
    pub(crate) fn next(&mut self, is_late: bool) -> Option<usize> {
        self.turn += 1;
        let (rank, group) =
            match self.least_seen().filter(|_| is_late && self.turn.is_multiple_of(2)) {
                Some(least_seen) => least_seen,
                None => self.all.first().copied()?,
            };
        self.remove(group, rank);
        if let Some(group) = self.groups.get_mut(&group) {
            group.taken += 1;
        }
        Some(rank.2)
    }

    fn least_seen(&self) -> Option<(Rank, u32)> {
        let waiting = self.groups.iter().filter_map(|(&number, group)| {
            let first = *group.waiting.first()?;
            Some((group.taken, first, number))
        });
        waiting.min().map(|(_, first, number)| (first, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two states of the machine: the first has many states, near; the second has one that is far.
    fn pending() -> Pending {
        let mut pending = Pending::default();
        for number in 1..=6 {
            pending.insert(7, (0, number, number));
        }
        pending.insert(8, (3, 9, 100));
        pending
    }

    #[test]
    fn the_nearest_state_comes_next() {
        let mut pending = pending();
        let order: Vec<usize> = std::iter::from_fn(|| pending.next(false)).collect();
        assert_eq!(order, [1, 2, 3, 4, 5, 6, 100]);
    }

    #[test]
    fn states_that_were_looked_at_least_come_late() {
        let mut pending = pending();
        let order: Vec<usize> = std::iter::from_fn(|| pending.next(true)).collect();
        assert_eq!(order, [1, 100, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn what_was_taken_away_does_not_come() {
        let mut pending = pending();
        pending.remove(8, (3, 9, 100));
        pending.remove(7, (0, 1, 1));
        let order: Vec<usize> = std::iter::from_fn(|| pending.next(true)).collect();
        assert_eq!(order, [2, 3, 4, 5, 6]);
    }
}
