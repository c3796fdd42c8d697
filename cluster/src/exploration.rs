//! A system, explored by workers together: level by level, each its own states.
//!
//! Input: a system that is ready, the other workers, limits, where the segment goes. Output: how much there is. A level is
//! two rounds of the exchange. In the first one each worker expands the states that it owns there, and sends what follows
//! to its owners; these find it or add it to the next level, and send back numbers. When no candidate is under way any
//! more, each worker knows how many states it has in the next level: it tells the others with its last answers, and when all
//! answers are there all workers decide alike how to go on. Whatever happens, every worker does the same rounds.

mod arrivals;
mod level;
mod outcome;
mod report;
mod segment;
mod ways;

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::time::{Duration, Instant};

use lts::StateStore;
use lts::explore::{Progress, Stop};
use lts::next_state::Successors;
use lts::portable::Portable;

use crate::dictionary::{Heard, Told};
use crate::exchange::{Channel, Exchange};
use crate::folder::blocks::RowBlock;
use crate::folder::manifest::{Manifest, Progressed};
use crate::folder::restored::Restored;
use crate::folder::storage::Storage;
use crate::net::alarm::Fault;
use crate::net::joining::Joined;
use crate::ownership::Ownership;
use crate::warm_up::Warm;

pub use outcome::{Explored, Totals};
use report::Keeping;
pub use report::{Report, Why};
use ways::Answers;
pub use ways::Way;

/// What is wanted of an exploration.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// States at most, of all workers.
    pub max_states: u64,
    /// Time between two moments at which all that is known is on the disk.
    pub pace: Duration,
    /// What the manifest says before it counts.
    pub head: Manifest,
    /// The questions of [`Portable::answers`] that have to be answered, if that is all that is wanted; bits.
    pub asked: u64,
    /// The level behind which all is known that is wanted, once the questions are answered.
    pub through: Option<u64>,
}

/// Who looks on at a worker, and may end it.
pub trait Overseer {
    /// Tells whether to stop.
    fn look(&mut self, progress: Progress) -> bool;

    /// Tells whether to stop, while others are waited for; asked from time to time.
    fn glance(&mut self, progress: Progress) -> bool {
        let _ = progress;
        false
    }

    /// Why, as a number that all workers understand.
    fn note(&self) -> u64;
}

/// A system under exploration, as one of the workers has it.
struct Explorer<'a> {
    system: &'a mut dyn Portable,
    overseer: &'a mut dyn Overseer,
    /// Where the segment goes; nowhere where things are only counted.
    storage: Option<&'a mut dyn Storage>,
    exchange: Exchange,
    wanted: &'a Wanted,
    states: StateStore,
    ownership: Ownership,
    /// What the others know of symbols here, and the other way round, by worker.
    told: Vec<Told>,
    heard: Vec<Heard>,
    /// What the segment says of symbols and labels.
    written: Told,
    n_labels: usize,
    /// The states of the level that is expanded. Those behind it belong to the next one, or to the one after that: others
    /// may be ahead by a round.
    level: Range<usize>,
    /// Levels so far, and the states in each, of all workers.
    levels: Vec<u64>,
    /// This worker's counts.
    own: Report,
    /// Transitions with each label.
    label_counts: Vec<u64>,
    /// The rows of the level under way.
    rows: RowBlock,
    /// Candidates for each worker, before they are sent, and those that are not answered yet, in words.
    batches: Vec<Vec<u32>>,
    awaited: Vec<usize>,
    /// Reports that have come, by worker.
    reports: Vec<VecDeque<Report>>,
    /// Labels with the transitions of all workers, at worker 0.
    labels: BTreeMap<String, u64>,
    initial_owner: usize,
    initial: Vec<u32>,
    answers: Answers,
    /// Counts of all workers behind the last level.
    known: Totals,
    /// What this worker has met itself.
    stop: Option<Stop>,
    keeping: Keeping,
    /// When limits were looked at while others were waited for.
    glanced: Instant,
    successors: Successors,
}

