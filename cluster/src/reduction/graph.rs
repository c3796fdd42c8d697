//! The states of a worker, with those of others that they lead to, and who is led to them.
//!
//! Input: rows. Output: a graph over *slots*: the states of this worker, then its ghosts. Owners know who has a ghost of a state
//! of theirs, and in which place: so what becomes of a state is told to those workers only, and in two words. Ghosts to
//! which an internal step leads come first, since much concerns these only.

use lts::LabelId;

use super::rounds::{Ended, Rounds, garbled};
use super::rows::Edges;

/// The internal action.
pub(crate) const TAU: u32 = LabelId::TAU.0;

/// The part of a system that a worker has.
#[derive(Debug)]
pub(crate) struct Graph {
    ends: Vec<usize>,
    labels: Vec<u32>,
    targets: Vec<u32>,
    /// The number and the owner of each ghost.
    names: Vec<(u32, u32)>,
    /// The slots of ghosts by owner, in the order in which they are told of.
    ghosts: Vec<Vec<u32>>,
    /// The states that others have ghosts of, by worker, in that order.
    pub(crate) asked: Vec<Vec<u32>>,
    /// How many of these are led to by internal steps.
    n_silent: Vec<usize>,
    /// For each state who asks for it, and in which place; where they end.
    askers: Vec<(u32, u32)>,
    asker_ends: Vec<u32>,
    index: usize,
}

impl Graph {
    /// Finds out who has ghosts of whose states.
    pub(crate) fn new(rounds: &mut Rounds<'_>, edges: Edges) -> Result<Self, Ended> {
        let Edges { ends, labels, targets, ghosts: names, .. } = edges;
        let (n_own, n_workers) = (ends.len(), rounds.n_workers());
        let mut is_silent = vec![false; names.len()];
        for (&label, &target) in labels.iter().zip(&targets) {
            if label == TAU
                && let Some(ghost) = (target as usize).checked_sub(n_own)
            {
                is_silent[ghost] = true;
            }
        }
        let mut ghosts = vec![Vec::new(); n_workers];
        let mut out = vec![vec![0]; n_workers];
        for wanted in [true, false] {
            for (ghost, &(owner, number)) in names.iter().enumerate() {
                if is_silent[ghost] == wanted {
                    ghosts[owner as usize].push(slot(n_own + ghost));
                    out[owner as usize].push(number);
                    out[owner as usize][0] += u32::from(wanted);
                }
            }
        }
        let (mut asked, mut n_silent) = (Vec::new(), Vec::new());
        for (worker, words) in rounds.swap(out, 0)?.0.into_iter().enumerate() {
            let (&silent, states) = words.split_first().ok_or_else(|| garbled(worker))?;
            let is_here = states.iter().all(|state| (*state as usize) < n_own);
            if !is_here || silent as usize > states.len() {
                return Err(garbled(worker).into());
            }
            n_silent.push(silent as usize);
            asked.push(states.to_vec());
        }
        let (askers, asker_ends) = askers(n_own, &asked);
        let index = rounds.index();
        Ok(Self {
            ends,
            labels,
            targets,
            names,
            ghosts,
            asked,
            n_silent,
            askers,
            asker_ends,
            index,
        })
    }

    /// Number of states of this worker.
    pub(crate) fn n_own(&self) -> usize {
        self.ends.len()
    }

    /// Number of states of this worker, and of ghosts.
    pub(crate) fn n_slots(&self) -> usize {
        self.ends.len() + self.names.len()
    }

    /// Whether a slot is that of a state of this worker.
    pub(crate) fn is_own(&self, slot: u32) -> bool {
        (slot as usize) < self.ends.len()
    }

    /// The transitions of a state: labels and slots.
    pub(crate) fn row(&self, state: u32) -> impl Iterator<Item = (u32, u32)> {
        let state = state as usize;
        let start = state.checked_sub(1).map_or(0, |before| self.ends[before]);
        let range = start..self.ends[state];
        self.labels[range.clone()].iter().copied().zip(self.targets[range].iter().copied())
    }

