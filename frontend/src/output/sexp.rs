//! Syntax trees as nested lists in text.
//!
//! Input: a module or an expression. Output: a compact dump that is stable from version to version,
//! for snapshots and for looking at what was read. It has no spans and cannot be read back.

mod construct;
mod ty;

use crate::ast::{
    Attribute, Callee, CaseClause, Expr, ExprKind, Form, Function, Guard, Literal, Module, Pat,
    PatKind,
};
use crate::output::print::{binary_op, quote_atom, quote_char, quote_string, unary_op};
use construct::{bin_of, fields_of, map_fields_of, name_of};

/// Longest line that is not broken.
const WIDTH: usize = 96;

/// Most blanks in front of a line, so that the text of a deep tree is not made of blanks.
const MAX_INDENT: usize = 80;

/// Text or a list.
enum Sexp {
    Leaf(String),
    List(Vec<Sexp>),
}

/// A module, one form after the other.
pub fn module(module: &Module) -> String {
    let mut out = String::new();
    for form in &module.forms {
        let sexp = match form {
            Form::Attribute(attribute) => attribute_of(attribute),
            Form::Function(function) => function_of(function),
            Form::Record(record) => ty::record_of(record),
            Form::Type(decl) => ty::type_decl_of(decl),
            Form::Spec(spec) => ty::spec_of(spec),
            Form::File(mark) => {
                list("file", [leaf(quote_string(&mark.name)), leaf(mark.line.to_string())])
            }
        };
        write(&sexp, 0, &mut out);
        out.push('\n');
    }
    out
}

/// An expression.
pub fn expr(expr: &Expr) -> String {
    let mut out = String::new();
    write(&expr_of(expr), 0, &mut out);
    out
}

/// A pattern.
pub fn pattern(pattern: &Pat) -> String {
    let mut out = String::new();
    write(&pattern_of(pattern), 0, &mut out);
    out
}

/// Writes on one line if it fits, else the items below each other.
fn write(sexp: &Sexp, indent: usize, out: &mut String) {
    match sexp {
        Sexp::List(items) if left_over(sexp, WIDTH.saturating_sub(indent)).is_none() => {
            out.push('(');
            for (at, item) in items.iter().enumerate() {
                let indent = (indent + if at > 0 { 2 } else { 1 }).min(MAX_INDENT);
                if at > 0 {
                    out.push('\n');
                    out.extend(std::iter::repeat_n(' ', indent));
                }
                write(item, indent, out);
            }
            out.push(')');
        }
        _ => flat(sexp, out),
    }
}

/// What is left over of `width` if all stands on one line; nothing if it does not fit.
fn left_over(sexp: &Sexp, width: usize) -> Option<usize> {
    match sexp {
        Sexp::Leaf(text) => width.checked_sub(text.len()),
        Sexp::List(items) => {
            let width = width.checked_sub(2 + items.len().saturating_sub(1))?;
            items.iter().try_fold(width, |width, item| left_over(item, width))
        }
    }
}

/// The text on one line.
fn flat(sexp: &Sexp, out: &mut String) {
    match sexp {
        Sexp::Leaf(text) => out.push_str(text),
        Sexp::List(items) => {
            out.push('(');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(' ');
                }
                flat(item, out);
            }
            out.push(')');
        }
    }
}

/// A leaf.
fn leaf(text: impl Into<String>) -> Sexp {
    Sexp::Leaf(text.into())
}

/// A list with a word in front.
fn list(word: impl Into<String>, items: impl IntoIterator<Item = Sexp>) -> Sexp {
    Sexp::List(std::iter::once(leaf(word)).chain(items).collect())
}

fn attribute_of(attribute: &Attribute) -> Sexp {
    let name = leaf(attribute.name.as_str());
    list("attribute", std::iter::once(name).chain(attribute.args.iter().map(expr_of)))
}

fn function_of(function: &Function) -> Sexp {
    let name = format!("{}/{}", quote_atom(function.name.as_str()), function.arity);
    let clauses = function.clauses.iter().map(|clause| {
        let head = Sexp::List(clause.params.iter().map(pattern_of).collect());
        clause_of(head, &clause.guard, &clause.body)
    });
    list("function", std::iter::once(leaf(name)).chain(clauses))
}

fn clause_of(head: Sexp, guard: &Guard, body: &[Expr]) -> Sexp {
    let guard = (!guard.alternatives.is_empty()).then(|| guard_of(guard));
    list("clause", std::iter::once(head).chain(guard).chain(body.iter().map(expr_of)))
}

fn guard_of(guard: &Guard) -> Sexp {
    let tests = |tests: &Vec<Expr>| Sexp::List(tests.iter().map(expr_of).collect());
    list("when", guard.alternatives.iter().map(tests))
}

fn literal_of(literal: &Literal) -> Sexp {
    match literal {
        Literal::Atom(name) => leaf(quote_atom(name.as_str())),
        Literal::Integer(value) => leaf(value.to_string()),
        Literal::Char(value) => leaf(quote_char(*value)),
        Literal::String(text) => leaf(quote_string(text)),
        Literal::Float(text) => leaf(text),
    }
}

