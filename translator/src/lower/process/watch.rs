//! Other processes: calls that monitor them, link to them, or start them.
//!
//! Input: a call of `erlang` or `proc_lib` with the values of its arguments. Output: an action that the machine itself
//! carries out, on the monitors and links that it carries (`kernel/watches.rs`). Options that are computed, monitors
//! of what is no process, and aliases are calls of another module, with a warning; so is, without one, a call that
//! a stub describes.

use frontend::Diagnostic;

use crate::codes;
use crate::core::{Node, OutsideCall, Raise, Returns, Service};
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place};
use crate::lower::process::self_test::{Follows, Reach, To};
use model::{Class, Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// A call that has to do with other processes; `None` if it is no such call.
    pub(crate) fn watch_call(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        let OutsideCall { module, function, args, .. } = call;
        let key = (module.as_str(), function.as_str(), args.len());
        if self.shared.client().is_some() || self.shared.stub(key, call.span).is_some() {
            return None;
        }
        match (key.0, key.1, args.as_slice()) {
            ("erlang", "monitor", [kind, who]) if *self.resolve(kind) == Expr::atom("process") => {
                Some(self.monitor(call, who, context, k))
            }
            ("erlang", "demonitor", [reference]) => {
                let service = Service::Demonitor { flushes: false, informs: false };
                Some(self.demonitor(call, service, reference, context, k))
            }
            ("erlang", "demonitor", [reference, options]) => {
                let Some([flushes, informs]) = self.options(options, ["flush", "info"]) else {
                    if self.is_bad(options) {
                        return Some(self.raise(context, Expr::atom("badarg")));
                    }
                    return self.not_watched(call);
                };
                let service = Service::Demonitor { flushes, informs };
                Some(self.demonitor(call, service, reference, context, k))
            }
            ("erlang", "link", [who]) => Some(self.link(call, Service::Link, who, context, k)),
            ("erlang", "unlink", [who]) => Some(self.link(call, Service::Unlink, who, context, k)),
            ("erlang", "monitor" | "spawn_request", _) => self.not_watched(call),
            ("erlang" | "proc_lib", function, args) if function.starts_with("spawn") => {
                let options = usize::from(function == "spawn_opt");
                let plain = &args[..args.len().saturating_sub(options)];
                if self.spawns(function, args).is_some() && self.is_bad_start(plain) {
                    let is_library = key.0 == "proc_lib";
                    let reason = if is_library { "function_clause" } else { "badarg" };
                    return Some(self.raise(context, Expr::atom(reason)));
                }
                let service = self.spawns(function, args);
                if service.is_none() && function == "spawn_opt" {
                    return self.not_watched(call);
                }
                service.map(|service| self.spawn(call, service, context, k))
            }
            (_, "start_link" | "start_monitor", _) => self.not_watched(call),
            _ => None,
        }
    }

    /// An exit signal to a process: to the machine itself, or, by `other`, to another one; so does any other call.
    pub(crate) fn exit_or(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
        other: Follows<'_>,
    ) -> NodeId {
        let key = (call.module.as_str(), call.function.as_str(), call.args.len());
        let is_taken = self.shared.client().is_some() || self.shared.stub(key, call.span).is_some();
        if key != ("erlang", "exit", 2) || is_taken {
            return other(self, context.env.clone(), k);
        }
        let mine = |this: &mut Lowering<'_>, env: Env, k: Cont<'_>| {
            if this.shared.habits.may_trap {
                this.shared.meet_post(this.shared.machine.behaviour.bare);
                this.warn_of_own_parent(call);
            }
            let next = (k.run)(this, env, Expr::atom("true"));
            this.served(call, Service::ExitSelf, (None, Returns::One), next, context.place)
        };
        let to = To {
            who: &call.args[0],
            reach: Reach::Pid,
            span: call.span,
            origin: context.place.origin,
        };
        self.sent_to(to, context.env, k, &mine, other)
    }

    /// A machine that is started without a link is its own parent for OTP: an exit signal to itself, trapped, stops it.
    fn warn_of_own_parent(&mut self, call: &OutsideCall) {
        if self.shared.habits.is_own_parent {
            let name = self.shared.machine.behaviour.name();
            let message = format!(
                "started by `{name}:start` the machine is its own parent: where exits are trapped this stops it, but in \
                 the model it is a message"
            );
            self.note(Diagnostic::warning(codes::TIMEOUT, message, call.span));
        }
    }

    /// What a call has to do with other processes is not in the model.
    fn not_watched(&mut self, call: &OutsideCall) -> Option<NodeId> {
        let message = "the monitor or link that this makes or removes is not part of the model";
        self.note(Diagnostic::warning(codes::TIMEOUT, message, call.span));
        None
    }

    /// Which of two options are in a list that is written out; other ones make no difference here, but for aliases.
    fn options<const N: usize>(&self, list: &Expr, names: [&str; N]) -> Option<[bool; N]> {
        let mut given = [false; N];
        let mut rest = self.resolve(list);
        loop {
            match rest {
                Expr::Nil => return Some(given),
                Expr::Cons(head, tail) => {
                    let option = self.resolve(head);
                    for (is_given, name) in given.iter_mut().zip(names) {
                        *is_given |= *option == Expr::atom(name);
                    }
                    let is_other = match option {
                        Expr::Atom(name) => !names.contains(&name.as_str()),
                        Expr::Tuple(items) => items.first() == Some(&Expr::atom("monitor")),
                        _ => true,
                    };
                    if is_other {
                        return None;
                    }
                    rest = self.resolve(tail);
                }
                _ => return None,
            }
        }
    }

    /// Whether a value is none of a list of options that is known.
    fn is_bad(&self, list: &Expr) -> bool {
        match self.resolve(list) {
            Expr::Nil => false,
            Expr::Cons(head, tail) => {
                matches!(self.resolve(head), Expr::Atom(_) | Expr::Integer(_) | Expr::Tuple(_))
                    && !["flush", "info"].map(Expr::atom).contains(self.resolve(head))
                    || self.is_bad(tail)
            }
            other => matches!(other, Expr::Atom(_) | Expr::Integer(_) | Expr::Tuple(_)),
        }
    }

    /// Whether arguments are none with which a process can be started: `proc_lib` refuses them by its clauses.
    fn is_bad_start(&self, args: &[Expr]) -> bool {
        let is_data = |value: &Expr| {
            matches!(
                self.resolve(value),
                Expr::Integer(_) | Expr::Tuple(_) | Expr::Nil | Expr::Cons(..)
            )
        };
        let is_no_atom = is_data;
        let is_no_list = |value: &Expr| {
            matches!(self.resolve(value), Expr::Atom(_) | Expr::Integer(_) | Expr::Tuple(_))
        };
        let is_no_fun =
            |value: &Expr| is_data(value) || matches!(self.resolve(value), Expr::Atom(_));
        match args {
            [fun] => is_no_fun(fun),
            [node, fun] => is_no_atom(node) || is_no_fun(fun),
            [module, function, args] => {
                is_no_atom(module) || is_no_atom(function) || is_no_list(args)
            }
            [node, module, function, args] => {
                [node, module, function].into_iter().any(is_no_atom) || is_no_list(args)
            }
            _ => false,
        }
    }

    /// What a call starts, and whether it links or monitors it.
    pub(crate) fn spawns(&self, function: &str, args: &[Expr]) -> Option<Service> {
        let is_plain = matches!(args.len(), 1..=4);
        match function {
            "spawn" if is_plain => Some(Service::Spawn { links: false, monitors: false }),
            "spawn_link" if is_plain => Some(Service::Spawn { links: true, monitors: false }),
            "spawn_monitor" if is_plain => Some(Service::Spawn { links: false, monitors: true }),
            "spawn_opt" => {
                let [links, monitors] = self.options(args.last()?, ["link", "monitor"])?;
                Some(Service::Spawn { links, monitors })
            }
            _ => None,
        }
    }

    /// A monitor of a process.
    pub(crate) fn made_monitor(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.made(call, Service::Monitor, Some(Kind::Reference), context, k)
    }

    /// `monitor(process, Who)`: a process identifier, a name, or a name and a node.
    fn monitor(
        &mut self,
        call: &OutsideCall,
        who: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let made =
            |this: &mut Lowering<'_>, env: Env| this.made_monitor(call, context.with(&env), k);
        let atoms = |this: &mut Lowering<'_>, env: Env| {
            let [name, node] = [1, 2].map(|number| this.component(number, who));
            let is_node = |this: &mut Lowering<'_>, env: Env| {
                this.if_any(&[Kind::Atom], &node, call, context.with(&env), &made)
            };
            this.if_any(&[Kind::Atom], &name, call, context.with(&env), &is_node)
        };
        let pair = Cond::Is(Kind::TupleOf(2), who.clone());
        self.test(&pair, call.span, context.env, &atoms, &|this, env| {
            this.if_any(&[Kind::Pid, Kind::Atom], who, call, context.with(&env), &made)
        })
    }

    /// `link(Who)` and `unlink(Who)`; ports count as processes.
    fn link(
        &mut self,
        call: &OutsideCall,
        service: Service,
        who: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.if_any(&[Kind::Pid, Kind::Port], who, call, context, &|this, env| {
            this.shared.meet_watch(call.span);
            let next = (k.run)(this, env, Expr::atom("true"));
            // A signal may have come already as a message, where it is one.
            let decides = service == Service::Unlink && this.shared.habits.may_trap;
            let returns = if decides { Returns::Timer(None) } else { Returns::One };
            if service != Service::Link {
                return this.served(call, service, (None, returns), next, context.place);
            }
            // Where exits are not trapped, a process that has ended is one that is not there.
            let (class, reason) = (Class::Error, Expr::atom("noproc"));
            let raised = this.raise_as(context, class, reason.clone());
            let raises = vec![Raise { class, reason, next: raised }];
            let call = OutsideCall { service: Some(service), ..call.clone() };
            let (result, after, clause) = (None, None, context.place.origin);
            this.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
        })
    }

    fn demonitor(
        &mut self,
        call: &OutsideCall,
        service: Service,
        reference: &Expr,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.if_any(&[Kind::Reference], reference, call, context, &|this, env| {
            this.shared.meet_watch(call.span);
            let (flushes, informs) = match service {
                Service::Demonitor { flushes, informs } => (flushes, informs),
                _ => (false, false),
            };
            if informs {
                let result = this.graph.var("Found");
                let next = (k.run)(this, env, Expr::Var(result));
                if this.graph.uses(result) {
                    let values = ["true", "false"].map(Expr::atom).to_vec();
                    let end = (Some(result), Returns::Values(values));
                    return this.served(call, service, end, next, context.place);
                }
                let service = Service::Demonitor { flushes, informs: false };
                let returns = if flushes { Returns::One } else { Returns::Timer(None) };
                return this.served(call, service, (None, returns), next, context.place);
            }
            let next = (k.run)(this, env, Expr::atom("true"));
            // Its message may have come already.
            let returns = if flushes { Returns::One } else { Returns::Timer(None) };
            this.served(call, service, (None, returns), next, context.place)
        })
    }

    fn spawn(
        &mut self,
        call: &OutsideCall,
        service: Service,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let kind = match service {
            Service::Spawn { monitors: true, .. } => Kind::TupleOf(2),
            _ => Kind::Pid,
        };
        self.made(call, service, Some(kind), context, k)
    }

    /// A call whose value the machine makes: a reference, a process identifier, or both.
    fn made(
        &mut self,
        call: &OutsideCall,
        service: Service,
        kind: Option<Kind>,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        self.shared.meet_watch(call.span);
        let made = self.graph.var("Made");
        let mut env = context.env.clone();
        if let Some(kind) = kind {
            env = env.with_fact(&Cond::Is(kind, Expr::Var(made)), true);
        }
        let next = (k.run)(self, env, Expr::Var(made));
        let end = if self.graph.uses(made) {
            (Some(made), Returns::Timer(None))
        } else {
            (None, Returns::One)
        };
        self.served(call, service, end, next, context.place)
    }

    /// Goes on where a value is of one of these kinds; else the call fails.
    fn if_any(
        &mut self,
        kinds: &[Kind],
        value: &Expr,
        call: &OutsideCall,
        context: Context<'_>,
        good: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let Some((&kind, others)) = kinds.split_first() else {
            return self.raise(context, Expr::atom("badarg"));
        };
        self.test(&Cond::Is(kind, value.clone()), call.span, context.env, good, &|this, env| {
            this.if_any(others, value, call, context.with(&env), good)
        })
    }

    /// An action that the machine itself carries out, on all its arguments.
    fn served(
        &mut self,
        call: &OutsideCall,
        service: Service,
        (result, returns): (Option<model::VarId>, Returns),
        next: NodeId,
        place: &Place<'_>,
    ) -> NodeId {
        let call = OutsideCall { service: Some(service), ..call.clone() };
        let (raises, after, clause) = (Vec::new(), None, place.origin);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }
}
