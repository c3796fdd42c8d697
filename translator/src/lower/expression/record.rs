//! Records: tuples with named components.
//!
//! As OTP's `erl_expand_records` takes them apart: a construction evaluates its fields in the order
//! of the definition, an update evaluates the new values in textual order and then the record.

use frontend::ast::{
    Expr as Syntax, ExprKind, FieldName, Form, Literal, Module, Pat, PatKind, RecordDecl,
    RecordField,
};
use frontend::{Diagnostic, FileId, Name, Span};
use rustc_hash::FxHashMap;

use crate::codes;
use crate::lower::call::built_in::atom;
use crate::lower::{Cont, Context, Env, Lowering};
use model::{Cond, Expr, Kind, NodeId, OriginKind};

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
        fields.iter().position(|known| known.name == *field).map(|index| index + 2)
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
                        FieldName::Atom(own) => {
                            items[self.position(name, own)? - 1] = field.value.clone();
                        }
                        FieldName::Var(_) => {
                            for (position, known) in declared.iter().enumerate() {
                                if !names(fields, &known.name) {
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
    fields.iter().any(|field| matches!(&field.name, FieldName::Atom(own) if own == name))
}

/// Whether a call is the pseudo-function of records; no module can define a function of this name.
pub(crate) fn is_record_info(name: &Name, args: &[Syntax]) -> bool {
    name.as_str() == "record_info" && args.len() == 2
}

/// A record expression: its name, and what is done with it.
pub(crate) struct RecordExpr<'e> {
    pub(crate) name: &'e Name,
    pub(crate) span: Span,
}

impl Lowering<'_> {
    /// `#r{f = V, ..}`
    pub(crate) fn construct(
        &mut self,
        record: &RecordExpr<'_>,
        fields: &[RecordField<Syntax>],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let written: Vec<&Syntax> = fields.iter().map(|field| &field.value).collect();
        let Some(declared) = self.shared.records.get(record.name) else {
            return self.unknown_record(record, &written, context, k);
        };
        if let Some(field) = self.unknown_field(record.name, fields) {
            return self.undefined_field(record, &field);
        }
        if let Some(error) = given_twice(fields, record.span.file) {
            return self.report(error);
        }
        let other = fields.iter().find(|field| matches!(field.name, FieldName::Var(_)));
        let undefined =
            Syntax::new(ExprKind::Literal(Literal::Atom(Name::from("undefined"))), record.span);
        let values: Vec<&Syntax> = declared
            .fields
            .iter()
            .map(|known| {
                let own = fields
                    .iter()
                    .find(|field| matches!(&field.name, FieldName::Atom(own) if *own == known.name))
                    .or(other);
                match own {
                    Some(field) => &field.value,
                    None => known.default.as_ref().unwrap_or(&undefined),
                }
            })
            .collect();
        self.sequence(&values, context, &|this, env, values| {
            let mut items = vec![Expr::Atom(record.name.clone())];
            items.extend(values);
            (k.run)(this, env, Expr::Tuple(items))
        })
    }

    /// `R#r{f = V, ..}`
    pub(crate) fn update(
        &mut self,
        record: &RecordExpr<'_>,
        old: &Syntax,
        fields: &[RecordField<Syntax>],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let mut parts: Vec<&Syntax> = fields.iter().map(|field| &field.value).collect();
        parts.push(old);
        let Some(declared) = self.shared.records.get(record.name) else {
            return self.unknown_record(record, &parts, context, k);
        };
        if let Some(field) = self.unknown_field(record.name, fields) {
            return self.undefined_field(record, &field);
        }
        if let Some(error) = given_twice(fields, record.span.file) {
            return self.report(error);
        }
        let positions: Vec<Option<usize>> = fields
            .iter()
            .map(|field| match &field.name {
                FieldName::Atom(own) => self.shared.records.position(record.name, own),
                FieldName::Var(_) => None,
            })
            .collect();
        self.sequence(&parts, context, &|this, env, mut values| {
            let old = values.pop().unwrap_or(Expr::Nil);
            this.is_record(record, &old, context.with(&env), &|this, env| {
                let mut items = vec![Expr::Atom(record.name.clone())];
                items.extend((2..=declared.fields.len() + 1).map(|position| {
                    let new = positions.iter().position(|own| *own == Some(position));
                    match new {
                        Some(number) => values[number].clone(),
                        None => this.component(position, &old),
                    }
                }));
                (k.run)(this, env, Expr::Tuple(items))
            })
        })
    }

    /// `R#r.f`
    pub(crate) fn access(
        &mut self,
        record: &RecordExpr<'_>,
        value: &Syntax,
        field: &Name,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if self.shared.records.get(record.name).is_none() {
            return self.unknown_record(record, &[value], context, k);
        }
        let Some(position) = self.shared.records.position(record.name, field) else {
            return self.undefined_field(record, field);
        };
        self.sequence(&[value], context, &|this, env, mut values| {
            let value = values.pop().unwrap_or(Expr::Nil);
            this.is_record(record, &value, context.with(&env), &|this, env| {
                let field = this.component(position, &value);
                (k.run)(this, env, field)
            })
        })
    }

    /// `#r.f`
    pub(crate) fn record_index(
        &mut self,
        record: &RecordExpr<'_>,
        field: &Name,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if self.shared.records.get(record.name).is_none() {
            return self.unknown_record(record, &[], context, k);
        }
        match self.shared.records.position(record.name, field) {
            Some(position) => (k.run)(self, context.env.clone(), Expr::integer(position)),
            None => self.undefined_field(record, field),
        }
    }

    /// `record_info(size, r)` and `record_info(fields, r)`, which the compiler replaces.
    pub(crate) fn record_info(
        &mut self,
        args: &[Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let words: Vec<Name> = args.iter().filter_map(atom).collect();
        let [what @ ("size" | "fields"), _] =
            words.iter().map(Name::as_str).collect::<Vec<_>>()[..]
        else {
            let refused = "`record_info/2` takes `size` or `fields`, and the name of a record";
            return self.ill_formed(refused.to_owned(), context.span);
        };
        let Some(declared) = self.shared.records.get(&words[1]) else {
            return self.unknown_record(
                &RecordExpr { name: &words[1], span: context.span },
                &[],
                context,
                k,
            );
        };
        let value = match what {
            "size" => Expr::integer(declared.fields.len() + 1),
            _ => Expr::list(declared.fields.iter().map(|field| Expr::Atom(field.name.clone()))),
        };
        (k.run)(self, context.env.clone(), value)
    }

    /// Goes on if a value is such a record, else `{badrecord, Value}`.
    fn is_record(
        &mut self,
        record: &RecordExpr<'_>,
        value: &Expr,
        context: Context<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let size = self.shared.records.get(record.name).map_or(1, |known| known.fields.len() + 1);
        let bad = |this: &mut Lowering<'_>, _: Env| {
            let reason = Expr::Tuple(vec![Expr::atom("badrecord"), value.clone()]);
            this.raise(context.place, reason)
        };
        let tagged = |this: &mut Lowering<'_>, env: Env| {
            let tag = this.component(1, value);
            let cond = Cond::Same(tag, Expr::Atom(record.name.clone()));
            this.test(&cond, record.span, &env, next, &bad)
        };
        let is_tuple = Cond::Is(Kind::TupleOf(size), value.clone());
        self.test(&is_tuple, record.span, context.env, &tagged, &bad)
    }

    /// A component of a tuple, looked up at once where the tuple is written out.
    pub(crate) fn component(&self, position: usize, tuple: &Expr) -> Expr {
        let known = self.resolve(tuple);
        Expr::element_of(position, if matches!(known, Expr::Tuple(_)) { known } else { tuple })
    }

    /// A record of a header that is missing: its parts are evaluated, its value is unknown.
    fn unknown_record(
        &mut self,
        record: &RecordExpr<'_>,
        parts: &[&Syntax],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let what = format!("the undefined record `#{}`", record.name);
        self.guess(OriginKind::Header, &what, parts, context.at(record.span), k)
    }

    fn unknown_field(&self, name: &Name, fields: &[RecordField<Syntax>]) -> Option<Name> {
        fields.iter().find_map(|field| match &field.name {
            FieldName::Atom(own) if self.shared.records.position(name, own).is_none() => {
                Some(own.clone())
            }
            _ => None,
        })
    }

    fn undefined_field(&mut self, record: &RecordExpr<'_>, field: &Name) -> NodeId {
        let what = format!("record `#{}` has no field `{field}`", record.name);
        self.ill_formed(what, record.span)
    }
}
