//! Records, types and specifications.

use std::fmt::Write as _;

use super::Writer;
use crate::ast::name::Name;
use crate::ast::{FieldDecl, RecordDecl, SpecClause, SpecDecl, TypeDecl};
use crate::output::print::quote_atom;

impl Writer<'_> {
    pub(crate) fn record_decl(&mut self, record: &RecordDecl) {
        self.file = record.span.file;
        self.open("attribute", record.at);
        self.text(",record,{");
        self.atom(record.name.as_str());
        self.text(",");
        self.list(&record.fields, Self::field_decl);
        self.text("}}");
    }

    fn field_decl(&mut self, field: &FieldDecl) {
        self.text(if field.ty.is_some() { "{typed_record_field," } else { "" });
        self.open("record_field", field.at);
        self.text(",");
        self.leaf("atom", field.at, &field.name);
        if let Some(default) = &field.default {
            self.text(",");
            self.expr(default);
        }
        self.text("}");
        if let Some(ty) = &field.ty {
            self.text(",");
            self.ty(ty);
            self.text("}");
        }
    }

    pub(crate) fn type_decl(&mut self, decl: &TypeDecl) {
        self.file = decl.span.file;
        self.open("attribute", decl.at);
        self.name(&decl.attribute);
        self.text(",{");
        self.atom(decl.name.as_str());
        self.text(",");
        self.ty(&decl.ty);
        self.text(",");
        self.list(&decl.params, |writer, (name, at)| writer.leaf("var", *at, name));
        self.text("}}");
    }

    pub(crate) fn spec_decl(&mut self, spec: &SpecDecl) {
        self.file = spec.span.file;
        self.open("attribute", spec.at);
        self.name(&spec.attribute);
        self.text(",{{");
        if let Some(module) = &spec.module {
            self.atom(module.as_str());
            self.text(",");
        }
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{},{}}},", quote_atom(spec.name.as_str()), spec.arity);
        self.list(&spec.clauses, Self::spec_clause);
        self.text("}}");
    }

    fn spec_clause(&mut self, clause: &SpecClause) {
        if clause.constraints.is_empty() {
            return self.fun_type(&clause.ty);
        }
        self.open("type", clause.ty.at);
        self.text(",bounded_fun,[");
        self.fun_type(&clause.ty);
        self.text(",");
        self.list(&clause.constraints, |writer, (name, at, ty)| {
            writer.open("type", *at);
            writer.text(",constraint,[");
            writer.leaf("atom", *at, &Name::from("is_subtype"));
            writer.text(",[");
            writer.leaf("var", *at, name);
            writer.text(",");
            writer.ty(ty);
            writer.text("]]}");
        });
        self.text("]}");
    }
}
