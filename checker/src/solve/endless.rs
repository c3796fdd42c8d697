//! Blocks in which one child is enough for the value that endless dependencies have.
//!
//! Input: such a block; a transition system. Output: the values of its nodes. Such a value rests on one way
//! through the block that never ends, or that leaves it for a node with that value, as with
//! `mu X . (<true> true and [A] X)`, which is false where some run is stuck or does A for ever. One
//! depth-first pass over what is not known yet finds all of these: no counters, no transitions by target.

use fixedbitset::FixedBitSet;
use lts::StateId;

use crate::formula::Sign;
use crate::graph::{Block, Graph, Kind, NodeId};
use crate::solve::problem::{Problem, Solution};

/// Whether one child is enough in all nodes of a block with this sign.
pub(crate) fn is_one_way(graph: &Graph, block: &Block, sign: Sign) -> bool {
    block.nodes.iter().all(|&node| graph.node(node).kind.is_disjunctive() == (sign == Sign::Nu))
}

/// Solves such a block, of which some places that have the target value are known.
pub(crate) fn solve(problem: &Problem<'_>, block: &Block, target: bool, solution: &mut Solution) {
    let mut walk = Walk::new(problem, block, target, solution);
    for member in 0..block.nodes.len() {
        if walk.is_place(member) {
            for state in problem.lts.states() {
                walk.go(member, state);
            }
        }
    }
    for (member, &node) in block.nodes.iter().enumerate() {
        let mut values = walk.settled(member);
        if !target {
            values.toggle_range(..);
        }
        solution.replace(node, values);
    }
}

/// How a member of the block goes on without a transition.
struct Way {
    /// The states in which nothing outside of the block gives it, or a member on the way, the value; none
    /// for all states.
    base: Option<FixedBitSet>,
    /// The first member that is no mere name of another one; none where they name each other in a circle.
    place: Option<usize>,
}

/// A pass over the members of a block in all states.
struct Walk<'p> {
    problem: &'p Problem<'p>,
    block: &'p Block,
    /// The value of what does not go on for ever.
    target: bool,
    /// Children in the block, by member.
    inner: Vec<Vec<usize>>,
    ways: Vec<Way>,
    /// By member, if it is a place, and state.
    marks: Vec<Vec<Mark>>,
    stack: Vec<Frame>,
    /// Successors of the places under way that are still to be visited.
    pending: Vec<(u32, StateId)>,
}

/// What is known of a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    UnderWay,
    /// Each way from the place ends.
    Ending,
    /// A way from the place goes on for ever, or leaves the block for the value that this gives.
    Endless,
}

/// A place under way, and where its successors start among those to be visited.
struct Frame {
    member: u32,
    state: StateId,
    first: usize,
}

impl<'p> Walk<'p> {
    fn new(problem: &'p Problem<'p>, block: &'p Block, target: bool, solution: &Solution) -> Self {
        let member = |child: &NodeId| block.nodes.binary_search(child).ok();
        let children = |node: &NodeId| problem.graph.node(*node).children.iter();
        let inner: Vec<Vec<usize>> =
            block.nodes.iter().map(|node| children(node).filter_map(member).collect()).collect();
        let n_states = problem.lts.n_states();
        let outside = block.nodes.iter().map(|&node| match problem.graph.node(node).kind {
            Kind::Modal(..) => None,
            _ => Some(solution.outside(problem, block, node, target).1),
        });
        let outside: Vec<Option<FixedBitSet>> = outside.collect();
        let ways = (0..block.nodes.len()).map(|member| way(member, &inner, &outside, n_states));
        let ways: Vec<Way> = ways.collect();
        let first_marks = |(member, way): (usize, &Way)| {
            if way.place != Some(member) {
                return Vec::new();
            }
            let is_known = |state| solution.value(block.nodes[member], state) == target;
            let mark = |state| if is_known(state) { Mark::Ending } else { Mark::Unseen };
            problem.lts.states().map(mark).collect()
        };
        let marks = ways.iter().enumerate().map(first_marks).collect();
        let (stack, pending) = (Vec::new(), Vec::new());
        Self { problem, block, target, inner, ways, marks, stack, pending }
    }

