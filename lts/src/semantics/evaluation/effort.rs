//! How much work pure code may do, and which functions are to blame where that is not enough.

use std::fmt;

use frontend::Span;
use model::index::Idx as _;
use model::library::told;
use model::{FunctionId, FunctionRole, Model, Node};
use petgraph::algo::astar;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::semantics::path_state::widen::MAX_WORLDS;
use crate::semantics::{Cycle, Machine, StepError};

/// Steps of pure code between two looks at the clock.
const PULSE: usize = 4096;

/// Terms that are rewritten between two such looks.
const REWRITTEN: u64 = 100_000;

/// Terms that are rewritten in the time of a step of pure code.
const REWRITES: u64 = 2;

/// What limits pure code.
pub(crate) struct Effort {
    /// Expressions and tests that one evaluation may pass; on unknown values a tenth, for one state.
    pub(crate) max_steps: usize,
    /// Ways in which one place of a pure function is gone through on unknown values; more are joined.
    pub(crate) max_path_states: usize,
    /// Whether to stop.
    interrupted: Box<dyn Fn() -> bool>,
    /// Whether recursions on unknown values are cut where they begin.
    pub(crate) cuts_at_once: bool,
    /// Whether unknown lists have few elements, of all that they may have.
    pub(crate) short_lists: bool,
    /// Steps since `interrupted` was asked last.
    steps: usize,
    /// Terms rewritten in all when `interrupted` is asked next.
    next_look: u64,
    /// All steps so far.
    pub(crate) total: u64,
    /// Whether the machine has not started yet.
    pub(crate) is_start: bool,
    /// Work in all after which the start ends with an error.
    pub(crate) start_end: u64,
    /// Work in all after which one step of the event that a hunt follows ends with an error; no limit outside a hunt.
    pub(crate) limit: u64,
    /// Work in all after which no step of that event goes on.
    pub(crate) event_end: u64,
    /// Work in all, as `allow` has set it, after which anything that is computed ends with an error.
    most: u64,
    /// Times that a limit was met in this state and was none.
    refuels: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            max_steps: crate::semantics::MAX_STEPS,
            max_path_states: MAX_WORLDS,
            interrupted: Box::new(|| false),
            cuts_at_once: false,
            short_lists: false,
            steps: 0,
            next_look: REWRITTEN,
            total: 0,
            is_start: false,
            start_end: u64::MAX,
            limit: u64::MAX,
            event_end: u64::MAX,
            most: u64::MAX,
            refuels: 0,
        }
    }
}

impl fmt::Debug for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {} steps", self.max_steps)
    }
}

impl Effort {
    /// Whether no more than so much work may be done in all.
    pub(crate) fn is_limited(&self) -> bool {
        self.most != u64::MAX
    }

    /// Steps on unknown values take longer.
    fn steps_on_unknowns(&self) -> usize {
        self.max_steps / 10
    }
}

