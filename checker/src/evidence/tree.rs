//! Several runs that explain a value together.
//!
//! Input: a solved problem whose root no single run explains. Output: a part of the system in which the
//! root has the same value, as branches: where one successor explains a place, one is followed, else
//! all. Where a value must not rest on itself, the followed successor is nearer to its reason, so that no
//! place explains itself. The part is checked alone before it is handed out.

use std::collections::VecDeque;

use frontend::Span;
use lts::{Edge, Lts, StateId};
use rustc_hash::FxHashMap;

use super::search::{Move, ProductState};
use super::{EvidenceStep, Explainer};
use crate::formula::Sign;
use crate::graph::{Kind, NodeId};
use crate::solve::local;
use crate::solve::problem::{Assume, Problem, Solution};

/// Places that are looked at, at most.
const MOST: usize = 200_000;

/// Runs that explain a verdict together: a part of the system, unfolded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The steps: each one is followed by those behind it, and then by the next branch.
    pub branches: Vec<Branch>,
}

/// A step of a [`Tree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The transition.
    pub step: EvidenceStep,
    /// How many times the tree has branched before it.
    pub level: usize,
    /// Whether it is the first step of one of several branches.
    pub is_first: bool,
    /// The part of the formula that it is about.
    pub part: Span,
    /// What follows.
    pub onward: Onward,
}

/// What follows behind a step of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Onward {
    /// What stands behind this step, if anything.
    Next,
    /// What stands behind the step with this index.
    Behind(usize),
    /// What stands in the tree from its start on.
    Start,
}

/// The runs that explain the value of the root in the initial state together.
pub(crate) fn explain(problem: &Problem<'_>, solution: &Solution) -> Option<Tree> {
    let places = Places::new(Explainer::new(problem, solution))?;
    let tree = places.unfold();
    let value = solution.value(problem.graph.root(), problem.start);
    let sound = confirms(problem, &tree, value);
    debug_assert!(sound, "evidence does not stand alone: {tree:?}");
    sound.then_some(tree)
}

impl Tree {
    /// The system that consists of these transitions only, and the state of the whole one for each of its
    /// states; the first one is `start`.
    pub fn alone(&self, lts: &Lts, start: StateId) -> (Lts, Vec<StateId>) {
        let mut states = vec![start];
        let mut number: FxHashMap<StateId, u32> = FxHashMap::from_iter([(start, 0)]);
        let mut of = |state| {
            *number.entry(state).or_insert_with(|| {
                states.push(state);
                u32::try_from(states.len() - 1).unwrap_or(u32::MAX)
            })
        };
        let edges = self.branches.iter().map(|Branch { step, .. }| {
            let source = StateId(of(step.source));
            (source, Edge { label: step.label, target: StateId(of(step.target)) })
        });
        let edges = edges.collect();
        (Lts::new(StateId(0), states.len(), edges, lts.labels().clone()), states)
    }
}

/// Whether the formula has the same value on the system of these transitions only.
fn confirms(problem: &Problem<'_>, tree: &Tree, value: bool) -> bool {
    let is_step = |Branch { step, .. }: &Branch| {
        let edge = Edge { label: step.label, target: step.target };
        problem.lts.out(step.source).contains(&edge)
    };
    let (alone, states) = tree.alone(problem.lts, problem.start);
    let small = Problem {
        lts: &alone,
        assume: Assume::Worst,
        start: StateId(0),
        copied: Some(&states),
        ..*problem
    };
    tree.branches.iter().all(is_step) && local::holds(&small) == value
}

/// The places that may explain the root, and where each can go on.
struct Places<'p> {
    explainer: Explainer<'p>,
    visited: Vec<ProductState>,
    index: FxHashMap<ProductState, usize>,
    moves: Vec<Vec<Move>>,
    /// How far a place is from the reason of its value.
    ranks: Vec<u32>,
}

impl<'p> Places<'p> {
    fn new(explainer: Explainer<'p>) -> Option<Self> {
        let start = (explainer.problem.graph.root(), explainer.problem.start);
        let index = FxHashMap::from_iter([(start, 0)]);
        let (moves, ranks) = (Vec::new(), Vec::new());
        let mut places = Self { explainer, visited: vec![start], index, moves, ranks };
        while let Some(&place) = places.visited.get(places.moves.len()) {
            let moves = places.moves_of(place);
            for to in &moves {
                let fresh = places.visited.len();
                if *places.index.entry((to.node, to.state)).or_insert(fresh) == fresh {
                    places.visited.push((to.node, to.state));
                }
            }
            places.moves.push(moves);
            if places.visited.len() > MOST {
                return None;
            }
        }
        places.rank();
        Some(places)
    }

    fn moves_of(&self, (node, state): ProductState) -> Vec<Move> {
        let mut moves = Vec::new();
        self.explainer.successors(node, state, |to| moves.push(to));
        if self.is_choice(node) {
            let Explainer { solution, value, .. } = self.explainer;
            moves.retain(|to| solution.value(to.node, to.state) == value);
        }
        moves
    }

    /// Whether one move explains the value of a node.
    fn is_choice(&self, node: NodeId) -> bool {
        let kind = self.explainer.problem.graph.node(node).kind;
        kind.is_disjunctive() == self.explainer.value && !matches!(kind, Kind::Atom(..))
    }