    /// Whether a member is more than a name of another one.
    fn is_place(&self, member: usize) -> bool {
        self.ways[member].place == Some(member)
    }

    /// Visits what a member leads to from a state on.
    fn go(&mut self, member: usize, state: StateId) {
        if self.marks[member][state.index()] != Mark::Unseen {
            return;
        }
        self.visit(member, state);
        while let Some(&Frame { member, state, first }) = self.stack.last() {
            if self.pending.len() > first
                && let Some((to, target)) = self.pending.pop()
            {
                self.visit(to as usize, target);
                continue;
            }
            self.marks[member as usize][state.index()] = Mark::Ending;
            self.stack.pop();
        }
    }

    /// Enters a place, if it was not seen; where it goes on for ever, so does all that led to it.
    fn visit(&mut self, member: usize, state: StateId) {
        let at = state.index();
        let Some(place) = self.ways[member].place else { return self.give_up() };
        if self.ways[member].base.as_ref().is_some_and(|base| !base.contains(at)) {
            return self.give_up();
        }
        match self.marks[place][at] {
            Mark::Unseen => {}
            Mark::Ending => return,
            Mark::UnderWay | Mark::Endless => return self.give_up(),
        }
        match self.problem.assumed(self.block.nodes[place], state) {
            Some(value) if value == self.target => self.marks[place][at] = Mark::Ending,
            assumed => {
                self.enter(place, state);
                if assumed.is_some() {
                    self.give_up();
                }
            }
        }
    }

    /// All places under way lead to one that goes on for ever.
    fn give_up(&mut self) {
        self.pending.clear();
        for Frame { member, state, .. } in self.stack.drain(..) {
            self.marks[member as usize][state.index()] = Mark::Endless;
        }
    }

    /// Makes a place one under way. Its successors are kept, so that its row is read once.
    fn enter(&mut self, member: usize, state: StateId) {
        let first = self.pending.len();
        self.marks[member][state.index()] = Mark::UnderWay;
        self.stack.push(Frame { member: narrow(member), state, first });
        let Kind::Modal(modality, action) = self.problem.graph.node(self.block.nodes[member]).kind
        else {
            self.pending.extend(self.inner[member].iter().map(|&child| (narrow(child), state)));
            return;
        };
        let set = self.problem.sets.of(modality, action);
        for &child in &self.inner[member] {
            let edges = self.problem.lts.out(state).iter();
            let edges = edges.filter(|edge| set.contains(edge.label.index()));
            self.pending.extend(edges.map(|edge| (narrow(child), edge.target)));
        }
    }

    /// The states in which a member does not go on for ever.
    fn settled(&self, member: usize) -> FixedBitSet {
        let Way { base, place } = &self.ways[member];
        let mut values = base.clone().unwrap_or_else(|| all(self.problem.lts.n_states()));
        match place {
            Some(place) => {
                let marks = self.marks[*place].iter().enumerate();
                let endless = marks.filter(|(_, mark)| **mark == Mark::Endless);
                endless.for_each(|(state, _)| values.remove(state));
            }
            None => values.clear(),
        }
        values
    }
}

/// How a member goes on: a conjunction or disjunction with one child in the block is a name of it.
fn way(
    member: usize,
    inner: &[Vec<usize>],
    outside: &[Option<FixedBitSet>],
    n_states: usize,
) -> Way {
    let mut base = all(n_states);
    let kept = |base: FixedBitSet| if base.is_full() { None } else { Some(base) };
    let mut place = member;
    for _ in 0..=inner.len() {
        let Some(outside) = &outside[place] else {
            return Way { base: kept(base), place: Some(place) };
        };
        base &= outside;
        match inner[place].as_slice() {
            [only] => place = *only,
            _ => return Way { base: kept(base), place: Some(place) },
        }
    }
    Way { base: kept(base), place: None }
}

/// The set of all states.
fn all(n_states: usize) -> FixedBitSet {
    let mut states = FixedBitSet::with_capacity(n_states);
    states.insert_range(..);
    states
}

/// A member as a short number: a block has fewer than a formula has nodes.
fn narrow(member: usize) -> u32 {
    u32::try_from(member).unwrap_or(u32::MAX)
}
