//! Guards whose variables nothing binds.

use frontend::Diagnostic;

use super::{Names, bound_by, flat};
use crate::codes;
use crate::formula::{Act, ActionFormula, Formula, Reg, Regular, State};

/// The errors about guards of a formula.
pub(crate) fn check_guards(formula: &Formula) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    check(formula, &Names::new(), &mut errors);
    errors
}

fn check(formula: &Formula, bound: &Names, errors: &mut Vec<Diagnostic>) {
    match &formula.kind {
        State::True | State::False | State::Variable(_) | State::Atom(_) => {}
        State::Not(body) | State::Fixpoint(_, _, body) => check(body, bound, errors),
        State::And(items)
        | State::Or(items)
        | State::Implies(items)
        | State::Equ(items)
        | State::Xor(items) => items.iter().for_each(|item| check(item, bound, errors)),
        State::Looping(_, path) => {
            check_path(path, bound, errors);
        }
        State::Modal(_, path, body) => {
            let bound = check_path(path, bound, errors);
            check(body, &bound, errors);
        }
    }
}

/// Checks a path; gives what is bound behind it.
fn check_path(path: &Regular, bound: &Names, errors: &mut Vec<Diagnostic>) -> Names {
    let mut bound = bound.clone();
    for item in flat(path) {
        match &item.kind {
            Reg::Nil | Reg::Sequence(_) => {}
            Reg::Test(test) => check(test, &bound, errors),
            Reg::Action(action) => check_action(action, &bound, errors),
            Reg::Choice(items) => items.iter().for_each(|item| {
                check_path(item, &bound, errors);
            }),
            Reg::Repeat(_, body) | Reg::Counted(_, body) => {
                check_path(body, &bound, errors);
            }
        }
        bound.extend(bound_by(&item));
    }
    bound
}

fn check_action(action: &ActionFormula, bound: &Names, errors: &mut Vec<Diagnostic>) {
    action.children().iter().for_each(|child| check_action(child, bound, errors));
    let Act::Pattern(pattern) = &action.kind else { return };
    let Some(guard) = &pattern.matcher.guard else { return };
    let variables = pattern.matcher.variables();
    let unbound =
        guard.variables().into_iter().find(|n| !variables.contains(n) && !bound.contains(n));
    if let Some(name) = unbound {
        let message = format!("nothing gives `{name}` in this guard a value");
        errors.push(Diagnostic::error(codes::GUARD_VARIABLE, message, action.span).with_help(
            "a variable is bound by the pattern before the guard, or by one earlier in the run that \
             stands neither below `not` nor in a repetition",
        ));
    }
}
