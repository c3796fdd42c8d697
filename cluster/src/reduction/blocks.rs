//! The blocks that a worker owns, wherever their states are: how many states of all workers are in each, and which signature they have.
//!
//! Input: which signatures touched states of a block have now, and how many each, by worker. Output: the block of each of these
//! groups. States that were not touched have the signature of the block, and keep its number; where all were touched the largest
//! group does. Blocks are dealt out: each new one gets an owner, whom its number names.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::graph::slot;
use super::sets::{pop, push};
use crate::words::{halves, whole};

/// The blocks of a worker.
#[derive(Debug)]
pub(crate) struct Blocks {
    index: u32,
    n_workers: u32,
    known: FxHashMap<u32, Block>,
    /// Numbers that this worker has given.
    n_given: u32,
}

/// A block.
#[derive(Debug, Default)]
struct Block {
    /// States of all workers in it.
    size: u64,
    signature: Box<[u64]>,
}

/// What follows from what all workers say.
#[derive(Debug)]
pub(crate) struct Split {
    /// For each worker the blocks of its groups, how many first; then blocks that are its own from now on.
    pub(crate) answers: Vec<Vec<u32>>,
    /// How many blocks are new.
    pub(crate) n_new: u64,
}

/// Touched states of a block with one signature.
#[derive(Clone, Debug, Default)]
struct Group {
    size: u64,
    /// Who has some of them, and in which place of what it says.
    reporters: Vec<(usize, usize)>,
}

/// Why blocks are not split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsplit {
    /// What this worker says makes no sense.
    Garbled(usize),
    /// There are more than can be numbered.
    TooMany,
}

impl Blocks {
    /// All states, so many, are in block 0.
    pub(crate) fn new(index: usize, n_workers: usize, n_states: u64) -> Self {
        let [index, n_workers] = [index, n_workers].map(slot);
        let mut owned = Self { index, n_workers, known: FxHashMap::default(), n_given: 0 };
        if owned.owner(0) == index as usize {
            owned.known.insert(0, Block { size: n_states, signature: Box::default() });
            owned.n_given = 1;
        }
        owned
    }

    /// The worker that owns a block: the one that counts its states and splits it. Its number tells, so that nobody has to be asked.
    pub(crate) fn owner(&self, block: u32) -> usize {
        let (given, giver) = (block / self.n_workers, block % self.n_workers);
        ((given % self.n_workers + giver) % self.n_workers) as usize
    }

    /// Splits blocks by what all workers say, each a list of block, number of states, signature.
    pub(crate) fn split(&mut self, told: &[Vec<u32>]) -> Result<Split, Unsplit> {
        let mut groups: BTreeMap<u32, BTreeMap<Vec<u64>, Group>> = BTreeMap::new();
        let mut answers = Vec::new();
        for (worker, words) in told.iter().enumerate() {
            let mut words = &words[..];
            let mut answer = vec![0];
            while let Some((block, size, signature)) = group(&mut words) {
                let group = groups.entry(block).or_default().entry(signature).or_default();
                group.size += u64::from(size);
                group.reporters.push((worker, answer.len()));
                answer.push(0);
            }
            if !words.is_empty() {
                return Err(Unsplit::Garbled(worker));
            }
            answer[0] = slot(answer.len() - 1);
            answers.push(answer);
        }
        let mut split = Split { answers, n_new: 0 };
        for (block, groups) in groups {
            self.split_block(block, groups, &mut split)?;
        }
        Ok(split)
    }

    fn split_block(
        &mut self,
        block: u32,
        groups: BTreeMap<Vec<u64>, Group>,
        split: &mut Split,
    ) -> Result<(), Unsplit> {
        let first = groups.values().find_map(|group| group.reporters.first());
        let garbled = Unsplit::Garbled(first.map_or(0, |(worker, _)| *worker));
        let mut known = self.known.remove(&block).ok_or(garbled)?;
        let n_touched = groups.values().map(|group| group.size).sum();
        let n_clean = known.size.checked_sub(n_touched).ok_or(garbled)?;
        let largest = groups.values().map(|group| group.size).max().unwrap_or(0);
        let mut is_kept = false;
        known.size = n_clean;
        for (signature, group) in groups {
            let keeps = if n_clean > 0 {
                signature[..] == known.signature[..]
            } else {
                !is_kept && group.size == largest
            };
            let number = if keeps {
                is_kept = true;
                known = Block { size: n_clean + group.size, signature: signature.into() };
                block
            } else {
                split.n_new += 1;
                self.give(group.size, &signature, split)?
            };
            for (worker, place) in group.reporters {
                split.answers[worker][place] = number;
            }
        }
        self.known.insert(block, known);
        Ok(())
    }

    /// Gives a new block a number, and the block to its owner.
    fn give(&mut self, size: u64, signature: &[u64], split: &mut Split) -> Result<u32, Unsplit> {
        let number = self.n_given.checked_mul(self.n_workers);
        let number = number.and_then(|number| number.checked_add(self.index));
        let number = number.ok_or(Unsplit::TooMany)?;
        self.n_given += 1;
        let out = &mut split.answers[self.owner(number)];
        out.push(number);
        out.extend(halves(size));
        push(out, signature);
        Ok(number)
    }

    /// Takes what a worker has answered: the blocks of groups; those that are of this worker now are kept. `None` where it makes no sense.
    pub(crate) fn take(&mut self, answer: &[u32]) -> Option<Vec<u32>> {
        let (&n_groups, rest) = answer.split_first()?;
        let (groups, mut rest) = rest.split_at_checked(n_groups as usize)?;
        while let Some((&[number, low, high], behind)) = rest.split_first_chunk() {
            rest = behind;
            let signature = pop(&mut rest)?.into();
            self.known.insert(number, Block { size: whole([low, high]), signature });
        }
        rest.is_empty().then(|| groups.to_vec())
    }
}

/// A group from the front of some words.
fn group(words: &mut &[u32]) -> Option<(u32, u32, Vec<u64>)> {
    let [block, size, rest @ ..] = words else { return None };
    let (block, size) = (*block, *size);
    let mut rest = rest;
    let signature = pop(&mut rest)?;
    *words = rest;
    Some((block, size, signature))
}
