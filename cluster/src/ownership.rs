//! To which worker a state belongs.
//!
//! Input: a state as one process has it. Output: a worker, the same in each process. Symbols that all processes have had from
//! the start are numbers that all have alike; for others stands a hash of what they are made of.

use lts::portable::{Portable, hash};

use crate::words::halves;

/// How states are distributed.
#[derive(Debug)]
pub(crate) struct Ownership {
    n_workers: u64,
    /// Symbols below this are the same in all processes.
    n_common: usize,
    /// Hashes of the others, by number; 0 where there is none yet.
    hashes: Vec<u64>,
    /// Room for a state.
    words: Vec<u32>,
}

impl Ownership {
    pub(crate) fn new(n_workers: usize, n_common: usize) -> Self {
        Self { n_workers: n_workers as u64, n_common, hashes: Vec::new(), words: Vec::new() }
    }

    /// The owner of a state.
    pub(crate) fn of(&mut self, system: &dyn Portable, state: &[u32]) -> usize {
        if self.n_workers == 1 {
            return 0;
        }
        let is_common = system.n_symbols() <= self.n_common
            || !(0..state.len()).any(|place| is_own(system, self.n_common, (place, state[place])));
        let hashed = if is_common {
            hash(state)
        } else {
            self.words.clear();
            for (place, &word) in state.iter().enumerate() {
                let is_own = is_own(system, self.n_common, (place, word));
                let stands = if is_own { halves(self.hash_of(system, word))[0] } else { word };
                self.words.push(stands);
            }
            hash(&self.words)
        };
        // The table looks at the bits of the hash itself.
        let stirred = hashed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        usize::try_from((stirred * self.n_workers) >> 32).unwrap_or(0)
    }

    /// A hash of what a symbol is made of.
    fn hash_of(&mut self, system: &dyn Portable, symbol: u32) -> u64 {
        if let Some(hash) = self.known(symbol) {
            return hash;
        }
        let (mut bytes, mut parts, mut words) = (Vec::new(), Vec::new(), Vec::new());
        let mut pending = vec![symbol];
        while let Some(&next) = pending.last() {
            if self.known(next).is_some() {
                pending.pop();
                continue;
            }
            bytes.clear();
            parts.clear();
            words.clear();
            system.describe(next, &mut bytes, &mut parts);
            let before = pending.len();
            for &part in &parts {
                match self.known(part) {
                    Some(hash) => words.extend(halves(hash)),
                    None => pending.push(part),
                }
            }
            if pending.len() == before {
                words.extend(bytes.iter().map(|byte| u32::from(*byte)));
                let place = next as usize - self.n_common;
                if place >= self.hashes.len() {
                    self.hashes.resize(place + 1, 0);
                }
                self.hashes[place] = hash(&words) | 1;
                pending.pop();
            }
        }
        self.known(symbol).unwrap_or(0)
    }

    fn known(&self, symbol: u32) -> Option<u64> {
        match (symbol as usize).checked_sub(self.n_common) {
            None => Some(u64::from(symbol) << 1),
            Some(place) => self.hashes.get(place).copied().filter(|hash| *hash != 0),
        }
    }
}

/// Whether a word is a symbol that other processes have another number for.
pub(crate) fn is_own(system: &dyn Portable, n_common: usize, (place, word): (usize, u32)) -> bool {
    word as usize >= n_common && system.is_symbol(place, word)
}
