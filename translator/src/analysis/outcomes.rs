//! What a clause of a callback may return, as far as its text tells.
//!
//! Input: a clause. Output: its outcomes, one for each expression whose value it may end with: through the branches of
//! `case`, `if`, `receive` and `try`, through variables, and through functions of the module that are called last.
//!
//! ```erlang
//! idle(go, D) -> case ready(D) of true -> next(D); false -> {stop} end.     % what `next/1` returns, and `{stop}`
//! ```
//!
//! Follows each function once on a way, and gives up what takes too much. Does not say which values are right.

mod scope;
mod value;

use std::rc::Rc;

use frontend::ast::{BinaryOp, Callee, CaseClause, Expr, ExprKind, Function, FunctionClause, Try};
use frontend::{Module, Name, Span};

use crate::library::functions::{always_returns, never_returns};
use crate::library::modules::writes_log;
use scope::{Bound, Part};

pub use scope::Scope;
pub use value::Value;

/// Calls of functions of the module one in another, at most.
const MAX_CALLS: usize = 12;

/// Expressions that are looked at for one clause, at most.
const MAX_STEPS: usize = 50_000;

/// Expressions one in another that are looked at: variables may stand for each other.
const MAX_DEPTH: usize = 200;

/// Calls one in another that are followed to see whether they end.
const MAX_ENDING: usize = 2;

/// A value that a clause may return, with what happens before.
#[derive(Clone)]
pub struct Outcome<'m> {
    /// The value.
    pub value: Value<'m>,
    /// Where it is written, or the call that returns it.
    pub place: Span,
    /// The function of another module that returns it: module, name, number of arguments.
    pub call: Option<(&'m str, &'m str, usize)>,
    /// Whether something decides that it is this one.
    pub is_chosen: bool,
    /// Whether anything before it, or the value itself, makes use of the caller's From.
    pub uses_from: bool,
}

/// What a walk through a clause has come by.
#[derive(Clone, Copy, Default)]
struct Passed {
    is_chosen: bool,
    uses_from: bool,
}

/// A walk through the clauses of a module.
pub struct Walk<'m> {
    module: &'m Module,
    calls: Vec<&'m Function>,
    n_steps: usize,
    depth: usize,
    outcomes: Vec<Outcome<'m>>,
}

