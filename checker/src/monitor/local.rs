//! Conditions on a single state and its transitions, as parts of a formula.
//!
//! Input: a node; what the state and those behind its transitions show. Output: the value of the node, none where it is not known.
//! Which nodes are such conditions, and small enough, is said here too.

use fixedbitset::FixedBitSet;
use lts::{Label, LabelId, LabelTable};

use crate::conditions::action::labels_of;
use crate::formula::{Modality, StateAtom};
use crate::graph::{Graph, Kind, NodeId};

/// Nodes of a condition on a single state that are looked at, at most.
const MOST_PARTS: usize = 200;

/// The labels that meet each condition on labels, those that surely do and those that may, of the labels so far.
#[derive(Debug)]
pub(crate) struct Met {
    conditions: Vec<[FixedBitSet; 2]>,
    n_labels: usize,
}

/// A state with its transitions, which are numbered.
pub trait Nearby {
    /// Number of transitions.
    fn n_steps(&self) -> usize;

    /// The label of a transition.
    fn label(&self, step: usize) -> LabelId;

    /// Whether an atom holds in the state, or behind a transition; none if that is unknown.
    fn holds(&mut self, atom: &StateAtom, behind: Option<usize>) -> Option<bool>;
}

impl Met {
    pub(crate) fn new(graph: &Graph) -> Self {
        let conditions = graph.actions().iter().map(|_| Default::default()).collect();
        Self { conditions, n_labels: 0 }
    }

    /// The labels that meet a condition: those that surely do, those that may.
    pub(crate) fn of(&self, condition: usize) -> &[FixedBitSet; 2] {
        &self.conditions[condition]
    }

    /// Finds out which conditions new labels meet.
    pub(crate) fn learn(&mut self, graph: &Graph, labels: &LabelTable) {
        if self.n_labels == labels.len() {
            return;
        }
        let mut fresh = LabelTable::default();
        for (_, label) in labels.iter().skip(self.n_labels.max(1)) {
            if let Label::Visible { text, action } = label {
                fresh.intern(text, || action.clone());
            }
        }
        let first = self.n_labels.max(1);
        for (condition, action) in self.conditions.iter_mut().zip(graph.actions()) {
            let meeting = labels_of(action, &fresh);
            for (set, new) in condition.iter_mut().zip([meeting.surely, meeting.possibly]) {
                set.grow(labels.len());
                // The internal action comes first in each table.
                set.extend(new.ones().map(|label| if label == 0 { 0 } else { label - 1 + first }));
            }
        }
        self.n_labels = labels.len();
    }

    /// The value of a node in the state, or behind a transition, where nothing is asked of transitions.
    pub(crate) fn value(
        &self,
        graph: &Graph,
        (node, behind): (NodeId, Option<usize>),
        nearby: &mut dyn Nearby,
    ) -> Option<bool> {
        let children = &graph.node(node).children;
        match graph.node(node).kind {
            Kind::True => Some(true),
            Kind::False => Some(false),
            Kind::Atom(atom, value) => {
                let holds = nearby.holds(&graph.atoms()[atom.index()], behind);
                holds.map(|holds| holds == value)
            }
            kind @ (Kind::And | Kind::Or) => {
                let values =
                    children.iter().map(|&child| self.value(graph, (child, behind), nearby));
                joined(kind.is_disjunctive(), values)
            }
            Kind::Modal(modality, action) if behind.is_none() => {
                let one = modality == Modality::Diamond;
                let [surely, possibly] = self.of(action.index());
                let child = *children.first()?;
                let values = (0..nearby.n_steps()).filter_map(|step| {
                    let label = nearby.label(step).index();
                    let value = || self.value(graph, (child, Some(step)), nearby);
                    // What may not meet the condition may not count.
                    let is_sure = surely.contains(label);
                    let counts =
                        |value: Option<bool>| value.filter(|value| is_sure || *value != one);
                    possibly.contains(label).then(value).map(counts)
                });
                joined(one, values)
            }
            Kind::Modal(..) => None,
        }
    }
}

/// Which nodes are conditions on a single state and its transitions, and small enough to be looked at in each.
pub(crate) fn locals(graph: &Graph) -> Vec<bool> {
    // The number of parts and of transitions in a row; none where there is no bound.
    let mut sizes: Vec<Option<(usize, usize)>> = vec![None; graph.n_nodes()];
    for block in graph.blocks().iter().filter(|block| block.sign.is_none()) {
        for &node in &block.nodes {
            let graph_node = graph.node(node);
            let children = graph_node.children.iter().map(|child| sizes[child.index()]);
            let step = usize::from(matches!(graph_node.kind, Kind::Modal(..)));
            let all = children.collect::<Option<Vec<_>>>();
            sizes[node.index()] = all.map(|all| {
                let parts = all.iter().map(|(parts, _)| parts).sum::<usize>() + 1;
                (parts, all.iter().map(|(_, steps)| *steps).max().unwrap_or(0) + step)
            });
        }
    }
    let is_small = |size: Option<(usize, usize)>| {
        size.is_some_and(|(parts, steps)| parts <= MOST_PARTS && steps <= 1)
    };
    sizes.into_iter().map(is_small).collect()
}

/// The value of a disjunction, or of a conjunction, of values that may be unknown.
fn joined(is_disjunction: bool, values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(!is_disjunction);
    for value in values {
        if value == Some(is_disjunction) {
            return value;
        }
        if value.is_none() {
            all = None;
        }
    }
    all
}
