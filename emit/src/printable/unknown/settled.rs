//! Models in which nothing comes to an unknown value.
//!
//! Input: a model whose functions have unknown values, or compute with floats, on ways that perhaps no run goes: texts of
//! atoms that the module does not name, orders of keys that it never makes. Output: the model as it is printed if that is so, with a
//! term that has no value in their places. Whether it is so does not show here: a run of the result that comes to such a
//! place is stuck, which exploring all of it shows.

use std::cell::Cell;

use model::expr::change::change_each;
use model::expr::walk::for_each_expr;
use model::{Behaviour, Cond, End, Expr, FloatOp, Kind, Model, Operator, PointId};

/// What has no value, in the engine and in both languages.
fn undefined() -> Expr {
    Expr::Head(Box::new(Expr::Nil))
}

/// The model without unknown values, and without what computes with floats; `None` where it has none.
pub fn settled(model: &Model) -> Option<Model> {
    let mut settled = model.clone();
    let is_changed = Cell::new(false);
    let dead = settled.points.push(Behaviour::End(End::Nothing));
    for point in &mut settled.points {
        is_changed.set(is_changed.get() | settle_point(point, dead));
    }
    let mut of_expr = |expr: &mut Expr| is_changed.set(is_changed.get() | settle(expr));
    // Where a float may be a key, the order of keys is one of its own.
    let has_floats = names_float(model);
    let mut of_cond =
        |cond: &mut Cond| is_changed.set(is_changed.get() | (!has_floats && settle_keys(cond)));
    change_each(&mut settled, &mut of_expr, &mut of_cond);
    is_changed.get().then_some(settled)
}

/// Whether a model has a float as a constant.
fn names_float(model: &Model) -> bool {
    let mut names = false;
    for_each_expr(model, &mut |expr| names |= expr.as_float().is_some());
    names
}

/// Lets a control point that makes an unknown value decide something that has no value instead; whether it was one.
fn settle_point(point: &mut Behaviour, dead: PointId) -> bool {
    let Behaviour::Let { value: Expr::Unknown(_) | Expr::Chosen(..), .. } = point else {
        return false;
    };
    let cond = Cond::Is(Kind::Nil, undefined());
    *point = Behaviour::If { cond, yes: dead, no: dead };
    true
}

/// What an operator of numbers is where none of them is a float; `None` where it takes or gives one.
fn of_integers(operator: FloatOp) -> Option<Operator> {
    match operator {
        FloatOp::Add => Some(Operator::Add),
        FloatOp::Sub => Some(Operator::Sub),
        FloatOp::Mul => Some(Operator::Mul),
        FloatOp::Neg => Some(Operator::Neg),
        FloatOp::OfBits
        | FloatOp::Bits
        | FloatOp::Divide
        | FloatOp::OfNumber
        | FloatOp::Trunc
        | FloatOp::Round
        | FloatOp::Floor
        | FloatOp::Ceil
        | FloatOp::Text
        | FloatOp::LongText
        | FloatOp::Scaled
        | FloatOp::KeyLess
        | FloatOp::Math(_) => None,
    }
}

/// Puts what has no value in the place of an unknown value, or of what computes with a float; whether it was one.
fn settle(expr: &mut Expr) -> bool {
    let is_named = expr.as_float().is_some();
    match expr {
        Expr::Unknown(_) | Expr::Chosen(..) => *expr = undefined(),
        Expr::Apply(Operator::Float(FloatOp::KeyLess), _) => return false,
        Expr::Apply(Operator::Float(operator), items) if !is_named => {
            *expr = match of_integers(*operator) {
                Some(operator) => Expr::Apply(operator, std::mem::take(items)),
                None => undefined(),
            };
        }
        _ => return false,
    }
    true
}

/// Lets keys of a map be compared as other terms are, if a condition compares two; whether it did.
pub(in crate::printable) fn settle_keys(cond: &mut Cond) -> bool {
    let Cond::Same(Expr::Apply(Operator::Float(FloatOp::KeyLess), pair), _) = cond else {
        return false;
    };
    let Some(pair) = pair.first() else { return false };
    *cond = Cond::Less(Expr::element_of(1, pair), Expr::element_of(2, pair));
    true
}
