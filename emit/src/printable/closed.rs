//! Models whose unknown values are choices between values that stand for them.
//!
//! Input: a model, and values for places where unknown values come from. Output: the model without these unknown values:
//! where a process names one it chooses among the values, everywhere else the first one of them stands. The values are
//! not looked for here, nor what is lost with the others.

use std::collections::BTreeMap;

use model::expr::change::change_each;
use model::{Behaviour, Expr, Guess, Model, Operator, OriginId};

/// A model in which these values stand in the place of unknown ones, for each place where such a value comes from, and what
/// `guessed` gives in the place of what is made up of them. A process does not go on where it would name one of which there
/// is no value.
pub fn closed(
    model: &Model,
    values: &BTreeMap<OriginId, Vec<Expr>>,
    guessed: &dyn Fn(Guess) -> Expr,
) -> Model {
    let mut closed = model.clone();
    for (id, point) in model.points.iter_enumerated() {
        if let Some(offers) = offers(point, values) {
            let offers = offers.into_iter().map(|offer| closed.points.push(offer)).collect();
            closed.points[id] = Behaviour::Choice(offers);
        }
    }
    let mut close = |expr: &mut Expr| {
        if let Expr::Apply(Operator::Guess(guess), _) = expr {
            *expr = guessed(*guess);
            return;
        }
        let values = expr.unknown_origin().and_then(|origin| values.get(&origin));
        if let Some(first) = values.and_then(|values| values.first()) {
            *expr = first.clone();
        }
    };
    change_each(&mut closed, &mut close, &mut |_| {});
    closed
}

/// What is offered in place of a point that names an unknown value; `None` where there is nothing to choose.
fn offers(point: &Behaviour, values: &BTreeMap<OriginId, Vec<Expr>>) -> Option<Vec<Behaviour>> {
    let Behaviour::Let { var, value, next } = point else { return None };
    let values = values.get(&value.unknown_origin()?)?;
    let offer = |value: &Expr| Behaviour::Let { var: *var, value: value.clone(), next: *next };
    (values.len() != 1).then(|| values.iter().map(offer).collect())
}
