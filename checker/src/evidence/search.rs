//! Breadth-first search over nodes and states, where only transitions count.

use lts::{LabelId, StateId};
use rustc_hash::FxHashMap;

use super::Step;
use crate::graph::NodeId;

/// A node in a state.
pub(super) type Place = (NodeId, StateId);

/// A way from one place to another; without a label it costs nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) label: Option<LabelId>,
    pub(super) node: NodeId,
    pub(super) state: StateId,
}

/// A place that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) place: Place,
    /// Number of transitions from the start.
    pub(super) distance: usize,
    before: Option<usize>,
    label: Option<LabelId>,
}

/// The places found, nearest ones first.
pub(super) struct Search {
    pub(super) visits: Vec<Visit>,
    index: FxHashMap<Place, usize>,
}

impl Search {
    /// Searches from a place until `expand` says that it has arrived, or all places are found.
    ///
    /// `expand` gets a place and fills in its moves. Unless `closed`, the start counts as found
    /// only when a move leads back to it.
    pub(super) fn run(
        start: Place,
        closed: bool,
        mut expand: impl FnMut(Place, &mut Vec<Move>) -> bool,
    ) -> Self {
        let first = Visit { place: start, distance: 0, before: None, label: None };
        let mut search = Self { visits: vec![first], index: FxHashMap::default() };
        if closed {
            search.index.insert(start, 0);
        }
        let (mut next, mut moves, mut behind) = (0, Vec::new(), Vec::new());
        loop {
            while let Some(&visit) = search.visits.get(next) {
                if expand(visit.place, &mut moves) {
                    search.visits.truncate(next + 1);
                    return search;
                }
                for to in moves.drain(..) {
                    let place = (to.node, to.state);
                    let distance = visit.distance + usize::from(to.label.is_some());
                    let found = Visit { place, distance, before: Some(next), label: to.label };
                    if to.label.is_none() {
                        search.add(found);
                    } else if !search.index.contains_key(&place) {
                        behind.push(found);
                    }
                }
                next += 1;
            }
            behind.drain(..).for_each(|found| search.add(found));
            if next == search.visits.len() {
                return search;
            }
        }
    }

    fn add(&mut self, found: Visit) {
        self.index.entry(found.place).or_insert_with(|| {
            self.visits.push(found);
            self.visits.len() - 1
        });
    }

    /// The number of a place, if it was found and the search did not stop before it.
    pub(super) fn find(&self, place: Place) -> Option<usize> {
        self.index.get(&place).copied().filter(|&visit| visit < self.visits.len())
    }

    /// The transitions from the start to a place.
    pub(super) fn steps_to(&self, visit: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut visit = &self.visits[visit];
        while let Some(before) = visit.before {
            let previous = &self.visits[before];
            if let Some(label) = visit.label {
                steps.push(Step { source: previous.place.1, label, target: visit.place.1 });
            }
            visit = previous;
        }
        steps.reverse();
        steps
    }

    /// The transitions from the start to the place where the search stopped.
    pub(super) fn steps_to_last(&self) -> Vec<Step> {
        self.visits.len().checked_sub(1).map_or_else(Vec::new, |last| self.steps_to(last))
    }
}
