//! Pieces of a batch of states, each expanded by one thread.
//!
//! Input: states and a table. Output: the rows and the new states of each piece, numbered as one thread would do
//! it. Successors are sorted by the shard of the table to which they belong; the thread that has the shard looks
//! them up in order, so that what comes first is known; then each piece counts the states that it was the first to
//! find, and when all have, numbers are given, and the words of what is new are kept.

use std::hint::select_unpredictable;
use std::ops::Range;
use std::slice::Iter;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use crate::graph::ids::{LabelId, StateId};
use crate::graph::{Distinct, Edge};
use crate::next_state::{Desk, Shared, Successors};
use crate::states::{Known, Shard, hash, is_same, shard_of};

/// The shard of a state that follows itself.
const OWN: u8 = u8::MAX;

/// States whose successors are sorted while the nearest cache has them all.
const SOME: usize = 256;

/// A batch of states on several threads.
pub(super) struct Batch<'b> {
    pub(super) shared: &'b dyn Shared,
    /// Words of the states that are known.
    pub(super) stored: Known<'b>,
    /// For each piece the places where the words of those will be that it is the first to find.
    pub(super) places: Vec<Mutex<Vec<&'b mut [u32]>>>,
    /// For each piece the words of the new states that were found there first.
    pub(super) fresh: &'b [Mutex<Fresh>],
    pub(super) width: usize,
    pub(super) n_known: u32,
    pub(super) chunks: &'b [Mutex<Chunk>],
    /// For each piece what belongs to each shard.
    pub(super) cells: &'b [Mutex<Cell>],
    /// For each shard, and each of its new states, the piece that found it first, and its rank there.
    pub(super) ranks: &'b [RwLock<Vec<AtomicU64>>],
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
    /// What others will read: it is gathered here and then copied at once, since they have the cache lines of what they
    /// read before. A processor waits for one such line after another where stores to other memory lie between.
    gathered: Gathered,
}

/// What is gathered for others, by shard.
#[derive(Default)]
struct Gathered {
    words: Vec<Vec<u32>>,
    targets: Vec<u32>,
    firsts: Vec<Vec<u64>>,
}

/// The words of the new states that were found first in a piece.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Fresh(Vec<u32>);

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
    /// The distinct edges, to numbers of states or to what stands for these, and where those of each row end.
    pub(super) edges: Vec<Edge>,
    pub(super) ends: Vec<u32>,
    /// How many new states were found here first.
    pub(super) n_new: u32,
}

/// What there is to be done in the last turn.
pub(super) enum Naming {
    /// To put numbers into the edges of a piece, and to keep the words of its new states.
    Piece(usize),
    /// To put numbers into the slots of a shard.
    States(usize),
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

/// A cell that is gone through.
struct Lane<'c> {
    cell: &'c Cell,
    /// Where each new state was found first that was found first here.
    firsts: &'c mut Vec<u64>,
    /// Targets that have not been passed.
    targets: Iter<'c, u32>,
    /// What the shard says of the next one.
    next_new: u32,
}

impl<'c> Lane<'c> {
    fn new(cell: &'c Cell, firsts: &'c mut Vec<u64>, n_known: u32) -> Self {
        firsts.clear();
        let next_new = n_known + u32::try_from(cell.n_before).unwrap_or(0);
        Self { cell, firsts, targets: cell.targets.iter(), next_new }
    }

    /// Notes where the state that was passed last, which is new, was found first; returns its words.
    fn note_new(&mut self, first: u64, width: usize) -> &'c [u32] {
        self.firsts.push(first);
        self.next_new += 1;
        let end = (self.cell.targets.len() - self.targets.len()) * width;
        &self.cell.words[end - width..end]
    }
}

/// Asks for all that another processor may have written before it is needed word by word: so its cache lines are
/// waited for together, and not one after another behind branches that are foretold wrongly.
fn fetch(words: &[u32]) {
    const LINE: usize = 64 / size_of::<u32>();
    let firsts = words.iter().step_by(LINE);
    std::hint::black_box(firsts.fold(0, |all, word| all ^ word));
}

