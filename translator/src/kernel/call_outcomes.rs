//! How a callback goes on behind a call whose end decides that.
//!
//! Input: a sequence that ends with such a call. Output: the call in each of the ways in which it may end, and
//! the process of the segment behind it.

use super::Kernel;
use crate::core::{OwnMessages, Service};
use crate::kernel::callback::{Branch, Performer};
use crate::kernel::mailbox::mail::Receive;
use crate::sequences::{CutIx, Outcome, SegmentArg, SequenceStep, Shown};
use model::index::Idx as _;
use model::{Behaviour, End, Expr, OriginId, PointId, ProcessId, VarId};

/// The last step of a sequence, and what the process has there.
#[derive(Clone, Copy)]
struct LastStep<'s> {
    performer: &'s Performer<'s>,
    step: &'s SequenceStep,
    args: &'s [Expr],
    /// What the segments behind it get of what is carried.
    before: &'s [Expr],
    /// What the process carries there.
    context: &'s [Expr],
    /// The values that are live behind it.
    live: &'s [Expr],
}

/// An outcome that takes messages which the model knows, and which.
fn taking_mail(outcome: &Outcome) -> Option<(OwnMessages, &Outcome)> {
    match outcome.shown {
        Shown::Mail(own_messages) => Some((own_messages, outcome)),
        _ => None,
    }
}

