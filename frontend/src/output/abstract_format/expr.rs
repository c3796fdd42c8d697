//! Expressions.

use std::fmt::Write as _;

use super::Writer;
use crate::ast::{Callee, Expr, ExprKind, UnaryOp};
use crate::output::print::{binary_op, quote_atom, unary_op};

impl Writer<'_> {
    pub(crate) fn expr(&mut self, expr: &Expr) {
        let at = expr.at;
        match &expr.kind {
            ExprKind::Var(name) => self.leaf("var", at, name),
            ExprKind::Literal(literal) => self.literal(literal, at),
            ExprKind::Nil => self.nil(at),
            ExprKind::Cons(..) => self.cons(expr),
            ExprKind::List(items, tail) => self.long_list(at, items, tail),
            ExprKind::Tuple(items) => {
                self.open("tuple", at);
                self.text(",");
                self.body(items);
                self.text("}");
            }
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Match(..)
            | ExprKind::MaybeMatch(..)
            | ExprKind::Remote(..) => self.operation(at, &expr.kind),
            ExprKind::Call(callee, args) => self.call(at, callee, args),
            ExprKind::Block(body) => {
                self.open("block", at);
                self.text(",");
                self.body(body);
                self.text("}");
            }
            ExprKind::If(clauses) => {
                self.open("'if'", at);
                self.text(",");
                self.conditional(clauses);
                self.text("}");
            }
            ExprKind::Case(value, clauses) => {
                self.open("'case'", at);
                self.text(",");
                self.expr(value);
                self.text(",");
                self.case_clauses(clauses);
                self.text("}");
            }
            ExprKind::Fun(clauses) => self.fun(at, None, clauses),
            ExprKind::NamedFun(name, clauses) => self.fun(at, Some(name), clauses),
            ExprKind::Try(parts) => self.attempt(at, parts),
            ExprKind::Receive(clauses, timeout) => self.receive(at, clauses, timeout.as_ref()),
            ExprKind::Maybe(body, otherwise) => self.maybe(at, body, otherwise.as_ref()),
            ExprKind::Map(..)
            | ExprKind::Record(..)
            | ExprKind::RecordAccess(..)
            | ExprKind::RecordIndex(..)
            | ExprKind::Bin(_)
            | ExprKind::ListComprehension(..)
            | ExprKind::BinComprehension(..)
            | ExprKind::MapComprehension(..)
            | ExprKind::FunLocal(..)
            | ExprKind::FunRemote(_) => self.flat(at, &expr.kind),
        }
    }

    /// Operators, and what is written as one.
    fn operation(&mut self, at: u32, kind: &ExprKind) {
        match kind {
            ExprKind::Unary(UnaryOp::Catch, operand) => {
                self.open("'catch'", at);
                self.text(",");
                self.expr(operand);
                self.text("}");
            }
            ExprKind::Unary(op, operand) => {
                self.operator(at, unary_op(*op));
                self.expr(operand);
                self.text("}");
            }
            ExprKind::Binary(op, left, right) => {
                self.operator(at, binary_op(*op));
                self.expr(left);
                self.text(",");
                self.expr(right);
                self.text("}");
            }
            ExprKind::Match(pattern, value) => {
                let at = self.beginning(at, |see| pattern.each_place(see));
                self.open("match", at);
                self.text(",");
                self.pattern(pattern);
                self.text(",");
                self.expr(value);
                self.text("}");
            }
            ExprKind::MaybeMatch(pattern, value) => {
                self.open("maybe_match", at);
                self.text(",");
                self.pattern(pattern);
                self.text(",");
                self.expr(value);
                self.text("}");
            }
            ExprKind::Remote(module, name) => {
                self.open("remote", at);
                self.text(",");
                self.expr(module);
                self.text(",");
                self.expr(name);
                self.text("}");
            }
            _ => {}
        }
    }

    /// Constructs without clauses and operators.
    fn flat(&mut self, at: u32, kind: &ExprKind) {
        match kind {
            ExprKind::Map(base, fields) => self.map(at, base.as_deref(), fields, Self::expr),
            ExprKind::Record(base, name, fields) => {
                self.record(at, base.as_deref(), (name, fields), Self::expr);
            }
            ExprKind::RecordAccess(base, name, (field, field_at)) => {
                self.open("record_field", at);
                self.text(",");
                self.expr(base);
                self.name(name);
                self.text(",");
                self.leaf("atom", *field_at, field);
                self.text("}");
            }
            ExprKind::RecordIndex(name, field) => self.record_index(at, name, field),
            ExprKind::Bin(elements) => self.bin(at, elements, Self::beginning_of, Self::expr),
            ExprKind::ListComprehension(value, qualifiers) => {
                self.comprehension(("lc", at), value, qualifiers);
            }
            ExprKind::BinComprehension(value, qualifiers) => {
                self.comprehension(("bc", at), value, qualifiers);
            }
            ExprKind::MapComprehension(field, qualifiers) => {
                self.map_comprehension(at, field, qualifiers);
            }
            ExprKind::FunLocal(name, arity) => {
                self.open("'fun'", at);
                // Writing to a string cannot fail.
                let _ = write!(self.out, ",{{function,{},{arity}}}}}", quote_atom(name.as_str()));
            }
            ExprKind::FunRemote(parts) => {
                self.open("'fun'", at);
                self.text(",{function");
                for part in &**parts {
                    self.text(",");
                    self.expr(part);
                }
                self.text("}}");
            }
            _ => {}
        }
    }

    /// The place of what begins with an expression.
    pub(crate) fn beginning_of(&mut self, expr: &Expr) -> u32 {
        self.beginning(expr.first_at(), |see| expr.each_place(see))
    }

    pub(crate) fn nil(&mut self, at: u32) {
        self.open("nil", at);
        self.text("}");
    }

    /// `{op,Place,Operator,`
    pub(crate) fn operator(&mut self, at: u32, operator: &str) {
        self.open("op", at);
        self.text(",'");
        self.text(operator);
        self.text("',");
    }

    fn cons(&mut self, list: &Expr) {
        let mut cells = 0;
        let mut rest = list;
        while let ExprKind::Cons(head, tail) = &rest.kind {
            // The first one has the place of the bracket.
            let at = match cells {
                0 => rest.at,
                _ => self.beginning(rest.at, |see| head.each_place(see)),
            };
            self.open("cons", at);
            self.text(",");
            self.expr(head);
            self.text(",");
            cells += 1;
            rest = tail;
        }
        self.expr(rest);
        self.text(&"}".repeat(cells));
    }

    fn long_list(&mut self, at: u32, items: &[Expr], tail: &Expr) {
        for (index, item) in items.iter().enumerate() {
            let at = if index == 0 { at } else { self.beginning_of(item) };
            self.open("cons", at);
            self.text(",");
            self.expr(item);
            self.text(",");
        }
        self.expr(tail);
        self.text(&"}".repeat(items.len()));
    }

    fn call(&mut self, at: u32, callee: &Callee, args: &[Expr]) {
        let place = self.beginning(at, |see| match callee {
            Callee::Local(_) => {}
            Callee::Remote(_, _, place) => {
                let places = [place.colon, place.module, place.function];
                let _ = places.into_iter().try_for_each(see);
            }
            Callee::Dynamic(callee) => callee.each_place(see),
        });
        self.open("call", place);
        self.text(",");
        match callee {
            Callee::Local(name) => self.leaf("atom", at, name),
            Callee::Remote(module, name, place) => {
                self.open("remote", place.colon);
                self.text(",");
                self.leaf("atom", place.module, module);
                self.text(",");
                self.leaf("atom", place.function, name);
                self.text("}");
            }
            Callee::Dynamic(callee) => self.expr(callee),
        }
        self.text(",");
        self.body(args);
        self.text("}");
    }
}