/// Why there is no result, and what was known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// What went wrong.
    pub fault: Fault,
    /// Counts behind the last level that all have ended.
    pub totals: Totals,
}

/// Explores a system together with the other workers.
pub fn explore<'a>(
    system: (&'a mut dyn Portable, &Warm),
    joined: Joined,
    wanted: &'a Wanted,
    storage: Option<&'a mut dyn Storage>,
    overseer: &'a mut dyn Overseer,
    restored: Option<Restored>,
) -> Result<Explored, Failed> {
    let (exchange, explored) = explore_on(system, joined, wanted, storage, overseer, restored)?;
    exchange.finish();
    Ok(explored)
}

/// Explores a system, and leaves the connections to the other workers as they are.
pub(crate) fn explore_on<'a>(
    (system, warm): (&'a mut dyn Portable, &Warm),
    joined: Joined,
    wanted: &'a Wanted,
    storage: Option<&'a mut dyn Storage>,
    overseer: &'a mut dyn Overseer,
    restored: Option<Restored>,
) -> Result<(Exchange, Explored), Failed> {
    let exchange =
        Exchange::new(joined).map_err(|fault| Failed { fault, totals: Totals::default() })?;
    let (n_workers, n_common) = (exchange.n_workers, warm.n_common);
    let told = |_| Told::new(n_common);
    let mut explorer = Explorer {
        states: StateStore::new(system.width()),
        ownership: Ownership::new(n_workers, n_common),
        told: (0..n_workers).map(told).collect(),
        heard: vec![Heard::new(n_common); n_workers],
        written: Told::new(n_common),
        n_labels: 0,
        level: 0..0,
        levels: Vec::new(),
        own: Report::default(),
        label_counts: Vec::new(),
        rows: RowBlock::new(n_workers),
        batches: vec![Vec::new(); n_workers],
        awaited: vec![0; n_workers],
        reports: vec![VecDeque::new(); n_workers],
        labels: BTreeMap::new(),
        initial_owner: 0,
        initial: warm.initial.clone(),
        answers: Answers::new(n_workers),
        known: Totals::default(),
        stop: None,
        keeping: Keeping { last: Instant::now(), asked: None },
        glanced: Instant::now(),
        successors: Successors::default(),
        system,
        overseer,
        storage,
        exchange,
        wanted,
    };
    let explored = explorer.begin(warm, restored).and_then(|()| explorer.run());
    let Explorer { exchange, known: totals, .. } = explorer;
    match explored {
        Ok(explored) => Ok((exchange, explored)),
        Err(fault) => {
            exchange.alarm.raise(fault.clone());
            exchange.abandon();
            Err(Failed { fault, totals })
        }
    }
}

/// What comes behind a level.
enum Onward {
    /// The next one.
    Level,
    /// Nothing: for this reason, or since all is there.
    End(Option<Why>),
}

