//! Procedures: functions of the module that act and are called, with a stack of frames.
//!
//! Input: split procedures. Output: a process for each of their segments, and the process that goes on
//! where the topmost frame says. The frames are a list, the topmost first; a frame is a tuple of a
//! return point and the values that are live there. No two calls are composed in sequence, which no
//! linearizer accepts. A call behind which nothing follows leaves no frame.

use super::Kernel;
use crate::core::Service;
use crate::kernel::callback::{Branch, Performer, argument};
use crate::kernel::state::functions::nowhere;
use crate::sequences::{Before, CutIx, SegmentArg, SequenceEnd};
use model::index::{Idx as _, IndexVec};
use model::{
    ActionRole, Behaviour, Component as _, Cond, End, Expr, FramePart, Function, FunctionId,
    FunctionRole, Kind, Node, ParameterRole, PointId, ProcedureIx, ProcessId, ProcessRole,
    SegmentIx, VarId,
};

/// Procedures of the model under construction.
#[derive(Default)]
pub(crate) struct Procedures {
    /// Functions of the segments.
    pub(crate) functions: IndexVec<ProcedureIx, Vec<FunctionId>>,
    /// Processes of the segments.
    pub(crate) processes: IndexVec<ProcedureIx, Vec<ProcessId>>,
    /// Parameters of the processes in front of the frames.
    n_context: usize,
    /// The process that goes on where the topmost frame says.
    returning: Option<ProcessId>,
    /// Where procedures return to, by number.
    points: Vec<ReturnPoint>,
    /// Whether `init/1` has called a procedure, where its end depends on that.
    starting: Option<FunctionId>,
}

/// What follows a call of a procedure.
#[derive(Clone, PartialEq)]
struct ReturnPoint {
    process: ProcessId,
    function: FunctionId,
    /// The arguments of the function.
    args: Vec<SegmentArg>,
}

