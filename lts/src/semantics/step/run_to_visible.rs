//! From a control point to the next action, choice or end, through calls, conditions and bindings.
//!
//! Input: a path state whose component stands at a point. Output: the path states in which it has settled, one
//! for each way in which the decisions on unknown values may go. Where nothing is unknown there is
//! one, and no path state is copied.

use std::ops::Range;

use model::{ActionRole, Behaviour, Expr, PointId, ProcessId};

use crate::semantics::evaluation::eval::{Halt, Request, Scope, Trail, Turn};
use crate::semantics::path_state::PathState;
use crate::semantics::step::clauses::Clauses;
use crate::semantics::store::TermId;
use crate::semantics::{Machine, StepError};

/// A way in which a component has gone on.
#[derive(Clone)]
pub(crate) struct Path {
    pub(crate) path_state: PathState,
    /// Source clauses taken.
    pub(crate) clauses: Clauses,
}

impl Machine<'_> {
    /// Evaluates in a path state in every way: `attempt` is made again with each answer to what it
    /// leaves open.
    pub(crate) fn in_every_way<T>(
        &mut self,
        path_state: PathState,
        attempt: &mut dyn FnMut(&mut Self, &PathState, &mut Turn<'_>) -> Result<T, Halt>,
    ) -> Result<Vec<(PathState, T)>, StepError> {
        let mut outcomes = Vec::new();
        let mut pending = Vec::new();
        let mut next = Some(path_state);
        while let Some(mut path_state) = next.take().or_else(|| pending.pop()) {
            match self.in_one_way(&mut path_state, attempt) {
                Ok(value) => outcomes.push((path_state, value)),
                Err(Halt::Error(error)) => return Err(error),
                Err(Halt::Open(request)) => {
                    pending.extend(self.answers(path_state, *request)?.into_iter().rev());
                }
            }
        }
        Ok(outcomes)
    }

    /// Evaluates in a path state in the only way that there is with the answers that it has been given so far.
    fn in_one_way<T>(
        &mut self,
        path_state: &mut PathState,
        attempt: &mut dyn FnMut(&mut Self, &PathState, &mut Turn<'_>) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let budget = if self.is_exact { self.effort.max_steps } else { self.fuel };
        let (answers, sites) = (path_state.answers(), path_state.sites());
        let mut turn = Turn::knowing(budget, &path_state.facts, answers, sites);
        turn.trail = path_state.trail;
        let result = attempt(self, path_state, &mut turn);
        let (trail, left) = (turn.trail, turn.budget);
        path_state.trail = trail;
        if !self.is_exact {
            self.fuel = self.fuel.min(left);
        }
        if result.is_ok() {
            path_state.end_evaluation();
        }
        result
    }

    /// The path states in which a request is answered.
    fn answers(
        &mut self,
        mut path_state: PathState,
        request: Request,
    ) -> Result<Vec<PathState>, StepError> {
        Ok(match request {
            Request::Decide(question) => self.fork(&path_state, question),
            Request::Assume(question) => self.assume(path_state, question).into_iter().collect(),
            Request::Make(site, kinds, source, of) => {
                self.make(&mut path_state, kinds, source, of);
                path_state.give_last(site);
                vec![path_state]
            }
            Request::Run(site, function, args) => {
                let mut path_states = self.outcomes(function, args, path_state)?;
                for path_state in &mut path_states {
                    path_state.give_last(site);
                }
                path_states
            }
        })
    }

    /// Lets a component settle from a point on.
    pub(crate) fn settle(
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
                    Ok(()) => settled.push((path.path_state, path.clauses)),
                    Err(Halt::Error(error)) => return Err(error),
                    Err(Halt::Open(_)) => pending.push((point, path)),
                }
            }
        }
        let merged = self.merge_with(settled);
        Ok(merged.into_iter().map(|(path_state, clauses)| Path { path_state, clauses }).collect())
    }

    /// Goes on as long as there is one way to go; stops at the point that leaves something open.
    fn walk(
        &mut self,
        component: usize,
        point: &mut PointId,
        Path { path_state, clauses }: &mut Path,
    ) -> Result<(), Halt> {
        let model = self.model;
        let range = self.layout.range(component);
        loop {
            if let Behaviour::Call { process: callee, args } = &model.points[*point] {
                let call = (*callee, args.as_slice());
                let process = self.layout.process(*point);
                if let Some(next) = self.cut_call(call, component, process, path_state)? {
                    *point = next;
                    continue;
                }
            }
            let words = &mut path_state.words[range.clone()];
            let process = self.layout.process(*point);
            let turn = &mut Turn::knowing(self.effort.max_steps, &path_state.facts, &[], &[]);
            match &model.points[*point] {
                Behaviour::If { cond, yes, no } => {
                    let scope = Scope::Process(process, &words[1..]);
                    *point = if self.holds(cond, scope, turn)? { *yes } else { *no };
                }
                Behaviour::Let { var, value, next } => {
                    let value = self.eval(value, Scope::Process(process, &words[1..]), turn)?;
                    path_state.trail.clause = turn.trail.clause.or(path_state.trail.clause);
                    words[self.layout.slot(process, *var) + 1] = value.0;
                    *point = *next;
                }
                Behaviour::Mark { origin, next } => {
                    let mut origin = *origin;
                    if self.hunts {
                        let clause = path_state.trail.clause.filter(|_| self.is_crash(*next));
                        origin = clause.unwrap_or(origin);
                        self.taken.insert(origin);
                    }
                    clauses.push(origin);
                    *point = *next;
                }
                Behaviour::Call { process: callee, args } => {
                    let mut trail = path_state.trail;
                    let args = self.eval_each(
                        args,
                        process,
                        &words[1..],
                        (&*path_state.facts, &mut trail),
                    )?;
                    path_state.trail = trail;
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

    /// Whether a path state is at a crash of the first component, where there is one.
    pub(crate) fn crashes_next(&self, path_state: &PathState) -> bool {
        path_state.words.first().is_some_and(|&point| self.is_crash(PointId(point)))
    }

    /// Whether a crash comes next: those of all clauses that do nothing before it are one sequence.
    pub(crate) fn is_crash(&self, mut point: PointId) -> bool {
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
        (facts, trail): (&[crate::semantics::path_state::question::Fact], &mut Trail),
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
        let Path { path_state, clauses } = path;
        let process = self.layout.process(point);
        let slots = self.layout.slots(component);
        let branches: Vec<(PathState, PointId)> = match &model.points[point] {
            Behaviour::If { cond, yes, no } => {
                let mut attempt =
                    |machine: &mut Self, path_state: &PathState, turn: &mut Turn<'_>| {
                        let scope = Scope::Process(process, &path_state.words[slots.clone()]);
                        Ok(if machine.holds(cond, scope, turn)? { *yes } else { *no })
                    };
                self.in_every_way(path_state, &mut attempt)?
            }
            Behaviour::Let { var, value, next } => {
                let slot = self.layout.slot(process, *var);
                let mut live = Vec::new();
                if matches!(value, Expr::Call(..)) {
                    live.extend_from_slice(self.layout.live(*next));
                    live[slot] = false;
                }
                let mut path_states =
                    self.values_of(value, component, process, path_state, &live)?;
                for path_state in &mut path_states {
                    path_state.words[slots.start + slot] = path_state.words.pop().unwrap_or(0);
                }
                path_states.into_iter().map(|path_state| (path_state, *next)).collect()
            }
            Behaviour::Call { process: callee, args } => {
                let path_states = self.call_process(args, component, process, path_state)?;
                path_states
                    .into_iter()
                    .map(|path_state| (path_state, model.processes[*callee].body))
                    .collect()
            }
            _ => Vec::new(),
        };
        let path = |path_state| Path { path_state, clauses: clauses.clone() };
        Ok(branches.into_iter().map(|(path_state, point)| (point, path(path_state))).collect())
    }

    /// Puts the values of arguments in the slots of a component.
    fn call_process(
        &mut self,
        args: &[Expr],
        component: usize,
        process: ProcessId,
        path_state: PathState,
    ) -> Result<Vec<PathState>, StepError> {
        let slots = self.layout.slots(component);
        let n_words = path_state.words.len();
        let mut called = Vec::new();
        let mut pending = vec![(path_state, 0)];
        while let Some((mut path_state, mut number)) = pending.pop() {
            let open =
                self.values_at_once(args, &mut number, (process, &slots), &mut path_state)?;
            let (next, ways) = match (open, args.get(number)) {
                (Some(request), _) => (number, self.answers(path_state, *request)?),
                (None, Some(call)) => {
                    let mut live = vec![false; slots.len()];
                    for other in &args[number + 1..] {
                        other.for_each_var(&mut |var| live[self.layout.slot(process, var)] = true);
                    }
                    let ways = self.values_of(call, component, process, path_state, &live)?;
                    (number + 1, ways)
                }
                (None, None) => {
                    let values = path_state.words.split_off(n_words);
                    let words = &mut path_state.words[slots.clone()];
                    words.fill(0);
                    words[..values.len()].copy_from_slice(&values);
                    called.push(path_state);
                    continue;
                }
            };
            pending.extend(ways.into_iter().rev().map(|path_state| (path_state, next)));
        }
        Ok(called)
    }

    /// Adds the values of arguments to the words of a path state, from a number on, up to one that is a call, or that leaves something
    /// open: then the request.
    fn values_at_once(
        &mut self,
        args: &[Expr],
        number: &mut usize,
        (process, slots): (ProcessId, &Range<usize>),
        path_state: &mut PathState,
    ) -> Result<Option<Box<Request>>, StepError> {
        while let Some(arg) = args.get(*number).filter(|arg| !matches!(arg, Expr::Call(..))) {
            let mut eval = |machine: &mut Self, path_state: &PathState, turn: &mut Turn<'_>| {
                let scope = Scope::Process(process, &path_state.words[slots.clone()]);
                machine.eval(arg, scope, turn)
            };
            match self.in_one_way(path_state, &mut eval) {
                Ok(value) => path_state.words.push(value.0),
                Err(Halt::Error(error)) => return Err(error),
                Err(Halt::Open(request)) => return Ok(Some(request)),
            }
            *number += 1;
        }
        Ok(None)
    }

    /// The values of an expression of a component; each path state has the value as its last word.
    /// A call does not keep slots that are not live after it; nothing else asks which are.
    pub(crate) fn values_of(
        &mut self,
        expr: &Expr,
        component: usize,
        process: ProcessId,
        path_state: PathState,
        live: &[bool],
    ) -> Result<Vec<PathState>, StepError> {
        let slots = self.layout.slots(component);
        let Expr::Call(function, args) = expr else {
            let mut attempt = |machine: &mut Self, path_state: &PathState, turn: &mut Turn<'_>| {
                let scope = Scope::Process(process, &path_state.words[slots.clone()]);
                machine.eval(expr, scope, turn)
            };
            let mut pairs = self.in_every_way(path_state, &mut attempt)?;
            for (path_state, value) in &mut pairs {
                path_state.words.push(value.0);
            }
            return Ok(pairs.into_iter().map(|(path_state, _)| path_state).collect());
        };
        let mut attempt = |machine: &mut Self, path_state: &PathState, turn: &mut Turn<'_>| {
            let scope = Scope::Process(process, &path_state.words[slots.clone()]);
            machine.eval_all(args, scope, turn)
        };
        let mut outcomes = Vec::new();
        for (mut path_state, args) in self.in_every_way(path_state, &mut attempt)? {
            for (word, _) in
                path_state.words[slots.clone()].iter_mut().zip(live).filter(|(_, l)| !**l)
            {
                *word = 0;
            }
            outcomes.extend(self.outcomes(*function, args, path_state)?);
        }
        Ok(outcomes)
    }
}