fn expr_of(expr: &Expr) -> Sexp {
    match &expr.kind {
        ExprKind::Var(name) => leaf(name.as_str()),
        ExprKind::Literal(literal) => literal_of(literal),
        ExprKind::Nil => leaf("[]"),
        ExprKind::Cons(head, tail) => list_of(head, tail),
        ExprKind::Tuple(items) => list("tuple", items.iter().map(expr_of)),
        ExprKind::Unary(op, operand) => list(unary_op(*op), [expr_of(operand)]),
        ExprKind::Binary(op, left, right) => list(binary_op(*op), [expr_of(left), expr_of(right)]),
        ExprKind::Match(left, right) => list("=", [pattern_of(left), expr_of(right)]),
        ExprKind::Call(callee, args) => {
            list("call", std::iter::once(callee_of(callee)).chain(args.iter().map(expr_of)))
        }
        ExprKind::Case(value, clauses) => {
            list("case", std::iter::once(expr_of(value)).chain(cases_of(clauses)))
        }
        ExprKind::If(clauses) => {
            let clause = |(guard, body): &(Guard, Vec<Expr>)| {
                list("clause", std::iter::once(guard_of(guard)).chain(body.iter().map(expr_of)))
            };
            list("if", clauses.iter().map(clause))
        }
        ExprKind::Block(body) => list("begin", body.iter().map(expr_of)),
        ExprKind::List(items, tail) => {
            let rest = (tail.kind != ExprKind::Nil).then(|| [leaf("|"), expr_of(tail)]);
            list("list", items.iter().map(expr_of).chain(rest.into_iter().flatten()))
        }
        ExprKind::Remote(module, name) => list("remote", [expr_of(module), expr_of(name)]),
        _ => construct::expr_of(&expr.kind),
    }
}

fn cases_of(clauses: &[CaseClause]) -> impl Iterator<Item = Sexp> {
    clauses.iter().map(|clause| clause_of(pattern_of(&clause.pattern), &clause.guard, &clause.body))
}

fn callee_of(callee: &Callee) -> Sexp {
    match callee {
        Callee::Local(name) => leaf(quote_atom(name.as_str())),
        Callee::Remote(module, name, _) => {
            leaf(format!("{}:{}", quote_atom(module.as_str()), quote_atom(name.as_str())))
        }
        Callee::Dynamic(callee) => list("dynamic", [expr_of(callee)]),
    }
}

fn list_of(head: &Expr, mut tail: &Expr) -> Sexp {
    let mut items = vec![expr_of(head)];
    while let ExprKind::Cons(head, rest) = &tail.kind {
        items.push(expr_of(head));
        tail = rest;
    }
    if tail.kind != ExprKind::Nil {
        items.extend([leaf("|"), expr_of(tail)]);
    }
    list("list", items)
}

fn pattern_of(pattern: &Pat) -> Sexp {
    match &pattern.kind {
        PatKind::Wildcard => leaf("_"),
        PatKind::Var(name) => leaf(name.as_str()),
        PatKind::Literal(literal) => literal_of(literal),
        PatKind::Nil => leaf("[]"),
        PatKind::Cons(head, tail) => list_pattern_of(head, tail),
        PatKind::Tuple(items) => list("tuple", items.iter().map(pattern_of)),
        PatKind::Alias(left, right) => list("alias", [pattern_of(left), pattern_of(right)]),
        PatKind::List(items, tail) => {
            let rest = (tail.kind != PatKind::Nil).then(|| [leaf("|"), pattern_of(tail)]);
            list("list", items.iter().map(pattern_of).chain(rest.into_iter().flatten()))
        }
        PatKind::Unary(op, operand) => list(unary_op(*op), [pattern_of(operand)]),
        PatKind::Binary(op, left, right) => {
            list(binary_op(*op), [pattern_of(left), pattern_of(right)])
        }
        PatKind::Map(fields) => list("map", map_fields_of(fields, pattern_of)),
        PatKind::Record(name, fields) => {
            list("record", std::iter::once(name_of(name)).chain(fields_of(fields, pattern_of)))
        }
        PatKind::RecordIndex(name, (field, _)) => {
            list("record-index", [name_of(name), name_of(field)])
        }
        PatKind::Bin(elements) => list("binary", bin_of(elements, pattern_of)),
        PatKind::Illegal(expr) => list("illegal", [expr_of(expr)]),
    }
}

fn list_pattern_of(head: &Pat, mut tail: &Pat) -> Sexp {
    let mut items = vec![pattern_of(head)];
    while let PatKind::Cons(head, rest) = &tail.kind {
        items.push(pattern_of(head));
        tail = rest;
    }
    if tail.kind != PatKind::Nil {
        items.extend([leaf("|"), pattern_of(tail)]);
    }
    list("list", items)
}
