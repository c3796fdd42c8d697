//! State processes: the action sequence that the state function has chosen, then the next state.

use super::Kernel;
use crate::model::{ActionRole, Behaviour, Cond, End, Expr, PointId, ProcessId, StateIx, VarId};
use crate::sequences::{Sequence, SequenceEnd, Split};

impl Kernel<'_> {
    /// The body of a process that performs what `result` says.
    ///
    /// `go_on` is the process for the next state; `rest` are its arguments behind state and data.
    pub(super) fn perform(
        &mut self,
        split: &Split,
        process: ProcessId,
        result: VarId,
        go_on: ProcessId,
        rest: &[Expr],
    ) -> PointId {
        let nothing = self.point(Behaviour::End(End::Nothing));
        split.sequences.iter().rev().fold(nothing, |no, sequence| {
            let yes = self.branch(sequence, process, result, go_on, rest);
            let index = Expr::Element(1, Box::new(Expr::Element(3, Box::new(Expr::Var(result)))));
            let cond = Cond::Same(index, Expr::integer(sequence.index));
            self.point(Behaviour::If { cond, yes, no })
        })
    }

    fn branch(
        &mut self,
        sequence: &Sequence,
        process: ProcessId,
        result: VarId,
        go_on: ProcessId,
        rest: &[Expr],
    ) -> PointId {
        let n_args: usize = sequence.steps.iter().map(|step| step.arity).sum();
        let args: Vec<VarId> = (1..=n_args)
            .map(|number| self.processes[process].vars.push(format!("Arg{number}").as_str().into()))
            .collect();
        let mut lets: Vec<(VarId, Expr)> =
            args.iter().enumerate().map(|(number, &var)| (var, argument(result, number))).collect();
        let mut point = self.ending(sequence, process, result, n_args, go_on, rest, &mut lets);
        let mut taken = n_args;
        for step in sequence.steps.iter().rev() {
            taken -= step.arity;
            let action = self.actions.call(step);
            let args = args[taken..taken + step.arity].iter().map(|&var| Expr::Var(var)).collect();
            let origin = Some(step.span);
            point = self.point(Behaviour::Act { action, args, next: point, origin });
        }
        for (var, value) in lets.into_iter().rev() {
            point = self.point(Behaviour::Let { var, value, next: point });
        }
        self.point(Behaviour::Mark { origin: sequence.origin, next: point })
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one branch")]
    fn ending(
        &mut self,
        sequence: &Sequence,
        process: ProcessId,
        result: VarId,
        n_args: usize,
        go_on: ProcessId,
        rest: &[Expr],
        lets: &mut Vec<(VarId, Expr)>,
    ) -> PointId {
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
                args.extend_from_slice(rest);
                return self.call(go_on, args);
            }
            SequenceEnd::Stop => (ActionRole::Stop, End::Stopped),
            SequenceEnd::Crash => (ActionRole::Crash, End::Crashed),
            SequenceEnd::StartFailed => (ActionRole::StartFailed, End::NotStarted),
            SequenceEnd::StartIgnored => (ActionRole::StartIgnored, End::NotStarted),
        };
        let args = match sequence.end {
            SequenceEnd::StartIgnored => Vec::new(),
            _ => vec![bind(self, "Reason", argument(result, n_args))],
        };
        let end = self.point(Behaviour::End(end));
        self.act(self.actions.role(role), args, end)
    }

    /// Goes on as the state process of whatever state the variable holds.
    pub(super) fn dispatch(
        &mut self,
        state: &Expr,
        calls: &[(StateIx, ProcessId, Vec<Expr>)],
    ) -> PointId {
        let nothing = self.point(Behaviour::End(End::Nothing));
        calls.iter().rev().fold(nothing, |no, (ix, process, args)| {
            let yes = self.call(*process, args.clone());
            let cond = Cond::Same(state.clone(), Expr::State(*ix));
            self.point(Behaviour::If { cond, yes, no })
        })
    }
}

/// Argument `number` (from 0) in the result of a state function.
fn argument(result: VarId, number: usize) -> Expr {
    let actions = Expr::Element(3, Box::new(Expr::Var(result)));
    Expr::Element(number + 2, Box::new(actions))
}
