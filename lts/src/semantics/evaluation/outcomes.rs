//! Pure functions on unknown values: all their outcomes.
//!
//! Input: a path state and a call. Output: path states that have the value as their last word. Goes through a
//! decision graph from its root downwards, all path states side by side: each node stands behind the nodes
//! that it leads to, so the last node at which a path state waits can be reached by no other. There the
//! path states that agree in all that is still read are joined, so that n decisions whose outcomes are
//! not needed any more do not give 2^n outcomes. Calls wait on a stack of their own. When a recursion is not
//! followed any further says `recursion_bound`.

use std::collections::BTreeMap;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use model::index::Idx as _;
use model::{FunctionId, FunctionRole, NodeId};

use super::eval::{Halt, Request, Scope, Turn};
use super::kinds::Kinds;
use super::run::{Back, Progress, variables};
use super::static_facts::live_variables;
use crate::semantics::evaluation::recursion_bound::Patience;
use crate::semantics::path_state::PathState;
use crate::semantics::store::{Shape, Source, TermId};
use crate::semantics::{Cycle, Machine, StepError};

/// Steps that a decision takes as long as.
const FORK: usize = 64;

/// A call of a function with all path states in which it runs.
pub(crate) struct Activation {
    pub(crate) function: FunctionId,
    /// The call that waits for this one, and what it does with the value.
    pub(crate) parent: Option<(usize, Back)>,
    /// Words of a path state that belong to others; the function's variables follow.
    base: usize,
    /// Path states that have come to nodes, to be joined there.
    waiting: BTreeMap<NodeId, Vec<PathState>>,
    /// Path states in which something has been answered, so that what stands at a node can be evaluated
    /// again; joined they would forget the answer.
    answered: Vec<(NodeId, PathState)>,
    /// Path states that have come to the end.
    results: Vec<PathState>,
    /// Weights of the arguments.
    pub(crate) weights: Vec<u32>,
    /// Decisions made before.
    pub(crate) forks: u32,
    /// How far it may go.
    pub(crate) patience: Patience,
}

/// A call that is to be made.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) function: FunctionId,
    pub(crate) args: Vec<TermId>,
    pub(crate) parent: Option<(usize, Back)>,
}

/// Variables of each node of a function that are still read.
pub(crate) type Live = Rc<Vec<FixedBitSet>>;

impl Machine<'_> {
    /// The outcomes of a call; each has the value as its last word.
    pub(crate) fn outcomes(
        &mut self,
        function: FunctionId,
        args: Vec<TermId>,
        mut path_state: PathState,
    ) -> Result<Vec<PathState>, StepError> {
        let given = std::mem::take(&mut path_state.given);
        let (share, used) = (path_state.share, path_state.used.clone());
        let (stack, attempts, results) = (Vec::new(), Vec::new(), Vec::new());
        let fixed = path_state.words.len();
        let spare = Vec::new();
        let mut calls = Calls { machine: self, stack, attempts, fixed, results, spare };
        calls.call(Call { function, args, parent: None }, path_state)?;
        calls.run()?;
        let mut results = calls.results;
        for path_state in &mut results {
            path_state.given = given;
            if path_state.share == share && share > 0 {
                // All ways have met: no decision in between matters.
                path_state.used.clone_from(&used);
            }
        }
        Ok(results)
    }

    /// What a function that is cut may return. One of the module tags it: with `ok`, or with the class
    /// of an exception.
    fn anything(
        &mut self,
        role: &FunctionRole,
        path_state: &mut PathState,
    ) -> Result<TermId, StepError> {
        let mut fresh = |kinds| self.fresh(path_state, kinds, Source::Cut);
        let FunctionRole::Local(..) = role else { return Ok(fresh(Kinds::ALL)) };
        let pair = Shape::Tuple([fresh(Kinds::ATOM), fresh(Kinds::ALL)].into());
        self.intern(pair, Scope::Ground).map_err(|_| StepError::TooLarge(Cycle::default()))
    }

    fn live(&mut self, function: FunctionId) -> Live {
        let model = self.model;
        let new = || Rc::new(live_variables(&model.functions[function]));
        Rc::clone(self.live[function.index()].get_or_insert_with(new))
    }
}

/// All calls under way.
pub(crate) struct Calls<'c, 'm> {
    pub(crate) machine: &'c mut Machine<'m>,
    pub(crate) stack: Vec<Activation>,
    /// Levels of the first calls of recursions.
    pub(crate) attempts: Vec<usize>,
    /// Words of each path state that stand outside of all of them.
    fixed: usize,
    results: Vec<PathState>,
    /// Memory for the path states of the next call in which something has been answered.
    spare: Vec<(NodeId, PathState)>,
}

