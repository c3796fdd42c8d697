//! Labels without a text: the form of an action, and the integers in it.
//!
//! Input: actions of integers, atoms, lists and tuples. Output: equal labels for equal actions, and only for these:
//! such actions have the same text if and only if they are the same, and no other action has that text. So
//! the text is not needed before it is written, matched or shown.

use crate::graph::ids::LabelId;
use crate::label::places::Places;
use crate::label::{Action, Label};
use crate::term::Term;

use rustc_hash::FxHashMap;

/// The number of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FormId(u32);

/// Forms, and the labels of each.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    /// Actions with a hole in place of each integer, and the labels of each by these.
    all: Vec<(Action, Places)>,
    ids: FxHashMap<Action, FormId>,
    /// Integers of all labels, one after another.
    integers: Vec<u32>,
}

/// What fills the form of a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled {
    form: FormId,
    /// Where its integers start.
    start: u32,
}

/// What stands in place of an integer: an action of which something is unknown has no form.
const HOLE: Term = Term::Unknown(0);

/// A term with holes, its integers appended to `integers`; `None` if text is what tells it from others.
pub(crate) fn opened(term: &Term, integers: &mut Vec<u32>) -> Option<Term> {
    Some(match term {
        Term::Integer(value) => match i32::try_from(value) {
            Ok(value) => {
                integers.push(value.cast_unsigned());
                HOLE
            }
            Err(_) => term.clone(),
        },
        Term::Atom(_) | Term::Nil => term.clone(),
        Term::List(items, tail) => {
            let items = opened_all(items, integers)?;
            let tail = match tail {
                Some(tail) => Some(Box::new(opened(tail, integers)?)),
                None => None,
            };
            Term::List(items, tail)
        }
        Term::Tuple(items) => Term::Tuple(opened_all(items, integers)?),
        Term::Float(_)
        | Term::Map(_)
        | Term::Reference(_)
        | Term::Pid(_)
        | Term::Binary(_)
        | Term::Fun(_)
        | Term::Unknown(_) => return None,
    })
}

fn opened_all(terms: &[Term], integers: &mut Vec<u32>) -> Option<Vec<Term>> {
    terms.iter().map(|term| opened(term, integers)).collect()
}

/// The term with the next integers in its holes.
fn closed(term: &Term, integers: &mut impl Iterator<Item = u32>) -> Term {
    match term {
        Term::Unknown(_) => Term::integer(integers.next().unwrap_or(0).cast_signed()),
        Term::List(items, tail) => {
            let items = items.iter().map(|item| closed(item, integers)).collect();
            let tail = tail.as_deref().map(|tail| Box::new(closed(tail, integers)));
            Term::List(items, tail)
        }
        Term::Tuple(items) => {
            Term::Tuple(items.iter().map(|item| closed(item, integers)).collect())
        }
        other => other.clone(),
    }
}

impl Action {
    /// The action with holes, and its integers; `None` if text is what tells it from others.
    pub(super) fn opened(&self) -> Option<(Self, Vec<u32>)> {
        let mut integers = Vec::new();
        let args = opened_all(&self.args, &mut integers)?;
        let result = match &self.result {
            Some(result) => Some(opened(result, &mut integers)?),
            None => None,
        };
        Some((Self { name: self.name.clone(), args, result }, integers))
    }
}

impl Forms {
    /// The form of an action with holes.
    pub(super) fn form(&mut self, action: Action) -> FormId {
        let next = FormId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        let all = &mut self.all;
        *self.ids.entry(action).or_insert_with_key(|action| {
            all.push((action.clone(), Places::default()));
            next
        })
    }

    /// The label of this form with these integers.
    pub(super) fn find(&self, form: FormId, integers: &[u32]) -> Option<LabelId> {
        let (_, places) = self.all.get(form.0 as usize)?;
        places.at(place(integers)).or_else(|| places.of(integers))
    }

    /// Keeps a label that is new.
    pub(super) fn insert(&mut self, form: FormId, integers: &[u32], label: LabelId) -> Filled {
        let start = u32::try_from(self.integers.len()).unwrap_or(u32::MAX);
        self.integers.extend_from_slice(integers);
        if let Some((_, places)) = self.all.get_mut(form.0 as usize) {
            places.insert(place(integers), integers, label);
        }
        Filled { form, start }
    }

    /// The label with its text.
    pub(super) fn label(&self, filled: Filled) -> Label {
        let Some((form, _)) = self.all.get(filled.form.0 as usize) else { return Label::Tau };
        let mut integers = self.integers.iter().skip(filled.start as usize).copied();
        let args = form.args.iter().map(|arg| closed(arg, &mut integers)).collect();
        let result = form.result.as_ref().map(|result| closed(result, &mut integers));
        let action = Action { name: form.name.clone(), args, result };
        Label::Visible { text: action.to_string(), action: Some(action) }
    }

    /// Forgets labels from this one on, of which this was the first one with a form.
    pub(super) fn truncate(&mut self, first: LabelId, filled: Option<Filled>) {
        self.all.iter_mut().for_each(|(_, places)| places.truncate(first));
        if let Some(filled) = filled {
            self.integers.truncate(filled.start as usize);
        }
    }
}

/// Where in a table a label with these integers is, if there may be one.
fn place(integers: &[u32]) -> Option<usize> {
    match integers {
        [] => Some(0),
        [only] => usize::try_from(only.cast_signed()).ok(),
        _ => None,
    }
}
