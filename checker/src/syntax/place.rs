//! New places for all parts of a formula.

use frontend::Span;

use crate::formula::{Act, ActionFormula, Formula, Reg, Regular, State};

/// Replaces every place of a formula.
pub(crate) fn place(formula: &mut Formula, origin: &dyn Fn(Span) -> Span) {
    formula.span = origin(formula.span);
    match &mut formula.kind {
        State::True | State::False | State::Variable(_) | State::Atom(_) => {}
        State::Not(body) | State::Fixpoint(_, _, body) => place(body, origin),
        State::And(items)
        | State::Or(items)
        | State::Implies(items)
        | State::Equ(items)
        | State::Xor(items) => items.iter_mut().for_each(|item| place(item, origin)),
        State::Looping(_, path) => place_path(path, origin),
        State::Modal(_, path, body) => {
            place_path(path, origin);
            place(body, origin);
        }
    }
}

/// Replaces every place of a regular formula.
pub(crate) fn place_path(path: &mut Regular, origin: &dyn Fn(Span) -> Span) {
    path.span = origin(path.span);
    match &mut path.kind {
        Reg::Nil => {}
        Reg::Test(test) => place(test, origin),
        Reg::Action(action) => place_action(action, origin),
        Reg::Sequence(items) | Reg::Choice(items) => {
            for item in items {
                place_path(item, origin);
            }
        }
        Reg::Repeat(_, body) | Reg::Counted(_, body) => place_path(body, origin),
    }
}

fn place_action(action: &mut ActionFormula, origin: &dyn Fn(Span) -> Span) {
    action.span = origin(action.span);
    match &mut action.kind {
        Act::Not(body) => place_action(body, origin),
        Act::And(items)
        | Act::Or(items)
        | Act::Implies(items)
        | Act::Equ(items)
        | Act::Xor(items) => items.iter_mut().for_each(|item| place_action(item, origin)),
        Act::True | Act::False | Act::Tau | Act::Literal(_) | Act::Regexp(..) | Act::Pattern(_) => {
        }
    }
}
