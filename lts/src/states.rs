//! State vectors in order of discovery, found again by their content.
//!
//! Input: vectors of one width. Output: their numbers. All vectors stand in order (`words`); an
//! open-addressing table holds a number and a few bits of the hash for each, so that most vectors
//! that differ are told apart without a look at them. Whole vectors are compared: nothing is lost.
//! A large table consists of blocks, so that several threads may add to it, each to blocks of its own (`shard`).

mod shard;
mod slot_layout;
mod words;

use crate::graph::ids::StateId;
use crate::worker_pool::Crew;

use slot_layout::{Filled, SlotLayout, Table};
use words::Words;

pub(crate) use shard::{Newcomers, Shard, n_shards, shard_of};
pub(crate) use words::{Known, Room};

/// States that are looked up together.
pub(crate) const GROUP: usize = 32;

/// A slot of the table that holds no state. Memory comes with zeros in it: the thread that needs a slot first
/// touches it first.
const EMPTY: u32 = 0;

/// States that the table has room for at first.
const FIRST_CAPACITY: usize = 1 << 8;

/// Blocks of a large table.
const BLOCKS: usize = 1 << BLOCK_BITS;

const BLOCK_BITS: u32 = 4;

/// Slots of a table that has blocks.
const LARGE: usize = 1 << 14;

/// A set of state vectors, numbered from 0 in the order in which they came.
#[derive(Clone, Debug)]
pub struct StateStore {
    words: Words,
    /// A power of two; each slot has a number in its low bits, the wrong way round, bits of the hash in the others.
    slots: Vec<u32>,
    /// States in each block of the table.
    filled: Vec<Filled>,
    layout: SlotLayout,
    n_states: usize,
}

impl StateStore {
    /// No states; all will have this many words.
    pub fn new(width: usize) -> Self {
        let (words, slots, filled) = (Words::new(width), Vec::new(), Vec::new());
        let mut store = Self { words, slots, filled, layout: SlotLayout::default(), n_states: 0 };
        store.resize(FIRST_CAPACITY, None);
        store
    }

    /// Words of a state.
    pub fn width(&self) -> usize {
        self.words.width()
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.n_states
    }

    /// Whether there is no state.
    pub fn is_empty(&self) -> bool {
        self.n_states == 0
    }

    /// The words of a state, if it is there.
    pub fn get(&self, state: StateId) -> Option<&[u32]> {
        (state.index() < self.n_states).then(|| self.at(state.index()))
    }

