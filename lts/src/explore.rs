//! Generation of an LTS, breadth first.
//!
//! Input: a transition system and limits. Output: the LTS with its states numbered in order of
//! discovery. A limit never loses what was found: the states behind it are kept, marked as not
//! expanded.

mod onlooker;
mod parallel;
#[cfg(test)]
mod random;
mod stop;
mod successor_batch;
mod together;

use crate::graph::ids::{LabelId, StateId};
use crate::graph::{Edge, Lts, Rows};
use crate::next_state::{NextState, StepError};
use crate::states::{GROUP, StateStore};

pub use onlooker::{Onlooker, SoFar, explore_until};
pub use stop::Stop;

use successor_batch::SuccessorBatch;
use together::Team;

/// When to stop.
pub struct Limits<'a> {
    /// States at most.
    pub max_states: usize,
    /// Asked before each state with the number of states so far; true means to stop.
    pub interrupted: &'a mut dyn FnMut(usize) -> bool,
}

/// How far exploration has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// States that are known.
    pub states: usize,
    /// Transitions that are known.
    pub transitions: usize,
    /// States whose successors are known.
    pub expanded: usize,
    /// Steps from the initial state to those that are expanded now.
    pub depth: usize,
    /// Bytes that may be asked for at once when there are more states.
    pub growth: usize,
}

/// What was explored.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The transition system; states that were not expanded are marked in it.
    pub lts: Lts,
    /// The state vectors, by state.
    pub states: StateStore,
    /// Why the transition system is not complete, if it is not.
    pub stop: Option<Stop>,
}

/// Explores a transition system from its initial state, on one thread.
///
/// The states are numbered breadth first, in the order in which successors are computed.
pub fn explore(
    system: &mut dyn NextState,
    limits: &mut Limits<'_>,
) -> Result<Exploration, StepError> {
    explore_on(system, limits, 1)
}

/// Explores a transition system on several threads; what is found does not depend on their number.
pub fn explore_on(
    system: &mut dyn NextState,
    limits: &mut Limits<'_>,
    threads: usize,
) -> Result<Exploration, StepError> {
    let interrupted = &mut *limits.interrupted;
    let watch = &mut |progress: Progress| interrupted(progress.states);
    explore_watched(system, limits.max_states, threads, watch)
}

/// Explores a transition system until `watch` returns true: it is asked before each state, or each few thousand
/// of them where several threads go through them.
pub fn explore_watched(
    system: &mut dyn NextState,
    max_states: usize,
    threads: usize,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Exploration, StepError> {
    let mut search = Search::start(system, threads)?;
    let halt = search.run(system, &mut Bounds::new(max_states, watch));
    Ok(search.finish(system, halt))
}

/// States that have numbers.
const MAX_STATES: usize = (u32::MAX / 4 * 3) as usize;

/// States whose successors are computed before they are looked up: look-ups wait for memory together.
const BATCH: usize = 256;

/// States that are worth an effort to have the others sooner.
const MANY: usize = 1_000;

/// When to stop, and whom to ask.
struct Bounds<'w> {
    max_states: usize,
    watch: &'w mut dyn FnMut(Progress) -> bool,
}

impl<'w> Bounds<'w> {
    fn new(max_states: usize, watch: &'w mut dyn FnMut(Progress) -> bool) -> Self {
        Self { max_states: max_states.min(MAX_STATES), watch }
    }
}

struct Search {
    states: StateStore,
    rows: Rows,
    unexpanded: Vec<usize>,
    /// A reason why something is missing.
    stop: Option<Stop>,
    /// Successors of the states under way.
    batch: SuccessorBatch,
    /// Threads that may be had, and those that are there.
    n_threads: usize,
    team: Option<Team>,
    /// States up to this one are better expanded by one thread.
    alone: usize,
    is_prepared: bool,
    /// Where the states end that are as far from the initial one as those that are expanded.
    level_end: usize,
    depth: usize,
    /// Bytes that may be asked for at once, when the batch under way began.
    growth: usize,
    /// Labels that count, where some of those that the system has shown do not.
    n_labels: Option<usize>,
}

impl Search {
    /// Knows the initial state, and has not looked at it.
    fn start(system: &mut dyn NextState, threads: usize) -> Result<Self, StepError> {
        let mut initial = Vec::new();
        system.initial(&mut initial)?;
        let mut search = Self::new(system.width());
        search.n_threads = threads;
        search.states.insert(&initial);
        Ok(search)
    }

    fn new(width: usize) -> Self {
        Self {
            states: StateStore::new(width),
            rows: Rows::default(),
            unexpanded: Vec::new(),
            stop: None,
            batch: SuccessorBatch::default(),
            n_threads: 1,
            team: None,
            alone: 0,
            is_prepared: false,
            level_end: 1,
            depth: 0,
            growth: 0,
            n_labels: None,
        }
    }

    /// Expands all states; tells why it stopped before the end, if it did.
    fn run(&mut self, system: &mut dyn NextState, limits: &mut Bounds<'_>) -> Option<Stop> {
        while self.rows.len() < self.states.len() {
            let error = self.step(system, limits);
            if let Some(stop) = self.get_over(error) {
                return Some(stop);
            }
        }
        None
    }

    /// Expands the next states, up to an error.
    fn step(&mut self, system: &mut dyn NextState, limits: &mut Bounds<'_>) -> Option<StepError> {
        if !self.is_prepared && (self.states.len() >= MANY || system.is_laborious()) {
            self.is_prepared = true;
            if let Some(states) = system.prepared(&self.states) {
                self.states = states;
            }
        }
        if self.rows.len() == self.level_end {
            self.level_end = self.states.len();
            self.depth += 1;
        }
        self.growth = self.states.growth() + self.rows.growth() + system.growth();
        if (limits.watch)(self.progress(0)) {
            return Some(StepError::Interrupted);
        }
        if self.n_threads > 1 && self.expand_together(system, limits) {
            return None;
        }
        let error = self.compute(system, limits);
        self.resolve(limits.max_states);
        error
    }