impl Calls<'_, '_> {
    fn run(&mut self) -> Result<(), StepError> {
        while let Some(level) = self.stack.len().checked_sub(1) {
            let top = &mut self.stack[level];
            if let Some((node, path_state)) = top.answered.pop() {
                self.advance(level, node, path_state)?;
            } else if let Some((node, path_states)) = top.waiting.pop_last() {
                let path_states = self.machine.merge(path_states);
                let path_states = if self.machine.sampling.is_on {
                    self.machine.some_of(path_states, self.fixed, level)
                } else {
                    self.machine.widen(path_states, self.fixed)
                };
                let path_states =
                    path_states.into_iter().rev().map(|path_state| (node, path_state));
                self.stack[level].answered.extend(path_states);
            } else if let Some(done) = self.stack.pop() {
                self.attempts.pop_if(|attempt| *attempt == level);
                self.spare = done.answered;
                let results = self.machine.merge(done.results);
                let is_only = results.len() == 1;
                for path_state in results {
                    self.finish(done.parent, path_state, is_only);
                }
            }
        }
        Ok(())
    }

    /// The first node at which a path state could meet others: the next one, if others are to follow.
    fn meeting(&self, level: usize, node: NodeId) -> Option<NodeId> {
        let Activation { waiting, answered, .. } = &self.stack[level];
        if answered.is_empty() { waiting.keys().next_back().copied() } else { Some(node) }
    }

    /// Goes on with a path state from a node up to where it could meet others.
    fn advance(
        &mut self,
        level: usize,
        node: NodeId,
        mut path_state: PathState,
    ) -> Result<(), StepError> {
        let meeting = self.meeting(level, node);
        let Activation { function, base, .. } = self.stack[level];
        let model = self.machine.model;
        let mut here = node;
        let (values, answers) =
            path_state.words[base..].split_at_mut(model.functions[function].vars.len());
        let sites = path_state.sites.len() - path_state.given;
        let mut turn = Turn::knowing(
            self.machine.fuel,
            &path_state.facts,
            answers,
            &path_state.sites[sites..],
        );
        turn.trail = path_state.trail;
        let progress = self.machine.advance(function, &mut here, values, meeting, &mut turn);
        self.machine.fuel = turn.budget;
        path_state.trail = turn.trail;
        if here != node || !matches!(progress, Err(Halt::Open(_))) {
            path_state.end_evaluation();
        }
        match progress {
            Ok(Progress::Value(value)) => {
                path_state.words.truncate(base);
                path_state.words.push(value.0);
                self.stack[level].results.push(path_state);
            }
            Ok(Progress::Meeting) => self.wait(level, here, path_state, false),
            Ok(Progress::Call { function, args, back }) => {
                let parent = Some((level, back));
                self.call(Call { function, args, parent }, path_state)?;
            }
            Err(Halt::Error(error)) => return self.give_up(error, &path_state),
            Err(Halt::Open(request)) => self.answer(level, here, path_state, *request)?,
        }
        Ok(())
    }

    fn answer(
        &mut self,
        level: usize,
        node: NodeId,
        mut path_state: PathState,
        request: Request,
    ) -> Result<(), StepError> {
        match request {
            Request::Run(site, function, args) => {
                let back =
                    Back::Answer { node, given: std::mem::take(&mut path_state.given), site };
                return self.call(Call { function, args, parent: Some((level, back)) }, path_state);
            }
            Request::Make(site, kinds, source, of) => {
                self.machine.make(&mut path_state, kinds, source, of);
                path_state.give_last(site);
                self.stack[level].answered.push((node, path_state));
            }
            Request::Assume(question) => {
                let path_state = self.machine.assume(path_state, question);
                self.stack[level].answered.extend(path_state.map(|path_state| (node, path_state)));
            }
            Request::Decide(question) => {
                let path_states = self.machine.fork(&path_state, question);
                self.machine.forks += path_states.len().saturating_sub(1);
                self.machine.beat(FORK)?;
                let path_states =
                    path_states.into_iter().rev().map(|path_state| (node, path_state));
                self.stack[level].answered.extend(path_states);
                self.lose_patience()?;
            }
        }
        Ok(())
    }

    /// Puts a path state down at a node, without the variables that are read no more; one that is the only one of its
    /// call has none to wait for.
    fn wait(&mut self, level: usize, node: NodeId, mut path_state: PathState, is_only: bool) {
        let Activation { function, base, .. } = self.stack[level];
        let live = self.machine.live(function);
        clear(&mut path_state.words[base..], &live[node.index()]);
        let Activation { waiting, answered, .. } = &mut self.stack[level];
        if is_only && waiting.is_empty() && answered.is_empty() {
            answered.push((node, path_state));
        } else {
            waiting.entry(node).or_default().push(path_state);
        }
    }

    /// Makes a call in a path state; the caller keeps only what it reads afterwards.
    fn call(&mut self, call: Call, mut path_state: PathState) -> Result<(), StepError> {
        let Call { function, args, parent } = call;
        if let Some((level, back)) = parent {
            self.leave(level, back, &mut path_state);
        }
        if self.machine.is_plain(function, &args) {
            return self.run_plain(&Call { function, args, parent }, path_state);
        }
        self.enter(Call { function, args, parent }, path_state)
    }

