//! Partitions of the states of an LTS into blocks.
//!
//! Input: for each state the number of its block. Output: an immutable [`Partition`] whose blocks are
//! numbered by their first states. Knows no equivalences.

use rustc_hash::FxHashMap;

use crate::graph::ids::{BlockId, StateId};

/// A partition of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    block_of: Vec<BlockId>,
    n_blocks: usize,
}

impl Partition {
    /// The partition in which states are together that have the same entry.
    ///
    /// The entries are any numbers; blocks are numbered anew by their first states.
    pub fn new(entries: &[u32]) -> Self {
        let mut numbers = FxHashMap::default();
        let block_of = entries
            .iter()
            .map(|entry| {
                let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                BlockId(*numbers.entry(*entry).or_insert(next))
            })
            .collect();
        Self { block_of, n_blocks: numbers.len() }
    }

    /// The block of a state.
    pub fn block(&self, state: StateId) -> BlockId {
        self.block_of[state.index()]
    }

    /// Number of blocks.
    pub fn n_blocks(&self) -> usize {
        self.n_blocks
    }

    /// Number of states.
    pub fn n_states(&self) -> usize {
        self.block_of.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_numbered_by_their_first_states() {
        let partition = Partition::new(&[7, 3, 7, 9]);
        let blocks: Vec<u32> = (0..4).map(|state| partition.block(StateId(state)).0).collect();
        assert_eq!(blocks, [0, 1, 0, 2]);
        assert_eq!((partition.n_blocks(), partition.n_states()), (3, 4));
    }
}
