//! Numbers on both sides of what a module compares with.
//!
//! Input: a model. Output: small numbers, and those next to the numbers in tests of the module itself. `N > 3` gives 2, 3
//! and 4, `N > 2.5` gives 2, 3 and 2.5. Does not know which of them comes to which case.

use std::collections::BTreeSet;

use frontend::Float;
use lts::Term;
use model::expr::walk::{for_each_expr, walk_cond};
use model::{Expr, Model, Node, library};
use num_bigint::BigInt;

/// Numbers at most.
const MAX_NUMBERS: usize = 12;

/// Floats at most.
const MAX_FLOATS: usize = 4;

/// The numbers, the smallest ones first, then floats that the model names.
pub(super) fn numbers(model: &Model) -> Vec<Term> {
    let mut numbers: BTreeSet<BigInt> = (0..3).map(BigInt::from).collect();
    let nodes = model.functions.iter().flat_map(|function| &function.nodes);
    for node in nodes {
        let Node::Test { cond, at, .. } = node else { continue };
        if library::contains(*at) {
            continue;
        }
        let mut is_of_float = false;
        let mut beside = |expr: &Expr| {
            // The bits of a float are no number.
            let is_bits = std::mem::replace(&mut is_of_float, expr.as_float().is_some());
            if let Expr::Integer(bound) = expr
                && !is_bits
            {
                numbers.extend((-1..=1).map(|more| bound + more));
            }
        };
        walk_cond(cond, &mut beside, &mut |_| {});
    }
    let floats: Vec<Float> = floats(model);
    numbers.extend(floats.iter().flat_map(|float| [float.floor(), float.ceiling()]));
    let mut numbers: Vec<BigInt> = numbers.into_iter().collect();
    numbers.sort_by_key(|number| (number.magnitude().clone(), number.sign()));
    numbers.truncate(MAX_NUMBERS);
    numbers.into_iter().map(Term::Integer).chain(floats.into_iter().map(Term::Float)).collect()
}

/// The first floats that the model names: what is stored may be compared somewhere.
fn floats(model: &Model) -> Vec<Float> {
    let mut floats: Vec<Float> = Vec::new();
    for_each_expr(model, &mut |expr| {
        let float = expr.as_float().filter(|float| !floats.contains(float));
        floats.extend(float.filter(|_| floats.len() < MAX_FLOATS));
    });
    floats
}
