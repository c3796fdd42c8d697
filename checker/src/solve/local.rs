//! A second solver, for small systems: one explicit equation per node and state.
//!
//! Input: a problem on a complete system. Output: the value of the root in the initial state.
//! Only the pairs that the root needs are looked at, so its cost does not grow with the product of
//! formula and system where a run meets each part of the formula once. It tries evidence, and
//! shares neither code nor order of work with [`crate::solve`].

use std::collections::VecDeque;

use lts::StateId;
use rustc_hash::FxHashMap;

use crate::formula::Sign;
use crate::graph::{Kind, NodeId};
use crate::solve::problem::Problem;

/// Whether the root holds in the initial state; missing transitions are taken not to exist.
pub(crate) fn holds(problem: &Problem<'_>) -> bool {
    let mut equations = Equations::new(problem);
    equations.solve();
    equations.variables.first().is_some_and(|root| root.value)
}

/// The equation of a node in a state.
struct Variable {
    node: NodeId,
    state: StateId,
    children: Vec<usize>,
    parents: Vec<usize>,
    value: bool,
    /// Children that do not have the target value of this block yet.
    missing: usize,
}

struct Equations<'p> {
    problem: &'p Problem<'p>,
    /// The root comes first.
    variables: Vec<Variable>,
    index: FxHashMap<(NodeId, StateId), usize>,
}

impl<'p> Equations<'p> {
    /// The equations that the root needs.
    fn new(problem: &'p Problem<'p>) -> Self {
        let mut equations = Self { problem, variables: Vec::new(), index: FxHashMap::default() };
        equations.variable(problem.graph.root(), problem.start);
        let mut next = 0;
        while next < equations.variables.len() {
            for (node, state) in equations.successors(next) {
                let child = equations.variable(node, state);
                equations.variables[next].children.push(child);
                equations.variables[child].parents.push(next);
            }
            next += 1;
        }
        equations
    }

    fn variable(&mut self, node: NodeId, state: StateId) -> usize {
        let fresh = self.variables.len();
        let variable = *self.index.entry((node, state)).or_insert(fresh);
        if variable == fresh {
            let (children, parents) = (Vec::new(), Vec::new());
            self.variables.push(Variable {
                node,
                state,
                children,
                parents,
                value: false,
                missing: 0,
            });
        }
        variable
    }

    fn successors(&self, variable: usize) -> Vec<(NodeId, StateId)> {
        let Variable { node, state, .. } = self.variables[variable];
        let children = &self.problem.graph.node(node).children;
        let Kind::Modal(modality, action) = self.problem.graph.node(node).kind else {
            return children.iter().map(|&child| (child, state)).collect();
        };
        let set = self.problem.sets.of(modality, action);
        let edges = self.problem.lts.out(state).iter();
        edges
            .filter(|edge| set.contains(edge.label.index()))
            .flat_map(|edge| children.iter().map(|&child| (child, edge.target)))
            .collect()
    }

    fn block(&self, variable: usize) -> usize {
        self.problem.graph.block_of(self.variables[variable].node)
    }

    fn solve(&mut self) {
        let mut order: Vec<usize> = (0..self.variables.len()).collect();
        order.sort_by_key(|&variable| self.block(variable));
        let mut rest = order.as_slice();
        while let Some(&first) = rest.first() {
            let block = self.block(first);
            let end = rest.partition_point(|&variable| self.block(variable) == block);
            let (members, behind) = rest.split_at(end);
            self.solve_block(members);
            rest = behind;
        }
    }

    /// Solves a block; those that it depends on are solved.
    fn solve_block(&mut self, members: &[usize]) {
        let Some(&first) = members.first() else { return };
        let block = self.block(first);
        let graph = self.problem.graph;
        if let Some(again) = graph.blocks()[block].looping {
            return self.solve_looping(members, again);
        }
        let target = graph.sign_of(self.variables[first].node) != Some(Sign::Nu);
        for &member in members {
            self.variables[member].value = !target;
        }
        let mut queue = VecDeque::new();
        for &member in members {
            let Variable { node, state, .. } = self.variables[member];
            if let Kind::Atom(atom, value) = graph.node(node).kind {
                self.variables[member].value = self.problem.atom(atom, value, state);
                continue;
            }
            let children = &self.variables[member].children;
            let outside = children.iter().filter(|&&child| self.block(child) != block);
            let hits = outside.filter(|&&child| self.variables[child].value == target).count();
            self.variables[member].missing = children.len() - hits;
            self.update(member, hits > 0, target, &mut queue);
        }
        while let Some(member) = queue.pop_front() {
            for index in 0..self.variables[member].parents.len() {
                let parent = self.variables[member].parents[index];
                if self.block(parent) == block {
                    self.variables[parent].missing -= 1;
                    self.update(parent, true, target, &mut queue);
                }
            }
        }
    }

    /// Solves the block of `<R> @` or `[R] -|`: which of its places lead back to `again` for ever?
    fn solve_looping(&mut self, members: &[usize], again: NodeId) {
        let target = self.problem.graph.sign_of(again) != Some(Sign::Mu);
        let mut anchors: Vec<usize> =
            members.iter().copied().filter(|&m| self.variables[m].node == again).collect();
        loop {
            for &member in members {
                self.variables[member].value = !target;
            }
            let mut queue: Vec<usize> = anchors.clone();
            while let Some(variable) = queue.pop() {
                for index in 0..self.variables[variable].parents.len() {
                    let parent = self.variables[variable].parents[index];
                    let is_new = self.variables[parent].value != target;
                    let is_inside = self.block(parent) == self.block(variable);
                    if is_new && is_inside && self.passes(parent, target) {
                        self.variables[parent].value = target;
                        queue.push(parent);
                    }
                }
            }
            let n_anchors = anchors.len();
            anchors.retain(|&anchor| self.variables[anchor].value == target);
            if anchors.len() == n_anchors {
                return;
            }
        }
    }

    /// Whether a test in the block of `<R> @` lets R go on; other variables do.
    fn passes(&self, member: usize, target: bool) -> bool {
        let Variable { node, ref children, .. } = self.variables[member];
        let is_test = self.problem.graph.node(node).kind.is_disjunctive() != target;
        let outside = children.iter().filter(|&&child| self.block(child) != self.block(member));
        !is_test || outside.into_iter().all(|&child| self.variables[child].value == target)
    }

    /// Gives a variable the target value if its children ask for it; `some` of them may.
    fn update(&mut self, member: usize, some: bool, target: bool, queue: &mut VecDeque<usize>) {
        let kind = self.problem.graph.node(self.variables[member].node).kind;
        let variable = &mut self.variables[member];
        let all = variable.missing == 0;
        let one_is_enough = kind.is_disjunctive() == target;
        if variable.value != target && (if one_is_enough { some } else { all }) {
            variable.value = target;
            queue.push_back(member);
        }
    }
}
