//! Records: tuples with named components.
//!
//! As OTP's `erl_expand_records` takes them apart: a construction evaluates its fields in the order
//! of the definition, an update evaluates the new values in textual order and then the record.

use frontend::ast::{Expr as Syntax, ExprKind, FieldName, Literal, RecordField};
use frontend::{Name, Span};

use crate::analysis::records::given_twice;
use crate::lower::call::built_in::atom;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Cond, Expr, Kind, NodeId, OriginKind};

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
            .map(|declared_field| {
                let given = fields
                    .iter()
                    .find(|field| matches!(&field.name, FieldName::Atom(name) if *name == declared_field.name))
                    .or(other);
                match given {
                    Some(field) => &field.value,
                    None => declared_field.default.as_ref().unwrap_or(&undefined),
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
                FieldName::Atom(field_name) => {
                    self.shared.records.position(record.name, field_name)
                }
                FieldName::Var(_) => None,
            })
            .collect();
        self.sequence(&parts, context, &|this, env, mut values| {
            let old = values.pop().unwrap_or(Expr::Nil);
            this.is_record(record, &old, context.with(&env), &|this, env| {
                let mut items = vec![Expr::Atom(record.name.clone())];
                items.extend((2..=declared.fields.len() + 1).map(|position| {
                    let new = positions.iter().position(|given| *given == Some(position));
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
        let size =
            self.shared.records.get(record.name).map_or(1, |declared| declared.fields.len() + 1);
        let bad = |this: &mut Lowering<'_>, _: Env| {
            let reason = Expr::Tuple(vec![Expr::atom("badrecord"), value.clone()]);
            this.raise(context, reason)
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
        let resolved = self.resolve(tuple);
        Expr::element_of(
            position,
            if matches!(resolved, Expr::Tuple(_)) { resolved } else { tuple },
        )
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
            FieldName::Atom(field_name)
                if self.shared.records.position(name, field_name).is_none() =>
            {
                Some(field_name.clone())
            }
            _ => None,
        })
    }

    fn undefined_field(&mut self, record: &RecordExpr<'_>, field: &Name) -> NodeId {
        let what = format!("record `#{}` has no field `{field}`", record.name);
        self.ill_formed(what, record.span)
    }
}
