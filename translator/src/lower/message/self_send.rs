//! Messages that the machine sends to itself: they go into its own queue.
//!
//! Input: a call of another module, or a send, with the values of its arguments. Output: an action that the
//! machine itself carries out, where the receiver is the machine (`self_test` says when). What a call sends says
//! `delivery`, which callback takes it `message`.

use frontend::Name;

use super::delivery::{Delivery, SelfEffect};
use crate::core::{OutsideCall, Returns, Service};
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place};
use crate::lower::message::Message;
use crate::lower::process::self_test::{Follows, To};
use model::{Class, CommandKind, Expr, MACHINE, NodeId};

impl Lowering<'_> {
    /// What follows a call that sends the machine something, as a client calls it; `None` for any other call.
    pub(crate) fn client_post(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        self.shared.client()?;
        let (kind, message) = self.sent_by_client(call)?;
        let answer = self.answered_client(kind, call.span);
        let next = (k.run)(self, context.env.clone(), answer);
        Some(self.post(call, (kind, message), next, context.place))
    }

    /// What follows a call that sends something to a process: to the machine itself, or, by `other`, to another one.
    pub(crate) fn post_or(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let Some(Delivery { to, reach, effect }) = self.delivery(call) else {
            return other(self, context.env.clone(), k);
        };
        let to = To { who: &to, reach, span: call.span, origin: context.place.origin };
        let mine = |this: &mut Lowering<'_>, env: Env, k: Cont<'_>| match &effect {
            SelfEffect::Exit(reason) => this.raise_as(context, Class::Exit, reason.clone()),
            SelfEffect::Post(kind, message, value) => {
                this.shared.meet_post(*kind);
                let next = (k.run)(this, env, value.clone());
                this.post(call, (*kind, message.clone()), next, context.place)
            }
            SelfEffect::Message(message, value) => {
                this.post_message(call, [message, value], context.with(&env), k, other)
            }
            SelfEffect::Request(tag, request) => {
                this.post_request(call, [tag, request], context.with(&env), k, other)
            }
            SelfEffect::LeftOut => {
                this.note_left_out(call.span);
                other(this, env, k)
            }
        };
        if effect.is_worth_the_same() {
            self.sent_to(to, context.env, k, &mine, other)
        } else {
            self.sent_to_either(to, context.env, k, &mine, other)
        }
    }

    /// A request of the machine to itself that it does not wait for (`gen:send_request/3`): it monitors itself, which brings
    /// nothing, and the reference stands in the message.
    fn post_request(
        &mut self,
        call: &OutsideCall,
        [tag, request]: [&Expr; 2],
        context: Context<'_>,
        k: Cont<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let (module, function) = (Name::from("erlang"), Name::from("monitor"));
        let args = vec![Expr::atom("process"), Expr::pid(MACHINE)];
        let monitor = OutsideCall::new(module, function, args, call.span);
        let run = |this: &mut Lowering<'_>, env: Env, reference: Expr| {
            let alias = Expr::Cons(Box::new(Expr::atom("alias")), Box::new(reference.clone()));
            let from = Expr::Tuple(vec![Expr::pid(MACHINE), alias]);
            let message = Expr::Tuple(vec![tag.clone(), from, request.clone()]);
            this.post_message(call, [&message, &reference], context.with(&env), k, other)
        };
        self.made_monitor(&monitor, context, Cont { run: &run, copies: k.copies })
    }

    /// Puts a message into the machine's own queue that may be of any kind; one that can not be there goes by `other`.
    pub(crate) fn post_message(
        &mut self,
        call: &OutsideCall,
        [message, value]: [&Expr; 2],
        context: Context<'_>,
        k: Cont<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let message = Message { value: message, wraps: false, span: call.span };
        self.by_meaning(message, context.env, k, &|this, env, k, meant| {
            let Some((kind, content)) = meant.queued(this.shared.machine.behaviour) else {
                this.note_left_out(call.span);
                return other(this, env, k);
            };
            this.shared.meet_post(kind);
            let next = (k.run)(this, env, value.clone());
            this.post(call, (kind, content), next, context.place)
        })
    }

    /// Puts a message into the machine's own queue.
    pub(crate) fn post(
        &mut self,
        call: &OutsideCall,
        (kind, message): (CommandKind, Expr),
        next: NodeId,
        place: &Place<'_>,
    ) -> NodeId {
        let call =
            OutsideCall { service: Some(Service::Post(kind)), args: vec![message], ..call.clone() };
        self.serve(call, None, Returns::One, next, place)
    }
}
