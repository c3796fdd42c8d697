//! What an expression over the stored pair says of a state.
//!
//! Input: an observer of the model, a state. Output: whether it is true there. It is evaluated on the
//! pair that was stored last, in every way in which the unknown values of the state can be, and changes
//! nothing. Like a guard it is false where it raises an exception or is no boolean, which is told.

use model::FunctionId;
use model::index::Idx as _;

use super::Machine;
use super::store::{Shape, TermId, TermStore};
use crate::next_state::StepError;
use crate::semantics::path_state::PathState;
use crate::term::Term;

/// What an observer says of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// Whether the observer is true for some values of what is unknown.
    pub may_hold: bool,
    /// Whether the observer is false for some values of what is unknown.
    pub may_fail: bool,
    /// What the observer gives instead of a boolean, for some values of what is unknown.
    pub fault: Option<Fault>,
}

/// Something else than a boolean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A value that is none.
    Value(Term),
    /// An exception of this class, with its reason.
    Raised(Term, Term),
}

impl Machine<'_> {
    /// What observer number `number` of the model says of a state; false where no pair is stored.
    pub fn observe(&mut self, number: usize, state: &[u32]) -> Result<Observation, StepError> {
        let pair = self.pairs(state).find(|(name, _)| match self.store.shape(*name) {
            Shape::State(ix) => ix.index() < self.model.states.len(),
            shape => matches!(shape, Shape::Unknown { .. }),
        });
        let (Some(&function), Some(pair)) = (self.model.observers.get(number), pair) else {
            return Ok(Observation { may_fail: true, ..Observation::default() });
        };
        let (cuts, joins) = (self.cuts, self.joins);
        let observation = self.observe_pair(function, pair, state);
        (self.cuts, self.joins) = (cuts, joins);
        observation
    }

    fn observe_pair(
        &mut self,
        function: FunctionId,
        (name, data): (TermId, TermId),
        state: &[u32],
    ) -> Result<Observation, StepError> {
        self.start_afresh();
        if self.is_exact {
            self.fuel = self.effort.max_steps;
        }
        let name = match *self.store.shape(name) {
            Shape::State(ix) => {
                let name = self.store.state_name(ix);
                self.store.intern(Shape::Atom(name))
            }
            _ => name,
        };
        // The unknown values of the state have the first numbers.
        let next = self.renumber_state(&mut state.to_vec());
        let path_state = PathState::new(state.to_vec(), next);
        let mut observation = Observation::default();
        for path_state in self.outcomes(function, vec![name, data], path_state)? {
            let value = path_state.words.last().map_or(TermStore::NOTHING, |&word| TermId(word));
            self.add_outcome(value, &mut observation);
        }
        Ok(observation)
    }

    /// Adds one outcome of an observer: `{ok, Value}`, or the class of an exception with its reason.
    fn add_outcome(&self, outcome: TermId, observation: &mut Observation) {
        let parts = match self.store.shape(outcome) {
            Shape::Tuple(parts) => <[TermId; 2]>::try_from(&**parts).ok(),
            _ => None,
        };
        let is_atom =
            |id, text| matches!(self.store.shape(id), Shape::Atom(name) if name.as_str() == text);
        let Some([tag, value]) = parts else {
            // A function that was cut.
            (observation.may_hold, observation.may_fail) = (true, true);
            return;
        };
        let is_open = |id| matches!(self.store.shape(id), Shape::Unknown { .. });
        if is_open(tag) || is_atom(tag, "ok") && is_open(value) {
            (observation.may_hold, observation.may_fail) = (true, true);
        } else if !is_atom(tag, "ok") {
            observation.may_fail = true;
            observation.fault = Some(Fault::Raised(self.store.term(tag), self.store.term(value)));
        } else if is_atom(value, "true") {
            observation.may_hold = true;
        } else {
            observation.may_fail = true;
            if !is_atom(value, "false") {
                observation.fault = Some(Fault::Value(self.store.term(value)));
            }
        }
    }
}
