//! A formula watched while a system is explored: is it decided yet?
//!
//! Input: a formula; states as they are expanded. Output: how long the evidence is that decides it, as soon
//! as there is some. Looks for a run that falsifies the formula and for one that satisfies it: from the
//! root through nodes that one successor explains, to a condition on a single state and its transitions. A
//! formula whose evidence is of another kind is not decided before the whole system is there.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use lts::explore::SoFar;
use lts::{Label, LabelTable, StateId};

use crate::checks::variables::instantiate;
use crate::conditions::action::labels_of;
use crate::formula::{Act, ActionFormula, Formula, Modality, StateAtom};
use crate::graph::{Graph, Kind, NodeId};

/// Nodes of formulas that are watched, at most: each has a word for each state.
const MOST_NODES: usize = 64;

/// Nodes of a condition on a single state that are looked at, at most.
const MOST_PARTS: usize = 200;

/// What is known of the states of a system under exploration.
pub trait Observed {
    /// Whether an atom holds in a state; none if that is unknown.
    fn holds(&mut self, atom: &StateAtom, state: StateId) -> Option<bool>;
}

/// A formula that is watched.
#[derive(Debug)]
pub struct Monitor {
    graph: Graph,
    /// For each condition the labels that surely meet it, and those that may.
    conditions: Vec<[FixedBitSet; 2]>,
    /// Whether a node is a condition on a single state and its transitions.
    is_local: Vec<bool>,
    n_labels: usize,
    /// Searches for a run that falsifies the formula, and for one that satisfies it.
    searches: [Search; 2],
    /// Steps from the initial state.
    depths: Vec<u32>,
    n_expanded: usize,
}

/// A search for a run that gives the root a value.
#[derive(Debug)]
struct Search {
    value: bool,
    /// For each node the steps to each state in which its value would decide the root.
    reached: Vec<Vec<u32>>,
    /// Steps of the shortest evidence so far.
    decided_after: Option<u32>,
    /// Places that are to be marked.
    todo: VecDeque<WatchedNode>,
}

const FAR: u32 = u32::MAX;

/// A node in a state, and the steps that lead there.
type WatchedNode = (NodeId, StateId, u32);

impl Monitor {
    /// Watches a formula; none if it can only be decided on whole systems.
    pub fn new(formula: &Formula) -> Option<Self> {
        let none = LabelTable::default();
        if !matches!(instantiate(formula, &none), Ok(std::borrow::Cow::Borrowed(_))) {
            return None;
        }
        let graph = Graph::new(formula);
        let is_known = |action: &ActionFormula| !names_internal(action);
        if graph.n_nodes() > MOST_NODES || !graph.actions().iter().all(is_known) {
            return None;
        }
        let conditions = graph.actions().iter().map(|_| Default::default()).collect();
        let search = |value| {
            let reached = vec![Vec::new(); graph.n_nodes()];
            Search { value, reached, decided_after: None, todo: VecDeque::new() }
        };
        let searches = [search(false), search(true)];
        let (depths, n_labels) = (vec![0], 0);
        let is_local = locals(&graph);
        Some(Self { searches, conditions, is_local, n_labels, depths, n_expanded: 0, graph })
    }

    /// Takes note of a state that has just been expanded, and whose labels are known; states are expanded in
    /// the order of their numbers, some perhaps left out.
    pub fn expanded(&mut self, state: StateId, so_far: SoFar<'_>, observed: &mut dyn Observed) {
        let depth = self.depths.get(state.index()).copied().unwrap_or(FAR);
        self.depths.resize(so_far.n_states(), depth.saturating_add(1));
        self.n_expanded = state.index() + 1;
        let Self { graph, conditions, is_local, searches, .. } = self;
        let mut scene = Scene { graph, conditions, is_local, so_far, observed };
        for search in searches {
            if state == StateId(0) {
                search.todo.push_back((graph.root(), state, 0));
                search.reach(&mut scene);
            }
            search.go_on(state, &mut scene);
        }
    }

    /// Whether evidence has been found, and the states in which a shorter one could end are all known.
    pub fn is_decided(&self) -> bool {
        let decided = self.searches.iter().filter_map(|search| search.decided_after).min();
        let next = self.depths.get(self.n_expanded).copied();
        decided.is_some_and(|steps| next.is_none_or(|depth| depth > steps))
    }

