//! How many steps the interpreter takes for a function, without the calls in it.
//!
//! Input: a decision graph. Output: the nodes that it may come to, and the steps on its longest way: never fewer than are taken, so
//! that what is computed here within a limit is computed by the interpreter, too.

use model::index::Idx as _;
use model::{Expr, Function, FunctionId, Node, NodeId};

/// The nodes that a function may come to, each before those that it leads to.
pub(crate) fn reachable(function: &Function) -> Vec<NodeId> {
    let mut is_reached = vec![false; function.nodes.len()];
    is_reached[function.root.index()] = true;
    let mut order = Vec::new();
    for number in (0..=function.root.index()).rev() {
        if !is_reached[number] {
            continue;
        }
        let node = NodeId::from_usize(number);
        order.push(node);
        for next in behind(&function.nodes[node]) {
            is_reached[next.index()] = true;
        }
    }
    order
}

fn behind(node: &Node) -> impl Iterator<Item = NodeId> {
    let (one, other) = match node {
        Node::Test { yes, no, .. } => (Some(*yes), Some(*no)),
        Node::Let { next, .. } => (Some(*next), None),
        Node::Return(_) => (None, None),
    };
    one.into_iter().chain(other)
}

/// Steps that the interpreter takes on the longest way through a function, without what it calls.
pub(crate) fn cost(function: &Function) -> usize {
    let mut costs: Vec<usize> = Vec::with_capacity(function.nodes.len());
    for node in &function.nodes {
        let longest = behind(node).map(|next| costs[next.index()]).max().unwrap_or(0);
        costs.push(longest.saturating_add(cost_of(node)));
    }
    costs[function.root.index()]
}

/// Steps that a node takes: one for each expression; where calls are nested all are taken again for each of these.
fn cost_of(node: &Node) -> usize {
    let mut n_calls = 1;
    calls_in(node, &mut |_| n_calls += 1);
    let mut n_exprs: usize = 1;
    exprs_of(node, &mut |_| n_exprs += 1);
    n_exprs.saturating_mul(n_calls)
}

/// Visits the functions that a node calls.
pub(crate) fn calls_in(node: &Node, visit: &mut dyn FnMut(FunctionId)) {
    exprs_of(node, &mut |expr| {
        if let Expr::Call(callee, _) = expr {
            visit(*callee);
        }
    });
}

/// Visits all expressions of a node, with those in them.
fn exprs_of(node: &Node, visit: &mut dyn FnMut(&Expr)) {
    let mut pending: Vec<&Expr> = match node {
        Node::Test { cond, .. } => cond.operands(),
        Node::Let { value, .. } | Node::Return(value) => vec![value],
    };
    while let Some(expr) = pending.pop() {
        visit(expr);
        if let Expr::Bool(cond) = expr {
            pending.extend(cond.operands());
        }
        pending.extend(expr.operands());
    }
}
