//! Clauses, and expressions that consist of them.
//!
//! Input: abstract code. Output: its text.

use super::printer::{Done, Printer, unknown};
use super::term::Id;

/// What stands in front of the arrow of a clause.
#[derive(Clone, Copy)]
pub(super) enum Head {
    /// A function's: its name and patterns in parentheses.
    Named(Id),
    /// A fun's, which has a name or none, as a variable.
    Fun(Option<Id>),
    /// One pattern.
    Pattern,
    /// Class, pattern and stack of an exception.
    Exception,
    /// A guard.
    Guard,
}

impl Printer<'_> {
    /// The expressions that consist of words and clauses.
    pub(super) fn construct(&mut self, tag: &str, parts: &[Id]) -> Done {
        match (tag, parts) {
            ("block", &[body]) => self.ended("begin ", body),
            ("if", &[clauses]) => {
                self.put("if ");
                self.clauses(Head::Guard, clauses)?;
                self.end();
                Ok(())
            }
            ("case", &[subject, clauses]) => {
                self.put("case ");
                self.expr(subject)?;
                self.put(" of ");
                self.clauses(Head::Pattern, clauses)?;
                self.end();
                Ok(())
            }
            ("receive", &[clauses]) => {
                self.put("receive ");
                self.clauses(Head::Pattern, clauses)?;
                self.end();
                Ok(())
            }
            ("receive", &[clauses, time, body]) => {
                self.put("receive ");
                self.clauses(Head::Pattern, clauses)?;
                self.put(" after ");
                self.expr(time)?;
                self.ended(" -> ", body)
            }
            ("try", parts) => self.attempt(parts),
            ("fun", &[function]) => self.fun(function),
            ("named_fun", &[name, clauses]) => {
                self.put("fun ");
                self.clauses(Head::Fun(Some(name)), clauses)?;
                self.end();
                Ok(())
            }
            ("maybe", &[body]) => {
                self.has_maybe = true;
                self.ended_by("maybe ", body, Self::step)
            }
            ("maybe", &[body, otherwise]) => {
                self.has_maybe = true;
                self.put("maybe ");
                self.steps(body, Self::step)?;
                self.put(" ");
                let (_, parts) = self.open(otherwise)?;
                let &[clauses] = parts else { return unknown("a part", "else") };
                let line = self.line(otherwise);
                self.out.at(line);
                self.put("else ");
                self.clauses(Head::Pattern, clauses)?;
                self.end();
                Ok(())
            }
            _ => unknown("an expression", tag),
        }
    }

    fn end(&mut self) {
        self.put(" end");
    }

    fn ended(&mut self, before: &str, body: Id) -> Done {
        self.ended_by(before, body, Self::expr)
    }

    fn ended_by(&mut self, before: &str, body: Id, print: fn(&mut Self, Id) -> Done) -> Done {
        self.put(before);
        self.steps(body, print)?;
        self.end();
        Ok(())
    }

    /// Expressions one after the other, further to the right.
    fn steps(&mut self, body: Id, print: fn(&mut Self, Id) -> Done) -> Done {
        self.out.level += 1;
        let done = self.commas(self.items(body)?, print);
        self.out.level = self.out.level.saturating_sub(1);
        done
    }

    /// What stands in a `maybe`.
    fn step(&mut self, id: Id) -> Done {
        let ("maybe_match", &[pattern, value]) = self.open(id)? else { return self.expr(id) };
        self.expr(pattern)?;
        self.put(" ");
        let line = self.line(id);
        self.out.at(line);
        self.put("?= ");
        self.expr(value)
    }

    fn attempt(&mut self, parts: &[Id]) -> Done {
        let &[body, clauses, handlers, after] = parts else {
            return unknown("an expression", "try");
        };
        self.put("try ");
        self.steps(body, Self::expr)?;
        if !self.items(clauses)?.is_empty() {
            self.put(" of ");
            self.clauses(Head::Pattern, clauses)?;
        }
        if !self.items(handlers)?.is_empty() {
            self.put(" catch ");
            self.clauses(Head::Exception, handlers)?;
        }
        if !self.items(after)?.is_empty() {
            self.put(" after ");
            self.steps(after, Self::expr)?;
        }
        self.end();
        Ok(())
    }

    fn fun(&mut self, function: Id) -> Done {
        let parts = self.terms.tuple(function).unwrap_or_default();
        self.put("fun ");
        match *parts {
            [_, name, arity] => {
                self.name(name)?;
                self.put("/");
                self.integer(arity)
            }
            [_, module, name, arity] => {
                // Before OTP R15 these were no expressions.
                for (before, part) in [("", module), (":", name), ("/", arity)] {
                    self.put(before);
                    match self.terms.tuple(part) {
                        Some(_) => self.expr(part)?,
                        None => self.term(part)?,
                    }
                }
                Ok(())
            }
            [_, clauses] => {
                self.clauses(Head::Fun(None), clauses)?;
                self.end();
                Ok(())
            }
            _ => unknown("an expression", "fun"),
        }
    }

    /// Clauses with semicolons between them.
    pub(super) fn clauses(&mut self, head: Head, clauses: Id) -> Done {
        self.out.level += 1;
        let done =
            self.separated("; ", self.items(clauses)?, |own, clause| own.clause(head, clause));
        self.out.level = self.out.level.saturating_sub(1);
        done
    }

    fn clause(&mut self, head: Head, id: Id) -> Done {
        let (tag, parts) = self.open(id)?;
        let &[params, guard, body] = parts else { return unknown("a clause", tag) };
        let line = self.line(id);
        self.out.at(line);
        match head {
            Head::Named(name) => {
                self.name(name)?;
                self.group("(", params, ")")?;
            }
            Head::Fun(name) => {
                if let Some(name) = name {
                    self.variable(name)?;
                }
                self.group("(", params, ")")?;
            }
            Head::Pattern => self.commas(self.items(params)?, Self::expr)?,
            Head::Exception => self.exception(params)?,
            Head::Guard => {}
        }
        let guards = self.items(guard)?;
        if !guards.is_empty() {
            self.put(if matches!(head, Head::Guard) { "" } else { " when " });
            self.separated("; ", guards, |own, tests| own.commas(own.items(tests)?, Self::expr))?;
        }
        self.put(" -> ");
        self.steps(body, Self::expr)
    }

    /// `Class:Pattern:Stack`, kept as a tuple of these.
    fn exception(&mut self, params: Id) -> Done {
        let &[param] = self.items(params)? else { return unknown("a clause", "catch") };
        let ("tuple", &[items]) = self.open(param)? else { return unknown("a clause", "catch") };
        let &[class, pattern, stack] = self.items(items)? else {
            return unknown("a clause", "catch");
        };
        self.expr(class)?;
        self.put(":");
        self.expr(pattern)?;
        let ("var", &[name]) = self.open(stack)? else {
            return unknown("a stack of calls", self.tag(stack));
        };
        if self.terms.atom(name) != Some("_") {
            self.put(":");
            self.expr(stack)?;
        }
        Ok(())
    }
}
