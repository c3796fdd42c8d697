//! Blocks of `<R> @` and `[R] -|`: does R go on for ever?
//!
//! Input: such a block; a transition system. Output: the values of its nodes. `<R> @` is a greatest
//! fixpoint around least ones: where R leads to a place from which R leads on, and so on. A few rounds
//! are enough for most systems. Where they are not: all of its nodes are disjunctive, but for tests, which
//! say where R may go on and are solved already. So one search of the product of block and system decides.
//! It holds where a cycle through the node itself can be reached. `[R] -|` is its negation, node by node.

use fixedbitset::FixedBitSet;
use lts::StateId;

use crate::formula::Sign;
use crate::graph::{Block, Kind, NodeId};
use crate::solve::problem::{Problem, Solution};
use crate::solve::{scc, sweep};

/// Rounds before the product is searched.
const ROUNDS: usize = 4;

/// Solves the block of the looping node `again`.
pub(crate) fn solve(problem: &Problem<'_>, block: &Block, again: NodeId, solution: &mut Solution) {
    // What spreads backwards from the cycles.
    let target = block.sign != Some(Sign::Mu);
    if !rounds(problem, block, again, target, solution) {
        search(problem, block, again, target, solution);
    }
}

/// Looks where R leads to a place of which it is not known that R does not lead on for ever, again and
/// again. Whether nothing changes any more.
fn rounds(
    problem: &Problem<'_>,
    block: &Block,
    again: NodeId,
    target: bool,
    solution: &mut Solution,
) -> bool {
    let Some(&once) = problem.graph.node(again).children.first() else { return false };
    solution.fill(again, target);
    for _ in 0..ROUNDS {
        for &node in block.nodes.iter().filter(|&&node| node != again) {
            solution.fill(node, !target);
        }
        if !sweep::spread(problem, block, target, Some(again), solution) {
            return false;
        }
        if !solution.copy(once, again) {
            return true;
        }
    }
    false
}

/// Searches the product of block and system for cycles, and for what leads to them.
fn search(
    problem: &Problem<'_>,
    block: &Block,
    again: NodeId,
    target: bool,
    solution: &mut Solution,
) {
    let n_states = problem.lts.n_states();
    let tests = block.nodes.iter().map(|&node| test(problem, block, node, target, solution));
    let product = Product { problem, block, n_states, tests: tests.collect() };
    let n_places = block.nodes.len() * n_states;
    let components = scc::components(n_places, |place, out| product.successors(place, out));
    let mut good = FixedBitSet::with_capacity(components.n_components());
    for place in 0..n_places {
        let (node, state) = product.place(place);
        let is_cycle = node == again && components.is_cyclic(place);
        if is_cycle || problem.assumed(node, state) == Some(target) {
            good.insert(components.component(place));
        }
    }
    // Components come after all that they lead to.
    let mut next = Vec::new();
    for place in components.order() {
        if good.contains(components.component(place)) {
            continue;
        }
        next.clear();
        product.successors(place, &mut next);
        let is_good = next.iter().any(|&to| good.contains(components.component(to)));
        if is_good {
            good.insert(components.component(place));
        }
    }
    for &node in &block.nodes {
        solution.fill(node, !target);
    }
    for place in (0..n_places).filter(|&place| good.contains(components.component(place))) {
        let (node, state) = product.place(place);
        solution.set(node, state, target);
    }
}

/// The nodes of a block in all states.
struct Product<'p> {
    problem: &'p Problem<'p>,
    block: &'p Block,
    n_states: usize,
    /// Per node, if it is a test, the states in which R goes on.
    tests: Vec<Option<FixedBitSet>>,
}

/// The states in which a test lets R go on; none where the node is no test.
fn test(
    problem: &Problem<'_>,
    block: &Block,
    node: NodeId,
    target: bool,
    solution: &Solution,
) -> Option<FixedBitSet> {
    let is_test = problem.graph.node(node).kind.is_disjunctive() != target;
    is_test.then(|| solution.outside(problem, block, node, target).1)
}

impl Product<'_> {
    fn place(&self, place: usize) -> (NodeId, StateId) {
        let state = u32::try_from(place % self.n_states).unwrap_or(u32::MAX);
        (self.block.nodes[place / self.n_states], StateId(state))
    }

    fn successors(&self, place: usize, out: &mut Vec<usize>) {
        let (node, state) = self.place(place);
        let test = &self.tests[place / self.n_states];
        if test.as_ref().is_some_and(|passed| !passed.contains(state.index())) {
            return;
        }
        let node = self.problem.graph.node(node);
        let members =
            node.children.iter().filter_map(|child| self.block.nodes.binary_search(child).ok());
        for member in members {
            let base = member * self.n_states;
            let Kind::Modal(modality, action) = node.kind else {
                out.push(base + state.index());
                continue;
            };
            let set = self.problem.sets.of(modality, action);
            let edges = self.problem.lts.out(state).iter();
            let steps = edges.filter(|edge| set.contains(edge.label.index()));
            out.extend(steps.map(|edge| base + edge.target.index()));
        }
    }
}
