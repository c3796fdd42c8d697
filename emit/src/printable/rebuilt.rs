//! Functions for tuples that are others with a few components replaced.
//!
//! Input: a model. Output: the same model where a long tuple most of whose components are those of another one, each in its
//! place, is written as calls around that one: `R#state{a = 1}` is `with_2_of_9(R, 1)`, where
//! `{element(1,R), 1, element(3,R), ..}` stood. The function makes the whole tuple anew, so that nothing hangs on what the other
//! one is.

use std::collections::BTreeMap;

use frontend::Name;
use model::expr::change::change_each;
use model::index::{Idx as _, IndexVec};
use model::{Expr, Function, FunctionId, FunctionRole, Model, Node, NodeId, VarId};

/// Components of a tuple that is written so, at least.
const MIN_SIZE: usize = 6;

/// The model in which tuples are written as others with components replaced.
pub(crate) fn rebuilt(mut model: Model) -> Model {
    let mut functions: BTreeMap<(usize, usize), FunctionId> = BTreeMap::new();
    let mut new: Vec<Function> = Vec::new();
    let first = model.functions.len();
    let mut rebuild = |expr: &mut Expr| {
        let Expr::Tuple(items) = expr else { return };
        let Some(whole) = base(items).cloned() else { return };
        let size = items.len();
        let mut tuple = whole.clone();
        for (position, item) in (1..).zip(std::mem::take(items)) {
            if part_of(position, &item) == Some(&whole) {
                continue;
            }
            let function = *functions.entry((size, position)).or_insert_with(|| {
                new.push(with(position, size));
                FunctionId::from_usize(first + new.len() - 1)
            });
            tuple = Expr::Call(function, vec![tuple, item]);
        }
        *expr = tuple;
    };
    change_each(&mut model, &mut rebuild, &mut |_| {});
    for function in new {
        model.functions.push(function);
    }
    model
}

/// The tuple of which another one has most of its components, all but a third, if there are many.
fn base(items: &[Expr]) -> Option<&Expr> {
    if items.len() < MIN_SIZE {
        return None;
    }
    let whole = (1..)
        .zip(items)
        .find_map(|(position, item)| part_of(position, item).filter(|_| position > 1))?;
    let n_kept =
        (1..).zip(items).filter(|(position, item)| part_of(*position, item) == Some(whole));
    let n_kept = n_kept.count();
    (n_kept < items.len() && 3 * n_kept >= 2 * items.len()).then_some(whole)
}

/// The tuple of which an expression is the component in this place.
fn part_of(position: usize, expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Element(at, whole) if *at == position => Some(whole),
        _ => None,
    }
}

/// The function of a tuple and a value to a tuple of this size with the value in this place.
fn with(position: usize, size: usize) -> Function {
    let [whole, value] = [VarId(0), VarId(1)];
    let item = |at| {
        if at == position { Expr::Var(value) } else { Expr::element(at, Expr::Var(whole)) }
    };
    let nodes = std::iter::once(Node::Return(Expr::Tuple((1..=size).map(item).collect())));
    let vars: IndexVec<VarId, Name> = ["Tuple", "Value"].into_iter().map(Name::from).collect();
    Function {
        role: FunctionRole::With(position, size),
        params: vec![whole, value],
        vars,
        nodes: nodes.collect(),
        root: NodeId(0),
        origins: Vec::new(),
        raises: Vec::new(),
    }
}
