//! How a machine ends: what terminate/3 does, the answer behind it, the last action.
//!
//! Input: how a callback ends, with its values. Output: what follows. A crash is `crash(Reason)`, then what
//! terminate/3 does; a stop is what terminate/3 does, then an answer if a client waits for one, then
//! `stop(Reason)`. An exception in terminate/3 takes the place of the reason: it shows as a crash or a stop of
//! its own (`gen_fsm:terminate/7`, `gen_fsm:handle_msg/7`).
//!
//! While terminate/3 runs, the parameter `Ending` says what follows it: the atom `crashed`, `{stop, Reason}`,
//! or `{stop, Reason, Answer, Client}`, with a From in place of the client where that may outlive its event.

use super::{Kernel, Parts};
use crate::core::Service;
use crate::kernel::callback::{Branch, Performer};
use crate::kernel::mailbox::queue::own_exit;
use crate::sequences::{SequenceEnd, SequenceStep};
use model::{
    ActionRole, Behaviour, Component as _, Cond, End, EndingPart, Expr, Handler, Kind, PointId,
};

/// Names of the values that an ending carries.
pub(crate) fn names(end: SequenceEnd, terminates: bool) -> &'static [&'static str] {
    match (end, terminates) {
        (SequenceEnd::Stop, true) => &["Reason", "LastData"],
        (SequenceEnd::StopReply(_), true) => &["Reason", "LastData", "Answer"],
        (SequenceEnd::StopReply(_), false) => &["Reason", "Answer"],
        (SequenceEnd::StopAnswer, true) => &["Reason", "LastData", "Answer", "From"],
        (SequenceEnd::StopAnswer, false) => &["Reason", "Answer", "From"],
        (SequenceEnd::Crash, true) => &["Reason", "LastReason", "LastData"],
        (
            SequenceEnd::Stop | SequenceEnd::Crash | SequenceEnd::Break | SequenceEnd::StartFailed,
            _,
        ) => &["Reason"],
        _ => &[],
    }
}

/// Whether some callback stops the machine with an answer.
pub(crate) fn answers_last(parts: &Parts) -> bool {
    let segments = parts.splits().flat_map(|split| &split.segments);
    let mut sequences = segments.flat_map(|segment| &segment.sequences);
    sequences
        .any(|sequence| matches!(sequence.end, SequenceEnd::StopReply(_) | SequenceEnd::StopAnswer))
}

