//! How far recursion on unknown values is followed.
//!
//! Input: the calls under way. Output: which of them go on, begin once more, or are cut. Decisions on
//! unknown values could let a function call itself for ever, or in more ways than can be waited for.
//! So a function that is entered again and again because of decisions, without an argument that becomes
//! smaller, is cut; and a recursion that has made many decisions is begun once more with a shorter way
//! to go, and at last cut as a whole. What is cut has any value. All of it starts afresh in each state.

use model::index::Idx as _;

use super::outcomes::{Activation, Call, Calls};
use crate::semantics::StepError;
use crate::semantics::path_state::PathState;

/// Times that a function is entered again because of decisions, before it is cut.
const MAX_AGAIN: usize = 2;

/// Decisions that one attempt of a recursion may make; one inside another may make a quarter.
const MAX_FORKS: usize = 512;

/// Decisions that any attempt may make.
const MIN_FORKS: usize = 8;

/// Decisions of pure code in one state after which recursions on unknown values are cut at once.
const MAX_FORKS_OF_STATE: usize = 8 * MAX_FORKS;

/// The first call of a recursion, before it was made.
pub(crate) struct Attempt {
    path_state: PathState,
    call: Call,
    /// Decisions after which it has come too far.
    limit: usize,
}

/// How far a call may go.
pub(crate) struct Patience {
    /// How often functions may be entered again in it.
    pub(crate) again: usize,
    /// How often its function has been entered again.
    pub(crate) entered: usize,
    /// How to begin once more, where it starts a recursion.
    pub(crate) attempt: Option<Attempt>,
}

impl Calls<'_, '_> {
    /// How far a call may go that has arguments of these weights; `None` where it is to be cut.
    pub(crate) fn patience(
        &self,
        call: &Call,
        path_state: &PathState,
        weights: &[u32],
    ) -> Option<Patience> {
        let machine = &*self.machine;
        let again = self.stack.last().map_or(MAX_AGAIN, |caller| caller.patience.again);
        let Some(group) = machine.recursion[call.function.index()] else {
            return Some(Patience { again, entered: 0, attempt: None });
        };
        let component = |activation: &Activation| machine.recursion[activation.function.index()];
        if !self.attempts.iter().any(|&level| component(&self.stack[level]) == Some(group)) {
            return self.first(call, path_state, again);
        }
        let entered = self.entered(call, path_state, weights);
        (entered <= again).then_some(Patience { again, entered, attempt: None })
    }

    /// How far the first call of a recursion may go.
    fn first(&self, call: &Call, path_state: &PathState, again: usize) -> Option<Patience> {
        let machine = &*self.machine;
        if machine.effort.cuts_at_once || machine.forks >= MAX_FORKS_OF_STATE {
            return None;
        }
        let left = machine.patience.get(&call.function).copied().unwrap_or(Some(MAX_AGAIN))?;
        let depth = u32::try_from(self.attempts.len()).unwrap_or(u32::MAX).min(16);
        let share = MAX_FORKS.checked_shr(2 * depth).unwrap_or(0).max(MIN_FORKS);
        let (limit, call) = (machine.forks + share, call.clone());
        let attempt = Some(Attempt { path_state: path_state.clone(), call, limit });
        Some(Patience { again: left.min(again), entered: 0, attempt })
    }

    /// How often the function of a call has been entered again because of decisions: entries with
    /// decisions since the one before, and no argument that has become smaller.
    fn entered(&self, call: &Call, path_state: &PathState, weights: &[u32]) -> usize {
        let earlier = self.stack.iter().rev().find(|earlier| earlier.function == call.function);
        let Some(earlier) = earlier else { return 0 };
        let shrinks = weights.iter().zip(&earlier.weights).any(|(l, e)| l < e);
        earlier.patience.entered + usize::from(earlier.forks < path_state.forks && !shrinks)
    }

    /// What to do where pure code cannot go on: a recursion that has decided something may be one that
    /// never happens, and is cut; any other is an error.
    pub(crate) fn give_up(
        &mut self,
        error: StepError,
        path_state: &PathState,
    ) -> Result<(), StepError> {
        let forks = path_state.forks;
        let decided = self.attempts.iter().copied().find(|&level| self.stack[level].forks < forks);
        match decided {
            Some(level) if self.machine.refuel(&error) => self.begin_again(level, None),
            _ => {
                let under_way = self.stack.iter().rev().map(|call| call.function);
                Err(self.machine.blame(error, under_way))
            }
        }
    }

    /// Begins a recursion that has made too many decisions once more, less patiently.
    pub(crate) fn lose_patience(&mut self) -> Result<(), StepError> {
        let forks = self.machine.forks;
        let is_over = |call: &Activation| {
            call.patience.attempt.as_ref().is_some_and(|attempt| forks > attempt.limit)
        };
        let level = self.attempts.iter().copied().find(|&level| is_over(&self.stack[level]));
        let Some(level) = level else { return Ok(()) };
        let left = self.stack[level].patience.again.checked_sub(1);
        self.begin_again(level, left)
    }

    /// Begins a recursion once more with this patience, or cuts it.
    fn begin_again(&mut self, level: usize, left: Option<usize>) -> Result<(), StepError> {
        self.attempts.retain(|&attempt| attempt < level);
        let Some(given_up) = self.stack.drain(level..).next() else { return Ok(()) };
        self.machine.patience.insert(given_up.function, left);
        match given_up.patience.attempt {
            Some(Attempt { path_state, call, .. }) => self.enter(call, path_state),
            None => Ok(()),
        }
    }
}
