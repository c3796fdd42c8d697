//! Processes of callbacks: the action sequence that a function has chosen, then what follows it.
//!
//! Input: a split callback. Output: one process for each of its segments. The process of a segment
//! performs the chosen sequence; then the next state is entered, or the way in which the last call
//! ends leads to the process of another segment, whose function decides again. Where that refuses the message
//! of a `receive`, the call has not happened: such a way ends in `End::Refused`, and the interpreter drops it.

use super::Kernel;
use crate::index::Idx as _;
use crate::model::{
    ActionRole, Behaviour, Cond, End, Expr, FunctionId, PointId, ProcessId, ProcessRole, SegmentIx,
    StateIx, VarId,
};
use crate::sequences::{Before, CutIx, SegmentArg, Sequence, SequenceEnd, Shown, Split};

/// The processes of one callback or procedure, and where they go on.
pub(super) struct Performer<'p> {
    pub(super) split: &'p Split,
    /// Functions of the segments.
    pub(super) functions: &'p [FunctionId],
    /// Processes of the segments.
    pub(super) processes: &'p [ProcessId],
    /// The process for the next state.
    pub(super) go_on: ProcessId,
    /// Its arguments behind state and data.
    pub(super) rest: &'p [Expr],
    /// Arguments of a procedure in front of its frames.
    pub(super) context: Vec<Expr>,
    /// The frames, if it is a procedure itself.
    pub(super) frames: Option<Expr>,
}

/// The sequence that a process performs.
#[derive(Clone, Copy)]
pub(super) struct Branch<'s> {
    pub(super) process: ProcessId,
    /// The parameter that holds the result of the function.
    pub(super) result: VarId,
    pub(super) sequence: &'s Sequence,
    /// What comes before its segment.
    pub(super) before: Before,
}

