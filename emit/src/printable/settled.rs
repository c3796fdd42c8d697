//! Models in which nothing comes to an unknown value.
//!
//! Input: a model whose functions have unknown values, or floats, on ways that perhaps no run goes: texts of atoms that the
//! module does not name, orders of keys that it never makes. Output: the model as it is printed if that is so, with a
//! term that has no value in their places. Whether it is so does not show here: a run of the result that comes to such a
//! place is stuck, which exploring all of it shows.

use model::{Behaviour, Cond, End, Expr, FloatOp, Kind, Model, Node, Operator, PointId};

/// What has no value, in the engine and in both languages.
fn undefined() -> Expr {
    Expr::Head(Box::new(Expr::Nil))
}

/// The model without unknown values and floats; `None` where it has none.
pub fn settled(model: &Model) -> Option<Model> {
    let mut settled = model.clone();
    let mut is_changed = false;
    for node in settled.functions.iter_mut().flat_map(|function| function.nodes.iter_mut()) {
        is_changed |= match node {
            Node::Test { cond, .. } => settle_cond(cond),
            Node::Let { value, .. } | Node::Return(value) => settle(value),
        };
    }
    let dead = settled.points.push(Behaviour::End(End::Nothing));
    for point in &mut settled.points {
        is_changed |= settle_point(point, dead);
    }
    for instance in &mut settled.composition {
        is_changed |= settle_all(&mut instance.args);
    }
    is_changed.then_some(settled)
}

/// Takes unknown values and floats out of a control point, and says whether there were any; one that makes an unknown
/// value decides something that has no value instead.
fn settle_point(point: &mut Behaviour, dead: PointId) -> bool {
    match point {
        Behaviour::Let { value: Expr::Unknown(_) | Expr::Chosen(..), .. } => {
            let cond = Cond::Is(Kind::Nil, undefined());
            *point = Behaviour::If { cond, yes: dead, no: dead };
            true
        }
        Behaviour::Let { value, .. } => settle(value),
        Behaviour::Act { args, .. } | Behaviour::Call { args, .. } => settle_all(args),
        Behaviour::Receive { given, when, .. } => {
            settle_all(given) | when.as_mut().is_some_and(settle_cond)
        }
        Behaviour::If { cond, .. } => settle_cond(cond),
        Behaviour::End(_) | Behaviour::Choice(_) | Behaviour::Mark { .. } => false,
    }
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

/// Puts what has no value in the place of unknown values and floats; whether there are any.
fn settle(expr: &mut Expr) -> bool {
    match expr {
        Expr::Unknown(_) | Expr::Chosen(..) => {
            *expr = undefined();
            true
        }
        Expr::Apply(Operator::Float(operator), items) => {
            match of_integers(*operator) {
                Some(operator) => {
                    settle_all(items);
                    *expr = Expr::Apply(operator, std::mem::take(items));
                }
                None => *expr = undefined(),
            }
            true
        }
        Expr::Var(_)
        | Expr::Atom(_)
        | Expr::State(_)
        | Expr::Integer(_)
        | Expr::Nil
        | Expr::EmptyStack => false,
        Expr::Cons(a, b) | Expr::Push(a, b) => settle(a) | settle(b),
        Expr::List(cells) => {
            let mut is_changed = false;
            cells.change(|part| is_changed |= settle(part));
            is_changed
        }
        Expr::Element(_, a) | Expr::Head(a) | Expr::Tail(a) | Expr::Top(a) | Expr::Pop(a) => {
            settle(a)
        }
        Expr::Tuple(items) | Expr::Apply(_, items) | Expr::Call(_, items) => settle_all(items),
        Expr::Bool(cond) => settle_cond(cond),
    }
}

fn settle_all(exprs: &mut [Expr]) -> bool {
    exprs.iter_mut().fold(false, |is_changed, expr| settle(expr) | is_changed)
}

/// The two of which it is asked whether the first comes before the second among the keys of a map.
fn keys(cond: &Cond) -> Option<(Expr, Expr)> {
    let Cond::Same(Expr::Apply(Operator::Float(FloatOp::KeyLess), pair), _) = cond else {
        return None;
    };
    let pair = pair.first()?;
    Some((Expr::element_of(1, pair), Expr::element_of(2, pair)))
}

fn settle_cond(cond: &mut Cond) -> bool {
    if let Some((left, right)) = keys(cond) {
        *cond = Cond::Less(left, right);
        settle_cond(cond);
        return true;
    }
    match cond {
        Cond::Is(_, a) | Cond::IsEmptyStack(a) | Cond::Holds(_, a) | Cond::Known(a) => settle(a),
        Cond::Same(a, b) | Cond::Equal(a, b) | Cond::Less(a, b) => settle(a) | settle(b),
        Cond::Not(inner) => settle_cond(inner),
        Cond::And(a, b) => settle_cond(a) | settle_cond(b),
    }
}
