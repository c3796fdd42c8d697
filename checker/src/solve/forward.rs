//! Formulas that a search from the start decides.
//!
//! Input: a problem whose nodes hold as soon as one successor does, and never for ever. Output: whether the
//! root holds in the initial state. Follows transitions forwards and stops at the first place that holds, or
//! where passes over all states are cheaper.

use fixedbitset::FixedBitSet;

use crate::formula::{Modality, Sign};
use crate::graph::{Graph, Kind, NodeId};
use crate::solve::problem::Problem;

/// Nodes of a formula, at most: each is asked what it leads to in place.
const MOST_NODES: usize = 1_000;

/// Whether a search decides formulas with this graph.
pub(crate) fn is_search(graph: &Graph) -> bool {
    let is_choice = |node: NodeId| match graph.node(node).kind {
        Kind::True | Kind::False | Kind::Atom(..) | Kind::Or => true,
        Kind::Modal(modality, _) => modality == Modality::Diamond,
        // A fixpoint is a conjunction of its body.
        Kind::And => graph.node(node).children.len() == 1,
    };
    graph.n_nodes() <= MOST_NODES
        && graph.nodes().all(is_choice)
        && graph.blocks().iter().all(|block| block.sign != Some(Sign::Nu))
}

/// So many places are always looked at, and of larger systems a share of the states.
const FEW: usize = 10_000;
const SHARE: usize = 16;

/// Whether the root holds in the initial state of a complete system; nothing if that takes longer than
/// it is worth.
pub(crate) fn reaches(problem: &Problem<'_>) -> Option<bool> {
    let graph = problem.graph;
    let empty = FixedBitSet::with_capacity(problem.lts.n_states());
    let mut seen = vec![empty; graph.n_nodes()];
    let here: Vec<Vec<NodeId>> = graph.nodes().map(|node| in_place(graph, node)).collect();
    seen[graph.root().index()].insert(problem.start.index());
    let mut todo = vec![(graph.root(), problem.start)];
    let mut left = FEW.max(problem.lts.n_states() / SHARE);
    while let Some((node, state)) = todo.pop() {
        left = left.checked_sub(1)?;
        for &node in &here[node.index()] {
            let graph_node = graph.node(node);
            let Kind::Modal(modality, action) = graph_node.kind else {
                let is_true = match graph_node.kind {
                    Kind::Atom(atom, value) => problem.atom(atom, value, state),
                    kind => kind == Kind::True,
                };
                if is_true {
                    return Some(true);
                }
                continue;
            };
            let set = problem.sets.of(modality, action);
            for edge in problem.lts.out(state) {
                for &child in
                    graph_node.children.iter().filter(|_| set.contains(edge.label.index()))
                {
                    if !seen[child.index()].put(edge.target.index()) {
                        todo.push((child, edge.target));
                    }
                }
            }
        }
    }
    Some(false)
}

/// The nodes that a node leads to without a transition, those left out that only lead on.
fn in_place(graph: &Graph, node: NodeId) -> Vec<NodeId> {
    let (mut seen, mut todo, mut ends) = (vec![node], vec![node], Vec::new());
    while let Some(node) = todo.pop() {
        let graph_node = graph.node(node);
        if !matches!(graph_node.kind, Kind::And | Kind::Or) {
            ends.push(node);
            continue;
        }
        for &child in &graph_node.children {
            if !seen.contains(&child) {
                seen.push(child);
                todo.push(child);
            }
        }
    }
    ends
}
