//! Some of the ways through a start or an event that takes too much, or of which all ways that were followed end the machine.
//!
//! Input: a machine that was not entered, or an event. Output: ways through it that do not end the machine, a few of all that there are,
//! the same ones each time. Few ways go on side by side, one hidden step at a time; those that end are left for others that
//! were set aside, late ones first, and when there is a way to a state, early ones first. Whatever takes too much on
//! known values is skipped: its value is unknown.

use std::collections::{BTreeMap, VecDeque};

use model::{ActionRole, Behaviour, PointId};

use super::super::Machine;
use crate::next_state::StepError;
use crate::semantics::path_state::PathState;
use crate::semantics::step::Enabled;
use crate::semantics::step::run_to_visible::Path;

/// What the start may take: nothing can be seen without it.
const START: Bounds = Bounds { most: 6_000_000, wide: 1_500_000, enough: 1_500_000, step: 500_000 };

/// What an event may take.
const EVENT: Bounds = Bounds { most: 300_000, wide: 75_000, enough: 150_000, step: 50_000 };

/// Hidden steps one behind another, of all ways together.
const MAX_ROUNDS: usize = 10_000;

/// Ways side by side.
const SIDE_BY_SIDE: usize = 8;

/// Ways that are set aside, at most.
const MAX_ASIDE: usize = 512;

/// Ways to a state that are enough.
const ENOUGH: usize = 16;

/// How much work sampling may take.
#[derive(Clone, Copy)]
struct Bounds {
    most: u64,
    /// After how much one way is followed after the other, where none has come to a state.
    wide: u64,
    /// Where one has come to a state.
    enough: u64,
    /// For one step of one way.
    step: u64,
}

/// What has become of the ways so far.
struct Sample {
    /// Those that do not go on for the time being, the best ones last.
    aside: VecDeque<Path>,
    /// Those that have come to a state.
    entered: Vec<Path>,
    /// Work in all that ends it where one of them has come to a state, and where none has.
    ends: [u64; 2],
}

impl Sample {
    /// The way that goes on where all that went on have ended.
    fn next(&mut self) -> Option<Path> {
        if self.entered.is_empty() { self.aside.pop_back() } else { self.aside.pop_front() }
    }

    /// Whether it is at its end after so much work in all.
    fn is_over(&self, work: u64) -> bool {
        let [entered, none] = self.ends;
        work > if self.entered.is_empty() { none } else { entered } || self.entered.len() >= ENOUGH
    }
}

