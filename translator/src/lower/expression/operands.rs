//! Operands: several expressions side by side.
//!
//! Components of tuples and lists, arguments, operands of operators. Those that are constants or variables
//! are values at once, however many there are; each other one takes what follows it as its continuation.

use std::rc::Rc;

use frontend::ast::{Expr as Syntax, ExprKind};
use frontend::nesting::MAX_LIST;

use super::literal::constant;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Cond, Expr, NodeId, OriginKind};

/// Elements of a flat list that are neither constants nor variables, at most.
const MAX_COMPLEX: usize = 1_000;

/// Elements of a long list that are as much work as another expression.
const PLAIN_ELEMENTS: usize = 100;

/// Expressions side by side, some of them lowered.
struct Side<'e> {
    /// Where they stand, and what each of them sees.
    context: Context<'e>,
    /// What follows them sees so far.
    so_far: Env,
    /// Values so far.
    done: Option<Rc<Done>>,
}

/// Values in front of others, shared by all that follows them.
struct Done {
    before: Option<Rc<Done>>,
    values: Vec<Expr>,
}

impl Done {
    /// All values in order.
    fn all(last: Option<&Rc<Self>>) -> Vec<Expr> {
        let mut parts = Vec::new();
        let mut next = last;
        while let Some(done) = next {
            parts.push(&done.values);
            next = done.before.as_ref();
        }
        parts.into_iter().rev().flatten().cloned().collect()
    }
}

impl Env {
    /// Adds what an operand has bound that sees `shadowing`; gives the values of variables that another one has bound, too.
    ///
    /// Nothing that an operand sees is taken away by it: where it has not more, it has bound nothing.
    fn with_bound(&mut self, operand: &Self, outer: &Self) -> Vec<(Expr, Expr)> {
        let mut twice = Vec::new();
        if operand.vars.size() > outer.vars.size() {
            for (name, value) in &operand.vars {
                if outer.vars.contains_key(name) {
                    continue;
                }
                if let Some(other) = self.vars.get(name) {
                    twice.push((other.clone(), value.clone()));
                }
                self.vars.insert_mut(name.clone(), value.clone());
            }
        }
        if operand.unsafe_vars.size() > outer.unsafe_vars.size() {
            for name in &operand.unsafe_vars {
                self.unsafe_vars.insert_mut(name.clone());
            }
        }
        twice
    }
}

impl Lowering<'_> {
    /// A list that is kept flat.
    pub(crate) fn long_list(
        &mut self,
        items: &[Syntax],
        tail: &Syntax,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let parts: Vec<&Syntax> = items.iter().chain([tail]).collect();
        if parts.iter().filter(|part| plain(part, context.env).is_none()).count() > MAX_COMPLEX {
            let what = format!("a list of more than {MAX_COMPLEX} calls");
            return self.guess(OriginKind::Hidden, &what, &[], context, k);
        }
        self.sequence(&parts, context, &|this, env, mut values| {
            let tail = values.pop().unwrap_or(Expr::Nil);
            (k.run)(this, env, Expr::list_with_end(values, tail))
        })
    }

    /// Several expressions side by side, evaluated from left to right.
    ///
    /// None sees the variables that another one binds; what follows sees them all, and all values.
    pub(crate) fn sequence(
        &mut self,
        exprs: &[&Syntax],
        context: Context<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env, Vec<Expr>) -> NodeId,
    ) -> NodeId {
        let side = Side { context, so_far: context.env.clone(), done: None };
        self.sequence_from(exprs, &side, next)
    }

    fn sequence_from(
        &mut self,
        exprs: &[&Syntax],
        side: &Side<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env, Vec<Expr>) -> NodeId,
    ) -> NodeId {
        let values: Vec<Expr> =
            exprs.iter().map_while(|expr| plain(expr, side.context.env)).collect();
        let (at_once, exprs) = exprs.split_at(values.len());
        self.pass(at_once);
        let done = Rc::new(Done { before: side.done.clone(), values });
        let [first, rest @ ..] = exprs else {
            return next(self, side.so_far.clone(), Done::all(Some(&done)));
        };
        let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            let mut so_far = side.so_far.clone();
            let twice = so_far.with_bound(&inner, side.context.env);
            so_far.facts = inner.facts;
            let done = Rc::new(Done { before: Some(Rc::clone(&done)), values: vec![value] });
            this.agree(&twice, side.context.at(first.span).with(&so_far), &|this, so_far| {
                let side = Side { context: side.context, so_far, done: Some(Rc::clone(&done)) };
                this.sequence_from(rest, &side, next)
            })
        };
        let start = Env { facts: side.so_far.facts.clone(), ..side.context.env.clone() };
        self.expr(first, side.context.with(&start), Cont { run: &run, copies: false })
    }

    /// Counts expressions that are values at once.
    fn pass(&mut self, exprs: &[&Syntax]) {
        self.work += exprs.len().min(MAX_LIST) + exprs.len() / PLAIN_ELEMENTS;
        if self.shared.measures() {
            for expr in exprs {
                expr.for_each(&mut |expr| self.shared.meet(expr));
            }
        }
    }

    /// Goes on if the values that two operands gave one variable are the same, else `badmatch`.
    fn agree(
        &mut self,
        twice: &[(Expr, Expr)],
        context: Context<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let [(first, second), rest @ ..] = twice else {
            return next(self, context.env.clone());
        };
        let cond = Cond::Same(second.clone(), first.clone());
        self.test(
            &cond,
            context.span,
            context.env,
            &|this, env| this.agree(rest, context.with(&env), next),
            &|this, _| {
                let reason = Expr::Tuple(vec![Expr::atom("badmatch"), second.clone()]);
                this.raise(context, reason)
            },
        )
    }
}

/// The value of a constant or of a variable, which needs no evaluation.
fn plain(expr: &Syntax, env: &Env) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Var(name) => env.vars.get(name).cloned(),
        _ => constant(expr),
    }
}

/// The two values of two expressions.
pub(crate) fn two(items: Vec<Expr>) -> [Expr; 2] {
    let mut items = items.into_iter();
    [items.next().unwrap_or(Expr::Nil), items.next().unwrap_or(Expr::Nil)]
}
