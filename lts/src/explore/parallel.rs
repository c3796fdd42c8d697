//! Several threads that compute successors and look them up.
//!
//! Input: states and a table, which nobody changes meanwhile. Output: for each state its successors and
//! which of them are known, or that only the system itself can tell them. What is new is numbered
//! afterwards, in order: the result is that of one thread.

use std::ops::Range;

use rayon::ThreadPool;
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _,
};

use crate::ids::{LabelId, StateId};
use crate::next_state::{Desk, Shared, Successors};
use crate::states::{Found, SHARDS, StateStore, hash, shard};

/// States that a thread takes at once.
const CHUNK: usize = 64;

/// States that are worth several threads.
pub(super) const MIN_STATES: usize = 4 * CHUNK;

/// States that are gone through before what is new is numbered.
pub(super) const MAX_STATES: usize = 1024 * CHUNK;

/// A successor that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// Threads that wait for work; `None` where one is enough, or no more can be had.
pub(super) fn pool(threads: usize) -> Option<ThreadPool> {
    (threads > 1)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok())
        .flatten()
}

/// Successors of some states.
#[derive(Default)]
pub(super) struct Chunk {
    states: Range<usize>,
    pub(super) successors: Successors,
    /// For each state where its successors end, and whether they are all: else the system is to be asked.
    pub(super) rows: Vec<(usize, bool)>,
    hashes: Vec<u64>,
    targets: Vec<u32>,
    /// Successors that are not known, in order, and by the shard of the table to which they belong.
    unknown: Vec<u32>,
    by_shard: Vec<u32>,
    shards: Vec<u32>,
}

impl Chunk {
    /// The successors in this range: labels, states with their hashes, and numbers where they are known.
    pub(super) fn steps(
        &self,
        range: Range<usize>,
        width: usize,
    ) -> impl Iterator<Item = (LabelId, &[u32], u64, Option<StateId>)> {
        let (labels, words) = self.successors.parts();
        range.map(move |step| {
            let target = self.targets[step];
            let known = (target != UNKNOWN).then_some(StateId(target));
            let state = &words[step * width..(step + 1) * width];
            (labels[step], state, self.hashes[step], known)
        })
    }

    fn compute(&mut self, shared: &dyn Shared, desk: &mut Desk, states: &StateStore) {
        let width = states.width();
        self.successors.clear();
        self.rows.clear();
        for index in self.states.clone() {
            let before = self.successors.len();
            let is_known = shared.successors(desk, &states[index], &mut self.successors);
            if !is_known {
                self.successors.truncate(before, width);
            }
            self.rows.push((self.successors.len(), is_known));
        }
        self.look_up(states);
    }

    fn look_up(&mut self, states: &StateStore) {
        let (_, words) = self.successors.parts();
        self.hashes.clear();
        self.targets.clear();
        let mut touched = 0;
        let width = states.width().max(1);
        for group in words.chunks(super::GROUP * width) {
            let first = self.hashes.len();
            for state in group.chunks_exact(width) {
                let hash = hash(state);
                touched ^= states.touch(hash);
                self.hashes.push(hash);
            }
            for (state, &hash) in group.chunks_exact(width).zip(&self.hashes[first..]) {
                let known = states.find_hashed(state, hash);
                self.targets.push(known.map_or(UNKNOWN, |known| known.0));
            }
        }
        std::hint::black_box(touched);
        self.sort_unknown();
    }

    /// Sorts what is not known by shards.
    fn sort_unknown(&mut self) {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let targets = self.targets.iter().enumerate();
        self.unknown.clear();
        self.unknown.extend(
            targets.filter(|(_, target)| **target == UNKNOWN).map(|(step, _)| number(step)),
        );
        self.shards.clear();
        self.shards.resize(SHARDS + 1, 0);
        for &step in &self.unknown {
            self.shards[shard(self.hashes[step as usize]) + 1] += 1;
        }
        for shard in 1..=SHARDS {
            self.shards[shard] += self.shards[shard - 1];
        }
        let mut next = self.shards.clone();
        self.by_shard.clear();
        self.by_shard.resize(self.unknown.len(), 0);
        for (place, &step) in self.unknown.iter().enumerate() {
            let next = &mut next[shard(self.hashes[step as usize])];
            self.by_shard[*next as usize] = number(place);
            *next += 1;
        }
    }

    /// The states that are not known.
    pub(super) fn found(&self) -> Found<'_> {
        Found {
            words: self.successors.parts().1,
            hashes: &self.hashes,
            unknown: &self.unknown,
            by_shard: &self.by_shard,
            shards: &self.shards,
        }
    }

    /// Number of states that are not known, repeated ones counted again.
    pub(super) fn n_unknown(&self) -> usize {
        self.unknown.len()
    }

    /// Whether all successors of its states are there.
    pub(super) fn is_whole(&self) -> bool {
        self.rows.iter().all(|(_, is_known)| *is_known)
    }
}

/// Successors of a range of states, on all threads; `chunks` is room for them.
pub(super) fn compute(
    pool: &ThreadPool,
    shared: &dyn Shared,
    states: &StateStore,
    range: Range<usize>,
    chunks: &mut Vec<Chunk>,
) {
    chunks.resize_with(range.len().div_ceil(CHUNK), Chunk::default);
    for (number, chunk) in chunks.iter_mut().enumerate() {
        let start = range.start + number * CHUNK;
        chunk.states = start..range.end.min(start + CHUNK);
    }
    pool.install(|| {
        chunks
            .par_iter_mut()
            .with_max_len(1)
            .for_each_init(|| shared.desk(), |desk, chunk| chunk.compute(shared, desk, states));
    });
}
