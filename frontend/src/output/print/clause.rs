//! Constructs with clauses as text.

use super::Printer;
use super::operator::{ANY, MATCH};
use super::quote::quote_atom;
use crate::ast::name::Name;
use crate::ast::{CaseClause, CatchClause, Class, Expr, FunClause, Guard, Pat, Try};

impl Printer {
    pub(crate) fn case(&mut self, value: &Expr, clauses: &[CaseClause]) {
        self.text("case ");
        self.expr(value, ANY);
        self.text(" of");
        self.case_clauses(clauses);
        self.end();
    }

    pub(crate) fn conditional(&mut self, clauses: &[(Guard, Vec<Expr>)]) {
        self.text("if");
        self.clauses(clauses, |printer, (guard, body)| {
            printer.alternatives(guard);
            printer.body(body);
        });
        self.end();
    }

    pub(crate) fn receive(
        &mut self,
        clauses: &[CaseClause],
        timeout: Option<&(Box<Expr>, Vec<Expr>)>,
    ) {
        self.text("receive");
        self.case_clauses(clauses);
        if let Some((time, body)) = timeout {
            self.newline();
            self.text("after ");
            self.expr(time, ANY);
            self.body(body);
        }
        self.end();
    }

    pub(crate) fn attempt(&mut self, parts: &Try) {
        self.text("try");
        self.lines(&parts.body);
        if !parts.of.is_empty() {
            self.newline();
            self.text("of");
            self.case_clauses(&parts.of);
        }
        if !parts.catch.is_empty() {
            self.newline();
            self.text("catch");
            self.clauses(&parts.catch, Self::catch_clause);
        }
        if !parts.after.is_empty() {
            self.newline();
            self.text("after");
            self.lines(&parts.after);
        }
        self.end();
    }

    fn catch_clause(&mut self, clause: &CatchClause) {
        match &clause.class {
            Some(Class::Atom(name, _)) => {
                self.text(&quote_atom(name.as_str()));
                self.text(":");
            }
            Some(Class::Var(name, _)) => {
                self.text(name.as_str());
                self.text(":");
            }
            None => {}
        }
        self.pattern(&clause.pattern, ANY);
        if let Some((name, _)) = &clause.stack {
            self.text(":");
            self.text(name.as_str());
        }
        self.guard(&clause.guard);
        self.body(&clause.body);
    }

    pub(crate) fn maybe(&mut self, body: &[Expr], otherwise: Option<&(Vec<CaseClause>, u32)>) {
        self.text("maybe");
        self.lines(body);
        if let Some((clauses, _)) = otherwise {
            self.newline();
            self.text("else");
            self.case_clauses(clauses);
        }
        self.end();
    }

    pub(crate) fn fun(&mut self, name: Option<&Name>, clauses: &[FunClause]) {
        self.text("fun");
        self.clauses(clauses, |printer, clause| {
            printer.text(name.map_or("", Name::as_str));
            printer.params(&clause.params);
            printer.guard(&clause.guard);
            printer.body(&clause.body);
        });
        self.end();
    }

    /// Parameters in parentheses.
    pub(crate) fn params(&mut self, params: &[Pat]) {
        self.text("(");
        self.separated(params, ", ", |printer, param| printer.pattern(param, ANY));
        self.text(")");
    }

    fn case_clauses(&mut self, clauses: &[CaseClause]) {
        self.clauses(clauses, |printer, clause| {
            printer.pattern(&clause.pattern, MATCH);
            printer.guard(&clause.guard);
            printer.body(&clause.body);
        });
    }

    /// Clauses on lines of their own.
    fn clauses<T>(&mut self, clauses: &[T], print: impl Fn(&mut Self, &T)) {
        self.indent += 4;
        for (at, clause) in clauses.iter().enumerate() {
            self.text(if at > 0 { ";" } else { "" });
            self.newline();
            print(self, clause);
        }
        self.indent -= 4;
    }

    fn end(&mut self) {
        self.newline();
        self.text("end");
    }
}
