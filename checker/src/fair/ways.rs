//! The ways from a fixpoint back to itself, as a regular formula.
//!
//! Input: the body of a fixpoint, the value whose reason is one run: of a greatest fixpoint that it holds, of a least one
//! that it does not. Output: R such that the fixpoint has this value for what happens along `R*`, or because R
//! goes on for ever. What a run needs beside its steps is a test:
//!
//!     nu X . (p and (<a> X or <b> nu Y . (<c> Y or <d> X)))    R is ?(p) . (a | b . c* . d)
//!
//! Refused where such a value has several runs as its reason, such as `nu X . (<a> X and <b> X)`.

use frontend::{Diagnostic, Name, Span};

use super::constants::{all_of, choice, negated, repeated, sequence};
use super::{Fair, HELP};
use crate::codes;
use crate::formula::{Formula, Modality, Reg, Regular, State};

/// Places where a fixpoint goes on, by modality, negations taken into account.
#[derive(Debug, Default)]
pub(super) struct Onward {
    diamond: Option<Span>,
    boxed: Option<Span>,
}

impl Onward {
    /// Where it goes on through this modality.
    pub(super) fn of(&self, modality: Modality) -> Option<Span> {
        match modality {
            Modality::Diamond => self.diamond,
            Modality::Box => self.boxed,
        }
    }

    /// Looks at a formula; whether it uses one of the names.
    fn visit(&mut self, formula: &Formula, names: &[Name], is_positive: bool) -> bool {
        let mut any = |items: &[Formula], is_positive| {
            let uses: Vec<bool> =
                items.iter().map(|item| self.visit(item, names, is_positive)).collect();
            uses.contains(&true)
        };
        match &formula.kind {
            State::True | State::False | State::Atom(_) | State::Looping(..) => false,
            State::Variable(name) => names.contains(name),
            State::Not(body) => self.visit(body, names, !is_positive),
            State::And(items) | State::Or(items) | State::Equ(items) | State::Xor(items) => {
                any(items, is_positive)
            }
            State::Implies(items) => {
                let (premises, conclusion) = items.split_at(items.len().saturating_sub(1));
                let is_in_premises = any(premises, !is_positive);
                any(conclusion, is_positive) || is_in_premises
            }
            State::Modal(modality, _, body) => {
                let uses = self.visit(body, names, is_positive);
                if uses {
                    let is_diamond = (*modality == Modality::Diamond) == is_positive;
                    let place = if is_diamond { &mut self.diamond } else { &mut self.boxed };
                    place.get_or_insert(formula.span);
                }
                uses
            }
            State::Fixpoint(_, name, body) => {
                let outer: Vec<Name> =
                    names.iter().filter(|outer| *outer != name).cloned().collect();
                uses(formula, names) && {
                    let inner: Vec<Name> = outer.into_iter().chain([name.clone()]).collect();
                    self.visit(body, &inner, is_positive)
                }
            }
        }
    }
}

/// Where a fixpoint with this variable and body goes on.
pub(super) fn onward(body: &Formula, name: &Name) -> Onward {
    let mut onward = Onward::default();
    onward.visit(body, std::slice::from_ref(name), true);
    onward
}

/// Whether a formula uses one of these variables, which it does not bind itself.
fn uses(formula: &Formula, names: &[Name]) -> bool {
    match &formula.kind {
        State::True | State::False | State::Atom(_) | State::Looping(..) => false,
        State::Variable(name) => names.contains(name),
        State::Not(body) | State::Modal(_, _, body) => uses(body, names),
        State::And(items)
        | State::Or(items)
        | State::Implies(items)
        | State::Equ(items)
        | State::Xor(items) => items.iter().any(|item| uses(item, names)),
        State::Fixpoint(_, bound, body) => {
            let free: Vec<Name> = names.iter().filter(|name| *name != bound).cloned().collect();
            uses(body, &free)
        }
    }
}

/// The ways to one variable, of a fixpoint with all variables that lead back to it.
#[derive(Clone, Copy)]
struct Goal<'n> {
    to: &'n Name,
    names: &'n [Name],
}

type Ways = Result<Option<Regular>, Diagnostic>;

impl Fair {
    /// The ways on which the value of a fixpoint rests on itself; none if it does not.
    pub(super) fn ways(&self, (body, value): (&Formula, bool), name: &Name) -> Ways {
        self.ways_to((body, value), Goal { to: name, names: std::slice::from_ref(name) })
    }

