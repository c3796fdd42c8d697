//! What several ways through a function have in common where they end.
//!
//! Input: a function. Output: for each sequence of actions with which several ways end in much the same way, what is the same
//! and what differs: `f_S_end_4(Reason,Value)` is written for `{[],[],{4,"text",Value,Reason}}` wherever only the reason
//! differs. Writes no text.

use std::collections::BTreeMap;

use model::index::Idx as _;
use model::{Expr, Function, Node, NodeId, VarId};
use num_bigint::BigInt;

use crate::printable::shapes::written;

/// Characters that a map takes besides what is the same, about: its declaration and the head of its rule.
const HEAD: u64 = 160;

/// Characters of a call of it without arguments, about.
const CALL: u64 = 32;

/// What ways that end with one sequence have in common.
pub(super) struct Ending {
    /// The number of the sequence.
    pub(super) sequence: BigInt,
    /// What comes back, with variables of their own in the place of what differs.
    pub(super) result: Expr,
    /// Those variables.
    pub(super) differing: Vec<VarId>,
    /// The variables of the function in what is the same.
    pub(super) vars: Vec<VarId>,
    /// The nodes that end so.
    pub(super) nodes: Vec<NodeId>,
}

/// A result in parts: the next state, the data, and the arguments of the sequence.
fn parts(value: &Expr) -> Option<(&BigInt, Vec<&Expr>)> {
    let Expr::Tuple(items) = value else { return None };
    let [state, data, Expr::Tuple(sequence)] = items.as_slice() else { return None };
    let (Expr::Integer(number), args) = sequence.split_first()? else { return None };
    Some((number, [state, data].into_iter().chain(args).collect()))
}

/// The endings of a function that are worth a map; each node has so many ways that lead directly to it.
pub(super) fn endings(function: &Function, n_ways: &[usize]) -> Vec<Ending> {
    let mut groups: BTreeMap<(&BigInt, usize), Vec<NodeId>> = BTreeMap::new();
    for (id, node) in function.nodes.iter_enumerated() {
        if let Node::Return(value) = node
            && let Some((number, parts)) = parts(value)
        {
            groups.entry((number, parts.len())).or_default().push(id);
        }
    }
    let mut endings: Vec<Ending> = Vec::new();
    for nodes in groups.into_values() {
        let n_ways = nodes.iter().map(|node| n_ways[node.index()] as u64).sum();
        let ending = ending(function, nodes, n_ways);
        // A sequence has one number of arguments.
        endings.extend(ending.filter(|new| endings.iter().all(|old| old.sequence != new.sequence)));
    }
    endings
}

fn ending(function: &Function, nodes: Vec<NodeId>, n_ways: u64) -> Option<Ending> {
    let mut all = nodes.iter().filter_map(|node| match &function.nodes[*node] {
        Node::Return(value) => parts(value),
        Node::Test { .. } | Node::Let { .. } => None,
    });
    let (sequence, first) = all.next()?;
    let mut is_same = vec![true; first.len()];
    for (_, other) in all {
        for ((is_same, one), other) in is_same.iter_mut().zip(&first).zip(other) {
            *is_same &= **one == *other;
        }
    }
    let mut next = function.vars.len();
    let (mut differing, mut same, mut vars, mut items) = (Vec::new(), 0, Vec::new(), Vec::new());
    for (part, is_same) in first.into_iter().zip(is_same) {
        if is_same {
            same += written(part);
            part.for_each_var(&mut |var| vars.push(var));
            items.push(part.clone());
        } else {
            differing.push(VarId::from_usize(next));
            items.push(Expr::Var(VarId::from_usize(next)));
            next += 1;
        }
    }
    vars.sort_unstable();
    vars.dedup();
    let call = CALL + 10 * vars.len() as u64;
    if n_ways < 2 || same * (n_ways - 1) <= HEAD + call * n_ways {
        return None;
    }
    let args = items.split_off(2);
    let number = std::iter::once(Expr::Integer(sequence.clone()));
    items.push(Expr::Tuple(number.chain(args).collect()));
    let sequence = sequence.clone();
    Some(Ending { sequence, result: Expr::Tuple(items), differing, vars, nodes })
}

/// What differs, in a result that ends so, in the order of the ending's variables.
pub(super) fn given<'a>(ending: &Ending, value: &'a Expr) -> Vec<&'a Expr> {
    let (Some((_, of_all)), Some((_, own))) = (parts(&ending.result), parts(value)) else {
        return Vec::new();
    };
    let is_given = |part: &Expr| matches!(part, Expr::Var(var) if ending.differing.contains(var));
    own.into_iter().zip(of_all).filter(|(_, part)| is_given(part)).map(|(own, _)| own).collect()
}
