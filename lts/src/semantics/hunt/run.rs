//! Running on to the next state that counts, where ways that meet are joined.
//!
//! Input: a path state behind an action. Output: the path states in which something is shown next, or nothing
//! happens. All ways go on side by side, one hidden step at a time; behind each step those that agree in
//! all that is still read are one.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::next_state::{Cycle, StepError};

use super::super::Machine;
use crate::semantics::step::run_to_visible::Path;
use crate::semantics::step::view::Next;

/// Hidden steps one behind another, at most.
const MAX_ROUNDS: usize = 5_000;

/// Work for one event, at most.
const MAX_WORK: u64 = 150_000;

/// Work that the start may take beyond that of one event: nothing can be seen without it.
const MAX_START: u64 = 1_500_000;

/// Ways at one place of a function that takes too much.
const FORGETFUL: usize = 2;

/// How many ways are followed when the work for one event is used up, and how often it may be.
const FEW: Few = Few { most: 3, nearest: 3 };
const MAX_TIRED: usize = 3;

/// How many ways are followed where all that `FEW` leaves crash.
const FEW_APART: Few = Few { most: 4, nearest: 1 };

/// Ways side by side, at most, and how many of them are those that rest on the fewest decisions.
const MAX_WAYS: Few = Few { most: 128, nearest: 64 };

/// The share of the work for one event that it may take without recursions.
const SHARE_AT_ONCE: u64 = 4;

/// How many ways to keep, and how many of them for nothing but how few decisions they rest on.
#[derive(Clone, Copy)]
struct Few {
    most: usize,
    nearest: usize,
}

impl Machine<'_> {
    /// Passes over hidden steps: once more, and on other ways, where too much was left out to see anything but
    /// crashes, which rest on the fewest decisions.
    pub(crate) fn run_far(&mut self, path: Path) -> Result<Vec<Path>, StepError> {
        let lost = self.lost;
        let again = path.clone();
        let paths = self.run_on_few(path, FEW);
        let goes_on = |path: &Path| !self.crashes_next(&path.path_state);
        match paths {
            Ok(paths) if self.lost == lost || paths.iter().any(goes_on) => Ok(paths),
            Err(StepError::Interrupted) => Err(StepError::Interrupted),
            paths => match (paths, self.run_on_few(again, FEW_APART)) {
                (Ok(mut paths), Ok(others)) => {
                    paths.extend(others);
                    Ok(self.met(paths))
                }
                (paths, Err(_)) | (Err(_), paths) => paths,
            },
        }
    }

    /// Passes over hidden steps, on these few ways as soon as they take too much.
    fn run_on_few(&mut self, path: Path, few: Few) -> Result<Vec<Path>, StepError> {
        let mut kept = Vec::new();
        let mut current = vec![path];
        let mut limit = self.work() + MAX_WORK;
        let (mut lost, mut tired) = (None, 0);
        for _ in 0..MAX_ROUNDS {
            let mut after = Vec::new();
            if self.work() > limit {
                // A few ways are followed to the end all the same.
                lost.get_or_insert(StepError::Budget(Cycle::default()));
                current = fewest(current, few);
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
        if !current.is_empty() {
            lost.get_or_insert(StepError::Budget(Cycle::default()));
        }
        match lost {
            Some(error) if kept.is_empty() => Err(error),
            lost => {
                self.lost += usize::from(lost.is_some());
                Ok(self.met(kept))
            }
        }
    }

    /// One hidden step, if there is one. Where it takes too much it is made again, and decisions are forgotten
    /// wherever they can be.
    fn one_step(
        &mut self,
        path: &Path,
        kept: &mut Vec<Path>,
        after: &mut Vec<Path>,
    ) -> Result<(), StepError> {
        let (n_kept, n_after) = (kept.len(), after.len());
        self.in_three_ways(&mut |machine| {
            kept.truncate(n_kept);
            after.truncate(n_after);
            let path = path.clone();
            machine.hidden(path, kept, after)
        })
    }

    /// Does something; once more in a forgetful way where it takes too much, and where that does, too, without
    /// any recursion on unknown values.
    pub(crate) fn in_three_ways<T>(
        &mut self,
        what: &mut dyn FnMut(&mut Self) -> Result<T, StepError>,
    ) -> Result<T, StepError> {
        let result = self.attempt(what);
        if !is_too_much(&result) {
            return result;
        }
        self.lost += 1;
        let path_states = std::mem::replace(&mut self.effort.max_path_states, FORGETFUL);
        let short_lists = std::mem::replace(&mut self.effort.short_lists, true);
        let mut result = self.attempt(what);
        if is_too_much(&result) {
            self.effort.cuts_at_once = true;
            result = self.attempt(what);
            self.effort.cuts_at_once = false;
        }
        (self.effort.max_path_states, self.effort.short_lists) = (path_states, short_lists);
        result
    }

    fn attempt<T>(
        &mut self,
        what: &mut dyn FnMut(&mut Self) -> Result<T, StepError>,
    ) -> Result<T, StepError> {
        self.start_event();
        if self.effort.is_start {
            self.effort.limit = (self.effort.limit + MAX_START).min(self.effort.start_end);
        } else if self.effort.cuts_at_once {
            self.effort.limit = self.work() + MAX_WORK / SHARE_AT_ONCE;
        }
        self.effort.limit = self.effort.limit.min(self.effort.event_end);
        what(self)
    }

    /// What one event may take.
    pub(crate) fn start_event(&mut self) {
        self.start_afresh();
        self.effort.limit = self.work() + MAX_WORK;
    }

    /// What the start, or one event, may take where a run is followed again.
    pub(crate) fn start_again(&mut self, is_start: bool) {
        self.start_afresh();
        if self.hunts {
            let more = if is_start { MAX_START } else { 0 };
            self.effort.limit = self.work() + MAX_WORK + more;
        }
    }

    pub(crate) fn hidden(
        &mut self,
        path: Path,
        kept: &mut Vec<Path>,
        after: &mut Vec<Path>,
    ) -> Result<(), StepError> {
        match self.hidden_step(&path.path_state)? {
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
        let path_states = paths.into_iter().map(|path| (path.path_state, path.clauses)).collect();
        let merged = self.merge_with(path_states);
        let merged =
            merged.into_iter().map(|(path_state, clauses)| Path { path_state, clauses }).collect();
        self.lost += usize::from(Vec::len(&merged) > MAX_WAYS.most);
        fewest(merged, MAX_WAYS)
    }
}

/// The paths that rest on the fewest decisions, and of the others some of each place: crashes come early, and would be
/// all that is left.
fn fewest(mut paths: Vec<Path>, few: Few) -> Vec<Path> {
    if paths.len() <= few.most {
        return paths;
    }
    let doubts = |path: &Path| path.path_state.used.len();
    paths.sort_by_key(doubts);
    let mut turns: BTreeMap<Option<u32>, usize> = BTreeMap::new();
    let turn = |path: Path| {
        let turn = turns.entry(path.path_state.words.first().copied()).or_default();
        *turn += 1;
        (*turn, path)
    };
    let mut others: Vec<(usize, Path)> =
        paths.split_off(few.nearest.min(paths.len())).into_iter().map(turn).collect();
    others.sort_by_key(|(turn, path)| (*turn, doubts(path)));
    paths.extend(others.into_iter().map(|(_, path)| path));
    paths.truncate(few.most);
    paths
}

/// Whether something has met a limit.
pub(crate) fn is_too_much<T>(result: &Result<T, StepError>) -> bool {
    matches!(result, Err(StepError::Budget(_) | StepError::TooLarge(_)))
}
