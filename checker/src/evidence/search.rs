//! Breadth-first search over nodes and states, where only transitions count.

use fixedbitset::FixedBitSet;
use lts::{LabelId, StateId};
use rustc_hash::FxHashMap;

use super::EvidenceStep;
use crate::graph::NodeId;

/// A node in a state.
pub(super) type ProductState = (NodeId, StateId);

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
    pub(super) place: ProductState,
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

/// A move between places that are known, or a target that is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    /// The number of the place that it leads to.
    pub(super) to: u32,
    /// The label of the transition, or that there is none.
    pub(super) label: u32,
}

impl Passage {
    /// Whether the passage is no transition.
    pub(super) fn is_free(self) -> bool {
        self.label == NO_LABEL
    }
}

/// A place that is found one transition farther away, and the number of the passage that led there, if
/// that is kept.
struct Behind {
    visit: Visit,
    passage: Option<usize>,
}

/// The places found, nearest ones first.
pub(super) struct Search {
    pub(super) visits: Vec<Visit>,
    index: Index,
    /// Where the passages kept of each expanded place end.
    ends: Vec<usize>,
    passages: Vec<Passage>,
    /// The places found that are one transition farther away than all in `visits`.
    behind: Vec<Behind>,
    /// Whether it has arrived, or found all places.
    is_over: bool,
}

impl Search {
    /// A search that has found its start.
    pub(super) fn new(start: ProductState) -> Self {
        let first = Visit { place: start, distance: 0, before: NOWHERE, label: NO_LABEL };
        let mut index = Index::Few(FxHashMap::default());
        index.number(start, 0);
        let (ends, passages, behind) = (Vec::new(), Vec::new(), Vec::new());
        Self { visits: vec![first], index, ends, passages, behind, is_over: false }
    }

    /// Whether it has arrived, or found all places.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// How many places are no farther away than this; they come first.
    pub(super) fn n_within(&self, distance: usize) -> usize {
        self.visits.partition_point(|visit| visit.distance() <= distance)
    }

    /// The passages kept of a place, in the order of its moves; none if it was not expanded.
    pub(super) fn passages(&self, visit: usize) -> &[Passage] {
        let end = self.ends.get(visit).copied().unwrap_or_default();
        let start = visit.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        self.passages.get(start.unwrap_or_default()..end).unwrap_or_default()
    }

    /// Goes on until all places that are no farther away than this are found and expanded, or it is over.
    ///
    /// `expand` gets a place and fills in its moves; `is_kept` says which of them are kept as passages.
    pub(super) fn extend(
        &mut self,
        distance: usize,
        mut expand: impl FnMut(ProductState, &mut Vec<Move>) -> bool,
        is_kept: impl Fn(ProductState, &Move) -> bool,
    ) {
        let mut moves = Vec::new();
        while !self.is_over {
            while let Some(&visit) = self.visits.get(self.ends.len()) {
                if expand(visit.place, &mut moves) {
                    self.visits.truncate(self.ends.len() + 1);
                    self.is_over = true;
                    return;
                }
                self.follow(visit, &mut moves, &is_kept);
            }
            // The next layer gets numbers when it is needed: the last one may be larger than all before.
            if self.behind.first().is_some_and(|next| next.visit.distance() > distance) {
                return;
            }
            for Behind { visit, passage } in std::mem::take(&mut self.behind) {
                let number = self.add(visit);
                if let Some(passage) = passage {
                    self.passages[passage].to = number;
                }
            }
            self.is_over = self.ends.len() == self.visits.len();
        }
    }

