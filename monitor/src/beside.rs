//! A monitor beside a run, with what it remembers as words that say the same in each process.
//!
//! Input: a formula; what is remembered in a state, a step, what the state behind it shows. Output: what is remembered there, and
//! whether the formula is true behind the step. A state with these words is a state of a larger system, which may be explored in any order
//! and by several processes; `on_the_fly` keeps sets of memories instead, in one.

use checker::formula::StateAtom;
use checker::names_internal;
use fixedbitset::FixedBitSet;
use lts::{LabelId, LabelTable};

use crate::atoms::Atom;
use crate::automaton::{Automaton, NOTHING};
use crate::formula::Formula;

/// A formula beside runs.
#[derive(Debug)]
pub struct Beside {
    automaton: Automaton,
    /// How each label answers.
    labels: Vec<u32>,
    /// How a state answers of which nothing is asked.
    silent: u32,
}

impl Beside {
    /// A formula; none if an action in it is known only when all labels are.
    pub fn new(formula: &Formula) -> Option<Self> {
        let mut atoms = formula.atoms();
        let is_late =
            atoms.any(|(atom, _)| matches!(atom, Atom::Action(action) if names_internal(action)));
        let mut automaton = Automaton::new(formula);
        let silent = automaton.state(&mut |_| Some(false));
        (!is_late).then_some(Self { automaton, labels: Vec::new(), silent })
    }

    /// Words of what is remembered.
    pub fn n_words(&self) -> usize {
        1 + self.automaton.specification.n_subformulas().div_ceil(32)
    }

    /// What is remembered before the first step.
    pub fn start(&self) -> Vec<u32> {
        vec![0; self.n_words()]
    }

    /// Finds out how new labels answer.
    pub fn learn(&mut self, labels: &LabelTable) {
        self.automaton.learn(labels, &mut self.labels);
    }

    /// Whether the formula is true behind a step, whose label is known; none where that depends on what is not known. Appends what is
    /// remembered then.
    pub fn step(
        &mut self,
        memory: &[u32],
        label: LabelId,
        holds: &mut dyn FnMut(&StateAtom) -> Option<bool>,
        out: &mut Vec<u32>,
    ) -> Option<bool> {
        if label == LabelId::TAU {
            out.extend_from_slice(memory);
            return Some(true);
        }
        let state =
            if self.automaton.asks_states { self.automaton.state(holds) } else { self.silent };
        let number = self.number(memory);
        let answers = self.labels[label.index()];
        let &[(behind, holds)] = self.automaton.ways((number, answers, state)) else {
            out.extend_from_slice(memory);
            return None;
        };
        self.write(behind, out);
        Some(holds)
    }

    /// The number of what these words say.
    fn number(&mut self, words: &[u32]) -> u32 {
        let Some((1, bits)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
            return NOTHING;
        };
        let n = self.automaton.specification.n_subformulas();
        let is_set =
            |place: &usize| bits.get(place / 32).is_some_and(|b| b >> (place % 32) & 1 == 1);
        let mut memory = FixedBitSet::with_capacity(n);
        memory.extend((0..n).filter(is_set));
        self.automaton.remember(memory)
    }

    fn write(&self, memory: u32, out: &mut Vec<u32>) {
        let start = out.len();
        out.resize(start + self.n_words(), 0);
        if let Some(bits) = self.automaton.remembered(memory) {
            out[start] = 1;
            for place in bits.ones() {
                out[start + 1 + place / 32] |= 1 << (place % 32);
            }
        }
    }
}
