//! What formulas ask of what a log shows: `data(Expr)`, and the names of states that have none of their own, answered by the model
//! of the module.

use std::collections::BTreeSet;

use lts::Term;
use lts::next_state::NextState as _;
use lts::semantics::{Fault, LabelStyle, Machine, Observation, View};
use model::Model;

use crate::config::observed::Observer;
use crate::live::monitored::run::Stored;

/// Expressions that are no booleans, each with what it was, that are kept at most.
const MOST_FAULTS: usize = 10;

/// Answers after which the terms that were met are forgotten.
const MOST_ANSWERS: usize = 100_000;

/// The model, asked for pairs.
pub(crate) struct Answering<'m> {
    model: &'m Model,
    observers: &'m [Observer],
    only_state: Term,
    machine: Option<(Machine<'m>, Vec<u32>)>,
    n_answers: usize,
    /// Expressions that were no boolean somewhere, and what they were.
    pub(crate) faults: BTreeSet<(String, String)>,
}

impl<'m> Answering<'m> {
    /// Asks this model, whose machine has this state if it names none.
    pub(crate) fn new(model: &'m Model, observers: &'m [Observer], only_state: &str) -> Self {
        let (machine, faults) = (None, BTreeSet::new());
        let only_state = Term::atom(only_state);
        Self { model, observers, only_state, machine, n_answers: 0, faults }
    }

    /// A machine that answers, and one of its states.
    fn machine(&mut self) -> Option<&mut (Machine<'m>, Vec<u32>)> {
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
        self.machine.as_mut()
    }

    fn observe(&mut self, number: usize, (name, data): &(Term, Term)) -> Option<Observation> {
        let (machine, state) = self.machine()?;
        machine.observe_terms(number, (name, data), state)
    }

    fn fault(&mut self, text: &str, fault: String) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.insert((text.to_owned(), fault));
        }
    }
}

impl Stored for Answering<'_> {
    fn holds(&mut self, text: &str, name: Option<&Term>, data: &Term) -> bool {
        let number = self.observers.iter().position(|own| own.text.as_str() == text);
        let pair = (name.unwrap_or(&self.only_state).clone(), data.clone());
        let observed = number.and_then(|number| self.observe(number, &pair));
        let Some(Observation { may_hold, may_fail, fault }) = observed else {
            self.fault(text, "cannot be computed".to_owned());
            return false;
        };
        match fault {
            Some(Fault::Value(value)) => self.fault(text, format!("is {value}")),
            Some(Fault::Raised(class, reason)) => {
                self.fault(text, format!("raises {class}:{reason}"));
            }
            None => {}
        }
        may_hold && !may_fail
    }

    fn name(&mut self, told: Option<Term>, data: Option<&Term>) -> Option<Term> {
        match data {
            Some(data) if self.model.naming.is_some() => {
                let (machine, state) = self.machine()?;
                machine.name_of_terms(data, state)
            }
            _ => told,
        }
    }
}
