//! Models in which whole numbers stand in the place of floating-point numbers.
//!
//! Input: a model with floats. Output: the model in which each float is an integer, rounded towards zero, quotients are
//! whole, and functions of module `math` give what they get. Tests of floats are about these integers, so that what
//! was total stays so. What hangs on fractions is not in it: the caller says that.

use frontend::Float;
use num_bigint::BigInt;

use model::expr::change::{change, change_each};
use model::{Expr, FloatOp, Model, Operator};

use super::unknown::settled::settle_keys;

/// A model without floats.
pub fn whole(model: &Model) -> Model {
    let mut whole = model.clone();
    change_each(&mut whole, &mut of_expr, &mut |cond| {
        settle_keys(cond);
    });
    whole
}

fn of_expr(expr: &mut Expr) {
    if let Expr::List(cells) = expr
        && cells.is_plain()
    {
        // Lists of constants are passed over otherwise.
        cells.change_constants(|part| change(part, &mut of_expr, &mut |_| {}));
    }
    let Expr::Apply(Operator::Float(operator), items) = expr else { return };
    let float = FloatOp::OfBits.of(items.clone()).as_float();
    let mut items = std::mem::take(items);
    *expr = match operator {
        FloatOp::Add => Expr::Apply(Operator::Add, items),
        FloatOp::Sub => Expr::Apply(Operator::Sub, items),
        FloatOp::Mul => Expr::Apply(Operator::Mul, items),
        FloatOp::Neg => Expr::Apply(Operator::Neg, items),
        FloatOp::Divide => Expr::Apply(Operator::Div, items),
        FloatOp::OfBits => Expr::Integer(float.map_or_else(BigInt::default, Float::truncated)),
        FloatOp::Bits | FloatOp::KeyLess => Expr::integer(0),
        FloatOp::Text | FloatOp::LongText => Expr::integer('0' as usize),
        FloatOp::Scaled => items.pop().map_or(Expr::Nil, |pair| Expr::element(1, pair)),
        FloatOp::OfNumber
        | FloatOp::Trunc
        | FloatOp::Round
        | FloatOp::Floor
        | FloatOp::Ceil
        | FloatOp::Math(_) => items.swap_remove(0),
    };
}