    /// The slots behind internal steps from a state, which are not itself.
    pub(crate) fn silent(&self, state: u32) -> impl Iterator<Item = u32> {
        let steps = self.row(state).filter(move |&(label, target)| label == TAU && target != state);
        steps.map(|(_, target)| target)
    }

    /// The owner of a slot, and the number there.
    pub(crate) fn name(&self, slot: u32) -> (usize, u32) {
        match (slot as usize).checked_sub(self.n_own()) {
            None => (self.index, slot),
            Some(ghost) => {
                let (owner, number) = self.names[ghost];
                (owner as usize, number)
            }
        }
    }

    /// The slots of the ghosts of a worker's states, in the order in which it tells of them.
    pub(crate) fn ghosts_of(&self, worker: usize) -> &[u32] {
        &self.ghosts[worker]
    }

    /// The ghost that a worker tells of by its place.
    pub(crate) fn ghost(&self, worker: usize, place: u32) -> Option<u32> {
        self.ghosts.get(worker)?.get(place as usize).copied()
    }

    /// Who has a ghost of a state, and in which place.
    pub(crate) fn askers(&self, state: u32) -> &[(u32, u32)] {
        let state = state as usize;
        let start = state.checked_sub(1).map_or(0, |before| self.asker_ends[before]);
        &self.askers[start as usize..self.asker_ends[state] as usize]
    }

    /// Those of them that have internal steps to it.
    pub(crate) fn silent_askers(&self, state: u32) -> impl Iterator<Item = (usize, u32)> {
        let askers = self.askers(state).iter().map(|&(worker, place)| (worker as usize, place));
        askers.filter(|&(worker, place)| (place as usize) < self.n_silent[worker])
    }
}

/// For each state who asks for it, where these end.
fn askers(n_own: usize, asked: &[Vec<u32>]) -> (Vec<(u32, u32)>, Vec<u32>) {
    let mut next = vec![0_u32; n_own + 1];
    for &state in asked.iter().flatten() {
        next[state as usize + 1] += 1;
    }
    for state in 0..n_own {
        next[state + 1] += next[state];
    }
    let mut askers = vec![(0, 0); asked.iter().map(Vec::len).sum()];
    for (worker, states) in asked.iter().enumerate() {
        for (place, &state) in states.iter().enumerate() {
            let next = &mut next[state as usize];
            askers[*next as usize] = (slot(worker), slot(place));
            *next += 1;
        }
    }
    next.truncate(n_own);
    (askers, next)
}

/// The states of this worker that lead to each slot.
#[derive(Debug)]
pub(crate) struct Sources {
    starts: Vec<usize>,
    sources: Vec<u32>,
}

impl Sources {
    /// Of all steps; or of the internal ones that leave their state.
    pub(crate) fn new(graph: &Graph, is_silent: bool) -> Self {
        let counts =
            |state: u32, label: u32, target: u32| !is_silent || label == TAU && target != state;
        let mut starts = vec![0; graph.n_slots() + 1];
        for state in (0..graph.n_own()).map(slot) {
            for (label, target) in graph.row(state) {
                starts[target as usize + 1] += usize::from(counts(state, label, target));
            }
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; starts.last().copied().unwrap_or(0)];
        for state in (0..graph.n_own()).map(slot) {
            for (label, target) in graph.row(state) {
                if counts(state, label, target) {
                    sources[next[target as usize]] = state;
                    next[target as usize] += 1;
                }
            }
        }
        Self { starts, sources }
    }

    /// The sources of the steps to a slot.
    pub(crate) fn of(&self, slot: u32) -> &[u32] {
        let slot = slot as usize;
        &self.sources[self.starts[slot]..self.starts[slot + 1]]
    }
}

/// States, ghosts and workers have numbers of 32 bits.
pub(crate) fn slot(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
