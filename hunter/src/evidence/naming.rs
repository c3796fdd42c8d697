//! Values in the words of the source: records by their fields, unknown values by the variables that hold them.
//!
//! Input: a term, and the patterns or expressions of the source that have this value. Output: text.
//!
//! ```text
//! {open,?1}            {open,Socket}                      % where the head of the clause is `{open, Socket}`
//! {data,?1,undefined}  #data{socket = Socket,count = 0}   % where it returns `#data{socket = Socket}`
//! ```
//!
//! A name is taken from a variable that stands for this very value, and only where all that fits agrees on it. Two values of one
//! name are `Pid1` and `Pid2`; one without a name stays `?1`. Does not compute: what another function has put together has no names.

use std::collections::BTreeMap;

use frontend::Module;
use frontend::ast::{
    Expr, ExprKind, FieldName, Form, Literal, Pat, PatKind, RecordDecl, RecordField,
};
use lts::Term;

use crate::source::atom;

/// Terms one in another that are gone through.
const MAX_DEPTH: usize = 100;

/// What the source has at the place of a value.
#[derive(Clone, Copy)]
pub(crate) enum Written<'m> {
    /// A pattern that takes it.
    Pat(&'m Pat),
    /// An expression that gives it.
    Expr(&'m Expr),
}

impl Written<'_> {
    /// Whether a call, an operator or a branch gives it.
    pub(crate) fn is_computed(&self) -> bool {
        let Written::Expr(expr) = self else { return false };
        !matches!(
            &expr.kind,
            ExprKind::Var(_)
                | ExprKind::Literal(_)
                | ExprKind::Nil
                | ExprKind::Tuple(_)
                | ExprKind::Cons(..)
                | ExprKind::List(..)
                | ExprKind::Map(..)
                | ExprKind::Record(..)
                | ExprKind::Match(..)
        )
    }

    /// Whether it is written as a tuple.
    pub(crate) fn is_tuple(&self) -> bool {
        match both(*self) {
            Some(parts) => parts.iter().any(Self::is_tuple),
            None => tuple(*self).is_some(),
        }
    }
}

/// Names of unknown values; none where the source does not agree on one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(BTreeMap<u32, Option<String>>);

impl Names {
    /// The names that a pattern or an expression gives; `None` where it does not fit the value.
    pub(crate) fn of(module: &Module, term: &Term, written: Written<'_>) -> Option<Self> {
        let mut names = Self::default();
        names.collect(module, term, written, 0).then_some(names)
    }

    /// Adds names for values that have none yet.
    pub(crate) fn or(mut self, others: Self) -> Self {
        for (number, name) in others.0 {
            self.0.entry(number).or_insert(name);
        }
        self
    }

    /// Keeps the names that others agree with.
    pub(crate) fn and(mut self, others: &Self) -> Self {
        for (number, name) in &mut self.0 {
            if others.0.get(number) != Some(name) {
                *name = None;
            }
        }
        self
    }

    /// Gives a value that is nothing but unknown a name.
    pub(crate) fn or_whole(mut self, term: &Term, name: Option<String>) -> Self {
        if let (Term::Unknown(number), Some(name)) = (term, name) {
            self.0.entry(*number).or_insert(Some(name));
        }
        self
    }

