//! Expressions as text.

use std::fmt::Write as _;

use super::Printer;
use super::operator::{ANY, CALL, Level, MATCH, MAX, PREFIX, binary_op, levels, unary_op};
use super::quote::quote_atom;
use crate::ast::{BinaryOp, Callee, Expr, ExprKind, Literal, UnaryOp};

impl Printer {
    pub(crate) fn expr(&mut self, expr: &Expr, wanted: Level) {
        match &expr.kind {
            ExprKind::Var(name) => self.text(name.as_str()),
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Nil => self.text("[]"),
            ExprKind::Cons(head, tail) => self.list(head, tail),
            ExprKind::List(items, tail) => self.long_list(items, tail),
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
            ExprKind::MaybeMatch(left, right) => {
                self.pattern(left, MATCH);
                self.text(" ?= ");
                self.expr(right, ANY);
            }
            ExprKind::Call(callee, args) => self.enclosed(CALL, wanted, |printer| {
                printer.callee(callee);
                printer.args(args);
            }),
            ExprKind::Remote(module, name) => self.enclosed(CALL, wanted, |printer| {
                printer.expr(module, MAX);
                printer.text(":");
                printer.expr(name, MAX);
            }),
            ExprKind::Case(value, clauses) => self.case(value, clauses),
            ExprKind::If(clauses) => self.conditional(clauses),
            ExprKind::Block(body) => {
                self.text("begin");
                self.lines(body);
                self.newline();
                self.text("end");
            }
            ExprKind::Fun(clauses) => self.fun(None, clauses),
            ExprKind::NamedFun(name, clauses) => self.fun(Some(name), clauses),
            ExprKind::Try(parts) => self.attempt(parts),
            ExprKind::Receive(clauses, timeout) => self.receive(clauses, timeout.as_ref()),
            ExprKind::Maybe(body, otherwise) => self.maybe(body, otherwise.as_ref()),
            ExprKind::Map(..)
            | ExprKind::Record(..)
            | ExprKind::RecordAccess(..)
            | ExprKind::RecordIndex(..)
            | ExprKind::Bin(_)
            | ExprKind::ListComprehension(..)
            | ExprKind::BinComprehension(..)
            | ExprKind::MapComprehension(..)
            | ExprKind::FunLocal(..)
            | ExprKind::FunRemote(_) => self.flat(&expr.kind, wanted),
        }
    }

    /// Constructs without clauses and operators.
    fn flat(&mut self, kind: &ExprKind, wanted: Level) {
        match kind {
            ExprKind::Map(base, fields) => self.enclosed(CALL, wanted, |printer| {
                printer.base(base.as_deref());
                printer.map_fields(fields);
            }),
            ExprKind::Record(base, name, fields) => self.enclosed(CALL, wanted, |printer| {
                printer.base(base.as_deref());
                printer.record_fields(name, fields, |printer, value| printer.expr(value, ANY));
            }),
            ExprKind::RecordAccess(base, name, (field, _)) => {
                self.enclosed(CALL, wanted, |printer| {
                    printer.base(Some(base));
                    printer.record_index(name, field);
                });
            }
            ExprKind::RecordIndex(name, (field, _)) => {
                self.enclosed(CALL, wanted, |printer| printer.record_index(name, field));
            }
            ExprKind::Bin(elements) => self.binary_elements(elements, Self::binary_value),
            ExprKind::ListComprehension(..)
            | ExprKind::BinComprehension(..)
            | ExprKind::MapComprehension(..) => self.comprehension(kind, wanted),
            ExprKind::FunLocal(name, arity) => {
                // Writing to a string cannot fail.
                let _ = write!(self.out, "fun {}/{arity}", quote_atom(name.as_str()));
            }
            ExprKind::FunRemote(parts) => {
                let [module, name, arity] = &**parts;
                self.text("fun ");
                self.expr(module, MAX);
                self.text(":");
                self.expr(name, MAX);
                self.text("/");
                self.expr(arity, MAX);
            }
            _ => {}
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

    fn long_list(&mut self, items: &[Expr], tail: &Expr) {
        self.text("[");
        self.separated(items, ", ", |printer, item| printer.expr(item, ANY));
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
        let (level, left_level, right_level) = levels(op);
        self.enclosed(level, wanted, |printer| {
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
            Callee::Remote(module, name, _) => {
                self.text(&quote_atom(module.as_str()));
                self.text(":");
                self.text(&quote_atom(name.as_str()));
            }
            Callee::Dynamic(callee) => match &callee.kind {
                ExprKind::Remote(..) => self.expr(callee, CALL),
                _ => self.expr(callee, MAX),
            },
        }
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
