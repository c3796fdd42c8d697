//! Pieces of a batch of states, each expanded by one thread.
//!
//! Input: states and a table. Output: the rows and the new states of each piece, numbered as one thread
//! would do it. Successors are sorted by the shard of the table to which they belong; who has the shard looks them up
//! in order, so that what comes first is known; then each piece counts the states that it was the first to
//! find, and when all have, numbers are given.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use crate::graph::{Distinct, Edge};
use crate::ids::{LabelId, StateId};
use crate::next_state::{Desk, Shared, Successors};
use crate::states::{Shard, hash, is_same, shard_of};

/// The shard of a state that follows itself.
const OWN: u8 = u8::MAX;

/// A batch of states on several threads.
pub(super) struct Batch<'b> {
    pub(super) shared: &'b dyn Shared,
    /// Words of the states that are known.
    pub(super) known: &'b [u32],
    pub(super) width: usize,
    pub(super) n_known: u32,
    pub(super) chunks: &'b [Mutex<Chunk>],
    /// For each piece what belongs to each shard.
    pub(super) cells: &'b [Mutex<Cell>],
    /// For each shard, and each of its new states, the piece that found it first, and its rank there.
    pub(super) found: &'b [RwLock<Vec<AtomicU64>>],
    /// The number of the first new state of each piece, when it is known.
    pub(super) firsts: &'b [AtomicU32],
    /// Set where a shard has no room for all that is new.
    pub(super) is_full: AtomicBool,
}

/// Where one thread works.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Bench {
    /// Its thread makes it, so that no other one has any of it in its caches.
    desk: Option<Desk>,
    successors: Successors,
    distinct: Distinct,
    /// How many successors of each shard have been gone through.
    passed: Vec<usize>,
}

/// Some states, and what is known of them.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Chunk {
    pub(super) states: Range<usize>,
    /// Rows that only the system can tell, and what it has told.
    pub(super) open: Vec<usize>,
    told: Vec<Successors>,
    is_expanded: bool,
    /// Label and shard of each successor, and where those of each row end. A state that follows itself needs
    /// no shard.
    labels: Vec<LabelId>,
    shards: Vec<u8>,
    row_ends: Vec<usize>,
    /// The same without equal ones: edges to numbers, or to what stands for them.
    pub(super) edges: Vec<Edge>,
    pub(super) ends: Vec<u32>,
    /// Words of the new states that were found here first, and their number.
    pub(super) words: Vec<u32>,
    pub(super) n_new: u32,
}

/// Successors of some states that belong to one shard.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Cell {
    words: Vec<u32>,
    /// What the shard knows of them.
    targets: Vec<u32>,
    /// Number of new states of the shard before them.
    n_before: usize,
}

impl Bench {
    /// Forgets what it knows of the system.
    pub(super) fn clear(&mut self) {
        self.desk = None;
    }
}

impl Chunk {
    /// Begins with other states.
    pub(super) fn begin(&mut self, states: Range<usize>) {
        self.states = states;
        self.open.clear();
        self.told.clear();
        self.is_expanded = false;
    }

    /// Lets the system tell its open rows.
    pub(super) fn tell(&mut self, told: Vec<Successors>) {
        self.told = told;
        self.is_expanded = false;
    }
}

