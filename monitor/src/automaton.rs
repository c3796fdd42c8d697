//! A monitor as an automaton that is made as far as runs need it.
//!
//! Its states are memories: what of the values behind a step the next one depends on. A step is a memory, the answers of an action and
//! those of the state behind it, each as a number; where it leads is computed once and looked up ever after.
//! Where an atom is not known it is taken in both ways.

use std::hash::Hash;

use checker::formula::StateAtom;
use checker::labels_meeting;
use fixedbitset::FixedBitSet;
use lts::{Label, LabelTable};
use rustc_hash::FxHashMap;

use crate::atoms::Atom;
use crate::formula::{Binary, Formula, Operator, Unary};
use crate::monitor::Monitor;
use crate::specification::Specification;

/// Atoms of one step that may be unknown, at most: they are taken in all ways.
const MOST_OPEN: usize = 8;

/// How atoms are answered: those that hold, those of which nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Answers {
    pub(crate) holds: FixedBitSet,
    open: FixedBitSet,
}

/// Values by numbers, and numbers by values.
#[derive(Debug)]
struct Numbered<T> {
    values: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn new() -> Self {
        Self { values: Vec::new(), numbers: FxHashMap::default() }
    }

    fn number(&mut self, value: T) -> u32 {
        if let Some(&number) = self.numbers.get(&value) {
            return number;
        }
        let number = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        number
    }
}

/// A memory, and the answers of a label and of a state.
pub(crate) type Step = (u32, u32, u32);

/// The memory before the first step.
pub(crate) const NOTHING: u32 = 0;

/// Numbers of answers below this are small, and of memories below its square.
const SMALL: usize = 64;

/// What has not been looked up.
const UNKNOWN: u32 = u32::MAX;

/// The place of a step of small numbers among all of them.
fn small((memory, label, state): Step) -> Option<usize> {
    let [memory, label, state] = [memory, label, state].map(|number| number as usize);
    let is_small = memory < SMALL * SMALL && label < SMALL && state < SMALL;
    is_small.then_some((memory * SMALL + label) * SMALL + state)
}

/// What a monitor remembers: nothing before the first step.
type Memory = Option<FixedBitSet>;

/// The automaton of a formula.
#[derive(Debug)]
pub(crate) struct Automaton {
    pub(crate) specification: Specification,
    /// Whether a state is asked anything at all.
    pub(crate) asks_states: bool,
    /// Whether a step with an unknown atom was met, and whether one had too many.
    pub(crate) met_open: bool,
    pub(crate) is_cut: bool,
    answers: Numbered<Answers>,
    memories: Numbered<Memory>,
    /// For a memory and the answers of a label and a state: what may be remembered then, and whether the formula holds.
    steps: FxHashMap<Step, usize>,
    /// What `steps` holds, by place, for memories, labels and states of small numbers.
    small: Vec<u32>,
    ways: Vec<Vec<(u32, bool)>>,
    monitor: Monitor,
    /// The subformulas whose values count in the next step.
    counts: FixedBitSet,
}

impl Automaton {
    /// The automaton of a formula, of which no step is known.
    pub(crate) fn new(formula: &Formula) -> Self {
        let specification = Specification::new(vec![formula.clone()]);
        let mut memories = Numbered::new();
        memories.number(None);
        Self {
            asks_states: specification.atoms().iter().any(|atom| matches!(atom, Atom::State(_))),
            met_open: false,
            is_cut: false,
            answers: Numbered::new(),
            memories,
            steps: FxHashMap::default(),
            small: Vec::new(),
            ways: Vec::new(),
            monitor: Monitor::new(&specification),
            counts: remembered(&specification),
            specification,
        }
    }

    /// Adds how each label of a table answers.
    pub(crate) fn add_labels(&mut self, table: &LabelTable, labels: &mut Vec<u32>) {
        let n = self.specification.atoms().len();
        let none = FixedBitSet::with_capacity(n);
        let mut all = vec![Answers { holds: none.clone(), open: none }; table.len()];
        for (number, atom) in self.specification.atoms().iter().enumerate() {
            let Atom::Action(action) = atom else { continue };
            let [surely, possibly] = labels_meeting(action, table);
            for (label, own) in all.iter_mut().enumerate() {
                own.holds.set(number, surely.contains(label));
                own.open.set(number, possibly.contains(label) && !surely.contains(label));
            }
        }
        labels.extend(all.into_iter().map(|own| self.answers.number(own)));
    }