    /// Goes on behind a state with an error; tells why that cannot be, if so.
    fn get_over(&mut self, error: Option<StepError>) -> Option<Stop> {
        let source = number(self.rows.len());
        let stop = match error? {
            StepError::Interrupted => return Some(Stop::Interrupted),
            StepError::Refused(error) => return Some(Stop::Refused(source, error)),
            StepError::Unordered => return Some(Stop::Unordered(source)),
            StepError::Budget(cycle) => Stop::Budget(source, cycle),
            StepError::TooLarge(cycle) => Stop::TooLarge(source, cycle),
            StepError::Hidden(cycle) => Stop::Hidden(source, cycle),
            StepError::Stuck => Stop::Stuck(source),
        };
        self.stop.get_or_insert(stop);
        self.skip();
        None
    }

    fn progress(&self, under_way: usize) -> Progress {
        let (states, transitions) = (self.states.len(), self.rows.n_edges());
        let expanded = self.rows.len() + under_way;
        Progress { states, transitions, expanded, depth: self.depth, growth: self.growth }
    }

    /// Computes the successors of the next states, up to an error.
    fn compute(
        &mut self,
        system: &mut dyn NextState,
        limits: &mut Bounds<'_>,
    ) -> Option<StepError> {
        let first = self.rows.len();
        self.batch.clear();
        let mut state = Vec::with_capacity(self.states.width());
        for index in first..self.level_end.min(first + BATCH) {
            if index > first && (limits.watch)(self.progress(index - first)) {
                return Some(StepError::Interrupted);
            }
            state.clear();
            state.extend_from_slice(&self.states[index]);
            self.batch.row.clear();
            if let Err(error) = system.successors(&state, &mut self.batch.row) {
                return Some(error);
            }
            self.batch.add_row(&state);
        }
        None
    }

    /// Looks up what was computed, and adds what is new.
    fn resolve(&mut self, max_states: usize) {
        let successors = std::mem::take(&mut self.batch);
        if self.states.len() + successors.n_others <= max_states {
            self.add_all(&successors);
        } else {
            let width = self.states.width();
            let mut others = successors.words.chunks_exact(width.max(1));
            let mut start = 0;
            for &end in &successors.ends {
                let source = self.states[self.rows.len()].to_vec();
                let row: Vec<(LabelId, &[u32])> = successors.labels[start..end]
                    .iter()
                    .zip(&successors.is_own[start..end])
                    .filter_map(|(&label, &is_own)| {
                        Some((label, if is_own { &source[..] } else { others.next()? }))
                    })
                    .collect();
                self.add_if_room(&row, max_states);
                start = end;
            }
        }
        self.batch = successors;
    }

    /// Adds the successors of several states, for all of which there is room.
    fn add_all(&mut self, successors: &SuccessorBatch) {
        let width = self.states.width().max(1);
        let mut others = successors.words.chunks_exact(width).enumerate();
        let mut steps = successors.labels.iter().zip(&successors.is_own);
        let mut hashes = [0; GROUP];
        let mut done = 0;
        for &end in &successors.ends {
            let source = number(self.rows.len());
            for (&label, &is_own) in steps.by_ref().take(end - done) {
                let mut target = source;
                if !is_own && let Some((place, state)) = others.next() {
                    if place % GROUP == 0 {
                        let group = &successors.words[place * width..];
                        self.states.hashed(&group[..group.len().min(GROUP * width)], &mut hashes);
                    }
                    target = self.states.insert_hashed(state, hashes[place % GROUP]).0;
                }
                self.rows.push(Edge { label, target });
            }
            self.rows.end_row();
            done = end;
        }
    }

    /// Adds the successors of a state, unless one of them would be a state too many.
    fn add_if_room(&mut self, row: &[(LabelId, &[u32])], max_states: usize) {
        let fresh = row.iter().filter(|(_, state)| self.states.find(state).is_none()).count();
        if fresh > 0 && self.states.len() + fresh > max_states {
            self.stop = Some(Stop::MaxStates);
            self.skip();
            return;
        }
        for &(label, state) in row {
            let (target, _) = self.states.insert(state);
            self.rows.push(Edge { label, target });
        }
        self.rows.end_row();
    }

    /// Goes on behind a state that cannot be expanded.
    fn skip(&mut self) {
        self.unexpanded.push(self.rows.len());
        self.rows.end_row();
    }

    fn finish(self, system: &dyn NextState, halt: Option<Stop>) -> Exploration {
        let n_states = self.states.len();
        let expanded = self.rows.len();
        let stop = halt.or(self.stop);
        let mut labels = system.labels().clone();
        if let Some(n_labels) = self.n_labels {
            labels.truncate(n_labels);
        }
        let mut lts = Lts::from_rows(StateId(0), n_states, self.rows, labels);
        if stop.is_some() {
            let mut unexpanded = vec![false; n_states];
            unexpanded[expanded.min(n_states)..].fill(true);
            for state in self.unexpanded {
                unexpanded[state] = true;
            }
            lts = lts.with_unexpanded(unexpanded);
        }
        Exploration { lts, states: self.states, stop }
    }
}

fn number(index: usize) -> StateId {
    StateId(u32::try_from(index).unwrap_or(u32::MAX))
}
