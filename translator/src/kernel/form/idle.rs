//! What an idle machine offers (direct form): a callback that comes at once, commands of every kind, timers, time-outs that the
//! loop of a behaviour keeps, the event timeout, and a unit of time.
//!
//! Which message comes next is decided here and nowhere else. A part of a command that is not known (`model::HOLE`) is
//! chosen with the command.

use super::direct::Message;
use crate::kernel::Kernel;
use crate::kernel::mailbox::queue::Queued;
use crate::kernel::timers::value;
use crate::kernel::{Counted, Timeouts};
use model::{
    ActionRole, AtOnce, Behaviour, Command, CommandKind, Cond, End, Environment, Expr, Kind,
    Operator, ParameterRole, PointId, ProcessId, Sender, Time, TimerKind, VarId,
};

/// An idle machine under construction.
pub(crate) struct Idle<'i> {
    /// Its process.
    pub(crate) process: ProcessId,
    /// Values of its parameters.
    pub(crate) params: Vec<Expr>,
    /// The processes that carry a message on.
    pub(crate) events: &'i [(CommandKind, Sender, ProcessId)],
    /// The rest of the command list behind the next command.
    pub(crate) rest: Option<Expr>,
    /// The process that carries on what a timer brings.
    timer: Option<ProcessId>,
    /// The process that carries on what the end of another process brings.
    signal: Option<ProcessId>,
    /// What waits for its time, where it has to wait until nothing else can happen.
    last: Option<PointId>,
}