    /// Adds how those labels of a table answer that are new in it.
    pub(crate) fn learn(&mut self, table: &LabelTable, labels: &mut Vec<u32>) {
        if labels.len() == table.len() {
            return;
        }
        let mut fresh = LabelTable::default();
        for (_, label) in table.iter().skip(labels.len().max(1)) {
            if let Label::Visible { text, action } = label {
                fresh.intern(text, || action.clone());
            }
        }
        let at = labels.len();
        self.add_labels(&fresh, labels);
        if at > 0 {
            // The internal action comes first in each table.
            labels.remove(at);
        }
    }

    /// The number of what is remembered.
    pub(crate) fn remember(&mut self, memory: FixedBitSet) -> u32 {
        self.memories.number(Some(memory))
    }

    /// What is remembered by this number; none before the first step.
    pub(crate) fn remembered(&self, number: u32) -> Option<&FixedBitSet> {
        self.memories.values.get(number as usize).and_then(Option::as_ref)
    }

    /// How a state answers.
    pub(crate) fn state(&mut self, ask: &mut dyn FnMut(&StateAtom) -> Option<bool>) -> u32 {
        let none = FixedBitSet::with_capacity(self.specification.atoms().len());
        let mut answers = Answers { holds: none.clone(), open: none };
        for (number, atom) in self.specification.atoms().iter().enumerate() {
            if let Atom::State(atom) = atom {
                let holds = ask(atom);
                answers.holds.set(number, holds == Some(true));
                answers.open.set(number, holds.is_none());
            }
        }
        self.answers.number(answers)
    }

    /// What a monitor may remember behind a step, and whether the formula holds then.
    pub(crate) fn ways(&mut self, step: Step) -> &[(u32, bool)] {
        let number = self.number(step);
        &self.ways[number]
    }

    fn number(&mut self, step: Step) -> usize {
        let small = small(step);
        if let Some(&known) = small.and_then(|at| self.small.get(at))
            && known != UNKNOWN
        {
            return known as usize;
        }
        if let Some(&number) = self.steps.get(&step) {
            return number;
        }
        let ways = self.all_ways(step);
        self.met_open |= ways.len() > 1;
        let number = self.ways.len();
        self.ways.push(ways);
        self.steps.insert(step, number);
        if let (Some(at), Ok(number)) = (small, u32::try_from(number)) {
            if self.small.len() <= at {
                self.small.resize((at | (SMALL * SMALL - 1)) + 1, UNKNOWN);
            }
            self.small[at] = number;
        }
        number
    }

    fn all_ways(&mut self, (memory, label, state): Step) -> Vec<(u32, bool)> {
        let answers = self.together(label, state);
        let open: Vec<usize> = answers.open.ones().take(MOST_OPEN).collect();
        self.is_cut |= answers.open.count_ones(..) > MOST_OPEN;
        let mut ways = Vec::new();
        for way in 0..1_usize << open.len() {
            let mut holds = answers.holds.clone();
            for (bit, atom) in open.iter().enumerate() {
                holds.set(*atom, way & (1 << bit) != 0);
            }
            let memory = self.memories.values[memory as usize].clone();
            ways.push(self.step(memory.as_ref(), &holds));
        }
        ways
    }

    /// How a label and a state answer together.
    pub(crate) fn together(&self, label: u32, state: u32) -> Answers {
        let mut answers = self.answers.values[label as usize].clone();
        if self.asks_states {
            let of_state = &self.answers.values[state as usize];
            answers.holds.union_with(&of_state.holds);
            answers.open.union_with(&of_state.open);
        }
        answers
    }

    fn step(&mut self, memory: Option<&FixedBitSet>, holds: &FixedBitSet) -> (u32, bool) {
        let none = FixedBitSet::with_capacity(self.specification.n_subformulas());
        self.monitor.resume(memory.is_none(), memory.unwrap_or(&none));
        self.monitor.step(&self.specification, holds);
        let mut memory = self.monitor.now.clone();
        memory.intersect_with(&self.counts);
        (self.memories.number(Some(memory)), self.monitor.holds(&self.specification, 0))
    }
}

/// The subformulas whose values a monitor needs in the next step.
fn remembered(specification: &Specification) -> FixedBitSet {
    let mut counts = FixedBitSet::with_capacity(specification.n_subformulas());
    for (number, shared) in specification.shared.iter().enumerate() {
        match shared.operator {
            Operator::Unary(Unary::Historically | Unary::Once, _)
            | Operator::Binary(Binary::Since | Binary::WeakSince | Binary::Interval, ..) => {
                counts.insert(number);
            }
            Operator::Unary(Unary::Prev | Unary::WeakPrev | Unary::Starts | Unary::Ends, body) => {
                counts.insert(body);
            }
            Operator::Constant(_)
            | Operator::Atom(_)
            | Operator::Unary(Unary::Not, _)
            | Operator::Binary(..) => {}
        }
    }
    counts
}
