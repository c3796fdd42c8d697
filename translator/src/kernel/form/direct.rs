//! The direct form: one sequential process that carries the environment with it.

use crate::kernel::{Kernel, first_state, instance};
use model::{
    ActionRole, Behaviour, Command, CommandKind, Component as _, Cond, Environment, Expr, Instance,
    ParameterRole, PointId, ProcessId, ProcessRole, QueuedPart, Sender, Unhandled, client,
    client_of,
};

/// A message that the machine takes.
pub(crate) struct Message {
    pub(crate) kind: CommandKind,
    pub(crate) term: Expr,
    /// Who waits for the answer to it, where that counts.
    pub(crate) from: Option<Expr>,
    /// Whether the machine has sent it to itself.
    pub(crate) is_own: bool,
}

impl Kernel<'_> {
    /// Builds all processes and returns the one that runs.
    pub(crate) fn direct(&mut self) -> Vec<Instance> {
        let list = self.command_list();
        let commands = list.iter().map(|_| ParameterRole::Commands);
        let rest: Vec<ParameterRole> = commands.chain(self.carried.roles()).collect();
        let pair = [&[ParameterRole::State, ParameterRole::Data], rest.as_slice()].concat();
        let with = |more: &[ParameterRole]| [&pair, more].concat();
        let first = first_state(&self.parts.init);
        let init = if first.is_some() {
            vec![self.declare(ProcessRole::Init, &pair).0]
        } else {
            let params = [rest.as_slice(), &[ParameterRole::Result]].concat();
            self.declare_callback(ProcessRole::Start, &self.parts.init, &params)
        };
        let (next_state, _) = self.declare(ProcessRole::NextState, &pair);
        let (idle, _) = self.declare(ProcessRole::Idle, &pair);
        let mut events = Vec::new();
        for kind in self.kinds.clone() {
            for sender in self.parts.senders(kind) {
                let keeps = self.keeps_from() && kind.callback.is_sync();
                let roles = [ParameterRole::Command, ParameterRole::From];
                let roles = if keeps { &roles[..] } else { &roles[..1] };
                let role = ProcessRole::Event(kind, sender);
                events.push((kind, sender, self.declare(role, &with(roles)).0));
            }
        }
        let timer = with(&[ParameterRole::Timer]);
        let timer = self.carried.timers().map(|_| self.declare(ProcessRole::Timer, &timer).0);
        let signal = with(&[ParameterRole::Signal]);
        let signal = self.carried.watches().map(|_| self.declare(ProcessRole::Signal, &signal).0);
        self.declare_handlers(&with(&[ParameterRole::Result]));
        self.declare_procedures(&pair);
        self.next_state = next_state;
        self.define_next_state(next_state, idle);
        self.define_idle(idle, &events, [timer, signal]);
        if let Some(timer) = timer {
            self.define_timer(timer);
        }
        if let Some(signal) = signal {
            self.define_signal(signal);
        }
        for &event in &events {
            self.define_event(event, pair.len());
        }
        self.define_handlers(next_state, 2);
        self.keep_pair(idle, &events, [timer, signal]);
        let composition = self.start(&init, first, next_state, list);
        self.define_procedures();
        composition
    }

    /// The stored pair is kept from one to the next.
    fn keep_pair(
        &mut self,
        idle: ProcessId,
        events: &[(CommandKind, Sender, ProcessId)],
        others: [Option<ProcessId>; 2],
    ) {
        let others = others.into_iter().flatten();
        let events = events.iter().map(|(_, _, event)| *event).chain(others);
        let handlers = self.handler_processes.iter().flatten().copied();
        let keepers: Vec<ProcessId> = std::iter::once(idle)
            .chain(events)
            .chain(handlers)
            .chain(self.procedure_processes())
            .collect();
        for process in keepers {
            let keeper = &self.processes[process];
            let pair = [ParameterRole::State, ParameterRole::Data];
            self.processes[process].kept =
                pair.into_iter().filter_map(|role| keeper.parameter(role)).collect();
        }
    }

    /// The commands as a term, where the environment is a list.
    pub(crate) fn command_list(&self) -> Option<Expr> {
        match &self.parts.environment {
            Environment::Sequence(commands) | Environment::Cycle(commands) => {
                Some(Expr::list(self.command_terms(commands).into_iter()))
            }
            Environment::AnyOf(_) => None,
        }
    }

    /// Commands as elements of a list; they say their kind where there are several.
    pub(crate) fn command_terms(&self, commands: &[Command]) -> Vec<Expr> {
        let plain = self.kinds == [self.parts.behaviour.untagged];
        let term = |command: &Command| if plain { command.term.clone() } else { command.tagged() };
        commands.iter().map(term).collect()
    }

    /// The commands after the first one.
    pub(crate) fn rest(&self, list: &Expr) -> Expr {
        let tail = Expr::tail(list.clone());
        match self.restart {
            Some(restart) => Expr::Call(restart, vec![tail]),
            None => tail,
        }
    }

    fn define_next_state(&mut self, process: ProcessId, idle: ProcessId) {
        let args = self.params(process);
        let stored = self.stored_values(&args);
        let idle = self.call(idle, args);
        let push = self.actions.role(ActionRole::Push);
        let body = self.act(push, vec![stored], idle);
        self.define(process, body);
    }

    fn define_event(
        &mut self,
        (kind, sender, event): (CommandKind, Sender, ProcessId),
        n_context: usize,
    ) {
        let args = self.params(event);
        let (context, event_args) = args.split_at(n_context);
        let carried = context[n_context - self.carried.len()..].to_vec();
        let mut context = self.with_message(context, kind);
        let kept = event_args.get(1);
        let (client, from) = match sender {
            Sender::Client(number) => (number, kept.cloned().or_else(|| Some(client(number)))),
            Sender::Anyone | Sender::Queue => (0, kept.cloned()),
        };
        if from.is_some() {
            let waits = kept.cloned().unwrap_or_else(|| Expr::atom("true"));
            context[n_context - self.carried.len() + client] = waits;
        }
        let command = event_args[0].clone();
        let message = Message { kind, term: command.clone(), from, is_own: false };
        let next = self.received(message, context);
        let pop = self.actions.role(ActionRole::Pop);
        let stored = self.stored(&args[..2], &carried);
        let pop = self.act(pop, vec![stored], next);
        let send = self.actions.role(ActionRole::SendEvent(kind));
        let body = self.act(send, vec![command], pop);
        self.define(event, body);
    }

    /// Takes what a timer brings to the callback.
    fn define_timer(&mut self, process: ProcessId) {
        let mut context = self.params(process);
        let Some(timer) = context.pop() else { return };
        let pair = [context[0].clone(), context[1].clone()];
        let carried = context[context.len() - self.carried.len()..].to_vec();
        let next = self.take_timer(&timer, &pair[0], &pair[1], context);
        let stored = self.stored(&pair, &carried);
        let pop = self.act(self.actions.role(ActionRole::Pop), vec![stored], next);
        let body = self.act(self.actions.role(ActionRole::SendTimer), vec![timer], pop);
        self.define(process, body);
    }

    /// Takes what the end of another process brings to the callback.
    fn define_signal(&mut self, process: ProcessId) {
        let mut context = self.params(process);
        let Some(signal) = context.pop() else { return };
        let pair = [context[0].clone(), context[1].clone()];
        let carried = context[context.len() - self.carried.len()..].to_vec();
        let next_state = self.next_state;
        let next = self.take_signal(&signal, pair.clone(), context, &|this, context| {
            this.call(next_state, context)
        });
        let stored = self.stored(&pair, &carried);
        let pop = self.act(self.actions.role(ActionRole::Pop), vec![stored], next);
        let body = self.act(self.actions.role(ActionRole::SendSignal), vec![signal], pop);
        self.define(process, body);
    }

    /// What follows a message that the machine takes.
    pub(crate) fn received(&mut self, message: Message, context: Vec<Expr>) -> PointId {
        let Message { kind, term: message, from, is_own } = message;
        let [state, data] = [context[0].clone(), context[1].clone()];
        match kind {
            kind if kind.is_stop() => return self.asked_to_stop([state, message, data], context),
            kind if kind.is_exit() => {
                let next = self.next_state;
                return self.exit_signal([state, message, data], context.clone(), &|this| {
                    this.call(next, context.clone())
                });
            }
            _ => {}
        }
        let args: Vec<Expr> =
            std::iter::once(message.clone()).chain(from).chain([data.clone()]).collect();
        let taken = self.dispatch(kind.callback, &state, &context, &args);
        if is_own {
            return taken;
        }
        let next = self.next_state;
        self.unless_ignored(kind, [state, message, data], taken, &|this| {
            this.call(next, context.clone())
        })
    }

    /// Who waits for the answer to the first message of a queue, where that counts.
    pub(crate) fn waits_for_first(&self, kind: CommandKind, queue: &Expr) -> Option<Expr> {
        let client = QueuedPart::Client.of(&Expr::Head(Box::new(queue.clone())));
        let from = self.has_from(kind.callback).then_some(client)?;
        Some(if self.keeps_from() { from } else { client_of(&from) })
    }

    /// A command that no callback takes, where such commands are ignored: the machine waits again. An event timeout
    /// is none, as long as no command looks like it.
    pub(crate) fn unless_ignored(
        &mut self,
        kind: CommandKind,
        [state, message, data]: [Expr; 3],
        taken: PointId,
        ignored: &dyn Fn(&mut Self) -> PointId,
    ) -> PointId {
        if self.parts.unhandled != Unhandled::Ignore {
            return taken;
        }
        let Some(handled) = self.handled(kind.callback, state, message.clone(), data) else {
            return taken;
        };
        let no = ignored(self);
        let point = self.point(Behaviour::If { cond: handled, yes: taken, no });
        let timeout = Expr::atom(self.parts.behaviour.timeout);
        let mut commands = self.parts.environment.commands().iter();
        let timed = self.carried.timeout().is_some() && kind.is_untagged;
        if !timed || commands.any(|command| command.kind == kind && command.term == timeout) {
            return point;
        }
        let cond = Cond::Same(message, timeout);
        self.point(Behaviour::If { cond, yes: taken, no: point })
    }

    /// What a callback is called in: a message ends an event timeout, and the one client waits for an
    /// answer to its event.
    pub(crate) fn with_message(&self, context: &[Expr], kind: CommandKind) -> Vec<Expr> {
        let first = context.len() - self.carried.len();
        let mut context = context.to_vec();
        // An exit signal is no message unless it is trapped, and then there is no next one.
        if let Some(position) = self.carried.timeout().filter(|_| !kind.is_exit()) {
            context[first + position] = Expr::atom("none");
        }
        if kind.callback.is_sync() && !self.has_from(kind.callback) {
            context[first] = Expr::atom("true");
        }
        context
    }

    /// The process that runs first, and its arguments.
    fn start(
        &mut self,
        init: &[ProcessId],
        first: Option<[Expr; 2]>,
        next_state: ProcessId,
        list: Option<Expr>,
    ) -> Vec<Instance> {
        let rest = list.into_iter().chain(self.carried.initial()).collect();
        let args = if let Some([state, data]) = first {
            self.define_init(init[0], next_state);
            [vec![state, data], rest].concat()
        } else {
            let call = self.define_start(init, next_state);
            [rest, vec![call]].concat()
        };
        vec![instance(init[0], args)]
    }
}
