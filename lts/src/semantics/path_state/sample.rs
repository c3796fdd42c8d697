//! Decisions that are sampled: some of their answers are followed, and the others are left out.
//!
//! Input: path states at one node, or the answers to a question, while a start is sampled. Output: few of them,
//! the same ones each time: those in which nothing was raised, one of each form, on few decisions. Nothing is
//! joined into unknown values, so that each way is one of the module.

use rustc_hash::FxHashMap;

use super::widen::Grain;
use crate::semantics::Machine;
use crate::semantics::path_state::PathState;

/// Path states at one node of the outermost function, at most; half of them in each function that it calls.
const AT_ONE_NODE: usize = 8;

/// Path states at one node, at least.
const AT_LEAST: usize = 2;

/// Decisions in one step that are followed in every way; each further one is followed in one.
const IN_EVERY_WAY: usize = 256;

/// How decisions are sampled.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(crate) struct Sampling {
    /// Whether they are at the moment.
    pub(crate) is_on: bool,
    /// Whether fewer path states are followed.
    pub(crate) is_narrow: bool,
    /// Whether the machine was entered so.
    pub(crate) has_entered: bool,
    /// Whether a call was not followed although all that it is given is known: that it comes to its end is not.
    pub(crate) has_skipped: bool,
    /// Decisions that may still be followed in every way.
    left: usize,
    /// Decisions that were not.
    turn: usize,
    /// The ways into the machine where a run is followed, and where all that happens on it is kept.
    pub(crate) ways: [Option<Vec<PathState>>; 2],
}

impl Sampling {
    /// Lets decisions of one more step be followed.
    pub(crate) fn start_step(&mut self) {
        (self.left, self.turn) = (IN_EVERY_WAY, 0);
    }
}

impl Machine<'_> {
    /// Leaves all answers to a question out but one, where many questions were answered in every way: each in its turn.
    pub(crate) fn thin(&mut self, answers: &mut Vec<PathState>) {
        if !self.sampling.is_on || answers.len() < 2 {
            return;
        }
        if self.sampling.left > 0 {
            self.sampling.left -= 1;
            return;
        }
        let chosen = answers.swap_remove(self.sampling.turn % answers.len());
        self.sampling.turn += 1;
        *answers = vec![chosen];
    }

    /// Some of the path states at one node of a function, so many calls inside others.
    pub(crate) fn some_of(
        &mut self,
        path_states: Vec<PathState>,
        fixed: usize,
        level: usize,
    ) -> Vec<PathState> {
        let outermost = if self.sampling.is_narrow { AT_LEAST } else { AT_ONE_NODE };
        let most = (outermost >> level.min(8)).max(AT_LEAST);
        if path_states.len() <= most {
            return path_states;
        }
        let mut turns = FxHashMap::default();
        let mut ranked = Vec::with_capacity(path_states.len());
        for path_state in path_states {
            let turn: &mut usize =
                turns.entry(self.key(&path_state, fixed, Grain::Fine)).or_default();
            *turn += 1;
            let is_raised = path_state.trail.raised.is_some();
            ranked.push(((is_raised, *turn, path_state.used.len()), path_state));
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.truncate(most);
        ranked.into_iter().map(|(_, path_state)| path_state).collect()
    }
}
