//! Messages that the machine sends to itself: they go into its own queue.
//!
//! Input: a call of another module, or a send, with the values of its arguments. Output: an action that the
//! machine itself carries out, where the receiver is known to be the machine (`own_event` says when). Which
//! callback a message reaches is said by what it looks like, as in OTP's `gen_fsm:dispatch/4`; one that is
//! computed counts as a plain message. A call by which the machine would wait for its own answer fails at
//! once (`gen:do_call/4`).

use super::{Cont, Env, Lowering, Place};
use crate::core::{Node, OutsideCall, Returns, Service};
use crate::model::{CommandKind, Expr, NodeId};
use crate::stubs::Class;

/// What a call does to the machine itself.
enum Own {
    /// A message of this kind, and the value of the call.
    Post(CommandKind, Expr, Expr),
    /// It exits with this reason.
    Exit(Expr),
}

impl Lowering<'_> {
    /// What follows a call that sends the machine itself something; `None` for any other call.
    pub(super) fn own_post(
        &mut self,
        call: &OutsideCall,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        let (kind, message, next) = if self.shared.client().is_some() {
            let (kind, message) = self.sent_by_client(call)?;
            let answer = self.answered_client(kind, call.span);
            (kind, message, (k.run)(self, env.clone(), answer))
        } else {
            match self.sent_to_itself(call)? {
                Own::Exit(reason) => return Some(self.raise_as(place, Class::Exit, reason)),
                Own::Post(kind, message, value) => {
                    self.shared.meet_post(kind);
                    (kind, message, (k.run)(self, env.clone(), value))
                }
            }
        };
        let service = Some(Service::Post(kind));
        let call = OutsideCall { service, args: vec![message], ..call.clone() };
        let (returns, raises, clause) = (Returns::One, Vec::new(), place.origin);
        let (result, after) = (None, None);
        Some(self.graph.node(Node::Act { call, result, returns, raises, after, next, clause }))
    }

    fn sent_to_itself(&self, call: &OutsideCall) -> Option<Own> {
        let (args, names) = (&call.args, call.otp().names());
        let to = args.first().filter(|to| self.is_this_machine(to))?;
        let ok = Expr::atom("ok");
        if names.0 == "erlang" && args.get(1).is_some_and(|message| self.asks(message)) {
            return None;
        }
        let own = match (names.0, names.1, args.as_slice()) {
            ("gen_fsm", "send_event", [_, event]) => {
                Own::Post(CommandKind::Event, event.clone(), ok)
            }
            ("gen_fsm", "send_all_state_event", [_, event]) => {
                Own::Post(CommandKind::AllEvent, event.clone(), ok)
            }
            ("gen_fsm", "sync_send_event" | "sync_send_all_state_event", [_, _] | [_, _, _]) => {
                let named = [Expr::Atom(call.module.clone()), Expr::Atom(call.function.clone())];
                let mut called = args.clone();
                called[0] = to.clone();
                let call = named.into_iter().chain([Expr::list(called.into_iter())]);
                Own::Exit(Expr::Tuple(vec![
                    Expr::atom("calling_self"),
                    Expr::Tuple(call.collect()),
                ]))
            }
            ("erlang", "send", [_, message]) => {
                let (kind, content) = self.kind_of_message(message);
                Own::Post(kind, content, message.clone())
            }
            ("erlang", "send" | "send_nosuspend", [_, message, ..]) => {
                let (kind, content) = self.kind_of_message(message);
                let sent = if names.1 == "send" { "ok" } else { "true" };
                Own::Post(kind, content, Expr::atom(sent))
            }
            _ => return None,
        };
        Some(own)
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
    fn asks(&self, message: &Expr) -> bool {
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
