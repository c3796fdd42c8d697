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
    distance: u32,
    /// The place before; none of the start.
    before: u32,
    /// The label of the transition that leads there, or that it is none.
    label: u32,
}

/// The start has no place before.
const NOWHERE: u32 = u32::MAX;
/// There is a label less than numbers.
const NO_LABEL: u32 = u32::MAX;

impl Visit {
    /// Number of transitions from the start.
    pub(super) fn distance(&self) -> usize {
        self.distance as usize
    }
}

/// The places found, nearest ones first.
pub(super) struct Search {
    pub(super) visits: Vec<Visit>,
    index: Index,
    /// How many places have been expanded.
    n_expanded: usize,
    /// What was found one transition farther away than all that was found.
    behind: Vec<Visit>,
    /// Whether it has arrived, or found all places.
    is_over: bool,
}

impl Search {
    /// A search that has found its start. Unless `closed`, that counts as found only when a move leads back
    /// to it.
    pub(super) fn new(start: Place, closed: bool) -> Self {
        let first = Visit { place: start, distance: 0, before: NOWHERE, label: NO_LABEL };
        let mut index = Index::Few(FxHashMap::default());
        if closed {
            index.number(start, 0);
        }
        Self { visits: vec![first], index, n_expanded: 0, behind: Vec::new(), is_over: false }
    }

    /// Whether it has arrived, or found all places.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// How many places are no farther away than this; they come first.
    pub(super) fn n_within(&self, distance: usize) -> usize {
        self.visits.partition_point(|visit| visit.distance() <= distance)
    }

    /// Goes on until all places that are no farther away than this are found and expanded, or it is over.
    ///
    /// `expand` gets a place and fills in its moves.
    pub(super) fn extend(
        &mut self,
        distance: usize,
        mut expand: impl FnMut(Place, &mut Vec<Move>) -> bool,
    ) {
        let mut moves = Vec::new();
        while !self.is_over {
            while let Some(&visit) = self.visits.get(self.n_expanded) {
                if visit.distance() > distance {
                    return;
                }
                if expand(visit.place, &mut moves) {
                    self.visits.truncate(self.n_expanded + 1);
                    self.is_over = true;
                    return;
                }
                self.follow(visit, &mut moves);
                self.n_expanded += 1;
            }
            for found in std::mem::take(&mut self.behind) {
                self.add(found);
            }
            self.is_over = self.n_expanded == self.visits.len();
        }
    }

    fn follow(&mut self, from: Visit, moves: &mut Vec<Move>) {
        for to in moves.drain(..) {
            let place = (to.node, to.state);
            let distance = from.distance + u32::from(to.label.is_some());
            let before = u32::try_from(self.n_expanded).unwrap_or(NOWHERE);
            let label = to.label.map_or(NO_LABEL, |label| label.0);
            let found = Visit { place, distance, before, label };
            if to.label.is_none() {
                self.add(found);
            } else if self.index.find(place).is_none() {
                self.behind.push(found);
            }
        }
    }

    fn add(&mut self, found: Visit) {
        // Numbers of places are 32 bits wide, and none stands for nowhere.
        let Ok(fresh) = u32::try_from(self.visits.len()) else { return };
        if fresh < NOWHERE && self.index.number(found.place, fresh) == fresh {
            self.visits.push(found);
        }
    }

    /// The number of a place, if it was found and the search did not stop before it.
    pub(super) fn find(&self, place: Place) -> Option<usize> {
        let found = self.index.find(place)? as usize;
        (found < self.visits.len()).then_some(found)
    }

    /// The transitions from the start to a place.
    pub(super) fn steps_to(&self, visit: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut visit = &self.visits[visit];
        while visit.before != NOWHERE {
            let previous = &self.visits[visit.before as usize];
            if visit.label != NO_LABEL {
                let label = LabelId(visit.label);
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

/// Places up to this number are hashed, more are kept in tables.
const FEW: usize = 1 << 16;

/// The numbers of places.
enum Index {
    Few(FxHashMap<Place, u32>),
    /// By node and state, the number above 0; rows are as long as they have to be.
    Many(Vec<Vec<u32>>),
}

impl Index {
    fn find(&self, place: Place) -> Option<u32> {
        match self {
            Self::Few(numbers) => numbers.get(&place).copied(),
            Self::Many(rows) => {
                let row = rows.get(place.0.index())?;
                row.get(place.1.index())?.checked_sub(1)
            }
        }
    }

    /// The number of a place, which is this one if it has none yet.
    fn number(&mut self, place: Place, fresh: u32) -> u32 {
        match self {
            Self::Few(numbers) => {
                let number = *numbers.entry(place).or_insert(fresh);
                if numbers.len() > FEW {
                    let known = std::mem::take(numbers);
                    *self = Self::Many(Vec::new());
                    #[expect(clippy::iter_over_hash_type, reason = "a table has no order")]
                    for (place, number) in known {
                        self.number(place, number);
                    }
                }
                number
            }
            Self::Many(rows) => {
                let (node, state) = (place.0.index(), place.1.index());
                if rows.len() <= node {
                    rows.resize_with(node + 1, Vec::new);
                }
                let row = &mut rows[node];
                if row.len() <= state {
                    row.resize((state + 1).next_power_of_two(), 0);
                }
                if row[state] == 0 {
                    row[state] = fresh + 1;
                }
                row[state] - 1
            }
        }
    }
}
