//! Syntax trees to Erlang text.
//!
//! Input: a module, an expression or a pattern. Output: Erlang that reads as the same tree, with
//! parentheses only where they are needed. Comments and macros of the source are gone.

mod clause;
mod collection;
mod expr;
pub(crate) mod operator;
mod pattern;
mod quote;
mod ty;

use std::fmt::Write as _;

use crate::ast::{Attribute, Expr, Form, Function, FunctionClause, Guard, Literal, Module, Pat};

use operator::{ANY, Level};

pub use operator::{binary_op, unary_op};
pub use quote::{quote_atom, quote_char, quote_string};

/// A module as Erlang text.
pub fn module(module: &Module) -> String {
    let mut printer = Printer::default();
    for form in &module.forms {
        match form {
            Form::Attribute(attribute) => printer.attribute(attribute),
            Form::Function(function) => printer.function(function),
            Form::Record(record) => printer.record_decl(record),
            Form::Type(decl) => printer.type_decl(decl),
            Form::Spec(spec) => printer.spec_decl(spec),
            Form::File(_) => {}
        }
    }
    printer.out
}

/// A function as Erlang text.
pub fn function(function: &Function) -> String {
    let mut printer = Printer::default();
    printer.function(function);
    printer.out
}

/// The head of a clause as Erlang text: the name of its function, its patterns and its guard.
pub fn clause_head(name: &str, clause: &FunctionClause) -> String {
    let mut printer = Printer::default();
    printer.clause_head(name, clause);
    printer.out
}

/// An expression as Erlang text.
pub fn expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr, ANY);
    printer.out
}

/// A pattern as Erlang text.
pub fn pattern(pattern: &Pat) -> String {
    let mut printer = Printer::default();
    printer.pattern(pattern, ANY);
    printer.out
}

/// The text so far.
#[derive(Default)]
struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn newline(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', self.indent));
    }

    /// Prints `items` with `separator` between them.
    fn separated<T>(&mut self, items: &[T], separator: &str, print: impl Fn(&mut Self, &T)) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.text(separator);
            }
            print(self, item);
        }
    }

    /// Prints with parentheses if `level` is below `wanted`.
    fn enclosed(&mut self, level: Level, wanted: Level, print: impl FnOnce(&mut Self)) {
        let parentheses = level < wanted;
        self.text(if parentheses { "(" } else { "" });
        print(self);
        self.text(if parentheses { ")" } else { "" });
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.text("-");
        self.text(&quote_atom(attribute.name.as_str()));
        self.args(&attribute.args);
        self.text(".\n");
    }

    fn function(&mut self, function: &Function) {
        self.text("\n");
        self.separated(&function.clauses, ";\n", |printer, clause| {
            printer.clause_head(function.name.as_str(), clause);
            printer.body(&clause.body);
        });
        self.text(".\n");
    }

    fn clause_head(&mut self, name: &str, clause: &FunctionClause) {
        self.text(&quote_atom(name));
        self.params(&clause.params);
        self.guard(&clause.guard);
    }

    fn guard(&mut self, guard: &Guard) {
        if !guard.alternatives.is_empty() {
            self.text(" when ");
            self.alternatives(guard);
        }
    }

    fn alternatives(&mut self, guard: &Guard) {
        self.separated(&guard.alternatives, "; ", |printer, tests| {
            printer.separated(tests, ", ", |printer, test| printer.expr(test, ANY));
        });
    }

    /// The body of a clause, with its arrow.
    fn body(&mut self, body: &[Expr]) {
        self.text(" ->");
        self.lines(body);
    }

    fn lines(&mut self, body: &[Expr]) {
        self.indent += 4;
        self.newline();
        for (at, expr) in body.iter().enumerate() {
            if at > 0 {
                self.text(",");
                self.newline();
            }
            self.expr(expr, ANY);
        }
        self.indent -= 4;
    }

    fn args(&mut self, args: &[Expr]) {
        self.text("(");
        self.separated(args, ", ", |printer, arg| printer.expr(arg, ANY));
        self.text(")");
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Atom(name) => self.text(&quote_atom(name.as_str())),
            Literal::Integer(value) => {
                // Writing to a string cannot fail.
                let _ = write!(self.out, "{value}");
            }
            Literal::Char(value) => self.text(&quote_char(*value)),
            Literal::String(text) => self.text(&quote_string(text)),
            Literal::Float(text) => self.text(text),
        }
    }
}
