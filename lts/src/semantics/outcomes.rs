//! Pure functions on unknown values: all their outcomes.
//!
//! Input: a world and a call. Output: worlds that have the value as their last word. Goes through a
//! decision graph from its root downwards, all worlds side by side: each node stands behind the nodes
//! that it leads to, so the last node at which a world waits can be reached by no other. There the
//! worlds that agree in all that is still read are joined, so that n decisions whose outcomes are
//! not needed any more do not give 2^n outcomes. Calls wait on a stack of their own. When a recursion is not
//! followed any further says `patience`.

use std::collections::BTreeMap;
use std::rc::Rc;

use model::index::Idx as _;
use model::{FunctionId, FunctionRole, NodeId};

use super::eval::{Halt, Request, Scope, Turn};
use super::kinds::Kinds;
use super::patience::Patience;
use super::run::{Back, Progress, variables};
use super::static_facts::live_variables;
use super::store::{Shape, Source, TermId};
use super::world::World;
use super::{Cycle, Machine, StepError};

/// Steps that a decision takes as long as.
const FORK: usize = 64;

/// A call of a function with all worlds in which it runs.
pub(super) struct Activation {
    pub(super) function: FunctionId,
    /// The call that waits for this one, and what it does with the value.
    pub(super) parent: Option<(usize, Back)>,
    /// Words of a world that belong to others; the function's variables follow.
    base: usize,
    /// Worlds that have come to nodes, to be joined there.
    waiting: BTreeMap<NodeId, Vec<World>>,
    /// Worlds in which something has been answered, so that what stands at a node can be evaluated
    /// again; joined they would forget the answer.
    answered: Vec<(NodeId, World)>,
    /// Worlds that have come to the end.
    results: Vec<World>,
    /// Weights of the arguments.
    pub(super) weights: Vec<u32>,
    /// Decisions made before.
    pub(super) forks: u32,
    /// How far it may go.
    pub(super) patience: Patience,
}

/// A call that is to be made.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) function: FunctionId,
    pub(super) args: Vec<TermId>,
    pub(super) parent: Option<(usize, Back)>,
}

/// Variables of each node of a function that are still read.
pub(super) type Live = Rc<Vec<Box<[bool]>>>;

impl Machine<'_> {
    /// The outcomes of a call; each has the value as its last word.
    pub(super) fn outcomes(
        &mut self,
        function: FunctionId,
        args: Vec<TermId>,
        mut world: World,
    ) -> Result<Vec<World>, StepError> {
        let given = std::mem::take(&mut world.given);
        let (share, used) = (world.share, world.used.clone());
        let (stack, attempts, results) = (Vec::new(), Vec::new(), Vec::new());
        let fixed = world.words.len();
        let mut calls = Calls { machine: self, stack, attempts, fixed, results };
        calls.call(Call { function, args, parent: None }, world)?;
        calls.run()?;
        let mut results = calls.results;
        for world in &mut results {
            world.given = given;
            if world.share == share && share > 0 {
                // All ways have met: no decision in between matters.
                world.used.clone_from(&used);
            }
        }
        Ok(results)
    }

    /// What a function that is cut may return. One of the module tags it: with `ok`, or with the class
    /// of an exception.
    fn anything(&mut self, role: &FunctionRole, world: &mut World) -> Result<TermId, StepError> {
        let mut fresh = |kinds| self.fresh(world, kinds, Source::Cut);
        let FunctionRole::Local(..) = role else { return Ok(fresh(Kinds::ALL)) };
        let pair = Shape::Tuple([fresh(Kinds::ATOM), fresh(Kinds::ALL)].into());
        self.intern(pair, Scope::Ground).map_err(|_| StepError::TooLarge(Cycle::default()))
    }

    fn live(&mut self, function: FunctionId) -> Live {
        let model = self.model;
        let new = || Rc::new(live_variables(&model.functions[function]));
        Rc::clone(self.live.entry(function).or_insert_with(new))
    }
}

