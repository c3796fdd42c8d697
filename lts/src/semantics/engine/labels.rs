//! Labels of steps, found again without their text.
//!
//! Input: a site of a step program, and values of its registers. Output: its label. Where these are integers, the
//! label is one of a form (`label::forms`), and no term is made for it.

use model::ActionRole;

use super::program::{LabelSite, Part, Register};
use super::word::Word;
use crate::graph::ids::LabelId;
use crate::label::places::Places;
use crate::label::{Action, FormId, opened};
use crate::semantics::store::{Shape, TermId, TermStore};
use crate::semantics::{LabelStyle, Machine};
use crate::term::Term;

/// The labels that have been seen, by site and values.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    sites: Vec<Site>,
}

/// A place in a program at which steps are labelled.
#[derive(Debug)]
struct Site {
    registers: Vec<Register>,
    /// Labels by the values of the registers.
    seen: Places,
    /// Its form, and what fills that, where all values are integers.
    form: Option<(FormId, Vec<Fill>)>,
    /// Whether a form has been looked for already.
    is_formed: bool,
}

/// What stands in a hole of a form.
#[derive(Clone, Copy, Debug)]
enum Fill {
    Integer(u32),
    Register(Register),
}

impl Labels {
    pub(crate) fn new(sites: &[LabelSite]) -> Self {
        let site = |site: &LabelSite| {
            let mut registers = Vec::new();
            site.args.iter().for_each(|part| part.registers(&mut registers));
            Site { registers, seen: Places::default(), form: None, is_formed: false }
        };
        Self { sites: sites.iter().map(site).collect() }
    }

    /// The label of a site, if it has been seen with these values; `key` is room for them.
    pub(crate) fn find(&self, site: usize, values: &[u32], key: &mut Vec<u32>) -> Option<LabelId> {
        let Site { registers, seen, .. } = &self.sites[site];
        if let Some(label) = seen.at(place(registers, values)) {
            return Some(label);
        }
        fill(registers, values, key);
        seen.of(key)
    }

    /// The label of a site, made if it is new.
    pub(crate) fn make(
        &mut self,
        (number, made): (usize, &LabelSite),
        values: &[u32],
        key: &mut Vec<u32>,
        machine: &mut Machine<'_>,
    ) -> LabelId {
        let site = &mut self.sites[number];
        if !std::mem::replace(&mut site.is_formed, true) {
            site.form = form(made, machine);
        }
        let label = if let Some(form) = site.filled(values, key) {
            machine.labels.intern_filled(form, key)
        } else {
            let args = made.args.iter().map(|part| term(part, values, machine));
            let mut args: Vec<u32> = args.map(|term| term.0).collect();
            machine.renumber_args(&mut args);
            let args: Vec<TermId> = args.into_iter().map(TermId).collect();
            machine.label(made.action, &args)
        };
        fill(&site.registers, values, key);
        site.seen.insert(place(&site.registers, values), key, label);
        label
    }
}

impl Site {
    /// The form with these values, and in `key` the integers in its holes; `None` where some are none.
    fn filled(&self, values: &[u32], key: &mut Vec<u32>) -> Option<FormId> {
        let (form, fills) = self.form.as_ref()?;
        key.clear();
        for fill in fills {
            key.push(match *fill {
                Fill::Integer(value) => value,
                Fill::Register(register) => {
                    let value = Word(values[register as usize]).value()?;
                    i32::try_from(value).ok()?.cast_unsigned()
                }
            });
        }
        Some(*form)
    }
}

fn fill(registers: &[Register], values: &[u32], key: &mut Vec<u32>) {
    key.clear();
    key.extend(registers.iter().map(|&register| values[register as usize]));
}

/// Where in its table the label of a site is, if it is in there.
fn place(registers: &[Register], values: &[u32]) -> Option<usize> {
    match registers {
        [] => Some(0),
        [only] => {
            Word(values[*only as usize]).value().and_then(|value| usize::try_from(value).ok())
        }
        _ => None,
    }
}

/// The form of the labels of a site, and what fills it; `None` where text is what tells them apart, or where
/// more is to be done than to make a label.
fn form(site: &LabelSite, machine: &mut Machine<'_>) -> Option<(FormId, Vec<Fill>)> {
    let declared = &machine.model.actions[site.action];
    let is_plain = !matches!(declared.role, ActionRole::Internal | ActionRole::Overflow);
    if machine.style != LabelStyle::Erlang || !is_plain || machine.is_hidden(site.action) {
        return None;
    }
    let mut fills = Vec::new();
    let args = site.args.iter().map(|part| with_holes(part, &machine.store, &mut fills));
    let mut args = args.collect::<Option<Vec<Term>>>()?;
    let result = if declared.has_result { args.pop() } else { None };
    let action = Action { name: declared.name.to_string(), args, result };
    Some((machine.labels.form(action), fills))
}

/// The part of a label with a hole for each integer.
fn with_holes(part: &Part, store: &TermStore, fills: &mut Vec<Fill>) -> Option<Term> {
    match part {
        Part::Constant(term) => {
            let mut integers = Vec::new();
            let term = opened(&store.term(*term), &mut integers)?;
            fills.extend(integers.into_iter().map(Fill::Integer));
            Some(term)
        }
        Part::Register(register) => {
            fills.push(Fill::Register(*register));
            opened(&Term::integer(0), &mut Vec::new())
        }
        Part::Tuple(parts) => {
            let parts = parts.iter().map(|part| with_holes(part, store, fills));
            Some(Term::Tuple(parts.collect::<Option<_>>()?))
        }
    }
}

fn term(part: &Part, values: &[u32], machine: &mut Machine<'_>) -> TermId {
    match part {
        Part::Constant(term) => *term,
        Part::Register(register) => machine.store.term_of(Word(values[*register as usize])),
        Part::Tuple(parts) => {
            let items = parts.iter().map(|part| term(part, values, machine)).collect();
            machine.store.intern(Shape::Tuple(items))
        }
    }
}