    /// Finds out which conditions new labels meet.
    pub fn learn(&mut self, labels: &LabelTable) {
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
        for (condition, action) in self.conditions.iter_mut().zip(self.graph.actions()) {
            let meeting = labels_of(action, &fresh);
            for (set, new) in condition.iter_mut().zip([meeting.surely, meeting.possibly]) {
                set.grow(labels.len());
                // The internal action comes first in each table.
                set.extend(new.ones().map(|label| if label == 0 { 0 } else { label - 1 + first }));
            }
        }
        self.n_labels = labels.len();
    }
}

/// Whether a condition names the internal action as a label, which depends on what other labels there are.
pub fn names_internal(action: &ActionFormula) -> bool {
    let is_internal = |text: &str| text == "i" || text == "tau";
    matches!(&action.kind, Act::Literal(text) if is_internal(text))
        || action.children().iter().any(names_internal)
}

/// What searches look at.
struct Scene<'s> {
    graph: &'s Graph,
    conditions: &'s [[FixedBitSet; 2]],
    is_local: &'s [bool],
    so_far: SoFar<'s>,
    observed: &'s mut dyn Observed,
}

impl Search {
    /// Goes on from a state that has been expanded.
    fn go_on(&mut self, state: StateId, scene: &mut Scene<'_>) {
        for node in scene.graph.nodes() {
            let steps = self.reached[node.index()].get(state.index()).copied();
            if let Some(steps) = steps.filter(|steps| *steps != FAR) {
                self.next((node, state, steps), scene);
                self.reach(scene);
            }
        }
    }

    /// Marks all places that are to be marked, and looks at those whose states have been expanded.
    fn reach(&mut self, scene: &mut Scene<'_>) {
        while let Some((node, state, steps)) = self.todo.pop_front() {
            let row = &mut self.reached[node.index()];
            if row.len() <= state.index() {
                row.resize(scene.so_far.n_states().max(state.index() + 1), FAR);
            }
            if row[state.index()] <= steps {
                continue;
            }
            row[state.index()] = steps;
            if scene.so_far.out(state).is_some() {
                self.next((node, state, steps), scene);
            }
        }
    }

    /// The places that explain a place whose state has been expanded; or that nothing more is needed.
    fn next(&mut self, (node, state, steps): WatchedNode, scene: &mut Scene<'_>) {
        let is_local = scene.is_local[node.index()];
        if is_local && scene.value(node, state, true) == Some(self.value) {
            self.decided_after = Some(self.decided_after.map_or(steps, |least| least.min(steps)));
            return;
        }
        let graph = scene.graph;
        let kind = graph.node(node).kind;
        if kind.is_disjunctive() != self.value || matches!(kind, Kind::Atom(..)) {
            return;
        }
        for &child in &graph.node(node).children {
            let Kind::Modal(_, action) = kind else {
                self.todo.push_back((child, state, steps));
                continue;
            };
            // Only what meets the condition for sure is a step of the run.
            let [surely, _] = &scene.conditions[action.index()];
            let edges = scene.so_far.out(state).unwrap_or_default().iter();
            let edges = edges.filter(|edge| surely.contains(edge.label.index()));
            self.todo.extend(edges.map(|edge| (child, edge.target, steps + 1)));
        }
    }
}

impl Scene<'_> {
    /// The value of a node that asks for nothing but the state and, with `steps`, its transitions.
    fn value(&mut self, node: NodeId, state: StateId, steps: bool) -> Option<bool> {
        let graph = self.graph;
        let children = &graph.node(node).children;
        match graph.node(node).kind {
            Kind::True => Some(true),
            Kind::False => Some(false),
            Kind::Atom(atom, value) => {
                let holds = self.observed.holds(&graph.atoms()[atom.index()], state);
                holds.map(|holds| holds == value)
            }
            kind @ (Kind::And | Kind::Or) => {
                let values = children.iter().map(|&child| self.value(child, state, steps));
                joined(kind.is_disjunctive(), values)
            }
            Kind::Modal(modality, action) if steps => {
                let one = modality == Modality::Diamond;
                let conditions = self.conditions;
                let [surely, possibly] = &conditions[action.index()];
                let edges = self.so_far.out(state)?.iter();
                let met = edges.filter(|edge| possibly.contains(edge.label.index()));
                let child = *children.first()?;
                let values = met.map(|edge| {
                    let value = self.value(child, edge.target, false);
                    // What may not meet the condition may not count.
                    value.filter(|value| surely.contains(edge.label.index()) || *value != one)
                });
                joined(one, values)
            }
            Kind::Modal(..) => None,
        }
    }
}

/// Which nodes are conditions on a single state and its transitions, and small enough to be looked at in each.
fn locals(graph: &Graph) -> Vec<bool> {
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