impl Kernel<'_> {
    /// The processes of all state functions, by state and segment; none is defined yet.
    pub(super) fn declare_states(&mut self, params: &[&str]) -> Vec<Vec<ProcessId>> {
        let parts = self.parts;
        let callbacks = parts.callbacks.iter().enumerate();
        callbacks
            .map(|(number, split)| {
                let role = ProcessRole::State(StateIx::from_usize(number));
                self.declare_callback(role, split, params)
            })
            .collect()
    }

    /// The processes of a callback, by segment; the parameter behind all others takes the result.
    pub(super) fn declare_callback(
        &mut self,
        role: ProcessRole,
        split: &Split,
        params: &[&str],
    ) -> Vec<ProcessId> {
        let segments = split.segments.iter_enumerated();
        let roles = segments.map(|(segment, _)| match (segment, role) {
            (SegmentIx(0), _) => role,
            (_, ProcessRole::State(state)) => ProcessRole::Segment(Some(state), segment),
            (_, ProcessRole::Procedure(ix, _)) => ProcessRole::Procedure(ix, segment),
            _ => ProcessRole::Segment(None, segment),
        });
        roles.map(|role| self.declare(role, params).0).collect()
    }

    /// The bodies of the processes of all state functions.
    pub(super) fn define_states(
        &mut self,
        states: &[Vec<ProcessId>],
        go_on: ProcessId,
        rest: &[Expr],
    ) {
        let parts = self.parts;
        let functions = self.callback_functions.clone();
        for ((split, functions), processes) in parts.callbacks.iter().zip(&functions).zip(states) {
            let context = self.context();
            let frames = None;
            let performer = Performer { split, functions, processes, go_on, rest, context, frames };
            self.define_callback(&performer);
        }
    }

    /// The body of the process that enters the first state, which is known.
    pub(super) fn define_init(&mut self, init: ProcessId, next_state: ProcessId) {
        let args = self.processes[init].params.iter().map(|&var| Expr::Var(var)).collect();
        let body = self.call(next_state, args);
        self.define(init, body);
    }

    /// The bodies of the processes of `init/1`; the call of the function that it became.
    pub(super) fn define_start(
        &mut self,
        processes: &[ProcessId],
        go_on: ProcessId,
        rest: &[Expr],
    ) -> Expr {
        let split = &self.parts.init;
        let functions = self.add_segments(split);
        let functions = functions.as_slice();
        let context = self.context_of_init(rest);
        let frames = None;
        self.define_callback(&Performer {
            split,
            functions,
            processes,
            go_on,
            rest,
            context,
            frames,
        });
        Expr::Call(functions[0], Vec::new())
    }

    /// The bodies of the processes of one callback or procedure.
    pub(super) fn define_callback(&mut self, performer: &Performer<'_>) {
        let before = performer.split.before();
        let segments = performer.split.segments.iter().zip(performer.processes);
        for ((segment, &process), &before) in segments.zip(&before) {
            let params = &self.processes[process].params;
            let result = params[params.len() - 1];
            let nothing = self.point(Behaviour::End(End::Nothing));
            let body = segment.sequences.iter().rev().fold(nothing, |no, sequence| {
                let yes = self.branch(performer, Branch { process, result, sequence, before });
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
        let mut point = self.ending(performer, branch, &args, &mut lets);
        let mut taken = n_args;
        for (number, step) in sequence.steps.iter().enumerate().rev() {
            taken -= step.arity;
            let is_cut = matches!(sequence.end, SequenceEnd::Continue(_));
            if is_cut && number + 1 == sequence.steps.len() {
                continue;
            }
            let action = self.actions.call(step, &Shown::Nothing);
            let args = args[taken..taken + step.arity].to_vec();
            let origin = Some(step.span);
            point = self.point(Behaviour::Act { action, args, next: point, origin });
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
        let (role, end) = match sequence.end {
            SequenceEnd::Next => {
                let state = bind(self, "NextState", projection(1));
                let data = bind(self, "NextData", projection(2));
                let mut args = vec![state, data];
                args.extend_from_slice(performer.rest);
                return self.call(performer.go_on, args);
            }
            SequenceEnd::Continue(cut) => {
                let n_live = performer.split.cuts[cut].live.len();
                let live: Vec<Expr> = (0..n_live)
                    .map(|number| bind(self, "Live", argument(result, args.len() + number)))
                    .collect();
                return self.cut(performer, branch, cut, args, &live);
            }
            SequenceEnd::Refused => return self.point(Behaviour::End(End::Refused)),
            SequenceEnd::Enter(_) | SequenceEnd::Become(_) | SequenceEnd::Return => {
                return self.frame_step(performer, branch, args.len(), lets);
            }
            SequenceEnd::Stop => (ActionRole::Stop, End::Stopped),
            SequenceEnd::Crash => (ActionRole::Crash, End::Crashed),
            SequenceEnd::StartFailed => (ActionRole::StartFailed, End::NotStarted),
            SequenceEnd::StartIgnored => (ActionRole::StartIgnored, End::NotStarted),
        };
        let args = match sequence.end {
            SequenceEnd::StartIgnored => Vec::new(),
            _ => vec![bind(self, "Reason", argument(result, args.len()))],
        };
        let end = self.point(Behaviour::End(end));
        self.act(self.actions.role(role), args, end)
    }

    /// The last step in each of the ways in which it may end, and on as another segment.
    fn cut(
        &mut self,
        performer: &Performer<'_>,
        branch: Branch<'_>,
        cut: CutIx,
        args: &[Expr],
        live: &[Expr],
    ) -> PointId {
        let nothing = self.point(Behaviour::End(End::Nothing));
        let Some(step) = branch.sequence.steps.last() else { return nothing };
        let args = &args[args.len() - step.arity..];
        let params = &self.processes[branch.process].params;
        let before: Vec<VarId> = params[..params.len() - 1].to_vec();
        let mut unknown = None;
        let mut offers = Vec::new();
        for outcome in &performer.split.cuts[cut].outcomes {
            let shown = match &outcome.shown {
                Shown::Nothing | Shown::After => None,
                Shown::Value(value) | Shown::Raise(_, value) => Some(value.clone()),
                Shown::Unknown(origin) => {
                    let var = self.processes[branch.process].vars.push("Result".into());
                    unknown = Some((var, Expr::Unknown(*origin)));
                    Some(Expr::Var(var))
                }
            };
            let values = outcome.args.iter().filter_map(|arg| match arg {
                SegmentArg::Live(number) => live.get(*number).cloned(),
                SegmentArg::Result => shown.clone(),
            });
            let segment = outcome.segment.index();
            let call = Expr::Call(performer.functions[segment], values.collect());
            let mut next: Vec<Expr> = before.iter().map(|&var| Expr::Var(var)).collect();
            next.push(call);
            let next = self.call(performer.processes[segment], next);
            let action = self.actions.call(step, &outcome.shown);
            let args = args.iter().cloned().chain(shown).collect();
            let origin = Some(step.span);
            offers.push(self.point(Behaviour::Act { action, args, next, origin }));
        }
        let point = match offers.as_slice() {
            [] => nothing,
            [only] => *only,
            _ => self.point(Behaviour::Choice(offers)),
        };
        match unknown {
            Some((var, value)) => self.point(Behaviour::Let { var, value, next: point }),
            None => point,
        }
    }

    /// Goes on as the state process of whatever state the expression holds.
    ///
    /// `before` are its arguments before the result of its function on `args`.
    pub(super) fn dispatch(
        &mut self,
        state: &Expr,
        states: &[Vec<ProcessId>],
        before: &[VarId],
        args: &[Expr],
    ) -> PointId {
        let nothing = self.point(Behaviour::End(End::Nothing));
        let functions = self.callback_functions.clone();
        let callbacks = states.iter().zip(&functions).enumerate();
        callbacks.rev().fold(nothing, |no, (number, (processes, functions))| {
            let mut own: Vec<Expr> = before.iter().map(|&var| Expr::Var(var)).collect();
            own.push(Expr::Call(functions[0], args.to_vec()));
            let yes = self.call(processes[0], own);
            let cond = Cond::Same(state.clone(), Expr::State(StateIx::from_usize(number)));
            self.point(Behaviour::If { cond, yes, no })
        })
    }
}

/// Argument `number` (from 0) in the result of a function.
pub(super) fn argument(result: VarId, number: usize) -> Expr {
    let actions = Expr::Element(3, Box::new(Expr::Var(result)));
    Expr::Element(number + 2, Box::new(actions))
}