impl Kernel<'_> {
    /// Whether terminate/3 runs behind the end of a callback: not behind itself.
    pub(crate) fn terminates(&self, handler: Option<Handler>) -> bool {
        let itself = handler.is_some_and(|handler| handler.kind.is_last());
        self.parts.terminates && handler.is_some() && !itself
    }

    /// What follows the end of a callback; `context` is what its process hands on.
    pub(crate) fn finish(
        &mut self,
        performer: &Performer<'_>,
        branch: Branch<'_>,
        values: &[Expr],
        context: &[Expr],
    ) -> PointId {
        let (handler, end) = (performer.handler, branch.sequence.end);
        let killed = |kernel: &mut Self, context: &[Expr], next: PointId| {
            kernel.or_killed(performer, branch.process, context, next)
        };
        let stops =
            matches!(end, SequenceEnd::Stop | SequenceEnd::StopReply(_) | SequenceEnd::StopAnswer);
        if handler.is_some_and(|handler| handler.kind.is_last())
            && !matches!(end, SequenceEnd::Crash | SequenceEnd::Stop)
        {
            return self.as_announced(context, &killed);
        }
        let finished = self.finished(handler, end, values, context.to_vec());
        // What terminate/3 does comes first.
        if stops && self.terminates(handler) {
            return finished;
        }
        killed(self, context, finished)
    }

    fn finished(
        &mut self,
        handler: Option<Handler>,
        end: SequenceEnd,
        values: &[Expr],
        context: Vec<Expr>,
    ) -> PointId {
        let in_terminate = handler.filter(|handler| handler.kind.is_last());
        match (in_terminate, end, values) {
            (Some(_), SequenceEnd::Crash, [reason, ..]) => {
                let crashed = self.last(ActionRole::Crash, vec![reason.clone()], End::Crashed);
                self.answered(&context, crashed)
            }
            (Some(_), SequenceEnd::Stop, [reason, ..]) => {
                let stopped = self.last(ActionRole::Stop, vec![reason.clone()], End::Stopped);
                self.answered(&context, stopped)
            }
            (None, SequenceEnd::Crash | SequenceEnd::Break, [reason]) => {
                self.last(ActionRole::Crash, vec![reason.clone()], End::Crashed)
            }
            (None, SequenceEnd::Crash, [reason, term, data]) => {
                let args = vec![term.clone(), data.clone()];
                let next = self.terminate(handler, Expr::atom("crashed"), args, context);
                let crash = self.actions.role(ActionRole::Crash);
                self.act(crash, vec![reason.clone()], next)
            }
            (None, SequenceEnd::Stop, [reason]) => {
                self.last(ActionRole::Stop, vec![reason.clone()], End::Stopped)
            }
            (None, SequenceEnd::Stop, [reason, data]) => {
                let after = EndingPart::stop(reason.clone(), None);
                self.terminate(handler, after, vec![reason.clone(), data.clone()], context)
            }
            (None, SequenceEnd::StopReply(client), [reason, answer]) => {
                let stop = self.last(ActionRole::Stop, vec![reason.clone()], End::Stopped);
                let args = self.answer(Expr::integer(client + 1), answer.clone());
                self.act(self.actions.role(ActionRole::Reply), args, stop)
            }
            (None, SequenceEnd::StopReply(client), [reason, data, answer]) => {
                let client = Expr::integer(client + 1);
                let after = EndingPart::stop(reason.clone(), Some([answer.clone(), client]));
                self.terminate(handler, after, vec![reason.clone(), data.clone()], context)
            }
            (None, SequenceEnd::StopAnswer, [reason, answer, from]) => {
                let stop = self.last(ActionRole::Stop, vec![reason.clone()], End::Stopped);
                let waits = self.waits_in(&context);
                self.answer_to(from, answer, &waits, stop)
            }
            (None, SequenceEnd::StopAnswer, [reason, data, answer, from]) => {
                let answer = [answer.clone(), from.clone()];
                let after = EndingPart::stop(reason.clone(), Some(answer));
                self.terminate(handler, after, vec![reason.clone(), data.clone()], context)
            }
            (None, SequenceEnd::StartFailed, [reason]) => {
                self.last(ActionRole::StartFailed, vec![reason.clone()], End::NotStarted)
            }
            _ => self.last(ActionRole::StartIgnored, Vec::new(), End::NotStarted),
        }
    }

    /// The last action.
    pub(crate) fn last(&mut self, role: ActionRole, args: Vec<Expr>, end: End) -> PointId {
        let end = self.point(Behaviour::End(end));
        self.act(self.actions.role(role), args, end)
    }

    /// The arguments of `reply`: the client is named where there are several.
    pub(crate) fn answer(&self, client: Expr, answer: Expr) -> Vec<Expr> {
        if self.carried.clients > 1 { vec![client, answer] } else { vec![answer] }
    }

    /// Runs terminate/3 in the state of a callback.
    fn terminate(
        &mut self,
        handler: Option<Handler>,
        after: Expr,
        args: Vec<Expr>,
        mut context: Vec<Expr>,
    ) -> PointId {
        let parts = self.parts;
        let is_answer = matches!(&after, Expr::Tuple(parts) if parts.len() == EndingPart::SIZE);
        let mut handlers = parts.handlers.iter_enumerated();
        let last_handler = handlers.find(|(_, (candidate, _))| {
            candidate.kind.is_last() && Some(candidate.state) == handler.map(|h| h.state)
        });
        let (Some((ix, _)), Some(position)) = (last_handler, self.carried.ending()) else {
            return self.point(Behaviour::End(End::Nothing));
        };
        let first = context.len() - self.carried.len();
        context[first + position] = after;
        if self.keeps_from() && !is_answer && !self.answers_in_the_end() {
            for client in self.carried.waits() {
                context[first + client] = Expr::atom("false");
            }
        }
        context.push(Expr::Call(self.handler_functions[ix][0], args));
        self.call(self.handler_processes[ix][0], context)
    }

    /// What was announced before terminate/3 ran.
    fn as_announced(
        &mut self,
        context: &[Expr],
        killed: &dyn Fn(&mut Self, &[Expr], PointId) -> PointId,
    ) -> PointId {
        let ending = self.announced(context);
        let reason = EndingPart::Reason.of(&ending);
        let stopped = self.last(ActionRole::Stop, vec![reason], End::Stopped);
        let stopped = self.answered(context, stopped);
        let stopped = killed(self, context, stopped);
        let crashed = self.point(Behaviour::End(End::Crashed));
        let cond = Cond::Same(ending.clone(), Expr::atom("crashed"));
        self.point(Behaviour::If { cond, yes: crashed, no: stopped })
    }

    /// The answer behind terminate/3, if there is one to give.
    fn answered(&mut self, context: &[Expr], next: PointId) -> PointId {
        let ending = self.announced(context);
        if !self.answers_last {
            return next;
        }
        let ending_parts = [EndingPart::Client, EndingPart::Answer];
        let [client, answer] = ending_parts.map(|part| part.of(&ending));
        let reply = if self.keeps_from() {
            let waits = self.waits_in(context);
            self.answer_to(&client, &answer, &waits, next)
        } else {
            let args = self.answer(client, answer);
            self.act(self.actions.role(ActionRole::Reply), args, next)
        };
        let cond = Cond::Is(Kind::TupleOf(EndingPart::SIZE), ending);
        self.point(Behaviour::If { cond, yes: reply, no: next })
    }

    /// What is carried of the clients.
    pub(crate) fn waits_in(&self, context: &[Expr]) -> Vec<Expr> {
        let first = context.len() - self.carried.len();
        self.carried.waits().map(|client| context[first + client].clone()).collect()
    }

    fn announced(&self, context: &[Expr]) -> Expr {
        let first = context.len() - self.carried.len();
        match self.carried.ending() {
            Some(position) => context[first + position].clone(),
            None => Expr::atom("crashed"),
        }
    }

    /// What an exit signal of the process that started the machine does: terminate/3 runs if it is trapped, else
    /// it is the end at once, unless the reason is `normal`.
    pub(crate) fn exit_signal(
        &mut self,
        [state, reason, data]: [Expr; 3],
        context: Vec<Expr>,
        ignored: &dyn Fn(&mut Self) -> PointId,
    ) -> PointId {
        let trap = self.carried.trap().map(|position| {
            let first = context.len() - self.carried.len();
            Cond::Same(context[first + position].clone(), Expr::atom("true"))
        });
        let killed = self.last(ActionRole::Stop, vec![reason.clone()], End::Stopped);
        let ignored = ignored(self);
        let cond = Cond::Same(reason.clone(), Expr::atom("normal"));
        let no = self.point(Behaviour::If { cond, yes: ignored, no: killed });
        let Some(cond) = trap else { return no };
        let yes = self.asked_to_stop([state, reason, data], context);
        self.point(Behaviour::If { cond, yes, no })
    }

    /// What follows an exit signal that the machine sends itself: a message in its queue if exits are trapped, else
    /// the end at once, as it is for `kill`.
    pub(crate) fn behind_own_exit(
        &mut self,
        performer: &Performer<'_>,
        step: &SequenceStep,
        args: &[Expr],
        context: &[Expr],
        next: PointId,
    ) -> PointId {
        let (Some(Service::ExitSelf), Some(reason)) = (step.service, args.last()) else {
            return next;
        };
        let mut point = self.killed(performer, reason.clone());
        let first = context.len() - self.carried.len();
        if let (Some(trap), Some(queue)) = (self.carried.trap(), self.carried_queue(context)) {
            let yes = self.if_room(queue, own_exit(reason), next);
            let cond = Cond::Same(context[first + trap].clone(), Expr::atom("true"));
            point = self.point(Behaviour::If { cond, yes, no: point });
        }
        let yes = self.killed(performer, Expr::atom("killed"));
        let cond = Cond::Same(reason.clone(), Expr::atom("kill"));
        self.point(Behaviour::If { cond, yes, no: point })
    }

    /// The end that a command asks for: `{stop, Reason}`.
    pub(crate) fn asked_to_stop(
        &mut self,
        [state, reason, data]: [Expr; 3],
        mut context: Vec<Expr>,
    ) -> PointId {
        let Some(position) = self.carried.ending() else {
            return self.last(ActionRole::Stop, vec![reason], End::Stopped);
        };
        let first = context.len() - self.carried.len();
        context[first + position] = EndingPart::stop(reason.clone(), None);
        self.dispatch(self.parts.behaviour.last, &state, &context, &[reason, data])
    }
}