impl Kernel<'_> {
    /// The process that waits for the next message.
    pub(crate) fn define_idle(
        &mut self,
        process: ProcessId,
        events: &[(CommandKind, Sender, ProcessId)],
        [timer, signal]: [Option<ProcessId>; 2],
    ) {
        let params = self.params(process);
        let list = self.processes[process].parameter(ParameterRole::Commands);
        let list = list.map(Expr::Var);
        let rest = list.as_ref().map(|list| self.rest(list));
        let mut idle = Idle { process, params, events, rest, timer, signal, last: None };
        let waiting = self.waiting(&idle);
        if self.parts.timing.time == Time::Progress && !waiting.is_empty() {
            idle.last = Some(self.one_of(waiting.clone()));
        }
        let commands = match &list {
            Some(list) => self.next_of_list(&idle, list),
            None => self.any_command(&idle),
        };
        let body = match self.parts.timing.time {
            Time::Untimed => self.with_timers(&idle, commands),
            Time::Progress => commands,
            Time::Tick => self.with_tick(&idle, waiting, commands),
        };
        let waits = self.with_timeout(&idle, body);
        let waits = self.with_signals(&idle, waits);
        let body = self.queued_first(&idle, [waits, commands]);
        let body = self.continued_first(&idle, body);
        self.define(process, body);
    }

    /// A callback that another one has asked for comes before all else.
    fn continued_first(&mut self, idle: &Idle<'_>, others: PointId) -> PointId {
        let behaviour = self.parts.behaviour;
        let continued = behaviour.continued.map(|(_, callback)| callback);
        let has = |callback: &_| self.parts.handlers.iter().any(|(own, _)| own.kind == *callback);
        let (Some(callback), Some(position)) = (continued.filter(has), self.carried.timeout())
        else {
            return others;
        };
        let mut context = idle.params.clone();
        let kept = context.len() - self.carried.len() + position;
        let asked = std::mem::replace(&mut context[kept], Expr::atom("none"));
        let [state, data] = [0, 1].map(|place| context[place].clone());
        let content = Expr::Element(2, Box::new(asked.clone()));
        let next = self.dispatch(callback, &state, &context, &[content.clone(), data]);
        let pop = self.act(
            self.actions.role(ActionRole::Pop),
            vec![self.stored_values(&idle.params)],
            next,
        );
        let yes = self.at_once(content, pop);
        let cond = Cond::Is(Kind::TupleOf(2), asked);
        self.point(Behaviour::If { cond, yes, no: others })
    }

    /// The action of what comes at once, by what that is.
    fn at_once(&mut self, content: Expr, next: PointId) -> PointId {
        let behaviour = self.parts.behaviour;
        let Some(internal) = behaviour.internal else {
            let asked = self.actions.role(ActionRole::Continue(AtOnce::Asked));
            return self.act(asked, vec![content], next);
        };
        let [kind, event] = [1, 2].map(|place| Expr::element(place, content.clone()));
        let enter = self.actions.role(ActionRole::Continue(AtOnce::Enter));
        let enter = self.act(enter, Vec::new(), next);
        let timeout = self.actions.role(ActionRole::Fires(TimerKind::Timeout));
        let mut point = self.act(timeout, vec![kind.clone()], next);
        let is = |kind: &Expr, text: &str| Cond::Same(kind.clone(), Expr::atom(text));
        for queued in behaviour.events() {
            let action = self.actions.role(ActionRole::Continue(AtOnce::Queued(queued)));
            let yes = self.act(action, vec![event.clone()], next);
            // The type of one for whose answer a client waits is a pair, with the client.
            let tag = if queued.is_sync() { Expr::element(1, kind.clone()) } else { kind.clone() };
            let way = self.point(Behaviour::If { cond: is(&tag, queued.tag), yes, no: point });
            let pair = Cond::Is(Kind::TupleOf(2), kind.clone());
            let is_pair = Behaviour::If { cond: pair, yes: way, no: point };
            point = if queued.is_sync() { self.point(is_pair) } else { way };
        }
        let action = self.actions.role(ActionRole::Continue(AtOnce::Internal));
        let yes = self.act(action, vec![event], next);
        point = self.point(Behaviour::If { cond: is(&kind, internal), yes, no: point });
        // The first actions were no good.
        point = self.point(Behaviour::If { cond: is(&kind, "crash"), yes: enter, no: point });
        let is_event = Cond::Is(Kind::TupleOf(2), content);
        self.point(Behaviour::If { cond: is_event, yes: point, no: enter })
    }

    /// A message that waits comes before everything else, but for commands that wait behind it.
    fn queued_first(&mut self, idle: &Idle<'_>, [waits, commands]: [PointId; 2]) -> PointId {
        let Some(position) = self.carried.queue() else { return waits };
        let first = idle.params.len() - self.carried.len();
        let queue = idle.params[first + position].clone();
        let taken = &mut |this: &mut Self, queued, message: Expr| {
            let Queued { kind, is_own } = queued;
            let mut context = this.with_message(&idle.params, kind);
            this.take_first(&mut context);
            let from = this.waits_for_first(kind, &queue);
            let taken = Message { kind, term: message.clone(), from, is_own };
            let next = match kind {
                // Only a signal that was trapped when it came is in the queue.
                kind if kind.is_exit() => {
                    let [state, data] = [context[0].clone(), context[1].clone()];
                    this.asked_to_stop([state, message.clone(), data], context)
                }
                _ => this.received(taken, context),
            };
            let pop = this.actions.role(ActionRole::Pop);
            let stored = this.stored_values(&idle.params);
            let pop = this.act(pop, vec![stored], next);
            this.act(this.actions.role(ActionRole::Dequeue(kind)), vec![message], pop)
        };
        // What has come while a callback ran may stand before what that has sent.
        self.first_of_queue(&queue, [waits, commands], taken, &mut |this, first| {
            let first = match this.parts.timing.time {
                Time::Untimed => this.with_timers(idle, first),
                Time::Progress | Time::Tick => first,
            };
            this.with_signals(idle, first)
        })
    }

    /// What the store holds while the machine is idle.
    pub(crate) fn stored_values(&self, params: &[Expr]) -> Expr {
        let carried = &params[params.len() - self.carried.len()..];
        self.stored(&params[..2], carried)
    }

    fn next_of_list(&mut self, idle: &Idle<'_>, list: &Expr) -> PointId {
        let head = Expr::head(list.clone());
        let untagged = self.parts.behaviour.untagged;
        let offer = if self.kinds == [untagged] {
            self.offer(idle, untagged, &head, End::Blocked)
        } else {
            self.offer_tagged(idle, &head)
        };
        let exhausted = self.rests(idle, End::Exhausted);
        let cond = Cond::Is(Kind::Nil, list.clone());
        let next = self.point(Behaviour::If { cond, yes: exhausted, no: offer });
        self.unless_waiting(idle, next)
    }

    /// A command that says of which kind it is.
    fn offer_tagged(&mut self, idle: &Idle<'_>, command: &Expr) -> PointId {
        let part = |position| Expr::Element(position, Box::new(command.clone()));
        let nothing = self.point(Behaviour::End(End::Nothing));
        self.kinds.clone().into_iter().rev().fold(nothing, |no, kind| {
            let yes = self.offer(idle, kind, &part(2), End::Blocked);
            let cond = Cond::Same(part(1), Expr::atom(kind.tag));
            self.point(Behaviour::If { cond, yes, no })
        })
    }

    /// The next command of a list waits for the answer to the last one.
    fn unless_waiting(&mut self, idle: &Idle<'_>, next: PointId) -> PointId {
        if self.carried.clients == 0 {
            return next;
        }
        let nothing = self.rests(idle, End::Nothing);
        let cond = self.is_waiting(self.waits(idle, 0));
        self.point(Behaviour::If { cond, yes: nothing, no: next })
    }

    fn any_command(&mut self, idle: &Idle<'_>) -> PointId {
        let parts = self.parts;
        let Environment::AnyOf(commands) = &parts.environment else {
            return self.point(Behaviour::End(End::Nothing));
        };
        let offers = commands
            .iter()
            .map(|Command { kind, term }| self.offer(idle, *kind, term, End::Nothing))
            .collect();
        let offers = self.point(Behaviour::Choice(offers));
        let Some(_) = idle.last else { return offers };
        let none = self.rests(idle, End::Nothing);
        commands.iter().fold(none, |no, command| match self.is_offered(idle, command) {
            None => offers,
            Some(cond) => self.point(Behaviour::If { cond, yes: offers, no }),
        })
    }

    /// A command, where the state allows it, by a client that does not wait.
    fn offer(
        &mut self,
        idle: &Idle<'_>,
        kind: CommandKind,
        term: &Expr,
        otherwise: End,
    ) -> PointId {
        let mut holes = Vec::new();
        let term = self.opened(idle.process, term, &mut holes);
        let offer = self.offer_known(idle, kind, term, otherwise);
        holes
            .into_iter()
            .rev()
            .fold(offer, |next, (var, value)| self.point(Behaviour::Let { var, value, next }))
    }

    /// A command with a variable for each part that is not known.
    fn opened(&mut self, process: ProcessId, term: &Expr, holes: &mut Vec<(VarId, Expr)>) -> Expr {
        match term {
            Expr::Unknown(_) | Expr::Chosen(..) => {
                let var = self.processes[process].vars.push("Any".into());
                holes.push((var, term.clone()));
                Expr::Var(var)
            }
            Expr::Cons(head, tail) => {
                let head = self.opened(process, head, holes);
                Expr::Cons(Box::new(head), Box::new(self.opened(process, tail, holes)))
            }
            Expr::List(cells) => cells.map(|part| self.opened(process, part, holes)),
            Expr::Tuple(items) => {
                let items = items.iter().map(|item| self.opened(process, item, holes));
                Expr::Tuple(items.collect())
            }
            other => other.clone(),
        }
    }

    fn offer_known(
        &mut self,
        idle: &Idle<'_>,
        kind: CommandKind,
        term: Expr,
        otherwise: End,
    ) -> PointId {
        let offer = if kind.callback.is_sync() && idle.rest.is_none() {
            let nothing = self.point(Behaviour::End(End::Nothing));
            (0..self.carried.clients).rev().fold(nothing, |no, client| {
                let yes = self.hand_over(idle, kind, &term, client);
                let cond = Cond::Same(self.waits(idle, client), Expr::atom("false"));
                self.point(Behaviour::If { cond, yes, no })
            })
        } else {
            self.hand_over(idle, kind, &term, 0)
        };
        let [state, data] = [0, 1].map(|position| idle.params[position].clone());
        match self.offered(kind.callback, state, term, data) {
            None => offer,
            Some(cond) => {
                let no = match idle.rest {
                    Some(_) => self.rests(idle, otherwise),
                    None => self.point(Behaviour::End(otherwise)),
                };
                self.point(Behaviour::If { cond, yes: offer, no })
            }
        }
    }

    /// Whether a command that may come at any time can come now; `None` if it always can.
    fn is_offered(&self, idle: &Idle<'_>, command: &Command) -> Option<Cond> {
        let Command { kind, term } = command;
        let [state, data] = [0, 1].map(|position| idle.params[position].clone());
        let allowed = self.offered(kind.callback, state, term.clone(), data);
        let all_wait = kind.callback.is_sync().then(|| {
            let waits = |client| self.is_waiting(self.waits(idle, client));
            let mut clients = self.carried.waits();
            let first = clients.next().map(waits)?;
            Some(
                clients
                    .fold(first, |all, client| Cond::And(Box::new(all), Box::new(waits(client)))),
            )
        });
        match (allowed, all_wait.flatten()) {
            (Some(allowed), Some(all)) => {
                Some(Cond::And(Box::new(allowed), Box::new(Cond::Not(Box::new(all)))))
            }
            (None, Some(all)) => Some(Cond::Not(Box::new(all))),
            (allowed, None) => allowed,
        }
    }

    /// Nothing is offered: what waits for its time may have to wait for this.
    fn rests(&mut self, idle: &Idle<'_>, end: End) -> PointId {
        let end = self.point(Behaviour::End(end));
        let Some(last) = idle.last else { return end };
        let mut point = end;
        for timers in self.pending(idle) {
            let cond = Cond::Is(Kind::Cons, timers);
            point = self.point(Behaviour::If { cond, yes: last, no: point });
        }
        if let Some(timeout) = self.timeout(idle) {
            let cond = Cond::Same(timeout, Expr::atom("armed"));
            point = self.point(Behaviour::If { cond, yes: last, no: point });
        }
        point
    }

    fn timers(&self, idle: &Idle<'_>) -> Option<Expr> {
        let first = idle.params.len() - self.carried.len();
        self.carried.timers().map(|position| idle.params[first + position].clone())
    }

    /// The lists of what may fire.
    fn pending(&self, idle: &Idle<'_>) -> Vec<Expr> {
        let own = self.parts.timeouts.as_ref().map(|_| Expr::element(3, idle.params[1].clone()));
        own.into_iter().chain(self.timers(idle)).collect()
    }

    /// The event timeout; a loop of text keeps that itself, and its place holds only what comes at once.
    fn timeout(&self, idle: &Idle<'_>) -> Option<Expr> {
        if self.parts.behaviour.run_by.is_some() {
            return None;
        }
        let first = idle.params.len() - self.carried.len();
        self.carried.timeout().map(|position| idle.params[first + position].clone())
    }

    /// What waits for its time, unless that may come at any moment: the event timeout, then timers.
    fn waiting(&mut self, idle: &Idle<'_>) -> Vec<PointId> {
        let value = match self.parts.timing.time {
            Time::Untimed => return Vec::new(),
            Time::Progress => Expr::atom("armed"),
            Time::Tick => Expr::integer(0),
        };
        let mut waiting = Vec::new();
        if let Some(timeout) = self.timeout(idle) {
            let yes = self.times_out(idle);
            let no = self.point(Behaviour::End(End::Nothing));
            let cond = Cond::Same(timeout, value);
            waiting.push(self.point(Behaviour::If { cond, yes, no }));
        }
        waiting.extend(self.timers_fire(idle));
        waiting
    }

    fn timers_fire(&mut self, idle: &Idle<'_>) -> Option<PointId> {
        let own = self.timeouts_fire(idle);
        let (Some(timers), Some(process)) = (self.timers(idle), idle.timer) else {
            return own;
        };
        let others = self.fires(&timers, &mut |kernel, timer| {
            let args = idle.params.iter().cloned().chain([timer]).collect();
            kernel.call(process, args)
        });
        Some(match own {
            Some(own) => self.one_of(vec![own, others]),
            None => others,
        })
    }

    /// The ways in which a time-out fires that the loop of the behaviour keeps.
    fn timeouts_fire(&mut self, idle: &Idle<'_>) -> Option<PointId> {
        let Timeouts { fired, most, .. } = *self.parts.timeouts.as_ref()?;
        let [state, data] = [0, 1].map(|place| idle.params[place].clone());
        let timers = Expr::element(3, data.clone());
        let mut lists = vec![timers];
        for _ in 1..most {
            lists.extend(lists.last().map(|list| Expr::tail(list.clone())));
        }
        let nothing = self.point(Behaviour::End(End::Nothing));
        let more = Expr::tail(lists.last()?.clone());
        let kind = Expr::element(1, Expr::head(more.clone()));
        let overflow = self.last(ActionRole::Overflow, vec![kind], End::Overflow);
        let cond = Cond::Is(Kind::Cons, more);
        let full = self.point(Behaviour::If { cond, yes: overflow, no: nothing });
        Some(lists.into_iter().rev().fold(full, |others, list| {
            let timer = Expr::head(list.clone());
            let kind = Expr::element(1, timer.clone());
            let pair = self.processes[idle.process].vars.push("Fired".into());
            let fired = value(fired, vec![kind.clone(), data.clone()]);
            let [event, rest] = [1, 2].map(|place| Expr::element(place, Expr::Var(pair)));
            let mut context = idle.params.clone();
            context[1] = rest.clone();
            let callback = self.parts.behaviour.brought(TimerKind::Timeout).callback;
            let next = self.dispatch(callback, &state, &context, &[event, rest]);
            let stored = self.stored_values(&idle.params);
            let next = self.point(Behaviour::Let { var: pair, value: fired, next });
            let pop = self.act(self.actions.role(ActionRole::Pop), vec![stored], next);
            let fires = self.actions.role(ActionRole::Fires(TimerKind::Timeout));
            let way = self.act(fires, vec![kind], pop);
            let way = self.if_over(Expr::element(2, timer), way, nothing);
            let yes = self.one_of(vec![way, others]);
            self.point(Behaviour::If { cond: Cond::Is(Kind::Cons, list), yes, no: nothing })
        }))
    }

    /// A way that a time-out of this length may go, if it may be over.
    fn if_over(&mut self, length: Expr, way: PointId, no: PointId) -> PointId {
        let mut later = no;
        if self.parts.timeouts.as_ref().is_some_and(|own| own.counted.is_some()) {
            let cond = Cond::Less(Expr::integer(0), length.clone());
            later = self.point(Behaviour::If { cond, yes: no, no: way });
            let cond = Cond::Is(Kind::Integer, length.clone());
            later = self.point(Behaviour::If { cond, yes: later, no });
        }
        let cond = Cond::Same(length, Expr::atom("armed"));
        self.point(Behaviour::If { cond, yes: way, no: later })
    }

    /// Timers beside the commands, at any moment.
    fn with_timers(&mut self, idle: &Idle<'_>, commands: PointId) -> PointId {
        let Some(fires) = self.timers_fire(idle) else { return commands };
        let none = self.pending(idle).into_iter().map(|timers| Cond::Is(Kind::Nil, timers));
        let none = none.reduce(|left, right| Cond::And(Box::new(left), Box::new(right)));
        let no = self.point(Behaviour::Choice(vec![fires, commands]));
        match none {
            Some(cond) => self.point(Behaviour::If { cond, yes: commands, no }),
            None => no,
        }
    }

    /// A unit of time beside the commands and what is due: nothing waits longer than it has to.
    fn with_tick(&mut self, idle: &Idle<'_>, mut ways: Vec<PointId>, commands: PointId) -> PointId {
        let first = idle.params.len() - self.carried.len();
        let mut args = idle.params.clone();
        if let (Some(position), Some(timers)) = (self.carried.timers(), self.timers(idle)) {
            args[first + position] = self.ticked(timers);
        }
        let counted = self.parts.timeouts.as_ref().and_then(|own| own.counted.as_ref());
        if let Some(Counted { ticked, quantum, .. }) = counted {
            args[1] = value(*ticked, vec![Expr::Integer(quantum.clone()), args[1].clone()]);
        }
        let mut point = self.tick(idle, args.clone());
        let nothing = self.point(Behaviour::End(End::Nothing));
        if let (Some(position), Some(timeout)) = (self.carried.timeout(), self.timeout(idle)) {
            let operands = vec![timeout.clone(), Expr::integer(1)];
            args[first + position] = Expr::Apply(Operator::Sub, operands);
            let later = self.tick(idle, args);
            let cond = Cond::Same(timeout.clone(), Expr::integer(0));
            let later = self.point(Behaviour::If { cond, yes: nothing, no: later });
            let cond = Cond::Is(Kind::Integer, timeout);
            point = self.point(Behaviour::If { cond, yes: later, no: point });
        }
        let own = counted.map(|own| value(own.due, vec![Expr::element(3, idle.params[1].clone())]));
        if let Some(due) = own {
            let cond = Cond::Same(due, Expr::atom("true"));
            point = self.point(Behaviour::If { cond, yes: nothing, no: point });
        }
        if let Some(cond) = self.timers(idle).and_then(|timers| self.is_due(timers)) {
            point = self.point(Behaviour::If { cond, yes: nothing, no: point });
        }
        ways.extend([commands, point]);
        self.point(Behaviour::Choice(ways))
    }

    /// The ends of other processes beside all that, at any moment.
    fn with_signals(&mut self, idle: &Idle<'_>, others: PointId) -> PointId {
        let Some(process) = idle.signal else { return others };
        let carried = idle.params[idle.params.len() - self.carried.len()..].to_vec();
        self.or_signals(idle.process, &carried, others, &mut |kernel, signal| {
            let args = idle.params.iter().cloned().chain([signal]).collect();
            kernel.call(process, args)
        })
    }

    fn tick(&mut self, idle: &Idle<'_>, args: Vec<Expr>) -> PointId {
        let next = self.call(idle.process, args);
        self.act(self.actions.role(ActionRole::Tick), Vec::new(), next)
    }

    /// The event timeout beside the commands; one that OTP cannot wait for is a crash outside of all
    /// callbacks.
    fn with_timeout(&mut self, idle: &Idle<'_>, commands: PointId) -> PointId {
        let Some(timeout) = self.timeout(idle) else { return commands };
        let fires = self.times_out(idle);
        let crashed = self.point(Behaviour::End(End::Crashed));
        let crash = self.actions.role(ActionRole::Crash);
        let bad = self.act(crash, vec![Expr::atom("timeout_value")], crashed);
        let is = |text: &str| Cond::Same(timeout.clone(), Expr::atom(text));
        let mut body = self.point(Behaviour::If { cond: is("bad"), yes: bad, no: commands });
        if self.parts.timing.time == Time::Untimed {
            let mut offers = vec![fires];
            match &self.points[commands] {
                Behaviour::Choice(points) => offers.extend(points),
                _ => offers.push(commands),
            }
            let both = self.point(Behaviour::Choice(offers));
            body = self.point(Behaviour::If { cond: is("armed"), yes: both, no: body });
        }
        if self.parts.timing.zero_first {
            body = self.point(Behaviour::If { cond: is("zero"), yes: fires, no: body });
        }
        body
    }

    /// The event timeout.
    fn times_out(&mut self, idle: &Idle<'_>) -> PointId {
        let event = Expr::atom(self.parts.behaviour.timeout);
        let message = (self.parts.behaviour.untagged, Sender::Anyone);
        let next = self.carry(idle, message, idle.params.clone(), &event, None);
        self.act(self.actions.role(ActionRole::Timeout), Vec::new(), next)
    }

    fn waits(&self, idle: &Idle<'_>, client: usize) -> Expr {
        let first = idle.params.len() - self.carried.len();
        idle.params[first + client].clone()
    }
}
