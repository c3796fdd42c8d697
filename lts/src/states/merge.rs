//! New states of several threads, added to a table by several threads.
//!
//! Input: states that are not in the table, some of them repeatedly, in pieces. Output: their numbers, as
//! they would get them one after another. Each shard of the table belongs to one thread, which finds what
//! comes first; then one thread numbers that, in order.

use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSliceMut as _;

use super::{EMPTY, LARGE, StateStore, low};

/// States that are not in a table.
pub(crate) struct Found<'f> {
    /// Words of these states and of others.
    pub(crate) words: &'f [u32],
    /// Hashes of all of them.
    pub(crate) hashes: &'f [u64],
    /// Which of them are not in the table, in order.
    pub(crate) unknown: &'f [u32],
    /// Places in `unknown`, by shard, and in order in each.
    pub(crate) by_shard: &'f [u32],
    /// Where each shard begins in there, and where the last one ends.
    pub(crate) shards: &'f [u32],
}

/// What a thread has found out of the new states of a shard.
#[derive(Default)]
struct Sorted {
    /// Numbers of states, and of the first one that is the same.
    same: Vec<(u32, u32)>,
    /// Slots in the shard with the states that stand there.
    slots: Vec<(u32, u32)>,
}

impl StateStore {
    /// Adds what has been found: the number of each unknown state, piece after piece. `None` where the
    /// table has no room in some shard: then nothing is added.
    pub(crate) fn merge(&mut self, pool: &ThreadPool, found: &[Found<'_>]) -> Option<Vec<u32>> {
        let mut firsts = Vec::with_capacity(found.len());
        let mut n_found = 0;
        for piece in found {
            firsts.push(n_found);
            n_found += piece.unknown.len();
        }
        let n_slots = ((self.n_states + n_found) / 3 * 4 + 4).next_power_of_two().max(LARGE);
        if n_slots > self.slots.len() {
            self.resize(n_slots);
        }
        let base = u32::try_from(self.n_states).ok()?;
        let sort = Sort { found, firsts: &firsts, base, width: self.width, mask: self.id_mask };
        let size = self.shard_mask + 1;
        let shards = self.slots.par_chunks_mut(size).enumerate();
        let sorted: Vec<Option<Sorted>> =
            pool.install(|| shards.map(|(shard, slots)| sort.sorted(shard, slots)).collect());
        let Some(sorted) = sorted.into_iter().collect::<Option<Vec<Sorted>>>() else {
            // What was put down has no number: the table is built anew from the states.
            self.resize(self.slots.len() * 2);
            return None;
        };
        let numbers = self.number(found, &sorted, n_found);
        let mask = self.id_mask;
        let shards = self.slots.par_chunks_mut(size).zip((&sorted).into_par_iter());
        pool.install(|| {
            shards.for_each(|(slots, sorted)| {
                for &(slot, state) in &sorted.slots {
                    let entry = &mut slots[slot as usize];
                    *entry = (*entry & !mask) | numbers[state as usize];
                }
            });
        });
        Some(numbers)
    }

    /// Numbers what comes first, and keeps its words.
    fn number(&mut self, found: &[Found<'_>], sorted: &[Sorted], n_found: usize) -> Vec<u32> {
        let mut numbers = vec![0; n_found];
        for &(state, first) in sorted.iter().flat_map(|sorted| &sorted.same) {
            numbers[state as usize] = first;
        }
        let mut state = 0;
        for piece in found {
            for &place in piece.unknown {
                let first = numbers[state] as usize;
                numbers[state] = if first == state {
                    let start = place as usize * self.width;
                    self.words.extend_from_slice(&piece.words[start..start + self.width]);
                    self.n_states += 1;
                    u32::try_from(self.n_states - 1).unwrap_or(u32::MAX)
                } else {
                    numbers[first]
                };
                state += 1;
            }
        }
        numbers
    }
}

/// What all threads look at.
struct Sort<'s, 'f> {
    found: &'s [Found<'f>],
    /// The number of the first unknown state of each piece.
    firsts: &'s [usize],
    /// Number of states that were there before.
    base: u32,
    width: usize,
    mask: u32,
}

impl Sort<'_, '_> {
    /// Puts the states of a shard into its slots; `None` where there are too few.
    fn sorted(&self, shard: usize, slots: &mut [u32]) -> Option<Sorted> {
        let mut sorted = Sorted::default();
        for (piece, first) in self.found.iter().zip(self.firsts) {
            let range = piece.shards[shard] as usize..piece.shards[shard + 1] as usize;
            for &place in &piece.by_shard[range] {
                let state = u32::try_from(first + place as usize).ok()?;
                let step = piece.unknown[place as usize] as usize;
                let words = &piece.words[step * self.width..(step + 1) * self.width];
                let same = self.put(state, words, piece.hashes[step], slots, &mut sorted)?;
                sorted.same.push((state, same));
            }
        }
        Some(sorted)
    }

