//! The operators of ESCTL: those of CTL along events.
//!
//! Christian Prehofer, *Feature-based Development of State Transition Diagrams with Property Preservation* (2013), section 2.
//! `EX{A} F`: some step is an A that leads to F; `AX{A} F`: all are. `E [F {A} U {B} G]`: F holds along A's until a B leads to G.
//! `EF{A} F`, `AF{A} F`: an A that leads to F comes, on some run or on all; `AG{A} F`: F holds behind every A; `EG{A} F`: there is a run
//! on which it does. Without F, `AG{A}` and `EG{A}` say that every step is an A, of all runs or of some, as there (`AGχ = ¬EF¬χ`);
//! in all others it is `true`. `{A} => F` says that F holds behind each step from here that is an A, so that `AG({A} => AF{B})` is
//! the paper's `AG(a → AF b)`. The paper prints `EGφ = AG¬φ`; what is meant is `¬AF¬φ`.

use super::operators::{Maker, One, Quantifier, Two};
use crate::formula::{Act, ActionFormula, Formula, Modality, Reg, Regular, Sign, State};

impl Maker {
    /// `EX{A} F` and so on.
    pub(super) fn one_along(
        &self,
        quantifier: Quantifier,
        operator: One,
        event: &ActionFormula,
        body: Formula,
    ) -> Formula {
        let can = |body| self.along(Modality::Diamond, event.clone(), body);
        let must = |body| self.along(Modality::Box, event.clone(), body);
        match (operator, quantifier) {
            (One::Next, Quantifier::Some) => can(body),
            (One::Next, Quantifier::All) => {
                self.and(vec![self.never(self.other(event)), must(body)])
            }
            (One::Finally, Quantifier::Some) => self.any(Modality::Diamond, can(body)),
            (One::Finally, Quantifier::All) => {
                let goes_on = self.step(Modality::Diamond, self.constant(true));
                let others = self.along(Modality::Box, self.other(event), self.variable());
                let now_or_later = must(self.or(vec![body, self.variable()]));
                self.fixpoint(Sign::Mu, self.and(vec![goes_on, others, now_or_later]))
            }
            (One::Globally, Quantifier::All) => self.any(Modality::Box, must(body)),
            (One::Globally, Quantifier::Some) => {
                let others = self.along(Modality::Diamond, self.other(event), self.variable());
                let now_and_later = can(self.and(vec![body, self.variable()]));
                self.fixpoint(Sign::Nu, self.or(vec![self.stuck(), others, now_and_later]))
            }
        }
    }

    /// `AG{A}`, `EG{A}` without a formula behind them: every step of all runs, or of some run, is an A.
    pub(super) fn always(&self, quantifier: Quantifier, event: &ActionFormula) -> Formula {
        if quantifier == Quantifier::All {
            return self.any(Modality::Box, self.never(self.other(event)));
        }
        let goes_on = self.along(Modality::Diamond, event.clone(), self.variable());
        self.fixpoint(Sign::Nu, self.or(vec![self.stuck(), goes_on]))
    }

    /// `{A} => F`: F holds behind every step that is an A.
    pub(super) fn behind(&self, event: &ActionFormula, body: Formula) -> Formula {
        self.along(Modality::Box, event.clone(), body)
    }

    /// `E [F {A} U {B} G]` and so on; none for `R`, which ESCTL has not.
    pub(super) fn two_along(
        &self,
        quantifier: Quantifier,
        operator: Two,
        (left, right): (Formula, Formula),
        (way, end): (&ActionFormula, &ActionFormula),
    ) -> Option<Formula> {
        let sign = match operator {
            Two::Until => Sign::Mu,
            Two::WeakUntil => Sign::Nu,
            Two::Release => return None,
        };
        let goes = |modality, action, body| self.along(modality, action, body);
        let both = |items| self.action(Act::And(items));
        let body = if quantifier == Quantifier::Some {
            let mut ways = vec![
                goes(Modality::Diamond, end.clone(), right),
                goes(Modality::Diamond, way.clone(), self.variable()),
            ];
            if operator == Two::WeakUntil {
                ways.push(self.stuck());
            }
            vec![left, self.or(ways)]
        } else {
            let (not_way, not_end) = (self.other(way), self.other(end));
            let arrived = self.or(vec![right.clone(), self.variable()]);
            let mut all = vec![
                left,
                self.never(both(vec![not_way.clone(), not_end.clone()])),
                goes(Modality::Box, both(vec![end.clone(), not_way]), right),
                goes(Modality::Box, both(vec![way.clone(), not_end]), self.variable()),
                goes(Modality::Box, both(vec![way.clone(), end.clone()]), arrived),
            ];
            if operator == Two::Until {
                all.push(self.step(Modality::Diamond, self.constant(true)));
            }
            all
        };
        Some(self.fixpoint(sign, self.and(body)))
    }

    /// `<A> F`, `[A] F`
    fn along(&self, modality: Modality, action: ActionFormula, body: Formula) -> Formula {
        let path = Regular::new(Reg::Action(action), self.span);
        self.state(State::Modal(modality, path, Box::new(body)))
    }

    /// `[true] false`: a run ends here.
    fn stuck(&self) -> Formula {
        self.step(Modality::Box, self.constant(false))
    }

    /// `[A] false`
    fn never(&self, action: ActionFormula) -> Formula {
        self.along(Modality::Box, action, self.constant(false))
    }

    fn other(&self, action: &ActionFormula) -> ActionFormula {
        self.action(Act::Not(Box::new(action.clone())))
    }

    fn action(&self, kind: Act) -> ActionFormula {
        ActionFormula::new(kind, self.span).made()
    }
}
