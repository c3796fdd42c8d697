//! Messages that the machine sends to itself: they go into its own queue.
//!
//! Input: a call of another module, or a send, with the values of its arguments. Output: an action that the
//! machine itself carries out, where the receiver is the machine (`itself` says when). Which
//! callback a message reaches is said by what it looks like, as in OTP's `gen_fsm:dispatch/4`; one that is
//! computed counts as a plain message. A call by which the machine would wait for its own answer, or its own end, fails at
//! once (`gen:do_call/4`).

use super::itself::{Reach, To};
use super::{Cont, Env, Lowering, Place};
use crate::core::{OutsideCall, Returns, Service};
use crate::model::{CommandKind, Expr, MACHINE, NodeId};
use crate::otp_function::FSM;
use crate::stubs::Class;

/// What a call does to the machine itself.
enum Own {
    /// A message of this kind, and the value of the call.
    Post(CommandKind, Expr, Expr),
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
        other: &dyn Fn(&mut Lowering<'_>, Env, Cont<'_>) -> NodeId,
    ) -> NodeId {
        let Some((reach, own)) = self.done_to_itself(call) else {
            return other(self, env.clone(), k);
        };
        let to = To { who: &call.args[0], reach, span: call.span };
        let mine = |this: &mut Lowering<'_>, env: Env, k: Cont<'_>| match &own {
            Own::Exit(reason) => this.raise_as(place, Class::Exit, reason.clone()),
            Own::Post(kind, message, value) => {
                this.shared.meet_post(*kind);
                let next = (k.run)(this, env, value.clone());
                this.post(call, (*kind, message.clone()), next, place)
            }
        };
        self.sent_to(to, env, k, &mine, other)
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

    /// What a call does to its first argument if that is the machine, and what it takes for a process.
    fn done_to_itself(&self, call: &OutsideCall) -> Option<(Reach, Own)> {
        let ok = Expr::atom("ok");
        let (module, function) = call.otp().names();
        let args = call.args.as_slice();
        if module == "erlang" && args.get(1).is_some_and(|message| self.asks(message)) {
            return None;
        }
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
                let (kind, content) = self.kind_of_message(message);
                (Reach::Node, Own::Post(kind, content, message.clone()))
            }
            ("erlang", "send" | "send_nosuspend", [_, message, ..]) => {
                let (kind, content) = self.kind_of_message(message);
                let sent = if function == "send" { "ok" } else { "true" };
                (Reach::Node, Own::Post(kind, content, Expr::atom(sent)))
            }
            _ => return None,
        })
    }

    /// The event of a message that looks like that of a timer of `gen_fsm`.
    fn brought_by_timer(&self, message: &Expr) -> Option<Expr> {
        let Expr::Tuple(items) = self.resolve(message) else { return None };
        let [timeout, reference, content] = items.as_slice() else { return None };
        let Expr::Tuple(content) = self.resolve(content) else { return None };
        let [tag, event] = content.as_slice() else { return None };
        if *self.resolve(timeout) != Expr::atom("timeout") {
            return None;
        }
        match self.resolve(tag) {
            Expr::Atom(tag) if tag.as_str() == "$gen_event" => Some(event.clone()),
            Expr::Atom(tag) if tag.as_str() == "$gen_timer" => {
                Some(Expr::Tuple(vec![timeout.clone(), reference.clone(), event.clone()]))
            }
            _ => None,
        }
    }

    /// Whether a message asks for an answer, as one of `sync_send_event/2` or of `sys` does.
    pub(super) fn asks(&self, message: &Expr) -> bool {
        let Expr::Tuple(items) = self.resolve(message) else { return false };
        let tags = ["$gen_sync_event", "$gen_sync_all_state_event", "system"].map(Expr::atom);
        items.len() == 3 && tags.contains(self.resolve(&items[0]))
    }

    /// Which callback takes a message, and what it gets.
    pub(super) fn kind_of_message(&self, message: &Expr) -> (CommandKind, Expr) {
        if let Expr::Tuple(items) = self.resolve(message)
            && let [tag, event] = &items[..]
        {
            let tag = self.resolve(tag);
            let kinds = [
                ("$gen_event", CommandKind::Event),
                ("$gen_all_state_event", CommandKind::AllEvent),
            ];
            let known = kinds.into_iter().find(|(own, _)| *tag == Expr::atom(own));
            if let Some((_, kind)) = known {
                return (kind, event.clone());
            }
        }
        if let Some(event) = self.brought_by_timer(message) {
            return (CommandKind::Event, event);
        }
        (CommandKind::Info, message.clone())
    }
}

/// The exit of a call by which a process would wait for itself.
fn calling_self(call: [Expr; 3]) -> Own {
    Own::Exit(Expr::Tuple(vec![Expr::atom("calling_self"), Expr::Tuple(Vec::from(call))]))
}
