//! Values that spread by passes over the states in order.
//!
//! Input: a block whose members have the value that endless dependencies give; a transition system. Output:
//! the target value wherever it comes from, or as far as the effort allowed. A pass reads the rows of the states
//! one after the other, down and up in turns, and only where a value is still missing. That costs a small part
//! of a search, which jumps from row to row, and a few passes are enough for most systems. Where they are
//! not, the caller goes on from what was found: it is right, and complete within each state.

use fixedbitset::FixedBitSet;
use lts::StateId;

use crate::conditions::action::LabelSet;
use crate::graph::{Block, Kind, NodeId};
use crate::solve::problem::{Problem, Solution, state_of};

/// States in a word of a bit set.
const WORD: usize = usize::BITS as usize;

/// Spreads the target value in a block. The values of the node `fixed` stay as they are. Whether
/// that is all: no value is missing.
pub(crate) fn spread(
    problem: &Problem<'_>,
    block: &Block,
    target: bool,
    fixed: Option<NodeId>,
    solution: &mut Solution,
) -> bool {
    let mut sweep = Sweep::new(problem, block, target, fixed, solution);
    sweep.joins();
    let is_all = sweep.passes();
    for (&node, mut got) in block.nodes.iter().zip(sweep.got) {
        if !target {
            got.toggle_range(..);
        }
        solution.replace(node, got);
    }
    is_all
}

struct Sweep<'p> {
    problem: &'p Problem<'p>,
    target: bool,
    /// Per member of the block, the states in which it has the target value.
    got: Vec<FixedBitSet>,
    members: Vec<Member<'p>>,
    /// Per member, the conjunctions and disjunctions of the block that it is a child of.
    parents: Vec<Vec<usize>>,
    modals: Vec<usize>,
    /// Per member, whether it has the value somewhere.
    is_somewhere: Vec<bool>,
    is_complete: bool,
    /// Rows and transitions that were read.
    effort: usize,
    /// Members that got the target value in the state at hand.
    todo: Vec<usize>,
}

/// How a member gets the target value.
struct Member<'p> {
    /// Whether it needs all of its children.
    needs_all: bool,
    /// Children in the block.
    inner: Vec<usize>,
    rule: Rule<'p>,
}

enum Rule<'p> {
    /// From the children behind transitions with these labels.
    Modal(NodeId, &'p LabelSet),
    /// From children in the block, where those outside have it; or from one outside already.
    Join(FixedBitSet),
    /// From nowhere: the value of the member is fixed.
    Fixed,
}

impl<'p> Sweep<'p> {
    fn new(
        problem: &'p Problem<'p>,
        block: &Block,
        target: bool,
        fixed: Option<NodeId>,
        solution: &mut Solution,
    ) -> Self {
        let members = block.nodes.iter().map(|&node| {
            let graph_node = problem.graph.node(node);
            let rule = match graph_node.kind {
                _ if fixed == Some(node) => Rule::Fixed,
                Kind::Modal(modality, action) => {
                    Rule::Modal(node, problem.sets.of(modality, action))
                }
                _ => Rule::Join(solution.outside(problem, block, node, target).1),
            };
            let inner = graph_node
                .children
                .iter()
                .filter_map(|child| block.nodes.binary_search(child).ok());
            Member {
                needs_all: graph_node.kind.is_disjunctive() != target,
                inner: inner.collect(),
                rule,
            }
        });
        let members: Vec<Member<'p>> = members.collect();
        let mut parents = vec![Vec::new(); block.nodes.len()];
        let mut modals = Vec::new();
        for (number, member) in members.iter().enumerate() {
            match member.rule {
                Rule::Modal(..) => modals.push(number),
                Rule::Join(_) => member.inner.iter().for_each(|&child| parents[child].push(number)),
                Rule::Fixed => {}
            }
        }
        let got = block.nodes.iter().map(|&node| {
            let mut values = solution.take(node);
            if !target {
                values.toggle_range(..);
            }
            values
        });
        let got: Vec<FixedBitSet> = got.collect();
        Self {
            problem,
            target,
            is_somewhere: got.iter().map(|got| !got.is_clear()).collect(),
            got,
            members,
            parents,
            modals,
            is_complete: problem.lts.is_complete(),
            effort: 0,
            todo: Vec::new(),
        }
    }

