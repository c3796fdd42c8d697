//! Generation of an LTS, breadth first.
//!
//! Input: a transition system and limits. Output: the LTS with its states numbered in order of
//! discovery. A limit never loses what was found: the states behind it are kept, marked as not
//! expanded.

use frontend::Diagnostic;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::graph::{Edge, Lts};
use crate::ids::StateId;
use crate::next_state::{Cycle, NextState, StepError, Successors};

/// When to stop.
pub struct Limits<'a> {
    /// States at most.
    pub max_states: usize,
    /// Asked before each state with the number of states so far; true means to stop.
    pub interrupted: &'a mut dyn FnMut(usize) -> bool,
}

/// Why exploration stopped before the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There are more states than allowed.
    MaxStates,
    /// The caller interrupted it.
    Interrupted,
    /// Pure code took too many steps after this state.
    Budget(StateId, Cycle),
    /// Pure code built a term that is too large after this state.
    TooLarge(StateId, Cycle),
    /// There are too many hidden steps in a row after this state.
    Hidden(StateId, Cycle),
    /// A term of the model has no value after this state.
    Stuck(StateId),
    /// The text of the system is at fault.
    Refused(StateId, Box<Diagnostic>),
    /// Whoever watches has seen enough.
    Enough,
}

/// The part of a system that has been explored so far.
#[derive(Clone, Copy)]
pub struct SoFar<'s> {
    states: &'s IndexSet<Box<[u32]>, FxBuildHasher>,
    edges: &'s [(StateId, Edge)],
    /// Where the transitions of each state begin, in the order of expansion.
    first: &'s [usize],
}

impl<'s> SoFar<'s> {
    /// Number of states that have been found.
    pub fn n_states(&self) -> usize {
        self.states.len()
    }

    /// The vector of a state.
    pub fn state(&self, state: StateId) -> &'s [u32] {
        self.states.get_index(state.index()).map_or(&[], |state| state)
    }

    /// The transitions of a state that has been expanded, those of others not.
    pub fn out(&self, state: StateId) -> &'s [(StateId, Edge)] {
        let start = self.first.get(state.index()).copied().unwrap_or(self.edges.len());
        let end = self.first.get(state.index() + 1).copied().unwrap_or(self.edges.len());
        &self.edges[start..end]
    }
}

/// Who looks on while a system is explored.
pub trait Watch<S: ?Sized> {
    /// A state has been expanded; true where nothing more needs to be found.
    fn expanded(&mut self, system: &mut S, state: StateId, so_far: SoFar<'_>) -> bool;
}

impl<S: ?Sized> Watch<S> for () {
    fn expanded(&mut self, _: &mut S, _: StateId, _: SoFar<'_>) -> bool {
        false
    }
}

/// What was explored.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The transition system; states that were not expanded are marked in it.
    pub lts: Lts,
    /// The state vectors, by state.
    pub states: Vec<Box<[u32]>>,
    /// Why it is not complete, if it is not.
    pub stop: Option<Stop>,
}

/// Explores a transition system from its initial state.
///
/// The states are numbered breadth first, in the order in which successors are computed.
pub fn explore(
    system: &mut dyn NextState,
    limits: &mut Limits<'_>,
) -> Result<Exploration, StepError> {
    explore_watched(system, limits, &mut ())
}

/// The same, until whoever watches has seen enough.
pub fn explore_watched<S: NextState + ?Sized>(
    system: &mut S,
    limits: &mut Limits<'_>,
    watch: &mut impl Watch<S>,
) -> Result<Exploration, StepError> {
    let mut initial = Vec::new();
    system.initial(&mut initial)?;
    let mut search = Search::default();
    search.states.insert(initial.into_boxed_slice());
    let stop = search.run(system, limits, watch);
    Ok(search.finish(system, stop))
}

#[derive(Default)]
struct Search {
    states: IndexSet<Box<[u32]>, FxBuildHasher>,
    edges: Vec<(StateId, Edge)>,
    /// Where the transitions of each state begin that has been looked at.
    first: Vec<usize>,
    unexpanded: Vec<usize>,
    expanded: usize,
}

impl Search {
    fn run<S: NextState + ?Sized>(
        &mut self,
        system: &mut S,
        limits: &mut Limits<'_>,
        watch: &mut impl Watch<S>,
    ) -> Option<Stop> {
        let width = system.width();
        let mut successors = Successors::default();
        let mut stop = None;
        while let Some(state) = self.states.get_index(self.expanded).cloned() {
            if (limits.interrupted)(self.states.len()) {
                return Some(Stop::Interrupted);
            }
            let source = number(self.expanded);
            successors.clear();
            self.first.push(self.edges.len());
            if let Err(error) = system.successors(&state, &mut successors) {
                self.unexpanded.push(self.expanded);
                stop = stop.or(Some(match error {
                    StepError::Budget(cycle) => Stop::Budget(source, cycle),
                    StepError::TooLarge(cycle) => Stop::TooLarge(source, cycle),
                    StepError::Hidden(cycle) => Stop::Hidden(source, cycle),
                    StepError::Interrupted => return Some(Stop::Interrupted),
                    StepError::Stuck => Stop::Stuck(source),
                    StepError::Refused(error) => return Some(Stop::Refused(source, error)),
                }));
            } else if !self.add(source, width, &successors, limits.max_states) {
                self.unexpanded.push(self.expanded);
                stop = Some(Stop::MaxStates);
            } else if self.is_enough(system, source, watch) {
                self.expanded += 1;
                let is_rest = self.expanded < self.states.len() || stop.is_some();
                return if is_rest { Some(Stop::Enough) } else { None };
            }
            self.expanded += 1;
        }
        stop
    }

    fn is_enough<S: ?Sized>(
        &self,
        system: &mut S,
        state: StateId,
        watch: &mut impl Watch<S>,
    ) -> bool {
        let so_far = SoFar { states: &self.states, edges: &self.edges, first: &self.first };
        watch.expanded(system, state, so_far)
    }

    /// Adds the successors of a state, unless one of them would be a state too many.
    fn add(
        &mut self,
        source: StateId,
        width: usize,
        successors: &Successors,
        max_states: usize,
    ) -> bool {
        let fresh =
            successors.iter(width).filter(|(_, state)| !self.states.contains(*state)).count();
        if fresh > 0 && self.states.len() + fresh > max_states {
            return false;
        }
        for (label, state) in successors.iter(width) {
            let target = match self.states.get_index_of(state) {
                Some(known) => known,
                None => self.states.insert_full(state.into()).0,
            };
            self.edges.push((source, Edge { label, target: number(target) }));
        }
        true
    }

    fn finish<S: NextState + ?Sized>(self, system: &S, stop: Option<Stop>) -> Exploration {
        let n_states = self.states.len();
        let mut lts = Lts::new(StateId(0), n_states, self.edges, system.labels().clone());
        if stop.is_some() {
            let mut unexpanded = vec![false; n_states];
            unexpanded[self.expanded.min(n_states)..].fill(true);
            for state in self.unexpanded {
                unexpanded[state] = true;
            }
            lts = lts.with_unexpanded(unexpanded);
        }
        Exploration { lts, states: self.states.into_iter().collect(), stop }
    }
}

fn number(index: usize) -> StateId {
    StateId(u32::try_from(index).unwrap_or(u32::MAX))
}
