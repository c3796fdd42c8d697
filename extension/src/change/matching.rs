//! Which states of two versions are the same.
//!
//! Input: two versions. Output: a partial injective map of states that takes the initial state to the initial one. States of
//! different names are different, a name that one state has in both versions decides at once. For the others pairs are taken in the
//! order of their scores (`similarity`), with something added for pairs to which a common label leads from what is taken; then some are
//! matched anew, if more transitions are kept so (`improving`).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use frontend::Name;
use lts::{LabelId, StateId};

use super::improving::improve;
use super::similarity::{Pairs, scores};
use crate::diagram::Diagram;

/// Most pairs of states that are weighed.
const MOST_PAIRS: usize = 300_000;
/// States that are less alike than this are different.
const LEAST: f64 = 0.2;
/// What is added to the score of a pair beside one that is taken.
const BESIDE: f64 = 0.1;

/// A partial injective map of old states to new ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matching {
    forth: Vec<Option<StateId>>,
    back: Vec<Option<StateId>>,
    /// Whether there were too many pairs of states to weigh them.
    pub(super) is_rough: bool,
}

impl Matching {
    fn empty(old: &Diagram, new: &Diagram) -> Self {
        let none = |diagram: &Diagram| vec![None; diagram.lts.n_states()];
        Self { forth: none(old), back: none(new), is_rough: false }
    }

    /// The state of the new version that a state of the old one has become.
    pub(super) fn new_of(&self, old: StateId) -> Option<StateId> {
        self.forth.get(old.index()).copied().flatten()
    }

    /// The state of the old version that a state of the new one was.
    pub(super) fn old_of(&self, new: StateId) -> Option<StateId> {
        self.back.get(new.index()).copied().flatten()
    }

    /// Takes a state for none of the other version.
    pub(super) fn separate(&mut self, old: StateId) {
        if let Some(new) = self.forth[old.index()].take() {
            self.back[new.index()] = None;
        }
    }

    /// Takes two states for one, if none of them is taken; whether that is so.
    pub(super) fn put(&mut self, (old, new): (StateId, StateId)) -> bool {
        let is_free = self.is_free((old, new));
        if is_free {
            self.forth[old.index()] = Some(new);
            self.back[new.index()] = Some(old);
        }
        is_free
    }

    fn is_free(&self, (old, new): (StateId, StateId)) -> bool {
        self.new_of(old).is_none() && self.old_of(new).is_none()
    }

    fn taken(&self) -> Vec<(StateId, StateId)> {
        let numbers = (0..u32::MAX).map(StateId).zip(&self.forth);
        numbers.filter_map(|(old, new)| Some((old, (*new)?))).collect()
    }
}

/// The label of the new version with the same text, for each of the old one.
pub(super) fn shared_labels(old: &Diagram, new: &Diagram) -> Vec<Option<LabelId>> {
    let labels = old.lts.labels().iter();
    let shared = labels.map(|(_, label)| match label.text() {
        Some(text) => new.lts.labels().find(text),
        None => Some(LabelId::TAU),
    });
    shared.collect()
}

/// Finds out which states are the same.
pub(super) fn between(old: &Diagram, new: &Diagram) -> Matching {
    let labels = shared_labels(old, new);
    let versions = Versions { old, new, labels: &labels };
    let mut matching = Matching::empty(old, new);
    matching.put((old.lts.initial(), new.lts.initial()));
    versions.match_names(&mut matching);
    let fixed: Vec<StateId> = matching.taken().into_iter().map(|(old, _)| old).collect();
    let (ahead, back) = (versions.rows(true), versions.rows(false));
    let weighed = versions.candidates(&matching, &ahead).and_then(|pairs| {
        let scores = scores(&pairs, [&ahead, &back])?;
        Some((pairs, scores))
    });
    if let Some((pairs, scores)) = weighed {
        choose(&mut matching, &pairs, &scores, [&ahead, &back]);
        let is_fixed = |state: &StateId| fixed.binary_search(state).is_ok();
        let states: Vec<StateId> = old.lts.states().filter(|state| !is_fixed(state)).collect();
        let taken: BTreeSet<StateId> =
            fixed.iter().filter_map(|&state| matching.new_of(state)).collect();
        let may_be_same =
            |pair: (StateId, StateId)| versions.may_be_same(pair) && !taken.contains(&pair.1);
        improve(&mut matching, [&ahead, &back], &states, may_be_same);
    } else {
        matching.is_rough = true;
        versions.walk(&mut matching, &ahead);
    }
    // States that nothing leads to may be left, which have the same transitions to and from states of the same numbers.
    for state in old.lts.states().filter(|state| state.index() < new.lts.n_states()) {
        let is_free = matching.new_of(state).is_none() && matching.old_of(state).is_none();
        let has_same = |rows: &Rows<'_>| rows.of_old(state) == rows.of_new(state);
        if is_free && versions.may_be_same((state, state)) && has_same(&ahead) && has_same(&back) {
            matching.put((state, state));
        }
    }
    matching
}

/// The transitions of both versions in one direction, with labels of the new version.
pub(super) struct Rows<'v> {
    versions: &'v Versions<'v>,
    is_ahead: bool,
}

