//! Signatures: what states can do, as sets of labels with blocks, each set once.
//!
//! Input: pairs of a label and a block. Output: a number of the set, the same for equal sets: sets themselves are compared,
//! not hashes of them. To another worker a set is told once, and named afterwards.

use rustc_hash::FxHashMap;

use crate::words::{halves, whole};

/// Stands in a signature for going on for ever without a visible action.
pub(crate) const DIVERGENCE: u64 = u64::MAX;

/// A label and a block as one number.
pub(crate) fn pair(label: u32, block: u32) -> u64 {
    u64::from(label) << 32 | u64::from(block)
}

/// Sets with their numbers.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    numbers: FxHashMap<Box<[u64]>, u32>,
    pairs: Vec<Box<[u64]>>,
    /// For each worker by which names it was told of sets here, and which sets it has told of.
    told: Vec<FxHashMap<u32, u32>>,
    heard: Vec<Vec<u32>>,
}

impl Sets {
    pub(crate) fn new(n_workers: usize) -> Self {
        let (told, heard) = (vec![FxHashMap::default(); n_workers], vec![Vec::new(); n_workers]);
        Self { numbers: FxHashMap::default(), pairs: Vec::new(), told, heard }
    }

    /// The number of the set of these pairs, which are put in order.
    pub(crate) fn number(&mut self, pairs: &mut Vec<u64>) -> u32 {
        pairs.sort_unstable();
        pairs.dedup();
        if let Some(&number) = self.numbers.get(&pairs[..]) {
            return number;
        }
        let number = u32::try_from(self.pairs.len()).unwrap_or(u32::MAX);
        self.numbers.insert(pairs[..].into(), number);
        self.pairs.push(pairs[..].into());
        number
    }

    /// The pairs of a set.
    pub(crate) fn get(&self, number: u32) -> &[u64] {
        &self.pairs[number as usize]
    }

    /// Appends a set to what is sent to a worker: twice its name, and one more where it is new, then its length and pairs.
    pub(crate) fn tell(&mut self, worker: usize, set: u32, out: &mut Vec<u32>) {
        let told = &mut self.told[worker];
        let next = u32::try_from(told.len()).unwrap_or(u32::MAX);
        let name = *told.entry(set).or_insert(next);
        out.push(name << 1 | u32::from(name == next));
        if name == next {
            push(out, &self.pairs[set as usize]);
        }
    }

    /// Takes a set that a worker has told of from the front of some words; `None` where it makes no sense.
    pub(crate) fn hear(&mut self, worker: usize, words: &mut &[u32]) -> Option<u32> {
        let (&name, rest) = words.split_first()?;
        *words = rest;
        let place = (name >> 1) as usize;
        if name & 1 == 0 {
            return self.heard[worker].get(place).copied();
        }
        let mut pairs = pop(words)?;
        if place != self.heard[worker].len() {
            return None;
        }
        let set = self.number(&mut pairs);
        self.heard[worker].push(set);
        Some(set)
    }
}

/// Appends a set: how many pairs, and these.
pub(crate) fn push(out: &mut Vec<u32>, pairs: &[u64]) {
    out.push(u32::try_from(pairs.len()).unwrap_or(u32::MAX));
    out.extend(pairs.iter().copied().flat_map(halves));
}

/// Takes a set from the front of some words.
pub(crate) fn pop(words: &mut &[u32]) -> Option<Vec<u64>> {
    let (&n_pairs, rest) = words.split_first()?;
    let (pairs, rest) = rest.split_at_checked((n_pairs as usize).checked_mul(2)?)?;
    *words = rest;
    Some(pairs.chunks_exact(2).map(|pair| whole([pair[0], pair[1]])).collect())
}