    fn block(&self, node: NodeId) -> usize {
        self.explainer.problem.graph.block_of(node)
    }

    /// Whether a value of a node must not rest on itself; of the nodes of `<R> @`, on others than the
    /// one through which R starts again.
    fn is_founded(&self, node: NodeId) -> bool {
        let graph = self.explainer.problem.graph;
        let founds =
            graph.sign_of(node).is_some_and(|sign| (sign == Sign::Mu) == self.explainer.value);
        let looping = graph.blocks()[self.block(node)].looping;
        looping.map_or(founds, |again| again != node && !founds)
    }

    /// Finds the ranks, from the reasons backwards.
    fn rank(&mut self) {
        let n_places = self.visited.len();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); n_places];
        let mut missing = Vec::with_capacity(n_places);
        let mut queue = VecDeque::new();
        self.ranks = vec![u32::MAX; n_places];
        for place in 0..n_places {
            let node = self.visited[place].0;
            let inside = self.inside(place);
            let n_outside = self.moves[place].len() - inside.len();
            missing.push(inside.len());
            for &to in &inside {
                before[to].push(place);
            }
            let has_reason = self.is_choice(node) && n_outside > 0;
            if !self.is_founded(node) || has_reason || inside.is_empty() {
                self.ranks[place] = 0;
                queue.push_back(place);
            }
        }
        while let Some(place) = queue.pop_front() {
            for &earlier in &before[place] {
                missing[earlier] -= 1;
                let is_ready = self.is_choice(self.visited[earlier].0) || missing[earlier] == 0;
                if self.ranks[earlier] == u32::MAX && is_ready {
                    self.ranks[earlier] = self.ranks[place] + 1;
                    queue.push_back(earlier);
                }
            }
        }
    }

    /// The places in the same block that a place leads to.
    fn inside(&self, place: usize) -> Vec<usize> {
        let block = self.block(self.visited[place].0);
        let inside = self.moves[place].iter().filter(|to| self.block(to.node) == block);
        inside.map(|to| self.index[&(to.node, to.state)]).collect()
    }

    /// The moves that explain a place.
    fn reasons(&self, place: usize) -> Vec<Move> {
        let moves = &self.moves[place];
        let node = self.visited[place].0;
        if !self.is_choice(node) {
            return moves.clone();
        }
        let block = self.block(node);
        let rank = |to: &&Move| {
            let is_inside = self.block(to.node) == block;
            (is_inside, self.ranks[self.index[&(to.node, to.state)]])
        };
        moves.iter().min_by_key(rank).copied().into_iter().collect()
    }

    /// The tree from the root on; what stands in it already is not unfolded again.
    fn unfold(&self) -> Tree {
        let mut branches: Vec<Branch> = Vec::new();
        // The step behind which each place stands.
        let mut behind: FxHashMap<usize, Option<usize>> = FxHashMap::default();
        let mut stack = vec![Todo { place: 0, step: None, last: None, level: 0, is_first: false }];
        while let Some(mut todo) = stack.pop() {
            if let Some((step, part)) = todo.step {
                let Todo { level, is_first, .. } = todo;
                branches.push(Branch { step, level, is_first, part, onward: Onward::Next });
                (todo.last, todo.is_first) = (Some(branches.len() - 1), false);
            }
            match behind.get(&todo.place) {
                None => {
                    behind.insert(todo.place, todo.last);
                    self.push_reasons(&todo, &mut stack);
                }
                // Only where nothing stands behind the step yet.
                Some(&branch_before) if todo.last.map(|last| last + 1) == Some(branches.len()) => {
                    let is_end = self.moves[todo.place].is_empty() || branch_before == todo.last;
                    if let Some(last) = branches.last_mut().filter(|_| !is_end) {
                        last.onward = branch_before.map_or(Onward::Start, Onward::Behind);
                    }
                }
                Some(_) => {}
            }
        }
        Tree { branches }
    }

    fn push_reasons(&self, from: &Todo, stack: &mut Vec<Todo>) {
        let (node, source) = self.visited[from.place];
        let part = self.explainer.problem.graph.node(node).span;
        let mut moves = self.reasons(from.place);
        // What is known on the spot is no branch.
        moves.retain(|to| to.label.is_some() || self.leads_on(to));
        let branches = moves.len() > 1;
        for to in moves.into_iter().rev() {
            let step =
                to.label.map(|label| (EvidenceStep { source, label, target: to.state }, part));
            stack.push(Todo {
                place: self.index[&(to.node, to.state)],
                step,
                last: from.last,
                level: from.level + usize::from(branches && !from.is_first),
                is_first: branches || from.is_first,
            });
        }
    }

    /// Whether a place has reasons beyond itself.
    fn leads_on(&self, to: &Move) -> bool {
        !self.moves[self.index[&(to.node, to.state)]].is_empty()
    }
}

/// A place that is to be unfolded.
struct Todo {
    place: usize,
    /// The transition that leads there with what it is about, if one does.
    step: Option<(EvidenceStep, Span)>,
    /// The last step before.
    last: Option<usize>,
    level: usize,
    /// Whether the next step is the first one of a branch.
    is_first: bool,
}
