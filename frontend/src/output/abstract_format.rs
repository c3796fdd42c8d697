//! Syntax trees as Erlang's abstract format.
//!
//! Input: a module and the texts that it was read from. Output: its forms as terms, each with a full
//! stop, exactly as `epp:parse_file` returns them; `file:consult` reads them.

mod attribute;
mod clause;
mod collection;
mod declaration;
mod expr;
mod pattern;
mod place;
mod ty;

use std::fmt::Write as _;

use crate::ast::first::GoOn;
use crate::ast::name::Name;
use crate::ast::{Expr, FileMark, Form, Function, Literal, Module};
use crate::output::print::{quote_atom, quote_string};
use crate::source::{FileId, SourceMap, Span};

use place::Places;

/// All forms of a module; with columns, places are `{Line,Column}`, else lines.
pub fn module(module: &Module, sources: &SourceMap, columns: bool) -> String {
    let mut writer = Writer {
        out: "%% -*- coding: utf-8 -*-\n".to_owned(),
        places: Places::new(sources, columns),
        file: module.file,
    };
    let name = sources.get(module.file).map_or("", |source| source.name.as_str());
    let start = Span::new(module.file, 0, 0);
    let mark = FileMark { name: name.to_owned(), line: 1, span: start, delta: 0, generated: false };
    writer.mark(&mark);
    for form in &module.forms {
        writer.form(form);
    }
    writer.end_of_file(module.file, sources);
    writer.out
}

/// Whether an expression is a term, as the argument of an attribute has to be; `name/arity` is one.
pub(crate) fn is_term(expr: &Expr) -> bool {
    let sources = SourceMap::default();
    let places = Places::new(&sources, false);
    Writer { out: String::new(), places, file: expr.span.file }.term(expr).is_some()
}

/// The text so far.
struct Writer<'s> {
    out: String,
    places: Places<'s>,
    /// The file of the current form.
    file: FileId,
}

impl Writer<'_> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// The place of an offset.
    fn place(&mut self, at: u32) {
        self.places.write(self.file, at, &mut self.out);
    }

    /// The offset whose place a construct has that begins where its first part does.
    fn beginning(&mut self, at: u32, each_place: impl FnOnce(&mut dyn FnMut(u32) -> GoOn)) -> u32 {
        self.places.beginning(self.file, at, each_place)
    }

    /// `{tag,Place`
    fn open(&mut self, tag: &str, at: u32) {
        self.text("{");
        self.text(tag);
        self.text(",");
        self.place(at);
    }

    /// A comma and an atom.
    fn name(&mut self, name: &Name) {
        self.text(",");
        self.atom(name.as_str());
    }

    fn atom(&mut self, text: &str) {
        let quoted = quote_atom(text);
        self.text(&quoted);
    }

    /// `{atom,Place,Name}` or `{var,Place,Name}`
    fn leaf(&mut self, tag: &str, at: u32, name: &Name) {
        self.open(tag, at);
        self.name(name);
        self.text("}");
    }

    /// `[A,B,..]`
    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.text("[");
        for (at, item) in items.iter().enumerate() {
            self.text(if at > 0 { "," } else { "" });
            write(self, item);
        }
        self.text("]");
    }

    fn literal(&mut self, literal: &Literal, at: u32) {
        let (tag, text) = match literal {
            Literal::Atom(name) => ("atom", quote_atom(name.as_str())),
            Literal::Integer(value) => ("integer", value.to_string()),
            Literal::Char(value) => ("char", value.to_string()),
            Literal::String(text) => ("string", quote_string(text)),
            Literal::Float(text) => ("float", text.clone()),
        };
        self.open(tag, at);
        self.text(",");
        self.text(&text);
        self.text("}");
    }

    fn form(&mut self, form: &Form) {
        let length = self.out.len();
        let written = match form {
            Form::File(mark) => {
                self.mark(mark);
                return;
            }
            Form::Attribute(attribute) => self.attribute(attribute),
            Form::Record(record) => {
                self.record_decl(record);
                true
            }
            Form::Type(decl) => {
                self.type_decl(decl);
                true
            }
            Form::Spec(spec) => {
                self.spec_decl(spec);
                true
            }
            Form::Function(function) => {
                self.function(function);
                true
            }
        };
        if written {
            self.text(".\n");
        } else {
            self.out.truncate(length);
        }
    }

    /// `{attribute,Place,file,{Name,Line}}`
    fn mark(&mut self, mark: &FileMark) {
        if !self.places.is_in(mark.span.file) {
            self.places.enter(mark.span.file, mark.delta);
        }
        self.file = mark.span.file;
        self.text("{attribute,");
        if mark.generated {
            self.text("[{generated,true},{location,");
            self.place(mark.span.start);
            self.text("}]");
        } else {
            self.place(mark.span.start);
        }
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, ",file,{{{},{}}}}}.", quote_string(&mark.name), mark.line);
        self.places.enter(mark.span.file, mark.delta);
    }

    fn function(&mut self, function: &Function) {
        self.file = function.span.file;
        let at = function.clauses.first().map_or(function.span.start, |clause| clause.span.start);
        self.open("function", at);
        self.name(&function.name);
        // Writing to a string cannot fail.
        let _ = write!(self.out, ",{},", function.arity);
        self.list(&function.clauses, |writer, clause| {
            writer.clause(clause.span.start, &clause.params, &clause.guard, &clause.body);
        });
        self.text("}");
    }

    /// `{eof,Place}`
    fn end_of_file(&mut self, file: FileId, sources: &SourceMap) {
        let length = sources.get(file).map_or(0, |source| source.text.len());
        self.file = file;
        self.text("{eof,");
        self.place(u32::try_from(length).unwrap_or(u32::MAX));
        self.text("}.\n");
    }
}