    /// Whether the source may have this value there.
    fn collect(
        &mut self,
        module: &Module,
        term: &Term,
        written: Written<'_>,
        depth: usize,
    ) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        if let Some(parts) = both(written) {
            return parts.into_iter().all(|part| self.collect(module, term, part, depth + 1));
        }
        if let Some(name) = variable(written) {
            self.note(term, name);
            return true;
        }
        if let Some(own) = written_atom(written) {
            return match term {
                Term::Atom(name) => name.as_str() == own,
                term => matches!(term, Term::Unknown(_)),
            };
        }
        if let Some(parts) = tuple(written) {
            let Term::Tuple(items) = term else { return matches!(term, Term::Unknown(_)) };
            let mut pairs = items.iter().zip(&parts);
            return items.len() == parts.len()
                && pairs.all(|(item, part)| self.collect(module, item, *part, depth + 1));
        }
        if let Some((name, fields)) = record_fields(written) {
            let Term::Tuple(items) = term else { return matches!(term, Term::Unknown(_)) };
            let Some(record) =
                record_of(module, items).filter(|record| record.name.as_str() == name)
            else {
                return false;
            };
            return fields.into_iter().all(|(field, part)| {
                let place = record.fields.iter().position(|own| own.name.as_str() == field);
                let item = place.and_then(|place| items.get(place + 1));
                item.is_none_or(|item| self.collect(module, item, part, depth + 1))
            });
        }
        if let Some(fields) = map_fields(written) {
            let Term::Map(entries) = term else { return matches!(term, Term::Unknown(_)) };
            return fields.into_iter().all(|(key, part)| {
                let is_this = |(own, _): &&(Term, Term)| *own == Term::atom(key);
                let entry = entries.iter().find(is_this);
                entry.is_none_or(|(_, item)| self.collect(module, item, part, depth + 1))
            });
        }
        if let Some((head, tail)) = cons(written) {
            return self.list(module, term, (head, tail), depth);
        }
        true
    }

    fn list(
        &mut self,
        module: &Module,
        term: &Term,
        (head, tail): (Written<'_>, Written<'_>),
        depth: usize,
    ) -> bool {
        let Term::List(items, end) = term else { return matches!(term, Term::Unknown(_)) };
        let Some((first, rest)) = items.split_first() else { return false };
        let end = end.as_deref().cloned().unwrap_or(Term::Nil);
        let rest = Term::list_with_tail(rest.to_vec(), end);
        self.collect(module, first, head, depth + 1) && self.collect(module, &rest, tail, depth + 1)
    }

    /// Notes that a variable has a value.
    fn note(&mut self, term: &Term, variable: &str) {
        let Term::Unknown(number) = term else { return };
        let name = variable.trim_start_matches('_');
        if name.starts_with(char::is_uppercase) {
            self.0.entry(*number).or_insert_with(|| Some(name.to_owned()));
        }
    }

    /// The text of each value, those of one name counted.
    fn texts(&self) -> BTreeMap<u32, String> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let named = || self.0.iter().filter_map(|(number, name)| Some((*number, name.as_deref()?)));
        for (_, name) in named() {
            *counts.entry(name).or_default() += 1;
        }
        let mut met: BTreeMap<&str, usize> = BTreeMap::new();
        let mut texts = BTreeMap::new();
        for (number, name) in named() {
            let count = met.entry(name).or_default();
            *count += 1;
            let is_alone = counts.get(name) == Some(&1);
            texts.insert(number, if is_alone { name.to_owned() } else { format!("{name}{count}") });
        }
        texts
    }
}

/// The parts of what stands for a value twice: `{pay, Amount} = Event`.
fn both(written: Written<'_>) -> Option<[Written<'_>; 2]> {
    match written {
        Written::Pat(Pat { kind: PatKind::Alias(one, other), .. }) => {
            Some([Written::Pat(one), Written::Pat(other)])
        }
        Written::Expr(Expr { kind: ExprKind::Match(pat, expr), .. }) => {
            Some([Written::Pat(pat), Written::Expr(expr)])
        }
        _ => None,
    }
}

fn variable(written: Written<'_>) -> Option<&str> {
    match written {
        Written::Pat(Pat { kind: PatKind::Var(name), .. })
        | Written::Expr(Expr { kind: ExprKind::Var(name), .. }) => Some(name.as_str()),
        _ => None,
    }
}

fn written_atom(written: Written<'_>) -> Option<&str> {
    match written {
        Written::Pat(Pat { kind: PatKind::Literal(Literal::Atom(name)), .. })
        | Written::Expr(Expr { kind: ExprKind::Literal(Literal::Atom(name)), .. })
            if name.undefined_macro().is_none() =>
        {
            Some(name.as_str())
        }
        _ => None,
    }
}

