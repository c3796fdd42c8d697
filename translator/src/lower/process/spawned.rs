//! Code of the module that other processes run: what the machine starts with a fun, or as a function of its own.
//!
//! Input: a call that starts a process, before its funs have become values. Output: what the process sends to the
//! machine, as steps of the machine behind the call (`Service::Send`): it comes at any later time, in this order
//! (`kernel/timers.rs`). The code is lowered in line, but nothing that it does is an action. A warning where the process
//! does more than can be told: what it does behind a `receive` or in a function that calls itself and acts, or what
//! comes where time counts. Of a process with a monitor, and of a link where exits are trapped, it only says whether
//! something may come. Does not follow what other modules do there: that is theirs, as everywhere.

use std::rc::Rc;

use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function, RemoteAt};
use frontend::{Diagnostic, Name, Span};

use crate::analysis::calls::calls_where;
use crate::codes;
use crate::core::{OutsideCall, Returns, Service};
use crate::library::constant_results::answer;
use crate::library::functions::{CarriedOutBy, Effect, carried_out_by, doing, sends};
use crate::library::stubs::CallEnd;
use crate::lower::analysis::effects::Traits;
use crate::lower::analysis::reaching::CallSearch;
use crate::lower::context::Context;
use crate::lower::fun::code::Closure;
use crate::lower::lowering::{Cont, Env, Lowering, Place, Process, Raised};
use crate::lower::message::Message;
use crate::lower::message::delivery::{Delivery, SelfEffect};
use crate::lower::process::self_test::{Reach, To};
use model::{CommandKind, Expr, MACHINE, NodeId, Time, TimerKind};

/// The warning where a call starts a process that may send the machine something which is not followed.
const LEFT_OUT: &str =
    "what the process that this starts may send to the machine is not part of the model";

/// The warning where another process does something of which it is not known what that sends to the machine.
const LEFT_OUT_HERE: &str =
    "this runs in another process, and what comes to the machine of it is not part of the model";

/// What a process runs.
pub(crate) enum Running {
    /// A fun without arguments.
    Fun(Rc<Closure>),
    /// A function of the module, on these values: where that is not exported, the process fails at once.
    Function(Name, Vec<Expr>),
}

/// A message in the code of a process.
struct Sent {
    to: Expr,
    /// What the call takes for a process.
    reach: Reach,
    /// Where it is not the message that says that.
    kind: Option<TimerKind>,
    message: Expr,
    /// The value of the call.
    value: Expr,
}

