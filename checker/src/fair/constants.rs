//! Formulas and regular formulas put together, without parts that decide nothing.
//!
//! Input: formulas. Output: `true and F` is F, `<R> false` is `false`, `nil . R` is R, and so on. All that is made here stands where the
//! formulas stood that it was made of, and nobody has written it.

use frontend::{Name, Span};

use crate::formula::{Formula, Modality, Reg, Regular, Repeat, State};

/// All of these hold.
pub(super) fn all_of(items: Vec<Formula>, span: Span) -> Formula {
    joined(items, (State::True, State::False), State::And, span)
}

/// One of these holds.
pub(super) fn one_of(items: Vec<Formula>, span: Span) -> Formula {
    joined(items, (State::False, State::True), State::Or, span)
}

fn joined(
    mut items: Vec<Formula>,
    (unit, zero): (State, State),
    kind: fn(Vec<Formula>) -> State,
    span: Span,
) -> Formula {
    if items.iter().any(|item| item.kind == zero) {
        return Formula::new(zero, span).made();
    }
    items.retain(|item| item.kind != unit);
    match items.pop() {
        None => Formula::new(unit, span).made(),
        Some(only) if items.is_empty() => only,
        Some(last) => {
            items.push(last);
            Formula::new(kind(items), span).made()
        }
    }
}

/// The opposite of a formula.
pub(super) fn negated(formula: Formula) -> Formula {
    let span = formula.span;
    match formula.kind {
        State::True => Formula::new(State::False, span).made(),
        State::False => Formula::new(State::True, span).made(),
        State::Not(body) => *body,
        _ => Formula::new(State::Not(Box::new(formula)), span).made(),
    }
}

/// `<R> F`, `[R] F`
pub(super) fn modal(modality: Modality, path: Regular, body: Formula) -> Formula {
    let is_decided = match modality {
        Modality::Diamond => body.kind == State::False,
        Modality::Box => body.kind == State::True,
    };
    // The empty sequence is one way to the same.
    let is_here =
        body.kind == (if modality == Modality::Diamond { State::True } else { State::False });
    if is_decided || is_here && is_plainly_nullable(&path) {
        return body;
    }
    let span = path.span;
    Formula::new(State::Modal(modality, path, Box::new(body)), span).made()
}

/// Whether the empty sequence is one of those that a path stands for, whatever tests say.
fn is_plainly_nullable(path: &Regular) -> bool {
    matches!(path.kind, Reg::Nil | Reg::Repeat(Repeat::Star, _))
}

/// `R . S`, without `nil` in it.
pub(super) fn sequence(items: Vec<Regular>, span: Span) -> Regular {
    let mut flat = Vec::new();
    for item in items {
        match item.kind {
            Reg::Nil => {}
            Reg::Sequence(items) => flat.extend(items),
            _ => flat.push(item),
        }
    }
    match flat.pop() {
        None => Regular::new(Reg::Nil, span).made(),
        Some(only) if flat.is_empty() => only,
        Some(last) => {
            flat.push(last);
            Regular::new(Reg::Sequence(flat), span).made()
        }
    }
}

/// `R | S`; none without any.
pub(super) fn choice(items: Vec<Regular>, span: Span) -> Option<Regular> {
    let mut flat: Vec<Regular> = Vec::new();
    for item in items {
        let more = match item.kind {
            Reg::Choice(items) => items,
            _ => vec![item],
        };
        for item in more {
            if !flat.contains(&item) {
                flat.push(item);
            }
        }
    }
    let last = flat.pop()?;
    if flat.is_empty() {
        return Some(last);
    }
    flat.push(last);
    Some(Regular::new(Reg::Choice(flat), span).made())
}

/// `R*`
pub(super) fn repeated(path: Regular) -> Regular {
    let span = path.span;
    match path.kind {
        Reg::Repeat(Repeat::Star, _) => path,
        _ => Regular::new(Reg::Repeat(Repeat::Star, Box::new(path)), span).made(),
    }
}

/// A formula with `true` or `false` in place of a variable.
pub(super) fn replaced(formula: &Formula, name: &Name, value: bool) -> Formula {
    let all = |items: &[Formula]| -> Vec<Formula> {
        items.iter().map(|item| replaced(item, name, value)).collect()
    };
    let span = formula.span;
    let kind = match &formula.kind {
        State::Variable(other) if other == name => {
            if value {
                State::True
            } else {
                State::False
            }
        }
        State::True | State::False | State::Variable(_) | State::Atom(_) | State::Looping(..) => {
            return formula.clone();
        }
        State::Not(body) => return negated(replaced(body, name, value)),
        State::And(items) => return all_of(all(items), span),
        State::Or(items) => return one_of(all(items), span),
        State::Implies(items) => {
            let mut items = all(items);
            let Some(conclusion) = items.pop() else { return formula.clone() };
            let premise = all_of(items, span);
            match (&premise.kind, &conclusion.kind) {
                (State::True, _) => return conclusion,
                (State::False, _) | (_, State::True) => State::True,
                (_, State::False) => return negated(premise),
                _ => State::Implies(vec![premise, conclusion]),
            }
        }
        State::Equ(items) => State::Equ(all(items)),
        State::Xor(items) => State::Xor(all(items)),
        State::Modal(modality, path, body) => {
            let body = replaced(body, name, value);
            let is_decided = match modality {
                Modality::Diamond => body.kind == State::False,
                Modality::Box => body.kind == State::True,
            };
            if is_decided {
                return body;
            }
            State::Modal(*modality, path.clone(), Box::new(body))
        }
        // An inner variable of this name hides the outer one.
        State::Fixpoint(_, bound, _) if bound == name => return formula.clone(),
        State::Fixpoint(sign, bound, body) => {
            State::Fixpoint(*sign, bound.clone(), Box::new(replaced(body, name, value)))
        }
    };
    Formula::new(kind, span)
}
