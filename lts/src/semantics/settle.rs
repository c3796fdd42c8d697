//! From a control point to the next action, choice or end, through calls, conditions and bindings.
//!
//! Input: a world whose component stands at a point. Output: the worlds in which it has settled, one
//! for each way in which the decisions on unknown values may go. Where nothing is unknown there is
//! one, and no world is copied.

use frontend::Span;
use model::{ActionRole, Behaviour, Expr, PointId, ProcessId};

use super::eval::{Halt, Request, Scope, Trail, Turn};
use super::store::TermId;
use super::world::World;
use super::{Machine, StepError};

/// A way in which a component has gone on.
pub(super) struct Path {
    pub(super) world: World,
    /// Source clauses taken.
    pub(super) clauses: Vec<Span>,
}

impl Machine<'_> {
    /// Evaluates in a world in every way: `attempt` is made again with each answer to what it
    /// leaves open.
    pub(super) fn in_every_way<T>(
        &mut self,
        world: World,
        attempt: &mut dyn FnMut(&mut Self, &World, &mut Turn<'_>) -> Result<T, Halt>,
    ) -> Result<Vec<(World, T)>, StepError> {
        let mut found = Vec::new();
        let mut pending = Vec::new();
        let mut next = Some(world);
        while let Some(mut world) = next.take().or_else(|| pending.pop()) {
            let budget = if self.is_exact { self.effort.max_steps } else { self.fuel };
            let mut turn = Turn::knowing(budget, &world.facts, world.answers(), world.sites());
            turn.trail = world.trail;
            let result = attempt(self, &world, &mut turn);
            let trail = turn.trail;
            if !self.is_exact {
                self.fuel = self.fuel.min(turn.budget);
            }
            world.trail = trail;
            match result {
                Ok(value) => {
                    world.end_evaluation();
                    found.push((world, value));
                }
                Err(Halt::Error(error)) => return Err(error),
                Err(Halt::Open(request)) => {
                    pending.extend(self.answers(world, *request)?.into_iter().rev());
                }
            }
        }
        Ok(found)
    }

    /// The worlds in which a request is answered.
    fn answers(&mut self, mut world: World, request: Request) -> Result<Vec<World>, StepError> {
        Ok(match request {
            Request::Decide(question) => self.fork(&world, question),
            Request::Assume(question) => self.assume(world, question).into_iter().collect(),
            Request::Make(site, kinds, source, of) => {
                self.make(&mut world, kinds, source, of);
                world.give_last(site);
                vec![world]
            }
            Request::Run(site, function, args) => {
                let mut worlds = self.outcomes(function, args, world)?;
                for world in &mut worlds {
                    world.give_last(site);
                }
                worlds
            }
        })
    }

    /// Lets a component settle from a point on.
    pub(super) fn settle(
        &mut self,
        component: usize,
        point: PointId,
        path: Path,
    ) -> Result<Vec<Path>, StepError> {
        let (mut point, mut path) = (point, path);
        let mut pending = match self.walk(component, &mut point, &mut path) {
            Ok(()) => return Ok(vec![path]),
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::Open(_)) => vec![(point, path)],
        };
        let mut settled = Vec::new();
        while let Some((point, path)) = pending.pop() {
            for (mut point, mut path) in self.split(component, point, path)? {
                match self.walk(component, &mut point, &mut path) {
                    Ok(()) => settled.push((path.world, path.clauses)),
                    Err(Halt::Error(error)) => return Err(error),
                    Err(Halt::Open(_)) => pending.push((point, path)),
                }
            }
        }
        let merged = self.merge_with(settled);
        Ok(merged.into_iter().map(|(world, clauses)| Path { world, clauses }).collect())
    }

    /// Goes on as long as there is one way to go; stops at the point that leaves something open.
    fn walk(
        &mut self,
        component: usize,
        point: &mut PointId,
        Path { world, clauses }: &mut Path,
    ) -> Result<(), Halt> {
        let model = self.model;
        let range = self.layout.range(component);
        loop {
            if let Behaviour::Call { process: callee, args } = &model.points[*point] {
                let call = (*callee, args.as_slice());
                let process = self.layout.process(*point);
                if let Some(next) = self.cut_call(call, component, process, world)? {
                    *point = next;
                    continue;
                }
            }
            let words = &mut world.words[range.clone()];
            let process = self.layout.process(*point);
            let turn = &mut Turn::knowing(self.effort.max_steps, &world.facts, &[], &[]);
            match &model.points[*point] {
                Behaviour::If { cond, yes, no } => {
                    let scope = Scope::Process(process, &words[1..]);
                    *point = if self.holds(cond, scope, turn)? { *yes } else { *no };
                }
                Behaviour::Let { var, value, next } => {
                    let value = self.eval(value, Scope::Process(process, &words[1..]), turn)?;
                    world.trail.clause = turn.trail.clause.or(world.trail.clause);
                    words[self.layout.slot(process, *var) + 1] = value.0;
                    *point = *next;
                }
                Behaviour::Mark { origin, next } => {
                    let mut origin = *origin;
                    if self.hunts {
                        let own = world.trail.clause.filter(|_| self.is_crash(*next));
                        origin = own.unwrap_or(origin);
                        self.taken.insert(origin);
                    }
                    clauses.push(origin);
                    *point = *next;
                }
                Behaviour::Call { process: callee, args } => {
                    let mut trail = world.trail;
                    let args =
                        self.eval_each(args, process, &words[1..], (&world.facts, &mut trail))?;
                    world.trail = trail;
                    words.fill(0);
                    for (word, arg) in words[1..].iter_mut().zip(args) {
                        *word = arg.0;
                    }
                    *point = model.processes[*callee].body;
                }
                Behaviour::Act { .. }
                | Behaviour::Receive { .. }
                | Behaviour::Choice(_)
                | Behaviour::End(_) => {
                    words[0] = self.layout.canonical(*point).0;
                    self.layout.clear_dead(words);
                    return Ok(());
                }
            }
        }
    }

    /// Whether a world is at a crash of the first component, where there is one.
    pub(super) fn crashes_next(&self, world: &World) -> bool {
        world.words.first().is_some_and(|&point| self.is_crash(PointId(point)))
    }

    /// Whether a crash comes next: those of all clauses that do nothing before it are one sequence.
    pub(super) fn is_crash(&self, mut point: PointId) -> bool {
        loop {
            match &self.model.points[point] {
                Behaviour::Let { next, .. } => point = *next,
                Behaviour::Act { action, .. } => {
                    return self.model.actions[*action].role == ActionRole::Crash;
                }
                _ => return false,
            }
        }
    }

    /// The values of arguments, each with a budget of its own.
    fn eval_each(
        &mut self,
        args: &[Expr],
        process: ProcessId,
        slots: &[u32],
        (facts, trail): (&[super::question::Fact], &mut Trail),
    ) -> Result<Vec<TermId>, Halt> {
        let value = |arg| {
            let mut turn = Turn::knowing(self.effort.max_steps, facts, &[], &[]);
            turn.trail = *trail;
            let value = self.eval(arg, Scope::Process(process, slots), &mut turn);
            *trail = turn.trail;
            value
        };
        args.iter().map(value).collect()
    }

    /// Goes on from a point in every way.
    fn split(
        &mut self,
        component: usize,
        point: PointId,
        path: Path,
    ) -> Result<Vec<(PointId, Path)>, StepError> {
        let model = self.model;
        let Path { world, clauses } = path;
        let process = self.layout.process(point);
        let slots = self.layout.slots(component);
        let found: Vec<(World, PointId)> = match &model.points[point] {
            Behaviour::If { cond, yes, no } => {
                let mut attempt = |machine: &mut Self, world: &World, turn: &mut Turn<'_>| {
                    let scope = Scope::Process(process, &world.words[slots.clone()]);
                    Ok(if machine.holds(cond, scope, turn)? { *yes } else { *no })
                };
                self.in_every_way(world, &mut attempt)?
            }
            Behaviour::Let { var, value, next } => {
                let slot = self.layout.slot(process, *var);
                let mut live = self.layout.live(*next).to_vec();
                live[slot] = false;
                let mut worlds = self.values_of(value, component, process, world, &live)?;
                for world in &mut worlds {
                    world.words[slots.start + slot] = world.words.pop().unwrap_or(0);
                }
                worlds.into_iter().map(|world| (world, *next)).collect()
            }
            Behaviour::Call { process: callee, args } => {
                let worlds = self.call_process(args, component, process, world)?;
                worlds.into_iter().map(|world| (world, model.processes[*callee].body)).collect()
            }
            _ => Vec::new(),
        };
        let path = |world| Path { world, clauses: clauses.clone() };
        Ok(found.into_iter().map(|(world, point)| (point, path(world))).collect())
    }

    /// Puts the values of arguments in the slots of a component.
    fn call_process(
        &mut self,
        args: &[Expr],
        component: usize,
        process: ProcessId,
        world: World,
    ) -> Result<Vec<World>, StepError> {
        let slots = self.layout.slots(component);
        let n_words = world.words.len();
        let mut worlds = vec![world];
        for (number, arg) in args.iter().enumerate() {
            let mut live = vec![false; slots.len()];
            for other in &args[number + 1..] {
                other.for_each_var(&mut |var| live[self.layout.slot(process, var)] = true);
            }
            let mut next = Vec::new();
            for world in worlds {
                next.extend(self.values_of(arg, component, process, world, &live)?);
            }
            worlds = next;
        }
        for world in &mut worlds {
            let values = world.words.split_off(n_words);
            world.words[slots.clone()].fill(0);
            world.words[slots.start..slots.start + values.len()].copy_from_slice(&values);
        }
        Ok(worlds)
    }

    /// The values of an expression of a component; each world has the value as its last word.
    /// A call does not keep slots that are not live after it.
    pub(super) fn values_of(
        &mut self,
        expr: &Expr,
        component: usize,
        process: ProcessId,
        world: World,
        live: &[bool],
    ) -> Result<Vec<World>, StepError> {
        let slots = self.layout.slots(component);
        let Expr::Call(function, args) = expr else {
            let mut attempt = |machine: &mut Self, world: &World, turn: &mut Turn<'_>| {
                let scope = Scope::Process(process, &world.words[slots.clone()]);
                machine.eval(expr, scope, turn)
            };
            let mut found = self.in_every_way(world, &mut attempt)?;
            for (world, value) in &mut found {
                world.words.push(value.0);
            }
            return Ok(found.into_iter().map(|(world, _)| world).collect());
        };
        let mut attempt = |machine: &mut Self, world: &World, turn: &mut Turn<'_>| {
            let scope = Scope::Process(process, &world.words[slots.clone()]);
            machine.eval_all(args, scope, turn)
        };
        let mut outcomes = Vec::new();
        for (mut world, args) in self.in_every_way(world, &mut attempt)? {
            for (word, _) in world.words[slots.clone()].iter_mut().zip(live).filter(|(_, l)| !**l) {
                *word = 0;
            }
            outcomes.extend(self.outcomes(*function, args, world)?);
        }
        Ok(outcomes)
    }
}
