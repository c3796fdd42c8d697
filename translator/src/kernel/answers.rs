//! Answers where a From may outlive its event, and be used again.
//!
//! Input: a From and an answer. Output: `reply(Answer)` where a client waits for it, and else an action that says so.
//! What is carried of a client is `false`, or the From of the event for which it waits: each call has a
//! reference of its own, the first that nothing else has. Where no From outlives its event, a client has one for all
//! its calls, and none of this is needed. A message of the machine, and an answer by the function of another behaviour, is
//! an answer if some client waits for it, and else the call that it is.

use super::Kernel;
use crate::core::Service;
use crate::sequences::SequenceStep;
use model::{ActionRole, Behaviour, Cond, Expr, HandlerKind, PointId, layout};

impl Kernel<'_> {
    /// Whether each call has a reference of its own.
    pub(crate) fn keeps_from(&self) -> bool {
        self.parts.waits.is_some()
    }

    /// Whether a callback is told who waits.
    pub(crate) fn has_from(&self, kind: HandlerKind) -> bool {
        kind.is_sync() && (self.keeps_from() || self.carried.clients > 1)
    }

    /// That a client waits.
    pub(crate) fn is_waiting(&self, waits: Expr) -> Cond {
        if self.keeps_from() {
            Cond::Not(Box::new(Cond::Same(waits, Expr::atom("false"))))
        } else {
            Cond::Same(waits, Expr::atom("true"))
        }
    }

    /// What is carried of a client that begins to wait, and the From of its event: its number where it has one
    /// for all its calls. `data` and `carried` hold all references that are in use.
    pub(crate) fn from(&self, client: usize, data: &Expr, carried: &[Expr]) -> [Expr; 2] {
        if !self.keeps_from() {
            return [Expr::atom("true"), Expr::integer(client + 1)];
        }
        let used = std::iter::once(data).chain(carried).cloned().collect();
        let reference = self.fresh_reference(Expr::integer(client + 1), Expr::Tuple(used));
        let from = layout::from(&Expr::pid(client + 1), &reference);
        [from.clone(), from]
    }

    /// What is carried of a client behind an answer to this From.
    pub(crate) fn waits_behind(&self, from: Expr, waits: Expr) -> Expr {
        match self.parts.waits {
            Some(function) => Expr::Element(2, Box::new(Expr::Call(function, vec![from, waits]))),
            None => waits,
        }
    }

    /// Whether terminate/3, or a procedure, may answer a client.
    pub(crate) fn answers_in_the_end(&self) -> bool {
        let last = self.parts.handlers.iter().filter(|(handler, _)| handler.kind.is_last());
        let procedures = self.parts.procedures.iter().map(|(_, split)| split);
        let mut sequences = last
            .map(|(_, split)| split)
            .chain(procedures)
            .flat_map(|split| &split.segments)
            .flat_map(|segment| &segment.sequences);
        sequences.any(|sequence| {
            sequence.steps.iter().any(|step| step.service.is_some_and(Service::may_answer))
        })
    }

    /// What is carried of a client behind something that may be its answer.
    pub(crate) fn waits_behind_given(
        &self,
        step: &SequenceStep,
        args: &[Expr],
        waits: Expr,
    ) -> Expr {
        match (step.service, args, self.parts.gives) {
            (Some(Service::Answer | Service::Give { names_from: true }), [from, ..], _) => {
                self.waits_behind(from.clone(), waits)
            }
            (Some(Service::Give { names_from: false }), [to, message, ..], Some(function)) => {
                let args = vec![to.clone(), message.clone(), waits];
                Expr::Element(2, Box::new(Expr::Call(function, args)))
            }
            _ => waits,
        }
    }

    /// Something that may be the answer for which a client waits; `waits` is what is carried of the clients.
    pub(crate) fn give_answer(
        &mut self,
        step: &SequenceStep,
        args: &[Expr],
        waits: &[Expr],
        next: PointId,
    ) -> PointId {
        let (action, all) = self.step(step, args.to_vec());
        let other = self.point(Behaviour::Act { action, args: all, next, origin: Some(step.span) });
        let Some(given) = args.get(1) else { return other };
        let answer = match step.service {
            Some(Service::Give { names_from: false }) => Expr::Element(2, Box::new(given.clone())),
            _ => given.clone(),
        };
        waits.iter().enumerate().rev().fold(other, |no, (client, waits)| {
            let args_of_reply = self.answer(Expr::integer(client + 1), answer.clone());
            let yes = self.act(self.actions.role(ActionRole::Reply), args_of_reply, next);
            let behind = self.waits_behind_given(step, args, waits.clone());
            let is_over = Cond::Same(behind, Expr::atom("false"));
            let cond = Cond::And(Box::new(self.is_waiting(waits.clone())), Box::new(is_over));
            self.point(Behaviour::If { cond, yes, no })
        })
    }

    /// An answer to the process that has this From; `waits` is what is carried of the clients.
    pub(crate) fn answer_to(
        &mut self,
        from: &Expr,
        answer: &Expr,
        waits: &[Expr],
        next: PointId,
    ) -> PointId {
        let unheard = self.actions.role(ActionRole::Unheard);
        let nobody = self.act(unheard, vec![from.clone(), answer.clone()], next);
        waits.iter().enumerate().rev().fold(nobody, |no, (client, waits)| {
            let args = self.answer(Expr::integer(client + 1), answer.clone());
            let yes = self.act(self.actions.role(ActionRole::Reply), args, next);
            let cond = Cond::Same(waits.clone(), from.clone());
            self.point(Behaviour::If { cond, yes, no })
        })
    }
}
