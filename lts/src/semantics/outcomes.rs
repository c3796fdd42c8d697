//! Pure functions on unknown values: all their outcomes.
//!
//! Input: a world and a call. Output: worlds that have the value as their last word. Goes through a
//! decision graph from its root downwards, all worlds side by side: each node stands behind the nodes
//! that it leads to, so the last node at which a world waits can be reached by no other. There the
//! worlds that agree in all that is still read are joined, so that n decisions whose outcomes nobody
//! needs any more do not give 2^n outcomes. Calls wait on a stack of their own.

use std::collections::BTreeMap;
use std::rc::Rc;

use translator::index::Idx as _;
use translator::model::{FunctionId, FunctionRole, NodeId};

use super::eval::{Halt, Request, Scope, Turn};
use super::kinds::Kinds;
use super::run::{Back, Progress, variables};
use super::static_facts::live_variables;
use super::store::{Shape, Source, TermId};
use super::world::World;
use super::{Machine, StepError};

/// Times that a function is entered again because of decisions, before it is cut.
const MAX_AGAIN: usize = 2;

/// A call of a function with all worlds in which it runs.
struct Activation {
    function: FunctionId,
    /// The call that waits for this one, and what it does with the value.
    parent: Option<(usize, Back)>,
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
    weights: Vec<u32>,
    /// Decisions made before.
    forks: u32,
}

/// A call that is to be made.
struct Call {
    function: FunctionId,
    args: Vec<TermId>,
    parent: Option<(usize, Back)>,
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
        let mut calls = Calls { machine: self, stack: Vec::new(), results: Vec::new() };
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
        self.intern(pair, Scope::Ground).map_err(|_| StepError::Budget)
    }

    fn live(&mut self, function: FunctionId) -> Live {
        let model = self.model;
        let new = || Rc::new(live_variables(&model.functions[function]));
        Rc::clone(self.live.entry(function).or_insert_with(new))
    }
}

/// All calls under way.
struct Calls<'c, 'm> {
    machine: &'c mut Machine<'m>,
    stack: Vec<Activation>,
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
                let worlds = worlds.into_iter().rev().map(|world| (node, world));
                self.stack[level].answered.extend(worlds);
            } else if let Some(done) = self.stack.pop() {
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
        let progress = self.machine.advance(function, &mut here, values, meeting, &mut turn);
        self.machine.fuel = turn.budget;
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
            Err(Halt::Error(error)) => return Err(error),
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
            Request::Make(site, kinds, source) => {
                let value = self.machine.fresh(&mut world, kinds, source);
                world.words.push(value.0);
                world.give_last(site);
                self.stack[level].answered.push((node, world));
            }
            Request::Decide(question) => {
                let worlds = self.machine.fork(&world, question);
                let worlds = worlds.into_iter().rev().map(|world| (node, world));
                self.stack[level].answered.extend(worlds);
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
            let mut turn = Turn::new(self.machine.fuel);
            let value = self.machine.run(function, &args, &mut turn);
            self.machine.fuel = turn.budget;
            let value = value.map_err(|halt| match halt {
                Halt::Error(error) => error,
                Halt::Open(_) => StepError::Stuck,
            })?;
            world.words.push(value.0);
            self.finish(parent, world);
            return Ok(());
        }
        let weights = args.iter().map(|&arg| self.machine.store.weight(arg)).collect();
        let model = self.machine.model;
        let callee = &model.functions[function];
        let base = world.words.len();
        let forks = world.forks;
        let new = Activation {
            function,
            parent,
            base,
            waiting: BTreeMap::new(),
            answered: Vec::new(),
            results: Vec::new(),
            weights,
            forks,
        };
        if self.again(&new) > MAX_AGAIN {
            self.machine.cuts += 1;
            let value = self.machine.anything(&callee.role, &mut world)?;
            world.words.push(value.0);
            self.finish(parent, world);
            return Ok(());
        }
        world.words.extend(variables(callee, &args));
        self.stack.push(new);
        self.wait(self.stack.len() - 1, callee.root, world);
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

    /// Hands the value of a call, the last word of the world, to whoever waits for it.
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

    /// How often the function of a call has been entered again because of decisions: entries with
    /// decisions since the one before, and no argument that has become smaller.
    fn again(&self, new: &Activation) -> usize {
        let (mut count, mut later) = (0, new);
        let mut parent = new.parent;
        while let Some((level, _)) = parent {
            let earlier = &self.stack[level];
            parent = earlier.parent;
            if earlier.function == new.function {
                let shrinks = later.weights.iter().zip(&earlier.weights).any(|(l, e)| l < e);
                count += usize::from(earlier.forks < later.forks && !shrinks);
                later = earlier;
            }
        }
        count
    }
}

fn clear(values: &mut [u32], live: &[bool]) {
    for (value, _) in values.iter_mut().zip(live).filter(|(_, live)| !**live) {
        *value = 0;
    }
}