impl Kernel<'_> {
    /// The last step in each of the ways in which it may end, and on as another segment.
    pub(crate) fn cut(
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
        if step.service.is_some_and(|service| service.is_timer() || service.is_watch()) {
            return self.cut_served(performer, branch, cut, live);
        }
        let mut before = self.context_behind(performer, branch);
        let mut context = self.context_after(performer, branch, branch.sequence.steps.len() - 1);
        let mut lets = Vec::new();
        let (mut offers, mut after) = (Vec::new(), nothing);
        let outcomes = &performer.split.cuts[cut].outcomes;
        let mail = outcomes.iter().find_map(taking_mail);
        if mail.is_some() {
            // What is carried there is asked for many times.
            lets = self.bind_carried(branch.process, &mut before);
            context.clone_from(&before);
        }
        let may_end = mail.is_some_and(|(own_messages, _)| own_messages.ends)
            && self.carried.watches().is_some();
        let (reasons, why) =
            if may_end { self.reasons(branch.process) } else { (Vec::new(), None) };
        let mail = mail.map(|(own_messages, outcome)| Receive {
            reasons: &reasons,
            own_messages,
            performer,
            step,
            args,
            context: &before,
            live,
            outcome,
        });
        let pick = mail.as_ref().and_then(|receive| self.picked(receive, branch.process));
        let pick = pick.map(|(var, value)| {
            lets.push((var, value));
            Expr::Var(var)
        });
        let last = LastStep { performer, step, args, before: &before, context: &context, live };
        for outcome in outcomes.iter().filter(|outcome| !matches!(outcome.shown, Shown::Mail(_))) {
            let shown = self.shown(&last, &outcome.shown, branch.process, &mut lets);
            let offer = self.outcome(&last, outcome, shown.as_ref());
            match (&mail, &outcome.shown) {
                (Some(_), Shown::After) => after = offer,
                (Some(receive), Shown::Value(message)) => {
                    offers.push(self.if_taken(receive, message, offer, nothing));
                }
                _ => offers.push(offer),
            }
        }
        if let Some(receive) = &mail {
            offers.push(self.own_mail(receive, pick.as_ref(), after));
        }
        let point = match offers.as_slice() {
            [] => nothing,
            [only] => *only,
            _ => self.point(Behaviour::Choice(offers)),
        };
        let point = self.with_reason(why, point);
        let point = self.or_killed_before(performer, branch, &context, point);
        lets.into_iter()
            .rev()
            .fold(point, |next, (var, value)| self.point(Behaviour::Let { var, value, next }))
    }

    /// What an outcome of the last step shows; what is computed for it stands in front of the step.
    fn shown(
        &mut self,
        last: &LastStep<'_>,
        shown: &Shown,
        process: ProcessId,
        lets: &mut Vec<(VarId, Expr)>,
    ) -> Option<Expr> {
        match shown {
            Shown::Nothing | Shown::After | Shown::Mail(_) => None,
            Shown::Timer => {
                let entry = self.entry_of(last.step, last.context);
                entry.or_else(|| self.made_here(last, process, lets))
            }
            Shown::Value(value) | Shown::Raise(_, value) => Some(value.clone()),
            Shown::Unknown(origin) => {
                let var = self.processes[process].vars.push("Result".into());
                lets.push((var, self.known_result(last.step, last.context, *origin)));
                Some(Expr::Var(var))
            }
        }
    }

    /// The reference that the last step makes, if it makes one; it is computed once, in front of the step.
    fn made_here(
        &mut self,
        last: &LastStep<'_>,
        process: ProcessId,
        lets: &mut Vec<(VarId, Expr)>,
    ) -> Option<Expr> {
        let frames = last.performer.frames.iter();
        let live = last.live.iter().chain(last.context).chain(frames).cloned().collect();
        let reference = self.reference_of(last.step, live)?;
        let var = self.processes[process].vars.push("Reference".into());
        lets.push((var, reference));
        Some(Expr::Var(var))
    }

    /// The last step with one of its outcomes, and on as the segment behind that.
    fn outcome(&mut self, last: &LastStep<'_>, outcome: &Outcome, shown: Option<&Expr>) -> PointId {
        let &LastStep { performer, step, args, before, context, live } = last;
        let values = outcome.args.iter().filter_map(|arg| match arg {
            SegmentArg::Live(number) => live.get(*number).cloned(),
            SegmentArg::Result => shown.cloned(),
        });
        let segment = outcome.segment.index();
        let call = Expr::Call(performer.functions[segment], values.collect());
        let mut next = before.to_vec();
        let receives = step.module.as_str() == "erlang" && step.function.as_str() == "receive";
        if let Some(message) = shown.filter(|_| receives) {
            self.received_in(message, &mut next);
        }
        next.extend(performer.frames.clone());
        next.push(call);
        let next = self.call(performer.processes[segment], next);
        let next = self.behind_own_exit(performer, step, args, context, next);
        // What the machine itself carries out is cut for the length of the sequence only.
        let is_performed = |service: Service| service.is_own_action() || service.may_answer();
        if step.service.is_some_and(is_performed) {
            self.perform(step, args, context, next)
        } else {
            let args = args.iter().chain(shown).cloned().collect();
            let action = self.actions.call(step, &outcome.shown);
            self.point(Behaviour::Act { action, args, next, origin: Some(step.span) })
        }
    }

    /// Variables in the place of timers, watches and queue where those are computed, with their values.
    fn bind_carried(&mut self, process: ProcessId, context: &mut [Expr]) -> Vec<(VarId, Expr)> {
        let first = context.len() - self.carried.len();
        let positions = [self.carried.timers(), self.carried.watches(), self.carried.queue()];
        let mut lets = Vec::new();
        for position in positions.into_iter().flatten().map(|position| first + position) {
            if matches!(context[position], Expr::Var(_)) {
                continue;
            }
            let process = &mut self.processes[process];
            let name = process.vars[process.params[position].var].clone();
            let var = process.vars.push(name);
            lets.push((var, std::mem::replace(&mut context[position], Expr::Var(var))));
        }
        lets
    }

    /// What a call returns: `process_flag/2` what held before.
    fn known_result(&self, step: &SequenceStep, context: &[Expr], origin: OriginId) -> Expr {
        let first = context.len() - self.carried.len();
        match (step.service, self.carried.trap()) {
            (Some(Service::Trap), Some(trap)) => context[first + trap].clone(),
            _ => Expr::Unknown(origin),
        }
    }

    /// The last step of a sequence, or the end of the machine before it; `context` is what the process carries there.
    fn or_killed_before(
        &mut self,
        performer: &Performer<'_>,
        branch: Branch<'_>,
        context: &[Expr],
        point: PointId,
    ) -> PointId {
        if !branch.sequence.steps.last().is_some_and(Self::is_shown) {
            return point;
        }
        self.or_killed(performer, branch.process, context, point)
    }

    /// The last step of a sequence, which the machine itself carries out on timers or on other processes, in each of
    /// the ways in which it may end, and on as another segment.
    fn cut_served(
        &mut self,
        performer: &Performer<'_>,
        branch: Branch<'_>,
        cut: CutIx,
        live: &[Expr],
    ) -> PointId {
        let Some(step) = branch.sequence.steps.last() else {
            return self.point(Behaviour::End(End::Nothing));
        };
        let args = &branch.args[branch.args.len() - step.arity..];
        let context = self.context_behind(performer, branch);
        let outcomes = &performer.split.cuts[cut].outcomes;
        let shown: Vec<Shown> = outcomes.iter().map(|outcome| outcome.shown.clone()).collect();
        let timer = self.timer_step(performer, branch, step, args, &context);
        let watch = self.watch_step(performer, branch, step, args, &context);
        // What is computed has to be there before anything is offered.
        let result = shown.iter().find_map(|shown| match shown {
            Shown::Unknown(origin) => Some(Expr::Unknown(*origin)),
            Shown::Timer => match (&timer, &watch) {
                (Some(timer), _) => Some(self.next_reference(timer)),
                (_, Some(watch)) => Some(self.made(watch)),
                _ => None,
            },
            _ => None,
        });
        let result =
            result.map(|value| (self.processes[branch.process].vars.push("Result".into()), value));
        let position = if timer.is_some() { self.carried.timers() } else { self.carried.watches() };
        let position = position.map(|offset| context.len() - self.carried.len() + offset);
        let mut go_on = |kernel: &mut Self, number: usize, left: Expr| {
            let outcome = &outcomes[number];
            let shown = match &outcome.shown {
                Shown::Value(value) => Some(value.clone()),
                Shown::Raise(_, reason) => Some(reason.clone()),
                Shown::Unknown(_) | Shown::Timer => result.as_ref().map(|(var, _)| Expr::Var(*var)),
                Shown::Nothing | Shown::After | Shown::Mail(_) => None,
            };
            let values = outcome.args.iter().filter_map(|arg| match arg {
                SegmentArg::Live(number) => live.get(*number).cloned(),
                SegmentArg::Result => shown.clone(),
            });
            let segment = outcome.segment.index();
            let call = Expr::Call(performer.functions[segment], values.collect());
            let mut next = context.clone();
            if let Some(position) = position {
                next[position] = left;
            }
            next.extend(performer.frames.clone());
            next.push(call);
            let next = kernel.call(performer.processes[segment], next);
            let action = kernel.actions.call(step, &outcome.shown);
            let args = args.iter().cloned().chain(shown.clone()).collect();
            let origin = Some(step.span);
            kernel.point(Behaviour::Act { action, args, next, origin })
        };
        let point = match (&timer, &watch) {
            (Some(timer), _) => self.timer_cut(timer, &shown, &mut go_on),
            (_, Some(watch)) => self.watch_cut(watch, &shown, &mut go_on),
            _ => self.point(Behaviour::End(End::Nothing)),
        };
        let steps = &branch.sequence.steps;
        let context = self.context_after(performer, branch, steps.len() - 1);
        let point = self.or_killed_before(performer, branch, &context, point);
        match result {
            Some((var, value)) => self.point(Behaviour::Let { var, value, next: point }),
            None => point,
        }
    }
}
