//! What is known at a node of a function, or at a control point.
//!
//! What variables may be, and how conditions were answered on all ways there. What a term is worth there says `flow`.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use model::{Cond, Expr, VarId};

use crate::printable::reaching::known_terms::{OPEN, TermId};

/// Terms that a value may be, at most; with more it may be any.
const MAX_TERMS: usize = 1_000;

/// Conditions that did not hold of which a node knows, at most: those of the nearest tests. Each node has its own list.
const MAX_FAILED: usize = 64;

/// What a value may be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// Any term.
    Any,
    /// One of these terms; there is no value where it is none.
    Of(Rc<BTreeSet<TermId>>),
}

impl Value {
    pub(crate) fn none() -> Self {
        Self::Of(Rc::default())
    }

    pub(crate) fn of(terms: BTreeSet<TermId>) -> Self {
        let is_open = terms.contains(&OPEN) || terms.len() > MAX_TERMS;
        if is_open { Self::Any } else { Self::Of(Rc::new(terms)) }
    }

    pub(crate) fn is_none(&self) -> bool {
        matches!(self, Self::Of(terms) if terms.is_empty())
    }

    /// Lets it be what another one is, too; what is new.
    pub(crate) fn add(&mut self, other: &Self) -> Self {
        match (&*self, other) {
            (Self::Any, _) => Self::none(),
            (_, Self::Any) => {
                *self = Self::Any;
                Self::Any
            }
            (Self::Of(known), Self::Of(other)) => {
                let new: BTreeSet<TermId> = other.difference(known).copied().collect();
                if new.is_empty() {
                    return Self::none();
                }
                let all = Self::of(known.union(&new).copied().collect());
                *self = all;
                if *self == Self::Any { Self::Any } else { Self::Of(Rc::new(new)) }
            }
        }
    }
}

/// What is known at a node.
#[derive(Clone, Default)]
pub(super) struct Env<'m> {
    /// What variables may be of which something is known.
    pub(super) values: BTreeMap<VarId, Rc<BTreeSet<TermId>>>,
    /// Conditions that were asked on all ways there, and whether they hold.
    facts: Vec<(&'m Cond, bool)>,
}

impl<'m> Env<'m> {
    pub(super) fn bind(&mut self, var: VarId, value: Value) {
        match value {
            Value::Any => self.values.remove(&var),
            Value::Of(terms) => self.values.insert(var, terms),
        };
    }

    /// Notes how a condition was answered, and with that its parts.
    pub(super) fn note(&mut self, cond: &'m Cond, holds: bool) {
        match cond {
            Cond::Not(inner) => self.note(inner, !holds),
            Cond::And(left, right) if holds => {
                self.note(left, true);
                self.note(right, true);
            }
            _ => self.facts.push((cond, holds)),
        }
        self.forget();
    }

    /// Forgets what did not hold longest ago, where that is much: a long row of clauses asks one thing after another.
    fn forget(&mut self) {
        let n_failed = self.facts.iter().filter(|(_, holds)| !holds).count();
        let mut too_many = n_failed.saturating_sub(MAX_FAILED);
        self.facts.retain(|(_, holds)| {
            let is_forgotten = !holds && too_many > 0;
            too_many -= usize::from(is_forgotten);
            !is_forgotten
        });
    }

    /// Whether a condition holds by what was asked before, if that tells.
    pub(super) fn tells(&self, cond: &Cond) -> Option<bool> {
        match cond {
            Cond::Not(inner) => return self.tells(inner).map(|holds| !holds),
            Cond::And(left, right) => match (self.tells(left), self.tells(right)) {
                (Some(false), _) | (_, Some(false)) => return Some(false),
                (Some(true), Some(true)) => return Some(true),
                _ => {}
            },
            _ => {}
        }
        self.facts.iter().find_map(|(fact, holds)| told(fact, *holds, cond))
    }

    /// Goes on with what is known on this and on another way.
    pub(super) fn join(&mut self, other: &Self) {
        let values = std::mem::take(&mut self.values).into_iter().filter_map(|(var, terms)| {
            let mut value = Value::Of(terms);
            value.add(&Value::Of(Rc::clone(other.values.get(&var)?)));
            match value {
                Value::Of(terms) => Some((var, terms)),
                Value::Any => None,
            }
        });
        self.values = values.collect();
        self.facts.retain(|fact| other.facts.contains(fact));
    }
}

/// What a fact says of a condition: of the same one, or of another one about the same term.
fn told(fact: &Cond, holds: bool, cond: &Cond) -> Option<bool> {
    if fact == cond {
        return Some(holds);
    }
    match (fact, cond) {
        (Cond::Is(known, of), Cond::Is(asked, term)) if holds && of == term => known.tells(*asked),
        (Cond::Same(of, constant), Cond::Is(asked, term)) if holds && of == term => {
            constant.kind()?.tells(*asked)
        }
        (Cond::Is(known, of), Cond::Same(term, constant)) if holds && of == term => {
            known.tells(constant.kind()?).filter(|same| !same)
        }
        (Cond::Same(of, known), Cond::Same(term, constant)) if holds && of == term => {
            let are_names = matches!((known, constant), (Expr::Atom(_), Expr::Atom(_)));
            are_names.then_some(known == constant)
        }
        _ => None,
    }
}
