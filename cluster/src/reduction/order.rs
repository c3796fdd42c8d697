//! The number that one process gives a state: breadth first, in the order in which rows mention states.
//!
//! Input: the levels of all workers, the graph of this one. Output: for each of its states that number. A state of the next
//! level is known by where it is mentioned first: the number of the source within its level, and the place in the row. Its owner takes the
//! least of what all say, and sends it to the worker that puts a stretch of the level in order. So a level takes three rounds.

use super::graph::{Graph, slot};
use super::rounds::{Ended, Rounds, garbled};
use crate::net::alarm::Fault;
use crate::words::{halves, whole};

/// Where nothing is mentioned.
const NOWHERE: u64 = u64::MAX;

/// What a worker knows of the levels.
struct Levels<'g> {
    graph: &'g Graph,
    /// The first state of each level at each worker, and how many there are.
    starts: Vec<Vec<u32>>,
    /// For each state its number, as far as known.
    numbers: Vec<u64>,
    /// For each ghost where it is first mentioned here.
    mentions: Vec<u64>,
    own: usize,
}

/// The numbers of the states of this worker.
pub(crate) fn numbers(
    rounds: &mut Rounds<'_>,
    graph: &Graph,
    levels: &[u32],
) -> Result<Vec<u64>, Ended> {
    let own = rounds.index();
    let (starts, _) = rounds.swap(vec![levels.to_vec(); rounds.n_workers()], 0)?;
    for (worker, starts) in starts.iter().enumerate() {
        if starts.len() != levels.len() || !starts.is_sorted() {
            return Err(garbled(worker).into());
        }
    }
    let numbers = vec![NOWHERE; graph.n_own()];
    let mentions = vec![NOWHERE; graph.n_slots() - graph.n_own()];
    let mut known = Levels { graph, starts, numbers, mentions, own };
    if known.size(0)? != 1 {
        return Err(garbled(own).into());
    }
    for state in known.range(0) {
        known.numbers[state as usize] = 0;
    }
    let mut first = 0;
    for level in 0..levels.len().saturating_sub(2) {
        let size = known.size(level)?;
        if known.size(level + 1)? > 0 {
            known.next(rounds, level, (first, size))?;
        }
        first += size;
    }
    Ok(known.numbers)
}

impl Levels<'_> {
    /// States of all workers in a level, of which there are at most as many as can be numbered.
    fn size(&self, level: usize) -> Result<u64, Ended> {
        let sizes = self.starts.iter().map(|starts| {
            let [start, end] = [level, level + 1].map(|level| starts.get(level).copied());
            u64::from(end.unwrap_or(0)) - u64::from(start.unwrap_or(0))
        });
        let size = sizes.sum();
        if size < u64::from(u32::MAX) {
            return Ok(size);
        }
        let why = "a level has more states than can be numbered".to_owned();
        Err(Fault { worker: self.own, why }.into())
    }

    /// The states of this worker in a level.
    fn range(&self, level: usize) -> std::ops::Range<u32> {
        self.starts[self.own][level]..self.starts[self.own][level + 1]
    }

    /// Numbers the level behind one whose states have got their numbers, from this one on.
    fn next(
        &mut self,
        rounds: &mut Rounds<'_>,
        level: usize,
        (first, size): (u64, u64),
    ) -> Result<(), Ended> {
        let mut least = self.mentioned(rounds, level, first)?;
        let range = self.range(level + 1);
        let n_workers = rounds.n_workers();
        let holder = |key: u64| {
            let holder = (key >> 32) * n_workers as u64 / size.max(1);
            usize::try_from(holder).unwrap_or(0).min(n_workers - 1)
        };
        if least.contains(&NOWHERE) {
            // Its rows have a state that nobody leads to.
            return Err(garbled(self.own).into());
        }
        // How many states go to each holder is told to all of them.
        let mut counts = vec![0_u32; n_workers];
        for &key in &least {
            counts[holder(key)] += 1;
        }
        let mut out = vec![counts; n_workers];
        for &key in &least {
            out[holder(key)].extend(halves(key));
        }
        let (told, _) = rounds.swap(out, 0)?;
        let ranks = ranked(rounds, told)?;
        let (ranks, _) = rounds.swap(ranks, 0)?;
        let mut ranks: Vec<_> = ranks.into_iter().map(Vec::into_iter).collect();
        for (state, key) in range.zip(least.drain(..)) {
            let rank = ranks[holder(key)].next().ok_or_else(|| garbled(holder(key)))?;
            self.numbers[state as usize] = first + size + u64::from(rank);
        }
        Ok(())
    }

    /// Where the states of the next level are first mentioned, by all workers.
    fn mentioned(
        &mut self,
        rounds: &mut Rounds<'_>,
        level: usize,
        first: u64,
    ) -> Result<Vec<u64>, Ended> {
        let range = self.range(level + 1);
        let mut least = vec![NOWHERE; range.len()];
        let mut ghosts = Vec::new();
        for state in self.range(level) {
            let rank = self.numbers[state as usize] - first;
            for (place, (_, target)) in self.graph.row(state).enumerate() {
                let key = rank << 32 | u64::from(slot(place));
                if let Some(ghost) = (target as usize).checked_sub(self.graph.n_own()) {
                    let (owner, number) = self.graph.name(target);
                    let starts = &self.starts[owner];
                    if (starts[level + 1]..starts[level + 2]).contains(&number) {
                        let known = &mut self.mentions[ghost];
                        if *known == NOWHERE {
                            ghosts.push(target);
                        }
                        *known = key.min(*known);
                    }
                } else if range.contains(&target) {
                    let known = &mut least[(target - range.start) as usize];
                    *known = key.min(*known);
                }
            }
        }
        let mut out = rounds.nothing();
        for target in ghosts {
            let (owner, number) = self.graph.name(target);
            let key = self.mentions[target as usize - self.graph.n_own()];
            out[owner].push(number);
            out[owner].extend(halves(key));
        }
        for (worker, words) in rounds.swap(out, 0)?.0.into_iter().enumerate() {
            for mention in words.chunks(3) {
                let &[number, low, high] = mention else { return Err(garbled(worker).into()) };
                let known = number.checked_sub(range.start);
                let known = known.and_then(|place| least.get_mut(place as usize));
                let known = known.ok_or_else(|| garbled(worker))?;
                *known = whole([low, high]).min(*known);
            }
        }
        Ok(least)
    }
}

/// Puts the stretch of a level in order that this worker holds: for each worker the ranks of what it has sent.
fn ranked(rounds: &Rounds<'_>, told: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>, Ended> {
    let (own, n_workers) = (rounds.index(), rounds.n_workers());
    let mut before = 0_u32;
    let (mut keys, mut ranks) = (Vec::new(), rounds.nothing());
    for (worker, words) in told.into_iter().enumerate() {
        let (counts, sent) = words.split_at_checked(n_workers).ok_or_else(|| garbled(worker))?;
        if sent.len() != 2 * counts[own] as usize {
            return Err(garbled(worker).into());
        }
        before = counts[..own].iter().fold(before, |sum, count| sum.saturating_add(*count));
        ranks[worker].resize(sent.len() / 2, 0);
        for (place, key) in sent.chunks_exact(2).enumerate() {
            keys.push((whole([key[0], key[1]]), worker, place));
        }
    }
    keys.sort_unstable();
    for (rank, (_, worker, place)) in (before..).zip(keys) {
        ranks[worker][place] = rank;
    }
    Ok(ranks)
}
