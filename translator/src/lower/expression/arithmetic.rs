//! Arithmetic with its errors. Where no known value is a float, numbers are computed with as integers; an unknown one
//! may be a float all the same. Elsewhere what is too large for a float is `badarith`.

use frontend::ast::{BinaryOp, Expr as Syntax};
use num_bigint::BigInt;

use super::operands::two;
use crate::lower::analysis::values::Values;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Cond, Expr, FloatOp, Kind, NodeId, Operator};

/// Larger constants are left to the explorer, which bounds them.
const MAX_CONSTANT_BITS: u64 = 65_536;

/// Bits of integers that can be added to the largest float.
const MAX_ADDED_BITS: u64 = 900;

impl Lowering<'_> {
    /// `A + B` and its like: both operands numbers, integers where it divides, the divisor not 0, else
    /// `badarith`.
    pub(crate) fn arithmetic(
        &mut self,
        operator: BinaryOp,
        operands: [&Syntax; 2],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let (operator, divides) = match operator {
            BinaryOp::Add => (Operator::Add, false),
            BinaryOp::Sub => (Operator::Sub, false),
            BinaryOp::Mul => (Operator::Mul, false),
            BinaryOp::Div => (Operator::Float(FloatOp::Divide), false),
            BinaryOp::IntDiv => (Operator::Div, true),
            _ => (Operator::Rem, true),
        };
        self.sequence(&operands, context, &|this, env, items| {
            let kind = match operator {
                Operator::Float(_) => Kind::Number,
                _ if divides => Kind::Integer,
                _ => this.shared.values.number(),
            };
            this.operands_of(kind, &items, context.with(&env), &|this, env| {
                let [left, right] = two(items.clone());
                let apply = |this: &mut Lowering<'_>, env: Env| {
                    this.apply(operator, vec![left.clone(), right.clone()], context.with(&env), k)
                };
                if !divides {
                    return apply(this, env);
                }
                let zero = Cond::Same(right.clone(), Expr::Integer(BigInt::ZERO));
                this.test(
                    &zero,
                    context.span,
                    &env,
                    &|this, _| this.raise(context, Expr::atom("badarith")),
                    &apply,
                )
            })
        })
    }

    /// `-A`.
    pub(crate) fn negate(&mut self, operand: &Syntax, context: Context<'_>, k: Cont<'_>) -> NodeId {
        self.sequence(&[operand], context, &|this, env, items| {
            let kind = this.shared.values.number();
            this.operands_of(kind, &items, context.with(&env), &|this, env| {
                this.apply(Operator::Neg, items.clone(), context.with(&env), k)
            })
        })
    }

    /// `+A`: what `0 + A` is, which makes `0.0` of `-0.0`.
    pub(crate) fn plus(&mut self, operand: &Syntax, context: Context<'_>, k: Cont<'_>) -> NodeId {
        self.sequence(&[operand], context, &|this, env, items| {
            let kind = this.shared.values.number();
            this.operands_of(kind, &items, context.with(&env), &|this, env| {
                let operands = vec![Expr::Integer(BigInt::ZERO), items[0].clone()];
                match this.on_floats(Operator::Add, &operands, &env) {
                    Operator::Add => (k.run)(this, env, items[0].clone()),
                    operator => this.apply(operator, operands, context.with(&env), k),
                }
            })
        })
    }

    /// Goes on if all these values are of a kind, else `badarith`.
    pub(crate) fn operands_of(
        &mut self,
        kind: Kind,
        values: &[Expr],
        context: Context<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let [first, rest @ ..] = values else {
            return next(self, context.env.clone());
        };
        self.test(
            &Cond::Is(kind, first.clone()),
            context.span,
            context.env,
            &|this, env| this.operands_of(kind, rest, context.with(&env), next),
            &|this, _| this.raise(context, Expr::atom("badarith")),
        )
    }

    /// Names the value of an operator, computed at once where its operands are constants.
    fn apply(
        &mut self,
        operator: Operator,
        operands: Vec<Expr>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let Some(value) = constant(operator, &operands) {
            return (k.run)(self, context.env.clone(), value);
        }
        let operator = self.on_floats(operator, &operands, context.env);
        let is_checked = matches!(operator, Operator::Float(_))
            || self.may_overflow(operator, &operands, context.env);
        self.bind("Number", Expr::Apply(operator, operands), &|this, value| {
            if !is_checked {
                return (k.run)(this, context.env.clone(), value);
            }
            let is_number = Cond::Is(Kind::Number, value.clone());
            let badarith =
                |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("badarith"));
            let next = |this: &mut Lowering<'_>, env: Env| (k.run)(this, env, value.clone());
            this.test(&is_number, context.span, context.env, &next, &badarith)
        })
    }

    /// Whether a result may be too large for a float although no known value is one.
    fn may_overflow(&self, operator: Operator, operands: &[Expr], env: &Env) -> bool {
        let harmless_bits = match operator {
            Operator::Add | Operator::Sub => MAX_ADDED_BITS,
            Operator::Mul => 1,
            _ => return false,
        };
        let is_harmless = |operand: &Expr| matches!(self.resolve(operand), Expr::Integer(value) if value.bits() <= harmless_bits);
        let is_integer =
            |operand: &Expr| self.decide(&Cond::Is(Kind::Integer, operand.clone()), env);
        self.shared.values == Values::Any
            && !operands.iter().any(is_harmless)
            && !operands.iter().all(|operand| is_integer(operand) == Some(true))
    }

    /// The operator that takes floats too, where there may be some among the operands.
    fn on_floats(&self, operator: Operator, operands: &[Expr], env: &Env) -> Operator {
        let is_integer =
            |operand: &Expr| self.decide(&Cond::Is(Kind::Integer, operand.clone()), env);
        if self.shared.values != Values::Floats
            || operands.iter().all(|operand| is_integer(operand) == Some(true))
        {
            return operator;
        }
        match operator {
            Operator::Add => Operator::Float(FloatOp::Add),
            Operator::Sub => Operator::Float(FloatOp::Sub),
            Operator::Mul => Operator::Float(FloatOp::Mul),
            Operator::Neg => Operator::Float(FloatOp::Neg),
            other => other,
        }
    }
}

fn constant(operator: Operator, operands: &[Expr]) -> Option<Expr> {
    if let (Operator::Neg, [operand]) = (operator, operands)
        && let Some(float) = operand.as_float()
    {
        return Some(Expr::float(-float));
    }
    integer(operator, operands).map(Expr::Integer)
}

fn integer(operator: Operator, operands: &[Expr]) -> Option<BigInt> {
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