impl Lowering<'_> {
    /// Who asks for its own process identifier.
    pub(crate) fn own_pid(&self) -> Expr {
        self.process.as_ref().map_or(Expr::pid(MACHINE), |process| process.pid.clone())
    }

    /// Whether what is lowered runs in another process than the machine.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.process.is_some()
    }

    /// A call that starts a process, and what that sends.
    pub(crate) fn start_process(
        &mut self,
        mut call: OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let running = self.running(&call);
        call.args = self.for_another_process(call.args);
        let run = |this: &mut Lowering<'_>, env: Env, pid: Expr| match &running {
            Some(running) => this.with_process(running, pid, context.at(call.span).with(&env), k),
            None => (k.run)(this, env, pid),
        };
        self.called(&call, context, Cont { run: &run, copies: k.copies })
    }

    /// What a call lets another process run, where all that this sends can be told; else a warning where it may send
    /// the machine something.
    fn running(&mut self, call: &OutsideCall) -> Option<Running> {
        let running = self.known_running(call);
        if running.is_none() {
            if call.args.iter().any(|arg| self.may_reach_machine(arg)) {
                self.note(Diagnostic::warning(codes::TIMEOUT, LEFT_OUT, call.span));
            }
            self.note_own_event(call);
        }
        running
    }

    fn known_running(&self, call: &OutsideCall) -> Option<Running> {
        let OutsideCall { module, function, args, span, .. } = call;
        let key = (module.as_str(), function.as_str(), args.len());
        let is_plain = self.process.is_none()
            && self.shared.client().is_none()
            && self.shared.stub(key, *span).is_none()
            && self.shared.options.timing.time == Time::Untimed;
        let Service::Spawn { links, monitors } = self.spawns(key.1, args).filter(|_| is_plain)?
        else {
            return None;
        };
        if monitors || links && self.shared.habits.may_trap {
            return None;
        }
        let options = usize::from(key.1 == "spawn_opt");
        match &args[..args.len() - options] {
            [fun] => {
                let closure = self.known_fun(fun).filter(|closure| closure.code.arity() == 0)?;
                Some(Running::Fun(closure))
            }
            [module, function, args] => {
                let Expr::Atom(function) = self.resolve(function) else { return None };
                let args = self.items(args)?;
                let is_own = *self.resolve(module) == Expr::Atom(self.shared.machine.name.clone());
                is_own.then(|| Running::Function(function.clone(), args))
            }
            _ => None,
        }
    }

    /// What follows a call that starts a process: what that sends is known here, and comes later.
    fn with_process(
        &mut self,
        running: &Running,
        pid: Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let rest = (k.run)(self, context.env.clone(), pid.clone());
        let outer = self.process.replace(Process { pid, rest });
        let ends = |_: &mut Lowering<'_>, _: Env, _: Expr| rest;
        let fails = |_: &mut Lowering<'_>, _: Raised| rest;
        let place = Place { guard: None, origin: context.place.origin, handler: &fails };
        let k = Cont { run: &ends, copies: true };
        let node = match running {
            Running::Fun(closure) => {
                self.call_closure(closure, Vec::new(), context.in_place(&place), k)
            }
            Running::Function(name, args) => {
                let module = self.shared.machine.name.clone();
                let callee = Callee::Remote(module, name.clone(), RemoteAt::default());
                self.call_on_values(
                    &callee,
                    args.clone(),
                    context.span,
                    context.in_place(&place),
                    k,
                )
            }
        };
        self.process = outer;
        node
    }

    /// Where what another process does is not told: what it does from there on is left out.
    pub(crate) fn lost(&mut self, span: Span) -> Option<NodeId> {
        let rest = self.process.as_ref()?.rest;
        self.note(Diagnostic::warning(codes::TIMEOUT, LEFT_OUT_HERE, span));
        Some(rest)
    }

    /// Where another process waits for ever.
    pub(crate) fn hangs_elsewhere(&self) -> Option<NodeId> {
        self.process.as_ref().map(|process| process.rest)
    }

    /// A call of another module by another process: what it sends to the machine comes later, all else is no action.
    pub(crate) fn act_elsewhere(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if self.is_gone(call) {
            return self.raise(context, Expr::atom("undef"));
        }
        let Some(sent) = self.sent_elsewhere(call) else {
            if self.concerns_machine(call) || !self.renamed(call).is_empty() {
                self.note(Diagnostic::warning(codes::TIMEOUT, LEFT_OUT_HERE, call.span));
            }
            let value = self.result_elsewhere(call);
            return self
                .bind("Result", value, &|this, value| (k.run)(this, context.env.clone(), value));
        };
        let to =
            To { who: &sent.to, reach: sent.reach, span: call.span, origin: context.place.origin };
        let comes = |this: &mut Lowering<'_>, env: Env, k: Cont<'_>| {
            this.comes_later(call, &sent, context.with(&env), k)
        };
        let leaves = |this: &mut Lowering<'_>, env: Env, k: Cont<'_>| {
            if this.is_machine(&sent.to) {
                this.note(Diagnostic::warning(codes::TIMEOUT, LEFT_OUT_HERE, call.span));
            } else if sent.reach == Reach::Node {
                this.note_answer_elsewhere(call, &call.args[1]);
            }
            this.unless_to_nobody(call, context.with(&env), &|this, env| {
                let is_named = call.otp().names() == ("global", "send");
                let elsewhere = is_named.then(|| this.result_elsewhere(call));
                (k.run)(this, env, elsewhere.unwrap_or_else(|| sent.value.clone()))
            })
        };
        self.note_shared_name(to, context.env);
        self.sent_to(to, context.env, k, &comes, &leaves)
    }

    /// What a call sends whom, in the code of another process.
    fn sent_elsewhere(&self, call: &OutsideCall) -> Option<Sent> {
        let Delivery { to, reach, effect } = self.delivery(call)?;
        let (kind, message, value) = match effect {
            SelfEffect::Post(kind, content, value) => (Some(brought_as(kind)), content, value),
            SelfEffect::Message(message, value) => (None, message, value),
            SelfEffect::Request(..) | SelfEffect::Exit(_) | SelfEffect::LeftOut => return None,
        };
        Some(Sent { to, reach, kind, message, value })
    }

    /// What follows where the process sends the machine something, which comes later.
    fn comes_later(
        &mut self,
        call: &OutsideCall,
        sent: &Sent,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let Some(kind) = sent.kind {
            let next = (k.run)(self, context.env.clone(), sent.value.clone());
            return self.sends(call, kind, &sent.message, next, context.place);
        }
        let message = Message { value: &sent.message, wraps: false, span: call.span };
        self.by_meaning(message, context.env, k, &|this, env, k, meant| {
            let next = (k.run)(this, env, sent.value.clone());
            let Some((kind, content)) = meant.queued(this.shared.machine.behaviour) else {
                this.note(Diagnostic::warning(codes::TIMEOUT, LEFT_OUT_HERE, call.span));
                return next;
            };
            this.sends(call, brought_as(kind), &content, next, context.place)
        })
    }

    /// Lets the process send something.
    fn sends(
        &mut self,
        call: &OutsideCall,
        kind: TimerKind,
        message: &Expr,
        next: NodeId,
        place: &Place<'_>,
    ) -> NodeId {
        self.shared.note_sender(kind);
        let service = Some(Service::Send(kind));
        let args = vec![self.own_pid(), message.clone()];
        let call = OutsideCall { service, args, ..call.clone() };
        self.serve(call, None, Returns::One, next, place)
    }

    /// Whether a call may do something to the machine that is not in the model.
    fn concerns_machine(&self, call: &OutsideCall) -> bool {
        let (module, function) = (call.module.as_str(), call.function.as_str());
        let is_data = |arg: &Expr| match self.resolve(arg) {
            Expr::Atom(name) => !self.shared.names.knows(name),
            Expr::Integer(_) | Expr::Nil => true,
            _ => false,
        };
        let is_sent = sends(module, function, call.args.len()) || self.delivery(call).is_some();
        is_sent && !call.args.iter().all(is_data)
    }

    /// What a call returns there.
    fn result_elsewhere(&self, call: &OutsideCall) -> Expr {
        let key = (call.module.as_str(), call.function.as_str(), call.args.len());
        let stub = self.shared.stub(key, call.span);
        if let Some([CallEnd::Return(value)]) = stub.map(|stub| stub.ends.as_slice()) {
            return value.clone();
        }
        match answer(call.otp()) {
            Some(atom) => Expr::atom(atom),
            None => Expr::Unknown(self.shared.result(call)),
        }
    }

    /// Whether an argument of a call that starts a process is a fun of the module that may send something, or any fun.
    fn may_reach_machine(&self, arg: &Expr) -> bool {
        match (self.known_fun(arg), self.resolve(arg)) {
            (Some(closure), _) => {
                CallSearch::new(self.shared.machine, &sends).of_code(&closure.code)
            }
            (None, Expr::Var(_) | Expr::Unknown(_) | Expr::Element(..) | Expr::Head(_)) => {
                self.shared.keeps_funs()
            }
            _ => false,
        }
    }

    /// Where another process calls a function that is not lowered in line, and that acts or calls `self/0`: what the
    /// process does from there on is left out.
    pub(crate) fn lost_in(
        &mut self,
        function: &Function,
        traits: Traits,
        span: Span,
    ) -> Option<NodeId> {
        let is_self = |module: &str, name: &str, _: usize| (module, name) == ("erlang", "self");
        let asks = || CallSearch::new(self.shared.machine, &is_self).of_function(function);
        let is_lost = self.process.is_some() && (traits.acts || asks());
        is_lost.then(|| self.lost(span)).flatten()
    }
}

/// Whether a call starts a process.
pub(crate) fn starts_process(call: &OutsideCall) -> bool {
    carried_out_by(call.otp()) == CarriedOutBy::Spawn
}

/// What a message of a process brings.
pub(crate) fn brought_as(kind: CommandKind) -> TimerKind {
    kind.sent
}

/// Whether a module may let another process run code of its own.
pub(crate) fn starts_own_code(module: &frontend::Module) -> bool {
    let starts = doing(Effect::Starts);
    calls_where(module, &|expr| match &expr.kind {
        ExprKind::Call(Callee::Local(name) | Callee::Remote(_, name, _), args) => {
            starts.contains(&name.as_str()) && args.iter().any(|arg| may_be_own_code(module, arg))
        }
        _ => false,
    })
}

fn may_be_own_code(module: &frontend::Module, arg: &Syntax) -> bool {
    let module_name = module.name.as_ref().map(|(name, _)| name);
    match &arg.kind {
        ExprKind::Fun(_) | ExprKind::NamedFun(..) | ExprKind::FunLocal(..) | ExprKind::Var(_) => {
            true
        }
        ExprKind::Literal(frontend::ast::Literal::Atom(name)) => Some(name) == module_name,
        _ => false,
    }
}
