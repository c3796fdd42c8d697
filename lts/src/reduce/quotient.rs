//! The LTS of the classes of an LTS.
//!
//! Input: an LTS and a partition of its states. Output: an LTS with one state for each block that is
//! reachable, numbered breadth first. What a block can do is what its states can do; steps inside of a
//! block are left out where internal ones are not seen.

use super::Equivalence;
use crate::graph::ids::{LabelId, StateId};
use crate::graph::{Edge, Lts};
use crate::reduce::partition::Partition;

/// The reachable part of an LTS, its states numbered breadth first.
pub fn reachable(lts: &Lts) -> Lts {
    let mut number = vec![u32::MAX; lts.n_states()];
    let mut order = vec![lts.initial()];
    number[lts.initial().index()] = 0;
    let mut edges = Vec::with_capacity(lts.n_transitions());
    let mut next = 0;
    while let Some(&state) = order.get(next) {
        for edge in lts.out(state) {
            let target = &mut number[edge.target.index()];
            if *target == u32::MAX {
                *target = u32::try_from(order.len()).unwrap_or(u32::MAX);
                order.push(edge.target);
            }
            edges.push((
                StateId(number[state.index()]),
                Edge { label: edge.label, target: StateId(number[edge.target.index()]) },
            ));
        }
        next += 1;
    }
    let is_complete = order.iter().all(|&state| lts.is_expanded(state));
    let unexpanded = order.iter().map(|&state| !lts.is_expanded(state)).collect();
    let reached = Lts::new(StateId(0), order.len(), edges, lts.labels().clone());
    if is_complete { reached } else { reached.with_unexpanded(unexpanded) }
}

/// The LTS of all reachable blocks.
pub(super) fn quotient(lts: &Lts, partition: &Partition, equivalence: Equivalence) -> Lts {
    reachable(&whole(lts, partition, equivalence))
}

/// The LTS of all blocks, numbered as in the partition.
pub(super) fn whole(lts: &Lts, partition: &Partition, equivalence: Equivalence) -> Lts {
    let block = |state: StateId| StateId(partition.block(state).0);
    let mut edges = Vec::with_capacity(lts.n_transitions());
    for source in lts.states() {
        for edge in lts.out(source) {
            let target = block(edge.target);
            let stays = edge.label == LabelId::TAU && target == block(source);
            if !(stays && equivalence.is_silent()) {
                edges.push((block(source), Edge { label: edge.label, target }));
            }
        }
    }
    if equivalence == Equivalence::BranchingDivergence {
        edges.extend(
            endless(lts, partition).into_iter().map(|block| {
                (StateId(block), Edge { label: LabelId::TAU, target: StateId(block) })
            }),
        );
    }
    Lts::new(block(lts.initial()), partition.n_blocks(), edges, lts.labels().clone())
}

/// The blocks inside of which internal steps go around in circles.
fn endless(lts: &Lts, partition: &Partition) -> Vec<u32> {
    let acyclic = super::silent::acyclic(lts);
    let mut blocks: Vec<u32> = lts
        .states()
        .filter(|state| acyclic.diverges[acyclic.state_of[state.index()] as usize])
        .map(|state| partition.block(state).0)
        .collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}
