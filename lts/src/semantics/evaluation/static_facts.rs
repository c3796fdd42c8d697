//! What is known of the functions of a model before they run.
//!
//! Which functions can only have one outcome on known arguments, which recur, and which variables are still read
//! from a node on: what is not read any more does not keep path states apart.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use frontend::Span;
use model::index::{Idx as _, IndexVec};
use model::{Behaviour, Cond, Expr, Function, Model, Node, OriginId};
use num_bigint::BigInt;
use petgraph::Direction;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// Whether nothing in a model is unknown.
pub(crate) fn is_exact(model: &Model) -> bool {
    let functions = model.functions.iter().all(|function| !function_makes(function));
    let points = model.points.iter().all(|behaviour| !behaviour_makes(behaviour));
    let mut instances = model.composition.iter().flat_map(|instance| &instance.args);
    functions && points && !instances.any(makes)
}

/// For each origin of constants the first one of the same constant.
pub(crate) fn constants(model: &Model) -> IndexVec<OriginId, Option<OriginId>> {
    let mut first: FxHashMap<&str, OriginId> = FxHashMap::default();
    let constants = model.origins.iter_enumerated().map(|(id, origin)| {
        origin.is_constant.then(|| *first.entry(origin.what.as_str()).or_insert(id))
    });
    constants.collect()
}

/// For each function whether running it may come upon an unknown value of its own.
pub(crate) fn makers(model: &Model, calls: &DiGraph<(), ()>) -> Vec<bool> {
    let mut makers: Vec<bool> = model.functions.iter().map(function_makes).collect();
    let mut pending: Vec<usize> = (0..makers.len()).filter(|&number| makers[number]).collect();
    while let Some(maker) = pending.pop() {
        for caller in calls.neighbors_directed(NodeIndex::new(maker), Direction::Incoming) {
            if !std::mem::replace(&mut makers[caller.index()], true) {
                pending.push(caller.index());
            }
        }
    }
    makers
}

/// For each function from where to where its clauses reach in each file, if it has several.
pub(crate) fn extents(model: &Model) -> Vec<Vec<Span>> {
    let reach = |function: &Function| {
        let mut wholes: Vec<Span> = Vec::new();
        for &(_, clause) in &function.origins {
            match wholes.iter_mut().find(|whole| whole.file == clause.file) {
                Some(whole) => {
                    let (start, end) = (whole.start.min(clause.start), whole.end.max(clause.end));
                    *whole = Span::new(clause.file, start, end);
                }
                None => wholes.push(clause),
            }
        }
        let first = function.origins.first().map(|&(_, clause)| clause);
        if function.origins.iter().all(|&(_, clause)| Some(clause) == first) {
            wholes.clear();
        }
        wholes
    };
    model.functions.iter().map(reach).collect()
}

/// Which functions call which, by number; each edge once.
pub(crate) fn calls(model: &Model) -> DiGraph<(), ()> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = model.functions.iter().map(|_| graph.add_node(())).collect();
    // For each function the last one that was seen to call it: a caller is looked at in one go.
    let mut called_by: Vec<Option<NodeIndex>> = vec![None; nodes.len()];
    for (&caller, function) in nodes.iter().zip(&model.functions) {
        for node in &function.nodes {
            node_has(node, &mut |expr| {
                if let Expr::Call(callee, _) = expr
                    && called_by[callee.index()].replace(caller) != Some(caller)
                {
                    graph.add_edge(caller, nodes[callee.index()], ());
                }
                false
            });
        }
    }
    graph
}

/// For each function the recursion that it is part of, if it can come back to itself.
pub(crate) fn recursion(graph: &DiGraph<(), ()>) -> Vec<Option<usize>> {
    let mut recursion = vec![None; graph.node_count()];
    for (number, component) in tarjan_scc(graph).into_iter().enumerate() {
        if component.len() > 1 || component.iter().any(|&node| graph.contains_edge(node, node)) {
            for node in component {
                recursion[node.index()] = Some(number);
            }
        }
    }
    recursion
}

fn function_makes(function: &Function) -> bool {
    function.nodes.iter().any(|node| node_has(node, &mut is_unknown))
}

fn node_has(node: &Node, is: &mut dyn FnMut(&Expr) -> bool) -> bool {
    match node {
        Node::Test { cond, .. } => cond_has(cond, is),
        Node::Let { value, .. } | Node::Return(value) => expr_has(value, is),
    }
}

fn behaviour_makes(behaviour: &Behaviour) -> bool {
    match behaviour {
        Behaviour::End(_) | Behaviour::Choice(_) | Behaviour::Mark { .. } => false,
        Behaviour::Act { args, .. } | Behaviour::Call { args, .. } => args.iter().any(makes),
        Behaviour::Receive { given, when, .. } => {
            given.iter().any(makes)
                || when.as_ref().is_some_and(|cond| cond_has(cond, &mut is_unknown))
        }
        Behaviour::If { cond, .. } => cond_has(cond, &mut is_unknown),
        Behaviour::Let { value, .. } => makes(value),
    }
}

fn makes(expr: &Expr) -> bool {
    expr_has(expr, &mut is_unknown)
}

fn is_unknown(expr: &Expr) -> bool {
    matches!(expr, Expr::Unknown(_) | Expr::Chosen(..))
}

fn cond_has(cond: &Cond, is: &mut dyn FnMut(&Expr) -> bool) -> bool {
    cond.operands().into_iter().any(|operand| expr_has(operand, is))
}

fn expr_has(expr: &Expr, is: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        if is(expr) {
            return true;
        }
        if let Expr::Bool(cond) = expr {
            pending.extend(cond.operands());
        }
        pending.extend(expr.operands());
    }
    false
}

/// The integers that the functions of a model name.
pub(crate) fn integers(model: &Model) -> BTreeSet<BigInt> {
    let mut integers = BTreeSet::new();
    for node in model.functions.iter().flat_map(|function| &function.nodes) {
        node_has(node, &mut |expr| {
            if let Expr::Integer(value) = expr {
                integers.insert(value.clone());
            }
            false
        });
    }
    integers
}

/// For each node of a function the variables that are read from there on: a bit for each, as large functions have ten thousands of both.
pub(crate) fn live_variables(function: &Function) -> Vec<FixedBitSet> {
    let mut live: Vec<FixedBitSet> = Vec::with_capacity(function.nodes.len());
    for node in &function.nodes {
        let mut here = match node {
            Node::Test { yes, no, .. } => {
                let mut here = live[yes.index()].clone();
                here.union_with(&live[no.index()]);
                here
            }
            Node::Let { next, .. } => live[next.index()].clone(),
            Node::Return(_) => FixedBitSet::with_capacity(function.vars.len()),
        };
        if let Node::Let { var, .. } = node {
            here.remove(var.index());
        }
        read_by(node, &mut here);
        live.push(here);
    }
    live
}

fn read_by(node: &Node, read: &mut FixedBitSet) {
    let mut mark = |var: model::VarId| read.insert(var.index());
    match node {
        Node::Test { cond, .. } => cond.for_each_var(&mut mark),
        Node::Let { value, .. } | Node::Return(value) => value.for_each_var(&mut mark),
    }
}
