//! Why a formula holds or not: one run of the system.
//!
//! Input: a solved problem. Output: a shortest run that explains the value of the whole formula in
//! the initial state, if one run can. A run ends where nothing is left to explain, or goes round
//! for ever where the formula speaks of endless runs. It is replayed before it is handed out.

mod cycle;
mod lasso;
mod parts;
pub(crate) mod replay;
mod search;
mod tree;

use lts::{LabelId, Lts, StateId};

use crate::formula::Sign;
use crate::graph::{GraphNode, Kind, NodeId};
use crate::solve::problem::{Problem, Solution};

use search::{Move, ProductState, Search};

pub use tree::{Branch, Onward, Tree};

pub(crate) use parts::parts;
pub(crate) use tree::explain as explain_together;

/// One transition of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EvidenceStep {
    /// The state before.
    pub source: StateId,
    /// The action.
    pub label: LabelId,
    /// The state behind.
    pub target: StateId,
}

/// How a run goes on behind its last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvidenceKind {
    /// How the run goes on does not matter.
    Trace,
    /// The run goes round: the last step leads back to where this step starts.
    Lasso {
        /// Index of the first step of the loop.
        loop_start: usize,
    },
    /// The run cannot go on: the last state, or the initial one, has no transitions.
    Deadlock,
}

/// A run that explains a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The transitions from the initial state on.
    pub steps: Vec<EvidenceStep>,
    /// What follows.
    pub kind: EvidenceKind,
}

impl Evidence {
    /// The system that can do nothing but this run; each position in the run is a state of its own.
    pub fn alone(&self, lts: &Lts) -> Option<Lts> {
        replay::run_alone(lts, self)
    }
}

/// A shortest run that explains the value of the root in the initial state.
pub(crate) fn explain(problem: &Problem<'_>, solution: &Solution) -> Option<Evidence> {
    let evidence = Explainer::new(problem, solution).shortest()?;
    let sound = replay::confirms(problem, &evidence, solution);
    debug_assert!(sound, "evidence does not stand alone: {evidence:?}");
    sound.then_some(evidence)
}

/// Explains values that are all the same as that of the root.
struct Explainer<'p> {
    problem: &'p Problem<'p>,
    solution: &'p Solution,
    value: bool,
}

/// How deep conditions on one state are looked into.
const MAX_DEPTH: usize = 4;
/// How many conditions on one state are joined, at most.
const MOST_CHILDREN: usize = 20;

/// What explains the value of a node in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// Nothing further is needed; `stuck` if that is so for want of transitions.
    Known { stuck: bool },
    /// One of the moves found.
    OneOf,
    /// Several moves at once.
    Several,
}

impl<'p> Explainer<'p> {
    fn new(problem: &'p Problem<'p>, solution: &'p Solution) -> Self {
        let value = solution.value(problem.graph.root(), problem.start);
        Self { problem, solution, value }
    }

    fn shortest(&self) -> Option<Evidence> {
        let mut search = Search::new((self.problem.graph.root(), self.problem.start));
        let mut end = None;
        // Short ones are found before the whole system is looked at: loops are looked for whenever twice as
        // many places are known.
        let (mut radius, mut n_tried) = (1, 0);
        loop {
            let expand = |(node, state): ProductState, moves: &mut Vec<Move>| {
                if let Reason::Known { stuck } = self.onward(node, state, moves) {
                    end = Some(stuck);
                }
                end.is_some()
            };
            search.extend(radius, expand, |(node, _), to| self.may_recur(node, to));
            let n_near = search.n_within(radius);
            let is_all = search.is_over() && n_near == search.visits.len();
            if is_all || n_near >= 2 * n_tried {
                n_tried = n_near;
                let finite = end.map(|stuck| self.finite(&search, stuck));
                let bound = finite.as_ref().map(|evidence| evidence.steps.len());
                let most = if is_all { usize::MAX } else { radius };
                let lasso = lasso::shortest(self, &search, most, bound);
                if lasso.is_some() || is_all {
                    return lasso.or(finite);
                }
            }
            radius += 1;
        }
    }

    /// Whether the value of a node may rest on itself: only such nodes lie on a loop.
    fn is_endless(&self, node: NodeId) -> bool {
        let default = self.problem.graph.sign_of(node).map(|sign| sign == Sign::Nu);
        default == Some(self.value)
    }

    /// Whether a move between these nodes may be part of a loop.
    fn may_recur(&self, from: NodeId, to: &Move) -> bool {
        let graph = self.problem.graph;
        self.is_endless(from)
            && graph.block_of(from) == graph.block_of(to.node)
            && (!graph.has_tests() || self.is_chosen(from, to))
    }

    /// Whether a move is one of several that explain a node, and no step that all of them have to take.
    ///
    /// Where only fair runs count, what goes round is one: `<b*> F`, which is false, speaks of no endless run, though the
    /// only b may lead back.
    fn is_chosen(&self, from: NodeId, to: &Move) -> bool {
        let graph = self.problem.graph;
        let leads = |node: NodeId| {
            let GraphNode { kind, children, .. } = graph.node(node);
            let is_modal = matches!(kind, Kind::Modal(..)) && children.contains(&to.node);
            is_modal && kind.is_disjunctive() == self.value
        };
        to.label.is_none()
            || leads(from)
            || graph.node(from).children.iter().any(|&node| leads(node))
    }

