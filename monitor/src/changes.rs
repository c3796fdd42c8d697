//! Why a formula has its value: what changed in the last step, and on which earlier steps that rests.
//!
//! Input: a monitor after a step. Output: of the subformulas that decide the value of the formula those whose own value changed, from
//! the leaves to the whole formula. What was decided in an earlier step, such as that `once F` holds, is no change; it is
//! said by the number of that step.

use crate::formula::{Binary, Operator, Unary};
use crate::monitor::Monitor;
use crate::specification::Specification;

/// A subformula that has another value than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// Which subformula of its formula.
    pub subformula: usize,
    /// Its value a step before; none after the first step.
    pub before: Option<bool>,
    /// Its value now.
    pub now: bool,
}

/// An earlier step on which a value rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rest {
    /// Which subformula of its formula.
    pub subformula: usize,
    /// The step, from 1 on.
    pub step: u64,
}

/// Why a formula has its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What changed in the last step, from the leaves to the whole formula.
    pub changes: Vec<Change>,
    /// Earlier steps, in the order of the changes.
    pub rests: Vec<Rest>,
}

impl Report {
    /// Why a formula has its value after the last step of a monitor.
    pub fn of(monitor: &Monitor, specification: &Specification, formula: usize) -> Self {
        let own = &specification.formulas()[formula];
        let mut decides = vec![false; own.subformulas.len()];
        if let Some(whole) = decides.first_mut() {
            *whole = true;
        }
        let mut report = Self::default();
        let is_first = monitor.n_steps() == 1;
        for (number, subformula) in own.subformulas.iter().enumerate() {
            if !decides[number] {
                continue;
            }
            let shared = specification.number(formula, number);
            let (now, before) = (monitor.now[shared], monitor.before[shared]);
            if is_first || now != before {
                let before = (!is_first).then_some(before);
                report.changes.push(Change { subformula: number, before, now });
            }
            let value = |other: usize| monitor.now[specification.number(formula, other)];
            let at = Position { is_first, now };
            let (operands, rests) = at.reasons(&subformula.operator, &value);
            for operand in operands.into_iter().flatten() {
                decides[operand] = true;
            }
            if rests && monitor.decided[shared] > 0 {
                report.rests.push(Rest { subformula: number, step: monitor.decided[shared] });
            }
        }
        report.changes.reverse();
        report.rests.reverse();
        report
    }
}

/// A subformula after a step.
struct Position {
    is_first: bool,
    now: bool,
}

impl Position {
    /// The operands whose values now decide the value, and whether it rests on an earlier step.
    fn reasons(
        &self,
        operator: &Operator,
        value: &dyn Fn(usize) -> bool,
    ) -> ([Option<usize>; 2], bool) {
        match *operator {
            Operator::Constant(_) | Operator::Atom(_) => ([None, None], false),
            Operator::Unary(operator, body) => self.unary(operator, body, value(body)),
            Operator::Binary(operator, left, right) => {
                let values = (value(left), value(right));
                let ([is_left, is_right], rests) = self.binary(operator, values);
                ([is_left.then_some(left), is_right.then_some(right)], rests)
            }
        }
    }

    fn unary(&self, operator: Unary, body: usize, value: bool) -> ([Option<usize>; 2], bool) {
        let decides = match operator {
            Unary::Not | Unary::Starts | Unary::Ends => true,
            // What it was a step before has been decided there.
            Unary::Prev => self.is_first,
            Unary::WeakPrev => false,
            Unary::Historically | Unary::Once => value == self.now,
        };
        let rests = matches!(operator, Unary::Once) && self.now && !value
            || matches!(operator, Unary::Historically) && !self.now && value;
        ([decides.then_some(body), None], rests)
    }

    /// Whether the left operand decides, whether the right one does, and whether an earlier step does.
    fn binary(&self, operator: Binary, (left, right): (bool, bool)) -> ([bool; 2], bool) {
        // Of operands that would each be enough, those are named that are so.
        let enough = |is_left: bool, is_right: bool| match (is_left, is_right) {
            (false, false) => [true, true],
            some => some.into(),
        };
        match operator {
            Binary::And => (enough(self.now || !left, self.now || !right), false),
            Binary::Or => (enough(!self.now || left, !self.now || right), false),
            Binary::Implies => (enough(!self.now || !left, !self.now || right), false),
            Binary::Iff | Binary::Xor => ([true, true], false),
            Binary::Since | Binary::WeakSince if self.now => ([!right, right], !right),
            Binary::Since | Binary::WeakSince => ([!left, true], false),
            Binary::Interval if self.now => ([left, true], !left),
            Binary::Interval if right => ([false, true], false),
            Binary::Interval => ([true, false], false),
        }
    }
}
