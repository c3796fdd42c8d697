//! Processes of callbacks: the action sequence that a function has chosen, then what follows it.
//!
//! Input: a split callback. Output: one process for each of its segments. The process of a segment
//! performs the chosen sequence; then the next state is entered, or the way in which the last call
//! ends leads to the process of another segment, whose function decides again. Where that refuses the message
//! of a `receive`, the call has not happened: such a way ends in `End::Refused`, and the interpreter drops it.

use super::{Kernel, ending};
use crate::core::Service;
use crate::kernel::state::functions::{handed, is_in};
use crate::library::modules::is_logging;
use crate::sequences::{Before, Sequence, SequenceEnd, SequenceStep, Shown, Split};
use model::{
    ActionId, ActionRole, Behaviour, Cond, End, Expr, FunctionId, Handler, HandlerKind, Kind,
    ParameterRole, PointId, ProcessId, ProcessRole, SegmentIx, Time, VarId,
};

/// The processes of one callback or procedure, and where they go on.
pub(crate) struct Performer<'p> {
    pub(crate) split: &'p Split,
    /// The callback in a state; absent for `init/1` and procedures.
    pub(crate) handler: Option<Handler>,
    /// Functions of the segments.
    pub(crate) functions: &'p [FunctionId],
    /// Processes of the segments.
    pub(crate) processes: &'p [ProcessId],
    /// The process for the next state; for a procedure the one that returns.
    pub(crate) go_on: ProcessId,
    /// How many of its parameters the stored pair has, in front.
    pub(crate) n_pair: usize,
    /// The frames, if it is a procedure itself.
    pub(crate) frames: Option<Expr>,
}

/// The sequence that a process performs.
#[derive(Clone, Copy)]
pub(crate) struct Branch<'s> {
    pub(crate) process: ProcessId,
    /// The parameter that holds the result of the function.
    pub(crate) result: VarId,
    pub(crate) sequence: &'s Sequence,
    /// The arguments of its steps.
    pub(crate) args: &'s [Expr],
    /// What comes before its segment.
    pub(crate) before: Before,
}