    fn ways_to(&self, (formula, value): (&Formula, bool), goal: Goal<'_>) -> Ways {
        let span = formula.span;
        self.count(span)?;
        match &formula.kind {
            State::Variable(name) if name == goal.to => {
                Ok(Some(Regular::new(Reg::Nil, span).made()))
            }
            State::Not(body) => self.ways_to((body, !value), goal),
            State::And(items) | State::Or(items) => {
                let items: Vec<_> = items.iter().map(|item| (item, value)).collect();
                let is_choice = matches!(formula.kind, State::Or(_)) == value;
                self.joined(&items, (is_choice, span), goal)
            }
            State::Implies(items) => {
                let last = items.len().saturating_sub(1);
                let item = |(at, item)| (item, if at == last { value } else { !value });
                let items: Vec<_> = items.iter().enumerate().map(item).collect();
                self.joined(&items, (value, span), goal)
            }
            State::Modal(_, path, body) => {
                let behind = self.ways_to((body, value), goal)?;
                Ok(behind.map(|behind| sequence(vec![path.clone(), behind], span)))
            }
            State::Fixpoint(_, bound, body) if uses(formula, goal.names) => {
                self.through((bound, body, value), goal)
            }
            State::True
            | State::False
            | State::Variable(_)
            | State::Atom(_)
            | State::Looping(..)
            | State::Equ(_)
            | State::Xor(_)
            | State::Fixpoint(..) => Ok(None),
        }
    }

    /// The ways through a conjunction or disjunction: each item is one, or one of them with the others as tests.
    fn joined(
        &self,
        items: &[(&Formula, bool)],
        (is_choice, span): (bool, Span),
        goal: Goal<'_>,
    ) -> Ways {
        if is_choice {
            let ways = items.iter().map(|&item| self.ways_to(item, goal));
            let ways: Vec<Regular> =
                ways.filter_map(Result::transpose).collect::<Result<_, _>>()?;
            return Ok(choice(ways, span));
        }
        let mut onward = items.iter().filter(|(item, _)| uses(item, goal.names));
        let Some(&way) = onward.next() else { return Ok(None) };
        if let Some((second, _)) = onward.next() {
            let message =
                "this asks for several runs at once, of which some may be fair and others not";
            return Err(Diagnostic::error(codes::NO_FAIRNESS, message, span)
                .with_label(way.0.span, "for one here")
                .with_label(second.span, "and for one here")
                .with_help(HELP));
        }
        let Some(behind) = self.ways_to(way, goal)? else { return Ok(None) };
        let others = items.iter().filter(|(item, _)| !uses(item, goal.names));
        let tests = others.map(|&(item, value)| {
            let fair = self.formula(item)?;
            Ok(if value { fair } else { negated(fair) })
        });
        let test = all_of(tests.collect::<Result<_, _>>()?, span);
        Ok(match test.kind {
            State::True => Some(behind),
            State::False => None,
            _ => {
                let test = Regular::new(Reg::Test(Box::new(test)), span).made();
                Some(sequence(vec![test, behind], span))
            }
        })
    }

    /// The ways through a fixpoint inside, along which that may rest on itself as well, finitely often.
    fn through(&self, (bound, body, value): (&Name, &Formula, bool), goal: Goal<'_>) -> Ways {
        let hidden = goal.names.contains(bound);
        let (own, renamed);
        let (bound, body) = if hidden {
            own = Name::from(format!("{}.{}", bound.as_str(), goal.names.len()).as_str());
            renamed = with_name(body, bound, &own);
            (&own, &renamed)
        } else {
            (bound, body)
        };
        let names: Vec<Name> = goal.names.iter().chain([bound]).cloned().collect();
        let out = self.ways_to((body, value), Goal { to: goal.to, names: &names })?;
        let again = self.ways_to((body, value), Goal { to: bound, names: &names })?;
        let Some(out) = out else { return Ok(None) };
        let Some(again) = again.filter(|again| again.kind != Reg::Nil) else {
            return Ok(Some(out));
        };
        let span = again.span;
        Ok(Some(sequence(vec![repeated(again), out], span)))
    }
}

/// A formula with another name for a variable.
fn with_name(formula: &Formula, name: &Name, other: &Name) -> Formula {
    let all = |items: &[Formula]| items.iter().map(|item| with_name(item, name, other)).collect();
    let kind = match &formula.kind {
        State::Variable(used) if used == name => State::Variable(other.clone()),
        State::True | State::False | State::Variable(_) | State::Atom(_) | State::Looping(..) => {
            return formula.clone();
        }
        State::Not(body) => State::Not(Box::new(with_name(body, name, other))),
        State::And(items) => State::And(all(items)),
        State::Or(items) => State::Or(all(items)),
        State::Implies(items) => State::Implies(all(items)),
        State::Equ(items) => State::Equ(all(items)),
        State::Xor(items) => State::Xor(all(items)),
        State::Modal(modality, path, body) => {
            State::Modal(*modality, path.clone(), Box::new(with_name(body, name, other)))
        }
        State::Fixpoint(_, bound, _) if bound == name => return formula.clone(),
        State::Fixpoint(sign, bound, body) => {
            State::Fixpoint(*sign, bound.clone(), Box::new(with_name(body, name, other)))
        }
    };
    Formula::new(kind, formula.span)
}
