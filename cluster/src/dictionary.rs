//! Symbols of one process in terms of another one.
//!
//! Input: states with the symbols of their process. Output: descriptions of those that the other side does not know yet,
//! each once; there, the symbols that it has for them. A description is words: the symbol, how many parts and bytes,
//! the parts, the bytes. Parts come before what they are in.

use fixedbitset::FixedBitSet;
use lts::portable::Portable;
use rustc_hash::FxHashMap;

use crate::ownership::is_own;

/// The symbols that another process has been told of.
#[derive(Debug)]
pub(crate) struct Told {
    n_common: usize,
    known: FixedBitSet,
}

/// What another process has told of its symbols.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    n_common: usize,
    /// The symbol here, by the symbol there.
    here: FxHashMap<u32, u32>,
}

/// That something was told which makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Garbled;

impl Told {
    pub(crate) fn new(n_common: usize) -> Self {
        Self { n_common, known: FixedBitSet::new() }
    }

    /// Appends descriptions of what is new in a state.
    pub(crate) fn tell(&mut self, system: &dyn Portable, state: &[u32], out: &mut Vec<u32>) {
        if system.n_symbols() <= self.n_common {
            return;
        }
        for (place, &word) in state.iter().enumerate() {
            if is_own(system, self.n_common, (place, word)) && !self.is_told(word) {
                self.tell_symbol(system, word, out);
            }
        }
    }

    fn is_told(&self, symbol: u32) -> bool {
        let place = (symbol as usize).checked_sub(self.n_common);
        place.is_none_or(|place| self.known.contains(place))
    }

    fn tell_symbol(&mut self, system: &dyn Portable, symbol: u32, out: &mut Vec<u32>) {
        let (mut bytes, mut parts) = (Vec::new(), Vec::new());
        let mut pending = vec![symbol];
        while let Some(&next) = pending.last() {
            bytes.clear();
            parts.clear();
            system.describe(next, &mut bytes, &mut parts);
            let before = pending.len();
            pending.extend(parts.iter().filter(|part| !self.is_told(**part)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            if !self.is_told(next) {
                self.known.grow_and_insert(next as usize - self.n_common);
                out.extend([next, count(parts.len()), count(bytes.len())]);
                out.extend(&parts);
                out.extend(bytes.chunks(4).map(packed));
            }
        }
    }
}

impl Heard {
    pub(crate) fn new(n_common: usize) -> Self {
        Self { n_common, here: FxHashMap::default() }
    }

    /// Takes descriptions.
    pub(crate) fn hear(
        &mut self,
        system: &mut dyn Portable,
        mut words: &[u32],
    ) -> Result<(), Garbled> {
        while let [symbol, n_parts, n_bytes, rest @ ..] = words {
            let (n_parts, n_bytes) = (*n_parts as usize, *n_bytes as usize);
            let n_packed = n_bytes.div_ceil(4);
            let parts = rest.get(..n_parts).ok_or(Garbled)?;
            let packed = rest.get(n_parts..n_parts.saturating_add(n_packed)).ok_or(Garbled)?;
            let parts: Option<Vec<u32>> = parts.iter().map(|part| self.of(*part)).collect();
            let mut bytes: Vec<u8> = packed.iter().flat_map(|word| word.to_le_bytes()).collect();
            bytes.truncate(n_bytes);
            let here = system.learn(&bytes, &parts.ok_or(Garbled)?).ok_or(Garbled)?;
            self.here.insert(*symbol, here);
            words = &rest[n_parts + n_packed..];
        }
        if words.is_empty() { Ok(()) } else { Err(Garbled) }
    }

    /// Exchanges the symbols of some states for those that they have here; what can be no state then is refused.
    pub(crate) fn translate(
        &self,
        system: &dyn Portable,
        states: &mut [u32],
        width: usize,
    ) -> Result<(), Garbled> {
        if !states.len().is_multiple_of(width.max(1)) {
            return Err(Garbled);
        }
        // A word of a state that is a symbol there is one here.
        for state in states.chunks_exact_mut(width.max(1)) {
            for (place, word) in state.iter_mut().enumerate() {
                if is_own(system, self.n_common, (place, *word)) {
                    *word = self.of(*word).ok_or(Garbled)?;
                }
            }
            if !system.may_be_state(state) {
                return Err(Garbled);
            }
        }
        Ok(())
    }

    fn of(&self, symbol: u32) -> Option<u32> {
        let is_common = (symbol as usize) < self.n_common;
        if is_common { Some(symbol) } else { self.here.get(&symbol).copied() }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn packed(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}
