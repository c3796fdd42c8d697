//! `maybe`: a body that a value may leave early.
//!
//! Input: the expressions of `maybe .. end`, and the clauses of its `else`. Output: the node where it starts. A value that
//! does not match the pattern of a `?=` is the value of the whole, or what the clauses of the `else` make of it:
//!
//! ```erlang
//! maybe {ok, Lock} ?= find(Name), open(Lock) else {error, R} -> R end
//! ```
//!
//! Variables of the body are not known in the `else`, nor those of either behind the whole. Knows nothing of the
//! feature `maybe_expr`, which OTP 25 and 26 want to be told of.

use frontend::ast::{CaseClause, Expr as Syntax, ExprKind, Guard, Pat};

use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::clauses::{Clause, Done, Outcomes, Selection};
use crate::lower::pattern::scope::Scope;
use model::{Expr, NodeId};

/// What a value does that a pattern of `?=` does not match.
type Leave<'l> = &'l dyn Fn(&mut Lowering<'_>, Env, Expr) -> NodeId;

impl Lowering<'_> {
    /// `maybe Body end`, or `maybe Body else Clauses end`; the clauses come with the offset of `else`.
    pub(crate) fn maybe_expr(
        &mut self,
        body: &[Syntax],
        otherwise: Option<&(Vec<CaseClause>, u32)>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let otherwise = otherwise.map(|(clauses, _)| clauses.as_slice());
        let scope = Scope::of_maybe(body, otherwise);
        let done = Done::default();
        self.joined(context.env, &scope, k, &|this, k| {
            let leave = |this: &mut Lowering<'_>, inner: Env, value: Expr| match otherwise {
                None => (k.run)(this, inner, value),
                Some(clauses) => this.case_on(("else_clause", &value), clauses, context, k, &done),
            };
            this.maybe_body(body, &leave, context, k)
        })
    }

    /// Expressions of which a `?=` may leave the rest out.
    fn maybe_body(
        &mut self,
        body: &[Syntax],
        leave: Leave<'_>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let Some((first, rest)) = body.split_first() else {
            return self.body(body, context, k);
        };
        let next = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            if rest.is_empty() {
                return (k.run)(this, env, value);
            }
            this.maybe_body(rest, leave, context.with(&env), k)
        };
        let next = Cont { run: &next, copies: rest.is_empty() && k.copies };
        match &first.kind {
            ExprKind::MaybeMatch(pattern, value) => {
                self.maybe_match((pattern, value), leave, context.at(first.span), next)
            }
            _ if rest.is_empty() => self.expr(first, context, k),
            _ => self.statement(first, context, next),
        }
    }

    /// `Pattern ?= Value`.
    fn maybe_match(
        &mut self,
        (pattern, value): (&Pat, &Syntax),
        leave: Leave<'_>,
        context: Context<'_>,
        next: Cont<'_>,
    ) -> NodeId {
        let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            let guard = Guard::default();
            let clause = Clause { patterns: vec![pattern], guard: &guard, span: pattern.span };
            let selection = Selection {
                title: "maybe".to_owned(),
                value_names: vec!["value".to_owned()],
                fail_name: "leaves",
                span: context.span,
                values: vec![value.clone()],
                clauses: vec![clause],
            };
            let clause =
                |this: &mut Lowering<'_>, _: usize, env: Env| (next.run)(this, env, value.clone());
            let fail = |this: &mut Lowering<'_>, env: Env| leave(this, env, value.clone());
            this.select(&selection, context.with(&env), &Outcomes { clause: &clause, fail: &fail })
        };
        self.expr(value, context, Cont { run: &run, copies: next.copies })
    }
}