    /// All states in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.n_states).map(|index| self.at(index))
    }

    /// The number of a state, if it is there.
    pub fn find(&self, state: &[u32]) -> Option<StateId> {
        self.look_up(state, hash(state)).ok()
    }

    /// The number of a state, and whether it is new.
    pub fn insert(&mut self, state: &[u32]) -> (StateId, bool) {
        self.insert_hashed(state, hash(state))
    }

    /// The number of a state whose hash is given, and whether the state is new.
    pub(crate) fn insert_hashed(&mut self, state: &[u32], hash: u64) -> (StateId, bool) {
        match self.look_up(state, hash) {
            Ok(id) => (id, false),
            Err(slot) => (self.add(state, hash, slot), true),
        }
    }

    /// Appends the numbers of some states, which are added where they are new; their look-ups wait for memory together.
    pub fn insert_all(&mut self, states: &[u32], numbers: &mut Vec<u32>) {
        let width = self.width().max(1);
        let mut hashes = [0; GROUP];
        for group in states.chunks(GROUP * width) {
            self.hashed(group, &mut hashes);
            for (state, hash) in group.chunks_exact(width).zip(hashes) {
                numbers.push(self.insert_hashed(state, hash).0.0);
            }
        }
    }

    /// Forgets all states behind the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.n_states = self.n_states.min(len);
        self.words.truncate(self.n_states);
        let mut n_slots = FIRST_CAPACITY;
        while self.n_states >= n_slots / 4 * 3 {
            n_slots *= 2;
        }
        self.resize(n_slots, None);
    }

    /// Counts states whose words have been added, and which have the next numbers in the table.
    pub(crate) fn added(&mut self, n_states: usize) {
        self.n_states += n_states;
    }

    /// Hashes of some states, at most as many as a group has, which are to be looked up.
    pub(crate) fn hashed(&self, states: &[u32], hashes: &mut [u64; GROUP]) {
        let (slots, n_states, width) = (&self.slots[..], self.n_states, self.width());
        let words = |state| self.words.from(state);
        self.layout.hashed(states, Table { slots, start: 0, n_states, words, width }, hashes);
    }

    /// Bytes that are in use.
    pub fn bytes(&self) -> usize {
        (self.n_states * self.width() + self.slots.len()) * size_of::<u32>()
    }

    /// Bytes by which they grow when there is no room.
    pub fn growth(&self) -> usize {
        (self.words.capacity() * self.width() + self.slots.len()) * size_of::<u32>()
    }

    /// Bytes by which they grow for so many more states.
    pub fn growth_by(&self, n_more: usize) -> usize {
        let n_states = self.n_states.saturating_add(n_more);
        let is_long = n_states > self.words.capacity();
        let words = if is_long { self.words.capacity() * self.width() } else { 0 };
        let slots = if n_states >= self.slots.len() / 4 * 3 { self.slots.len() } else { 0 };
        (words + slots) * size_of::<u32>()
    }

    fn at(&self, index: usize) -> &[u32] {
        self.words.at(index)
    }

    /// The number of a state, or the slot in which it would stand.
    fn look_up(&self, state: &[u32], hash: u64) -> Result<StateId, usize> {
        let layout = self.layout;
        let tag = layout.tag(hash);
        let mut slot = layout.home(hash);
        loop {
            let entry = self.slots[slot];
            if entry == EMPTY {
                return Err(slot);
            }
            if layout.tag_of(entry) == tag {
                let id = layout.id(entry);
                if is_same(self.words.from(id as usize), state) {
                    return Ok(StateId(id));
                }
            }
            slot = layout.after(slot);
        }
    }

    fn add(&mut self, state: &[u32], hash: u64, mut slot: usize) -> StateId {
        let is_full = self.n_states >= self.slots.len() / 4 * 3;
        if is_full || self.layout.is_full(self.filled[self.layout.block(hash)]) {
            self.resize(self.slots.len() * 2, None);
            slot = self.layout.home(hash);
            while self.slots[slot] != EMPTY {
                slot = self.layout.after(slot);
            }
        }
        let id = u32::try_from(self.n_states).unwrap_or(u32::MAX);
        self.slots[slot] = self.layout.entry(hash, id);
        self.filled[self.layout.block(hash)].0 += 1;
        self.words.put(self.n_states, state);
        self.n_states += 1;
        StateId(id)
    }

    /// Builds the table anew, with this many slots, or more where a block has too few.
    fn resize(&mut self, mut n_slots: usize, crew: Option<&Crew>) {
        loop {
            self.slots = Vec::new();
            self.slots = vec![EMPTY; n_slots];
            self.layout = SlotLayout::new(n_slots);
            self.filled.clear();
            self.filled.resize(1 << self.layout.block_bits, Filled::default());
            if self.rebuild(crew) {
                return;
            }
            n_slots *= 2;
        }
    }

    /// Puts all states into a new table; false where there is no room.
    fn rebuild(&mut self, crew: Option<&Crew>) -> bool {
        if let Some(crew) = crew.filter(|_| self.layout.block_bits > 0) {
            return self.rebuild_together(crew);
        }
        // A page that is read before it is written is asked for twice.
        self.slots.fill(EMPTY);
        let (layout, width, mut hashes) = (self.layout, self.width().max(1), [0; GROUP]);
        let mut ids = 0..;
        for states in self.words.parts(self.n_states).flat_map(|part| part.chunks(GROUP * width)) {
            touch(layout, &self.slots, states.chunks_exact(width), &mut hashes);
            let n_states = states.len() / width;
            for (&hash, id) in hashes[..n_states].iter().zip(ids.by_ref()) {
                let mut slot = layout.home(hash);
                while self.slots[slot] != EMPTY {
                    slot = layout.after(slot);
                }
                self.slots[slot] = layout.entry(hash, id);
                let filled = &mut self.filled[layout.block(hash)];
                filled.0 += 1;
                if layout.is_full(*filled) {
                    return false;
                }
            }
        }
        true
    }
}

