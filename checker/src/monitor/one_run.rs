//! Formulas that one finite run settles, such as `[true*.a.true*.b] false`: a run with an `a` and later a `b` makes it false, and it is
//! true if there is no such run.
//!
//! Input: a formula; a state with its transitions, and the node of the formula with which a run comes there. Output: whether the state
//! settles the formula for that run, and with which node each transition goes on. So a state with a node is a state of a larger
//! system, which may be explored in any order and in several processes. What a state settles whichever run comes there is the
//! business of `everywhere`. Not of this kind: what must happen on every run, what endless runs or several runs together show.

use fixedbitset::FixedBitSet;
use lts::LabelTable;

use super::everywhere::{Appearance, takes_a_step};
use super::local::{Met, Nearby, locals};
use super::watchable;
use crate::formula::{Act, Formula, Modality, Sign};
use crate::graph::{Graph, Kind, NodeId};

/// A formula that one run can settle.
#[derive(Debug)]
pub struct OneRun {
    graph: Graph,
    met: Met,
    is_local: Vec<bool>,
    /// The value of the formula if a run settles it: false for `[true*.a.true*.b] false`.
    value: bool,
}

/// What a state says to a run that comes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The run settles the formula.
    Settled,
    /// It does not, as far as it has come.
    Onward,
    /// That depends on something that is not known.
    Open,
}

impl OneRun {
    /// The formula, if it is of this kind.
    pub fn new(formula: &Formula) -> Option<Self> {
        let graph = watchable(formula)?;
        let value = graph.sign_of(graph.root())? == Sign::Mu;
        let is_local = locals(&graph);
        // For formulas with a `[..]` beside `<..>` the checker shows several runs together.
        let is_shown = !(value && graph.has_beside_tests(Modality::Box));
        let is_one = is_shown && goes_on(&graph) && is_of_runs(&graph, &is_local, value)?;
        is_one.then(|| Self { met: Met::new(&graph), is_local, value, graph })
    }

    /// The value of the formula if a run settles it; it has the other one if none does, in every state.
    pub fn value(&self) -> bool {
        self.value
    }

    /// The node with which runs begin.
    pub fn start(&self) -> u32 {
        self.graph.root().0
    }

    /// Whether the formula has this node.
    pub fn has(&self, node: u32) -> bool {
        (node as usize) < self.graph.n_nodes()
    }

    /// Finds out which conditions new labels meet.
    pub fn learn(&mut self, labels: &LabelTable) {
        self.met.learn(&self.graph, labels);
    }

    /// What a state says to a run that comes with a node. Appends the transitions with which the run may go on, each with its node, in
    /// the order in which evidence is looked for. The labels of the transitions have been learnt.
    pub fn step(&self, node: u32, near: &mut dyn Nearby, out: &mut Vec<(usize, u32)>) -> Answer {
        let graph = &self.graph;
        let mut seen = FixedBitSet::with_capacity(graph.n_nodes());
        let mut todo = vec![NodeId(node)];
        let (mut at, mut answer) = (0, Answer::Onward);
        while let Some(&node) = todo.get(at) {
            at += 1;
            if self.is_local[node.index()] {
                match self.met.value(graph, (node, None), near) {
                    Some(value) if value == self.value => return Answer::Settled,
                    Some(_) => {}
                    None => answer = Answer::Open,
                }
                continue;
            }
            let children = &graph.node(node).children;
            if let Kind::Modal(_, action) = graph.node(node).kind {
                let [surely, possibly] = self.met.of(action.index());
                let Some(child) = children.first() else { continue };
                for step in 0..near.n_steps() {
                    let label = near.label(step).index();
                    if surely.contains(label) {
                        out.push((step, child.0));
                    } else if possibly.contains(label) {
                        answer = Answer::Open;
                    }
                }
                continue;
            }
            todo.extend(children.iter().filter(|child| !seen.put(child.index())));
        }
        answer
    }
}

/// Whether all states behind any action are meant, too.
fn goes_on(graph: &Graph) -> bool {
    let root = graph.root();
    graph.node(root).children.iter().any(|&child| match graph.node(child).kind {
        Kind::Modal(_, action) => {
            graph.actions()[action.index()].kind == Act::True
                && graph.node(child).children == [root]
        }
        _ => false,
    })
}

/// Whether all nodes are explained by one successor each, but for conditions on single states, which show their value in one way: evidence
/// for another way is found sooner or later than that. None where a condition is shown by no run.
fn is_of_runs(graph: &Graph, is_local: &[bool], value: bool) -> Option<bool> {
    let sign = graph.sign_of(graph.root());
    let mut seen = FixedBitSet::with_capacity(graph.n_nodes());
    let mut todo = vec![graph.root()];
    let mut first: Option<Appearance> = None;
    while let Some(node) = todo.pop() {
        if seen.put(node.index()) {
            continue;
        }
        let kind = graph.node(node).kind;
        if matches!(kind, Kind::True) && !value || matches!(kind, Kind::False) && value {
            continue;
        }
        if is_local[node.index()] {
            let is_step = takes_a_step(graph, node, value)?;
            let is_modal = matches!(kind, Kind::Modal(..));
            let shown = Appearance { is_step, is_modal, depth: 0 };
            if *first.get_or_insert(shown) != shown {
                return Some(false);
            }
            continue;
        }
        let block = &graph.blocks()[graph.block_of(node)];
        let is_joined = kind.is_disjunctive() == value
            && matches!(kind, Kind::And | Kind::Or | Kind::Modal(..))
            && (block.sign.is_none() || block.sign == sign)
            && block.looping.is_none();
        if !is_joined {
            return Some(false);
        }
        todo.extend(&graph.node(node).children);
    }
    Some(first.is_some())
}
