//! Running on to the next state that counts, where ways that meet are joined.
//!
//! Input: a world behind an action. Output: the worlds in which something is shown next, or nothing
//! happens. All ways go on side by side, one hidden step at a time; behind each step those that agree in
//! all that is still read are one.

use rustc_hash::FxHashSet;

use crate::next_state::{Cycle, StepError};

use super::super::Machine;
use super::super::settle::Path;
use super::super::view::Next;

/// Hidden steps one behind another, at most.
const MAX_ROUNDS: usize = 5_000;

/// Work for one event, at most: steps of pure code, and words that are rewritten.
const MAX_WORK: u64 = 1_000_000;

/// What the start may take besides: nothing can be seen without it.
const MAX_START: u64 = 9_000_000;

/// Ways at one place of a function that takes too much.
const FORGETFUL: usize = 2;

/// How many ways are followed when that is used up, and how often it may be.
const FEW: usize = 3;
const MAX_TIRED: usize = 3;

/// Ways side by side, at most.
const MAX_WAYS: usize = 128;

impl Machine<'_> {
    /// Passes over hidden steps.
    pub(in super::super) fn run_far(&mut self, path: Path) -> Result<Vec<Path>, StepError> {
        let mut kept = Vec::new();
        let mut current = vec![path];
        let mut limit = self.work() + MAX_WORK;
        let (mut lost, mut tired) = (None, 0);
        for _ in 0..MAX_ROUNDS {
            let mut after = Vec::new();
            if self.work() > limit {
                // A few ways are followed to the end all the same.
                lost.get_or_insert(StepError::Budget(Cycle::default()));
                current = fewest(current, FEW);
                limit = self.work() + MAX_WORK;
                tired += 1;
            }
            if tired > MAX_TIRED {
                break;
            }
            for path in current {
                match self.one_step(&path, &mut kept, &mut after) {
                    Err(StepError::Interrupted) => return Err(StepError::Interrupted),
                    Err(error) => {
                        lost.get_or_insert(error);
                    }
                    Ok(()) => {}
                }
            }
            current = self.met(after);
            if current.is_empty() {
                break;
            }
        }
        match lost {
            Some(error) if kept.is_empty() => Err(error),
            lost => {
                self.lost += usize::from(lost.is_some());
                Ok(self.met(kept))
            }
        }
    }

    /// One hidden step, if there is one. Where it takes too much it is made once more, and decisions are
    /// forgotten wherever they can be.
    fn one_step(
        &mut self,
        path: &Path,
        kept: &mut Vec<Path>,
        after: &mut Vec<Path>,
    ) -> Result<(), StepError> {
        let (n_kept, n_after) = (kept.len(), after.len());
        self.twice(&mut |machine| {
            kept.truncate(n_kept);
            after.truncate(n_after);
            let path = Path { world: path.world.clone(), clauses: path.clauses.clone() };
            machine.hidden(path, kept, after)
        })
    }

    /// Does something, and once more in a forgetful way where it takes too much.
    pub(super) fn twice<T>(
        &mut self,
        what: &mut dyn FnMut(&mut Self) -> Result<T, StepError>,
    ) -> Result<T, StepError> {
        self.start_event();
        if self.effort.is_start {
            self.effort.limit += MAX_START;
        }
        match what(self) {
            Err(StepError::Budget(_) | StepError::TooLarge(_)) => {
                let worlds = std::mem::replace(&mut self.effort.max_worlds, FORGETFUL);
                self.lost += 1;
                self.start_event();
                if self.effort.is_start {
                    self.effort.limit += MAX_START;
                }
                let found = what(self);
                self.effort.max_worlds = worlds;
                found
            }
            found => found,
        }
    }

    /// What one event may take.
    pub(super) fn start_event(&mut self) {
        self.start_afresh();
        self.effort.limit = self.work() + MAX_WORK;
    }

    /// What the start, or one event, may take where a run is followed again.
    pub(in super::super) fn start_again(&mut self, is_start: bool) {
        self.start_afresh();
        if self.hunts {
            let more = if is_start { MAX_START } else { 0 };
            self.effort.limit = self.work() + MAX_WORK + more;
        }
    }

    fn hidden(
        &mut self,
        path: Path,
        kept: &mut Vec<Path>,
        after: &mut Vec<Path>,
    ) -> Result<(), StepError> {
        match self.hidden_step(&path.world)? {
            Next::Hides(enabled) => after.extend(self.perform(path, &enabled)?),
            Next::Stays => kept.push(path),
            Next::Open => {
                let mut passed = FxHashSet::default();
                self.pass_in_ways(path, &mut passed, kept, after)?;
            }
        }
        Ok(())
    }

    /// Ways that have met are one; too many are fewer, which is noted.
    fn met(&mut self, paths: Vec<Path>) -> Vec<Path> {
        if paths.len() < 2 {
            return paths;
        }
        let worlds = paths.into_iter().map(|path| (path.world, path.clauses)).collect();
        let mut merged = self.merge_with(worlds);
        if merged.len() > MAX_WAYS {
            self.lost += 1;
            merged.sort_by_key(|(world, _)| world.used.len());
            merged.truncate(MAX_WAYS);
        }
        merged.into_iter().map(|(world, clauses)| Path { world, clauses }).collect()
    }
}

/// Those that rest on the fewest decisions.
fn fewest(mut paths: Vec<Path>, most: usize) -> Vec<Path> {
    paths.sort_by_key(|path| path.world.used.len());
    paths.truncate(most);
    paths
}
