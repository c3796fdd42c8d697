//! One test for tests that follow each other, none where the answer does not matter.
//!
//! Input: a model. Output: the same model without tests whose answers lead to the same, where a test that only one other test
//! leads to is a part of that one, if one of its answers leads to the same as the other answer there. The clause `f({ok, X}) -> ..` asks for a tuple of two elements,
//! then for its first one; where either is missing the same follows, so that the text has one rule for that and no map
//! between the two. What is asked together is asked of any term: only tests that look at parts of terms are joined.

use model::index::Idx as _;
use model::{Cond, Expr, Function, Model, Node, NodeId};

use super::abstracted::{Graph, origins_of_both, renamed};
use super::shapes::{Shape, Shapes, written_cond};

/// Characters of a condition, about, at most.
const MAX_WRITTEN: u64 = 240;

/// The model in which tests that follow each other are one.
pub(crate) fn joined(mut model: Model) -> Model {
    while for_each_function(&mut model, &leave_out) {}
    for_each_function(&mut model, &join);
    model
}

/// Changes each function, which has nodes of these shapes; whether one has changed.
fn for_each_function(model: &mut Model, change: &dyn Fn(&mut Function, &[Shape]) -> bool) -> bool {
    let graph = Graph::of(model);
    let shapes = Shapes::new(&graph.items, &renamed);
    let (mut start, mut is_changed) = (0, false);
    for function in &mut model.functions {
        let n_nodes = function.nodes.len();
        if change(function, &shapes.of[start..start + n_nodes]) {
            *function = function.pruned();
            is_changed = true;
        }
        start += n_nodes;
    }
    is_changed
}

/// Leads past the tests of a function whose answers do not matter; whether there are any.
fn leave_out(function: &mut Function, shapes: &[Shape]) -> bool {
    let mut places: Vec<NodeId> = Vec::with_capacity(function.nodes.len());
    for id in (0..function.nodes.len()).map(NodeId::from_usize) {
        let place = match &function.nodes[id] {
            Node::Test { cond, yes, no, .. }
                if shapes[yes.index()] == shapes[no.index()] && looks_only(cond) =>
            {
                let (yes, no) = (*yes, *no);
                function.origins = origins_of_both(function, yes, function, no);
                places[yes.index()]
            }
            _ => id,
        };
        places.push(place);
    }
    function.lead_past(&|id| places[id.index()])
}

/// Joins the tests of a function, which has nodes of these shapes; whether there are such.
fn join(function: &mut Function, shapes: &[Shape]) -> bool {
    let mut is_changed = false;
    let mut n_ways = vec![0_usize; function.nodes.len()];
    for node in &function.nodes {
        for next in node.successors() {
            n_ways[next.index()] += 1;
        }
    }
    let is_alone: Vec<bool> = n_ways.iter().map(|&ways| ways == 1).collect();
    let is_same = |one: NodeId, other: NodeId| shapes[one.index()] == shapes[other.index()];
    // Every node stands behind those that it leads to.
    for id in (0..function.nodes.len()).map(NodeId::from_usize) {
        while let Some((node, kept, left)) = one_of_two(function, id, &is_alone, &is_same) {
            function.origins = origins_of_both(function, kept, function, left);
            function.nodes[id] = node;
            is_changed = true;
        }
    }
    is_changed
}

/// What a test and one behind it are together, what follows both, and that which is the same and is left out.
fn one_of_two(
    function: &Function,
    id: NodeId,
    is_alone: &[bool],
    is_same: &impl Fn(NodeId, NodeId) -> bool,
) -> Option<(Node, NodeId, NodeId)> {
    let Node::Test { cond, yes, no, at } = &function.nodes[id] else { return None };
    let both = |is_first: bool, next: NodeId, other: NodeId| {
        let Node::Test { cond: test, yes, no, .. } = &function.nodes[next] else { return None };
        if !is_alone[next.index()] || !looks_only(test) {
            return None;
        }
        let (test, behind, left) = if is_same(*no, other) {
            (test.clone(), *yes, *no)
        } else if is_same(*yes, other) {
            (negated(test), *no, *yes)
        } else {
            return None;
        };
        let first = if is_first { cond.clone() } else { negated(cond) };
        let cond = Cond::And(Box::new(first), Box::new(test));
        let is_short = written_cond(&cond) <= MAX_WRITTEN;
        is_short.then_some((Node::Test { cond, yes: behind, no: other, at: *at }, other, left))
    };
    both(true, *yes, *no).or_else(|| both(false, *no, *yes))
}

/// What holds where a condition does not.
fn negated(cond: &Cond) -> Cond {
    match cond {
        Cond::Not(inner) => (**inner).clone(),
        cond => Cond::Not(Box::new(cond.clone())),
    }
}

/// Whether a condition has a meaning, or at least an end, whatever the values are that it asks of.
pub(crate) fn looks_only(cond: &Cond) -> bool {
    match cond {
        Cond::Not(inner) => looks_only(inner),
        Cond::And(left, right) => looks_only(left) && looks_only(right),
        cond => cond.operands().into_iter().all(is_part),
    }
}

/// Whether a term is a constant, a variable, a part of one, or made of such.
pub(crate) fn is_part(expr: &Expr) -> bool {
    !matches!(expr, Expr::Call(..) | Expr::Apply(..)) && expr.operands().all(is_part)
}