    /// The first state that is the same as this one, which is put down if it is itself the first.
    fn put(
        &self,
        state: u32,
        words: &[u32],
        hash: u64,
        slots: &mut [u32],
        sorted: &mut Sorted,
    ) -> Option<u32> {
        let tag = low(hash) & !self.mask;
        let last = slots.len() - 1;
        let mut slot = usize::try_from(hash >> 32).unwrap_or(0) & last;
        for _ in 0..slots.len() {
            let entry = slots[slot];
            if entry == EMPTY {
                slots[slot] = tag | (self.base + state);
                sorted.slots.push((u32::try_from(slot).ok()?, state));
                return Some(state);
            }
            // States that were there before are others.
            let other = (entry & self.mask).checked_sub(self.base);
            if let Some(other) = other.filter(|_| entry & !self.mask == tag)
                && self.words(other) == words
            {
                return Some(other);
            }
            slot = (slot + 1) & last;
        }
        None
    }

    /// The words of an unknown state.
    fn words(&self, state: u32) -> &[u32] {
        let state = state as usize;
        let piece = self.firsts.partition_point(|&first| first <= state) - 1;
        let step = self.found[piece].unknown[state - self.firsts[piece]] as usize;
        &self.found[piece].words[step * self.width..(step + 1) * self.width]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::states::{SHARDS, hash, shard};

    /// Random states, some of them known, many repeated: numbers are those of one thread.
    #[test]
    fn merged_states_are_numbered_as_they_come() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
        let (mut merged, mut alone) = (StateStore::new(2), StateStore::new(2));
        let mut random = 1_u32;
        for round in 0..12 {
            let mut words = Vec::new();
            for _ in 0..20_000 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                words.extend([(random >> 8) % (20_000 * (round + 1)), 7]);
            }
            let hashes: Vec<u64> = words.chunks(2).map(hash).collect();
            let is_unknown = |&step: &u32| merged.find(&words[step as usize * 2..][..2]).is_none();
            let unknown: Vec<u32> = (0..20_000).filter(is_unknown).collect();
            let mut by_shard: Vec<u32> = (0..u32::try_from(unknown.len()).unwrap_or(0)).collect();
            let shard_of = |place: u32| shard(hashes[unknown[place as usize] as usize]);
            by_shard.sort_by_key(|&place| shard_of(place));
            let shards: Vec<u32> = (0..=SHARDS)
                .map(|shard| by_shard.partition_point(|&place| shard_of(place) < shard))
                .map(|start| u32::try_from(start).unwrap_or(0))
                .collect();
            let (half, all) = (unknown.len() / 2, unknown.len());
            assert!(half < all);
            let found = Found {
                words: &words,
                hashes: &hashes,
                unknown: &unknown,
                by_shard: &by_shard,
                shards: &shards,
            };
            let numbers = merged.merge(&pool, &[found]).expect("room");
            for state in words.chunks(2) {
                alone.insert(state);
            }
            for (number, &step) in numbers.iter().zip(&unknown) {
                let state = &words[step as usize * 2..][..2];
                assert_eq!(alone.find(state).map(|id| id.0), Some(*number));
                assert_eq!(merged.find(state).map(|id| id.0), Some(*number));
            }
            assert!(merged.iter().eq(alone.iter()));
        }
    }
}
