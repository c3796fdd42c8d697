//! Several formulas as one list of subformulas, what is the same in them once.
//!
//! Parents come before their children, so that a monitor goes from the last to the first.

use crate::atoms::Atom;
use crate::formula::{Formula, Operator};

/// What is evaluated for a subformula; an atom is the number of what is asked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shared {
    pub(crate) operator: Operator,
    /// The number of the atom, of an atom.
    pub(crate) atom: usize,
}

/// Formulas that are watched together.
#[derive(Clone, Debug, Default)]
pub struct Specification {
    formulas: Vec<Formula>,
    /// Each distinct subformula once, children behind their parents.
    pub(crate) shared: Vec<Shared>,
    /// For each formula, which shared subformula each of its subformulas is.
    pub(crate) places: Vec<Vec<usize>>,
    atoms: Vec<Atom>,
}

impl Specification {
    /// Puts formulas together.
    pub fn new(formulas: Vec<Formula>) -> Self {
        let mut made = Self::default();
        for formula in &formulas {
            let mut numbers = vec![0; formula.subformulas.len()];
            for (own, subformula) in formula.subformulas.iter().enumerate().rev() {
                numbers[own] = made.share(&subformula.operator, &numbers);
            }
            made.places.push(numbers);
        }
        made.formulas = formulas;
        made.turn();
        made
    }

    /// The number of an operator over operands that have been shared.
    fn share(&mut self, operator: &Operator, numbers: &[usize]) -> usize {
        let mut atom = 0;
        let operator = match operator {
            Operator::Unary(kind, body) => Operator::Unary(*kind, numbers[*body]),
            Operator::Binary(kind, left, right) => {
                Operator::Binary(*kind, numbers[*left], numbers[*right])
            }
            Operator::Atom(own) => {
                atom = self.atom(own);
                operator.clone()
            }
            Operator::Constant(_) => operator.clone(),
        };
        let shared = Shared { operator, atom };
        self.shared.iter().position(|other| *other == shared).unwrap_or_else(|| {
            self.shared.push(shared);
            self.shared.len() - 1
        })
    }

    fn atom(&mut self, atom: &Atom) -> usize {
        self.atoms.iter().position(|other| other == atom).unwrap_or_else(|| {
            self.atoms.push(atom.clone());
            self.atoms.len() - 1
        })
    }

    /// Turns the list round, so that children stand behind their parents.
    fn turn(&mut self) {
        let last = self.shared.len().saturating_sub(1);
        self.shared.reverse();
        for shared in &mut self.shared {
            match &mut shared.operator {
                Operator::Unary(_, body) => *body = last - *body,
                Operator::Binary(_, left, right) => {
                    (*left, *right) = (last - *left, last - *right);
                }
                Operator::Constant(_) | Operator::Atom(_) => {}
            }
        }
        for number in self.places.iter_mut().flatten() {
            *number = last - *number;
        }
    }

    /// The formulas, in the order in which they were given.
    pub fn formulas(&self) -> &[Formula] {
        &self.formulas
    }

    /// What is asked of each step.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// How many distinct subformulas there are.
    pub fn n_subformulas(&self) -> usize {
        self.shared.len()
    }

    /// Which number a subformula of a formula has among all of them.
    pub fn number(&self, formula: usize, subformula: usize) -> usize {
        self.places[formula][subformula]
    }
}
