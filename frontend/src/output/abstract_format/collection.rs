//! Maps, records, binaries and comprehensions.

use std::fmt::Write as _;

use super::Writer;
use crate::ast::name::Name;
use crate::ast::{
    BinElement, Expr, FieldName, Generator, GeneratorKind, MapField, Qualifier, RecordField,
};
use crate::output::print::quote_atom;

impl Writer<'_> {
    /// `{map,Place,Fields}` or `{map,Place,Base,Fields}`
    pub(crate) fn map<T>(
        &mut self,
        at: u32,
        base: Option<&Expr>,
        fields: &[MapField<T>],
        value: impl Fn(&mut Self, &T),
    ) {
        self.open("map", at);
        self.text(",");
        self.base(base);
        self.list(fields, |writer, field| writer.map_field(field, &value));
        self.text("}");
    }

    fn base(&mut self, base: Option<&Expr>) {
        if let Some(base) = base {
            self.expr(base);
            self.text(",");
        }
    }

    fn map_field<T>(&mut self, field: &MapField<T>, value: impl Fn(&mut Self, &T)) {
        self.open(if field.exact { "map_field_exact" } else { "map_field_assoc" }, field.at);
        self.text(",");
        self.expr(&field.key);
        self.text(",");
        value(self, &field.value);
        self.text("}");
    }

    /// `{record,Place,Name,Fields}` or `{record,Place,Base,Name,Fields}`
    pub(crate) fn record<T>(
        &mut self,
        at: u32,
        base: Option<&Expr>,
        (name, fields): (&Name, &[RecordField<T>]),
        value: impl Fn(&mut Self, &T),
    ) {
        self.open("record", at);
        self.text(",");
        self.base(base);
        self.atom(name.as_str());
        self.text(",");
        self.list(fields, |writer, field| {
            writer.open("record_field", field.at);
            writer.text(",");
            match &field.name {
                FieldName::Atom(name) => writer.leaf("atom", field.at, name),
                FieldName::Var(name) => writer.leaf("var", field.at, name),
            }
            writer.text(",");
            value(writer, &field.value);
            writer.text("}");
        });
        self.text("}");
    }

    /// `{record_index,Place,Name,Field}`
    pub(crate) fn record_index(&mut self, at: u32, name: &Name, field: &(Name, u32)) {
        self.open("record_index", at);
        self.name(name);
        self.text(",");
        self.leaf("atom", field.1, &field.0);
        self.text("}");
    }

    /// `{bin,Place,Elements}`; `first` gives the place of an element's value.
    pub(crate) fn bin<T>(
        &mut self,
        at: u32,
        elements: &[BinElement<T>],
        first: impl Fn(&mut Self, &T) -> u32,
        value: impl Fn(&mut Self, &T),
    ) {
        self.open("bin", at);
        self.text(",");
        self.list(elements, |writer, element| {
            let at = first(writer, &element.value);
            writer.open("bin_element", at);
            writer.text(",");
            value(writer, &element.value);
            writer.text(",");
            match &element.size {
                Some(size) => writer.expr(size),
                None => writer.text("default"),
            }
            writer.text(",");
            if element.types.is_empty() {
                writer.text("default");
            } else {
                writer.list(&element.types, |writer, (name, unit)| match unit {
                    Some(unit) => {
                        // Writing to a string cannot fail.
                        let _ = write!(writer.out, "{{{},{unit}}}", quote_atom(name.as_str()));
                    }
                    None => writer.atom(name.as_str()),
                });
            }
            writer.text("}");
        });
        self.text("}");
    }

    /// `{lc,Place,Value,Qualifiers}` and its like.
    pub(crate) fn comprehension(
        &mut self,
        (tag, at): (&str, u32),
        value: &Expr,
        qualifiers: &[Qualifier],
    ) {
        self.open(tag, at);
        self.text(",");
        self.expr(value);
        self.text(",");
        self.list(qualifiers, Self::qualifier);
        self.text("}");
    }

    pub(crate) fn map_comprehension(
        &mut self,
        at: u32,
        field: &MapField<Expr>,
        qualifiers: &[Qualifier],
    ) {
        self.open("mc", at);
        self.text(",");
        self.map_field(field, Self::expr);
        self.text(",");
        self.list(qualifiers, Self::qualifier);
        self.text("}");
    }

    fn qualifier(&mut self, qualifier: &Qualifier) {
        match qualifier {
            Qualifier::Filter(test) => self.expr(test),
            Qualifier::Generator(generator) => self.generator(generator),
            Qualifier::Zip(generators) => {
                let first = generators.first().map_or(0, |first| match first {
                    Qualifier::Generator(generator) => generator.at,
                    Qualifier::Filter(test) => test.at,
                    Qualifier::Zip(_) => 0,
                });
                self.open("zip", first);
                self.text(",");
                self.list(generators, Self::qualifier);
                self.text("}");
            }
        }
    }

    fn generator(&mut self, generator: &Generator) {
        let tag = match (generator.kind, generator.strict) {
            (GeneratorKind::List, false) => "generate",
            (GeneratorKind::List, true) => "generate_strict",
            (GeneratorKind::Binary, false) => "b_generate",
            (GeneratorKind::Binary, true) => "b_generate_strict",
            (GeneratorKind::Map, false) => "m_generate",
            (GeneratorKind::Map, true) => "m_generate_strict",
        };
        self.open(tag, generator.at);
        self.text(",");
        match &generator.key {
            Some((key, at)) => {
                self.open("map_field_exact", *at);
                self.text(",");
                self.pattern(key);
                self.text(",");
                self.pattern(&generator.pattern);
                self.text("}");
            }
            None => self.pattern(&generator.pattern),
        }
        self.text(",");
        self.expr(&generator.source);
        self.text("}");
    }
}