impl Kernel<'_> {
    /// The processes of all callbacks in all states, by segment; none is defined yet.
    pub(crate) fn declare_handlers(&mut self, params: &[ParameterRole]) {
        let parts = self.parts;
        for (handler, split) in &parts.handlers {
            let role = ProcessRole::Handler(*handler);
            let processes = self.declare_callback(role, split, params);
            self.handler_processes.push(processes);
        }
    }

    /// The processes of a callback, by segment; the parameter behind all others takes the result.
    pub(crate) fn declare_callback(
        &mut self,
        role: ProcessRole,
        split: &Split,
        params: &[ParameterRole],
    ) -> Vec<ProcessId> {
        let segments = split.segments.iter_enumerated();
        let roles = segments.map(|(segment, _)| match (segment, role) {
            (SegmentIx(0), _) => role,
            (_, ProcessRole::Handler(handler)) => ProcessRole::Segment(Some(handler), segment),
            (_, ProcessRole::Procedure(ix, _)) => ProcessRole::Procedure(ix, segment),
            _ => ProcessRole::Segment(None, segment),
        });
        roles.map(|role| self.declare(role, params).0).collect()
    }

    /// Their bodies; the first `n_pair` parameters are the stored pair.
    pub(crate) fn define_handlers(&mut self, go_on: ProcessId, n_pair: usize) {
        let parts = self.parts;
        let functions = self.handler_functions.clone();
        let processes = self.handler_processes.clone();
        for (ix, (handler, split)) in parts.handlers.iter_enumerated() {
            self.define_callback(&Performer {
                split,
                handler: Some(*handler),
                functions: &functions[ix],
                processes: &processes[ix],
                go_on,
                n_pair,
                frames: None,
            });
        }
    }

    /// The body of the process that enters the first state, which is known.
    pub(crate) fn define_init(&mut self, init: ProcessId, next_state: ProcessId) {
        let args = self.params(init);
        let body = self.call(next_state, args);
        self.define(init, body);
    }

    /// The bodies of the processes of `init/1`; the call of the function that it became.
    pub(crate) fn define_start(&mut self, processes: &[ProcessId], go_on: ProcessId) -> Expr {
        let split = &self.parts.init;
        let functions = self.add_segments(split);
        self.define_callback(&Performer {
            split,
            handler: None,
            functions: functions.as_slice(),
            processes,
            go_on,
            n_pair: 0,
            frames: None,
        });
        Expr::Call(functions[0], Vec::new())
    }

    /// The bodies of the processes of one callback or procedure.
    pub(crate) fn define_callback(&mut self, performer: &Performer<'_>) {
        let before = performer.split.before();
        let segments = performer.split.segments.iter().zip(performer.processes);
        for ((segment, &process), &before) in segments.zip(&before) {
            let params = &self.processes[process].params;
            let result = params[params.len() - 1].var;
            let nothing = self.point(Behaviour::End(End::Nothing));
            let body = segment.sequences.iter().rev().fold(nothing, |no, sequence| {
                let branch = Branch { process, result, sequence, before, args: &[] };
                let yes = self.branch(performer, branch);
                let index =
                    Expr::Element(1, Box::new(Expr::Element(3, Box::new(Expr::Var(result)))));
                let cond = Cond::Same(index, Expr::integer(sequence.index));
                self.point(Behaviour::If { cond, yes, no })
            });
            self.define(process, body);
        }
    }

    fn branch(&mut self, performer: &Performer<'_>, branch: Branch<'_>) -> PointId {
        let Branch { process, result, sequence, .. } = branch;
        let n_args: usize = sequence.steps.iter().map(|step| step.arity).sum();
        let args: Vec<VarId> = (1..=n_args)
            .map(|number| self.processes[process].vars.push(format!("Arg{number}").as_str().into()))
            .collect();
        let mut lets: Vec<(VarId, Expr)> =
            args.iter().enumerate().map(|(number, &var)| (var, argument(result, number))).collect();
        let args: Vec<Expr> = args.into_iter().map(Expr::Var).collect();
        let branch = Branch { args: &args, ..branch };
        let mut point = self.ending(performer, branch, &args, &mut lets);
        let mut taken = n_args;
        for (number, step) in sequence.steps.iter().enumerate().rev() {
            taken -= step.arity;
            let is_cut = matches!(sequence.end, SequenceEnd::Continue(_));
            if is_cut && number + 1 == sequence.steps.len() {
                continue;
            }
            let step_args = &args[taken..taken + step.arity];
            let context = self.context_after(performer, branch, number);
            point = self.behind_own_exit(performer, step, step_args, &context, point);
            point = self.perform(step, step_args, &context, point);
            if Self::is_shown(step) {
                point = self.or_killed(performer, process, &context, point);
            }
            if let Some(timer) = self.timer_step(performer, branch, step, step_args, &context) {
                point = self.unless_full(&timer, point);
            }
            if let Some(watch) = self.watch_step(performer, branch, step, step_args, &context) {
                point = self.unless_crowded(&watch, point);
            }
            if let (Some(Service::Post(_)), Some(queue)) =
                (step.service, self.carried_queue(&context))
            {
                point = self.if_room(queue, step_args[0].clone(), point);
            }
        }
        for (var, value) in lets.into_iter().rev() {
            point = self.point(Behaviour::Let { var, value, next: point });
        }
        self.point(Behaviour::Mark { origin: sequence.origin, next: point })
    }

    /// What comes after the steps; at a cut the last step belongs to it.
    fn ending(
        &mut self,
        performer: &Performer<'_>,
        branch: Branch<'_>,
        args: &[Expr],
        lets: &mut Vec<(VarId, Expr)>,
    ) -> PointId {
        let Branch { process, result, sequence, .. } = branch;
        let mut bind = |kernel: &mut Self, name: &str, value: Expr| {
            let var = kernel.processes[process].vars.push(name.into());
            lets.push((var, value));
            Expr::Var(var)
        };
        let projection = |position| Expr::Element(position, Box::new(Expr::Var(result)));
        let context = self.context_behind(performer, branch);
        match sequence.end {
            SequenceEnd::Next | SequenceEnd::NextTimeout => {
                let state = bind(self, "NextState", projection(1));
                let data = bind(self, "NextData", projection(2));
                let mut next = vec![state, data];
                next.extend_from_slice(&context[performer.n_pair..]);
                self.place_timeouts(&mut next);
                if let Some(position) = self.carried.timeout() {
                    let first = next.len() - self.carried.len();
                    next[first + position] = match sequence.end {
                        SequenceEnd::NextTimeout => {
                            bind(self, "Timeout", argument(result, args.len()))
                        }
                        _ => Expr::atom("none"),
                    };
                    if sequence.end == SequenceEnd::NextTimeout {
                        return self.call_timed(performer.go_on, next, first + position);
                    }
                }
                self.call(performer.go_on, next)
            }
            SequenceEnd::Continue(cut) => {
                let n_live = performer.split.cuts[cut].live.len();
                let live: Vec<Expr> = (0..n_live)
                    .map(|number| bind(self, "Live", argument(result, args.len() + number)))
                    .collect();
                self.cut(performer, branch, cut, args, &live)
            }
            SequenceEnd::Refused => self.point(Behaviour::End(End::Refused)),
            SequenceEnd::Enter(_) | SequenceEnd::Become(_) | SequenceEnd::Return => {
                self.frame_step(performer, branch, args.len(), lets)
            }
            end => {
                let rest: Vec<Expr> = ending::names(end, self.terminates(performer.handler))
                    .iter()
                    .enumerate()
                    .map(|(number, name)| bind(self, name, argument(result, args.len() + number)))
                    .collect();
                self.finish(performer, branch, &rest, &context)
            }
        }
    }

    /// Goes on with an event timeout, in units where time is counted.
    fn call_timed(&mut self, process: ProcessId, args: Vec<Expr>, timeout: usize) -> PointId {
        if self.parts.timing.time != Time::Tick {
            return self.call(process, args);
        }
        let mut counted = args.clone();
        counted[timeout] = self.units(args[timeout].clone());
        let cond = Cond::Is(Kind::Integer, args[timeout].clone());
        let [yes, no] = [counted, args].map(|args| self.call(process, args));
        self.point(Behaviour::If { cond, yes, no })
    }

    /// The context of a process behind the steps of a sequence; what the call at a cut does to timers is
    /// left to the cut.
    pub(crate) fn context_behind(
        &self,
        performer: &Performer<'_>,
        branch: Branch<'_>,
    ) -> Vec<Expr> {
        let steps = &branch.sequence.steps;
        let is_cut = matches!(branch.sequence.end, SequenceEnd::Continue(_));
        let serves = steps.last().is_some_and(|step| {
            step.service.is_some_and(|service| service.is_timer() || service.is_watch())
        });
        self.context_after(performer, branch, steps.len() - usize::from(is_cut && serves))
    }

    /// The context of a process behind the first steps: answered clients do not wait any more, timers are set.
    pub(crate) fn context_after(
        &self,
        performer: &Performer<'_>,
        branch: Branch<'_>,
        n_steps: usize,
    ) -> Vec<Expr> {
        let params = &self.processes[branch.process].params;
        let n_own = params.len() - 1 - usize::from(performer.frames.is_some());
        let mut context: Vec<Expr> =
            params[..n_own].iter().map(|param| Expr::Var(param.var)).collect();
        let first = context.len().saturating_sub(self.carried.len());
        let mut taken = 0;
        for step in &branch.sequence.steps[..n_steps] {
            let args = &branch.args[taken..taken + step.arity];
            taken += step.arity;
            if let (Some(position), Some(queue)) =
                (self.carried.queue(), self.queue_behind(step, args, &context))
            {
                context[first + position] = queue;
            }
            if let (Some(Service::Trap), Some(position)) = (step.service, self.carried.trap())
                && let Some(flag) = args.last()
            {
                if let Some(watches) = self.carried.watches() {
                    let [old, all] =
                        [position, watches].map(|position| context[first + position].clone());
                    context[first + watches] = self.trapping(old, flag.clone(), all);
                }
                context[first + position] = flag.clone();
            }
            self.entries_behind(step, args, &mut context[first..]);
            if let Some(Service::Reply(client)) = step.service
                && self.carried.waits().contains(&client)
            {
                context[first + client] = Expr::atom("false");
            }
            if step.service.is_some_and(Service::may_answer) {
                for client in self.carried.waits() {
                    let waits = context[first + client].clone();
                    context[first + client] = self.waits_behind_given(step, args, waits);
                }
            }
            if let Some(position) = self.carried.timers()
                && let Some(timer) = self.timer_step(performer, branch, step, args, &context)
            {
                context[first + position] = self.timers_behind(&timer);
            }
            if let Some(position) = self.carried.watches()
                && let Some(watch) = self.watch_step(performer, branch, step, args, &context)
            {
                context[first + position] = self.watches_behind(&watch);
            }
        }
        context
    }

    /// A step that decides nothing, where these are carried before it.
    pub(crate) fn perform(
        &mut self,
        step: &SequenceStep,
        args: &[Expr],
        context: &[Expr],
        next: PointId,
    ) -> PointId {
        if let (Some(Service::Answer), [from, answer]) = (step.service, args) {
            let waits = self.waits_in(context);
            return self.answer_to(from, answer, &waits, next);
        }
        if let Some(Service::Give { .. }) = step.service {
            let waits = self.waits_in(context);
            return self.give_answer(step, args, &waits, next);
        }
        let (action, args) = self.step(step, args.to_vec());
        self.point(Behaviour::Act { action, args, next, origin: Some(step.span) })
    }

    /// Whether the default view shows a step.
    pub(crate) fn is_shown(step: &SequenceStep) -> bool {
        match step.service {
            Some(Service::Post(_)) => false,
            Some(service) => !service.is_inside(),
            None => !is_logging(step.module.as_str()),
        }
    }

    /// The action of a step that decides nothing.
    pub(crate) fn step(&self, step: &SequenceStep, mut args: Vec<Expr>) -> (ActionId, Vec<Expr>) {
        match step.service {
            Some(Service::Answer) => (self.actions.role(ActionRole::Unheard), args),
            Some(Service::Reply(client)) => {
                if self.carried.clients > 1 {
                    args.insert(0, Expr::integer(client + 1));
                }
                (self.actions.role(ActionRole::Reply), args)
            }
            Some(Service::Post(kind)) => (self.actions.role(ActionRole::Post(kind)), args),
            Some(_) | None => (self.actions.call(step, &Shown::Nothing), args),
        }
    }

    /// Goes on as the process of the callback of this kind, in whatever state the expression holds.
    ///
    /// `before` are its arguments before the result of its function on `args`.
    pub(crate) fn dispatch(
        &mut self,
        kind: HandlerKind,
        state: &Expr,
        before: &[Expr],
        args: &[Expr],
    ) -> PointId {
        let nothing = self.point(Behaviour::End(End::Nothing));
        let parts = self.parts;
        let handlers = parts.handlers.iter_enumerated().rev();
        handlers.filter(|(_, (handler, _))| handler.kind == kind).fold(
            nothing,
            |no, (ix, (handler, _))| {
                let mut handler_args = before.to_vec();
                let name = &parts.states[handler.state];
                let args = handed(name, state, args.to_vec());
                handler_args.push(Expr::Call(self.handler_functions[ix][0], args));
                let process = self.handler_processes[ix][0];
                let yes = self.call(process, handler_args);
                let cond = is_in(name, handler.state, state);
                self.point(Behaviour::If { cond, yes, no })
            },
        )
    }
}

/// Argument `number` (from 0) in the result of a function.
pub(crate) fn argument(result: VarId, number: usize) -> Expr {
    let actions = Expr::Element(3, Box::new(Expr::Var(result)));
    Expr::Element(number + 2, Box::new(actions))
}