fn tuple(written: Written<'_>) -> Option<Vec<Written<'_>>> {
    match written {
        Written::Pat(Pat { kind: PatKind::Tuple(items), .. }) => {
            Some(items.iter().map(Written::Pat).collect())
        }
        Written::Expr(Expr { kind: ExprKind::Tuple(items), .. }) => {
            Some(items.iter().map(Written::Expr).collect())
        }
        _ => None,
    }
}

fn cons(written: Written<'_>) -> Option<(Written<'_>, Written<'_>)> {
    match written {
        Written::Pat(Pat { kind: PatKind::Cons(head, tail), .. }) => {
            Some((Written::Pat(head), Written::Pat(tail)))
        }
        Written::Expr(Expr { kind: ExprKind::Cons(head, tail), .. }) => {
            Some((Written::Expr(head), Written::Expr(tail)))
        }
        _ => None,
    }
}

/// The record that is written, and its fields that are.
fn record_fields(written: Written<'_>) -> Option<(&str, Vec<(&str, Written<'_>)>)> {
    fn named<T>(field: &RecordField<T>) -> Option<(&str, &T)> {
        match &field.name {
            FieldName::Atom(name) => Some((name.as_str(), &field.value)),
            FieldName::Var(_) => None,
        }
    }
    match written {
        Written::Pat(Pat { kind: PatKind::Record(name, fields), .. }) => {
            let fields = fields.iter().filter_map(named);
            Some((name.as_str(), fields.map(|(name, part)| (name, Written::Pat(part))).collect()))
        }
        Written::Expr(Expr { kind: ExprKind::Record(_, name, fields), .. }) => {
            let fields = fields.iter().filter_map(named);
            Some((name.as_str(), fields.map(|(name, part)| (name, Written::Expr(part))).collect()))
        }
        _ => None,
    }
}

/// The fields of a map whose keys are atoms.
fn map_fields(written: Written<'_>) -> Option<Vec<(&str, Written<'_>)>> {
    match written {
        Written::Pat(Pat { kind: PatKind::Map(fields), .. }) => {
            let fields = fields.iter();
            Some(
                fields
                    .filter_map(|field| Some((atom(&field.key)?, Written::Pat(&field.value))))
                    .collect(),
            )
        }
        Written::Expr(Expr { kind: ExprKind::Map(_, fields), .. }) => {
            let fields = fields.iter();
            Some(
                fields
                    .filter_map(|field| Some((atom(&field.key)?, Written::Expr(&field.value))))
                    .collect(),
            )
        }
        _ => None,
    }
}

/// The record of a module that a tuple is, by its tag and its size.
pub(crate) fn record_of<'m>(module: &'m Module, items: &[Term]) -> Option<&'m RecordDecl> {
    let Term::Atom(tag) = items.first()? else { return None };
    let mut forms = module.forms.iter();
    forms.find_map(|form| match form {
        Form::Record(record) if record.name == *tag && record.fields.len() + 1 == items.len() => {
            Some(record)
        }
        _ => None,
    })
}

/// Which fields of records are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fields {
    /// Those that have a value.
    Set,
    /// None: the name says enough.
    None,
}

/// A value in the words of the source.
pub(crate) struct Text<'m> {
    module: &'m Module,
    fields: Fields,
    texts: BTreeMap<u32, String>,
    out: String,
}

impl<'m> Text<'m> {
    /// The text of a value.
    pub(crate) fn of(module: &'m Module, term: &Term, names: &Names) -> String {
        let mut text = Self::new(module, names);
        text.term(term, 0);
        text.out
    }

    fn new(module: &'m Module, names: &Names) -> Self {
        Self { module, fields: Fields::Set, texts: names.texts(), out: String::new() }
    }

    /// The text of a value in which no record is shown with its fields.
    pub(crate) fn in_short(module: &'m Module, term: &Term, names: &Names) -> String {
        let mut text = Self { fields: Fields::None, ..Self::new(module, names) };
        text.term(term, 0);
        text.out
    }

