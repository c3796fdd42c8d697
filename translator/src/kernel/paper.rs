//! The paper form: environment, two-process baton, call stack (Guo, FORTE 2007, Fig. 3 and 5).

use std::collections::BTreeSet;

use super::actions::{command_halves, event_halves, own_event_halves};
use super::queue::Queued;
use super::{Kernel, first_state, instance, timers, watches};
use crate::model::{
    ActionRole, Behaviour, CommandKind, Cond, End, Environment, Expr, Instance, Kind, PointId,
    ProcessId, ProcessRole, VarId,
};

impl Kernel<'_> {
    /// Builds all processes and returns those that run in parallel.
    pub(super) fn paper(&mut self) -> Vec<Instance> {
        let list = self.command_list();
        let stack = self.call_stack();
        let carried = self.carried.names();
        let kinds: BTreeSet<CommandKind> =
            self.kinds.iter().chain(&self.parts.posts).copied().collect();
        let reads: Vec<(CommandKind, ProcessId)> = kinds
            .into_iter()
            .map(|kind| (kind, self.declare(ProcessRole::Read(kind), &["Command"]).0))
            .collect();
        let with_result = [carried.as_slice(), &["Res"]].concat();
        self.declare_handlers(&with_result);
        self.declare_procedures(&carried);
        let timer = self.carried.timers().map(|_| self.declare(ProcessRole::Timer, &["Timer"]).0);
        let signal =
            self.carried.watches().map(|_| self.declare(ProcessRole::Signal, &["Signal"]).0);
        let change = self.change_state(&reads, timer, signal);
        let pair = [&["S", "LoopData"], carried.as_slice()].concat();
        let first = first_state(&self.parts.init);
        let init = match first {
            Some(_) => vec![self.declare(ProcessRole::Init, &pair).0],
            None => self.declare_callback(ProcessRole::Start, &self.parts.init, &with_result),
        };
        let next_state = self.define_waiting(&pair, change);
        self.next_state = next_state;
        for &(kind, read) in &reads {
            self.define_read(kind, read);
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
        let (process, params) = self.declare(ProcessRole::CallStack, &["Stack"]);
        let stack = Expr::Var(params[0]);
        let value = self.processes[process].vars.push("Value".into());
        let pushed = Expr::Push(Box::new(Expr::Var(value)), Box::new(stack.clone()));
        let next = self.call(process, vec![pushed]);
        let action = self.actions.half("rcallvalue");
        let take = self.point(Behaviour::Receive { action, var: value, when: None, next });
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
        reads: &[(CommandKind, ProcessId)],
        timer: Option<ProcessId>,
        signal: Option<ProcessId>,
    ) -> ProcessId {
        let (process, _) = self.declare(ProcessRole::ChangeState, &[]);
        let mut ways = Vec::new();
        for &(kind, read) in reads {
            let commanded = self.kinds.contains(&kind).then(|| event_halves(kind));
            let posted = self.parts.posts.contains(&kind).then(|| own_event_halves(kind));
            for [_, receive] in commanded.into_iter().chain(posted) {
                let var = self.processes[process].vars.push("Command".into());
                let next = self.call(read, vec![Expr::Var(var)]);
                let action = self.actions.half(&receive);
                ways.push(self.point(Behaviour::Receive { action, var, when: None, next }));
            }
        }
        let timer = timer.map(|process| (process, "Timer", timers::HALVES[1]));
        let signal = signal.map(|process| (process, "Signal", watches::HALVES[1]));
        for (reads, name, half) in timer.into_iter().chain(signal) {
            let var = self.processes[process].vars.push(name.into());
            let next = self.call(reads, vec![Expr::Var(var)]);
            let action = self.actions.half(half);
            ways.push(self.point(Behaviour::Receive { action, var, when: None, next }));
        }
        let body = self.one_of(ways);
        self.define(process, body);
        process
    }

    /// `fsm_next_state(S, LoopData)`: stores the pair, takes a command, hands the event over.
    fn define_waiting(&mut self, params: &[&str], change: ProcessId) -> ProcessId {
        let (process, params) = self.declare(ProcessRole::NextState, params);
        let ways = self
            .kinds
            .clone()
            .into_iter()
            .map(|kind| {
                let var = self.processes[process].vars.push("Command".into());
                let next = self.hand_event_over(kind, Expr::Var(var), change);
                let when = self.takes(kind, var, &params);
                let [_, receive] = command_halves(kind);
                let action = self.actions.half(&receive);
                self.point(Behaviour::Receive { action, var, when, next })
            })
            .collect();
        let waits = self.or_timeout(ways, &params, change);
        let rest: Vec<Expr> = params[2..].iter().map(|&var| Expr::Var(var)).collect();
        let waits = self.signals_beside(process, &params, waits, change);
        let next = self.queued(process, &params, waits, change);
        let store = self.actions.half("wcallresult");
        let stored = self.stored(params[0], params[1], &rest);
        let body = self.act(store, vec![stored], next);
        self.define(process, body);
        process
    }

    fn hand_event_over(&mut self, kind: CommandKind, event: Expr, change: ProcessId) -> PointId {
        let next = self.call(change, Vec::new());
        let [send, _] = event_halves(kind);
        let send = self.actions.half(&send);
        self.act(send, vec![event], next)
    }

    /// The first message that the machine has sent to itself, before everything else.
    fn queued(
        &mut self,
        process: ProcessId,
        params: &[VarId],
        waits: PointId,
        change: ProcessId,
    ) -> PointId {
        let Some(position) = self.carried.queue() else { return waits };
        let queue = Expr::Var(params[2 + position]);
        let taken = &mut |this: &mut Self, queued: Queued, message| {
            let next = this.call(change, Vec::new());
            let [send, _] = own_event_halves(queued.kind);
            let send = this.actions.half(&send);
            this.act(send, vec![message], next)
        };
        self.first_of_queue(&queue, [waits; 2], taken, &mut |this, first| {
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

    /// Condition under which a command is taken: the state's callback takes it, and the client, or
    /// whoever goes through a command list, does not wait for an answer.
    fn takes(&self, kind: CommandKind, var: VarId, params: &[VarId]) -> Option<Cond> {
        let [state, data] = [params[0], params[1]].map(Expr::Var);
        let offered = self.offered(kind.handler(), state, Expr::Var(var), data);
        let in_turn = !matches!(self.parts.environment, Environment::AnyOf(_));
        let waits = self.carried.waits().next().map(|position| params[2 + position]);
        let idle = waits
            .filter(|_| in_turn || kind.handler().is_sync())
            .map(|waits| Cond::Same(Expr::Var(waits), Expr::atom("false")));
        match (offered, idle) {
            (Some(left), Some(right)) => Some(Cond::And(Box::new(left), Box::new(right))),
            (left, right) => left.or(right),
        }
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
        let event = self.hand_event_over(CommandKind::Event, Expr::atom("timeout"), change);
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

    /// `read(Command)`: takes the stored pair and goes on as the process of the callback.
    fn define_read(&mut self, kind: CommandKind, read: ProcessId) {
        let command = Expr::Var(self.processes[read].params[0]);
        let var = self.processes[read].vars.push("Val".into());
        let component = |position| Expr::Element(position, Box::new(Expr::Var(var)));
        let mut carried = self.carried.initial();
        for (number, position) in self.carried.stored().enumerate() {
            carried[position] = component(number + 3);
        }
        let mut from = None;
        if kind.handler().is_sync() {
            let [waits, own] = self.from(0, &component(2), &carried);
            carried[0] = waits;
            from = self.has_from(kind.handler()).then_some(own);
        }
        if let Some(position) = self.carried.timeout().filter(|_| kind != CommandKind::Exit) {
            carried[position] = Expr::atom("none");
        }
        let dispatch = |this: &mut Self, carried: Vec<Expr>, is_own: bool| {
            let (state, command, data) = (component(1), command.clone(), component(2));
            if kind == CommandKind::Stop {
                return this.asked_to_stop([state, command, data], carried);
            }
            let pair = [state.clone(), data.clone()];
            let args = [&pair[..], &carried].concat();
            let next = this.next_state;
            let waits = |this: &mut Self| this.call(next, args.clone());
            if kind == CommandKind::Exit {
                return this.exit_signal([state, command, data], carried, &waits);
            }
            let message = [command.clone()].into_iter().chain(from.clone()).chain([data.clone()]);
            let message: Vec<Expr> = message.collect();
            let taken = this.dispatch(kind.handler(), &state, &carried, &message);
            if is_own {
                return taken;
            }
            this.unless_ignored(kind, [state, command, data], taken, &waits)
        };
        let next = match self.carried.queue() {
            // A command comes where the queue is empty: else it was the first message.
            Some(position) if self.parts.posts.contains(&kind) => {
                let queue = carried[position].clone();
                let no = dispatch(self, carried.clone(), false);
                self.take_first(&mut carried);
                let yes = dispatch(self, carried, true);
                let some = Cond::Is(Kind::Cons, queue);
                self.point(Behaviour::If { cond: some, yes, no })
            }
            _ => dispatch(self, carried, false),
        };
        let action = self.actions.half("rcallresult");
        let body = self.point(Behaviour::Receive { action, var, when: None, next });
        self.define(read, body);
    }

    /// `fsm_timer(Timer)`: the same with what a timer brings.
    fn define_read_timer(&mut self, process: ProcessId) {
        let timer = Expr::Var(self.processes[process].params[0]);
        let var = self.processes[process].vars.push("Val".into());
        let component = |position| Expr::Element(position, Box::new(Expr::Var(var)));
        let mut carried = self.carried.initial();
        for (number, position) in self.carried.stored().enumerate() {
            carried[position] = component(number + 3);
        }
        let next = self.take_timer(&timer, &component(1), &component(2), carried);
        let action = self.actions.half("rcallresult");
        let body = self.point(Behaviour::Receive { action, var, when: None, next });
        self.define(process, body);
    }

    /// `fsm_signal(Signal)`: the same with what the end of another process brings.
    fn define_read_signal(&mut self, process: ProcessId) {
        let signal = Expr::Var(self.processes[process].params[0]);
        let var = self.processes[process].vars.push("Val".into());
        let component = |position| Expr::Element(position, Box::new(Expr::Var(var)));
        let mut carried = self.carried.initial();
        for (number, position) in self.carried.stored().enumerate() {
            carried[position] = component(number + 3);
        }
        let next_state = self.next_state;
        let pair = [component(1), component(2)];
        let next = self.take_signal(&signal, pair.clone(), carried, &|this, carried| {
            this.call(next_state, [&pair[..], &carried].concat())
        });
        let action = self.actions.half("rcallresult");
        let body = self.point(Behaviour::Receive { action, var, when: None, next });
        self.define(process, body);
    }

    /// `fsm_command`: the environment.
    fn command(&mut self, has_list: bool) -> ProcessId {
        let params: &[&str] = if has_list { &["CmdSet"] } else { &[] };
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
                .map(|command| {
                    let next = self.call(process, Vec::new());
                    self.give(command.kind, command.term, next)
                })
                .collect();
            self.point(Behaviour::Choice(offers))
        };
        self.define(process, body);
        process
    }

    fn give(&mut self, kind: CommandKind, term: Expr, next: PointId) -> PointId {
        let [send, _] = command_halves(kind);
        let send = self.actions.half(&send);
        self.act(send, vec![term], next)
    }

    /// The first command of a list, whatever its kind.
    fn next_command(&mut self, list: &Expr, next: PointId) -> PointId {
        let head = Expr::head(list.clone());
        if self.kinds == [CommandKind::Event] {
            return self.give(CommandKind::Event, head, next);
        }
        let part = |position| Expr::Element(position, Box::new(head.clone()));
        let nothing = self.point(Behaviour::End(End::Nothing));
        self.kinds.clone().into_iter().rev().fold(nothing, |no, kind| {
            let yes = self.give(kind, part(2), next);
            let cond = Cond::Same(part(1), Expr::atom(kind.tag()));
            self.point(Behaviour::If { cond, yes, no })
        })
    }
}
