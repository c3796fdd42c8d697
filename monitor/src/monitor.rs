//! The monitor: which subformulas hold now, and which held a step before.
//!
//! Input: a specification, and for each step which of its atoms hold. Output: which formulas hold. Two vectors of bits, before and
//! now, evaluated from the last subformula to the first; one word more for each subformula, the step on which its verdict rests.
//! Nothing is allocated for a step.

use std::mem;

use fixedbitset::FixedBitSet;

use crate::formula::{Binary, Operator, Unary};
use crate::specification::Specification;

/// A run that is watched.
#[derive(Clone, Debug)]
pub struct Monitor {
    pub(crate) before: FixedBitSet,
    pub(crate) now: FixedBitSet,
    /// For each subformula the step at which what it says was decided, such as when F of `once F` held last.
    pub(crate) decided: Vec<u64>,
    n_steps: u64,
}

impl Monitor {
    /// A monitor of a run of which nothing has been seen.
    pub fn new(specification: &Specification) -> Self {
        let n = specification.n_subformulas();
        let none = FixedBitSet::with_capacity(n);
        Self { before: none.clone(), now: none, decided: vec![0; n], n_steps: 0 }
    }

    /// How many steps have been seen.
    pub fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// Sees one more step, of which `atoms` says which of the specification's atoms hold.
    pub fn step(&mut self, specification: &Specification, atoms: &FixedBitSet) {
        let is_first = self.n_steps == 0;
        self.n_steps += 1;
        mem::swap(&mut self.before, &mut self.now);
        for (number, shared) in specification.shared.iter().enumerate().rev() {
            let value = match shared.operator {
                Operator::Constant(value) => value,
                Operator::Atom(_) => atoms.contains(shared.atom),
                Operator::Unary(operator, body) => {
                    let now = self.now[body];
                    let values = Values { is_first, own: self.before[number] };
                    self.note_unary(number, operator, now);
                    values.unary(operator, now, self.before[body])
                }
                Operator::Binary(operator, left, right) => {
                    let now = (self.now[left], self.now[right]);
                    self.note_binary(number, operator, now);
                    Values { is_first, own: self.before[number] }.binary(operator, now)
                }
            };
            self.now.set(number, value);
        }
    }

    /// Keeps in mind the step on which a verdict will rest.
    fn note_unary(&mut self, number: usize, operator: Unary, now: bool) {
        let own = self.before[number] && self.n_steps > 1;
        match operator {
            Unary::Once if now => self.decided[number] = self.n_steps,
            // The first step at which it did not hold.
            Unary::Historically if !now && (own || self.n_steps == 1) => {
                self.decided[number] = self.n_steps;
            }
            _ => {}
        }
    }

    fn note_binary(&mut self, number: usize, operator: Binary, (left, right): (bool, bool)) {
        let decides = match operator {
            Binary::Since | Binary::WeakSince => right,
            Binary::Interval => left && !right,
            _ => false,
        };
        if decides {
            self.decided[number] = self.n_steps;
        }
    }

    /// Whether a formula holds after the last step.
    pub fn holds(&self, specification: &Specification, formula: usize) -> bool {
        specification.places[formula].first().is_none_or(|&whole| self.now[whole])
    }

    /// Whether a subformula holds after the last step, by its number among all of them.
    pub fn value(&self, number: usize) -> bool {
        self.now[number]
    }

    /// Forgets the run.
    pub fn clear(&mut self) {
        self.before.clear();
        self.now.clear();
        self.decided.fill(0);
        self.n_steps = 0;
    }

    /// Goes on from what was kept of another run: see [`Monitor::memory`].
    pub(crate) fn resume(&mut self, is_first: bool, memory: &FixedBitSet) {
        self.n_steps = u64::from(!is_first);
        self.now.clone_from(memory);
    }
}

/// What an operator knows besides its operands.
#[derive(Clone, Copy)]
struct Values {
    is_first: bool,
    /// The value of the subformula itself a step before.
    own: bool,
}

impl Values {
    fn unary(self, operator: Unary, now: bool, before: bool) -> bool {
        let Self { is_first, own } = self;
        match operator {
            Unary::Not => !now,
            Unary::Prev => {
                if is_first {
                    now
                } else {
                    before
                }
            }
            Unary::WeakPrev => is_first || before,
            Unary::Historically => now && (is_first || own),
            Unary::Once => now || !is_first && own,
            Unary::Starts => !is_first && now && !before,
            Unary::Ends => !is_first && !now && before,
        }
    }

    fn binary(self, operator: Binary, (left, right): (bool, bool)) -> bool {
        let Self { is_first, own } = self;
        match operator {
            Binary::And => left && right,
            Binary::Or => left || right,
            Binary::Implies => !left || right,
            Binary::Iff => left == right,
            Binary::Xor => left != right,
            Binary::Since => right || !is_first && left && own,
            Binary::WeakSince => right || left && (is_first || own),
            Binary::Interval => !right && (left || !is_first && own),
        }
    }
}
