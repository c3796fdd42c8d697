//! The records of a module: their definitions, and patterns of records as tuples.
//!
//! Input: the forms of a module. Output: its records by name, errors where one is defined twice or a field is given twice.
//! Does not lower expressions with records.

use frontend::ast::{FieldName, Form, Literal, Module, Pat, PatKind, RecordDecl, RecordField};
use frontend::{Diagnostic, FileId, Name, Span};
use rustc_hash::FxHashMap;

use crate::codes;

/// The records of a module by name.
pub(crate) struct Records<'a>(FxHashMap<&'a Name, &'a RecordDecl>);

impl<'a> Records<'a> {
    /// The records that a module defines; the first definition of a name counts.
    pub(crate) fn of(module: &'a Module) -> Self {
        let mut records = FxHashMap::default();
        for form in &module.forms {
            if let Form::Record(record) = form {
                records.entry(&record.name).or_insert(record);
            }
        }
        Self(records)
    }

    /// The definition of a record.
    pub(crate) fn get(&self, name: &Name) -> Option<&'a RecordDecl> {
        self.0.get(name).copied()
    }

    /// Position of a field in the tuple, from 1; the name of the record is the first component.
    pub(crate) fn position(&self, name: &Name, field: &Name) -> Option<usize> {
        let fields = &self.get(name)?.fields;
        fields.iter().position(|declared| declared.name == *field).map(|index| index + 2)
    }

    /// The pattern with its outermost record as a tuple; nothing where the record is not known.
    pub(crate) fn expand(&self, pat: &Pat) -> Option<Pat> {
        let literal = |literal| Pat::new(PatKind::Literal(literal), pat.span);
        match &pat.kind {
            PatKind::Record(name, fields) => {
                let declared = &self.get(name)?.fields;
                let mut items = vec![literal(Literal::Atom(name.clone()))];
                items.resize(declared.len() + 1, Pat::new(PatKind::Wildcard, pat.span));
                for field in fields {
                    match &field.name {
                        FieldName::Atom(field_name) => {
                            items[self.position(name, field_name)? - 1] = field.value.clone();
                        }
                        FieldName::Var(_) => {
                            for (position, declared_field) in declared.iter().enumerate() {
                                if !names(fields, &declared_field.name) {
                                    items[position + 1] = field.value.clone();
                                }
                            }
                        }
                    }
                }
                Some(Pat::new(PatKind::Tuple(items), pat.span))
            }
            PatKind::RecordIndex(name, (field, _)) => {
                Some(literal(Literal::Integer(self.position(name, field)?.into())))
            }
            _ => None,
        }
    }
}

/// An error where a field is given twice: the compiler refuses that.
pub(crate) fn given_twice<T>(fields: &[RecordField<T>], file: FileId) -> Option<Diagnostic> {
    let place = |field: &RecordField<T>| match &field.name {
        FieldName::Atom(name) => name_span(name, file, field.at),
        FieldName::Var(_) => Span::new(file, field.at, field.at + 1),
    };
    fields.iter().enumerate().find_map(|(number, field)| {
        let first = fields[..number].iter().find(|first| match (&first.name, &field.name) {
            (FieldName::Atom(first), FieldName::Atom(name)) => first == name,
            (FieldName::Var(_), FieldName::Var(_)) => true,
            _ => false,
        })?;
        let name = match &field.name {
            FieldName::Atom(name) | FieldName::Var(name) => name,
        };
        let message = format!("the field `{name}` is given twice");
        let error = Diagnostic::error(codes::ILL_FORMED, message, place(field));
        Some(error.with_label(place(first), "first given here"))
    })
}

fn name_span(name: &Name, file: FileId, at: u32) -> Span {
    Span::new(file, at, at + u32::try_from(name.as_str().len()).unwrap_or(1))
}

/// Errors of definitions: a field, or a whole record, that is defined twice.
pub(crate) fn defined_twice(module: &Module) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut records: FxHashMap<&Name, &RecordDecl> = FxHashMap::default();
    for form in &module.forms {
        let Form::Record(record) = form else { continue };
        if let Some(first) = records.get(&record.name) {
            let message = format!("the record `#{}` is defined twice", record.name);
            let error = Diagnostic::error(codes::ILL_FORMED, message, record.span);
            errors.push(error.with_label(first.span, "first defined here"));
            continue;
        }
        records.insert(&record.name, record);
        for (number, field) in record.fields.iter().enumerate() {
            let first = record.fields[..number].iter().find(|first| first.name == field.name);
            if let Some(first) = first {
                let place = |at| name_span(&field.name, record.span.file, at);
                let message = format!("the field `{}` is defined twice", field.name);
                let error = Diagnostic::error(codes::ILL_FORMED, message, place(field.at));
                errors.push(error.with_label(place(first.at), "first defined here"));
            }
        }
    }
    errors
}

/// Whether a field is given by name.
fn names<T>(fields: &[RecordField<T>], name: &Name) -> bool {
    fields
        .iter()
        .any(|field| matches!(&field.name, FieldName::Atom(field_name) if field_name == name))
}
