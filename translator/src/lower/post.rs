//! Messages that the machine sends to itself: they go into its own queue.
//!
//! Input: a call of another module, or a send, with the values of its arguments. Output: an action that the
//! machine itself carries out, where the receiver is the machine (`itself` says when). Which
//! callback takes a message says `message`. A call by which the machine would wait for its own answer, or its own end, fails at
//! once (`gen:do_call/4`).

use super::itself::{Follows, Reach, To};
use super::message::Message;
use super::{Cont, Env, Lowering, Place};
use crate::core::{OutsideCall, Returns, Service};
use crate::model::{CommandKind, Expr, MACHINE, NodeId};
use crate::otp_function::FSM;
use crate::stubs::Class;

/// What a call does to the machine itself.
enum Own {
    /// A message of this kind, and the value of the call.
    Post(CommandKind, Expr, Expr),
    /// A message that may be of any kind, and that value.
    Message(Expr, Expr),
    /// It exits with this reason.
    Exit(Expr),
}

impl Lowering<'_> {
    /// What follows a call that sends the machine something, as a client calls it; `None` for any other call.
    pub(super) fn client_post(
        &mut self,
        call: &OutsideCall,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        self.shared.client()?;
        let (kind, message) = self.sent_by_client(call)?;
        let answer = self.answered_client(kind, call.span);
        let next = (k.run)(self, env.clone(), answer);
        Some(self.post(call, (kind, message), next, place))
    }

    /// What follows a call that sends something to a process: to the machine itself, or, by `other`, to another one.
    pub(super) fn post_or(
        &mut self,
        call: &OutsideCall,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let Some((reach, own)) = done_to_itself(call) else {
            return other(self, env.clone(), k);
        };
        let to = To { who: &call.args[0], reach, span: call.span, origin: place.origin };
        let mine = |this: &mut Lowering<'_>, env: Env, k: Cont<'_>| match &own {
            Own::Exit(reason) => this.raise_as(place, Class::Exit, reason.clone()),
            Own::Post(kind, message, value) => {
                this.shared.meet_post(*kind);
                let next = (k.run)(this, env, value.clone());
                this.post(call, (*kind, message.clone()), next, place)
            }
            Own::Message(message, value) => {
                this.post_message(call, [message, value], &env, place, k, other)
            }
        };
        self.sent_to(to, env, k, &mine, other)
    }

    /// Puts a message into the machine's own queue that may be of any kind; one that can not be there goes by `other`.
    pub(super) fn post_message(
        &mut self,
        call: &OutsideCall,
        [message, value]: [&Expr; 2],
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let message = Message { value: message, wraps: false, span: call.span };
        self.by_meaning(message, env, k, &|this, env, k, meant| {
            let Some((kind, content)) = meant.queued() else {
                this.note_left_out(call.span);
                return other(this, env, k);
            };
            this.shared.meet_post(kind);
            let next = (k.run)(this, env, value.clone());
            this.post(call, (kind, content), next, place)
        })
    }

    /// Puts a message into the machine's own queue.
    pub(super) fn post(
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

/// What a call does to its first argument if that is the machine, and what it takes for a process.
fn done_to_itself(call: &OutsideCall) -> Option<(Reach, Own)> {
    let ok = Expr::atom("ok");
    let (module, function) = call.otp().names();
    let args = call.args.as_slice();
    Some(match (module, function, args) {
        (FSM, "send_event", [_, event]) => {
            (Reach::Any, Own::Post(CommandKind::Event, event.clone(), ok))
        }
        (FSM, "send_all_state_event", [_, event]) => {
            (Reach::Any, Own::Post(CommandKind::AllEvent, event.clone(), ok))
        }
        (FSM, "sync_send_event" | "sync_send_all_state_event", [_, _] | [_, _, _]) => {
            let args = Expr::list(args.iter().cloned());
            let [module, function] =
                [&call.module, &call.function].map(|name| Expr::Atom(name.clone()));
            (Reach::Any, calling_self([module, function, args]))
        }
        (FSM | "gen_server" | "gen_statem" | "gen_event", "stop", [_, rest @ ..])
            if matches!(rest.len(), 0 | 2) =>
        {
            let itself = std::iter::once(Expr::pid(MACHINE));
            let default = ["normal", "infinity"].map(Expr::atom);
            let rest = if rest.is_empty() { &default } else { rest };
            let args = Expr::list(itself.chain(rest.iter().cloned()));
            (Reach::Any, calling_self([Expr::atom("sys"), Expr::atom("terminate"), args]))
        }
        ("erlang", "send", [_, message]) => {
            (Reach::Node, Own::Message(message.clone(), message.clone()))
        }
        ("erlang", "send" | "send_nosuspend", [_, message, ..]) => {
            let sent = if function == "send" { "ok" } else { "true" };
            (Reach::Node, Own::Message(message.clone(), Expr::atom(sent)))
        }
        _ => return None,
    })
}

/// The exit of a call by which a process would wait for itself.
fn calling_self(call: [Expr; 3]) -> Own {
    Own::Exit(Expr::Tuple(vec![Expr::atom("calling_self"), Expr::Tuple(Vec::from(call))]))
}
