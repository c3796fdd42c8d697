//! A formula watched while a system is explored: is it decided yet?
//!
//! Input: a formula; states as they are expanded. Output: how long the evidence is that decides it, as soon
//! as there is some. Looks for a run that falsifies the formula and for one that satisfies it: from the
//! root through nodes that one successor explains, to a condition on a single state and its transitions. A
//! formula whose evidence is of another kind is not decided before the whole system is there.

mod everywhere;
mod local;
mod one_run;

use std::collections::VecDeque;

use lts::explore::SoFar;
use lts::{Edge, LabelId, LabelTable, StateId};

use crate::checks::variables::instantiate;
use crate::formula::{Act, ActionFormula, Formula, StateAtom};
use crate::graph::{Graph, Kind, NodeId};
use local::{Met, locals};

pub use everywhere::Everywhere;
pub use local::Nearby;
pub use one_run::{Answer, OneRun};

/// Nodes of formulas that are watched, at most: each has a word for each state.
const MOST_NODES: usize = 64;

/// What is known of the states of a system under exploration.
pub trait Observed {
    /// Whether an atom holds in a state; none if that is unknown.
    fn holds(&mut self, atom: &StateAtom, state: StateId) -> Option<bool>;
}

/// A formula that is watched.
#[derive(Debug)]
pub struct Monitor {
    graph: Graph,
    /// The labels that meet conditions.
    met: Met,
    /// Whether a node is a condition on a single state and its transitions.
    is_local: Vec<bool>,
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

/// The graph of a formula whose conditions can be read before all labels are known: without variables and internal actions.
fn watchable(formula: &Formula) -> Option<Graph> {
    let none = LabelTable::default();
    if !matches!(instantiate(formula, &none), Ok(std::borrow::Cow::Borrowed(_))) {
        return None;
    }
    let graph = Graph::new(formula);
    graph.actions().iter().all(|action| !names_internal(action)).then_some(graph)
}

/// A node in a state, and the steps that lead there.
type WatchedNode = (NodeId, StateId, u32);

impl Monitor {
    /// Watches a formula; none if it can only be decided on whole systems.
    pub fn new(formula: &Formula) -> Option<Self> {
        let graph = watchable(formula).filter(|graph| graph.n_nodes() <= MOST_NODES)?;
        let met = Met::new(&graph);
        let search = |value| {
            let reached = vec![Vec::new(); graph.n_nodes()];
            Search { value, reached, decided_after: None, todo: VecDeque::new() }
        };
        let searches = [search(false), search(true)];
        let is_local = locals(&graph);
        Some(Self { searches, met, is_local, depths: vec![0], n_expanded: 0, graph })
    }

    /// Takes note of a state that has just been expanded, and whose labels are known; states are expanded in
    /// the order of their numbers, some perhaps left out.
    pub fn expanded(&mut self, state: StateId, so_far: SoFar<'_>, observed: &mut dyn Observed) {
        let depth = self.depths.get(state.index()).copied().unwrap_or(FAR);
        self.depths.resize(so_far.n_states(), depth.saturating_add(1));
        self.n_expanded = state.index() + 1;
        let Self { graph, met, is_local, searches, .. } = self;
        let mut scene = Scene { graph, met, is_local, so_far, observed };
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
        self.met.learn(&self.graph, labels);
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
    met: &'s Met,
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
        if is_local && scene.value(node, state) == Some(self.value) {
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
            let [surely, _] = scene.met.of(action.index());
            let edges = scene.so_far.out(state).unwrap_or_default().iter();
            let edges = edges.filter(|edge| surely.contains(edge.label.index()));
            self.todo.extend(edges.map(|edge| (child, edge.target, steps + 1)));
        }
    }
}

/// A state that has been expanded, as conditions on it see it.
struct Shown<'s, 'o> {
    state: StateId,
    edges: &'s [Edge],
    observed: &'o mut dyn Observed,
}

impl Nearby for Shown<'_, '_> {
    fn n_steps(&self) -> usize {
        self.edges.len()
    }

    fn label(&self, step: usize) -> LabelId {
        self.edges[step].label
    }

    fn holds(&mut self, atom: &StateAtom, behind: Option<usize>) -> Option<bool> {
        let state = behind.map_or(self.state, |step| self.edges[step].target);
        self.observed.holds(atom, state)
    }
}

impl Scene<'_> {
    /// The value of a node that asks for nothing but a state that has been expanded, and its transitions.
    fn value(&mut self, node: NodeId, state: StateId) -> Option<bool> {
        let edges = self.so_far.out(state)?;
        let mut shown = Shown { state, edges, observed: &mut *self.observed };
        self.met.value(self.graph, (node, None), &mut shown)
    }
}
