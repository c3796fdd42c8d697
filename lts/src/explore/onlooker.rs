//! Exploration that ends as soon as an onlooker has seen enough.
//!
//! Input: a system and an onlooker, which is shown each state that has been expanded, in order, with what had
//! been found by then. Output: what had been found when it had seen enough. States are expanded many at once;
//! what was found too early is taken back, so that the result depends neither on that nor on threads.

use crate::graph::ids::StateId;
use crate::graph::{Edge, Rows};
use crate::next_state::{NextState, StepError};
use crate::states::StateStore;

use super::{Bounds, Exploration, Progress, Search, Stop, number};

/// Looks on while a system is explored, and says when enough has been found.
pub trait Onlooker<S: ?Sized> {
    /// A state has been expanded; true where nothing more needs to be found.
    fn expanded(&mut self, system: &mut S, state: StateId, so_far: SoFar<'_>) -> bool;
}

/// The part of a system that has been found so far.
#[derive(Clone, Copy)]
pub struct SoFar<'s> {
    states: &'s StateStore,
    rows: &'s Rows,
    /// Rows of states that could not be expanded, in order.
    unexpanded: &'s [usize],
    seen: Seen,
}

impl<'s> SoFar<'s> {
    /// Number of states that have been found.
    pub fn n_states(&self) -> usize {
        self.seen.n_states
    }

    /// The vector of a state.
    pub fn state(&self, state: StateId) -> &'s [u32] {
        self.states.get(state).unwrap_or_default()
    }

    /// The transitions of a state; none where it has not been expanded.
    pub fn out(&self, state: StateId) -> Option<&'s [Edge]> {
        let row = state.index();
        let is_known = row < self.seen.n_rows && self.unexpanded.binary_search(&row).is_err();
        is_known.then(|| self.rows.row(row))
    }
}

/// How much has been looked at.
#[derive(Clone, Copy)]
struct Seen {
    n_rows: usize,
    n_states: usize,
}

/// Explores a system like `explore_watched`, until the onlooker has seen enough.
pub fn explore_until<S: NextState>(
    system: &mut S,
    max_states: usize,
    threads: usize,
    watch: &mut dyn FnMut(Progress) -> bool,
    onlooker: &mut impl Onlooker<S>,
) -> Result<Exploration, StepError> {
    let mut search = Search::start(system, threads)?;
    let mut limits = Bounds::new(max_states, watch);
    let mut seen = Seen { n_rows: 0, n_states: 1 };
    let mut halt = None;
    while halt.is_none() && search.rows.len() < search.states.len() {
        let error = search.step(system, &mut limits);
        if search.is_enough(system, &mut seen, onlooker) {
            halt = search.cut(seen);
            break;
        }
        halt = search.get_over(error);
    }
    Ok(search.finish(system, halt))
}

impl Search {
    /// Shows the rows that are new, up to the one with which there is enough.
    fn is_enough<S>(
        &self,
        system: &mut S,
        seen: &mut Seen,
        onlooker: &mut impl Onlooker<S>,
    ) -> bool {
        for row in seen.n_rows..self.rows.len() {
            seen.n_rows = row + 1;
            // States are numbered as rows mention them.
            let last = self.rows.row(row).iter().map(|edge| edge.target.index()).max();
            seen.n_states = last.map_or(0, |last| last + 1).max(seen.n_states);
            let (states, rows, unexpanded) = (&self.states, &self.rows, &*self.unexpanded);
            let so_far = SoFar { states, rows, unexpanded, seen: *seen };
            let state = number(row);
            if so_far.out(state).is_some() && onlooker.expanded(system, state, so_far) {
                return true;
            }
        }
        false
    }

    /// Takes back what was found behind the last row that has been looked at; tells whether that is all.
    fn cut(&mut self, Seen { n_rows, n_states }: Seen) -> Option<Stop> {
        self.rows.truncate(n_rows);
        self.states.truncate(n_states);
        self.unexpanded.retain(|row| *row < n_rows);
        let labels = self.rows.edges().map(|edge| edge.label.index() + 1);
        self.n_labels = Some(labels.max().unwrap_or(1));
        self.stop = None;
        let is_whole = n_rows == n_states && self.unexpanded.is_empty();
        (!is_whole).then_some(Stop::Enough)
    }
}
