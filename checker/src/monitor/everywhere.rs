//! Formulas that one reachable state settles, such as `[true*.a] false`: a state that has a step `a` makes it false, and it is true
//! if there is no such state.
//!
//! Input: a formula; a state with its transitions. Output: whether this state settles the formula (`[true*.a] false`, `<true*> P`, no
//! deadlock are of this kind). States may be asked in any order and in several processes, and nobody keeps which leads to which. Not of this
//! kind: what must happen on every run, what speaks of an order.

use lts::LabelTable;

use super::local::{Met, Nearby, locals};
use super::watchable;
use crate::formula::{Act, Formula, Modality, Sign};
use crate::graph::{Graph, Kind, NodeId};

/// A formula that one reachable state can settle.
#[derive(Debug)]
pub struct Everywhere {
    graph: Graph,
    met: Met,
    /// The value of the formula if a state settles it: false for `[true*.a] false`, true for `<true*.a> true`.
    value: bool,
    /// What is asked of each state.
    parts: Vec<NodeId>,
}

/// How a part shows that it has its value: by a step or by the state alone; and how many nodes are above it. Evidence for one kind
/// is found before that for another, so all parts of a formula are of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Appearance {
    pub(super) is_step: bool,
    pub(super) is_modal: bool,
    pub(super) depth: usize,
}

impl Everywhere {
    /// The formula, if it is of this kind.
    pub fn new(formula: &Formula) -> Option<Self> {
        let graph = watchable(formula)?;
        let value = graph.sign_of(graph.root())? == Sign::Mu;
        let mut gathered = Gathered { graph: &graph, value, parts: Vec::new(), goes_on: false };
        gathered.gather(graph.root(), 0)?;
        let Gathered { mut parts, goes_on, .. } = gathered;
        let (_, first) = *parts.first()?;
        let is_one = goes_on && parts.iter().all(|(_, other)| *other == first);
        let parts = parts.drain(..).map(|(node, _)| node).collect();
        is_one.then(|| Self { met: Met::new(&graph), value, parts, graph })
    }

    /// The value of the formula if a state settles it; it has the other one if none does: false for `[true*.a] false`.
    pub fn value(&self) -> bool {
        self.value
    }

    /// Whether no run explains the formula where no state settles it. For formulas with a `[..]` beside `<..>` the checker shows several runs
    /// together then, which takes the whole system.
    pub fn is_unexplained(&self) -> bool {
        !(self.value && self.graph.has_beside_tests(Modality::Box))
    }

    /// Finds out which conditions new labels meet.
    pub fn learn(&mut self, labels: &LabelTable) {
        self.met.learn(&self.graph, labels);
    }

    /// Whether this state decides; none if that is not known. The labels of its transitions have been learnt.
    pub fn is_decided_by(&self, nearby: &mut dyn Nearby) -> Option<bool> {
        let mut all = Some(false);
        for &part in &self.parts {
            match self.met.value(&self.graph, (part, None), nearby) {
                Some(value) if value == self.value => return Some(true),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }
}

/// The parts of a formula, as they are found from its root on.
struct Gathered<'g> {
    graph: &'g Graph,
    value: bool,
    parts: Vec<(NodeId, Appearance)>,
    /// Whether all states behind any action are meant, too.
    goes_on: bool,
}

impl Gathered<'_> {
    /// Goes through what a node joins; none if the formula is of another kind.
    fn gather(&mut self, node: NodeId, depth: usize) -> Option<()> {
        let graph = self.graph;
        let is_local = locals(graph);
        let is_inside = |node: NodeId| graph.block_of(node) == graph.block_of(graph.root());
        for &child in &graph.node(node).children {
            let kind = graph.node(child).kind;
            let joins = kind.is_disjunctive() == self.value;
            match kind {
                Kind::Modal(_, action) if joins && is_inside(child) => {
                    let is_any = graph.actions()[action.index()].kind == Act::True;
                    let is_back = graph.node(child).children == [graph.root()];
                    self.goes_on |= is_any && is_back;
                    (is_any && is_back).then_some(())?;
                }
                Kind::And | Kind::Or if joins && depth < 4 && child != graph.root() => {
                    self.gather(child, depth + 1)?;
                }
                _ if is_inside(child) || !is_local[child.index()] => return None,
                _ => {
                    let is_step = takes_a_step(graph, child, self.value)?;
                    let is_modal = matches!(kind, Kind::Modal(..));
                    self.parts.push((child, Appearance { is_step, is_modal, depth }));
                }
            }
        }
        Some(())
    }
}

/// Whether evidence for this value of a condition on a state shows one of its steps; none where that depends, or no run shows it.
pub(super) fn takes_a_step(graph: &Graph, node: NodeId, value: bool) -> Option<bool> {
    let kind = graph.node(node).kind;
    let children = &graph.node(node).children;
    let is_plain = |child: &NodeId| {
        matches!(graph.node(*child).kind, Kind::True | Kind::False | Kind::Atom(..))
    };
    match kind {
        Kind::True | Kind::False | Kind::Atom(..) => Some(false),
        Kind::Modal(..) if children.iter().all(is_plain) => Some(kind.is_disjunctive() == value),
        Kind::Modal(..) => None,
        Kind::And | Kind::Or => {
            let steps: Option<Vec<bool>> =
                children.iter().map(|&child| takes_a_step(graph, child, value)).collect();
            let steps = steps?;
            let n_steps = steps.iter().filter(|is_step| **is_step).count();
            match n_steps {
                0 => Some(false),
                1 if kind.is_disjunctive() != value => Some(true),
                n if kind.is_disjunctive() == value && n == steps.len() => Some(true),
                _ => None,
            }
        }
    }
}
