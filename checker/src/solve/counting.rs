//! Blocks in which values spread backwards, state by state, with counters.
//!
//! Input: a block and what is known of it, complete within each state; a transition system. Output: the values
//! of its nodes. A value spreads from where it is certain to all that gets it from there, along the transitions
//! by target; a counter says what a node still needs. Linear, whatever the system is, but each
//! step jumps: what a few passes over the states find is found before.

use fixedbitset::FixedBitSet;
use lts::StateId;

use crate::graph::{Block, Kind, NodeId};
use crate::solve::problem::{Problem, Solution};

/// Solves the block: where it has not got the target value, it gets it if it can.
pub(crate) fn solve(problem: &Problem<'_>, block: &Block, target: bool, solution: &mut Solution) {
    let mut solver = BlockSolver::new(problem, block, target, solution);
    solver.start();
    solver.run();
}

/// A counter that never reaches zero.
const BLOCKED: u32 = u32::MAX;

/// What a member of a block still needs to get the target value.
enum Missing {
    /// Any child that has the target value.
    Any,
    /// The member's only child in the block, in the states where all other children have the target value.
    Last(FixedBitSet),
    /// For each state the number of children that still have to get the target value.
    Some(Vec<u32>),
}

struct BlockSolver<'p> {
    problem: &'p Problem<'p>,
    block: &'p Block,
    target: bool,
    solution: &'p mut Solution,
    /// Per member of the block, its parents in the block.
    parents: Vec<Vec<usize>>,
    missing: Vec<Missing>,
    /// Members that got the target value in a state, and whose parents do not know it yet.
    todo: Vec<(u32, StateId)>,
}

impl<'p> BlockSolver<'p> {
    fn new(
        problem: &'p Problem<'p>,
        block: &'p Block,
        target: bool,
        solution: &'p mut Solution,
    ) -> Self {
        let mut parents = vec![Vec::new(); block.nodes.len()];
        for (parent, &node) in block.nodes.iter().enumerate() {
            for child in &problem.graph.node(node).children {
                if let Ok(member) = block.nodes.binary_search(child) {
                    parents[member].push(parent);
                }
            }
        }
        Self { problem, block, target, solution, parents, missing: Vec::new(), todo: Vec::new() }
    }

    /// Counts what is missing, all of it before something is added.
    fn start(&mut self) {
        let mut ready = Vec::new();
        for (member, &node) in self.block.nodes.iter().enumerate() {
            let missing = match self.problem.graph.node(node).kind {
                Kind::Modal(..) => self.start_modal(member, &mut ready),
                _ => self.start_join(node),
            };
            self.missing.push(missing);
        }
        for (member, state) in ready {
            self.hit(member, state);
        }
    }

    fn run(&mut self) {
        while let Some((member, state)) = self.todo.pop() {
            self.spread(member as usize, state);
        }
    }

    /// Whether the node gets the target value only from all of its children.
    fn needs_all(&self, node: NodeId) -> bool {
        self.problem.graph.node(node).kind.is_disjunctive() != self.target
    }

    fn has(&self, node: NodeId, state: StateId) -> bool {
        self.solution.value(node, state) == self.target
    }

    /// What a conjunction or disjunction misses: it has got what its children give it.
    fn start_join(&self, node: NodeId) -> Missing {
        if !self.needs_all(node) {
            return Missing::Any;
        }
        let (n_inner, ready) = self.solution.outside(self.problem, self.block, node, self.target);
        if n_inner == 1 {
            return Missing::Last(ready);
        }
        let children = &self.problem.graph.node(node).children;
        let is_inner = |child: &&NodeId| self.block.nodes.binary_search(child).is_ok();
        let inner: Vec<NodeId> = children.iter().filter(is_inner).copied().collect();
        let count = |state: StateId| {
            let count = inner.iter().filter(|child| !self.has(**child, state)).count();
            if ready.contains(state.index()) { narrow(count) } else { BLOCKED }
        };
        Missing::Some(self.problem.lts.states().map(count).collect())
    }

    /// What a modality whose child is in the block misses, and where it misses nothing.
    fn start_modal(&self, member: usize, ready: &mut Vec<(usize, StateId)>) -> Missing {
        let node = self.block.nodes[member];
        let needs_all = self.needs_all(node);
        let mut missing = Vec::new();
        for state in self.problem.lts.states() {
            let (has_some, count) = self.count(node, state);
            let assumed = self.problem.assumed(node, state);
            let gets = if needs_all { count == 0 } else { has_some };
            if assumed.map_or(gets, |value| value == self.target) {
                ready.push((member, state));
            }
            if needs_all {
                missing.push(if assumed.is_some() { BLOCKED } else { narrow(count) });
            }
        }
        if needs_all { Missing::Some(missing) } else { Missing::Any }
    }

    /// Whether some child of a modality has the value, and how many have not.
    fn count(&self, node: NodeId, state: StateId) -> (bool, usize) {
        let graph_node = self.problem.graph.node(node);
        let Kind::Modal(modality, action) = graph_node.kind else { return (false, 0) };
        let set = self.problem.sets.of(modality, action);
        let (mut has_some, mut count) = (false, 0);
        let edges = self.problem.lts.out(state).iter();
        for edge in edges.filter(|edge| set.contains(edge.label.index())) {
            let has = graph_node.children.iter().all(|&child| self.has(child, edge.target));
            has_some |= has;
            count += usize::from(!has);
        }
        (has_some, count)
    }

    fn hit(&mut self, member: usize, state: StateId) {
        let node = self.block.nodes[member];
        if !self.has(node, state) {
            self.solution.set(node, state, self.target);
            self.todo.push((narrow(member), state));
        }
    }

    /// Tells the parents of a node that it has the target value in a state.
    fn spread(&mut self, member: usize, state: StateId) {
        for index in 0..self.parents[member].len() {
            let parent = self.parents[member][index];
            match self.problem.graph.node(self.block.nodes[parent]).kind {
                Kind::Modal(modality, action) => {
                    let set = self.problem.sets.of(modality, action);
                    for edge in self.problem.lts.incoming().of(state) {
                        if set.contains(edge.label.index()) {
                            self.child_hit(parent, edge.source);
                        }
                    }
                }
                _ => self.child_hit(parent, state),
            }
        }
    }

    fn child_hit(&mut self, member: usize, state: StateId) {
        let is_ready = match &mut self.missing[member] {
            Missing::Any => true,
            Missing::Last(ready) => ready.contains(state.index()),
            Missing::Some(missing) => {
                let missing = &mut missing[state.index()];
                if *missing != BLOCKED {
                    *missing -= 1;
                }
                *missing == 0
            }
        };
        if is_ready {
            self.hit(member, state);
        }
    }
}

/// A block has fewer members than a formula has nodes, a state fewer transitions than the system.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(BLOCKED)
}
