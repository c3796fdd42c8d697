//! The solver: which node of the graph holds in which state, as in mcl.md 4.2.
//!
//! Input: a transition system and an alternation-free graph. Output: a truth value per node and
//! state. Blocks are solved one after the other; inside a block, values spread backwards from
//! where they are certain. Time is linear in nodes times (states + transitions).

use fixedbitset::FixedBitSet;
use lts::{Lts, StateId};

use crate::action::LabelSet;
use crate::formula::{Modality, Sign};
use crate::graph::{ActionId, AtomId, Block, Graph, Kind, NodeId};
use crate::{endless, looping};

/// What is assumed of the transitions that were not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assume {
    /// They make each modality of their source false.
    Worst,
    /// They make each modality of their source true.
    Best,
}

/// The labels of each condition of a graph, as modalities read it.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    /// Below `<…>`.
    pub(crate) diamonds: Vec<LabelSet>,
    /// Below `[…]`.
    pub(crate) boxes: Vec<LabelSet>,
    /// Per atom, the states in which it counts as true, and in which it counts as false.
    pub(crate) atoms: Vec<[FixedBitSet; 2]>,
}

impl Sets {
    /// The labels that a modality speaks of.
    pub(crate) fn of(&self, modality: Modality, action: ActionId) -> &LabelSet {
        match modality {
            Modality::Diamond => &self.diamonds[action.index()],
            Modality::Box => &self.boxes[action.index()],
        }
    }
}

/// What a graph is solved on.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'p> {
    pub(crate) lts: &'p Lts,
    pub(crate) graph: &'p Graph,
    /// The labels of each condition of the graph.
    pub(crate) sets: &'p Sets,
    pub(crate) assume: Assume,
    /// The state that is asked about.
    pub(crate) start: StateId,
    /// The states whose atoms count, where those of this system are copies of others.
    pub(crate) copied: Option<&'p [StateId]>,
}

/// A truth value per node and state.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    values: Vec<FixedBitSet>,
}

impl Solution {
    /// Gives a node this value in all states.
    pub(crate) fn fill(&mut self, node: NodeId, value: bool) {
        self.values[node.index()].set_range(.., value);
    }

    /// Gives a node this value in a state.
    pub(crate) fn set(&mut self, node: NodeId, state: StateId, value: bool) {
        self.values[node.index()].set(state.index(), value);
    }

    /// Replaces the values of a node.
    pub(crate) fn replace(&mut self, node: NodeId, values: FixedBitSet) {
        self.values[node.index()] = values;
    }

    /// Of a conjunction or disjunction, how many children are in this block, and the states in which the
    /// others have the target value: all of them where all children are needed, else some.
    pub(crate) fn outside(
        &self,
        problem: &Problem<'_>,
        block: &Block,
        node: NodeId,
        target: bool,
    ) -> (usize, FixedBitSet) {
        let own = problem.graph.node(node);
        let needs_all = own.kind.is_disjunctive() != target;
        let mut ready = FixedBitSet::with_capacity(problem.lts.n_states());
        ready.set_range(.., needs_all);
        let mut n_inner = 0;
        for child in &own.children {
            let values = &self.values[child.index()];
            match (block.nodes.binary_search(child).is_ok(), needs_all, target) {
                (true, ..) => n_inner += 1,
                (false, true, true) => ready &= values,
                (false, true, false) => ready.difference_with(values),
                (false, false, true) => ready |= values,
                (false, false, false) => ready |= &inverted(values),
            }
        }
        (n_inner, ready)
    }

    /// In how many states a node holds.
    pub(crate) fn n_true(&self, node: NodeId) -> usize {
        self.values[node.index()].count_ones(..)
    }

    /// Whether a node holds in a state.
    pub(crate) fn value(&self, node: NodeId, state: StateId) -> bool {
        self.values[node.index()].contains(state.index())
    }
}

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
            (Some(sign), _) if endless::is_one_way(problem.graph, block, sign) => {
                endless::solve(problem, block, sign, &mut solution);
            }
            (sign, _) => {
                let sign = sign.unwrap_or(Sign::Mu);
                BlockSolver::new(problem, block, sign, &mut solution).run();
            }
        }
    }
    solution
}

