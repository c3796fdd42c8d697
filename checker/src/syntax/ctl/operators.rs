//! The operators of CTL as fixpoints.

use frontend::Span;

use super::Paths;
use crate::formula::{Act, ActionFormula, Formula, Modality, Reg, Regular, Repeat, Sign, State};

/// The variable of every fixpoint: its body uses it outside of all others only.
const VARIABLE: &str = "Z";

/// For all runs, or for some run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantifier {
    All,
    Some,
}

/// Operators over one formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum One {
    Next,
    Finally,
    Globally,
}

/// Operators over two formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Two {
    Until,
    WeakUntil,
    Release,
}

/// Makes formulas that all stand at one place.
pub(super) struct Maker {
    pub(super) paths: Paths,
    pub(super) span: Span,
}

impl Maker {
    /// `EX F`, `AG F` and so on.
    pub(super) fn one(&self, quantifier: Quantifier, operator: One, body: Formula) -> Formula {
        match (operator, quantifier) {
            (One::Next, Quantifier::Some) => self.step(Modality::Diamond, self.endless_and(body)),
            (One::Next, Quantifier::All) => self.step(Modality::Box, self.endless_implies(body)),
            (One::Finally, Quantifier::Some) => self.any(Modality::Diamond, self.endless_and(body)),
            (One::Globally, Quantifier::All) => self.any(Modality::Box, self.endless_implies(body)),
            (One::Finally, Quantifier::All) => {
                let again = self.all_next();
                self.fixpoint(Sign::Mu, self.or(vec![body, again]))
            }
            (One::Globally, Quantifier::Some) => {
                let again = self.some_next();
                self.fixpoint(Sign::Nu, self.and(vec![body, again]))
            }
        }
    }

    /// `E [F U G]` and so on.
    pub(super) fn two(
        &self,
        quantifier: Quantifier,
        operator: Two,
        (left, right): (Formula, Formula),
    ) -> Formula {
        let strong = self.step(Modality::Diamond, self.variable());
        let weak = self.step(Modality::Box, self.variable());
        let (or, and) = (|items| self.or(items), |items| self.and(items));
        match (operator, quantifier) {
            (Two::Until, Quantifier::Some) => {
                let body = or(vec![self.endless_and(right), and(vec![left, strong])]);
                self.fixpoint(Sign::Mu, body)
            }
            (Two::Until, Quantifier::All) => {
                let body = or(vec![right, and(vec![self.or_not_endless(left), self.all_next()])]);
                self.fixpoint(Sign::Mu, body)
            }
            (Two::WeakUntil, Quantifier::Some) => {
                let body = or(vec![self.endless_and(right), and(vec![left, self.some_next()])]);
                self.fixpoint(Sign::Nu, body)
            }
            (Two::WeakUntil, Quantifier::All) => {
                let body = or(vec![right, and(vec![self.or_not_endless(left), weak])]);
                self.fixpoint(Sign::Nu, body)
            }
            (Two::Release, Quantifier::Some) => {
                let body = and(vec![right, or(vec![self.endless_and(left), self.some_next()])]);
                self.fixpoint(Sign::Nu, body)
            }
            (Two::Release, Quantifier::All) => {
                let body = and(vec![self.or_not_endless(right), or(vec![left, weak])]);
                self.fixpoint(Sign::Nu, body)
            }
        }
    }

    /// Every run goes on, and the variable holds behind the next step of each.
    fn all_next(&self) -> Formula {
        let again = self.step(Modality::Box, self.variable());
        match self.paths {
            Paths::Maximal => {
                self.and(vec![self.step(Modality::Diamond, self.constant(true)), again])
            }
            Paths::Infinite => again,
        }
    }

    /// Some run ends here, or the variable holds behind its next step.
    fn some_next(&self) -> Formula {
        let again = self.step(Modality::Diamond, self.variable());
        match self.paths {
            Paths::Maximal => self.or(vec![self.step(Modality::Box, self.constant(false)), again]),
            Paths::Infinite => again,
        }
    }

    /// Some endless run starts here.
    fn endless(&self) -> Formula {
        let any = self.regular(Reg::Action(ActionFormula::new(Act::True, self.span)));
        Formula::new(State::Looping(Modality::Diamond, any), self.span)
    }

    fn endless_and(&self, body: Formula) -> Formula {
        match self.paths {
            Paths::Maximal => body,
            Paths::Infinite => self.and(vec![body, self.endless()]),
        }
    }

    fn endless_implies(&self, body: Formula) -> Formula {
        match self.paths {
            Paths::Maximal => body,
            Paths::Infinite => self.state(State::Implies(vec![self.endless(), body])),
        }
    }

    fn or_not_endless(&self, body: Formula) -> Formula {
        match self.paths {
            Paths::Maximal => body,
            Paths::Infinite => {
                let stops = self.state(State::Not(Box::new(self.endless())));
                self.or(vec![body, stops])
            }
        }
    }

    /// `<true> F`, `[true] F`
    pub(super) fn step(&self, modality: Modality, body: Formula) -> Formula {
        let any = self.regular(Reg::Action(ActionFormula::new(Act::True, self.span)));
        self.state(State::Modal(modality, any, Box::new(body)))
    }

    /// `<true*> F`, `[true*] F`
    pub(super) fn any(&self, modality: Modality, body: Formula) -> Formula {
        let any = self.regular(Reg::Action(ActionFormula::new(Act::True, self.span)));
        let many = self.regular(Reg::Repeat(Repeat::Star, Box::new(any)));
        self.state(State::Modal(modality, many, Box::new(body)))
    }

    /// A fixpoint whose variable is [`Maker::variable`].
    pub(super) fn fixpoint(&self, sign: Sign, body: Formula) -> Formula {
        self.state(State::Fixpoint(sign, VARIABLE.into(), Box::new(body)))
    }

    /// The variable of the innermost fixpoint.
    pub(super) fn variable(&self) -> Formula {
        self.state(State::Variable(VARIABLE.into()))
    }

    /// `true` or `false`
    pub(super) fn constant(&self, value: bool) -> Formula {
        self.state(if value { State::True } else { State::False })
    }

    /// `F and G`
    pub(super) fn and(&self, items: Vec<Formula>) -> Formula {
        self.state(State::And(items))
    }

    /// `F or G`
    pub(super) fn or(&self, items: Vec<Formula>) -> Formula {
        self.state(State::Or(items))
    }

    /// A formula at this place.
    pub(super) fn state(&self, kind: State) -> Formula {
        Formula::new(kind, self.span)
    }

    fn regular(&self, kind: Reg) -> Regular {
        Regular::new(kind, self.span)
    }
}
