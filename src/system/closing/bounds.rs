//! Numbers on both sides of what a module compares with.
//!
//! Input: a model. Output: small numbers, and those next to the numbers in tests of the module itself. `N > 3` gives 2, 3
//! and 4. Does not know which of them comes to which case.

use std::collections::BTreeSet;

use model::expr::walk::walk_cond;
use model::{Expr, Model, Node, library};
use num_bigint::BigInt;

/// Numbers at most.
const MAX_NUMBERS: usize = 12;

/// The numbers, the smallest ones first.
pub(super) fn numbers(model: &Model) -> Vec<BigInt> {
    let mut numbers: BTreeSet<BigInt> = (0..3).map(BigInt::from).collect();
    let nodes = model.functions.iter().flat_map(|function| &function.nodes);
    for node in nodes {
        let Node::Test { cond, at, .. } = node else { continue };
        if library::contains(*at) {
            continue;
        }
        let mut beside = |expr: &Expr| {
            if let Expr::Integer(bound) = expr {
                numbers.extend((-1..=1).map(|more| bound + more));
            }
        };
        walk_cond(cond, &mut beside, &mut |_| {});
    }
    let mut numbers: Vec<BigInt> = numbers.into_iter().collect();
    numbers.sort_by_key(|number| (number.magnitude().clone(), number.sign()));
    numbers.truncate(MAX_NUMBERS);
    numbers
}