    /// The run to the place where a search has arrived.
    fn finite(&self, search: &Search, stuck: bool) -> Evidence {
        let steps = search.steps_to_last();
        let state = steps.last().map_or(self.problem.start, |step| step.target);
        let deadlock = stuck && self.problem.lts.out(state).is_empty();
        let kind = if deadlock { EvidenceKind::Deadlock } else { EvidenceKind::Trace };
        Evidence { steps, kind }
    }

    /// What explains the value of this node in this state; `moves` get the ways to go on.
    fn reason(&self, node: NodeId, state: StateId, moves: &mut Vec<Move>) -> Reason {
        moves.clear();
        self.append(node, state, moves)
    }

    /// What explains the value of this node in this state; `moves` get the ways to go on, with the moves of modalities
    /// in the same state in place of those to them: fewer places to keep, and the same runs.
    fn onward(&self, node: NodeId, state: StateId, moves: &mut Vec<Move>) -> Reason {
        let reason = self.reason(node, state, moves);
        let n_own = moves.len();
        for at in 0..n_own {
            let to = moves[at];
            if self.is_passed(&to)
                && let reason @ Reason::Known { .. } = self.append(to.node, to.state, moves)
            {
                return reason;
            }
        }
        let mut at = 0;
        moves.retain(|to| {
            at += 1;
            at > n_own || !self.is_passed(to)
        });
        reason
    }

    /// Whether a move leads to a modality in the same state, at which no loop has to be closed.
    fn is_passed(&self, to: &Move) -> bool {
        let graph = self.problem.graph;
        let block = &graph.blocks()[graph.block_of(to.node)];
        let is_modal = matches!(graph.node(to.node).kind, Kind::Modal(..));
        to.label.is_none() && is_modal && block.looping != Some(to.node)
    }

    /// Appends the moves of this node in this state; none where several are needed at once.
    fn append(&self, node: NodeId, state: StateId, moves: &mut Vec<Move>) -> Reason {
        let kind = self.problem.graph.node(node).kind;
        if matches!(kind, Kind::True | Kind::False | Kind::Atom(..)) {
            return Reason::Known { stuck: false };
        }
        if kind.is_disjunctive() == self.value {
            self.successors(node, state, |to| {
                if self.solution.value(to.node, to.state) == self.value {
                    moves.push(to);
                }
            });
            return Reason::OneOf;
        }
        let first = moves.len();
        let (mut has_none, mut stuck) = (true, false);
        self.successors(node, state, |to| {
            has_none = false;
            // What lies behind a transition is shown, not looked into.
            let depth = if to.label.is_none() { MAX_DEPTH } else { 0 };
            match self.known_at_once(to.node, to.state, depth) {
                Some(is_stuck) => stuck |= is_stuck,
                None => moves.push(to),
            }
        });
        match moves.len() - first {
            0 => Reason::Known { stuck: stuck || has_none && matches!(kind, Kind::Modal(..)) },
            1 => Reason::OneOf,
            _ => {
                moves.truncate(first);
                Reason::Several
            }
        }
    }

    /// Whether nothing further is needed here; if so, whether for want of transitions.
    ///
    /// Looks into conjunctions and disjunctions of conditions on the state, down to `depth`.
    fn known_at_once(&self, node: NodeId, state: StateId, depth: usize) -> Option<bool> {
        let GraphNode { kind, children, .. } = self.problem.graph.node(node);
        match *kind {
            Kind::True | Kind::False | Kind::Atom(..) => Some(false),
            kind @ Kind::Modal(modality, action) if kind.is_disjunctive() != self.value => {
                let set = self.problem.sets.of(modality, action);
                let mut edges = self.problem.lts.out(state).iter();
                edges.all(|edge| !set.contains(edge.label.index())).then_some(true)
            }
            Kind::And | Kind::Or if depth > 0 && children.len() <= MOST_CHILDREN => {
                let of_child = |&child: &NodeId| self.known_at_once(child, state, depth - 1);
                if kind.is_disjunctive() != self.value {
                    return children
                        .iter()
                        .map(of_child)
                        .try_fold(false, |all, one| Some(all | one?));
                }
                let explains = |child: &&NodeId| self.solution.value(**child, state) == self.value;
                children.iter().filter(explains).find_map(of_child)
            }
            _ => None,
        }
    }

    /// Each move of this node in this state, whatever it explains.
    fn successors(&self, node: NodeId, state: StateId, mut visit: impl FnMut(Move)) {
        let children = self.problem.graph.node(node).children.iter();
        let Kind::Modal(modality, action) = self.problem.graph.node(node).kind else {
            return children.for_each(|&child| visit(Move { label: None, node: child, state }));
        };
        let set = self.problem.sets.of(modality, action);
        for &node in children {
            let edges = self.problem.lts.out(state).iter();
            for edge in edges.filter(|edge| set.contains(edge.label.index())) {
                visit(Move { label: Some(edge.label), node, state: edge.target });
            }
        }
    }
}