/// Hashes of some states, for whose slots memory is asked at once.
fn touch<'s>(
    layout: SlotLayout,
    slots: &[u32],
    states: impl Iterator<Item = &'s [u32]>,
    hashes: &mut [u64; GROUP],
) {
    let mut touched = 0;
    for (state, hashed) in states.zip(hashes) {
        *hashed = hash(state);
        touched ^= slots[layout.home(*hashed)];
    }
    std::hint::black_box(touched);
}

impl std::ops::Index<usize> for StateStore {
    type Output = [u32];

    fn index(&self, state: usize) -> &[u32] {
        self.at(state)
    }
}

/// A hash of the words of a state; the same in every run.
pub(crate) fn hash(state: &[u32]) -> u64 {
    const KEY: u64 = 0x9e37_79b9_7f4a_7c15;
    const STIR: u64 = 0xd1b5_4a32_d192_ed03;
    let mut hash = KEY;
    let mut pairs = state.chunks_exact(2);
    for pair in &mut pairs {
        let word = u64::from(pair[0]) | u64::from(pair[1]) << 32;
        hash = fold(hash ^ word, STIR);
    }
    if let [last] = pairs.remainder() {
        hash = fold(hash ^ u64::from(*last), STIR);
    }
    fold(hash, KEY)
}

/// Whether two states are the same, one of which may have something behind it; they are too short for a call of a
/// library function to pay.
pub(crate) fn is_same(left: &[u32], right: &[u32]) -> bool {
    left.iter().zip(right).all(|(left, right)| left == right)
}

/// Both halves of a product, one over the other.
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    #[allow(clippy::cast_possible_truncation, reason = "each half is meant")]
    {
        product as u64 ^ (product >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_numbered_as_they_come() {
        let mut store = StateStore::new(3);
        let state = |n: u32| [n % 7, n / 7, n.wrapping_mul(0x9e37_79b9)];
        for n in 0..10_000 {
            assert_eq!(store.insert(&state(n)), (StateId(n), true));
            assert_eq!(store.insert(&state(n / 2)), (StateId(n / 2), false));
        }
        assert_eq!((store.len(), store.find(&[8, 8, 8])), (10_000, None));
        assert_eq!(store.get(StateId(77)), Some(&state(77)[..]));
        assert!(store.get(StateId(10_000)).is_none());
        assert!(store.bytes() < 10_000 * 24);
    }

    #[test]
    fn states_that_are_cut_are_new_again() {
        let mut store = StateStore::new(1);
        for len in [90_000, 60_000, 300, 1] {
            (0..100_000).for_each(|n| assert_eq!(store.insert(&[n]).0, StateId(n)));
            store.truncate(len as usize);
            assert_eq!((store.len(), store.get(StateId(len))), (len as usize, None));
            assert_eq!(store.find(&[len]), None);
            assert_eq!(store.find(&[len - 1]), Some(StateId(len - 1)));
        }
    }

    #[test]
    fn states_without_words_are_one() {
        let mut store = StateStore::new(0);
        assert_eq!(store.insert(&[]), (StateId(0), true));
        assert_eq!(store.insert(&[]), (StateId(0), false));
    }
}