/// Puts a successor of a state to others of its shard; the shard.
fn sort(source: &[u32], state: &[u32], shards: &mut [Vec<u32>]) -> u8 {
    if is_same(source, state) {
        return OWN;
    }
    let shard = shard_of(hash(state), shards.len());
    shards[shard].extend_from_slice(state);
    u8::try_from(shard).unwrap_or(OWN)
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
        self.ranks.len()
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
        let (successors, sorted) = (&mut bench.successors, &mut bench.gathered.words);
        sorted.resize_with(self.n_shards(), Vec::new);
        sorted.iter_mut().for_each(Vec::clear);
        shards.clear();
        labels.clear();
        row_ends.clear();
        let (asked, mut n_told) = (std::mem::take(open), 0);
        let (width, stored) = (self.width, &self.stored);
        for start in states.clone().step_by(SOME) {
            let some = start..states.end.min(start + SOME);
            let first_row = row_ends.len();
            successors.clear();
            for index in some.clone() {
                let (row, before) = (index - states.start, successors.len());
                if asked.get(n_told) == Some(&row) {
                    let told = told.get(n_told).into_iter().flat_map(|row| row.iter(width));
                    told.for_each(|(label, state)| successors.push(label, state));
                    n_told += 1;
                } else if !self.shared.successors(desk, stored.at(index), successors) {
                    successors.truncate(before, width);
                    open.push(row);
                }
                row_ends.push(labels.len() + successors.len());
            }
            let mut steps = successors.iter(width);
            for (index, &end) in some.zip(&row_ends[first_row..]) {
                let source = stored.at(index);
                for (label, state) in steps.by_ref().take(end - labels.len()) {
                    labels.push(label);
                    shards.push(sort(source, state, sorted));
                }
            }
        }
        for (mut cell, words) in self.cells_of(number).into_iter().zip(sorted) {
            cell.words.clear();
            cell.words.extend_from_slice(words);
        }
    }

    /// The second turn: looks up what belongs to a shard.
    pub(super) fn look_up(&self, number: usize, bench: &mut Bench, shard: &mut Shard<'_>) {
        for cell in self.cells.iter().skip(number).step_by(self.n_shards()) {
            let mut cell = cell.lock().unwrap_or_else(PoisonError::into_inner);
            let (targets, n_before) = (&mut bench.gathered.targets, shard.n_new());
            targets.clear();
            fetch(&cell.words);
            if shard.put_all(&self.stored, &cell.words, targets).is_none() {
                self.is_full.store(true, Ordering::Relaxed);
                return;
            }
            cell.n_before = n_before;
            cell.targets.clear();
            cell.targets.extend_from_slice(targets);
        }
        let mut ranks = self.ranks[number].write().unwrap_or_else(PoisonError::into_inner);
        let n_found = shard.n_new().max(ranks.len());
        ranks.resize_with(n_found, AtomicU64::default);
    }

    /// The third turn: makes rows of a piece, and counts the states that it was the first to find.
    pub(super) fn settle(&self, number: usize, bench: &mut Bench) {
        let mut chunk = self.chunk(number);
        let Chunk { states, labels, shards, row_ends, edges, ends, n_new, .. } = &mut *chunk;
        let Fresh(words) = &mut *self.fresh[number].lock().unwrap_or_else(PoisonError::into_inner);
        let (cells, width) = (self.cells_of(number), self.width);
        for cell in &cells {
            fetch(&cell.targets);
        }
        let Bench { distinct, gathered: Gathered { firsts, .. }, .. } = bench;
        firsts.resize_with(self.n_shards(), Vec::new);
        let lanes = cells.iter().zip(firsts);
        let mut lanes: Vec<Lane<'_>> =
            lanes.map(|(cell, firsts)| Lane::new(cell, firsts, self.n_known)).collect();
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
                    let lane = &mut lanes[usize::from(shard)];
                    target = lane.targets.next().copied().unwrap_or(target);
                    if target == lane.next_new {
                        let first = (number as u64) << 32 | u64::from(*n_new);
                        words.extend_from_slice(lane.note_new(first, width));
                        *n_new += 1;
                    }
                    // Whether it is an old one cannot be foretold.
                    let new = self.stand_in(target.wrapping_sub(self.n_known), shard);
                    target = select_unpredictable(target < self.n_known, target, new);
                }
                let edge = Edge { label, target: StateId(target) };
                if distinct.is_new(&edges[start..], edge) {
                    edges.push(edge);
                }
            }
            done = row_end;
            distinct.end_row();
            ends.push(u32::try_from(edges.len()).unwrap_or(u32::MAX));
        }
        if edges.len() < edges.capacity() / 8 * 7 {
            edges.shrink_to_fit();
        }
        for (lane, ranks) in lanes.iter().zip(self.ranks) {
            let ranks = ranks.read().unwrap_or_else(PoisonError::into_inner);
            let places = &ranks[lane.cell.n_before..];
            places
                .iter()
                .zip(&*lane.firsts)
                .for_each(|(place, &first)| place.store(first, Ordering::Relaxed));
        }
    }

    /// What stands for a new state.
    fn stand_in(&self, rank: u32, shard: u8) -> u32 {
        self.n_known.wrapping_add(rank << self.n_shards().trailing_zeros() | u32::from(shard))
    }

    fn number(&self, place: &AtomicU64) -> u32 {
        let first = place.load(Ordering::Relaxed);
        let chunk = usize::try_from(first >> 32).unwrap_or(0);
        let rank = u32::try_from(first & u64::from(u32::MAX)).unwrap_or(0);
        self.firsts[chunk].load(Ordering::Relaxed) + rank
    }

    /// The pieces of the last turn. Those of the shards are where they were before, among the first and the last
    /// ones, so that mostly the same thread has them.
    pub(super) fn naming(&self, piece: usize) -> Naming {
        let half = self.n_shards() / 2;
        match piece.checked_sub(half) {
            None => Naming::States(piece),
            Some(chunk) if chunk < self.chunks.len() => Naming::Piece(chunk),
            Some(_) => Naming::States(piece - self.chunks.len()),
        }
    }

    /// Keeps the words of the new states of a piece, and puts numbers into its edges.
    pub(super) fn name_piece(&self, number: usize) {
        self.keep_words(number);
        self.name_targets(number);
    }

    /// Keeps the words of the new states of a piece: the thread that has found them will expand most of them.
    fn keep_words(&self, number: usize) {
        let places = &mut *self.places[number].lock().unwrap_or_else(PoisonError::into_inner);
        let Fresh(words) = &*self.fresh[number].lock().unwrap_or_else(PoisonError::into_inner);
        let mut words = &words[..];
        for place in places {
            let (next, rest) = words.split_at(place.len());
            place.copy_from_slice(next);
            words = rest;
        }
    }

    /// Puts numbers into the edges of a piece.
    fn name_targets(&self, number: usize) {
        let mut chunk = self.chunk(number);
        let ranks: Vec<_> = self
            .ranks
            .iter()
            .map(|ranks| ranks.read().unwrap_or_else(PoisonError::into_inner))
            .collect();
        let bits = self.n_shards().trailing_zeros();
        for edge in &mut chunk.edges {
            if let Some(new) = edge.target.0.checked_sub(self.n_known) {
                let shard = new as usize & (self.n_shards() - 1);
                edge.target = StateId(self.number(&ranks[shard][(new >> bits) as usize]));
            }
        }
    }

    /// Puts numbers into the slots of a shard.
    pub(super) fn name_states(&self, number: usize, shard: &mut Shard<'_>) {
        let ranks = self.ranks[number].read().unwrap_or_else(PoisonError::into_inner);
        shard.name(ranks.iter().map(|place| self.number(place)));
    }
}
