//! The paper form: environment, two-process baton, call stack (Guo, FORTE 2007, Fig. 3 and 5).

use super::reading::Read;
use crate::kernel::form::handshakes::{command_halves, event_halves};
use crate::kernel::mailbox::queue::Queued;
use crate::kernel::{Kernel, first_state, instance, timers, watches};
use model::{
    ActionId, ActionRole, Behaviour, Command, CommandKind, Cond, End, Environment, Expr, Instance,
    Kind, ParameterRole, PointId, ProcessId, ProcessRole, Sender, VarId,
};

/// A command that the machine takes.
struct Taken {
    kind: CommandKind,
    /// Whose it is.
    client: usize,
    /// Where it is taken, if not everywhere.
    idle: Option<Cond>,
}

impl Kernel<'_> {
    /// Builds all processes and returns those that run in parallel.
    pub(crate) fn paper(&mut self) -> Vec<Instance> {
        let list = self.command_list();
        let stack = self.call_stack();
        let carried: Vec<ParameterRole> = self.carried.roles().collect();
        let reads = self.declare_reads();
        let with_result = [carried.as_slice(), &[ParameterRole::Result]].concat();
        self.declare_handlers(&with_result);
        self.declare_procedures(&carried);
        let role = [ParameterRole::Timer];
        let timer = self.carried.timers().map(|_| self.declare(ProcessRole::Timer, &role).0);
        let role = [ParameterRole::Signal];
        let signal = self.carried.watches().map(|_| self.declare(ProcessRole::Signal, &role).0);
        let change = self.change_state(&reads, timer, signal);
        let pair = [&[ParameterRole::State, ParameterRole::Data], carried.as_slice()].concat();
        let first = first_state(&self.parts.init);
        let init = match first {
            Some(_) => vec![self.declare(ProcessRole::Init, &pair).0],
            None => self.declare_callback(ProcessRole::Start, &self.parts.init, &with_result),
        };
        let next_state = self.define_waiting(&pair, change);
        self.next_state = next_state;
        for read in &reads {
            self.define_read(read);
        }
        if let Some(timer) = timer {
            self.define_read_timer(timer);
        }
        if let Some(signal) = signal {
            self.define_read_signal(signal);
        }
        self.define_handlers(next_state, 0);
        let mut init_args = self.carried.initial();
        if let Some(pair) = first {
            self.define_init(init[0], next_state);
            init_args.splice(0..0, pair);
        } else {
            init_args.push(self.define_start(&init, next_state));
        }
        self.define_procedures();
        let command = self.command(list.is_some());
        vec![
            instance(command, list.into_iter().collect()),
            instance(stack, vec![Expr::EmptyStack]),
            instance(init[0], init_args),
            instance(change, Vec::new()),
        ]
    }

    /// `CallStack(S)`: takes values, and hands the topmost one out.
    fn call_stack(&mut self) -> ProcessId {
        let (process, params) = self.declare(ProcessRole::CallStack, &[ParameterRole::Stack]);
        let stack = Expr::Var(params[0]);
        let value = self.processes[process].vars.push("Value".into());
        let pushed = Expr::Push(Box::new(Expr::Var(value)), Box::new(stack.clone()));
        let next = self.call(process, vec![pushed]);
        let action = self.actions.half("rcallvalue");
        let take = self.receive(action, value, next);
        let popped = self.call(process, vec![Expr::Pop(Box::new(stack.clone()))]);
        let give = self.actions.half("wcallvalue");
        let give = self.act(give, vec![Expr::Top(Box::new(stack.clone()))], popped);
        let nothing = self.point(Behaviour::End(End::Nothing));
        let cond = Cond::IsEmptyStack(stack);
        let give = self.point(Behaviour::If { cond, yes: nothing, no: give });
        let body = self.point(Behaviour::Choice(vec![take, give]));
        self.define(process, body);
        process
    }

    /// `fsm_change_state`: waits for the event that the other process hands over.
    fn change_state(
        &mut self,
        reads: &[Read],
        timer: Option<ProcessId>,
        signal: Option<ProcessId>,
    ) -> ProcessId {
        let (process, _) = self.declare(ProcessRole::ChangeState, &[]);
        let mut ways = Vec::new();
        for read in reads {
            for &sender in &read.senders {
                let var = self.processes[process].vars.push(ParameterRole::Command.name());
                let next = self.call(read.process, vec![Expr::Var(var)]);
                let [_, half] = event_halves(read.kind, sender);
                ways.push(self.receive(self.actions.half(&half), var, next));
            }
        }
        let timer = timer.map(|process| (process, ParameterRole::Timer, timers::HALVES[1]));
        let signal = signal.map(|process| (process, ParameterRole::Signal, watches::HALVES[1]));
        for (reads, role, half) in timer.into_iter().chain(signal) {
            let var = self.processes[process].vars.push(role.name());
            let next = self.call(reads, vec![Expr::Var(var)]);
            ways.push(self.receive(self.actions.half(half), var, next));
        }
        let body = self.one_of(ways);
        self.define(process, body);
        process
    }

    /// `fsm_next_state(S, LoopData)`: stores the pair, takes a command, hands the event over.
    fn define_waiting(&mut self, params: &[ParameterRole], change: ProcessId) -> ProcessId {
        let (process, params) = self.declare(ProcessRole::NextState, params);
        let kinds = self.kinds.clone().into_iter();
        let ways: Vec<PointId> =
            kinds.map(|kind| self.takes_commands(process, kind, &params, change)).collect();
        let commands = self.one_of(ways.clone());
        let waits = self.or_timeout(ways, &params, change);
        let rest: Vec<Expr> = params[2..].iter().map(|&var| Expr::Var(var)).collect();
        let waits = self.signals_beside(process, &params, waits, change);
        let next = self.queued(process, &params, [waits, commands], change);
        let store = self.actions.half("wcallresult");
        let stored = self.stored(&[params[0], params[1]].map(Expr::Var), &rest);
        let body = self.act(store, vec![stored], next);
        self.define(process, body);
        process
    }

    /// Commands of a kind, each from the first client that does not wait.
    fn takes_commands(
        &mut self,
        process: ProcessId,
        kind: CommandKind,
        params: &[VarId],
        change: ProcessId,
    ) -> PointId {
        if self.carried.clients < 2 || !kind.callback.is_sync() {
            let idle = self.one_waits(kind, params).map(|waits| not_waiting(&waits));
            return self.take_command(process, Taken { kind, client: 0, idle }, params, change);
        }
        let nothing = self.point(Behaviour::End(End::Nothing));
        self.carried.waits().rev().fold(nothing, |no, client| {
            let taken = Taken { kind, client, idle: None };
            let yes = self.take_command(process, taken, params, change);
            let cond = not_waiting(&Expr::Var(params[2 + client]));
            self.point(Behaviour::If { cond, yes, no })
        })
    }

    /// Takes a command and hands it over, or puts it into the queue: then what is stored is taken, and stored with the
    /// longer queue.
    fn take_command(
        &mut self,
        process: ProcessId,
        Taken { kind, client, idle }: Taken,
        params: &[VarId],
        change: ProcessId,
    ) -> PointId {
        let var = self.processes[process].vars.push(ParameterRole::Command.name());
        let values: Vec<Expr> = params.iter().map(|&var| Expr::Var(var)).collect();
        let ([state, data], carried) = (&[&values[0], &values[1]], &values[2..]);
        let command = Expr::Var(var);
        let waiting = self.with_command([data, &command], kind, client, carried);
        let given: Vec<Expr> = self.number_of(kind, client).into_iter().collect();
        let sender = if given.is_empty() { Sender::Anyone } else { Sender::Client(client) };
        let next = self.at_once_or_later(kind, carried, waiting, &mut |this, waiting| {
            let Some(waiting) = waiting else {
                return this.hand_event_over((kind, sender), Expr::Var(var), change);
            };
            let pair = values[..2].iter().cloned();
            let next = this.call(process, pair.chain(waiting).collect());
            let stored = this.processes[process].vars.push("Val".into());
            this.receive(this.actions.half("rcallresult"), stored, next)
        });
        let offered = self.offered(kind.callback, (*state).clone(), command, (*data).clone());
        let when = match (offered, idle) {
            (Some(left), Some(right)) => Some(Cond::And(Box::new(left), Box::new(right))),
            (left, right) => left.or(right),
        };
        let [_, receive] = command_halves(kind);
        let action = self.actions.half(&receive);
        self.point(Behaviour::Receive { action, given, var, when, next })
    }

    /// Whether the only client waits, or the process that goes through a command list: then it sends nothing.
    fn one_waits(&self, kind: CommandKind, params: &[VarId]) -> Option<Expr> {
        let in_turn = !matches!(self.parts.environment, Environment::AnyOf(_));
        let waits = self.carried.waits().next().map(|position| Expr::Var(params[2 + position]));
        waits.filter(|_| in_turn || kind.callback.is_sync())
    }

    fn hand_event_over(
        &mut self,
        (kind, sender): (CommandKind, Sender),
        event: Expr,
        change: ProcessId,
    ) -> PointId {
        let next = self.call(change, Vec::new());
        let [send, _] = event_halves(kind, sender);
        let send = self.actions.half(&send);
        self.act(send, vec![event], next)
    }

    /// Takes any value.
    pub(crate) fn receive(&mut self, action: ActionId, var: VarId, next: PointId) -> PointId {
        self.point(Behaviour::Receive { action, given: Vec::new(), var, when: None, next })
    }

    /// The first message of the queue, before everything else but commands that wait behind it.
    fn queued(
        &mut self,
        process: ProcessId,
        params: &[VarId],
        [waits, commands]: [PointId; 2],
        change: ProcessId,
    ) -> PointId {
        let Some(position) = self.carried.queue() else { return waits };
        let queue = Expr::Var(params[2 + position]);
        let taken = &mut |this: &mut Self, queued: Queued, message| {
            this.hand_event_over((queued.kind, Sender::Queue), message, change)
        };
        self.first_of_queue(&queue, [waits, commands], taken, &mut |this, first| {
            let timers = this.timers_beside(params, change);
            let ways = timers.into_iter().chain([first]).collect();
            let others = this.one_of(ways);
            this.signals_beside(process, params, others, change)
        })
    }

    /// Timers that may fire.
    fn timers_beside(&mut self, params: &[VarId], change: ProcessId) -> Option<PointId> {
        let timers = Expr::Var(params[2 + self.carried.timers()?]);
        Some(self.fires(&timers, &mut |kernel, timer| {
            let next = kernel.call(change, Vec::new());
            kernel.act(kernel.actions.half(timers::HALVES[0]), vec![timer], next)
        }))
    }

    /// The ends of other processes beside what else may happen.
    fn signals_beside(
        &mut self,
        process: ProcessId,
        params: &[VarId],
        others: PointId,
        change: ProcessId,
    ) -> PointId {
        let rest: Vec<Expr> = params[2..].iter().map(|&var| Expr::Var(var)).collect();
        self.or_signals(process, &rest, others, &mut |kernel, signal| {
            let next = kernel.call(change, Vec::new());
            kernel.act(kernel.actions.half(watches::HALVES[0]), vec![signal], next)
        })
    }

    /// Timers and the event timeout beside the commands.
    fn or_timeout(
        &mut self,
        mut ways: Vec<PointId>,
        params: &[VarId],
        change: ProcessId,
    ) -> PointId {
        ways.extend(self.timers_beside(params, change));
        let commands = self.one_of(ways.clone());
        let Some(position) = self.carried.timeout() else { return commands };
        let behaviour = self.parts.behaviour;
        let message = (behaviour.untagged, Sender::Anyone);
        let event = self.hand_event_over(message, Expr::atom(behaviour.timeout), change);
        let timeout = self.actions.role(ActionRole::Timeout);
        let fires = self.act(timeout, Vec::new(), event);
        ways.insert(0, fires);
        let both = self.point(Behaviour::Choice(ways));
        let bad = self.last(ActionRole::Crash, vec![Expr::atom("timeout_value")], End::Crashed);
        let is = |text: &str| Cond::Same(Expr::Var(params[2 + position]), Expr::atom(text));
        let no = self.point(Behaviour::If { cond: is("bad"), yes: bad, no: commands });
        let body = self.point(Behaviour::If { cond: is("armed"), yes: both, no });
        if !self.parts.timing.zero_first {
            return body;
        }
        self.point(Behaviour::If { cond: is("zero"), yes: fires, no: body })
    }

    /// `fsm_command`: the environment.
    fn command(&mut self, has_list: bool) -> ProcessId {
        let params: &[ParameterRole] = if has_list { &[ParameterRole::Commands] } else { &[] };
        let (process, params) = self.declare(ProcessRole::Command, params);
        let body = if has_list {
            let list = Expr::Var(params[0]);
            let rest = self.rest(&list);
            let next = self.call(process, vec![rest]);
            let offer = self.next_command(&list, next);
            let exhausted = self.point(Behaviour::End(End::Exhausted));
            let cond = Cond::Is(Kind::Nil, list);
            self.point(Behaviour::If { cond, yes: exhausted, no: offer })
        } else {
            let commands = match &self.parts.environment {
                Environment::AnyOf(commands) => commands.clone(),
                Environment::Sequence(_) | Environment::Cycle(_) => Vec::new(),
            };
            let offers = commands
                .into_iter()
                .flat_map(|command| self.offers_of(&command, process))
                .collect();
            self.point(Behaviour::Choice(offers))
        };
        self.define(process, body);
        process
    }

    /// A command that may come at any time, from each client where there are several.
    fn offers_of(&mut self, command: &Command, process: ProcessId) -> Vec<PointId> {
        let Command { kind, term } = command;
        let clients = self.carried.clients.max(1);
        let mut numbers: Vec<Option<Expr>> =
            (0..clients).map(|client| self.number_of(*kind, client)).collect();
        numbers.dedup();
        let offer = |number: Option<Expr>| {
            let next = self.call(process, Vec::new());
            self.give(*kind, number.into_iter().chain([term.clone()]).collect(), next)
        };
        numbers.into_iter().map(offer).collect()
    }

    fn give(&mut self, kind: CommandKind, args: Vec<Expr>, next: PointId) -> PointId {
        let [send, _] = command_halves(kind);
        let send = self.actions.half(&send);
        self.act(send, args, next)
    }

    /// The first command of a list, whatever its kind.
    fn next_command(&mut self, list: &Expr, next: PointId) -> PointId {
        let head = Expr::head(list.clone());
        let untagged = self.parts.behaviour.untagged;
        if self.kinds == [untagged] {
            return self.give(untagged, vec![head], next);
        }
        let part = |position| Expr::Element(position, Box::new(head.clone()));
        let nothing = self.point(Behaviour::End(End::Nothing));
        self.kinds.clone().into_iter().rev().fold(nothing, |no, kind| {
            let yes = self.give(kind, vec![part(2)], next);
            let cond = Cond::Same(part(1), Expr::atom(kind.tag));
            self.point(Behaviour::If { cond, yes, no })
        })
    }
}

/// That a client does not wait.
fn not_waiting(waits: &Expr) -> Cond {
    Cond::Same(waits.clone(), Expr::atom("false"))
}
