//! Arithmetic with its errors: exact on integers; where a value is unknown, it may also be a float.

use frontend::Span;
use frontend::ast::{BinaryOp, Expr as Syntax};
use num_bigint::BigInt;

use super::operands::two;
use super::{Cont, Env, Lowering, Place};
use crate::model::{Cond, Expr, Kind, NodeId, Operator};

/// Larger constants are left to the explorer, which bounds them.
const MAX_CONSTANT_BITS: u64 = 65_536;

impl Lowering<'_> {
    /// `A + B` and its like: both operands numbers, integers where it divides, the divisor not 0, else
    /// `badarith`.
    pub(super) fn arithmetic(
        &mut self,
        operator: BinaryOp,
        operands: [&Syntax; 2],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let (operator, divides) = match operator {
            BinaryOp::Add => (Operator::Add, false),
            BinaryOp::Sub => (Operator::Sub, false),
            BinaryOp::Mul => (Operator::Mul, false),
            BinaryOp::IntDiv => (Operator::Div, true),
            _ => (Operator::Rem, true),
        };
        self.sequence(&operands, env, place, &|this, env, items| {
            let kind = if divides { Kind::Integer } else { this.shared.values.number() };
            this.operands_of(kind, &items, span, &env, place, &|this, env| {
                let [left, right] = two(items.clone());
                let apply = |this: &mut Lowering<'_>, env: Env| {
                    this.apply(operator, vec![left.clone(), right.clone()], &env, k)
                };
                if !divides {
                    return apply(this, env);
                }
                let zero = Cond::Same(right.clone(), Expr::Integer(BigInt::ZERO));
                this.test(
                    &zero,
                    span,
                    &env,
                    &|this, _| this.raise(place, Expr::atom("badarith")),
                    &apply,
                )
            })
        })
    }

    /// `-A`.
    pub(super) fn negate(
        &mut self,
        operand: &Syntax,
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.sequence(&[operand], env, place, &|this, env, items| {
            let kind = this.shared.values.number();
            this.operands_of(kind, &items, span, &env, place, &|this, env| {
                this.apply(Operator::Neg, items.clone(), &env, k)
            })
        })
    }

    /// Goes on if all these values are of a kind, else `badarith`.
    pub(super) fn operands_of(
        &mut self,
        kind: Kind,
        values: &[Expr],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let [first, rest @ ..] = values else {
            return next(self, env.clone());
        };
        self.test(
            &Cond::Is(kind, first.clone()),
            span,
            env,
            &|this, env| this.operands_of(kind, rest, span, &env, place, next),
            &|this, _| this.raise(place, Expr::atom("badarith")),
        )
    }

    /// Names the value of an operator, computed at once where its operands are constants.
    fn apply(&mut self, operator: Operator, operands: Vec<Expr>, env: &Env, k: Cont<'_>) -> NodeId {
        if let Some(value) = constant(operator, &operands) {
            return (k.run)(self, env.clone(), Expr::Integer(value));
        }
        self.bind("Number", Expr::Apply(operator, operands), &|this, value| {
            (k.run)(this, env.clone(), value)
        })
    }
}

fn constant(operator: Operator, operands: &[Expr]) -> Option<BigInt> {
    let large = |operand: &Expr| matches!(operand, Expr::Integer(value) if value.bits() > MAX_CONSTANT_BITS);
    if operands.iter().any(large) {
        return None;
    }
    match (operator, operands) {
        (Operator::Neg, [Expr::Integer(value)]) => Some(-value),
        (Operator::Add, [Expr::Integer(left), Expr::Integer(right)]) => Some(left + right),
        (Operator::Sub, [Expr::Integer(left), Expr::Integer(right)]) => Some(left - right),
        (Operator::Mul, [Expr::Integer(left), Expr::Integer(right)]) => Some(left * right),
        (Operator::Div, [Expr::Integer(left), Expr::Integer(right)]) => left.checked_div(right),
        (Operator::Rem, [Expr::Integer(left), Expr::Integer(right)]) if *right != BigInt::ZERO => {
            Some(left % right)
        }
        _ => None,
    }
}
