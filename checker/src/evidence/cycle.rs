//! The shortest loop through a place.
//!
//! Input: the places that a search has found, with the passages between them, and their components. Output: the
//! transitions of a shortest loop through one of them, found breadth first inside of its component. Says
//! nothing of the way to it.

use lts::LabelId;

use super::EvidenceStep;
use super::search::{Passage, Search};
use crate::solve::scc::Components;

/// The loops among the first places that a search has found.
pub(super) struct Cycles<'s> {
    search: &'s Search,
    components: &'s Components,
    /// How many of the places count.
    n_places: usize,
    /// Per place, for which start it was found last.
    found_for: Vec<u32>,
    n_looked_at: usize,
}

/// A place on the way, of the number that it has in the search.
#[derive(Clone, Copy)]
struct ReachedPlace {
    place: u32,
    /// Number of transitions from the start.
    distance: usize,
    /// The place before, as an index; that of the start is its own.
    before: usize,
    by: Passage,
}

/// No start.
const NONE: u32 = u32::MAX;

impl<'s> Cycles<'s> {
    /// The loops among the first `n_places` places.
    pub(super) fn new(search: &'s Search, components: &'s Components, n_places: usize) -> Self {
        let found_for = vec![NONE; n_places];
        Self { search, components, n_places, found_for, n_looked_at: 0 }
    }

    /// How many places all questions have looked at.
    pub(super) fn n_looked_at(&self) -> usize {
        self.n_looked_at
    }

    /// The shortest loop through a place, if it has fewer than `limit` transitions.
    pub(super) fn shortest(&mut self, start: usize, limit: usize) -> Option<Vec<EvidenceStep>> {
        let number = u32::try_from(start).ok()?;
        let by = Passage { to: number, label: 0 };
        let mut queue = vec![ReachedPlace { place: number, distance: 0, before: 0, by }];
        let (mut behind, mut at) = (Vec::new(), 0);
        loop {
            while let Some(&ReachedPlace { place, distance, .. }) = queue.get(at) {
                if distance >= limit {
                    return None;
                }
                self.n_looked_at += 1;
                if at > 0 && place == number {
                    return Some(self.steps(&queue, at));
                }
                for &by in self.search.passages(place as usize) {
                    let distance = distance + usize::from(!by.is_free());
                    let next = ReachedPlace { place: by.to, distance, before: at, by };
                    if by.is_free() {
                        if self.is_new(by.to, number) {
                            queue.push(next);
                        }
                    } else if self.is_near(by.to, number) {
                        behind.push(next);
                    }
                }
                at += 1;
            }
            if behind.is_empty() {
                return None;
            }
            queue.extend(behind.drain(..).filter(|next| self.is_new(next.place, number)));
        }
    }

    /// Whether a place counts and lies on a loop through the start.
    fn is_near(&self, place: u32, start: u32) -> bool {
        (place as usize) < self.n_places && self.components.same(place as usize, start as usize)
    }

    /// Whether a place is near and was not found before; notes that it now was.
    fn is_new(&mut self, place: u32, start: u32) -> bool {
        self.is_near(place, start)
            && std::mem::replace(&mut self.found_for[place as usize], start) != start
    }

    /// The transitions that lead to the place at this index.
    fn steps(&self, queue: &[ReachedPlace], end: usize) -> Vec<EvidenceStep> {
        let state = |at: usize| self.search.visits[queue[at].place as usize].place.1;
        let (mut steps, mut at) = (Vec::new(), end);
        while at > 0 {
            let ReachedPlace { before, by, .. } = queue[at];
            if !by.is_free() {
                let label = LabelId(by.label);
                steps.push(EvidenceStep { source: state(before), label, target: state(at) });
            }
            at = before;
        }
        steps.reverse();
        steps
    }
}