    /// What conjunctions and disjunctions get from what is known, in all states at once.
    fn joins(&mut self) {
        let is_join = |member: &usize| matches!(self.members[*member].rule, Rule::Join(_));
        let mut todo: Vec<usize> = (0..self.members.len()).filter(is_join).collect();
        let mut is_due = vec![true; self.members.len()];
        while let Some(member) = todo.pop() {
            is_due[member] = false;
            if !self.join(member) {
                continue;
            }
            for &parent in &self.parents[member] {
                if !std::mem::replace(&mut is_due[parent], true) {
                    todo.push(parent);
                }
            }
        }
    }

    /// Computes a conjunction or disjunction in all states; whether it has got more.
    fn join(&mut self, number: usize) -> bool {
        let Member { needs_all, inner, rule: Rule::Join(ready) } = &self.members[number] else {
            return false;
        };
        let mut values = ready.clone();
        for &child in inner {
            if *needs_all {
                values &= &self.got[child];
            } else {
                values |= &self.got[child];
            }
        }
        let is_more = values != self.got[number];
        self.is_somewhere[number] |= is_more;
        self.got[number] = values;
        is_more
    }

    /// Passes over the modalities until nothing changes, or the effort is used up.
    fn passes(&mut self) -> bool {
        let limit = self.problem.effort.limit(self.problem, self.modals.len());
        let mut is_upward = false;
        while self.effort < limit {
            if !self.pass(is_upward) {
                return true;
            }
            is_upward = !is_upward;
        }
        false
    }

    /// One pass over all states; whether something has changed.
    fn pass(&mut self, is_upward: bool) -> bool {
        let n_words = self.problem.lts.n_states().div_ceil(WORD);
        let mut has_changed = false;
        for step in 0..n_words {
            let word = if is_upward { step } else { n_words - 1 - step };
            // Children come behind their parents.
            for index in (0..self.modals.len()).rev() {
                let member = self.modals[index];
                if self.may_get(member) {
                    has_changed |= self.word(member, word, is_upward);
                }
            }
        }
        self.effort += n_words * self.modals.len();
        has_changed
    }

    /// Whether a modality may get the value somewhere.
    fn may_get(&self, member: usize) -> bool {
        let Member { needs_all, inner, .. } = &self.members[member];
        *needs_all || !self.is_complete || inner.iter().any(|&child| self.is_somewhere[child])
    }

    /// Looks at the states of a word in which a modality has not got the value; whether it gets some.
    fn word(&mut self, member: usize, word: usize, is_upward: bool) -> bool {
        let first = word * WORD;
        let n_states = self.problem.lts.n_states() - first;
        let all = if n_states >= WORD { usize::MAX } else { (1 << n_states) - 1 };
        let mut left = all & !self.got[member].as_slice()[word];
        let mut has_changed = false;
        while left != 0 {
            let bit = if is_upward { left.trailing_zeros() } else { left.ilog2() };
            left &= !(1 << bit);
            let state = state_of(first + bit as usize);
            if self.modal(member, state) {
                self.hit(member, state);
                has_changed = true;
            }
        }
        has_changed
    }

    /// Whether a modality gets the value in a state from what is known.
    fn modal(&mut self, number: usize, state: StateId) -> bool {
        let Member { needs_all, inner, rule: Rule::Modal(node, set) } = &self.members[number]
        else {
            return false;
        };
        if let Some(value) = self.problem.assumed(*node, state) {
            return value == self.target;
        }
        let edges = self.problem.lts.out(state);
        self.effort += 1 + edges.len();
        let has = |edge: &lts::Edge| {
            inner.iter().all(|&child| self.got[child].contains(edge.target.index()))
        };
        let mut edges = edges.iter().filter(|edge| set.contains(edge.label.index()));
        if *needs_all { edges.all(has) } else { edges.any(has) }
    }

    /// A member gets the value in a state, and with it those that get it from there in place.
    fn hit(&mut self, member: usize, state: StateId) {
        let at = state.index();
        self.got[member].insert(at);
        self.is_somewhere[member] = true;
        self.todo.push(member);
        while let Some(child) = self.todo.pop() {
            for &parent in &self.parents[child] {
                let Member { needs_all, inner, rule: Rule::Join(ready) } = &self.members[parent]
                else {
                    continue;
                };
                let is_ready = !needs_all
                    || ready.contains(at)
                        && inner.iter().all(|&inner| self.got[inner].contains(at));
                if is_ready && !self.got[parent].put(at) {
                    self.is_somewhere[parent] = true;
                    self.todo.push(parent);
                }
            }
        }
    }
}
