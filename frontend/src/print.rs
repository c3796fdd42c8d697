//! Syntax trees to Erlang text.
//!
//! Input: a module, an expression or a pattern. Output: Erlang that reads as the same tree, with
//! parentheses only where they are needed. Comments, types and macros of the source are gone;
//! constructs without a node are printed as their samples.

mod operator;
mod quote;

use std::fmt::Write as _;

use crate::ast::{
    Attribute, BinaryOp, Callee, CaseClause, Expr, ExprKind, Form, Function, Guard, Literal,
    Module, Pat, PatKind, UnaryOp,
};
use crate::unsupported;

use operator::{ANY, CALL, Level, MATCH, MAX, PREFIX, levels};

pub use operator::{binary_op, unary_op};
pub use quote::{quote_atom, quote_string};

/// A module as Erlang text.
pub fn module(module: &Module) -> String {
    let mut printer = Printer::default();
    for form in &module.forms {
        match form {
            Form::Attribute(attribute) => printer.attribute(attribute),
            Form::Function(function) => printer.function(function),
        }
    }
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

    /// Prints with parentheses if `own` is below `wanted`.
    fn enclosed(&mut self, own: Level, wanted: Level, print: impl FnOnce(&mut Self)) {
        let parentheses = own < wanted;
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
            printer.text(&quote_atom(function.name.as_str()));
            printer.text("(");
            printer.separated(&clause.params, ", ", |printer, param| printer.pattern(param, ANY));
            printer.text(")");
            printer.guard(&clause.guard);
            printer.body(&clause.body);
        });
        self.text(".\n");
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
            Literal::String(text) => self.text(&quote_string(text)),
            Literal::Float(text) => self.text(text),
        }
    }

    fn expr(&mut self, expr: &Expr, wanted: Level) {
        match &expr.kind {
            ExprKind::Var(name) => self.text(name.as_str()),
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Nil => self.text("[]"),
            ExprKind::Cons(head, tail) => self.list(head, tail),
            ExprKind::Tuple(items) => {
                self.text("{");
                self.separated(items, ", ", |printer, item| printer.expr(item, ANY));
                self.text("}");
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, wanted),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, wanted),
            ExprKind::Match(left, right) => self.enclosed(MATCH, wanted, |printer| {
                printer.pattern(left, MATCH + 1);
                printer.text(" = ");
                printer.expr(right, MATCH);
            }),
            ExprKind::Call(callee, args) => self.enclosed(CALL, wanted, |printer| {
                printer.callee(callee);
                printer.args(args);
            }),
            ExprKind::Case(value, clauses) => self.case(value, clauses),
            ExprKind::If(clauses) => self.conditional(clauses),
            ExprKind::Block(body) => {
                self.text("begin");
                self.lines(body);
                self.newline();
                self.text("end");
            }
            ExprKind::Unsupported(what) => {
                let sample = unsupported::TABLE.iter().find(|(name, _)| name == what);
                self.enclosed(CALL, wanted, |printer| {
                    printer.text(sample.map_or("unsupported", |(_, sample)| sample));
                });
            }
        }
    }

    fn list(&mut self, head: &Expr, mut tail: &Expr) {
        self.text("[");
        self.expr(head, ANY);
        while let ExprKind::Cons(head, rest) = &tail.kind {
            self.text(", ");
            self.expr(head, ANY);
            tail = rest;
        }
        if tail.kind != ExprKind::Nil {
            self.text(" | ");
            self.expr(tail, ANY);
        }
        self.text("]");
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, wanted: Level) {
        if op == UnaryOp::Catch {
            return self.enclosed(ANY, wanted, |printer| {
                printer.text("catch ");
                printer.expr(operand, ANY);
            });
        }
        self.enclosed(PREFIX, wanted, |printer| {
            printer.text(unary_op(op));
            printer.text(if matches!(op, UnaryOp::Not | UnaryOp::BitNot) { " " } else { "" });
            printer.expr(operand, PREFIX + 1);
        });
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, wanted: Level) {
        let (own, left_level, right_level) = levels(op);
        self.enclosed(own, wanted, |printer| {
            printer.expr(left, left_level);
            // `name/arity` in the usual way.
            if op == BinaryOp::Div && is_atom(left) && is_integer(right) {
                printer.text("/");
            } else {
                printer.text(" ");
                printer.text(binary_op(op));
                printer.text(" ");
            }
            printer.expr(right, right_level);
        });
    }

    fn callee(&mut self, callee: &Callee) {
        match callee {
            Callee::Local(name) => self.text(&quote_atom(name.as_str())),
            Callee::Remote(module, name) => {
                self.text(&quote_atom(module.as_str()));
                self.text(":");
                self.text(&quote_atom(name.as_str()));
            }
            Callee::Dynamic(callee) => match &callee.kind {
                ExprKind::Tuple(pair) if pair.len() == 2 => {
                    self.expr(&pair[0], MAX);
                    self.text(":");
                    self.expr(&pair[1], MAX);
                }
                _ => self.expr(callee, MAX),
            },
        }
    }

    fn case(&mut self, value: &Expr, clauses: &[CaseClause]) {
        self.text("case ");
        self.expr(value, ANY);
        self.text(" of");
        self.clauses(clauses, |printer, clause| {
            printer.pattern(&clause.pattern, ANY);
            printer.guard(&clause.guard);
            printer.body(&clause.body);
        });
    }

    fn conditional(&mut self, clauses: &[(Guard, Vec<Expr>)]) {
        self.text("if");
        self.clauses(clauses, |printer, (guard, body)| {
            printer.alternatives(guard);
            printer.body(body);
        });
    }

    /// Clauses on lines of their own, and `end`.
    fn clauses<T>(&mut self, clauses: &[T], print: impl Fn(&mut Self, &T)) {
        self.indent += 4;
        for (at, clause) in clauses.iter().enumerate() {
            self.text(if at > 0 { ";" } else { "" });
            self.newline();
            print(self, clause);
        }
        self.indent -= 4;
        self.newline();
        self.text("end");
    }

    fn pattern(&mut self, pattern: &Pat, wanted: Level) {
        match &pattern.kind {
            PatKind::Wildcard => self.text("_"),
            PatKind::Var(name) => self.text(name.as_str()),
            PatKind::Literal(literal) => self.literal(literal),
            PatKind::Nil => self.text("[]"),
            PatKind::Cons(head, tail) => self.list_pattern(head, tail),
            PatKind::Tuple(items) => {
                self.text("{");
                self.separated(items, ", ", |printer, item| printer.pattern(item, ANY));
                self.text("}");
            }
            PatKind::Alias(left, right) => self.enclosed(MATCH, wanted, |printer| {
                printer.pattern(left, MATCH + 1);
                printer.text(" = ");
                printer.pattern(right, MATCH);
            }),
        }
    }

    fn list_pattern(&mut self, head: &Pat, mut tail: &Pat) {
        self.text("[");
        self.pattern(head, ANY);
        while let PatKind::Cons(head, rest) = &tail.kind {
            self.text(", ");
            self.pattern(head, ANY);
            tail = rest;
        }
        if tail.kind != PatKind::Nil {
            self.text(" | ");
            self.pattern(tail, ANY);
        }
        self.text("]");
    }
}

/// Whether this is an atom.
fn is_atom(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Atom(_)))
}

/// Whether this is an integer.
fn is_integer(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Integer(_)))
}
