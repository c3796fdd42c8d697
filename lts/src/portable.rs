//! States that another process understands, which explores the same system.
//!
//! The words of a state are numbers that every process has alike, and symbols: numbers of terms, which each process
//! gives as it meets them. Input: a symbol. Output: what it is made of, by which another process finds its own number for
//! it. Nothing is sent or written here.

use crate::next_state::{NextState, Successors};
use crate::states;

/// A system whose states can be carried to another process with the same system.
pub trait Portable: NextState {
    /// Number of symbols so far: a symbol is below it, and is the same from then on.
    fn n_symbols(&self) -> usize;

    /// Whether the word at this place of a state is a symbol.
    fn is_symbol(&self, place: usize, word: u32) -> bool;

    /// Appends what a symbol is made of: bytes that say the same in each process, and the symbols in it, which are smaller.
    fn describe(&self, symbol: u32, bytes: &mut Vec<u8>, parts: &mut Vec<u32>);

    /// The symbol that is made of this, with the numbers that its parts have here; `None` where no symbol is.
    fn learn(&mut self, bytes: &[u8], parts: &[u32]) -> Option<u32>;

    /// Whether these words, as many as a state has, name places and symbols that there are. Words that another process has sent, or that were read
    /// from a disk, are asked for before anything is looked up by them; that a run leads there is not said.
    fn may_be_state(&self, words: &[u32]) -> bool;

    /// Which formulas are settled by this state, whose transitions are given: bit N for formula N. The formulas are those of the system itself
    /// (`check` of several processes wraps one that has some); 0, none, for systems without any.
    fn answers(&mut self, state: &[u32], successors: &Successors) -> u64 {
        let _ = (state, successors);
        0
    }
}

/// A hash of the words of a state, the same in every run and in every process.
pub fn hash(words: &[u32]) -> u64 {
    states::hash(words)
}