    /// The text of a value that is written as a tuple, although a record has its tag and its size.
    pub(crate) fn of_tuple(module: &'m Module, term: &Term, names: &Names) -> String {
        let Term::Tuple(items) = term else { return Self::of(module, term, names) };
        let mut text = Self::new(module, names);
        text.out.push('{');
        text.items(items, 0);
        text.out.push('}');
        text.out
    }

    /// The text of data: of a record the fields that have a value and are not what they were before.
    pub(crate) fn of_data(
        module: &'m Module,
        (before, after): (Option<&Term>, &Term),
        names: &Names,
    ) -> String {
        let Term::Tuple(items) = after else { return Self::of(module, after, names) };
        let Some(record) = record_of(module, items) else { return Self::of(module, after, names) };
        let was = |place: usize| match before {
            Some(Term::Tuple(old)) if old.len() == items.len() && old[0] == items[0] => {
                old[place].clone()
            }
            _ => Term::atom("undefined"),
        };
        let shown: Vec<usize> =
            (1..items.len()).filter(|&place| items[place] != was(place)).collect();
        let mut text = Self::new(module, names);
        text.record(record, items, &shown, 0);
        text.out
    }

    fn record(&mut self, record: &RecordDecl, items: &[Term], shown: &[usize], depth: usize) {
        self.out.push('#');
        self.out.push_str(&Term::Atom(record.name.clone()).to_string());
        self.out.push('{');
        for (number, &place) in shown.iter().enumerate() {
            self.out.push_str(if number == 0 { "" } else { "," });
            self.out.push_str(&Term::Atom(record.fields[place - 1].name.clone()).to_string());
            self.out.push_str(" = ");
            self.term(&items[place], depth + 1);
        }
        if shown.len() + 1 < items.len() {
            self.out.push_str(if shown.is_empty() { ".." } else { ",.." });
        }
        self.out.push('}');
    }

    fn tuple(&mut self, items: &[Term], depth: usize) {
        if let Some(record) = record_of(self.module, items) {
            let is_set = |place: &usize| items[*place] != Term::atom("undefined");
            let shown: Vec<usize> = match self.fields {
                Fields::Set => (1..items.len()).filter(is_set).collect(),
                Fields::None => Vec::new(),
            };
            self.record(record, items, &shown, depth);
        } else {
            self.out.push('{');
            self.items(items, depth);
            self.out.push('}');
        }
    }

    fn term(&mut self, term: &Term, depth: usize) {
        if depth > MAX_DEPTH {
            self.out.push_str(&term.to_string());
            return;
        }
        match term {
            Term::Unknown(number) => match self.texts.get(number) {
                Some(name) => self.out.push_str(name),
                None => self.out.push_str(&term.to_string()),
            },
            Term::Tuple(items) => self.tuple(items, depth),
            Term::List(items, end) if items.iter().any(is_structured) || end.is_some() => {
                self.out.push('[');
                self.items(items, depth);
                if let Some(end) = end {
                    self.out.push('|');
                    self.term(end, depth + 1);
                }
                self.out.push(']');
            }
            Term::Map(entries) => {
                self.out.push_str("#{");
                for (number, (key, value)) in entries.iter().enumerate() {
                    self.out.push_str(if number == 0 { "" } else { "," });
                    self.term(key, depth + 1);
                    self.out.push_str(" => ");
                    self.term(value, depth + 1);
                }
                self.out.push('}');
            }
            other => self.out.push_str(&other.to_string()),
        }
    }

    fn items(&mut self, items: &[Term], depth: usize) {
        for (number, item) in items.iter().enumerate() {
            self.out.push_str(if number == 0 { "" } else { "," });
            self.term(item, depth + 1);
        }
    }
}

/// Whether a term is no number: a list of numbers may be a text.
fn is_structured(term: &Term) -> bool {
    !matches!(term, Term::Integer(_))
}
