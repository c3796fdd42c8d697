//! Parts of a table, each for one thread.
//!
//! Input: states, in the order in which one thread would look them up. Output: for each its number, or where it is
//! new what stands for it: the number of states that were known before, and its rank among the new ones of
//! the shard. When numbers are known, the shard puts them into its slots.

use std::sync::{Mutex, PoisonError};

use super::{
    BLOCKS, EMPTY, Filled, GROUP, Known, Room, SlotLayout, StateStore, Table, hash, is_same,
};
use crate::worker_pool::Crew;

/// Shards for this many threads, some for each: a slower thread leaves one to the others.
pub(crate) fn n_shards(n_threads: usize) -> usize {
    (2 * n_threads).next_power_of_two().min(BLOCKS)
}

/// To which of so many shards a state with this hash belongs.
pub(crate) fn shard_of(hash: u64, n_shards: usize) -> usize {
    usize::try_from(hash >> 32 >> (u32::BITS - n_shards.trailing_zeros())).unwrap_or(0)
}

/// Some blocks of a table.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Shard<'s> {
    n_known: usize,
    width: usize,
    layout: SlotLayout,
    slots: &'s mut [u32],
    filled: &'s mut [Filled],
    /// The first of its slots in the table.
    start: usize,
    new: Newcomers,
}

/// New states of a shard.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newcomers {
    words: Vec<u32>,
    slots: Vec<u32>,
}

impl StateStore {
    /// All shards, with room for newcomers; and the words of the states, with the places of those of the newcomers.
    pub(crate) fn shards<'s>(
        &'s mut self,
        rooms: &mut [Newcomers],
    ) -> (Known<'s>, Room<'s>, Vec<Mutex<Shard<'s>>>) {
        let Self { words, slots, filled, layout, n_states } = self;
        let width = words.width();
        let (stored, places) = words.split(*n_states);
        let (n_slots, n_blocks) = (slots.len() / rooms.len(), filled.len() / rooms.len());
        let parts = slots.chunks_mut(n_slots).zip(filled.chunks_mut(n_blocks));
        let shards = parts.zip(rooms).enumerate().map(|(number, ((slots, filled), room))| {
            let mut new = std::mem::take(room);
            new.words.clear();
            new.slots.clear();
            let (layout, start) = (*layout, number * n_slots);
            let n_known = *n_states;
            Mutex::new(Shard { n_known, width, layout, slots, filled, start, new })
        });
        (stored, places, shards.collect())
    }

    /// Makes room in the table for this many more states; it has blocks then.
    pub(crate) fn reserve(&mut self, n_more: usize, crew: &Crew) {
        let mut n_slots = self.slots.len().max(super::LARGE);
        while self.n_states + n_more > n_slots / 4 * 3 {
            n_slots *= 2;
        }
        if n_slots > self.slots.len() {
            self.resize(n_slots, Some(crew));
        }
        // No block takes more.
        self.words.make_room(self.slots.len() / 8 * 7);
    }

    /// Builds a table with so many times as many slots, without what has no number.
    pub(crate) fn forget_new(&mut self, factor: usize, crew: &Crew) {
        self.resize(self.slots.len() * factor, Some(crew));
        self.words.make_room(self.slots.len() / 8 * 7);
    }

    /// Puts all states into a new table that has blocks, on all threads; false where there is no room.
    pub(super) fn rebuild_together(&mut self, crew: &Crew) -> bool {
        let mut rooms =
            vec![Newcomers::default(); crew.n_threads().next_power_of_two().min(BLOCKS)];
        let n_shards = rooms.len();
        let (stored, _, shards) = self.shards(&mut rooms);
        crew.each(n_shards, |number| {
            if let Ok(mut shard) = shards[number].lock() {
                shard.rebuild(&stored, number, n_shards);
            }
        });
        let mut shards = shards.into_iter().map(Mutex::into_inner);
        shards.all(|shard| {
            let shard = shard.unwrap_or_else(PoisonError::into_inner);
            !shard.filled.iter().any(|&filled| shard.layout.is_full(filled))
        })
    }
}

