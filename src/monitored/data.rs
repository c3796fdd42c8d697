//! What formulas ask of data that a log shows: `data(Expr)`, answered by the model of the module.

use lts::Term;
use lts::next_state::NextState as _;
use lts::semantics::{Fault, LabelStyle, Machine, Observation, View};
use model::Model;

use crate::config::observed::Observer;

/// Answers after which the terms that were met are forgotten.
const MOST_ANSWERS: usize = 100_000;

/// The model, asked for pairs.
pub(crate) struct Answering<'m> {
    model: &'m Model,
    observers: &'m [Observer],
    only_state: Term,
    machine: Option<(Machine<'m>, Vec<u32>)>,
    n_answers: usize,
}

impl<'m> Answering<'m> {
    /// Asks this model, whose machine has this state if it names none.
    pub(crate) fn new(model: &'m Model, observers: &'m [Observer], only_state: &str) -> Self {
        Self { model, observers, only_state: Term::atom(only_state), machine: None, n_answers: 0 }
    }

    /// Whether an expression is true of a pair, and what it is if it is no boolean.
    pub(crate) fn holds(
        &mut self,
        text: &str,
        name: Option<&Term>,
        data: &Term,
    ) -> (bool, Option<String>) {
        let number = self.observers.iter().position(|own| own.text.as_str() == text);
        let pair = (name.unwrap_or(&self.only_state).clone(), data.clone());
        let observed = number.and_then(|number| self.observe(number, &pair));
        let Some(Observation { may_hold, may_fail, fault }) = observed else {
            return (false, Some("cannot be computed".to_owned()));
        };
        let fault = fault.map(|fault| match fault {
            Fault::Value(value) => format!("is {value}"),
            Fault::Raised(class, reason) => format!("raises {class}:{reason}"),
        });
        (may_hold && !may_fail, fault)
    }

    fn observe(&mut self, number: usize, (name, data): &(Term, Term)) -> Option<Observation> {
        self.n_answers += 1;
        if self.n_answers.is_multiple_of(MOST_ANSWERS) {
            self.machine = None;
        }
        if self.machine.is_none() {
            let mut machine = Machine::new(self.model, View::Default, LabelStyle::Erlang);
            let mut state = Vec::new();
            machine.initial(&mut state).ok()?;
            self.machine = Some((machine, state));
        }
        let (machine, state) = self.machine.as_mut()?;
        machine.observe_terms(number, (name, data), state)
    }
}
