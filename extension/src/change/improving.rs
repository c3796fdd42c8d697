//! A matching made better, state by state: as many transitions as possible are kept.
//!
//! Input: a matching. Output: one of states as alike, or more. A state is matched anew, or two states exchange their partners, as long as
//! more transitions are kept then. Partners are looked for beside those of neighbours: elsewhere no transition would be kept.

use std::collections::BTreeSet;

use lts::StateId;

use super::matching::{Matching, Rows};

/// With more states matchings stay as they are.
const MOST_STATES: usize = 5_000;
/// How often all states are gone through, at most.
const MOST_ROUNDS: usize = 10;

/// Matches states anew where that keeps more transitions; `may_be_same` says which can be matched.
pub(super) fn improve(
    matching: &mut Matching,
    [ahead, back]: [&Rows<'_>; 2],
    states: &[StateId],
    may_be_same: impl Fn((StateId, StateId)) -> bool,
) {
    if states.len() > MOST_STATES {
        return;
    }
    let climber = Climber { ahead, back };
    for _ in 0..MOST_ROUNDS {
        let mut has_changed = false;
        for &old in states {
            for new in climber.partners(matching, old) {
                if may_be_same((old, new)) && climber.takes(matching, old, new, &may_be_same) {
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            return;
        }
    }
}

/// Transitions in both directions.
struct Climber<'r, 'v> {
    ahead: &'r Rows<'v>,
    back: &'r Rows<'v>,
}

impl Climber<'_, '_> {
    /// The states with which a transition of this one would be kept.
    fn partners(&self, matching: &Matching, old: StateId) -> BTreeSet<StateId> {
        let mut partners = BTreeSet::new();
        for (there, here) in [(self.ahead, self.back), (self.back, self.ahead)] {
            for (label, next) in there.of_old(old) {
                let Some(next) = matching.new_of(next) else { continue };
                let same = here.of_new(next).into_iter().filter(|(other, _)| *other == label);
                partners.extend(same.map(|(_, partner)| partner));
            }
        }
        partners
    }

    /// Matches two states if more transitions are kept then; a state that loses its partner gets the one that becomes free.
    fn takes(
        &self,
        matching: &mut Matching,
        old: StateId,
        new: StateId,
        may_be_same: impl Fn((StateId, StateId)) -> bool,
    ) -> bool {
        let (before, other) = (matching.new_of(old), matching.old_of(new));
        if before == Some(new) {
            return false;
        }
        let states: Vec<StateId> = [Some(old), other].into_iter().flatten().collect();
        let kept = self.kept(matching, &states);
        matching.separate(old);
        if let Some(other) = other {
            matching.separate(other);
        }
        matching.put((old, new));
        if let (Some(other), Some(free)) = (other, before)
            && may_be_same((other, free))
        {
            matching.put((other, free));
        }
        if self.kept(matching, &states) > kept {
            return true;
        }
        for &state in &states {
            matching.separate(state);
        }
        if let Some(before) = before {
            matching.put((old, before));
        }
        if let Some(other) = other {
            matching.put((other, new));
        }
        false
    }

    /// How many transitions from and to these states are kept.
    fn kept(&self, matching: &Matching, states: &[StateId]) -> usize {
        let mut n_kept = 0;
        for &state in states {
            for (rows, counts_inner) in [(self.ahead, true), (self.back, false)] {
                let Some(partner) = matching.new_of(state) else { continue };
                let there = rows.of_new(partner);
                for (label, next) in rows.of_old(state) {
                    // A transition between two of the states is counted once, from the front.
                    if !counts_inner && states.contains(&next) {
                        continue;
                    }
                    let Some(next) = matching.new_of(next) else { continue };
                    n_kept += usize::from(there.contains(&(label, next)));
                }
            }
        }
        n_kept
    }
}
