//! Rounds in which each worker sends words to all, and goes on when it has what all have sent.
//!
//! Input: words for each worker, and a number. Output: the words of each worker, and the sum of all numbers, so that all
//! decide alike how to go on. What is long travels in several parcels, the last of which ends the round between two workers: the
//! others may be ahead by one, and what they send then waits. In each round the overseer is asked; where that of one worker
//! wants to stop, all stop behind the same round.

use std::collections::VecDeque;

use lts::explore::Progress;

use crate::exchange::{Channel, Exchange};
use crate::exploration::Overseer;
use crate::net::alarm::Fault;
use crate::parcel::Parcel;
use crate::words::{halves, whole};

/// Words of a parcel, but for what ends a round.
const PARCEL: usize = 1 << 14;

/// The last word of a parcel behind which more come, and of one that ends the round.
const MORE: u32 = 0;
const END: u32 = 1;

/// How often an overseer is asked in a round: those that are asked of each state look at the clock now and then only.
const QUESTIONS: u32 = 64;

/// Words that end a round: the number, why to stop, the kind.
const TRAILER: usize = 4;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Something went wrong.
    Fault(Fault),
    /// An overseer wanted to stop, and says this of it.
    Stopped(u64),
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A worker among others, that goes through rounds with them.
pub(crate) struct Rounds<'a> {
    pub(crate) exchange: Exchange,
    overseer: &'a mut dyn Overseer,
    /// What this worker has, as the overseer is told.
    pub(crate) progress: Progress,
    /// Parcels that are not looked at yet, by worker.
    waiting: Vec<VecDeque<Parcel>>,
    /// Rounds so far.
    pub(crate) n_gone: u64,
}

/// What a worker has sent in a round.
#[derive(Clone, Debug, Default)]
struct Heard {
    words: Vec<u32>,
    number: u64,
    /// One more than what its overseer says, where it wants to stop.
    stop: u32,
    is_whole: bool,
}

impl<'a> Rounds<'a> {
    pub(crate) fn new(exchange: Exchange, overseer: &'a mut dyn Overseer) -> Self {
        let waiting = vec![VecDeque::new(); exchange.n_workers];
        let progress = Progress { states: 0, transitions: 0, expanded: 0, depth: 0, growth: 0 };
        Self { exchange, overseer, progress, waiting, n_gone: 0 }
    }

    pub(crate) fn n_workers(&self) -> usize {
        self.exchange.n_workers
    }

    pub(crate) fn index(&self) -> usize {
        self.exchange.index
    }

    /// Nothing for anybody.
    pub(crate) fn nothing(&self) -> Vec<Vec<u32>> {
        vec![Vec::new(); self.n_workers()]
    }

    /// The sum of a number of each worker.
    pub(crate) fn sum(&mut self, number: u64) -> Result<u64, Ended> {
        let nothing = self.nothing();
        Ok(self.swap(nothing, number)?.1)
    }

    /// Sends words to each worker; returns those of each, and the sum of the numbers of all.
    pub(crate) fn swap(
        &mut self,
        mut out: Vec<Vec<u32>>,
        number: u64,
    ) -> Result<(Vec<Vec<u32>>, u64), Ended> {
        self.n_gone += 1;
        let stop = if (0..QUESTIONS).any(|_| self.overseer.look(self.progress)) {
            u32::try_from(self.overseer.note()).unwrap_or(0).saturating_add(1)
        } else {
            0
        };
        let own = self.index();
        let mut heard = vec![Heard::default(); self.n_workers()];
        let words = std::mem::take(&mut out[own]);
        heard[own] = Heard { words, number, stop, is_whole: true };
        for (worker, words) in out.into_iter().enumerate() {
            if worker != own {
                self.send(worker, words, number, stop);
            }
        }
        self.hear(&mut heard)?;
        if let Some(stop) = heard.iter().map(|heard| heard.stop).find(|stop| *stop > 0) {
            return Err(Ended::Stopped(u64::from(stop - 1)));
        }
        let sum = heard.iter().fold(0_u64, |sum, heard| sum.saturating_add(heard.number));
        Ok((heard.into_iter().map(|heard| heard.words).collect(), sum))
    }

    fn send(&mut self, worker: usize, mut words: Vec<u32>, number: u64, stop: u32) {
        let mut start = 0;
        while words.len() - start > PARCEL {
            let mut part = words[start..start + PARCEL].to_vec();
            part.push(MORE);
            self.exchange.send(Channel::Reduction, worker, part);
            start += PARCEL;
        }
        words.drain(..start);
        words.extend(halves(number));
        words.extend([stop, END]);
        self.exchange.send(Channel::Reduction, worker, words);
    }

    /// Waits until all others have ended the round.
    fn hear(&mut self, heard: &mut [Heard]) -> Result<(), Fault> {
        loop {
            while let Some(parcel) = self.exchange.next(Channel::Reduction) {
                let from = parcel.from as usize;
                let waiting = self.waiting.get_mut(from).ok_or_else(|| garbled(from))?;
                waiting.push_back(parcel);
            }
            for (worker, heard) in heard.iter_mut().enumerate() {
                while !heard.is_whole
                    && let Some(parcel) = self.waiting[worker].pop_front()
                {
                    heard.take(parcel).ok_or_else(|| garbled(worker))?;
                }
            }
            if heard.iter().all(|heard| heard.is_whole) {
                return Ok(());
            }
            self.exchange.wait()?;
        }
    }
}

impl Heard {
    /// Takes a parcel; `None` where it makes no sense.
    fn take(&mut self, parcel: Parcel) -> Option<()> {
        let mut words = parcel.words;
        match *words.last()? {
            MORE => {
                words.pop();
            }
            END => {
                let start = words.len().checked_sub(TRAILER)?;
                self.number = whole([words[start], words[start + 1]]);
                self.stop = words[start + 2];
                self.is_whole = true;
                words.truncate(start);
            }
            _ => return None,
        }
        if self.words.is_empty() {
            self.words = words;
        } else {
            self.words.extend(words);
        }
        Some(())
    }
}

/// That a worker sends what makes no sense.
pub(crate) fn garbled(worker: usize) -> Fault {
    Fault { worker, why: "it sends what makes no sense".to_owned() }
}