/// All calls under way.
pub(super) struct Calls<'c, 'm> {
    pub(super) machine: &'c mut Machine<'m>,
    pub(super) stack: Vec<Activation>,
    /// Levels of the first calls of recursions.
    pub(super) attempts: Vec<usize>,
    /// Words of each world that stand outside of all of them.
    fixed: usize,
    results: Vec<World>,
}

impl Calls<'_, '_> {
    fn run(&mut self) -> Result<(), StepError> {
        while let Some(level) = self.stack.len().checked_sub(1) {
            let top = &mut self.stack[level];
            if let Some((node, world)) = top.answered.pop() {
                self.advance(level, node, world)?;
            } else if let Some((node, worlds)) = top.waiting.pop_last() {
                let worlds = self.machine.merge(worlds);
                let worlds = self.machine.widen(worlds, self.fixed);
                let worlds = worlds.into_iter().rev().map(|world| (node, world));
                self.stack[level].answered.extend(worlds);
            } else if let Some(done) = self.stack.pop() {
                self.attempts.pop_if(|attempt| *attempt == level);
                for world in self.machine.merge(done.results) {
                    self.finish(done.parent, world);
                }
            }
        }
        Ok(())
    }

    /// The first node at which a world could meet others: the next one, if others are to follow.
    fn meeting(&self, level: usize, node: NodeId) -> Option<NodeId> {
        let Activation { waiting, answered, .. } = &self.stack[level];
        if answered.is_empty() { waiting.keys().next_back().copied() } else { Some(node) }
    }

    /// Goes on with a world from a node up to where it could meet others.
    fn advance(&mut self, level: usize, node: NodeId, mut world: World) -> Result<(), StepError> {
        let meeting = self.meeting(level, node);
        let Activation { function, base, .. } = self.stack[level];
        let model = self.machine.model;
        let mut here = node;
        let (values, answers) =
            world.words[base..].split_at_mut(model.functions[function].vars.len());
        let sites = world.sites.len() - world.given;
        let mut turn =
            Turn::knowing(self.machine.fuel, &world.facts, answers, &world.sites[sites..]);
        turn.trail = world.trail;
        let progress = self.machine.advance(function, &mut here, values, meeting, &mut turn);
        self.machine.fuel = turn.budget;
        world.trail = turn.trail;
        if here != node || !matches!(progress, Err(Halt::Open(_))) {
            world.end_evaluation();
        }
        match progress {
            Ok(Progress::Value(value)) => {
                world.words.truncate(base);
                world.words.push(value.0);
                self.stack[level].results.push(world);
            }
            Ok(Progress::Meeting) => self.wait(level, here, world),
            Ok(Progress::Call { function, args, back }) => {
                let parent = Some((level, back));
                self.call(Call { function, args, parent }, world)?;
            }
            Err(Halt::Error(error)) => return self.give_up(error, &world),
            Err(Halt::Open(request)) => self.answer(level, here, world, *request)?,
        }
        Ok(())
    }

    fn answer(
        &mut self,
        level: usize,
        node: NodeId,
        mut world: World,
        request: Request,
    ) -> Result<(), StepError> {
        match request {
            Request::Run(site, function, args) => {
                let back = Back::Answer { node, given: std::mem::take(&mut world.given), site };
                return self.call(Call { function, args, parent: Some((level, back)) }, world);
            }
            Request::Make(site, kinds, source, of) => {
                self.machine.make(&mut world, kinds, source, of);
                world.give_last(site);
                self.stack[level].answered.push((node, world));
            }
            Request::Assume(question) => {
                let world = self.machine.assume(world, question);
                self.stack[level].answered.extend(world.map(|world| (node, world)));
            }
            Request::Decide(question) => {
                let worlds = self.machine.fork(&world, question);
                self.machine.forks += worlds.len().saturating_sub(1);
                self.machine.beat(FORK)?;
                let worlds = worlds.into_iter().rev().map(|world| (node, world));
                self.stack[level].answered.extend(worlds);
                self.lose_patience()?;
            }
        }
        Ok(())
    }

    /// Puts a world down at a node, without the variables that are read no more.
    fn wait(&mut self, level: usize, node: NodeId, mut world: World) {
        let Activation { function, base, .. } = self.stack[level];
        let live = self.machine.live(function);
        clear(&mut world.words[base..], &live[node.index()]);
        self.stack[level].waiting.entry(node).or_default().push(world);
    }