impl Kernel<'_> {
    /// The processes of all procedures; none is defined yet.
    pub(crate) fn declare_procedures(&mut self, context: &[ParameterRole]) {
        let parts = self.parts;
        self.procedures.n_context = context.len();
        if parts.procedures.is_empty() {
            return;
        }
        let params = [context, &[ParameterRole::Frames, ParameterRole::Result]].concat();
        for (ix, (_, split)) in parts.procedures.iter_enumerated() {
            let role = ProcessRole::Procedure(ix, SegmentIx(0));
            let processes = self.declare_callback(role, split, &params);
            self.procedures.processes.push(processes);
        }
        let params = [context, &[ParameterRole::Frames, ParameterRole::Value]].concat();
        self.procedures.returning = Some(self.declare(ProcessRole::Return, &params).0);
    }

    /// Their bodies; all callbacks have been defined before.
    pub(crate) fn define_procedures(&mut self) {
        let Some(returning) = self.procedures.returning else { return };
        let parts = self.parts;
        self.procedures.starting = self.add_starting();
        let functions = self.procedures.functions.clone();
        let processes = self.procedures.processes.clone();
        for (ix, (_, split)) in parts.procedures.iter_enumerated() {
            self.define_callback(&Performer {
                split,
                handler: None,
                functions: &functions[ix],
                processes: &processes[ix],
                go_on: returning,
                n_pair: 0,
                frames: Some(var(self.procedures.n_context)),
            });
        }
        self.define_return(returning);
    }

    /// Whether `init/1` has called the procedure that has these frames; `None` where it calls none, or where no signal
    /// ends one.
    pub(crate) fn is_starting(&self, frames: &Expr) -> Option<Cond> {
        let call = Expr::Call(self.procedures.starting?, vec![frames.clone()]);
        Some(Cond::Same(call, Expr::atom("true")))
    }

    fn add_starting(&mut self) -> Option<FunctionId> {
        let mut splits = self.parts.procedures.iter().map(|(_, split)| split);
        let exits = splits.any(|split| {
            let mut calls = split.calls();
            calls.any(|(step, _)| step.service == Some(Service::ExitSelf))
        });
        let is_of_init = |point: &ReturnPoint| {
            matches!(self.processes[point.process].role, ProcessRole::Segment(None, _))
        };
        let points = self.procedures.points.iter().enumerate();
        let points: Vec<usize> =
            points.filter(|(_, point)| is_of_init(point)).map(|(number, _)| number).collect();
        let [_, _, links_in_init] = self.watches;
        if points.is_empty() || !links_in_init && !exits {
            return None;
        }
        let itself = FunctionId::from_usize(self.functions.len());
        Some(self.functions.push(starting_function(itself, &points)))
    }

    /// All processes of procedures.
    pub(crate) fn procedure_processes(&self) -> Vec<ProcessId> {
        self.procedures
            .processes
            .iter()
            .flatten()
            .copied()
            .chain(self.procedures.returning)
            .collect()
    }

    /// The parameters that a callback and a procedure have in common, behind the steps of a sequence;
    /// before there is a stored pair it is `[]` twice.
    fn context(&self, performer: &Performer<'_>, branch: Branch<'_>) -> Vec<Expr> {
        let context = self.context_behind(performer, branch);
        let n_missing = self.procedures.n_context - context.len();
        std::iter::repeat_n(Expr::Nil, n_missing).chain(context).collect()
    }

    /// What comes after the steps of a sequence that calls a procedure, or returns from one.
    pub(crate) fn frame_step(
        &mut self,
        performer: &Performer<'_>,
        branch: Branch<'_>,
        n_args: usize,
        lets: &mut Vec<(VarId, Expr)>,
    ) -> PointId {
        let Branch { process, result, sequence, .. } = branch;
        let mut taken = n_args;
        let mut take = |kernel: &mut Self, name: &str, count: usize| -> Vec<Expr> {
            let first = taken;
            taken += count;
            let values = (first..taken).map(|number| {
                let var = kernel.processes[process].vars.push(name.into());
                lets.push((var, argument(result, number)));
                Expr::Var(var)
            });
            values.collect()
        };
        let frames = performer.frames.clone().unwrap_or(Expr::Nil);
        match sequence.end {
            SequenceEnd::Become(procedure) => {
                let args = take(self, "Arg", self.parts.procedures[procedure].0.arity);
                self.enter(performer, branch, procedure, args, frames)
            }
            SequenceEnd::Enter(cut) => {
                let cuts = &performer.split.cuts;
                let (procedure, n_live) = (cuts[cut].procedure, cuts[cut].live.len());
                let procedure = procedure.unwrap_or(ProcedureIx(0));
                let args = take(self, "Arg", self.parts.procedures[procedure].0.arity);
                let live = take(self, "Live", n_live);
                let point = Expr::integer(self.return_point(performer, cut));
                let frame = Expr::Tuple(std::iter::once(point).chain(live).collect());
                let frames = Expr::Cons(Box::new(frame), Box::new(frames));
                self.enter(performer, branch, procedure, args, frames)
            }
            _ => {
                let mut args = self.context(performer, branch);
                args.push(frames);
                args.extend(take(self, "Value", 1));
                let call = self.call(performer.go_on, args);
                // Unguarded, the bodies behind all return points would be copied to here.
                self.guarded(branch, false, call)
            }
        }
    }

    /// Goes on as a procedure.
    fn enter(
        &mut self,
        performer: &Performer<'_>,
        branch: Branch<'_>,
        procedure: ProcedureIx,
        args: Vec<Expr>,
        frames: Expr,
    ) -> PointId {
        let function = self.procedures.functions[procedure][0];
        let mut all = self.context(performer, branch);
        all.extend([frames, Expr::Call(function, args)]);
        let call = self.call(self.procedures.processes[procedure][0], all);
        let is_guarded = match branch.before {
            Before::Nothing => performer.frames.is_none(),
            Before::Action => true,
            Before::Procedure => false,
        };
        self.guarded(branch, is_guarded, call)
    }

    /// A call in front of which an action stands, if need be an internal one: where a procedure may
    /// come back to itself there is a state between any two rounds, and no linearizer takes unguarded
    /// recursion.
    fn guarded(&mut self, branch: Branch<'_>, is_guarded: bool, call: PointId) -> PointId {
        if is_guarded || !branch.sequence.steps.is_empty() {
            return call;
        }
        self.act(self.actions.role(ActionRole::Internal), Vec::new(), call)
    }

    /// The number of the point behind a call; equal points are one.
    fn return_point(&mut self, performer: &Performer<'_>, cut: CutIx) -> usize {
        let points = &mut self.procedures.points;
        let Some(outcome) = performer.split.cuts[cut].outcomes.first() else { return points.len() };
        let segment = outcome.segment.index();
        let point = ReturnPoint {
            process: performer.processes[segment],
            function: performer.functions[segment],
            args: outcome.args.clone(),
        };
        points.iter().position(|earlier| *earlier == point).unwrap_or_else(|| {
            points.push(point);
            points.len() - 1
        })
    }

    fn define_return(&mut self, returning: ProcessId) {
        let n_context = self.procedures.n_context;
        let (frames, value) = (var(n_context), var(n_context + 1));
        let frame = Expr::Head(Box::new(frames.clone()));
        let mut body = self.point(Behaviour::End(End::Nothing));
        for (number, point) in self.procedures.points.clone().iter().enumerate().rev() {
            let values = point.args.iter().map(|arg| match arg {
                SegmentArg::Live(number) => Expr::element_of(FramePart::live(*number), &frame),
                SegmentArg::Result => value.clone(),
            });
            let call = Expr::Call(point.function, values.collect());
            let mut args: Vec<Expr> = (0..n_context).map(var).collect();
            match self.processes[point.process].role {
                ProcessRole::Procedure(..) => args.push(Expr::Tail(Box::new(frames.clone()))),
                ProcessRole::Segment(None, _) => {
                    let n_params = self.processes[point.process].params.len();
                    args = args.split_off(n_context + 1 - n_params);
                }
                _ => {}
            }
            args.push(call);
            let yes = self.call(point.process, args);
            let cond = Cond::Same(FramePart::Point.of(&frame), Expr::integer(number));
            body = self.point(Behaviour::If { cond, yes, no: body });
        }
        self.define(returning, body);
    }
}

/// Frames to whether the first one of all, the last of the list, returns to one of these points.
fn starting_function(itself: FunctionId, points: &[usize]) -> Function {
    let vars = std::iter::once("Frames".into()).collect();
    let frames = Expr::Var(VarId(0));
    let mut nodes = IndexVec::default();
    let yes = nodes.push(Node::Return(Expr::atom("true")));
    let no = nodes.push(Node::Return(Expr::atom("false")));
    let last = points.iter().rev().fold(no, |no, &number| {
        let point = FramePart::Point.of(&Expr::head(frames.clone()));
        let cond = Cond::Same(point, Expr::integer(number));
        nodes.push(Node::Test { cond, yes, no, at: nowhere() })
    });
    let rest = Expr::tail(frames);
    let first = nodes.push(Node::Return(Expr::Call(itself, vec![rest.clone()])));
    let cond = Cond::Is(Kind::Nil, rest);
    let root = nodes.push(Node::Test { cond, yes: last, no: first, at: nowhere() });
    let (role, params) = (FunctionRole::Starting, vec![VarId(0)]);
    Function { role, params, vars, nodes, root, origins: Vec::new(), raises: Vec::new() }
}

/// A parameter by its position.
fn var(position: usize) -> Expr {
    Expr::Var(VarId::from_usize(position))
}
