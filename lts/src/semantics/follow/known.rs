//! Runs that have been followed before: runs that begin alike are followed once as far as they do.
//!
//! Input: the steps of a run from its start, each with what it took to follow it. Output: the path states behind them,
//! and that work, which counts again for each run, so that what a run may take does not hang on what is known. The first
//! time tells too much, for terms that are rewritten then are known afterwards: a step is known from the second time on.
//! Where less was followed as the work that was allowed was done, that is known where as much is allowed. Follows nothing
//! itself.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Follower;
use crate::graph::ids::LabelId;
use crate::semantics::Words;
use crate::semantics::path_state::PathState;

/// Path states that are kept at most; what comes after them is followed each time.
const MAX_FOLLOWERS: usize = 4_000;

/// The runs, as a tree.
#[derive(Default)]
pub(crate) struct KnownRuns {
    /// Numbers of what is known behind a step, or behind the start.
    numbers: FxHashMap<Step, usize>,
    behind: Vec<Behind>,
    n_followers: usize,
    /// The start, whatever state it ends in: where what happens is not kept, and where it is.
    starts: [Option<Started>; 2],
    too_little: [TooLittle; 2],
}

/// What is known of the start.
struct Started {
    path_states: Rc<Vec<PathState>>,
    /// What it took the second time.
    work: Option<u64>,
    /// How much was allowed, where that was not enough.
    spent: Option<u64>,
}

/// How much was allowed for a start that did not come to its end, the last time and the time before.
#[derive(Clone, Copy, Default)]
struct TooLittle([u64; 2]);

/// The last step of a run.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// The start, with the state in which it ends if that is known, and whether what happens is kept.
    Start(Option<Words>, bool),
    /// A step behind another one, with its label and the state behind it.
    Next(usize, LabelId, Words),
}

/// What is known behind a step.
#[derive(Clone)]
pub(crate) struct Behind {
    pub(crate) followers: Rc<Vec<Follower>>,
    /// Its number, if it is kept.
    pub(crate) number: Option<usize>,
    /// What it took to follow the step the second time.
    pub(crate) work: Option<u64>,
    /// How much was allowed, where that was not enough.
    spent: Option<u64>,
}

impl KnownRuns {
    /// The path states in which the start ends where so much work is allowed, and that work, if they are known.
    pub(crate) fn started(&self, plays: bool, allowed: u64) -> Option<(Rc<Vec<PathState>>, u64)> {
        let known = self.starts[usize::from(plays)].as_ref()?;
        let work = known.work.filter(|&work| fits(work, known.spent, allowed))?;
        Some((Rc::clone(&known.path_states), work))
    }

    /// Whether so much work is known to be too little for the start: it was, twice.
    pub(crate) fn is_too_little(&self, plays: bool, allowed: u64) -> bool {
        let TooLittle(tries) = self.too_little[usize::from(plays)];
        tries.iter().all(|&tried| allowed <= tried)
    }

    /// Notes that so much work was too little for the start.
    pub(crate) fn insert_too_little(&mut self, plays: bool, allowed: u64) {
        let TooLittle([last, _]) = self.too_little[usize::from(plays)];
        self.too_little[usize::from(plays)] = TooLittle([allowed, last]);
    }

    /// Notes in which path states the start ends, and the second time the work for it, as behind any other step.
    pub(crate) fn insert_start(
        &mut self,
        plays: bool,
        path_states: Vec<PathState>,
        (work, spent): (u64, Option<u64>),
    ) -> Rc<Vec<PathState>> {
        let known = &mut self.starts[usize::from(plays)];
        match known {
            Some(known) if known.spent == spent => {
                known.work = Some(work);
                Rc::clone(&known.path_states)
            }
            _ => {
                let path_states = Rc::new(path_states);
                if path_states.len() <= MAX_FOLLOWERS {
                    let path_states = Rc::clone(&path_states);
                    *known = Some(Started { path_states, work: None, spent });
                }
                path_states
            }
        }
    }

    /// What is behind a step where so much work is allowed, if that is known.
    pub(crate) fn behind(&self, step: &Step, allowed: u64) -> Option<Behind> {
        let behind = self.numbers.get(step).and_then(|&number| self.behind.get(number))?;
        let work = behind.work?;
        fits(work, behind.spent, allowed).then(|| behind.clone())
    }

    /// Notes what is behind a step, and the second time the work for it; with how much was allowed, where that was not
    /// enough.
    pub(crate) fn insert(
        &mut self,
        step: Option<Step>,
        followers: Vec<Follower>,
        (work, spent): (u64, Option<u64>),
    ) -> Behind {
        let number = step.as_ref().and_then(|step| self.numbers.get(step)).copied();
        let known = number.and_then(|number| self.behind.get_mut(number));
        if let Some(behind) = known.filter(|behind| behind.spent == spent) {
            behind.work = Some(work);
            return behind.clone();
        }
        self.n_followers += followers.len();
        let step = step.filter(|_| self.n_followers <= MAX_FOLLOWERS);
        let number = step.is_some().then_some(self.behind.len());
        let behind = Behind { followers: Rc::new(followers), number, work: None, spent };
        if let Some(step) = step {
            self.numbers.insert(step, self.behind.len());
            self.behind.push(behind.clone());
        }
        behind
    }
}

/// Whether what took so much work comes to the same where so much is allowed.
fn fits(work: u64, spent: Option<u64>, allowed: u64) -> bool {
    spent.map_or(work <= allowed, |spent| spent == allowed)
}