    /// Makes a call in a world; the caller keeps only what it reads afterwards.
    fn call(&mut self, call: Call, mut world: World) -> Result<(), StepError> {
        let Call { function, args, parent } = call;
        if let Some((level, back)) = parent {
            self.leave(level, back, &mut world);
        }
        if self.machine.is_plain(function, &args) {
            return self.run_plain(&Call { function, args, parent }, world);
        }
        self.enter(Call { function, args, parent }, world)
    }

    /// Makes a call that has one outcome.
    fn run_plain(&mut self, call: &Call, mut world: World) -> Result<(), StepError> {
        let mut turn = Turn::new(self.machine.fuel);
        turn.trail = world.trail;
        let value = self.machine.run(call.function, &call.args, &mut turn);
        self.machine.fuel = turn.budget;
        world.trail = turn.trail;
        match value {
            Ok(value) => {
                world.words.push(value.0);
                self.finish(call.parent, world);
                Ok(())
            }
            // Where something was cut before, this call may be one that never happens.
            Err(Halt::Error(error))
                if world.used.contains(&Source::Cut) && self.machine.refuel(&error) =>
            {
                self.cut(call.function, call.parent, world)
            }
            Err(Halt::Error(error)) => self.give_up(error, &world),
            Err(Halt::Open(_)) => Err(StepError::Stuck),
        }
    }

    /// Runs a call in a world, or cuts it.
    pub(super) fn enter(&mut self, call: Call, mut world: World) -> Result<(), StepError> {
        let weights: Vec<u32> =
            call.args.iter().map(|&arg| self.machine.store.weight(arg)).collect();
        let Some(patience) = self.patience(&call, &world, &weights) else {
            return self.cut(call.function, call.parent, world);
        };
        let Call { function, args, parent } = call;
        let (base, forks) = (world.words.len(), world.forks);
        let (waiting, answered, results) = (BTreeMap::new(), Vec::new(), Vec::new());
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
        world.words.extend(variables(callee, &args));
        if new.patience.attempt.is_some() {
            self.attempts.push(self.stack.len());
        }
        self.stack.push(new);
        self.wait(self.stack.len() - 1, callee.root, world);
        Ok(())
    }

    /// Takes any value for that of a call.
    fn cut(
        &mut self,
        function: FunctionId,
        parent: Option<(usize, Back)>,
        mut world: World,
    ) -> Result<(), StepError> {
        self.machine.cuts += 1;
        let role = &self.machine.model.functions[function].role;
        let value = self.machine.anything(role, &mut world)?;
        world.words.push(value.0);
        self.finish(parent, world);
        Ok(())
    }

    /// Drops what the caller does not read after the call.
    fn leave(&mut self, level: usize, back: Back, world: &mut World) {
        let Activation { function, base, .. } = self.stack[level];
        match back {
            Back::Return => world.words.truncate(base),
            Back::Answer { .. } => {}
            Back::Bind { var, next } => {
                let live = self.machine.live(function);
                clear(&mut world.words[base..], &live[next.index()]);
                world.words[base + var.index()] = 0;
            }
        }
    }

    /// Hands the value of a call, the last word of the world, to the call that waits for it, or to the results.
    fn finish(&mut self, parent: Option<(usize, Back)>, mut world: World) {
        let Some((level, back)) = parent else {
            self.results.push(world);
            return;
        };
        match back {
            Back::Return => self.stack[level].results.push(world),
            Back::Bind { var, next } => {
                let value = world.words.pop().unwrap_or(0);
                world.words[self.stack[level].base + var.index()] = value;
                self.wait(level, next, world);
            }
            Back::Answer { node, given, site } => {
                world.given = given;
                world.give_last(site);
                self.stack[level].answered.push((node, world));
            }
        }
    }
}

fn clear(values: &mut [u32], live: &[bool]) {
    for (value, _) in values.iter_mut().zip(live).filter(|(_, live)| !**live) {
        *value = 0;
    }
}
