//! Batches of states that several threads expand.
//!
//! Input: what they have computed. Output: the states and rows that one thread would have made of it. Where
//! only the system itself can tell some successors, one thread goes through the batch in order.

use crate::graph::Edge;
use crate::ids::{LabelId, StateId};
use crate::next_state::{NextState, StepError};

use super::parallel::{self, Chunk};
use super::{Bounds, Search};

impl Search {
    /// Computes the successors of many states on all threads, if that is worth while.
    pub(super) fn compute_in_parallel(&mut self, system: &dyn NextState) -> bool {
        let first = self.rows.len();
        let last = self.level_end.min(first + parallel::MAX_STATES);
        let Some(pool) = &self.pool else { return false };
        if last - first < parallel::MIN_STATES || first < self.alone {
            return false;
        }
        let Some(shared) = system.shared() else { return false };
        parallel::compute(pool, &*shared, &self.states, first..last, &mut self.chunks);
        true
    }

    /// Adds what was computed by several threads, and what only the system can compute, up to an error.
    pub(super) fn resolve_chunks(
        &mut self,
        system: &mut dyn NextState,
        limits: &mut Bounds<'_>,
    ) -> Option<StepError> {
        let chunks = std::mem::take(&mut self.chunks);
        if self.merge(&chunks, limits.max_states) {
            self.chunks = chunks;
            return None;
        }
        let first = self.rows.len();
        let mut n_alone = 0;
        let mut error = None;
        'chunks: for chunk in &chunks {
            let mut start = 0;
            for &(end, is_known) in &chunk.rows {
                if is_known {
                    self.add_row(chunk, start..end, limits.max_states);
                } else {
                    n_alone += 1;
                    error = self.expand(system, limits);
                    if error.is_some() {
                        break 'chunks;
                    }
                }
                start = end;
            }
        }
        let n_rows = self.rows.len() - first;
        if n_alone > n_rows / 2 {
            self.alone = self.rows.len() + 2 * n_rows;
        }
        self.chunks = chunks;
        error
    }

    /// Adds what was computed by several threads on several threads; false where one is to do it.
    fn merge(&mut self, chunks: &[Chunk], max_states: usize) -> bool {
        let n_unknown: usize = chunks.iter().map(Chunk::n_unknown).sum();
        let has_room = self.states.len() + n_unknown <= max_states;
        let Some(pool) = &self.pool else { return false };
        if !has_room || !chunks.iter().all(Chunk::is_whole) {
            return false;
        }
        let found: Vec<_> = chunks.iter().map(Chunk::found).collect();
        let Some(numbers) = self.states.merge(pool, &found) else { return false };
        let mut numbers = numbers.into_iter().map(StateId);
        let width = self.states.width();
        for chunk in chunks {
            let mut start = 0;
            for &(end, _) in &chunk.rows {
                for (label, _, _, known) in chunk.steps(start..end, width) {
                    let Some(target) = known.or_else(|| numbers.next()) else { break };
                    self.rows.push(Edge { label, target });
                }
                self.rows.end_row();
                start = end;
            }
        }
        true
    }

    /// Adds the successors of one state that another thread has computed.
    fn add_row(&mut self, chunk: &Chunk, steps: std::ops::Range<usize>, max_states: usize) {
        let width = self.states.width();
        if self.states.len() + steps.len() > max_states {
            let row: Vec<(LabelId, &[u32])> =
                chunk.steps(steps, width).map(|(label, state, ..)| (label, state)).collect();
            self.add_if_room(&row, max_states);
            return;
        }
        for (label, state, hash, known) in chunk.steps(steps, width) {
            let (target, is_new) = known
                .map_or_else(|| self.states.insert_hashed(state, hash), |known| (known, false));
            self.add_edge(Edge { label, target }, is_new);
        }
        self.rows.end_row();
    }
}
