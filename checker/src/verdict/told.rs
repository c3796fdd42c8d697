//! A formula of which is known whether it holds in a whole system that nobody has in one place.
//!
//! Input: the answer, and answers about others that are worth asking besides (`besides`); labels. Output: the verdict that `check` gives
//! where no run explains it, with the same warnings.

use std::cell::RefCell;

use frontend::{Diagnostic, Outcome, Severity};
use lts::LabelTable;

use super::{Scope, Truth, Verdict};
use crate::checks::{contradiction, unmatched, vacuity};
use crate::codes;
use crate::conditions::atoms::StateAtoms;
use crate::formula::{Formula, Modality, Reg, Regular, Repeat, State};
use crate::graph::Graph;

/// What is known of a formula in a whole system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Whether it holds.
    pub holds: bool,
    /// In how many states it does not.
    pub false_in: usize,
}

/// The formulas that `told` may ask about besides.
pub fn besides(formula: &Formula) -> Vec<Formula> {
    let asked: RefCell<Vec<Formula>> = RefCell::default();
    // What is asked next depends on what was answered: all that is asked for some answers is enough, as warnings ask little.
    for answers in 0..8_u32 {
        let n_asked = RefCell::new(0_u32);
        let ask = |other: &Formula| {
            let mut known = asked.borrow_mut();
            if !known.iter().any(|asked| asked.to_string() == other.to_string()) {
                known.push(other.clone());
            }
            let number = *n_asked.borrow();
            *n_asked.borrow_mut() += 1;
            answers >> (number % 3) & 1 == 1
        };
        let _ = contradiction::warnings(formula, &ask);
        let _ = vacuity::warnings(formula, &ask);
    }
    asked.into_inner()
}

/// A formula of `besides` without what may follow and need not: `<R . true*> true` is `<R> true`.
pub fn without_tail(formula: &Formula) -> Formula {
    let State::Modal(Modality::Diamond, path, body) = &formula.kind else {
        return formula.clone();
    };
    let Reg::Sequence(items) = &path.kind else { return formula.clone() };
    let is_needed = |item: &Regular| !matches!(item.kind, Reg::Repeat(Repeat::Star, _));
    let n_needed = items.iter().rposition(is_needed).map_or(items.len(), |last| last + 1);
    if body.kind != State::True || n_needed == items.len() {
        return formula.clone();
    }
    let path = match &items[..n_needed] {
        [only] => only.clone(),
        needed => Regular::new(Reg::Sequence(needed.to_vec()), path.span),
    };
    Formula::new(State::Modal(Modality::Diamond, path, body.clone()), formula.span)
}

/// The verdict; `happens` is asked whether another formula holds.
pub fn told(
    (labels, atoms): (&LabelTable, &dyn StateAtoms),
    formula: &Formula,
    Known { holds, false_in }: Known,
    happens: &dyn Fn(&Formula) -> bool,
) -> Outcome<Verdict> {
    let graph = Graph::new(formula);
    let mut diagnostics = unmatched::warnings(formula, (labels, true), atoms);
    diagnostics.extend(unmatched::atom_warnings(formula, atoms, labels));
    diagnostics.extend(contradiction::warnings(formula, happens));
    if holds {
        diagnostics.extend(vacuity::warnings(formula, happens));
    } else {
        let message = "no single run shows why this property is violated";
        let note = Diagnostic::new(codes::NO_SINGLE_RUN, Severity::Note, message);
        diagnostics.push(note.with_label(formula.span, ""));
    }
    let verdict = Verdict {
        holds: if holds { Truth::True } else { Truth::False },
        is_settled: true,
        evidence: None,
        parts: Vec::new(),
        together: None,
        scope: Scope::of(&graph),
        scope_with_tests: Scope::with_tests(&graph),
        false_in: Some(false_in),
    };
    Outcome { value: verdict, diagnostics }
}
