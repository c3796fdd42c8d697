//! What came of an exploration, put together from what all workers have.
//!
//! Input: the last reports. Output: totals, the same at each worker; at worker 0 the labels too, where nothing was written
//! that has them. Segments are whole before the manifest is written.

use std::collections::BTreeMap;

use lts::explore::Stop;

use super::arrivals::LABELS;
use super::report::{Report, Why};
use super::{Channel, Explorer, Fault, Way};
use crate::folder::manifest::{Progressed, Segment};
use crate::words::{halves, whole};

/// How much there is, of all workers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// States.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// States without a step.
    pub deadlocks: u64,
    /// States that were not expanded.
    pub unexpanded: u64,
    /// States in each level.
    pub levels: Vec<u64>,
}

/// What was explored.
#[derive(Clone, Debug)]
pub struct Explored {
    /// How much there is.
    pub totals: Totals,
    /// How each worker stands.
    pub workers: Vec<Report>,
    /// Why it is not complete, if it is not, and what the overseer of the worker that met that says.
    pub why: Option<(Why, u64)>,
    /// What this worker has met itself, if that is why.
    pub stop: Option<Stop>,
    /// At worker 0, where nothing is written: labels with their transitions.
    pub labels: BTreeMap<String, u64>,
    /// The level in which each question is answered that is; at worker 0 the first way to a state that does.
    pub ways: Vec<Way>,
}

/// What workers have together.
pub(super) fn totals(reports: &[Report], levels: &[u64]) -> Totals {
    let sum = |of: fn(&Report) -> u64| reports.iter().map(of).sum::<u64>();
    Totals {
        states: sum(|report| report.states),
        transitions: sum(|report| report.transitions),
        deadlocks: sum(|report| report.deadlocks),
        // The states of the next level were found only.
        unexpanded: sum(|report| report.unexpanded) + sum(|report| report.new),
        levels: levels.to_vec(),
    }
}

impl Explorer<'_> {
    /// Ends an exploration behind a level.
    pub(super) fn complete(
        &mut self,
        reports: &[Report],
        why: Option<Why>,
    ) -> Result<Explored, Fault> {
        let totals = totals(reports, &self.levels);
        let note = reports.iter().find(|report| report.why == why).map_or(0, |report| report.note);
        let stop = self.stop.take().filter(|_| self.own.why == why);
        let mut explored = Explored {
            totals,
            workers: reports.to_vec(),
            why: why.map(|why| (why, note)),
            stop,
            labels: BTreeMap::new(),
            ways: Vec::new(),
        };
        // What is explored once more in another way, or not what was meant, is not kept.
        let is_kept = why.is_none_or(|why| why > Why::Refused);
        if explored.why.is_none_or(|(why, _)| why == Why::Enough) {
            explored.ways = self.ways()?;
        }
        // What ended in order before its time is taken up with the level that was under way.
        let is_ended = why.is_some_and(Why::is_end);
        let has_new = reports.iter().any(|report| report.new > 0);
        let n_levels = self.levels.len() - usize::from(is_ended && has_new);
        if is_kept {
            self.keep_all(is_ended || why.is_none(), n_levels)?;
        }
        self.gather_labels()?;
        explored.labels = std::mem::take(&mut self.labels);
        if is_kept {
            self.store(|storage, _| storage.finish())?;
            self.end_answers()?;
            self.write_manifest(&explored)?;
            self.end_answers()?;
            if !is_ended {
                self.store(|storage, _| storage.leave())?;
            }
        }
        Ok(explored)
    }

    /// Brings everything to the disk. Until the manifest is there, what is whole could be taken up again behind its last level.
    fn keep_all(&mut self, goes_on: bool, n_levels: usize) -> Result<(), Fault> {
        self.store(|storage, _| storage.keep())?;
        if !goes_on {
            return Ok(());
        }
        let levels = self.levels[..n_levels].to_vec();
        let done = Progressed { head: self.wanted.head.clone(), levels };
        self.store(|storage, _| storage.checkpoint(&done.text()))
    }

    /// Sends all labels to worker 0, where nothing has them; the round also tells that all segments are on the disk.
    fn gather_labels(&mut self) -> Result<(), Fault> {
        if self.storage.is_none() {
            let counts = std::mem::take(&mut self.label_counts);
            for (label, count) in self.system.labels().passing().zip(counts) {
                if count > 0 {
                    let text = label.text().unwrap_or("").as_bytes();
                    let is_visible = u32::from(label.text().is_some());
                    let [low, high] = halves(count);
                    let mut words = vec![low, high, is_visible];
                    words.extend(text.iter().map(|byte| u32::from(*byte)));
                    words.push(LABELS);
                    self.exchange.send(Channel::Answers, 0, words);
                }
            }
        }
        self.end_answers()
    }

    /// Takes a label with its transitions.
    pub(super) fn take_labels(&mut self, words: &[u32]) -> Option<()> {
        let [low, high, is_visible, text @ ..] = words else { return None };
        let bytes: Option<Vec<u8>> = text.iter().map(|word| u8::try_from(*word).ok()).collect();
        let text = String::from_utf8(bytes?).ok()?;
        let name = if *is_visible == 0 { String::new() } else { text };
        *self.labels.entry(name).or_default() += whole([*low, *high]);
        Some(())
    }

    fn write_manifest(&mut self, explored: &Explored) -> Result<(), Fault> {
        let mut manifest = self.wanted.head.clone();
        manifest.totals = explored.totals.clone();
        let segment = |report: &Report| Segment { states: report.states };
        manifest.segments = explored.workers.iter().map(segment).collect();
        manifest.initial_owner = self.initial_owner;
        manifest.is_complete = explored.why.is_none();
        self.store(|storage, index| match index {
            0 => storage.complete(&manifest.text()),
            _ => Ok(()),
        })
    }
}
