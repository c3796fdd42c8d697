//! Constructs with clauses.

use super::Writer;
use crate::ast::name::Name;
use crate::ast::{CaseClause, CatchClause, Class, Expr, FunClause, Guard, Pat, Try};

impl Writer<'_> {
    pub(crate) fn body(&mut self, body: &[Expr]) {
        self.list(body, Self::expr);
    }

    /// `{clause,Place,Patterns,Guard,Body}`
    pub(crate) fn clause(&mut self, at: u32, params: &[Pat], guard: &Guard, body: &[Expr]) {
        self.open("clause", at);
        self.text(",");
        self.list(params, Self::pattern);
        self.guard_and_body(guard, body);
    }

    fn guard_and_body(&mut self, guard: &Guard, body: &[Expr]) {
        self.text(",");
        self.list(&guard.alternatives, |writer, tests| writer.body(tests));
        self.text(",");
        self.body(body);
        self.text("}");
    }

    pub(crate) fn case_clauses(&mut self, clauses: &[CaseClause]) {
        self.list(clauses, |writer, clause| {
            let pattern = std::slice::from_ref(&clause.pattern);
            let at = writer.beginning_of_pattern(&clause.pattern);
            writer.clause(at, pattern, &clause.guard, &clause.body);
        });
    }

    pub(crate) fn conditional(&mut self, clauses: &[(Guard, Vec<Expr>)]) {
        self.list(clauses, |writer, (guard, body)| {
            let first = guard.alternatives.iter().flatten().next();
            let at = first.map_or(0, |first| writer.beginning_of(first));
            writer.clause(at, &[], guard, body);
        });
    }

    pub(crate) fn fun(&mut self, at: u32, name: Option<&Name>, clauses: &[FunClause]) {
        if let Some(name) = name {
            self.open("named_fun", at);
            self.name(name);
            self.text(",");
        } else {
            self.open("'fun'", at);
            self.text(",{clauses,");
        }
        self.list(clauses, |writer, clause| {
            writer.clause(clause.span.start, &clause.params, &clause.guard, &clause.body);
        });
        self.text(if name.is_some() { "}" } else { "}}" });
    }

    pub(crate) fn attempt(&mut self, at: u32, parts: &Try) {
        self.open("'try'", at);
        self.text(",");
        self.body(&parts.body);
        self.text(",");
        self.case_clauses(&parts.of);
        self.text(",");
        self.list(&parts.catch, Self::catch_clause);
        self.text(",");
        self.body(&parts.after);
        self.text("}");
    }

    /// Class, pattern and stack trace are a triple, written or not.
    fn catch_clause(&mut self, clause: &CatchClause) {
        let at = match &clause.class {
            Some(Class::Atom(_, at) | Class::Var(_, at)) => *at,
            None => self.beginning_of_pattern(&clause.pattern),
        };
        self.open("clause", at);
        self.text(",[");
        self.open("tuple", at);
        self.text(",[");
        match &clause.class {
            Some(Class::Atom(name, _)) => self.leaf("atom", at, name),
            Some(Class::Var(name, _)) => self.leaf("var", at, name),
            None => self.leaf("atom", at, &Name::from("throw")),
        }
        self.text(",");
        self.pattern(&clause.pattern);
        self.text(",");
        match &clause.stack {
            Some((name, at)) => self.leaf("var", *at, name),
            None => self.no_stack(&clause.pattern),
        }
        self.text("]}]");
        self.guard_and_body(&clause.guard, &clause.body);
    }

    /// `{var,Place,'_'}` where no stack trace is taken: it stands where the pattern ends.
    fn no_stack(&mut self, pattern: &Pat) {
        let Some(at) = self.places.last_kept(self.file, |see| pattern.each_place(see)) else {
            return self.leaf("var", pattern.last_at(), &Name::from("_"));
        };
        self.text("{var,");
        self.places.write_end(self.file, at, &mut self.out);
        self.text(",'_'}");
    }

    pub(crate) fn receive(
        &mut self,
        at: u32,
        clauses: &[CaseClause],
        timeout: Option<&(Box<Expr>, Vec<Expr>)>,
    ) {
        self.open("'receive'", at);
        self.text(",");
        self.case_clauses(clauses);
        if let Some((time, body)) = timeout {
            self.text(",");
            self.expr(time);
            self.text(",");
            self.body(body);
        }
        self.text("}");
    }

    pub(crate) fn maybe(
        &mut self,
        at: u32,
        body: &[Expr],
        otherwise: Option<&(Vec<CaseClause>, u32)>,
    ) {
        self.open("'maybe'", at);
        self.text(",");
        self.body(body);
        if let Some((clauses, at)) = otherwise {
            self.text(",");
            self.open("'else'", *at);
            self.text(",");
            self.case_clauses(clauses);
            self.text("}");
        }
        self.text("}");
    }
}
