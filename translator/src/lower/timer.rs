//! Timers of the machine: calls that start and cancel them.
//!
//! Input: a call of `gen_fsm`, `erlang` or `timer` with the values of its arguments. Output: an action that the
//! machine itself carries out, on the timers that it carries (`kernel/timers.rs`). A timer that brings its
//! message to another process is a call of another module, and so is one whose call a stub describes.

pub(crate) mod timer_module;
pub(crate) mod timing;

use behaviour::Act;
use frontend::{Diagnostic, Span};
use num_bigint::BigInt;

use super::message::{Meant, Message};
use crate::codes;
use crate::core::{Ending, Node, OutsideCall, Returns, Service};
use crate::library::otp_function::OtpFunction;
use crate::lower::callback::join::Nature;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place};
use crate::lower::process::self_test::{Follows, Reach, To};
use model::{Cond, Expr, Kind, NodeId, OriginKind, Time, TimerKind, VarId};

/// How deep a time is looked into.
const MAX_LENGTH_DEPTH: usize = 8;

/// Whom a timer brings something, and what its call takes for a process; `None` for the machine itself.
pub(crate) type Receiver = Option<(Expr, Reach)>;

/// A timer that a call starts.
#[derive(Clone)]
pub(crate) struct Start {
    /// What it brings; `None` where its message says that.
    kind: Option<TimerKind>,
    wraps: bool,
    /// Whether it goes on until it is cancelled.
    repeats: bool,
    pub(crate) time: Expr,
    message: Expr,
}

impl Start {
    pub(crate) fn new(kind: TimerKind, about: [&Expr; 2]) -> Self {
        let wraps = kind == TimerKind::Timeout;
        Self { kind: Some(kind), ..Self::bringing(wraps, about) }
    }

    /// A timer that brings a message.
    pub(crate) fn bringing(wraps: bool, [time, message]: [&Expr; 2]) -> Self {
        let (time, message) = (time.clone(), message.clone());
        Self { kind: None, wraps, repeats: false, time, message }
    }

    fn repeating(self) -> Self {
        Self { repeats: true, ..self }
    }
}

/// How a call cancels a timer.
#[derive(Clone, Copy)]
pub(crate) struct Cancel {
    /// Whether its message goes as well, if that has come already.
    pub(crate) flushes: bool,
    /// The time that it would have run, and what follows where there is no such timer; `None` where nothing asks for it.
    pub(crate) left: Option<(VarId, NodeId)>,
}

/// Milliseconds beyond which no timer of Erlang can run: its clock counts nanoseconds in 64 bits.
pub(crate) const LONGEST_TIMER: u64 = 9_223_372_036_854;

/// That a time is known, and longer than any timer can run.
fn is_too_long(time: &Expr) -> Cond {
    let longest = Expr::Integer(BigInt::from(LONGEST_TIMER));
    Cond::And(Box::new(Cond::Known(time.clone())), Box::new(Cond::Less(longest, time.clone())))
}

/// To whom a function of `timer` sends something, and what, by its arguments behind the time.
fn brought_to(args: &[Expr]) -> Option<(Receiver, &Expr)> {
    match args {
        [message] => Some((None, message)),
        [to, message] => Some((Some((to.clone(), Reach::Node)), message)),
        _ => None,
    }
}

