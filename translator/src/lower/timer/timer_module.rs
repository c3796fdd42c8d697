//! Timers of the module `timer`: what its calls are worth, and how they are cancelled.
//!
//! Input: a call of it with the values of its arguments, and the timer that it starts. Output: nodes. A message that is
//! sent after no time is no timer. What stands for a timer is `{send_local, Ref}`, `{once, Ref}` or `{interval, Ref}`.

use frontend::Span;

use crate::analysis::timer_text::{LOCAL, ONCE, tag};
use crate::core::{Node, OutsideCall};
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::message::delivery::{Delivery, SelfEffect};
use crate::lower::process::self_test::Follows;
use crate::lower::process::spawned::brought_as;
use crate::lower::timer::{Cancel, Receiver, Start};
use model::{Cond, Expr, Kind, NodeId, OriginKind};

impl Lowering<'_> {
    /// `timer:send_after(0, Message)` is no timer: the message is sent at once.
    pub(crate) fn sent_at_once(
        &mut self,
        call: &OutsideCall,
        message: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let what = "the reference of a timer that is over at once";
        let reference = self.unknown(OriginKind::Inexact, what, call.span);
        let instant = Expr::Tuple(vec![Expr::atom("instant"), reference]);
        let value = Expr::Tuple(vec![Expr::atom("ok"), instant]);
        self.post_message(call, [message, &value], context, k, other)
    }

    /// A timer that lets another process send something, and whom.
    pub(crate) fn applied(
        &self,
        time: &Expr,
        [module, function, args]: [&Expr; 3],
        span: Span,
    ) -> Option<(Receiver, Start)> {
        let (Expr::Atom(module), Expr::Atom(function)) =
            (self.resolve(module), self.resolve(function))
        else {
            return None;
        };
        let args = self.items(args)?;
        let called = OutsideCall::new(module.clone(), function.clone(), args, span);
        let Delivery { to, reach, effect } = self.delivery(&called)?;
        let start = match effect {
            SelfEffect::Post(kind, message, _) => Start::new(brought_as(kind), [time, &message]),
            SelfEffect::Message(message, _) => Start::bringing(false, [time, &message]),
            SelfEffect::Request(..) | SelfEffect::Exit(_) | SelfEffect::LeftOut => return None,
        };
        Some((Some((to, reach)), start))
    }

    /// A timer of `timer`: the value of its call says whether there is one.
    pub(crate) fn start_by_library(
        &mut self,
        call: &OutsideCall,
        start: &Start,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let (value, rest) = self.behind(context.env, k);
        let bad = |this: &mut Lowering<'_>, _: Env| {
            let error = Expr::Tuple(vec![Expr::atom("error"), Expr::atom("badarg")]);
            this.graph.node(Node::Let { var: value, value: error, next: rest })
        };
        let tagged = |this: &mut Lowering<'_>, env: &Env, tag: &str| {
            this.start(call, start, context.with(env), &|this, _, timer| {
                let timer = Expr::Tuple(vec![Expr::atom(tag), timer]);
                let ok = Expr::Tuple(vec![Expr::atom("ok"), timer]);
                this.graph.node(Node::Let { var: value, value: ok, next: rest })
            })
        };
        let good = |this: &mut Lowering<'_>, env: Env| match (call.function.as_str(), &*call.args) {
            // What is sent to a name is sent by the process of the library.
            ("send_after", [_, to, _]) => {
                let is_pid = Cond::Is(Kind::Pid, to.clone());
                let local = |this: &mut Lowering<'_>, env: Env| tagged(this, &env, LOCAL);
                let named = |this: &mut Lowering<'_>, env: Env| tagged(this, &env, ONCE);
                this.test(&is_pid, call.span, &env, &local, &named)
            }
            (function, _) => tagged(this, &env, tag(function)),
        };
        self.if_time(&start.time, call, context.env, &good, &bad)
    }

    /// `timer:cancel/1` of a timer that `timer` has started.
    pub(crate) fn cancel_by_library(
        &mut self,
        call: &OutsideCall,
        timer: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let (value, rest) = self.behind(context.env, k);
        let other = |this: &mut Lowering<'_>, env: Env| {
            let run = |this: &mut Lowering<'_>, _: Env, result: Expr| {
                this.graph.node(Node::Let { var: value, value: result, next: rest })
            };
            this.act(call.clone(), env, context.place, Cont { run: &run, copies: true })
        };
        let [tag, reference] = [1, 2].map(|number| self.component(number, timer));
        let cancels = |this: &mut Lowering<'_>, _: Env| {
            let ok = Expr::Tuple(vec![Expr::atom("ok"), Expr::atom("cancel")]);
            let next = this.graph.node(Node::Let { var: value, value: ok, next: rest });
            let cancel = Cancel { flushes: false, left: None };
            this.cancel(call, &reference, cancel, next, context.place)
        };
        let is_reference = |this: &mut Lowering<'_>, env: Env| {
            let cond = Cond::Is(Kind::Reference, reference.clone());
            this.test(&cond, call.span, &env, &cancels, &other)
        };
        let is_tag = |text: &&'static str| Cond::Same(tag.clone(), Expr::atom(text));
        let tags: Vec<Cond> = self.shared.habits.timers.iter().map(is_tag).collect();
        let is_own = |this: &mut Lowering<'_>, env: Env| {
            this.if_one_of(&tags, call.span, &env, &is_reference, &other)
        };
        self.test(
            &Cond::Is(Kind::TupleOf(2), timer.clone()),
            call.span,
            context.env,
            &is_own,
            &other,
        )
    }
}
