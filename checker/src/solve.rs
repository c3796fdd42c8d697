//! The solver: which node of the graph holds in which state, as in mcl.md 4.2.
//!
//! Input: a transition system and an alternation-free graph. Output: a truth value per node and
//! state. Blocks are solved one after the other; inside a block, values spread from where they are
//! certain: by some passes over the states, and by a search where these do not find all. Time is
//! linear in nodes times (states + transitions).

#[cfg(test)]
pub(crate) mod agreement;
pub(crate) mod counting;
pub(crate) mod endless;
pub(crate) mod forward;
pub(crate) mod local;
pub(crate) mod looping;
pub(crate) mod problem;
pub(crate) mod scc;
pub(crate) mod sweep;

use fixedbitset::FixedBitSet;

use crate::formula::{Modality, Sign};
use crate::graph::{Block, Kind, NodeId};
use crate::solve::problem::{Problem, Solution};

/// Solves the graph on all states.
pub(crate) fn solve(problem: &Problem<'_>) -> Solution {
    let n_states = problem.lts.n_states();
    let empty = FixedBitSet::with_capacity(n_states);
    let mut solution = Solution { values: vec![empty; problem.graph.n_nodes()] };
    for block in problem.graph.blocks() {
        if let Some(again) = block.looping {
            looping::solve(problem, block, again, &mut solution);
            continue;
        }
        match (block.sign, block.nodes.as_slice()) {
            (None, &[node]) => problem.evaluate(node, &mut solution),
            (sign, _) => problem.fixpoint(block, sign.unwrap_or(Sign::Mu), &mut solution),
        }
    }
    solution
}

impl Problem<'_> {
    /// Solves a block of nodes that depend on each other.
    fn fixpoint(&self, block: &Block, sign: Sign, solution: &mut Solution) {
        let target = sign == Sign::Mu;
        for &node in &block.nodes {
            solution.fill(node, !target);
        }
        if sweep::spread(self, block, target, None, solution) {
            return;
        }
        if endless::is_one_way(self.graph, block, sign) {
            endless::solve(self, block, target, solution);
        } else {
            counting::solve(self, block, target, solution);
        }
    }

    /// Computes a node whose children are all known.
    fn evaluate(&self, node: NodeId, solution: &mut Solution) {
        let children = &self.graph.node(node).children;
        let mut values = FixedBitSet::with_capacity(self.lts.n_states());
        match self.graph.node(node).kind {
            Kind::False => {}
            Kind::True => values.insert_range(..),
            Kind::Atom(atom, value) => {
                for state in self.lts.states() {
                    values.set(state.index(), self.atom(atom, value, state));
                }
            }
            Kind::And => {
                values.insert_range(..);
                for child in children {
                    values &= &solution.values[child.index()];
                }
            }
            Kind::Or => {
                for child in children {
                    values |= &solution.values[child.index()];
                }
            }
            Kind::Modal(modality, action) => {
                let set = self.sets.of(modality, action);
                let wanted = modality == Modality::Diamond;
                for state in self.lts.states() {
                    let some = self.lts.out(state).iter().any(|edge| {
                        set.contains(edge.label.index())
                            && children.iter().any(|&c| solution.value(c, edge.target) == wanted)
                    });
                    let value = self.assumed(node, state).unwrap_or(some == wanted);
                    values.set(state.index(), value);
                }
            }
        }
        solution.values[node.index()] = values;
    }
}