impl Rows<'_> {
    /// The labels with the states behind them, or before them; a label that the new version has not is none.
    pub(super) fn of_old(&self, state: StateId) -> Vec<(Option<LabelId>, StateId)> {
        let Versions { old, labels, .. } = self.versions;
        let edges = edges(old, state, self.is_ahead);
        edges.map(|(label, state)| (labels[label.index()], state)).collect()
    }

    /// The labels with the states behind them, or before them.
    pub(super) fn of_new(&self, state: StateId) -> Vec<(Option<LabelId>, StateId)> {
        let edges = edges(self.versions.new, state, self.is_ahead);
        edges.map(|(label, state)| (Some(label), state)).collect()
    }

    /// The pairs to which a common label leads.
    fn beside(&self, (old, new): (StateId, StateId)) -> Vec<(StateId, StateId)> {
        let new = self.of_new(new);
        let of_old = self.of_old(old).into_iter();
        let pairs = of_old.flat_map(|(label, state)| {
            let same = new.iter().filter(move |(other, _)| *other == label);
            same.map(move |&(_, partner)| (state, partner))
        });
        pairs.collect()
    }
}

/// The transitions of a state, or those to it, in their order.
fn edges(
    diagram: &Diagram,
    state: StateId,
    is_ahead: bool,
) -> Box<dyn Iterator<Item = (LabelId, StateId)> + '_> {
    if is_ahead {
        Box::new(diagram.lts.out(state).iter().map(|edge| (edge.label, edge.target)))
    } else {
        Box::new(diagram.lts.incoming().of(state).iter().map(|edge| (edge.label, edge.source)))
    }
}

/// Two versions, with the labels that they share.
struct Versions<'d> {
    old: &'d Diagram,
    new: &'d Diagram,
    labels: &'d [Option<LabelId>],
}

impl Versions<'_> {
    fn rows(&self, is_ahead: bool) -> Rows<'_> {
        Rows { versions: self, is_ahead }
    }

    fn may_be_same(&self, (old, new): (StateId, StateId)) -> bool {
        self.old.name(old) == self.new.name(new)
    }

    /// Takes states for one whose name no other state has.
    fn match_names(&self, matching: &mut Matching) {
        let (old, new) = (by_name(self.old), by_name(self.new));
        for (name, states) in &old {
            if let (Some(_), [state], Some([partner])) =
                (name, states.as_slice(), new.get(name).map(Vec::as_slice))
            {
                matching.put((*state, *partner));
            }
        }
    }

    /// The pairs of free states that may be the same: all of them, or if there are too many those to which common labels lead from
    /// what is taken; none if there are too many of these.
    fn candidates(&self, matching: &Matching, ahead: &Rows<'_>) -> Option<Pairs> {
        let mut pairs = Pairs::default();
        for pair in matching.taken() {
            pairs.add(pair);
        }
        let (old, new) = (by_name(self.old), by_name(self.new));
        let sizes = old
            .iter()
            .filter_map(|(name, states)| Some(states.len().saturating_mul(new.get(name)?.len())));
        if sizes.fold(0, usize::saturating_add) <= MOST_PAIRS {
            for (name, states) in &old {
                let others = new.get(name).into_iter().flatten();
                let all = others.flat_map(|&new| states.iter().map(move |&old| (old, new)));
                for pair in all.filter(|&pair| matching.is_free(pair)) {
                    pairs.add(pair);
                }
            }
            return Some(pairs);
        }
        let mut at = 0;
        while let Some(&pair) = pairs.list().get(at) {
            at += 1;
            for next in ahead.beside(pair) {
                if self.may_be_same(next) && matching.is_free(next) {
                    pairs.add(next);
                }
            }
            if pairs.list().len() > MOST_PAIRS {
                return None;
            }
        }
        Some(pairs)
    }

    /// Takes the states to which common labels lead, in their order.
    fn walk(&self, matching: &mut Matching, ahead: &Rows<'_>) {
        let mut taken = matching.taken();
        let mut at = 0;
        while let Some(&pair) = taken.get(at) {
            at += 1;
            for next in ahead.beside(pair) {
                if self.may_be_same(next) && matching.put(next) {
                    taken.push(next);
                }
            }
        }
    }
}

/// The states of each name, and those of none.
fn by_name(diagram: &Diagram) -> BTreeMap<Option<&Name>, Vec<StateId>> {
    let mut states: BTreeMap<Option<&Name>, Vec<StateId>> = BTreeMap::new();
    for state in diagram.lts.states() {
        states.entry(diagram.name(state)).or_default().push(state);
    }
    states
}

/// A pair that may be taken: by score, then those of equal numbers, then in order.
type Ranked = (u64, bool, Reverse<(StateId, StateId)>);

fn ranked(score: f64, pair: (StateId, StateId)) -> Ranked {
    // Scores are not negative, so that their bits are in their order.
    (score.to_bits(), pair.0 == pair.1, Reverse(pair))
}

/// Takes pairs, the most alike first.
fn choose(matching: &mut Matching, pairs: &Pairs, scores: &[f64], rows: [&Rows<'_>; 2]) {
    let beside = |pair| rows.into_iter().flat_map(move |rows| rows.beside(pair));
    let raised = |pair| Some(ranked(scores[pairs.place(pair)?] + BESIDE, pair));
    let mut heap: BinaryHeap<Ranked> = BinaryHeap::new();
    let all = pairs.list().iter().zip(scores).filter(|(_, score)| **score >= LEAST);
    heap.extend(all.map(|(&pair, &score)| ranked(score, pair)));
    for pair in matching.taken() {
        heap.extend(beside(pair).filter_map(raised));
    }
    while let Some((score, _, Reverse(pair))) = heap.pop() {
        if score >= LEAST.to_bits() && matching.put(pair) {
            heap.extend(beside(pair).filter_map(raised));
        }
    }
}