impl Explorer<'_> {
    /// Puts the initial state where it belongs, or everything that was known already.
    fn begin(&mut self, warm: &Warm, restored: Option<Restored>) -> Result<(), Fault> {
        self.initial_owner = self.ownership.of(self.system, &warm.initial);
        if let Some(restored) = restored {
            self.level = restored.level_start..restored.states.len();
            self.states = restored.states;
            self.levels = restored.levels;
            self.own = restored.own;
            return Ok(());
        }
        if self.initial_owner == self.exchange.index {
            self.states.insert(&warm.initial);
        }
        self.level = 0..self.states.len();
        self.levels.push(1);
        self.write_states(0, 0)
    }

    /// Goes through all levels.
    fn run(&mut self) -> Result<Explored, Fault> {
        loop {
            let level = self.level.clone();
            self.answers.starts.push(level.start);
            self.expand(level.clone())?;
            self.end_candidates()?;
            let next = level.end..self.states.len();
            self.write_level(level.end)?;
            let reports = self.agree(next.len())?;
            self.level = next;
            if let Onward::End(why) = self.onward(&reports)? {
                return self.complete(&reports, why);
            }
        }
    }

    /// What follows from what all workers have reported.
    fn onward(&mut self, reports: &[Report]) -> Result<Onward, Fault> {
        let new: u64 = reports.iter().map(|report| report.new).sum();
        let states: u64 = reports.iter().map(|report| report.states).sum();
        if new > 0 {
            self.levels.push(new);
        }
        self.known = outcome::totals(reports, &self.levels);
        self.keep(reports)?;
        let mut why = reports.iter().filter_map(|report| report.why).min();
        let is_answered = self.answered_by(reports);
        if is_answered && new > 0 && why.is_none_or(|why| !why.is_end()) {
            why = Some(Why::Enough);
        }
        if why.is_none_or(|why| !why.is_end()) && new > 0 && states > self.wanted.max_states {
            why = Some(Why::MaxStates);
        }
        let is_end = new == 0 || why.is_some_and(Why::is_end);
        Ok(if is_end { Onward::End(why) } else { Onward::Level })
    }

    /// Brings what is known to the disk, where worker 0 asks for that, and notes when all have done so.
    fn keep(&mut self, reports: &[Report]) -> Result<(), Fault> {
        if let Some(level) = self.keeping.asked.take() {
            let levels = self.levels[..=level].to_vec();
            let done = Progressed { head: self.wanted.head.clone(), levels };
            self.store(|storage, _| storage.checkpoint(&done.text()))?;
        }
        if reports.first().is_some_and(|report| report.keeps) {
            self.store(|storage, _| storage.keep())?;
            self.keeping.last = Instant::now();
            // The level that is expanded next is the last one that the files know.
            self.keeping.asked = Some(self.levels.len() - 1);
        }
        Ok(())
    }

    /// Ends the round of candidates: everything that is sent has arrived everywhere.
    fn end_candidates(&mut self) -> Result<(), Fault> {
        for worker in 0..self.exchange.n_workers {
            self.send_batch(worker);
        }
        self.wait_for_candidates()
    }

    /// Ends the round of candidates, all of which are sent.
    fn wait_for_candidates(&mut self) -> Result<(), Fault> {
        self.exchange.end_round(Channel::Candidates);
        while !self.exchange.is_round_over(Channel::Candidates) {
            self.wait()?;
        }
        self.take_arrivals()?;
        // Their answers are under way: rows are complete with them.
        while self.awaited.iter().any(|words| *words > 0) {
            self.wait()?;
        }
        Ok(())
    }

    /// Ends a round of answers: all that was sent has arrived everywhere.
    fn end_answers(&mut self) -> Result<(), Fault> {
        self.exchange.end_round(Channel::Answers);
        while !self.exchange.is_round_over(Channel::Answers) {
            self.wait()?;
        }
        self.take_arrivals()
    }

    /// Waits until something may have happened, and takes what has arrived.
    fn wait(&mut self) -> Result<(), Fault> {
        self.exchange.wait()?;
        self.glance();
        self.take_arrivals()
    }

    /// Tells all workers how things stand, and hears it from them, by worker.
    fn agree(&mut self, n_new: usize) -> Result<Vec<Report>, Fault> {
        let n_due = self.storage.is_some() && self.keeping.last.elapsed() >= self.wanted.pace;
        self.own.states = self.states.len() as u64;
        self.own.new = n_new as u64;
        self.own.parcels = self.exchange.n_parcels;
        self.own.bytes = self.exchange.sent();
        self.own.keeps = self.exchange.index == 0 && n_due;
        let own = self.own;
        for worker in self.others() {
            self.exchange.send(Channel::Answers, worker, arrivals::report(&own));
        }
        self.reports[self.exchange.index].push_back(own);
        self.end_answers()?;
        let mut reports = Vec::new();
        for worker in 0..self.exchange.n_workers {
            let report = self.reports[worker].pop_front();
            reports.push(report.ok_or_else(|| garbled(worker))?);
        }
        Ok(reports)
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let index = self.exchange.index;
        (0..self.exchange.n_workers).filter(move |worker| *worker != index)
    }
}

/// That a worker sends what makes no sense.
fn garbled(worker: usize) -> Fault {
    Fault { worker, why: "it sends what makes no sense".to_owned() }
}