impl Batch<'_> {
    fn chunk(&self, number: usize) -> MutexGuard<'_, Chunk> {
        self.chunks[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn n_shards(&self) -> usize {
        self.found.len()
    }

    /// The cells of a piece.
    fn cells_of(&self, number: usize) -> Vec<MutexGuard<'_, Cell>> {
        let n_shards = self.n_shards();
        let cells = &self.cells[number * n_shards..(number + 1) * n_shards];
        cells.iter().map(|cell| cell.lock().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    /// The first turn: computes the successors of a piece, and sorts them by shards.
    pub(super) fn expand(&self, number: usize, bench: &mut Bench) {
        let mut chunk = self.chunk(number);
        let Chunk { states, open, told, is_expanded, labels, shards, row_ends, .. } = &mut *chunk;
        if std::mem::replace(is_expanded, true) {
            return;
        }
        let desk = bench.desk.get_or_insert_with(|| self.shared.desk());
        let found = &mut bench.successors;
        found.clear();
        row_ends.clear();
        let (asked, mut n_told) = (std::mem::take(open), 0);
        for (row, index) in states.clone().enumerate() {
            let before = found.len();
            if asked.get(n_told) == Some(&row) {
                let told = told.get(n_told).into_iter().flat_map(|row| row.iter(self.width));
                told.for_each(|(label, state)| found.push(label, state));
                n_told += 1;
            } else if !self.shared.successors(desk, self.known(index), found) {
                found.truncate(before, self.width);
                open.push(row);
            }
            row_ends.push(found.len());
        }
        let mut cells = self.cells_of(number);
        for cell in &mut cells {
            cell.words.clear();
        }
        shards.clear();
        labels.clear();
        let mut steps = found.iter(self.width);
        let mut done = 0;
        for (index, &end) in states.clone().zip(row_ends.iter()) {
            let own = self.known(index);
            for (label, state) in steps.by_ref().take(end - done) {
                labels.push(label);
                if is_same(own, state) {
                    shards.push(OWN);
                    continue;
                }
                let shard = shard_of(hash(state), cells.len());
                cells[shard].words.extend_from_slice(state);
                shards.push(u8::try_from(shard).unwrap_or(OWN));
            }
            done = end;
        }
    }

    /// The words of a state that is known.
    fn known(&self, index: usize) -> &[u32] {
        &self.known[index * self.width..(index + 1) * self.width]
    }

    /// The second turn: looks up what belongs to a shard.
    pub(super) fn look_up(&self, number: usize, shard: &mut Shard<'_>) {
        for cell in self.cells.iter().skip(number).step_by(self.n_shards()) {
            let mut cell = cell.lock().unwrap_or_else(PoisonError::into_inner);
            let Cell { words, targets, n_before } = &mut *cell;
            *n_before = shard.n_new();
            targets.clear();
            if shard.put_all(words, targets).is_none() {
                self.is_full.store(true, Ordering::Relaxed);
                return;
            }
        }
        let mut found = self.found[number].write().unwrap_or_else(PoisonError::into_inner);
        let n_found = shard.n_new().max(found.len());
        found.resize_with(n_found, AtomicU64::default);
    }

    /// The third turn: makes rows of a piece, and counts the states that it was the first to find.
    pub(super) fn settle(&self, number: usize, bench: &mut Bench) {
        let mut chunk = self.chunk(number);
        let Chunk { states, labels, shards, row_ends, edges, ends, words, n_new, .. } = &mut *chunk;
        let (cells, width) = (self.cells_of(number), self.width);
        let found: Vec<_> = self
            .found
            .iter()
            .map(|found| found.read().unwrap_or_else(PoisonError::into_inner))
            .collect();
        bench.passed.clear();
        bench.passed.resize(cells.len(), 0);
        let mut n_new_of: Vec<usize> = cells.iter().map(|cell| cell.n_before).collect();
        *edges = Vec::with_capacity(labels.len());
        ends.clear();
        words.clear();
        *n_new = 0;
        let mut steps = labels.iter().zip(shards.iter());
        let mut done = 0;
        for (index, &row_end) in states.clone().zip(row_ends.iter()) {
            let start = edges.len();
            for (&label, &shard) in steps.by_ref().take(row_end - done) {
                let mut target = super::number(index).0;
                if shard != OWN {
                    let shard = usize::from(shard);
                    let place = bench.passed[shard];
                    bench.passed[shard] += 1;
                    target = cells[shard].targets[place];
                    if let Some(rank) = target.checked_sub(self.n_known) {
                        if rank as usize == n_new_of[shard] {
                            n_new_of[shard] += 1;
                            let first = (number as u64) << 32 | u64::from(*n_new);
                            found[shard][rank as usize].store(first, Ordering::Relaxed);
                            let place = place * width;
                            words.extend_from_slice(&cells[shard].words[place..place + width]);
                            *n_new += 1;
                        }
                        target = self.stand_in(rank, shard);
                    }
                }
                let edge = Edge { label, target: StateId(target) };
                if bench.distinct.is_new(&edges[start..], edge) {
                    edges.push(edge);
                }
            }
            done = row_end;
            bench.distinct.end_row();
            ends.push(u32::try_from(edges.len()).unwrap_or(u32::MAX));
        }
        if edges.len() < edges.capacity() / 8 * 7 {
            edges.shrink_to_fit();
        }
    }

    /// What stands for a new state.
    fn stand_in(&self, rank: u32, shard: usize) -> u32 {
        let n_shards = u32::try_from(self.n_shards()).unwrap_or(1);
        self.n_known + rank * n_shards + u32::try_from(shard).unwrap_or(0)
    }

    fn number(&self, found: &AtomicU64) -> u32 {
        let first = found.load(Ordering::Relaxed);
        let chunk = usize::try_from(first >> 32).unwrap_or(0);
        let rank = u32::try_from(first & u64::from(u32::MAX)).unwrap_or(0);
        self.firsts[chunk].load(Ordering::Relaxed) + rank
    }

    /// The fourth turn: puts numbers into the edges of a piece.
    pub(super) fn name_targets(&self, number: usize) {
        let mut chunk = self.chunk(number);
        let found: Vec<_> = self
            .found
            .iter()
            .map(|found| found.read().unwrap_or_else(PoisonError::into_inner))
            .collect();
        let bits = self.n_shards().trailing_zeros();
        for edge in &mut chunk.edges {
            if let Some(new) = edge.target.0.checked_sub(self.n_known) {
                let shard = new as usize & (self.n_shards() - 1);
                edge.target = StateId(self.number(&found[shard][(new >> bits) as usize]));
            }
        }
    }

    /// The last turn: puts numbers into the slots of a shard.
    pub(super) fn name_states(&self, number: usize, shard: &mut Shard<'_>) {
        let found = self.found[number].read().unwrap_or_else(PoisonError::into_inner);
        shard.name(found.iter().map(|found| self.number(found)));
    }
}