impl Lowering<'_> {
    /// A call that starts or cancels a timer of the machine; any other one goes on by `other`.
    pub(crate) fn timer_or(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let OutsideCall { module, function, args, .. } = call;
        let key = call.otp().names();
        let named = (module.as_str(), function.as_str(), args.len());
        if self.shared.stub(named, call.span).is_some() {
            return other(self, context.env.clone(), k);
        }
        if let Some((to, start)) = self.started(key, args, call.span) {
            let mine = |this: &mut Lowering<'_>, env: Env, k: Cont<'_>| {
                this.start_timer(call, &start, context.with(&env), k, other)
            };
            return match to {
                None => mine(self, context.env.clone(), k),
                Some((who, reach)) => {
                    let to = To { who: &who, reach, span: call.span, origin: context.place.origin };
                    self.note_shared_name(to, context.env);
                    self.sent_to_either(to, context.env, k, &mine, other)
                }
            };
        }
        match (key, args.as_slice()) {
            (_, [timer]) if call.otp().machine_act() == Some(Act::Cancel) => {
                self.cancel_timer(call, timer, true, context, k)
            }
            (("erlang", "cancel_timer"), [timer]) => {
                self.cancel_timer(call, timer, false, context, k)
            }
            (("timer", "cancel"), [timer]) => self.cancel_by_library(call, timer, context, k),
            _ => other(self, context.env.clone(), k),
        }
    }

    /// A call that starts a timer of the machine.
    fn start_timer(
        &mut self,
        call: &OutsideCall,
        start: &Start,
        context: Context<'_>,
        k: Cont<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let is_library = call.module.as_str() == "timer";
        let is_sent = is_library && call.function.as_str() == "send_after";
        if is_sent && *self.resolve(&start.time) == Expr::integer(0) {
            return self.sent_at_once(call, &start.message, context, k, other);
        }
        if start.kind.is_none() {
            let message = Message { value: &start.message, wraps: start.wraps, span: call.span };
            return self.by_meaning_each(
                message,
                context.env,
                k,
                &|this, env, k, meant| match this.of_meaning(start, meant, call.span) {
                    Some(start) => this.start_timer(call, &start, context.with(&env), k, other),
                    None => other(this, env, k),
                },
            );
        }
        if is_library {
            return self.start_by_library(call, start, context, k);
        }
        let bad = |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("badarg"));
        let good = |this: &mut Lowering<'_>, env: Env| {
            this.start(call, start, context.with(&env), &|this, env, timer| {
                (k.run)(this, env, timer)
            })
        };
        let in_time = |this: &mut Lowering<'_>, env: Env| {
            if this.is_open(&start.time) {
                return good(this, env);
            }
            this.test(&is_too_long(&start.time), call.span, &env, &bad, &good)
        };
        self.if_time(&start.time, call, context.env, &in_time, &bad)
    }

    /// The timer that a call starts, and whom that brings something, if it is not always the machine.
    fn started(
        &self,
        (module, function): (&str, &str),
        args: &[Expr],
        span: Span,
    ) -> Option<(Receiver, Start)> {
        let act = OtpFunction::of(module, function, args.len()).machine_act();
        if let (Some(Act::Arm(kind, _)), [time, content]) = (act, args) {
            return Some((None, Start::new(kind, [time, content])));
        }
        Some(match (module, function, args) {
            ("erlang", "send_after" | "start_timer", [time, to, message]) => (
                Some((to.clone(), Reach::Name)),
                Start::bringing(function == "start_timer", [time, message]),
            ),
            ("timer", "send_after", [time, rest @ ..]) => {
                let (to, message) = brought_to(rest)?;
                (to, Start::bringing(false, [time, message]))
            }
            ("timer", "send_interval", [time, rest @ ..]) if self.repeats() => {
                let (to, message) = brought_to(rest)?;
                (to, Start::bringing(false, [time, message]).repeating())
            }
            ("timer", "apply_after", [time, module, function, args])
                if matches!(self.resolve(time), Expr::Integer(_)) =>
            {
                self.applied(time, [module, function, args], span)?
            }
            ("timer", "apply_interval", [time, module, function, args]) if self.repeats() => {
                let (to, start) = self.applied(time, [module, function, args], span)?;
                (to, start.repeating())
            }
            _ => return None,
        })
    }

    /// Whether timers that go on are in the model: where time is counted they are not.
    fn repeats(&self) -> bool {
        self.shared.options.timing.time != Time::Tick
    }

    /// A timer of which it is known what its message is taken for; `None` if such a message is not in the model.
    fn of_meaning(&mut self, start: &Start, meant: &Meant, span: Span) -> Option<Start> {
        let (kind, wraps, message) = match meant {
            Meant::Kind(kind, message) if kind.is_bare() => (TimerKind::Info, start.wraps, message),
            Meant::Kind(kind, event) if kind.is_untagged => (TimerKind::Event, false, event),
            Meant::Kind(kind, event) => (kind.sent, false, event),
            Meant::Timeout(message) => (TimerKind::Timeout, true, message),
            // A `receive` would not see it as it is.
            Meant::Timed(event) if !self.shared.habits.receives_timers => {
                (TimerKind::Event, false, event)
            }
            Meant::Timed(_) | Meant::Call => {
                self.note_left_out(span);
                return None;
            }
        };
        Some(Start { kind: Some(kind), wraps, message: message.clone(), ..start.clone() })
    }

    /// Whether a time is one for which a timer can be started.
    pub(crate) fn if_time(
        &mut self,
        time: &Expr,
        call: &OutsideCall,
        env: &Env,
        good: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
        bad: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let negative = Cond::Less(time.clone(), Expr::integer(0));
        let integer =
            |this: &mut Lowering<'_>, env: Env| this.test(&negative, call.span, &env, bad, good);
        self.test(&Cond::Is(Kind::Integer, time.clone()), call.span, env, &integer, bad)
    }

    /// Warns where time is counted and the time of a wait is unknown.
    pub(crate) fn note_length(&mut self, time: &Expr, span: Span) {
        let counts = self.shared.options.timing.time == Time::Tick;
        if counts && self.is_of_unknown_length(time, MAX_LENGTH_DEPTH) {
            let message = "how long this waits is unknown: any number of ticks may pass";
            let help = "say how long with a stub, `{stubs, [{{M,F,Arity}, [Time1, Time2]}]}.`, or wait for a constant time";
            let warning = Diagnostic::warning(codes::UNKNOWN_LENGTH, message, span);
            self.note(warning.with_help(help));
        }
    }

    /// What is known of a value that is joined with others.
    pub(crate) fn nature(&self, value: &Expr) -> Nature {
        let is_long = self.is_of_unknown_length(value, MAX_LENGTH_DEPTH);
        Nature { is_open: self.is_open(value), is_long, from_now: self.time_from_now(value) }
    }

    fn is_of_unknown_length(&self, time: &Expr, depth: usize) -> bool {
        match self.resolve(time) {
            Expr::Unknown(_) => true,
            given if self.is_given(given) => true,
            Expr::Var(var) => self.natures.get(var).is_some_and(|nature| nature.is_long),
            other if depth > 0 => {
                let mut parts = other.operands();
                parts.any(|part| self.is_of_unknown_length(part, depth - 1))
            }
            _ => false,
        }
    }

    /// Starts a timer, and goes on with its reference.
    pub(crate) fn start(
        &mut self,
        call: &OutsideCall,
        start: &Start,
        context: Context<'_>,
        k: &dyn Fn(&mut Lowering<'_>, Env, Expr) -> NodeId,
    ) -> NodeId {
        let &Start { wraps, repeats, .. } = start;
        let kind = start.kind.unwrap_or(TimerKind::Info);
        self.note_length(&start.time, call.span);
        if repeats {
            self.shared.note_repeats();
        }
        self.shared.note_start(kind, self.resolve(&start.time));
        let timer = self.graph.var("Ref");
        let env = context.env.with_fact(&Cond::Is(Kind::Reference, Expr::Var(timer)), true);
        let next = k(self, env, Expr::Var(timer));
        // The message of an event shows the reference as well.
        let is_seen = kind == TimerKind::Event && self.shared.habits.receives_timers;
        let named = wraps || is_seen || self.graph.uses(timer);
        let args = vec![start.time.clone(), start.message.clone()];
        let call = OutsideCall {
            service: Some(Service::Start { kind, wraps, named, repeats }),
            args,
            ..call.clone()
        };
        let (result, returns) = if self.graph.uses(timer) {
            (Some(timer), Returns::Timer(None))
        } else {
            (None, Returns::One)
        };
        self.serve(call, result, returns, next, context.place)
    }

    /// What follows a value that is found in several ways, lowered once.
    pub(crate) fn behind(&mut self, env: &Env, k: Cont<'_>) -> (VarId, NodeId) {
        let value = self.graph.var("Value");
        let rest = (k.run)(self, env.clone(), Expr::Var(value));
        (value, rest)
    }

    /// Cancels a timer: `false` if there is none (any more), else how long it would have run.
    fn cancel_timer(
        &mut self,
        call: &OutsideCall,
        timer: &Expr,
        flushes: bool,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let bad = |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("badarg"));
        let good = |this: &mut Lowering<'_>, env: Env| {
            let left = this.graph.var("Left");
            let next = (k.run)(this, env.clone(), Expr::Var(left));
            if !this.graph.uses(left) {
                return this.cancel(
                    call,
                    timer,
                    Cancel { flushes, left: None },
                    next,
                    context.place,
                );
            }
            let time = this.is_time(&Expr::Var(left), next, call, context.place);
            let cancel = Cancel { flushes, left: Some((left, time)) };
            this.cancel(call, timer, cancel, next, context.place)
        };
        self.test(&Cond::Is(Kind::Reference, timer.clone()), call.span, context.env, &good, &bad)
    }

    /// What is known of the time that is left; no other one exists.
    fn is_time(
        &mut self,
        left: &Expr,
        next: NodeId,
        call: &OutsideCall,
        place: &Place<'_>,
    ) -> NodeId {
        let none = self.leaf(Ending::Refused(left.clone()), place.origin);
        let mut test = |cond: Cond, yes: NodeId, no: NodeId| {
            self.graph.node(Node::Test { cond, yes, no, at: call.span })
        };
        let negative = test(Cond::Less(left.clone(), Expr::integer(0)), none, next);
        test(Cond::Is(Kind::Integer, left.clone()), negative, none)
    }

    pub(crate) fn cancel(
        &mut self,
        call: &OutsideCall,
        timer: &Expr,
        cancel: Cancel,
        next: NodeId,
        place: &Place<'_>,
    ) -> NodeId {
        let Cancel { flushes, left } = cancel;
        let service = Some(Service::Cancel { flushes });
        let call = OutsideCall { service, args: vec![timer.clone()], ..call.clone() };
        let returns = match left {
            Some(_) => {
                let what = "the time that was left of a cancelled timer";
                Returns::Timer(Some(self.shared.origin(OriginKind::Inexact, what, call.span)))
            }
            // Its message may have come already.
            None if !flushes || self.shared.habits.messages_stay => Returns::Timer(None),
            None => Returns::One,
        };
        let (result, after) = left.unzip();
        let (raises, clause) = (Vec::new(), place.origin);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }

    /// An action that the machine itself carries out.
    pub(crate) fn serve(
        &mut self,
        call: OutsideCall,
        result: Option<VarId>,
        returns: Returns,
        next: NodeId,
        place: &Place<'_>,
    ) -> NodeId {
        let (raises, after, clause) = (Vec::new(), None, place.origin);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }
}
