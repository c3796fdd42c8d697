//! Answers to clients that wait: `gen_fsm:reply/2` and those of other behaviours, the return values that answer, and
//! messages that are answers.
//!
//! Input: the client and what it gets. Output: an action that the machine itself carries out, one for each
//! client that it may be. A value that is no client of the model goes elsewhere: a call of another module. Whether a
//! message `{Tag, Answer}` is what a client waits for is asked of the values, when it is sent.
//! Where a From may outlive its event (`from_escape`), the kernel finds out who it is, and whether it still waits.

use std::ops::Range;

use frontend::{Diagnostic, Name, Span};

use crate::analysis::addresses::Address;
use crate::codes;
use crate::core::{Node, OutsideCall, Recipient, Returns, Service};
use crate::lower::analysis::shared::Shared;
use crate::lower::callback::entry::Called;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::process::self_test::{Follows, Reach, To};
use model::{Cond, Expr, Kind, MACHINE, NodeId, Operator, client};

/// Clients of which one may be meant.
#[derive(Clone)]
struct Waiting<'f> {
    from: &'f Expr,
    clients: Range<usize>,
}

impl Lowering<'_> {
    /// An answer, in front of what follows.
    pub(crate) fn reply(
        &mut self,
        to: &Recipient,
        value: Expr,
        next: NodeId,
        [span, clause]: [Span; 2],
    ) -> NodeId {
        let (module, function) = (self.shared.machine.behaviour_name.clone(), Name::from("reply"));
        let (service, args) = match to {
            Recipient::Client(number) => (Service::Reply(*number), vec![value]),
            Recipient::From(from) => (Service::Answer, vec![from.clone(), value]),
        };
        let call = OutsideCall { service: Some(service), module, function, args, span };
        let (returns, raises) = (Returns::One, Vec::new());
        let (result, after) = (None, None);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }

    /// Goes on with who waits for the value of a callback.
    pub(crate) fn answer(
        &mut self,
        called: &Called,
        origin: Span,
        env: &Env,
        k: &dyn Fn(&mut Lowering<'_>, &Recipient, Env) -> NodeId,
    ) -> NodeId {
        let from = called.from.clone().unwrap_or(Expr::Nil);
        if self.shared.keeps_from() {
            return k(self, &Recipient::From(from), env.clone());
        }
        let k = |this: &mut Lowering<'_>, number: usize, env: Env| {
            k(this, &Recipient::Client(number), env)
        };
        let last = self.shared.clients().saturating_sub(1);
        let other = |this: &mut Lowering<'_>, env: Env| k(this, last, env);
        self.which_client(Waiting { from: &from, clients: 0..last }, origin, env, &k, &other)
    }

    /// A message that may be an answer, as an action that finds that out; any other call as it is.
    pub(crate) fn given(&self, call: OutsideCall) -> OutsideCall {
        let ("erlang", "send" | "send_nosuspend") = call.otp().names() else { return call };
        let [to, message, ..] = call.args.as_slice() else { return call };
        let is_named = matches!(self.resolve(to), Expr::Atom(_) | Expr::Tuple(_));
        let may_answer = match self.resolve(message) {
            Expr::Tuple(items) => items.len() == 2,
            Expr::Atom(_) | Expr::Integer(_) | Expr::Nil | Expr::Cons(..) => false,
            _ => true,
        };
        // Without a From that goes anywhere no process has a tag.
        if is_named || !may_answer || call.service.is_some() || !self.shared.may_give() {
            return call;
        }
        self.shared.gives.set(true);
        OutsideCall { service: Some(Service::Give { names_from: false }), ..call }
    }

    /// Says that the tag of a call is not always what the model has: one that waits for ever has a reference (`gen:do_call/4`).
    pub(crate) fn note_look_at_tag(&mut self, cond: &Cond, at: Span) {
        if let Cond::Is(_, value) = cond
            && self.is_tag(value)
            && !model::library::contains(at)
        {
            let message = "what this asks of the tag of a call is asked of `[alias | Reference]`: that of a call with the time limit `infinity` is \
                           a plain reference, and such calls are not part of the model";
            self.note(Diagnostic::warning(codes::HIDDEN, message, at));
        }
    }

    fn is_tag(&self, value: &Expr) -> bool {
        match self.resolve(value) {
            Expr::Cons(head, tail) => {
                **head == Expr::atom("alias")
                    && matches!(&**tail, Expr::Apply(Operator::Reference, _))
            }
            Expr::Element(2, whole) => match **whole {
                Expr::Var(var) => self.from == Some(var),
                _ => false,
            },
            _ => false,
        }
    }

    /// `gen_fsm:reply(From, Value)`, or that of another behaviour; its value is `ok` (`gen:reply/2`).
    pub(crate) fn reply_call(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let [from, value] = [call.args[0].clone(), call.args[1].clone()];
        let (clients, span) = (0..self.shared.clients(), call.span);
        let to_client = |this: &mut Lowering<'_>, number: usize, env: Env| {
            let next = (k.run)(this, env, Expr::atom("ok"));
            this.reply(
                &Recipient::Client(number),
                value.clone(),
                next,
                [span, context.place.origin],
            )
        };
        let pair = Cond::Is(Kind::TupleOf(2), from.clone());
        let keeps = self.shared.keeps_from();
        let elsewhere = |this: &mut Lowering<'_>, env: Env, k: Cont<'_>| {
            let next = (k.run)(this, env, Expr::atom("ok"));
            if keeps && call.otp().machine_act().is_some() {
                let to = Recipient::From(from.clone());
                return this.reply(&to, value.clone(), next, [span, context.place.origin]);
            }
            if keeps {
                let service = Some(Service::Give { names_from: true });
                return this.plain_act(
                    OutsideCall { service, ..call.clone() },
                    next,
                    context.place,
                );
            }
            this.plain_act(call.clone(), next, context.place)
        };
        let elsewhere = |this: &mut Lowering<'_>, env: Env| {
            this.unless_to_itself(call, context.with(&env), k, &elsewhere)
        };
        let nobody =
            |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("function_clause"));
        let other =
            |this: &mut Lowering<'_>, env: Env| this.test(&pair, span, &env, &elsewhere, &nobody);
        if keeps {
            return other(self, context.env.clone());
        }
        self.which_client(Waiting { from: &from, clients }, span, context.env, &to_client, &other)
    }

    /// What follows an answer that is for no client, or may be: one to the machine itself is a message, `{Tag, Answer}`, but where
    /// the tag names an alias: what a process asks itself has none, for it is no monitor of itself.
    fn unless_to_itself(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
        elsewhere: Follows<'_>,
    ) -> NodeId {
        let [who, tag] = [1, 2].map(|number| self.component(number, &call.args[0]));
        let to =
            To { who: &who, reach: Reach::Node, span: call.span, origin: context.place.origin };
        let is_held = self.shared.addresses().contains(&Address::Pid);
        let is_known = self.is_itself(to);
        if !is_held && !is_known || self.shared.client().is_some() {
            return elsewhere(self, context.env.clone(), k);
        }
        let message = Expr::Tuple(vec![tag.clone(), call.args[1].clone()]);
        let alias = [
            Cond::Is(Kind::Cons, tag.clone()),
            Cond::Same(Expr::head(tag.clone()), Expr::atom("alias")),
            Cond::Is(Kind::Reference, Expr::tail(tag)),
        ];
        let is_own = Cond::Same(who.clone(), Expr::pid(MACHINE));
        self.sharing(context.env, k, &|this, k| {
            let other = |this: &mut Lowering<'_>, env: Env| elsewhere(this, env, k);
            let posts = |this: &mut Lowering<'_>, env: Env| {
                let ok = Expr::atom("ok");
                this.post_message(call, [&message, &ok], context.with(&env), k, elsewhere)
            };
            let mine = |this: &mut Lowering<'_>, env: Env| {
                this.if_all(&alias, call.span, &env, &other, &posts)
            };
            if is_known {
                return mine(this, context.env.clone());
            }
            this.test(&is_own, call.span, context.env, &mine, &other)
        })
    }

    /// Goes on by whether all of these hold, each of which is asked for only where those before it do.
    fn if_all(
        &mut self,
        conds: &[Cond],
        span: Span,
        env: &Env,
        yes: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
        no: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let Some((first, others)) = conds.split_first() else { return yes(self, env.clone()) };
        let rest = |this: &mut Lowering<'_>, env: Env| this.if_all(others, span, &env, yes, no);
        self.test(first, span, env, &rest, no)
    }

    /// Goes on with the client that a From is of.
    fn which_client(
        &mut self,
        mut waiting: Waiting<'_>,
        span: Span,
        env: &Env,
        k: &dyn Fn(&mut Lowering<'_>, usize, Env) -> NodeId,
        other: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let Some(number) = waiting.clients.next() else { return other(self, env.clone()) };
        let is = Cond::Same(waiting.from.clone(), client(number));
        let yes = |this: &mut Lowering<'_>, env: Env| k(this, number, env);
        self.test(&is, span, env, &yes, &|this, env| {
            this.which_client(waiting.clone(), span, &env, k, other)
        })
    }
}

impl Shared<'_> {
    /// Whether a message may be an answer to a client.
    pub(crate) fn may_give(&self) -> bool {
        self.keeps_from() && self.clients() > 0 && self.client().is_none()
    }

    /// Whether such a message has been met.
    pub(crate) fn gives(&self) -> bool {
        self.gives.get()
    }
}