impl Problem<'_> {
    /// The value of a modality that missing transitions decide.
    pub(crate) fn assumed(&self, node: NodeId, state: StateId) -> Option<bool> {
        if self.lts.is_expanded(state) {
            return None;
        }
        match (self.graph.node(node).kind, self.assume) {
            (Kind::Modal(Modality::Diamond, _), Assume::Best) => Some(true),
            (Kind::Modal(Modality::Box, _), Assume::Worst) => Some(false),
            _ => None,
        }
    }

    /// Whether an atom counts as true, or as false, in a state.
    pub(crate) fn atom(&self, atom: AtomId, value: bool, state: StateId) -> bool {
        let original = self.copied.map_or(Some(state), |copied| copied.get(state.index()).copied());
        let states = &self.sets.atoms[atom.index()][usize::from(!value)];
        original.is_some_and(|state| states.contains(state.index()))
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
                let found = modality == Modality::Diamond;
                for state in self.lts.states() {
                    let some = self.lts.out(state).iter().any(|edge| {
                        set.contains(edge.label.index())
                            && children.iter().any(|&c| solution.value(c, edge.target) == found)
                    });
                    let value = self.assumed(node, state).unwrap_or(some == found);
                    values.set(state.index(), value);
                }
            }
        }
        solution.values[node.index()] = values;
    }
}

/// A counter that never reaches zero.
const BLOCKED: u32 = u32::MAX;

/// What a member of a block still needs to get the target value.
enum Missing {
    /// Any child that has it.
    Any,
    /// Its only child in the block, in the states where all others have it.
    Last(FixedBitSet),
    /// So many children in each state.
    Some(Vec<u32>),
}

/// Solves one block: all values start as the one that the sign gives to endless dependencies, and
/// the other one, the target, spreads backwards.
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
        sign: Sign,
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
        let target = sign == Sign::Mu;
        for node in &block.nodes {
            solution.values[node.index()].set_range(.., !target);
        }
        let missing = block.nodes.iter().map(|_| Missing::Any).collect();
        Self { problem, block, target, solution, parents, missing, todo: Vec::new() }
    }

    fn run(&mut self) {
        for (member, &node) in self.block.nodes.iter().enumerate() {
            match self.problem.graph.node(node).kind {
                Kind::Modal(modality, action) => {
                    self.start_modal(member, self.problem.sets.of(modality, action));
                }
                _ => self.start_join(member),
            }
        }
        while let Some((member, state)) = self.todo.pop() {
            self.spread(member as usize, state);
        }
    }

    /// Whether the node gets the target value only from all of its children.
    fn needs_all(&self, node: NodeId) -> bool {
        self.problem.graph.node(node).kind.is_disjunctive() != self.target
    }

    /// First values of a conjunction or disjunction.
    fn start_join(&mut self, member: usize) {
        let node = self.block.nodes[member];
        let needs_all = self.needs_all(node);
        let (n_inner, ready) = self.solution.outside(self.problem, self.block, node, self.target);
        if !needs_all {
            ready.ones().for_each(|state| self.hit(member, state_of(state)));
            return;
        }
        self.missing[member] = if n_inner == 1 {
            Missing::Last(ready)
        } else {
            let inner = u32::try_from(n_inner).unwrap_or(BLOCKED);
            let states = 0..self.problem.lts.n_states();
            let count = |state| if ready.contains(state) { inner } else { BLOCKED };
            Missing::Some(states.map(count).collect())
        };
    }

    /// First values of a modality whose child is in the block.
    fn start_modal(&mut self, member: usize, set: &LabelSet) {
        let node = self.block.nodes[member];
        let needs_all = self.needs_all(node);
        if !needs_all && self.problem.lts.is_complete() {
            return;
        }
        let mut missing = Vec::new();
        for state in self.problem.lts.states() {
            let assumed = self.problem.assumed(node, state);
            let edges = self.problem.lts.out(state).iter();
            let count = edges.filter(|edge| set.contains(edge.label.index())).count();
            if assumed == Some(self.target) || (needs_all && assumed.is_none() && count == 0) {
                self.hit(member, state);
            }
            if needs_all {
                let count = u32::try_from(count).unwrap_or(BLOCKED);
                missing.push(if assumed.is_some() { BLOCKED } else { count });
            }
        }
        if needs_all {
            self.missing[member] = Missing::Some(missing);
        }
    }

    fn hit(&mut self, member: usize, state: StateId) {
        let values = &mut self.solution.values[self.block.nodes[member].index()];
        if values.contains(state.index()) != self.target {
            values.set(state.index(), self.target);
            // A block has fewer members than a formula has nodes.
            self.todo.push((u32::try_from(member).unwrap_or(u32::MAX), state));
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

fn inverted(values: &FixedBitSet) -> FixedBitSet {
    let mut values = values.clone();
    values.toggle_range(..);
    values
}

/// A state with this number.
pub(crate) fn state_of(number: usize) -> StateId {
    StateId(u32::try_from(number).unwrap_or(u32::MAX))
}
