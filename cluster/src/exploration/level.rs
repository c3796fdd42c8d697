//! The states of a level that a worker owns, expanded.
//!
//! Input: their numbers. Output: rows, as far as targets are known here; candidates for the other workers, in batches. What
//! the others send meanwhile is taken after each few states, and a worker that has many candidates of this one to answer is waited for.

use std::ops::Range;
use std::time::{Duration, Instant};

use lts::LabelId;
use lts::StateId;
use lts::explore::{Progress, Stop};
use lts::next_state::{StepError, Successors};
use rustc_hash::FxHashSet;

use super::arrivals::{CANDIDATES, SYMBOLS};
use super::report::Why;
use super::{Channel, Explorer, Fault};
use lts::portable::hash;

/// States that are expanded before their successors are looked up, and others are listened to.
const CHUNK: usize = 256;

/// Words of candidates that are sent at once.
pub(super) const BATCH: usize = 1 << 13;

/// Words of candidates that a worker may have to answer.
const MANY: usize = 1 << 19;

/// States that may come before limits are looked at again, unless there are many already: room for them has to be there.
const AHEAD: usize = 1 << 17;

/// Time between two looks at limits while others are waited for.
const GLANCE: Duration = Duration::from_millis(100);

/// Transitions of a state that are compared one by one.
const FEW: usize = 12;