impl Machine<'_> {
    /// Some of the ways through the start to a state; none where no such way is met.
    pub(crate) fn sampled_start(&mut self) -> Result<Vec<Path>, StepError> {
        self.sampled(START, &mut Self::start)
    }

    /// Some of the ways through an event that do not end the machine.
    pub(crate) fn sampled_event(
        &mut self,
        path: &Path,
        enabled: &Enabled,
    ) -> Result<Vec<Path>, StepError> {
        // That holds of the start.
        let has_skipped = self.sampling.has_skipped;
        let ways = self.sampled(EVENT, &mut |machine| machine.perform(path.clone(), enabled));
        self.sampling.has_skipped = has_skipped;
        ways
    }

    fn sampled(
        &mut self,
        bounds: Bounds,
        first: &mut dyn FnMut(&mut Self) -> Result<Vec<Path>, StepError>,
    ) -> Result<Vec<Path>, StepError> {
        // What is skipped is unknown, whatever the model says.
        self.is_exact = false;
        self.sampling.is_on = true;
        let limit = self.effort.limit;
        let ways = self.sampled_ways(bounds, first);
        self.effort.limit = limit;
        (self.sampling.is_on, self.sampling.is_narrow) = (false, false);
        ways
    }

    /// The path states at the end of these ways, where a run is followed.
    pub(crate) fn sampled_again(&mut self) -> Result<Vec<PathState>, StepError> {
        let number = usize::from(self.plays);
        if let Some(path_states) = &self.sampling.ways[number] {
            return Ok(path_states.clone());
        }
        let ways = self.sampled_start()?;
        let path_states: Vec<PathState> = ways.into_iter().map(|path| path.path_state).collect();
        self.sampling.ways[number] = Some(path_states.clone());
        Ok(path_states)
    }

    fn sampled_ways(
        &mut self,
        bounds: Bounds,
        first: &mut dyn FnMut(&mut Self) -> Result<Vec<Path>, StepError>,
    ) -> Result<Vec<Path>, StepError> {
        let begin = self.work();
        let (narrow, ends) = (begin + bounds.wide, [begin + bounds.enough, begin + bounds.most]);
        let mut sample = Sample { aside: VecDeque::new(), entered: Vec::new(), ends };
        let first = self.sampled_step(bounds.step, first)?;
        let mut current = self.set_aside(first, SIDE_BY_SIDE, &mut sample.aside);
        for _ in 0..MAX_ROUNDS {
            if current.is_empty() {
                current.extend(sample.next());
            }
            if current.is_empty() || sample.is_over(self.work()) {
                break;
            }
            let (mut kept, mut after) = (Vec::new(), Vec::new());
            for path in current {
                self.sampled_hidden(bounds.step, &path, &mut kept, &mut after)?;
            }
            sample.entered.extend(kept.into_iter().filter(|path| !self.ends_next(path)));
            self.sampling.is_narrow = self.work() > narrow && sample.entered.is_empty();
            let side_by_side = if self.sampling.is_narrow { 1 } else { SIDE_BY_SIDE };
            current = self.set_aside(after, side_by_side, &mut sample.aside);
        }
        Ok(self.merged_paths(sample.entered))
    }

    /// One hidden step of one way; a step that takes too much leads nowhere.
    fn sampled_hidden(
        &mut self,
        most: u64,
        path: &Path,
        kept: &mut Vec<Path>,
        after: &mut Vec<Path>,
    ) -> Result<(), StepError> {
        let (n_kept, n_after) = (kept.len(), after.len());
        let result = self.sampled_step(most, &mut |machine| {
            kept.truncate(n_kept);
            after.truncate(n_after);
            let path = path.clone();
            machine.hidden(path, kept, after)
        });
        match result {
            Err(StepError::Interrupted) => Err(StepError::Interrupted),
            Err(_) => {
                kept.truncate(n_kept);
                after.truncate(n_after);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Does something within the work for one step; once more without any recursion on unknown values where it takes
    /// too much.
    fn sampled_step<T>(
        &mut self,
        most: u64,
        what: &mut dyn FnMut(&mut Self) -> Result<T, StepError>,
    ) -> Result<T, StepError> {
        let result = self.sampled_attempt(most, what);
        if !super::run::is_too_much(&result) {
            return result;
        }
        self.effort.cuts_at_once = true;
        let result = self.sampled_attempt(most, what);
        self.effort.cuts_at_once = false;
        result
    }

    fn sampled_attempt<T>(
        &mut self,
        most: u64,
        what: &mut dyn FnMut(&mut Self) -> Result<T, StepError>,
    ) -> Result<T, StepError> {
        self.start_afresh();
        self.sampling.start_step();
        self.effort.limit = self.work() + most;
        what(self)
    }

    /// The ways that go on side by side; the others are set aside, the best ones last.
    fn set_aside(
        &mut self,
        paths: Vec<Path>,
        side_by_side: usize,
        aside: &mut VecDeque<Path>,
    ) -> Vec<Path> {
        let mut turns: BTreeMap<Option<u32>, usize> = BTreeMap::new();
        let mut ranked = Vec::with_capacity(paths.len());
        for path in self.merged_paths(paths) {
            let turn = turns.entry(path.path_state.words.first().copied()).or_default();
            *turn += 1;
            ranked.push(((*turn, path.path_state.used.len()), path));
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        let others = ranked.split_off(side_by_side.min(ranked.len()));
        aside.extend(others.into_iter().rev().map(|(_, path)| path));
        while aside.len() > MAX_ASIDE {
            aside.pop_front();
        }
        ranked.into_iter().map(|(_, path)| path).collect()
    }

    fn merged_paths(&mut self, paths: Vec<Path>) -> Vec<Path> {
        let path_states = paths.into_iter().map(|path| (path.path_state, path.clauses)).collect();
        let merged = self.merge_with(path_states);
        merged.into_iter().map(|(path_state, clauses)| Path { path_state, clauses }).collect()
    }

    /// Whether the first component does nothing next but to end.
    fn ends_next(&self, path: &Path) -> bool {
        let words = &path.path_state.words;
        let Some(&first) = words.first() else { return true };
        let mut point = PointId(first);
        loop {
            match &self.model.points[point] {
                Behaviour::Let { next, .. } => point = *next,
                Behaviour::Act { action, .. } => {
                    return matches!(
                        self.model.actions[*action].role,
                        ActionRole::Crash
                            | ActionRole::Stop
                            | ActionRole::StartFailed
                            | ActionRole::StartIgnored
                            | ActionRole::Overflow
                    );
                }
                Behaviour::End(_) => return self.idle_slots(words).is_none(),
                _ => return false,
            }
        }
    }
}
