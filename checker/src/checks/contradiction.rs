//! Conditions on one state that never hold together.
//!
//! Input: a formula, and a way to ask whether another one holds. Output: a warning for each conjunction
//! of conditions on a single state (state names, what is possible there) of which each holds somewhere
//! and all together nowhere.

use frontend::Diagnostic;

use crate::codes;
use crate::formula::{Act, ActionFormula, Formula, Modality, Reg, Regular, Repeat, State};

/// Conjunctions that are looked at, at most.
const MOST: usize = 20;

/// The warnings about a formula; `holds` checks another formula on the same system.
pub(crate) fn warnings(formula: &Formula, holds: &dyn Fn(&Formula) -> bool) -> Vec<Diagnostic> {
    let mut conjunctions = Vec::new();
    collect(formula, &mut conjunctions);
    conjunctions.truncate(MOST);
    let never = |conditions: &Vec<&Formula>| {
        let all = conditions.iter().map(|&condition| condition.clone()).collect();
        let together = Formula::new(State::And(all), conditions[0].span);
        !holds(&somewhere(&together))
            && conditions.iter().all(|condition| holds(&somewhere(condition)))
    };
    conjunctions.into_iter().filter(|(_, conditions)| never(conditions)).map(warning).collect()
}

fn warning((whole, conditions): (&Formula, Vec<&Formula>)) -> Diagnostic {
    let texts: Vec<String> = conditions.iter().map(|item| format!("`{item}`")).collect();
    let message = format!("{} never hold in one state", texts.join(", "));
    Diagnostic::warning(codes::CONTRADICTION, message, whole.span)
        .with_help("`and` combines conditions on one state; one of several is written `or`")
}

/// The conjunctions with at least two conditions on a single state.
fn collect<'f>(formula: &'f Formula, conjunctions: &mut Vec<(&'f Formula, Vec<&'f Formula>)>) {
    match &formula.kind {
        State::And(items) => {
            let local: Vec<&Formula> = items.iter().filter(|item| is_local(item)).collect();
            if local.len() > 1 && local.len() < 10 {
                conjunctions.push((formula, local));
            }
            for item in items {
                collect(item, conjunctions);
            }
        }
        State::Or(items) | State::Implies(items) | State::Equ(items) | State::Xor(items) => {
            for item in items {
                collect(item, conjunctions);
            }
        }
        State::Not(body) | State::Fixpoint(_, _, body) | State::Modal(_, _, body) => {
            collect(body, conjunctions);
        }
        State::True | State::False | State::Variable(_) | State::Atom(_) | State::Looping(..) => {}
    }
}

/// Whether a formula speaks of a state and its next actions only: a name, `<A> true`, `[A] false`.
pub(crate) fn is_local(formula: &Formula) -> bool {
    match &formula.kind {
        State::Atom(_) => true,
        State::Not(body) => is_local(body),
        State::Modal(modality, Regular { kind: Reg::Action(_), .. }, body) => {
            let end = if *modality == Modality::Diamond { State::True } else { State::False };
            body.kind == end
        }
        _ => false,
    }
}

/// `<true*> F`
fn somewhere(formula: &Formula) -> Formula {
    let span = formula.span;
    let any = Regular::new(Reg::Action(ActionFormula::new(Act::True, span)), span);
    let many = Regular::new(Reg::Repeat(Repeat::Star, Box::new(any)), span);
    Formula::new(State::Modal(Modality::Diamond, many, Box::new(formula.clone())), span)
}
