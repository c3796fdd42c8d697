//! Declarations and types as text.

use std::fmt::Write as _;

use super::Printer;
use super::operator::{ANY, Level, MATCH, MAX, PREFIX, binary_op, levels, unary_op};
use super::quote::{quote_atom, quote_char};
use crate::ast::{
    FieldDecl, FieldType, FunType, MapPair, RecordDecl, SpecClause, SpecDecl, Type, TypeDecl,
    TypeKind,
};

/// Level of `Variable :: Type`.
const ANNOTATION: Level = 150;
/// Level of unions; the right operand is one as well.
const UNION: Level = 170;
/// Level of ranges.
const RANGE: Level = 200;

impl Printer {
    pub(crate) fn record_decl(&mut self, record: &RecordDecl) {
        self.text("-record(");
        self.text(&quote_atom(record.name.as_str()));
        self.text(", {");
        self.separated(&record.fields, ", ", Self::field_decl);
        self.text("}).\n");
    }

    fn field_decl(&mut self, field: &FieldDecl) {
        self.text(&quote_atom(field.name.as_str()));
        if let Some(default) = &field.default {
            self.text(" = ");
            self.expr(default, MATCH);
        }
        if let Some(ty) = &field.ty {
            self.text(" :: ");
            self.ty(ty, ANY);
        }
    }

    pub(crate) fn type_decl(&mut self, decl: &TypeDecl) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "-{} {}(", decl.attribute, quote_atom(decl.name.as_str()));
        self.separated(&decl.params, ", ", |printer, (name, _)| printer.text(name.as_str()));
        self.text(") :: ");
        self.ty(&decl.ty, ANY);
        self.text(".\n");
    }

    pub(crate) fn spec_decl(&mut self, spec: &SpecDecl) {
        self.text("-");
        self.text(spec.attribute.as_str());
        self.text(" ");
        if let Some(module) = &spec.module {
            self.text(&quote_atom(module.as_str()));
            self.text(":");
        }
        self.text(&quote_atom(spec.name.as_str()));
        self.separated(&spec.clauses, "; ", Self::spec_clause);
        self.text(".\n");
    }

    fn spec_clause(&mut self, clause: &SpecClause) {
        self.fun_type(&clause.ty);
        for (at, (name, _, ty)) in clause.constraints.iter().enumerate() {
            self.text(if at > 0 { ", " } else { " when " });
            self.text(name.as_str());
            self.text(" :: ");
            self.ty(ty, ANY);
        }
    }

    fn fun_type(&mut self, ty: &FunType) {
        match &ty.params {
            Some(params) => self.type_args(params),
            None => self.text("(...)"),
        }
        self.text(" -> ");
        self.ty(&ty.result, ANY);
    }

    fn type_args(&mut self, args: &[Type]) {
        self.text("(");
        self.types(args);
        self.text(")");
    }

    fn types(&mut self, types: &[Type]) {
        self.separated(types, ", ", |printer, ty| printer.ty(ty, ANY));
    }

    fn ty(&mut self, ty: &Type, wanted: Level) {
        match &ty.kind {
            TypeKind::Annotated((name, _), ty) => self.enclosed(ANNOTATION, wanted, |printer| {
                printer.text(name.as_str());
                printer.text(" :: ");
                printer.ty(ty, ANY);
            }),
            TypeKind::Union(members) => self.enclosed(UNION, wanted, |printer| {
                for (at, member) in members.iter().enumerate() {
                    printer.text(if at > 0 { " | " } else { "" });
                    let last = at + 1 == members.len();
                    printer.ty(member, if last { ANY } else { RANGE });
                }
            }),
            TypeKind::Range(from, to) => self.enclosed(RANGE, wanted, |printer| {
                printer.ty(from, RANGE + 1);
                printer.text("..");
                printer.ty(to, RANGE + 1);
            }),
            TypeKind::Unary(op, operand) => self.enclosed(PREFIX, wanted, |printer| {
                printer.text(unary_op(*op));
                printer.text(" ");
                printer.ty(operand, PREFIX);
            }),
            TypeKind::Binary(op, left, right) => {
                let (level, left_level, right_level) = levels(*op);
                self.enclosed(level, wanted, |printer| {
                    printer.ty(left, left_level);
                    // Writing to a string cannot fail.
                    let _ = write!(printer.out, " {} ", binary_op(*op));
                    printer.ty(right, right_level);
                });
            }
            TypeKind::Var(name) => self.text(name.as_str()),
            TypeKind::Atom(name) => self.text(&quote_atom(name.as_str())),
            TypeKind::Integer(value) => {
                // Writing to a string cannot fail.
                let _ = write!(self.out, "{value}");
            }
            TypeKind::Char(value) => self.text(&quote_char(*value)),
            TypeKind::Call(name, args) => {
                self.text(&quote_atom(name.as_str()));
                self.type_args(args);
            }
            TypeKind::Remote((module, _), (name, _), args) => {
                self.text(&quote_atom(module.as_str()));
                self.text(":");
                self.text(&quote_atom(name.as_str()));
                self.type_args(args);
            }
            TypeKind::Nil
            | TypeKind::List(_)
            | TypeKind::NonEmptyList(_)
            | TypeKind::Map(_)
            | TypeKind::Tuple(_)
            | TypeKind::Record(..)
            | TypeKind::Binaries(..)
            | TypeKind::AnyFun
            | TypeKind::Fun(_) => self.structure(&ty.kind),
        }
    }

    /// Types in brackets of some kind.
    fn structure(&mut self, kind: &TypeKind) {
        match kind {
            TypeKind::List(element) => {
                self.text("[");
                self.ty(element, ANY);
                self.text("]");
            }
            TypeKind::NonEmptyList(element) => {
                self.text("[");
                self.ty(element, ANY);
                self.text(", ...]");
            }
            TypeKind::Map(pairs) => {
                self.text("#{");
                self.separated(pairs, ", ", Self::map_pair);
                self.text("}");
            }
            TypeKind::Tuple(items) => {
                self.text("{");
                self.types(items);
                self.text("}");
            }
            TypeKind::Record((name, _), fields) => {
                self.text("#");
                self.text(&quote_atom(name.as_str()));
                self.text("{");
                self.separated(fields, ", ", Self::field_type);
                self.text("}");
            }
            TypeKind::Binaries(base, unit) => self.binaries(base.as_deref(), unit.as_deref()),
            TypeKind::AnyFun => self.text("fun()"),
            TypeKind::Fun(ty) => {
                self.text("fun(");
                self.fun_type(ty);
                self.text(")");
            }
            _ => self.text("[]"),
        }
    }

    fn map_pair(&mut self, pair: &MapPair) {
        self.ty(&pair.key, ANY);
        self.text(if pair.exact { " := " } else { " => " });
        self.ty(&pair.value, ANY);
    }

    fn field_type(&mut self, field: &FieldType) {
        self.text(&quote_atom(field.name.as_str()));
        self.text(" :: ");
        self.ty(&field.ty, ANY);
    }

    fn binaries(&mut self, base: Option<&Type>, unit: Option<&Type>) {
        self.text("<<");
        if let Some(base) = base {
            self.text("_:");
            self.ty(base, MAX);
        }
        if let Some(unit) = unit {
            self.text(if base.is_some() { ", _:_*" } else { "_:_*" });
            self.ty(unit, MAX);
        }
        self.text(">>");
    }
}