impl Explorer<'_> {
    /// Expands states.
    pub(super) fn expand(&mut self, level: Range<usize>) -> Result<(), Fault> {
        let mut rest = level;
        while !rest.is_empty() {
            let chunk = rest.start..rest.end.min(rest.start + CHUNK);
            rest.start = chunk.end;
            self.expand_chunk(chunk);
            self.exchange.step()?;
            self.take_arrivals()?;
            self.wait_for_many()?;
        }
        Ok(())
    }

    /// Waits for a worker that has many candidates to answer.
    pub(super) fn wait_for_many(&mut self) -> Result<(), Fault> {
        while self.awaited.iter().any(|words| *words > MANY) {
            self.wait()?;
        }
        Ok(())
    }

    fn expand_chunk(&mut self, chunk: Range<usize>) {
        let mut here = Vec::new();
        let mut state = Vec::with_capacity(self.states.width());
        let mut successors = std::mem::take(&mut self.successors);
        for index in chunk {
            state.clear();
            state.extend_from_slice(&self.states[index]);
            successors.clear();
            if self.is_stopped() {
                self.leave_out();
            } else if let Err(error) = self.system.successors(&state, &mut successors) {
                self.meet(error, index);
                self.leave_out();
            } else {
                self.note_answers(&state, &successors, index);
                self.add_row(&state, &successors, &mut here);
            }
        }
        self.successors = successors;
        let index = self.exchange.index;
        self.states.insert_all(&here, &mut self.rows.targets[index]);
        if self.storage.is_none() {
            self.rows.targets[index].clear();
        }
        let full = |worker: &usize| self.batches[*worker].len() >= BATCH;
        let full: Vec<usize> = self.others().filter(full).collect();
        for worker in full {
            self.send_batch(worker);
        }
    }

    /// Whether nothing more is to be expanded.
    fn is_stopped(&mut self) -> bool {
        let is_ended = self.own.why.is_some_and(Why::is_end);
        if is_ended || self.exchange.alarm.is_halted() {
            return true;
        }
        let progress = self.progress();
        if self.overseer.look(progress) {
            self.end(Why::Interrupted, Stop::Interrupted);
            return true;
        }
        if self.states.len() as u64 > self.wanted.max_states {
            self.end(Why::MaxStates, Stop::MaxStates);
            return true;
        }
        false
    }

    fn progress(&self) -> Progress {
        let states = self.states.len();
        let transitions = usize::try_from(self.own.transitions).unwrap_or(usize::MAX);
        let (depth, growth) = (self.levels.len(), self.states.growth_by(AHEAD.max(states / 16)));
        Progress { states, transitions, expanded: self.level.start, depth, growth }
    }

    /// Looks at limits while others are waited for.
    pub(super) fn glance(&mut self) {
        if self.glanced.elapsed() < GLANCE {
            return;
        }
        self.glanced = Instant::now();
        let is_ended = self.own.why.is_some_and(Why::is_end);
        if !is_ended && self.overseer.glance(self.progress()) {
            self.end(Why::Interrupted, Stop::Interrupted);
        }
    }

    /// Ends all workers in order.
    fn end(&mut self, why: Why, stop: Stop) {
        self.own.note = self.overseer.note();
        self.own.why = Some(why);
        self.stop = Some(stop);
        self.exchange.halt();
    }

    /// A state cannot be expanded.
    fn meet(&mut self, error: StepError, index: usize) {
        let state = StateId(u32::try_from(index).unwrap_or(u32::MAX));
        let (why, stop) = match error {
            StepError::Unordered => (Why::Unordered, Stop::Unordered(state)),
            StepError::Refused(message) => (Why::Refused, Stop::Refused(state, message)),
            StepError::Interrupted => (Why::Interrupted, Stop::Interrupted),
            StepError::Budget(cycle) => (Why::Budget, Stop::Budget(state, cycle)),
            StepError::TooLarge(cycle) => (Why::TooLarge, Stop::TooLarge(state, cycle)),
            StepError::Hidden(cycle) => (Why::Hidden, Stop::Hidden(state, cycle)),
            StepError::Stuck => (Why::Stuck, Stop::Stuck(state)),
        };
        if why.is_end() {
            self.end(why, stop);
        } else if self.own.why.is_none_or(|before| why < before) {
            (self.own.why, self.stop) = (Some(why), Some(stop));
        }
    }

    fn leave_out(&mut self) {
        self.own.unexpanded += 1;
        if self.storage.is_some() {
            self.rows.end_row(None);
        }
    }

    /// Adds the transitions of a state; states of this worker that they lead to are appended to `here`.
    fn add_row(&mut self, state: &[u32], successors: &Successors, here: &mut Vec<u32>) {
        let own = self.exchange.index;
        let mut row = Distinct::new(successors, state.len());
        let mut degree = 0;
        for (place, (label, target)) in successors.iter(state.len()).enumerate() {
            if !row.is_new(place, label, target) {
                continue;
            }
            degree += 1;
            self.count(label);
            let owner = if target == state {
                self.rows.itself()
            } else {
                let owner = self.ownership.of(self.system, target);
                if owner == own {
                    here.extend_from_slice(target);
                } else {
                    self.offer(owner, target);
                }
                owner
            };
            if self.storage.is_some() {
                self.rows.push(label.0, owner);
            }
        }
        self.own.transitions += degree as u64;
        self.own.deadlocks += u64::from(degree == 0);
        if self.storage.is_some() {
            self.rows.end_row(Some(degree));
        }
    }

    fn count(&mut self, label: LabelId) {
        let place = label.index();
        if place >= self.label_counts.len() {
            self.label_counts.resize(place + 1, 0);
        }
        self.label_counts[place] += 1;
    }

    /// Puts a candidate into the batch for its owner; what its symbols are made of goes before that.
    pub(super) fn offer(&mut self, owner: usize, state: &[u32]) {
        let mut symbols = Vec::new();
        self.told[owner].tell(self.system, state, &mut symbols);
        if !symbols.is_empty() {
            symbols.push(SYMBOLS);
            self.exchange.send(Channel::Candidates, owner, symbols);
        }
        self.batches[owner].extend_from_slice(state);
    }

    /// Sends the candidates that wait for a worker.
    pub(super) fn send_batch(&mut self, owner: usize) {
        let mut batch = std::mem::take(&mut self.batches[owner]);
        if !batch.is_empty() {
            self.awaited[owner] += batch.len();
            batch.push(CANDIDATES);
            self.exchange.send(Channel::Candidates, owner, batch);
        }
    }
}

/// Which transitions of a state are the first of their kind.
struct Distinct<'s> {
    successors: &'s Successors,
    width: usize,
    seen: FxHashSet<(LabelId, u64)>,
}

impl<'s> Distinct<'s> {
    fn new(successors: &'s Successors, width: usize) -> Self {
        Self { successors, width, seen: FxHashSet::default() }
    }

    fn is_new(&mut self, place: usize, label: LabelId, target: &[u32]) -> bool {
        if self.successors.len() > FEW && self.seen.insert((label, hash(target))) {
            return true;
        }
        let mut before = self.successors.iter(self.width).take(place);
        !before.any(|(other, state)| other == label && state == target)
    }
}
