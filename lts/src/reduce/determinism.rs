//! The deterministic LTS with the same traces.
//!
//! Input: an LTS. Output: an LTS whose states are sets of states that one sequence of labels leads
//! to, numbered breadth first. There may be exponentially many; a limit says how many are allowed.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::graph::ids::{LabelId, StateId};
use crate::graph::{Edge, Lts};

/// Which steps make a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traces {
    /// All, the internal ones like any other.
    Strong,
    /// The visible ones.
    Weak,
}

/// Sets of states, closed under internal steps where those do not count.
pub(crate) struct Determinism<'l> {
    lts: &'l Lts,
    traces: Traces,
    /// States met while a set is closed.
    is_member: Vec<bool>,
}

impl<'l> Determinism<'l> {
    /// Prepares an LTS.
    pub(crate) fn new(lts: &'l Lts, traces: Traces) -> Self {
        Self { lts, traces, is_member: vec![false; lts.n_states()] }
    }

    /// The states in which an observer takes the system to be before anything has happened.
    pub(crate) fn start(&mut self, state: StateId) -> Box<[u32]> {
        self.closed(vec![state.0])
    }

    /// What can happen in a set of states, by label, and the states after it.
    pub(crate) fn steps(&mut self, set: &[u32]) -> Vec<(LabelId, Box<[u32]>)> {
        let out = set.iter().flat_map(|&state| self.lts.out(StateId(state)));
        let mut edges: Vec<Edge> = out
            .filter(|edge| self.traces == Traces::Strong || edge.label != LabelId::TAU)
            .copied()
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let rows = edges.chunk_by(|left, right| left.label == right.label);
        rows.map(|row| (row[0].label, self.closed(row.iter().map(|edge| edge.target.0).collect())))
            .collect()
    }

    /// A set of states with all that internal steps lead to, where those do not count; sorted.
    fn closed(&mut self, mut set: Vec<u32>) -> Box<[u32]> {
        if self.traces == Traces::Weak {
            for &state in &set {
                self.is_member[state as usize] = true;
            }
            let mut next = 0;
            while let Some(&state) = set.get(next) {
                next += 1;
                for edge in self.lts.out(StateId(state)) {
                    let is_member = &mut self.is_member[edge.target.index()];
                    if edge.label == LabelId::TAU && !*is_member {
                        *is_member = true;
                        set.push(edge.target.0);
                    }
                }
            }
            for &state in &set {
                self.is_member[state as usize] = false;
            }
        }
        set.sort_unstable();
        set.into_boxed_slice()
    }
}

/// The deterministic LTS with the same traces; nothing if its sets have more than `max` members in all.
pub(super) fn deterministic(lts: &Lts, traces: Traces, max: usize) -> Option<Lts> {
    let mut determinism = Determinism::new(lts, traces);
    let mut sets: IndexSet<Box<[u32]>, FxBuildHasher> = IndexSet::default();
    let start = determinism.start(lts.initial());
    let mut size = start.len();
    sets.insert(start);
    let mut edges = Vec::new();
    let mut source = 0;
    while let Some(set) = sets.get_index(source).cloned() {
        for (label, target) in determinism.steps(&set) {
            let length = target.len();
            let (target, is_new) = sets.insert_full(target);
            size += if is_new { length } else { 0 };
            edges.push((state(source), Edge { label, target: state(target) }));
        }
        if size > max {
            return None;
        }
        source += 1;
    }
    Some(Lts::new(StateId(0), sets.len(), edges, lts.labels().clone()))
}

fn state(index: usize) -> StateId {
    StateId(u32::try_from(index).unwrap_or(u32::MAX))
}