impl Machine<'_> {
    /// Lets pure code take this many steps in one evaluation; on unknown values a tenth in one state.
    #[must_use]
    pub fn with_max_steps(mut self, max_steps: usize) -> Self {
        self.effort.max_steps = max_steps;
        self
    }

    /// Joins the ways in which pure code may go on unknown values where there are more than this many.
    #[must_use]
    pub fn with_max_path_states(mut self, max_path_states: usize) -> Self {
        self.effort.max_path_states = max_path_states;
        self
    }

    /// Lets steps end with an error as soon as `interrupted` says so.
    #[must_use]
    pub fn interrupted_by(mut self, interrupted: Box<dyn Fn() -> bool>) -> Self {
        self.effort.interrupted = interrupted;
        self
    }

    /// Lets no more than this much work be done from now on; what takes more ends with an error.
    pub fn allow(&mut self, work: u64) {
        self.effort.most = self.work().saturating_add(work);
    }

    /// How much work is still allowed.
    pub(crate) fn allowed(&self) -> u64 {
        self.effort.most.saturating_sub(self.work())
    }

    /// Whether the work that was allowed is done.
    pub fn is_spent(&self) -> bool {
        self.work() > self.effort.most
    }

    /// Work so far, in steps of pure code: those, and what else takes time, by how much of that it takes: terms that were
    /// rewritten, words that were gone through.
    pub fn work(&self) -> u64 {
        self.effort.total + self.store.rewritten / REWRITES
    }

    /// Counts work, and asks now and then whether to go on.
    pub(crate) fn beat(&mut self, steps: usize) -> Result<(), StepError> {
        self.effort.steps += steps;
        self.effort.total += steps as u64;
        if self.work() > self.effort.limit.min(self.effort.most) {
            return Err(StepError::Budget(Cycle::default()));
        }
        if self.effort.steps < PULSE && self.store.rewritten < self.effort.next_look {
            return Ok(());
        }
        self.effort.steps = 0;
        self.effort.next_look = self.store.rewritten + REWRITTEN;
        if (self.effort.interrupted)() { Err(StepError::Interrupted) } else { Ok(()) }
    }

    /// Gives pure code in this state an eighth of its steps more, eight times, where it has met a limit.
    pub(crate) fn refuel(&mut self, error: &StepError) -> bool {
        let is_limit = matches!(error, StepError::Budget(_) | StepError::TooLarge(_));
        let may = is_limit && self.effort.refuels < 8;
        if may {
            self.effort.refuels += 1;
            self.fuel = self.fuel.max(self.effort.steps_on_unknowns() / 8);
        }
        may
    }

    /// What pure code on unknown values may do in one state.
    pub(crate) fn start_afresh(&mut self) {
        (self.fuel, self.forks, self.effort.refuels) = (self.effort.steps_on_unknowns(), 0, 0);
        self.patience.clear();
    }

    /// The error, with the innermost of the functions under way that can come back to itself.
    pub(crate) fn blame(
        &self,
        error: StepError,
        mut under_way: impl Iterator<Item = FunctionId>,
    ) -> StepError {
        let mut cycle = || {
            under_way
                .find(|function| self.recursion[function.index()].is_some())
                .map_or_else(Cycle::default, |function| cycle(self.model, &self.calls, function))
        };
        match error {
            StepError::Budget(blamed) if blamed.functions.is_empty() => StepError::Budget(cycle()),
            StepError::TooLarge(blamed) if blamed.functions.is_empty() => {
                StepError::TooLarge(cycle())
            }
            other => other,
        }
    }
}

/// The shortest way on which a function comes back to itself.
fn cycle(model: &Model, graph: &DiGraph<(), ()>, function: FunctionId) -> Cycle {
    let start = NodeIndex::new(function.index());
    let mut nodes = vec![start];
    if !graph.contains_edge(start, start) {
        let ways = graph.neighbors(start).filter_map(|next| way(graph, next, start));
        if let Some(shortest) = ways.min_by_key(Vec::len) {
            nodes.extend(shortest);
            nodes.pop();
        }
    }
    let functions = nodes.iter().map(|node| FunctionId::from_usize(node.index()));
    let mut functions: Vec<String> = functions.map(|id| name_of(model, id)).collect();
    functions.dedup();
    Cycle { functions, place: place(model, function) }
}

fn way(graph: &DiGraph<(), ()>, from: NodeIndex, to: NodeIndex) -> Option<Vec<NodeIndex>> {
    astar(graph, from, |node| node == to, |_| 1, |_| 0).map(|(_, way)| way)
}

fn name_of(model: &Model, function: FunctionId) -> String {
    match &model.functions[function].role {
        FunctionRole::Local(name, arity) => told(model.behaviour, name.as_str(), *arity),
        _ => "a callback".to_owned(),
    }
}

/// Where the first construct of a function stands that decides something.
fn place(model: &Model, function: FunctionId) -> Option<Span> {
    // A node stands behind those that it leads to.
    model.functions[function].nodes.iter().rev().find_map(|node| match node {
        Node::Test { at, .. } => Some(*at),
        Node::Let { .. } | Node::Return(_) => None,
    })
}