impl<'m> Walk<'m> {
    /// The outcomes of a clause under what its variables stand for; `None` where there are too many.
    pub fn of_clause(
        module: &'m Module,
        callback: &'m Function,
        clause: &'m FunctionClause,
        scope: &Rc<Scope<'m>>,
    ) -> Option<Vec<Outcome<'m>>> {
        let mut walk =
            Self { module, calls: vec![callback], n_steps: 0, depth: 0, outcomes: Vec::new() };
        walk.body(&clause.body, scope, Passed::default());
        (walk.n_steps <= MAX_STEPS).then_some(walk.outcomes)
    }

    /// The values that an expression may have.
    pub fn values(module: &'m Module, expr: &'m Expr, scope: &Rc<Scope<'m>>) -> Vec<Value<'m>> {
        let mut walk =
            Self { module, calls: Vec::new(), n_steps: 0, depth: 0, outcomes: Vec::new() };
        walk.inner(expr, scope)
    }

    /// The values of an expression that does not end the clause.
    fn inner(&mut self, expr: &'m Expr, scope: &Rc<Scope<'m>>) -> Vec<Value<'m>> {
        let before = std::mem::take(&mut self.outcomes);
        self.expr(expr, scope, Passed::default());
        let inner = std::mem::replace(&mut self.outcomes, before);
        if self.n_steps > MAX_STEPS {
            return vec![Value::Open];
        }
        inner.into_iter().map(|outcome| outcome.value).collect()
    }

    fn body(&mut self, body: &'m [Expr], scope: &Rc<Scope<'m>>, passed: Passed) {
        let Some((last, before)) = body.split_last() else { return };
        if before.iter().any(|expr| self.ends(expr, 0)) {
            return;
        }
        let uses_from = passed.uses_from || before.iter().any(|expr| uses_from(expr, scope));
        // What is thrown in between is the value of the callback, too.
        let is_chosen = passed.is_chosen || before.iter().any(|expr| self.may_end(expr));
        self.expr(last, scope, Passed { is_chosen, uses_from });
    }

    /// Whether nothing returns from an expression: a call that raises, or branches that all end so.
    fn ends(&self, expr: &Expr, depth: usize) -> bool {
        let ends = |body: &[Expr]| body.iter().any(|expr| self.ends(expr, depth + 1));
        match &expr.kind {
            _ if depth > MAX_ENDING => false,
            ExprKind::Call(Callee::Local(name), args) => {
                match self.module.function(name.as_str(), args.len()) {
                    Some(called) => called.clauses.iter().all(|clause| ends(&clause.body)),
                    None => never_returns("erlang", name.as_str(), args.len()),
                }
            }
            ExprKind::Call(Callee::Remote(module, name, _), args) => {
                never_returns(module.as_str(), name.as_str(), args.len())
            }
            ExprKind::Match(_, value) => self.ends(value, depth),
            ExprKind::Case(value, clauses) => {
                self.ends(value, depth) || clauses.iter().all(|clause| ends(&clause.body))
            }
            ExprKind::If(clauses) => clauses.iter().all(|(_, body)| ends(body)),
            _ => false,
        }
    }

    /// Whether some branch of an expression raises.
    fn may_end(&self, expr: &Expr) -> bool {
        expr.any(&mut |part| {
            matches!(&part.kind, ExprKind::Call(..)) && self.ends(part, MAX_ENDING)
        })
    }

    fn expr(&mut self, expr: &'m Expr, scope: &Rc<Scope<'m>>, passed: Passed) {
        self.n_steps += 1;
        if self.n_steps > MAX_STEPS || self.ends(expr, MAX_ENDING) {
            return;
        }
        if self.depth > MAX_DEPTH {
            return self.push(expr, Value::Open, scope, passed);
        }
        self.depth += 1;
        self.inner_expr(expr, scope, passed);
        self.depth -= 1;
    }

    fn inner_expr(&mut self, expr: &'m Expr, scope: &Rc<Scope<'m>>, passed: Passed) {
        let chosen = Passed { is_chosen: true, ..passed };
        match &expr.kind {
            ExprKind::Block(body) => self.body(body, scope, passed),
            ExprKind::Match(_, value) => self.expr(value, scope, passed),
            ExprKind::Case(value, clauses) => self.case(value, clauses, scope, passed),
            ExprKind::If(clauses) => {
                let is_only = clauses.len() == 1;
                for (_, body) in clauses {
                    self.body(body, scope, if is_only { passed } else { chosen });
                }
            }
            ExprKind::Receive(clauses, timeout) => {
                let bodies = clauses.iter().map(|clause| &clause.body);
                for body in bodies.chain(timeout.iter().map(|(_, body)| body)) {
                    self.body(body, scope, chosen);
                }
            }
            ExprKind::Try(parts) => self.guarded(parts, scope, passed),
            ExprKind::Call(callee, args) => self.call((expr, callee, args), scope, passed),
            ExprKind::Var(name) => self.variable(expr, name, scope, passed),
            ExprKind::Binary(BinaryOp::Send, _, message) => {
                let uses_from = passed.uses_from || uses_from(expr, scope);
                self.expr(message, scope, Passed { uses_from, ..passed });
            }
            _ => self.push(expr, Value::of(expr, scope), scope, passed),
        }
    }

    fn push(&mut self, expr: &'m Expr, value: Value<'m>, scope: &Rc<Scope<'m>>, passed: Passed) {
        let place = match &value {
            Value::Written(written, _) => written.span,
            _ => expr.span,
        };
        let uses_from = passed.uses_from || uses_from(expr, scope);
        let call = match &expr.kind {
            ExprKind::Call(Callee::Remote(module, name, _), args) if !value.is_known() => {
                Some((module.as_str(), name.as_str(), args.len()))
            }
            _ => None,
        };
        let is_chosen = passed.is_chosen;
        self.outcomes.push(Outcome { value, place, call, is_chosen, uses_from });
    }

    fn case(
        &mut self,
        value: &'m Expr,
        clauses: &'m [CaseClause],
        scope: &Rc<Scope<'m>>,
        passed: Passed,
    ) {
        let uses_from = passed.uses_from || uses_from(value, scope);
        let values = self.inner(value, scope);
        let taken: Vec<&CaseClause> = clauses
            .iter()
            .filter(|clause| values.iter().any(|value| value.fits(&clause.pattern)))
            .collect();
        let is_chosen = passed.is_chosen || taken.len() > 1;
        for clause in taken {
            self.body(&clause.body, scope, Passed { is_chosen, uses_from });
        }
    }

    fn guarded(&mut self, parts: &'m Try, scope: &Rc<Scope<'m>>, passed: Passed) {
        let chosen = Passed { is_chosen: true, ..passed };
        if parts.of.is_empty() {
            self.body(&parts.body, scope, if parts.catch.is_empty() { passed } else { chosen });
        }
        let uses_from = passed.uses_from || parts.body.iter().any(|expr| uses_from(expr, scope));
        let behind = Passed { is_chosen: true, uses_from };
        let bodies = parts.of.iter().map(|clause| &clause.body);
        for body in bodies.chain(parts.catch.iter().map(|clause| &clause.body)) {
            self.body(body, scope, behind);
        }
    }

    fn variable(&mut self, expr: &'m Expr, name: &Name, scope: &Rc<Scope<'m>>, passed: Passed) {
        let bounds = scope.bounds(name);
        let passed = Passed { is_chosen: passed.is_chosen || bounds.len() > 1, ..passed };
        for bound in bounds {
            match bound {
                Bound::Open => self.push(expr, Value::Open, scope, passed),
                Bound::Parameter(number) => {
                    self.push(expr, Value::Parameter(*number), scope, passed);
                }
                Bound::Whole { of, scope: there } => {
                    let there = there.as_ref().unwrap_or(scope);
                    self.expr(of, there, passed);
                }
                Bound::Part(part) => {
                    let values = self.parts(part, scope);
                    let is_chosen = passed.is_chosen || values.len() > 1;
                    for value in values {
                        self.push(expr, value, scope, Passed { is_chosen, ..passed });
                    }
                }
            }
        }
    }

    /// The values that a pattern takes out of those of an expression.
    fn parts(&mut self, part: &Part<'m>, scope: &Rc<Scope<'m>>) -> Vec<Value<'m>> {
        let there = part.scope.as_ref().unwrap_or(scope);
        let mut values = self.inner(part.of, there);
        values.retain(|value| part.takes(value));
        for &place in &part.path {
            let inner = values.iter().flat_map(|value| match value.component(place) {
                Some((item, there)) => self.inner(item, there),
                None => vec![Value::Open],
            });
            values = inner.collect();
        }
        values
    }

    fn call(
        &mut self,
        (expr, callee, args): (&'m Expr, &'m Callee, &'m [Expr]),
        scope: &Rc<Scope<'m>>,
        passed: Passed,
    ) {
        let (module, name) = match callee {
            Callee::Local(name) => (None, name),
            Callee::Remote(module, name, _) => (Some(module), name),
            Callee::Dynamic(_) => return self.push(expr, Value::Open, scope, passed),
        };
        let is_here = module
            .is_none_or(|module| self.module.name.as_ref().is_some_and(|(name, _)| name == module));
        let called = self.module.function(name.as_str(), args.len()).filter(|_| is_here);
        match called {
            Some(_) if self.calls.len() > MAX_CALLS => {
                self.push(expr, Value::Open, scope, passed);
            }
            // What it returns behind another round of itself it returns without that, too.
            Some(called) if self.calls.iter().any(|other| std::ptr::eq(*other, called)) => {}
            Some(called) => self.enter(called, args, scope, passed),
            None => {
                let module = module.map_or("erlang", |module| module.as_str());
                let atom = always_returns(module, name.as_str(), args.len());
                self.push(expr, atom.map_or(Value::Open, Value::Atom), scope, passed);
            }
        }
    }

    fn enter(
        &mut self,
        called: &'m Function,
        args: &'m [Expr],
        scope: &Rc<Scope<'m>>,
        passed: Passed,
    ) {
        let values: Vec<Vec<Value<'m>>> = args.iter().map(|arg| self.inner(arg, scope)).collect();
        let fits = |clause: &&FunctionClause| {
            clause.params.iter().zip(&values).all(|(param, values)| {
                values.is_empty() || values.iter().any(|value| value.fits(param))
            })
        };
        let clauses: Vec<&FunctionClause> = called.clauses.iter().filter(fits).collect();
        let is_chosen = passed.is_chosen || clauses.len() > 1;
        self.calls.push(called);
        for clause in clauses {
            let (inner, is_kept) = Scope::of_call(clause, args, scope);
            self.n_steps += inner.n_expressions();
            let uses_from = passed.uses_from || is_kept;
            self.body(&clause.body, &Rc::new(inner), Passed { is_chosen, uses_from });
        }
        self.calls.pop();
    }
}

/// Whether an expression makes use of the caller's From: to write a log is none.
fn uses_from(expr: &Expr, scope: &Scope<'_>) -> bool {
    match &expr.kind {
        ExprKind::Var(name) => scope.is_from(name),
        ExprKind::Call(Callee::Remote(module, ..), _) if writes_log(module.as_str()) => false,
        _ => expr.children().into_iter().any(|child| uses_from(child, scope)),
    }
}
