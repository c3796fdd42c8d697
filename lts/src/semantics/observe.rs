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
use crate::semantics::evaluation::constant::constant;
use crate::semantics::evaluation::eval::{Scope, Turn};
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

/// What a function of the stored pair gives, for some values of what is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Value(Term),
    /// An exception of this class, with its reason.
    Raised(Term, Term),
    /// Nobody knows.
    Open,
}

/// What a state is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    Named(Term),
    /// It may be called one thing or another.
    Open,
    /// By nothing: this exception is raised.
    Unnamed(Fault),
}

impl Machine<'_> {
    /// What observer number `number` of the model says of a state; false where no pair is stored.
    pub fn observe(&mut self, number: usize, state: &[u32]) -> Result<Observation, StepError> {
        let answers = match self.model.observers.get(number) {
            Some(&function) => self.asked(function, state)?,
            None => Vec::new(),
        };
        Ok(Observation::of(answers))
    }

    /// What a state is called, where the model says so and a pair is stored. What takes too long nobody knows.
    pub(crate) fn called(&mut self, state: &[u32]) -> Option<Called> {
        let function = self.model.naming?;
        let Ok(mut answers) = self.asked(function, state) else { return Some(Called::Open) };
        let first = answers.pop()?;
        if answers.iter().any(|answer| *answer != first) {
            return Some(Called::Open);
        }
        Some(match first {
            Answer::Value(name) if name.has_unknown() => Called::Open,
            Answer::Value(name) => Called::Named(name),
            Answer::Raised(class, reason) => Called::Unnamed(Fault::Raised(class, reason)),
            Answer::Open => Called::Open,
        })
    }

    /// What a function of the pair gives in a state: nothing where no pair is stored.
    fn asked(&mut self, function: FunctionId, state: &[u32]) -> Result<Vec<Answer>, StepError> {
        let pair = self.pairs(state).find(|(name, _)| match self.store.shape(*name) {
            Shape::State(ix) => ix.index() < self.model.states.len(),
            shape => matches!(shape, Shape::Unknown { .. }),
        });
        let Some(pair) = pair else { return Ok(Vec::new()) };
        let (cuts, joins) = (self.cuts, self.joins);
        let answers = self.asked_of_pair(function, pair, state);
        (self.cuts, self.joins) = (cuts, joins);
        answers
    }

    /// What observer number `number` of the model says of a pair that is given as terms, such as one that a running machine has
    /// stored; `state` is any state of the machine. None where the model has no such observer or values, or where it takes too much.
    pub fn observe_terms(
        &mut self,
        number: usize,
        pair: (&Term, &Term),
        state: &[u32],
    ) -> Option<Observation> {
        let function = *self.model.observers.get(number)?;
        Some(Observation::of(self.asked_of_terms(function, pair, state)?))
    }

    /// What a state is called whose data are given as a term, where the model says what states are called; `state` is any state of
    /// the machine. None where these data have no name, or where it takes too much to say.
    pub fn name_of_terms(&mut self, data: &Term, state: &[u32]) -> Option<Term> {
        let function = self.model.naming?;
        // The name that a machine of such a behaviour stores says nothing.
        let pair = (&Term::atom("undefined"), data);
        match self.asked_of_terms(function, pair, state)?.as_slice() {
            [Answer::Value(name)] if !name.has_unknown() => Some(name.clone()),
            _ => None,
        }
    }

    fn asked_of_terms(
        &mut self,
        function: FunctionId,
        (name, data): (&Term, &Term),
        state: &[u32],
    ) -> Option<Vec<Answer>> {
        let mut turn = Turn::new(self.effort.max_steps);
        let mut interned = |term: &Term| {
            let constant = constant(term)?;
            self.eval(&constant, Scope::Ground, &mut turn).ok()
        };
        let pair = (interned(name)?, interned(data)?);
        let (cuts, joins) = (self.cuts, self.joins);
        let answers = self.asked_of_pair(function, pair, state);
        (self.cuts, self.joins) = (cuts, joins);
        answers.ok()
    }

    fn asked_of_pair(
        &mut self,
        function: FunctionId,
        (name, data): (TermId, TermId),
        state: &[u32],
    ) -> Result<Vec<Answer>, StepError> {
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
        let outcomes = self.outcomes(function, vec![name, data], path_state)?;
        let values = outcomes.iter().map(|path_state| {
            path_state.words.last().map_or(TermStore::NOTHING, |&word| TermId(word))
        });
        Ok(values.map(|value| self.answer_of(value)).collect())
    }

    /// One outcome of a function: `{ok, Value}`, or the class of an exception with its reason.
    fn answer_of(&self, outcome: TermId) -> Answer {
        let parts = match self.store.shape(outcome) {
            Shape::Tuple(parts) => <[TermId; 2]>::try_from(&**parts).ok(),
            _ => None,
        };
        // A function that was cut has none.
        let Some([tag, value]) = parts else { return Answer::Open };
        let is_open = |id| matches!(self.store.shape(id), Shape::Unknown { .. });
        let is_ok = matches!(self.store.shape(tag), Shape::Atom(name) if name.as_str() == "ok");
        if is_open(tag) || is_ok && is_open(value) {
            Answer::Open
        } else if is_ok {
            Answer::Value(self.store.term(value))
        } else {
            Answer::Raised(self.store.term(tag), self.store.term(value))
        }
    }
}

impl Observation {
    /// What these answers say together; false where there is none.
    fn of(answers: Vec<Answer>) -> Self {
        let mut observation = Self { may_fail: answers.is_empty(), ..Self::default() };
        for answer in answers {
            observation.add(answer);
        }
        observation
    }

    /// Adds what the observer gives in one way.
    fn add(&mut self, answer: Answer) {
        match answer {
            Answer::Open => (self.may_hold, self.may_fail) = (true, true),
            Answer::Raised(class, reason) => {
                self.may_fail = true;
                self.fault = Some(Fault::Raised(class, reason));
            }
            Answer::Value(value) if value == Term::atom("true") => self.may_hold = true,
            Answer::Value(value) => {
                self.may_fail = true;
                if value != Term::atom("false") {
                    self.fault = Some(Fault::Value(value));
                }
            }
        }
    }
}
