//! Maps, records, binaries and comprehensions as text.

use std::fmt::Write as _;

use super::Printer;
use super::operator::{ANY, CALL, Level, MATCH, MAX, unary_op};
use super::quote::quote_atom;
use crate::ast::name::Name;
use crate::ast::{
    BinElement, Expr, ExprKind, FieldName, GeneratorKind, Literal, MapField, Pat, PatKind,
    Qualifier, RecordField, UnaryOp,
};

impl Printer {
    /// What is updated, in front of `#`.
    pub(crate) fn base(&mut self, base: Option<&Expr>) {
        match base {
            Some(base) if is_hash(&base.kind) => self.expr(base, CALL),
            Some(base) => {
                self.expr(base, MAX);
                // `1#` would be the base of an integer.
                if matches!(base.kind, ExprKind::Literal(Literal::Integer(_) | Literal::Float(_))) {
                    self.text(" ");
                }
            }
            None => {}
        }
    }

    pub(crate) fn map_fields(&mut self, fields: &[MapField<Expr>]) {
        self.text("#{");
        self.separated(fields, ", ", Self::map_field);
        self.text("}");
    }

    fn map_field(&mut self, field: &MapField<Expr>) {
        self.expr(&field.key, ANY);
        self.text(if field.exact { " := " } else { " => " });
        self.expr(&field.value, ANY);
    }

    pub(crate) fn record_fields<T>(
        &mut self,
        name: &Name,
        fields: &[RecordField<T>],
        print: impl Fn(&mut Self, &T),
    ) {
        self.text("#");
        self.text(&quote_atom(name.as_str()));
        self.text("{");
        self.separated(fields, ", ", |printer, field| {
            match &field.name {
                FieldName::Atom(name) => printer.text(&quote_atom(name.as_str())),
                FieldName::Var(name) => printer.text(name.as_str()),
            }
            printer.text(" = ");
            print(printer, &field.value);
        });
        self.text("}");
    }

    /// `#r.f`
    pub(crate) fn record_index(&mut self, name: &Name, field: &Name) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "#{}.{}", quote_atom(name.as_str()), quote_atom(field.as_str()));
    }

    pub(crate) fn binary_elements<T>(
        &mut self,
        elements: &[BinElement<T>],
        print: impl Fn(&mut Self, &T),
    ) {
        self.text("<<");
        self.separated(elements, ", ", |printer, element| {
            print(printer, &element.value);
            if let Some(size) = &element.size {
                printer.text(":");
                printer.expr(size, MAX);
            }
            for (at, (name, value)) in element.types.iter().enumerate() {
                printer.text(if at > 0 { "-" } else { "/" });
                printer.text(&quote_atom(name.as_str()));
                if let Some(value) = value {
                    // Writing to a string cannot fail.
                    let _ = write!(printer.out, ":{value}");
                }
            }
        });
        self.text(">>");
    }

    /// The value of an element, which may have one sign.
    pub(crate) fn binary_value(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Unary(op, operand) if *op != UnaryOp::Catch => {
                self.text(unary_op(*op));
                self.text(" ");
                self.expr(operand, MAX);
            }
            // `>>>` would be read as `>>` and `>`, `<<<` likewise.
            ExprKind::Bin(_) | ExprKind::BinComprehension(..) => {
                self.text("(");
                self.expr(value, ANY);
                self.text(")");
            }
            _ => self.expr(value, MAX),
        }
    }

    /// The pattern of an element, which may have one sign.
    pub(crate) fn binary_pattern(&mut self, value: &Pat) {
        match &value.kind {
            PatKind::Unary(op, operand) => {
                self.text(unary_op(*op));
                self.text(" ");
                self.pattern(operand, MAX);
            }
            PatKind::Literal(Literal::Integer(number))
                if number.sign() == num_bigint::Sign::Minus =>
            {
                self.pattern(value, ANY);
            }
            _ => self.pattern(value, MAX),
        }
    }

    pub(crate) fn comprehension(&mut self, kind: &ExprKind, wanted: Level) {
        match kind {
            ExprKind::ListComprehension(value, qualifiers) => {
                self.text("[");
                self.expr(value, ANY);
                self.qualifiers(qualifiers);
                self.text("]");
            }
            ExprKind::BinComprehension(value, qualifiers) => {
                self.text("<< ");
                self.binary_value(value);
                self.qualifiers(qualifiers);
                self.text(" >>");
            }
            ExprKind::MapComprehension(field, qualifiers) => {
                self.enclosed(CALL, wanted, |printer| {
                    printer.text("#{");
                    printer.map_field(field);
                    printer.qualifiers(qualifiers);
                    printer.text("}");
                });
            }
            _ => {}
        }
    }

    fn qualifiers(&mut self, qualifiers: &[Qualifier]) {
        self.text(" || ");
        self.separated(qualifiers, ", ", Self::qualifier);
    }

    fn qualifier(&mut self, qualifier: &Qualifier) {
        match qualifier {
            Qualifier::Filter(test) => self.expr(test, ANY),
            Qualifier::Zip(generators) => self.separated(generators, " && ", Self::qualifier),
            Qualifier::Generator(generator) => {
                if let Some((key, _)) = &generator.key {
                    self.pattern(key, MATCH);
                    self.text(" := ");
                }
                self.pattern(&generator.pattern, MATCH);
                self.text(match (generator.kind, generator.strict) {
                    (GeneratorKind::Binary, false) => " <= ",
                    (GeneratorKind::Binary, true) => " <:= ",
                    (_, false) => " <- ",
                    (_, true) => " <:- ",
                });
                self.expr(&generator.source, ANY);
            }
        }
    }
}

/// Whether an update may follow this without parentheses.
fn is_hash(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Map(..)
            | ExprKind::Record(..)
            | ExprKind::RecordAccess(..)
            | ExprKind::RecordIndex(..)
            | ExprKind::MapComprehension(..)
    )
}