    /// Makes a call that has one outcome.
    fn run_plain(&mut self, call: &Call, mut path_state: PathState) -> Result<(), StepError> {
        let mut turn = Turn::new(self.machine.fuel);
        turn.trail = path_state.trail;
        let value = self.machine.run(call.function, &call.args, &mut turn);
        self.machine.fuel = turn.budget;
        path_state.trail = turn.trail;
        match value {
            Ok(value) => {
                path_state.words.push(value.0);
                self.finish(call.parent, path_state, true);
                Ok(())
            }
            // Where something was cut before, this call may be one that never happens.
            Err(Halt::Error(error))
                if path_state.used.contains(&Source::Cut) && self.machine.refuel(&error) =>
            {
                self.cut(call.function, call.parent, path_state)
            }
            Err(Halt::Error(error)) if self.machine.skips(&error) => {
                self.skip(call.function, call.parent, path_state);
                Ok(())
            }
            Err(Halt::Error(error)) => self.give_up(error, &path_state),
            Err(Halt::Open(_)) => Err(StepError::Stuck),
        }
    }

    /// Runs a call in a path state, or cuts it.
    pub(crate) fn enter(&mut self, call: Call, mut path_state: PathState) -> Result<(), StepError> {
        let weights: Vec<u32> =
            call.args.iter().map(|&arg| self.machine.store.weight(arg)).collect();
        let Some(patience) = self.patience(&call, &path_state, &weights) else {
            return self.cut(call.function, call.parent, path_state);
        };
        let Call { function, args, parent } = call;
        let (base, forks) = (path_state.words.len(), path_state.forks);
        let (waiting, results) = (BTreeMap::new(), Vec::new());
        let answered = std::mem::take(&mut self.spare);
        let new = Activation {
            function,
            parent,
            base,
            waiting,
            answered,
            results,
            weights,
            forks,
            patience,
        };
        let callee = &self.machine.model.functions[function];
        path_state.words.extend(variables(callee, &args));
        if new.patience.attempt.is_some() {
            self.attempts.push(self.stack.len());
        }
        self.stack.push(new);
        self.wait(self.stack.len() - 1, callee.root, path_state, true);
        Ok(())
    }

    /// Takes any value for that of a call which is taken to return.
    fn skip(
        &mut self,
        function: FunctionId,
        parent: Option<(usize, Back)>,
        mut path_state: PathState,
    ) {
        let role = &self.machine.model.functions[function].role;
        let mut value = self.machine.fresh(&mut path_state, Kinds::ALL, Source::Cut);
        if let FunctionRole::Local(..) = role {
            let tag = self.machine.store.intern(Shape::Atom("ok".into()));
            value = self.machine.store.intern(Shape::Tuple([tag, value].into()));
        }
        path_state.words.push(value.0);
        self.finish(parent, path_state, true);
    }

    /// Takes any value for that of a call.
    fn cut(
        &mut self,
        function: FunctionId,
        parent: Option<(usize, Back)>,
        mut path_state: PathState,
    ) -> Result<(), StepError> {
        self.machine.cuts += 1;
        let role = &self.machine.model.functions[function].role;
        let value = self.machine.anything(role, &mut path_state)?;
        path_state.words.push(value.0);
        self.finish(parent, path_state, true);
        Ok(())
    }

    /// Drops what the caller does not read after the call.
    fn leave(&mut self, level: usize, back: Back, path_state: &mut PathState) {
        let Activation { function, base, .. } = self.stack[level];
        match back {
            Back::Return => path_state.words.truncate(base),
            Back::Answer { .. } => {}
            Back::Bind { var, next } => {
                let live = self.machine.live(function);
                clear(&mut path_state.words[base..], &live[next.index()]);
                path_state.words[base + var.index()] = 0;
            }
        }
    }

    /// Hands the value of a call, the last word of the path state, to the call that waits for it, or to the results.
    fn finish(&mut self, parent: Option<(usize, Back)>, mut path_state: PathState, is_only: bool) {
        let Some((level, back)) = parent else {
            self.results.push(path_state);
            return;
        };
        match back {
            Back::Return => self.stack[level].results.push(path_state),
            Back::Bind { var, next } => {
                let value = path_state.words.pop().unwrap_or(0);
                path_state.words[self.stack[level].base + var.index()] = value;
                self.wait(level, next, path_state, is_only);
            }
            Back::Answer { node, given, site } => {
                path_state.given = given;
                path_state.give_last(site);
                self.stack[level].answered.push((node, path_state));
            }
        }
    }
}

fn clear(values: &mut [u32], live: &FixedBitSet) {
    for (slot, value) in values.iter_mut().enumerate().take(live.len()) {
        if !live.contains(slot) {
            *value = 0;
        }
    }
}
