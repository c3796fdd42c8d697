//! A system of which formulas are asked while several processes explore it.
//!
//! Input: a system, formulas that say the same of each state (`checker::Everywhere`). Output: the same system, whose states
//! tell which of the formulas they decide. What is asked for the sake of warnings only (`checker::besides`) need not be answered.

use checker::formula::StateAtom;
use checker::{Everywhere, Nearby, besides, without_tail};
use lts::next_state::{NextState, Shared, StepError, Successors};
use lts::portable::Portable;
use lts::{LabelId, LabelTable, StateStore};
use model::Model;

use crate::check::monitors::Shows;
use crate::config::observed::Observer;
use crate::config::question::Question;
use crate::workers::beside::Order;

/// Formulas at most: bits of a number.
const MOST: usize = 64;

/// What is asked of all states.
#[derive(Debug)]
pub(crate) struct Questions {
    formulas: Vec<Everywhere>,
    /// The texts of those that are asked besides, which stand last.
    besides: Vec<String>,
    /// What is asked besides and is decided by one run each.
    others: Vec<Other>,
    /// Those besides that need not be asked any more.
    done: u64,
}

/// A formula that is asked besides, and the text by which its answer is found.
#[derive(Debug)]
pub(crate) struct Other {
    pub(crate) text: String,
    pub(crate) question: Question,
}

/// The formula, if single states decide it.
pub(crate) fn by_states(question: &Question) -> Option<Everywhere> {
    question.formula().and_then(Everywhere::new).filter(Everywhere::is_unexplained)
}

impl Questions {
    /// Those of the questions that single states decide, and what is asked besides of all; none if that cannot be asked so.
    pub(crate) fn new<'q>(questions: impl Iterator<Item = &'q Question> + Clone) -> Option<Self> {
        let mut all: Vec<Everywhere> = questions.clone().filter_map(by_states).collect();
        let (mut texts, mut others) = (Vec::new(), Vec::<Other>::new());
        for other in questions.filter_map(Question::formula).flat_map(besides) {
            let text = other.to_string();
            if texts.contains(&text) || others.iter().any(|known| known.text == text) {
                continue;
            }
            let question = Question::Formula(without_tail(&other));
            if let Some(formula) = question.formula().and_then(Everywhere::new) {
                all.push(formula);
                texts.push(text);
            } else {
                Order::new(&question)?;
                others.push(Other { text, question });
            }
        }
        (all.len() <= MOST).then_some(Self { formulas: all, besides: texts, others, done: 0 })
    }

    /// What is asked besides and is not decided by single states.
    pub(crate) fn others(&self) -> &[Other] {
        &self.others
    }

    /// How many are asked that have to be answered.
    pub(crate) fn n_asked(&self) -> usize {
        self.formulas.len() - self.besides.len()
    }

    /// Those, as bits.
    pub(crate) fn asked(&self) -> u64 {
        u64::MAX.checked_shr(64 - u32::try_from(self.n_asked()).unwrap_or(64)).unwrap_or(0)
    }

    /// What a single state can give a formula.
    pub(crate) fn value(&self, question: usize) -> bool {
        self.formulas.get(question).is_some_and(Everywhere::value)
    }

    /// The texts of formulas that are asked besides, with the numbers of these questions.
    pub(crate) fn besides(&self) -> impl Iterator<Item = (usize, &String)> {
        (self.n_asked()..).zip(&self.besides)
    }
}

/// A system with what is asked of it.
pub(crate) struct Asking<'s, S> {
    pub(crate) system: &'s mut S,
    pub(crate) questions: Questions,
    pub(crate) model: &'s Model,
    pub(crate) observers: &'s [Observer],
}

/// A state with what follows.
pub(crate) struct Near<'n, S> {
    pub(crate) system: &'n mut S,
    pub(crate) state: &'n [u32],
    pub(crate) steps: &'n [(LabelId, &'n [u32])],
    pub(crate) of: (&'n Model, &'n [Observer]),
}

impl<S: Shows> Nearby for Near<'_, S> {
    fn n_steps(&self) -> usize {
        self.steps.len()
    }

    fn label(&self, step: usize) -> LabelId {
        self.steps[step].0
    }

    fn holds(&mut self, atom: &StateAtom, behind: Option<usize>) -> Option<bool> {
        let state = behind.map_or(self.state, |step| self.steps[step].1);
        self.system.shows(atom, state, self.of)
    }
}

impl<S: NextState> NextState for Asking<'_, S> {
    fn width(&self) -> usize {
        self.system.width()
    }

    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
        self.system.initial(out)
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        self.system.successors(state, out)
    }

    fn labels(&self) -> &LabelTable {
        self.system.labels()
    }

    fn growth(&self) -> usize {
        self.system.growth()
    }

    fn is_laborious(&self) -> bool {
        self.system.is_laborious()
    }

    fn prepared(&mut self, states: &StateStore) -> Option<StateStore> {
        self.system.prepared(states)
    }

    fn shared(&self) -> Option<Box<dyn Shared + '_>> {
        self.system.shared()
    }
}

impl<S: Portable + Shows> Portable for Asking<'_, S> {
    fn n_symbols(&self) -> usize {
        self.system.n_symbols()
    }

    fn is_symbol(&self, place: usize, word: u32) -> bool {
        self.system.is_symbol(place, word)
    }

    fn describe(&self, symbol: u32, bytes: &mut Vec<u8>, parts: &mut Vec<u32>) {
        self.system.describe(symbol, bytes, parts);
    }

    fn learn(&mut self, bytes: &[u8], parts: &[u32]) -> Option<u32> {
        self.system.learn(bytes, parts)
    }

    fn may_be_state(&self, words: &[u32]) -> bool {
        self.system.may_be_state(words)
    }

    fn answers(&mut self, state: &[u32], successors: &Successors) -> u64 {
        let Self { system, questions, model, observers } = self;
        let n_asked = questions.n_asked();
        let steps: Vec<(LabelId, &[u32])> = successors.iter(state.len()).collect();
        let mut answers = 0;
        for (number, formula) in questions.formulas.iter_mut().enumerate() {
            if questions.done >> number & 1 == 1 {
                continue;
            }
            formula.learn(system.labels());
            let of = (*model, *observers);
            let mut near = Near { system: &mut **system, state, steps: &steps, of };
            if formula.is_decided_by(&mut near) == Some(true) {
                answers |= 1 << number;
                questions.done |= u64::from(number >= n_asked) << number;
            }
        }
        answers
    }
}