    fn follow(
        &mut self,
        from: Visit,
        moves: &mut Vec<Move>,
        is_kept: &impl Fn(ProductState, &Move) -> bool,
    ) {
        let before = u32::try_from(self.ends.len()).unwrap_or(NOWHERE);
        for to in moves.drain(..) {
            let place = (to.node, to.state);
            let distance = from.distance + u32::from(to.label.is_some());
            let label = to.label.map_or(NO_LABEL, |label| label.0);
            let visit = Visit { place, distance, before, label };
            let number = match to.label {
                None => Some(self.add(visit)),
                Some(_) => self.index.find(place),
            };
            let passage = is_kept(from.place, &to).then_some(self.passages.len());
            if passage.is_some() {
                self.passages.push(Passage { to: number.unwrap_or(NOWHERE), label });
            }
            if number.is_none() {
                self.behind.push(Behind { visit, passage });
            }
        }
        self.ends.push(self.passages.len());
    }

    /// Adds a place if it is new; its number, or none where there is no more.
    fn add(&mut self, visit: Visit) -> u32 {
        // Numbers of places are 32 bits wide, and none stands for nowhere.
        let fresh = u32::try_from(self.visits.len()).unwrap_or(NOWHERE);
        if fresh == NOWHERE {
            return self.index.find(visit.place).unwrap_or(NOWHERE);
        }
        let number = self.index.number(visit.place, fresh);
        if number == fresh {
            self.visits.push(visit);
        }
        number
    }

    /// The transitions from the start to a place.
    pub(super) fn steps_to(&self, visit: usize) -> Vec<EvidenceStep> {
        let mut steps = Vec::new();
        let mut visit = &self.visits[visit];
        while visit.before != NOWHERE {
            let previous = &self.visits[visit.before as usize];
            if visit.label != NO_LABEL {
                let label = LabelId(visit.label);
                steps.push(EvidenceStep { source: previous.place.1, label, target: visit.place.1 });
            }
            visit = previous;
        }
        steps.reverse();
        steps
    }

    /// The transitions from the start to the place where the search stopped.
    pub(super) fn steps_to_last(&self) -> Vec<EvidenceStep> {
        self.visits.len().checked_sub(1).map_or_else(Vec::new, |last| self.steps_to(last))
    }
}

/// Places up to this number are hashed, more are kept in tables.
const FEW: usize = 1 << 16;

/// The numbers of places.
enum Index {
    Few(FxHashMap<ProductState, u32>),
    /// By node.
    Many(Vec<Row>),
}

/// The numbers of the places of a node.
#[derive(Default)]
struct Row {
    /// The states in which it has one: most questions are about states in which it has not, and this is
    /// small enough to stay near.
    numbered: FixedBitSet,
    /// By state, as long as it has to be.
    numbers: Vec<u32>,
}

impl Row {
    /// Makes room for a state.
    fn reach(&mut self, state: usize) {
        if self.numbers.len() <= state {
            let length = (state + 1).next_power_of_two();
            self.numbered.grow(length);
            self.numbers.resize(length, 0);
        }
    }
}

impl Index {
    fn find(&self, place: ProductState) -> Option<u32> {
        match self {
            Self::Few(numbers) => numbers.get(&place).copied(),
            Self::Many(rows) => {
                let row = rows.get(place.0.index())?;
                let state = place.1.index();
                if row.numbered.contains(state) { row.numbers.get(state).copied() } else { None }
            }
        }
    }

    /// The number of a place, which is this one if it has none yet.
    fn number(&mut self, place: ProductState, fresh: u32) -> u32 {
        match self {
            Self::Few(numbers) => {
                let number = *numbers.entry(place).or_insert(fresh);
                if numbers.len() > FEW {
                    let few = std::mem::take(numbers);
                    *self = Self::Many(Vec::new());
                    #[expect(clippy::iter_over_hash_type, reason = "a table has no order")]
                    for (place, number) in few {
                        self.number(place, number);
                    }
                }
                number
            }
            Self::Many(rows) => {
                let (node, state) = (place.0.index(), place.1.index());
                if rows.len() <= node {
                    rows.resize_with(node + 1, Row::default);
                }
                let row = &mut rows[node];
                row.reach(state);
                if !row.numbered.put(state) {
                    row.numbers[state] = fresh;
                }
                row.numbers[state]
            }
        }
    }
}