impl Shard<'_> {
    /// Puts those of the known states that belong here into their slots, as long as there is room.
    fn rebuild(&mut self, stored: &Known<'_>, number: usize, n_shards: usize) {
        // A page that is read before it is written is asked for twice.
        self.slots.fill(EMPTY);
        let width = self.width.max(1);
        let mut group = [(0, 0); 2 * GROUP];
        let (mut n_found, mut ids) = (0, 0..);
        for states in stored.parts().flat_map(|part| part.chunks(GROUP * width)) {
            for (hash, id) in states.chunks_exact(width).map(hash).zip(ids.by_ref()) {
                // Whether it belongs here cannot be foretold: it is written down, and perhaps over it the next one.
                group[n_found] = (hash, id);
                n_found += usize::from(shard_of(hash, n_shards) == number);
            }
            if n_found >= GROUP && self.place_all(&group[..std::mem::take(&mut n_found)]).is_none()
            {
                return;
            }
        }
        self.place_all(&group[..n_found]);
    }

    fn place_all(&mut self, group: &[(u64, u32)]) -> Option<()> {
        let homes = group.iter().map(|(hash, _)| self.slots[self.layout.home(*hash) - self.start]);
        std::hint::black_box(homes.fold(0, |all, entry| all ^ entry));
        for &(hash, id) in group {
            self.place(self.layout.home(hash), self.layout.entry(hash, id))?;
        }
        Some(())
    }

    /// Puts an entry into the first free slot from this one on.
    fn place(&mut self, mut slot: usize, entry: u32) -> Option<usize> {
        let filled = &mut self.filled[(slot - self.start) / (self.layout.block_mask + 1)];
        filled.0 += 1;
        if self.layout.is_full(*filled) {
            return None;
        }
        while self.slots[slot - self.start] != EMPTY {
            slot = self.layout.after(slot);
        }
        self.slots[slot - self.start] = entry;
        Some(slot)
    }

    /// Number of new states.
    pub(crate) fn n_new(&self) -> usize {
        self.new.slots.len()
    }

    /// Looks up states, which belong here, one after another, among those that were known before and the new ones;
    /// `None` where there is no room.
    pub(crate) fn put_all(
        &mut self,
        stored: &Known<'_>,
        states: &[u32],
        out: &mut Vec<u32>,
    ) -> Option<()> {
        let width = self.width.max(1);
        let mut hashes = [0; GROUP];
        for group in states.chunks(GROUP * width) {
            let (slots, start, n_states) = (&*self.slots, self.start, stored.len());
            let words = |state| stored.from(state);
            let table = Table { slots, start, n_states, words, width: self.width };
            self.layout.hashed(group, table, &mut hashes);
            for (state, &hash) in group.chunks_exact(width).zip(&hashes) {
                out.push(self.put(stored, state, hash)?);
            }
        }
        Some(())
    }

    fn put(&mut self, stored: &Known<'_>, state: &[u32], hash: u64) -> Option<u32> {
        let (layout, width) = (self.layout, self.width);
        let tag = layout.tag(hash);
        let mut slot = layout.home(hash);
        loop {
            let entry = self.slots[slot - self.start];
            if entry == EMPTY {
                break;
            }
            if layout.tag_of(entry) == tag {
                let id = layout.id(entry) as usize;
                let words = match id.checked_sub(self.n_known) {
                    None => stored.from(id),
                    Some(rank) => &self.new.words[rank * width..],
                };
                if is_same(words, state) {
                    return Some(layout.id(entry));
                }
            }
            slot = layout.after(slot);
        }
        let id =
            u32::try_from(self.n_known + self.n_new()).ok().filter(|&id| id < layout.id_mask)?;
        let slot = self.place(slot, layout.entry(hash, id))?;
        self.new.words.extend_from_slice(state);
        self.new.slots.push(u32::try_from(slot - self.start).ok()?);
        Some(id)
    }

    /// Gives the new states their numbers, in the order in which they came.
    pub(crate) fn name(&mut self, numbers: impl Iterator<Item = u32>) {
        for (&slot, number) in self.new.slots.iter().zip(numbers) {
            let entry = &mut self.slots[slot as usize];
            *entry = self.layout.tag_of(*entry) | (number ^ self.layout.id_mask);
        }
    }

    /// Its room, to be used again.
    pub(crate) fn into_room(self) -> Newcomers {
        self.new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts states down by shards and numbers them by hand; false where there is no room.
    fn put_down(states: &mut StateStore, rooms: &mut [Newcomers], rows: &[[u32; 2]]) -> bool {
        let n_shards = rooms.len();
        let n_known = states.len();
        let (all, mut room, shards) = states.shards(rooms);
        let mut shards: Vec<Shard<'_>> =
            shards.into_iter().filter_map(|s| s.into_inner().ok()).collect();
        let (mut words, mut numbers) = (Vec::new(), vec![Vec::new(); n_shards]);
        for state in rows {
            let number = shard_of(hash(state), n_shards);
            let shard = &mut shards[number];
            let (before, mut targets) = (shard.n_new(), Vec::new());
            if shard.put_all(&all, state, &mut targets).is_none() {
                return false;
            }
            if shard.n_new() > before {
                assert_eq!(targets[0] as usize, n_known + before);
                numbers[number].push(u32::try_from(n_known + words.len() / 2).expect("small"));
                words.extend(state);
            }
        }
        for (shard, numbers) in shards.iter_mut().zip(numbers) {
            shard.name(numbers.into_iter());
        }
        for (room, shard) in rooms.iter_mut().zip(shards) {
            *room = shard.into_room();
        }
        let places = room.take(words.len() / 2).into_iter().flatten();
        places.zip(&words).for_each(|(place, word)| *place = *word);
        states.added(words.len() / 2);
        true
    }

    /// Random states, some of them known, many repeated: the table is that of one thread.
    #[test]
    fn shards_find_what_one_table_finds() {
        let crew = Crew::new(3).expect("threads");
        let (mut states, mut alone) = (StateStore::new(2), StateStore::new(2));
        let mut rooms = vec![Newcomers::default(); n_shards(3)];
        let mut random = 1_u32;
        for round in 1..13 {
            let mut next = || {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                [(random >> 8) % (20_000 * round), 7]
            };
            let rows: Vec<[u32; 2]> = (0..20_000).map(|_| next()).collect();
            states.reserve(rows.len(), &crew);
            assert!(put_down(&mut states, &mut rooms, &rows));
            for state in &rows {
                let (number, _) = alone.insert(state);
                assert_eq!(states.find(state), Some(number));
            }
            assert!(states.iter().eq(alone.iter()));
        }
    }

    #[test]
    fn what_has_no_room_is_forgotten() {
        let crew = Crew::new(2).expect("threads");
        let mut states = StateStore::new(2);
        let mut rooms = vec![Newcomers::default(); 2];
        states.reserve(100, &crew);
        let some: Vec<[u32; 2]> = (0..1_000).map(|n| [n, 1]).collect();
        assert!(put_down(&mut states, &mut rooms, &some));
        let many: Vec<[u32; 2]> = (0..40_000).map(|n| [n, 2]).collect();
        assert!(!put_down(&mut states, &mut rooms, &many));
        states.forget_new(2, &crew);
        assert_eq!((states.len(), states.find(&[5, 2])), (1_000, None));
        assert!(some.iter().all(|state| states.find(state).is_some()));
        assert!(!states.insert(&[5, 1]).1 && states.insert(&[5, 2]).1);
    }
}
