//! State vectors in order of discovery, found again by their content.
//!
//! Input: vectors of one width. Output: their numbers. All vectors stand in one piece of memory; an
//! open-addressing table holds a number and a few bits of the hash for each, so that most vectors
//! that differ are told apart without a look at them. Whole vectors are compared: nothing is lost. A
//! large table consists of shards, to which several threads may add at once (`merge`).

mod merge;

pub(crate) use merge::Found;

use crate::ids::StateId;

/// A slot of the table that holds no state.
const EMPTY: u32 = u32::MAX;

/// States that the table has room for at first.
const FIRST_CAPACITY: usize = 1 << 8;

/// Shards of a large table.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;

const SHARD_BITS: u32 = 6;

/// Slots of a table that has shards.
const LARGE: usize = 1 << 16;

/// A set of state vectors, numbered from 0 in the order in which they came.
#[derive(Clone, Debug)]
pub struct StateStore {
    width: usize,
    words: Vec<u32>,
    /// A power of two; each slot has a number in its low bits, bits of the hash in the others.
    slots: Vec<u32>,
    /// Low bits of a slot that hold a number.
    id_mask: u32,
    /// The size of a shard, less 1.
    shard_mask: usize,
    n_states: usize,
}

impl StateStore {
    /// No states; all will have this many words.
    pub fn new(width: usize) -> Self {
        let (words, slots) = (Vec::new(), Vec::new());
        let mut store = Self { width, words, slots, id_mask: 0, shard_mask: 0, n_states: 0 };
        store.resize(FIRST_CAPACITY);
        store
    }

    /// Words of a state.
    pub fn width(&self) -> usize {
        self.width
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

    /// The same, with the hash computed before.
    pub(crate) fn find_hashed(&self, state: &[u32], hash: u64) -> Option<StateId> {
        self.look_up(state, hash).ok()
    }

    /// The number of a state, and whether it is new.
    pub fn insert(&mut self, state: &[u32]) -> (StateId, bool) {
        self.insert_hashed(state, hash(state))
    }

    /// The same, with the hash computed before.
    pub(crate) fn insert_hashed(&mut self, state: &[u32], hash: u64) -> (StateId, bool) {
        match self.look_up(state, hash) {
            Ok(known) => (known, false),
            Err(slot) => (self.add(state, hash, slot), true),
        }
    }

    /// Forgets all states behind the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.n_states = self.n_states.min(len);
        self.words.truncate(self.n_states * self.width);
        let mut n_slots = FIRST_CAPACITY;
        while self.n_states >= n_slots / 4 * 3 {
            n_slots *= 2;
        }
        self.resize(n_slots);
    }

    /// Asks memory for what a look-up of a state with this hash needs, so that several look-ups
    /// wait for it together; what is returned has no meaning.
    pub(crate) fn touch(&self, hash: u64) -> u32 {
        let entry = self.slots[self.home(hash)];
        if entry == EMPTY {
            return entry;
        }
        self.words.get((entry & self.id_mask) as usize * self.width).copied().unwrap_or(entry)
    }

    /// Bytes that are in use.
    pub fn bytes(&self) -> usize {
        (self.words.len() + self.slots.len()) * size_of::<u32>()
    }

    fn at(&self, index: usize) -> &[u32] {
        &self.words[index * self.width..(index + 1) * self.width]
    }

    /// Where a state with this hash stands if nothing is in its way.
    fn home(&self, hash: u64) -> usize {
        // The lowest bits are compared, the highest ones tell the shard, those between the place.
        let place = usize::try_from(hash >> 32).unwrap_or(0) & self.shard_mask;
        if self.slots.len() < LARGE { place } else { shard(hash) * (self.shard_mask + 1) + place }
    }

    /// The slot to be looked at behind another one.
    fn after(&self, slot: usize) -> usize {
        (slot & !self.shard_mask) | ((slot + 1) & self.shard_mask)
    }

    /// The number of a state, or the slot in which it would stand; none where its shard is full.
    fn look_up(&self, state: &[u32], hash: u64) -> Result<StateId, Option<usize>> {
        let tag = low(hash) & !self.id_mask;
        let mut slot = self.home(hash);
        for _ in 0..=self.shard_mask {
            let entry = self.slots[slot];
            if entry == EMPTY {
                return Err(Some(slot));
            }
            if entry & !self.id_mask == tag {
                let id = entry & self.id_mask;
                if self.at(id as usize) == state {
                    return Ok(StateId(id));
                }
            }
            slot = self.after(slot);
        }
        Err(None)
    }

    fn add(&mut self, state: &[u32], hash: u64, slot: Option<usize>) -> StateId {
        let is_full = self.n_states >= self.slots.len() / 4 * 3;
        let mut slot = slot.filter(|_| !is_full);
        let slot = loop {
            if let Some(slot) = slot {
                break slot;
            }
            self.resize(self.slots.len() * 2);
            slot = self.free(hash);
        };
        let id = u32::try_from(self.n_states).unwrap_or(u32::MAX);
        self.slots[slot] = (low(hash) & !self.id_mask) | id;
        self.words.extend_from_slice(state);
        self.n_states += 1;
        StateId(id)
    }

    /// The first free slot for a state with this hash; none where its shard is full.
    fn free(&self, hash: u64) -> Option<usize> {
        let mut slot = self.home(hash);
        for _ in 0..=self.shard_mask {
            if self.slots[slot] == EMPTY {
                return Some(slot);
            }
            slot = self.after(slot);
        }
        None
    }

    /// Builds the table anew, with this many slots, or more where a shard has too few.
    fn resize(&mut self, mut n_slots: usize) {
        while !self.try_resize(n_slots) {
            n_slots *= 2;
        }
    }

    fn try_resize(&mut self, n_slots: usize) -> bool {
        self.slots = Vec::new();
        self.slots.resize(n_slots, EMPTY);
        // A table that is full to three quarters has no number with ones only in all these bits.
        self.id_mask = u32::try_from(n_slots - 1).unwrap_or(u32::MAX);
        self.shard_mask = if n_slots < LARGE { n_slots - 1 } else { n_slots / SHARDS - 1 };
        for index in 0..self.n_states {
            let hash = hash(self.at(index));
            let Some(slot) = self.free(hash) else { return false };
            let id = u32::try_from(index).unwrap_or(u32::MAX);
            self.slots[slot] = (low(hash) & !self.id_mask) | id;
        }
        true
    }
}

/// The shard of a large table to which a hash belongs.
pub(crate) fn shard(hash: u64) -> usize {
    usize::try_from(hash >> (u64::BITS - SHARD_BITS)).unwrap_or(0)
}

impl std::ops::Index<usize> for StateStore {
    type Output = [u32];

    fn index(&self, state: usize) -> &[u32] {
        self.at(state)
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the low bits are meant")]
fn low(hash: u64) -> u32 {
    hash as u32
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
