//! A system beside whose runs something is remembered: what a formula that speaks of an order, or of the past, has to know of a run.
//!
//! Input: a system, such a formula. Output: a larger system, whose states are those of the system with what is remembered there, in words
//! that are the same in each process. A state answers question [`SETTLED`] if the formula is settled there, by a run that ends with it
//! or with one of its steps, and [`OPEN`] if that depends on what is not known. So the owners of states find the first level in which a
//! formula is violated, and a shortest run that does it, without a transition being kept.

use checker::formula::StateAtom;
use checker::{Answer, OneRun};
use lts::next_state::{NextState, StepError, Successors};
use lts::portable::Portable;
use lts::{LabelId, LabelTable, StateStore};
use model::Model;

use crate::check::monitors::Shows;
use crate::config::question::Question;
use crate::workers::asking::Near;

/// The question whether a formula is settled.
pub(crate) const SETTLED: usize = 0;

/// The question whether something is not known.
pub(crate) const OPEN: usize = 1;

/// A formula that one run settles.
pub(crate) enum Order {
    /// In the mu-calculus: a node of it is remembered.
    Run(Box<OneRun>),
    /// About the past: what its monitor remembers.
    Past(Box<monitor::Beside>),
}

impl Order {
    /// The formula, if it is of this kind.
    pub(crate) fn new(question: &Question) -> Option<Self> {
        match question {
            Question::Formula(formula) => OneRun::new(formula).map(Box::new).map(Self::Run),
            Question::Past(formula) => monitor::Beside::new(formula).map(Box::new).map(Self::Past),
        }
    }

    /// The value of the formula if a run settles it.
    pub(crate) fn value(&self) -> bool {
        matches!(self, Self::Run(run) if run.value())
    }

    fn start(&self) -> Vec<u32> {
        match self {
            Self::Run(run) => vec![run.start()],
            Self::Past(past) => past.start(),
        }
    }

    /// Whether this can be what is remembered.
    fn may_remember(&self, memory: &[u32]) -> bool {
        match self {
            Self::Run(run) => memory.first().is_some_and(|node| run.has(*node)),
            // Bits, any of which may be set.
            Self::Past(_) => true,
        }
    }

    fn learn(&mut self, labels: &LabelTable) {
        match self {
            Self::Run(run) => run.learn(labels),
            Self::Past(past) => past.learn(labels),
        }
    }
}

/// A system with what is remembered of runs.
pub(crate) struct Beside<'s, S> {
    pub(crate) system: &'s mut S,
    order: Order,
    n_words: usize,
    model: &'s Model,
    /// What follows the state under way in the system itself.
    own: Successors,
    /// What that state answers.
    answers: u64,
}

impl<'s, S: NextState> Beside<'s, S> {
    pub(crate) fn new(system: &'s mut S, order: Order, model: &'s Model) -> Self {
        let n_words = order.start().len();
        Self { system, order, n_words, model, own: Successors::default(), answers: 0 }
    }

    /// The state of the system itself.
    pub(crate) fn own<'w>(&self, state: &'w [u32]) -> &'w [u32] {
        state.get(..self.system.width()).unwrap_or_default()
    }
}

/// Appends what follows where a formula remembers a node; what the state answers.
fn along_run<S: Shows>(
    run: &OneRun,
    near: &mut Near<'_, S>,
    node: u32,
    out: &mut Successors,
) -> u64 {
    let (mut moves, mut target) = (Vec::new(), Vec::new());
    let answer = run.step(node, near, &mut moves);
    for (step, node) in moves {
        let (label, state) = near.steps[step];
        target.clear();
        target.extend_from_slice(state);
        target.push(node);
        out.push(label, &target);
    }
    match answer {
        Answer::Settled => 1 << SETTLED,
        Answer::Open => 1 << OPEN,
        Answer::Onward => 0,
    }
}

/// Appends what follows with a monitor beside; what the state answers.
fn along_past<S: Shows>(
    past: &mut monitor::Beside,
    near: &mut Near<'_, S>,
    memory: &[u32],
    out: &mut Successors,
) -> u64 {
    let (mut answers, mut target) = (0, Vec::new());
    for &(label, state) in near.steps {
        target.clear();
        target.extend_from_slice(state);
        let system = &mut *near.system;
        let of = near.of;
        let mut ask = |atom: &StateAtom| system.shows(atom, state, of);
        match past.step(memory, label, &mut ask, &mut target) {
            Some(true) => out.push(label, &target),
            Some(false) => answers |= 1 << SETTLED,
            None => answers |= 1 << OPEN,
        }
    }
    answers
}

impl<S: NextState + Shows> NextState for Beside<'_, S> {
    fn width(&self) -> usize {
        self.system.width() + self.n_words
    }

    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
        self.system.initial(out)?;
        out.extend(self.order.start());
        Ok(())
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        let width = self.system.width();
        let (own, memory) = state.split_at_checked(width).ok_or(StepError::Stuck)?;
        self.answers = 0;
        self.own.clear();
        self.system.successors(own, &mut self.own)?;
        self.order.learn(self.system.labels());
        let steps: Vec<(LabelId, &[u32])> = self.own.iter(width).collect();
        let of = (self.model, &[][..]);
        let mut near = Near { system: &mut *self.system, state: own, steps: &steps, of };
        self.answers = match &mut self.order {
            Order::Run(run) => {
                let node = *memory.first().ok_or(StepError::Stuck)?;
                along_run(run, &mut near, node, out)
            }
            Order::Past(past) => along_past(past, &mut near, memory, out),
        };
        Ok(())
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
        let width = self.system.width();
        let mut own = StateStore::new(width);
        let numbers: Vec<usize> =
            states.iter().map(|state| own.insert(&state[..width]).0.index()).collect();
        let written = self.system.prepared(&own)?;
        let mut all = StateStore::new(self.width());
        for (state, number) in states.iter().zip(numbers) {
            all.insert(&[&written[number], &state[width..]].concat());
        }
        Some(all)
    }
}

impl<S: Portable + Shows> Portable for Beside<'_, S> {
    fn n_symbols(&self) -> usize {
        self.system.n_symbols()
    }

    fn is_symbol(&self, place: usize, word: u32) -> bool {
        place < self.system.width() && self.system.is_symbol(place, word)
    }

    fn describe(&self, symbol: u32, bytes: &mut Vec<u8>, parts: &mut Vec<u32>) {
        self.system.describe(symbol, bytes, parts);
    }

    fn learn(&mut self, bytes: &[u8], parts: &[u32]) -> Option<u32> {
        self.system.learn(bytes, parts)
    }

    fn may_be_state(&self, words: &[u32]) -> bool {
        let Some((own, memory)) = words.split_at_checked(self.system.width()) else { return false };
        self.order.may_remember(memory) && self.system.may_be_state(own)
    }

    /// What the state answers whose successors were asked for last, which is this one.
    fn answers(&mut self, _: &[u32], _: &Successors) -> u64 {
        self.answers
    }
}
