//! Comparisons and boolean operators.
//!
//! Where what follows may be copied (a case, a guard), a boolean becomes a branch; elsewhere it is
//! the atom `true` or `false`.

use frontend::Span;
use frontend::ast::{BinaryOp, Expr as Syntax};

use super::operands::two;
use crate::lower::analysis::values::Values;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::scope::Scope;
use model::{Cond, Expr, NodeId};

impl Lowering<'_> {
    /// `A < B`, `A =:= B` and their like, on any terms.
    pub(crate) fn comparison(
        &mut self,
        operator: BinaryOp,
        operands: [&Syntax; 2],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.sequence(&operands, context, &|this, env, items| {
            let [left, right] = two(items);
            let cond = match operator {
                BinaryOp::Equal => this.equal(left, right, &env),
                BinaryOp::NotEqual => this.equal(left, right, &env).negate(),
                BinaryOp::ExactEqual => Cond::Same(left, right),
                BinaryOp::ExactNotEqual => Cond::Same(left, right).negate(),
                BinaryOp::Less => Cond::Less(left, right),
                BinaryOp::Greater => Cond::Less(right, left),
                BinaryOp::LessEqual => Cond::Less(right, left).negate(),
                _ => Cond::Less(left, right).negate(),
            };
            this.truth(&cond, context.span, &env, k)
        })
    }

    /// `A == B`: the same relation as `=:=` where no float can be met.
    fn equal(&self, left: Expr, right: Expr, env: &Env) -> Cond {
        let may_be_float = self.shared.values != Values::Known
            && self.may_hold_number(&left, env)
            && self.may_hold_number(&right, env);
        if may_be_float { Cond::Equal(left, right) } else { Cond::Same(left, right) }
    }

    /// The value of a condition.
    pub(crate) fn truth(&mut self, cond: &Cond, at: Span, env: &Env, k: Cont<'_>) -> NodeId {
        let constant = |holds: bool| Expr::atom(if holds { "true" } else { "false" });
        match self.decide(cond, env) {
            Some(holds) => (k.run)(self, env.clone(), constant(holds)),
            None if k.copies => self.test(
                cond,
                at,
                env,
                &|this, env| (k.run)(this, env, constant(true)),
                &|this, env| (k.run)(this, env, constant(false)),
            ),
            None => (k.run)(self, env.clone(), Expr::Bool(Box::new(cond.clone()))),
        }
    }

    /// `not A`: `badarg` unless A is boolean.
    pub(crate) fn not(&mut self, operand: &Syntax, context: Context<'_>, k: Cont<'_>) -> NodeId {
        self.joined(context.env, &Scope::of([operand]), k, &|this, k| {
            let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
                this.boolean(
                    &value,
                    context.span,
                    &env,
                    &|this, env, holds| {
                        (k.run)(this, env, Expr::atom(if holds { "false" } else { "true" }))
                    },
                    &|this, _| this.raise(context, Expr::atom("badarg")),
                )
            };
            this.expr(operand, context, Cont { run: &run, copies: true })
        })
    }

    /// `and`, `or`, `xor`: both operands are evaluated; `badarg` unless both are boolean.
    pub(crate) fn strict_boolean(
        &mut self,
        operator: BinaryOp,
        operands: [&Syntax; 2],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let combine = |left: bool, right: bool| match operator {
            BinaryOp::And => left && right,
            BinaryOp::Or => left || right,
            _ => left != right,
        };
        self.joined(context.env, &Scope::of(operands), k, &|this, k| {
            this.sequence(&operands, context, &|this, env, items| {
                let [left, right] = two(items);
                let badarg =
                    |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("badarg"));
                this.boolean(
                    &left,
                    context.span,
                    &env,
                    &|this, env, left| {
                        this.boolean(
                            &right,
                            context.span,
                            &env,
                            &|this, env, right| {
                                let holds = combine(left, right);
                                (k.run)(this, env, Expr::atom(if holds { "true" } else { "false" }))
                            },
                            &badarg,
                        )
                    },
                    &badarg,
                )
            })
        })
    }

    /// `andalso` (`decided` false) and `orelse` (`decided` true): `{badarg, A}` unless A is
    /// boolean; B may be anything.
    pub(crate) fn short_circuit(
        &mut self,
        decided: bool,
        [left, right]: [&Syntax; 2],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.joined(context.env, &Scope::of_short_circuit(left, right), k, &|this, k| {
            let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
                let reason = Expr::Tuple(vec![Expr::atom("badarg"), value.clone()]);
                this.boolean(
                    &value,
                    context.span,
                    &env,
                    &|this, env, holds| {
                        if holds == decided {
                            let value = Expr::atom(if holds { "true" } else { "false" });
                            (k.run)(this, env, value)
                        } else {
                            this.expr(right, context.with(&env), k)
                        }
                    },
                    &|this, _| this.raise(context, reason.clone()),
                )
            };
            this.expr(left, context, Cont { run: &run, copies: true })
        })
    }

    /// Branches on a value that should be `true` or `false`.
    pub(crate) fn boolean(
        &mut self,
        value: &Expr,
        at: Span,
        env: &Env,
        next: &dyn Fn(&mut Lowering<'_>, Env, bool) -> NodeId,
        other: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        if let Expr::Bool(cond) = self.resolve(value) {
            let cond = cond.clone();
            return self.test(&cond, at, env, &|this, env| next(this, env, true), &|this, env| {
                next(this, env, false)
            });
        }
        let is = |text: &str| Cond::Same(value.clone(), Expr::atom(text));
        self.test(&is("true"), at, env, &|this, env| next(this, env, true), &|this, env| {
            this.test(&is("false"), at, &env, &|this, env| next(this, env, false), other)
        })
    }
}
