//! Slots of a table of states: how they are found and what they hold.
//!
//! Input: the hash of a state. Output: the block of the table to which it belongs, the slot where it stands if nothing is
//! in its way, and the bits of it that a slot holds beside a number. It does not know which states there are.

use super::{BLOCK_BITS, GROUP, LARGE, hash};

/// How many states a block has. Threads count at the same time, each in a cache line of its own.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(128))]
pub(super) struct Filled(pub(super) usize);

/// How slots are found and read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlotLayout {
    /// Low bits of a slot that hold a number.
    pub(super) id_mask: u32,
    /// The size of a block, less 1.
    pub(super) block_mask: usize,
    /// Bits of a hash that tell the block.
    pub(super) block_bits: u32,
}

/// A part of a table.
pub(super) struct Table<'t, W> {
    pub(super) slots: &'t [u32],
    /// The number of its first slot.
    pub(super) start: usize,
    /// Number of states.
    pub(super) n_states: usize,
    /// The words of a state, and what is behind them.
    pub(super) words: W,
    pub(super) width: usize,
}

impl SlotLayout {
    pub(super) fn new(n_slots: usize) -> Self {
        let block_bits = if n_slots < LARGE { 0 } else { BLOCK_BITS };
        // A table that is not full has no number with ones only in all these bits.
        let id_mask = u32::try_from(n_slots - 1).unwrap_or(u32::MAX);
        Self { id_mask, block_mask: (n_slots >> block_bits) - 1, block_bits }
    }

    pub(super) fn block(self, hash: u64) -> usize {
        usize::try_from(hash >> 32 >> (u32::BITS - self.block_bits)).unwrap_or(0)
    }

    /// Where a state with this hash stands if nothing is in its way. The lowest bits are compared, the highest
    /// ones tell the block, those between the place.
    pub(super) fn home(self, hash: u64) -> usize {
        let place = usize::try_from(hash >> 32).unwrap_or(0) & self.block_mask;
        self.block(hash) * (self.block_mask + 1) + place
    }

    /// The slot to be looked at behind another one.
    pub(super) fn after(self, slot: usize) -> usize {
        (slot & !self.block_mask) | ((slot + 1) & self.block_mask)
    }

    /// Hashes of some states, at most as many as a group has. Asks memory for what their look-ups need, first for
    /// all slots and then for all states there, so that they wait for it together.
    pub(super) fn hashed<'t>(
        self,
        states: &[u32],
        table: Table<'t, impl Fn(usize) -> &'t [u32]>,
        hashes: &mut [u64; GROUP],
    ) {
        let Table { slots, start, n_states, words, width } = table;
        let mut entries = [0; GROUP];
        let n_asked = states.len() / width.max(1);
        let states = states.chunks_exact(width.max(1));
        for ((state, hashed), entry) in states.zip(&mut *hashes).zip(&mut entries) {
            *hashed = hash(state);
            *entry = slots[self.home(*hashed) - start];
        }
        if n_states == 0 {
            return;
        }
        let mut touched = 0;
        for (entry, &hash) in entries.into_iter().zip(&*hashes).take(n_asked) {
            let state = self.id(entry) as usize;
            let is_asked = (state < n_states) & (self.tag_of(entry) == self.tag(hash));
            // A branch would be foretold wrongly, and cost more than the memory.
            let state = std::hint::select_unpredictable(is_asked, state, 0);
            touched ^= words(state).first().copied().unwrap_or(0);
        }
        std::hint::black_box(touched);
    }

    /// What is compared of a hash.
    pub(super) fn tag(self, hash: u64) -> u32 {
        low(hash) & !self.id_mask
    }

    /// What a slot holds for a state with this hash.
    pub(super) fn entry(self, hash: u64, id: u32) -> u32 {
        self.tag(hash) | (id ^ self.id_mask)
    }

    /// The number in a slot; one that no state has where the slot is empty.
    pub(super) fn id(self, entry: u32) -> u32 {
        !entry & self.id_mask
    }

    /// The bits of a hash in a slot.
    pub(super) fn tag_of(self, entry: u32) -> u32 {
        entry & !self.id_mask
    }

    /// Whether a block with that many states takes no more.
    pub(super) fn is_full(self, filled: Filled) -> bool {
        filled.0 > self.block_mask / 8 * 7
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the low bits are meant")]
fn low(hash: u64) -> u32 {
    hash as u32
}
