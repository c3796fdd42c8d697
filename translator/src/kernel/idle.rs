//! What an idle machine offers (direct form): commands of every kind, and the event timeout.
//!
//! Which message comes next is decided here and nowhere else.

use super::Kernel;
use crate::model::{
    ActionRole, Behaviour, Command, CommandKind, Cond, End, Environment, Expr, Kind, PointId,
    ProcessId,
};

/// An idle machine under construction.
struct Idle<'i> {
    process: ProcessId,
    /// Values of its parameters.
    params: Vec<Expr>,
    /// The processes that carry a message on.
    events: &'i [(CommandKind, ProcessId)],
    /// The rest of the command list behind the next command.
    rest: Option<Expr>,
}

impl Kernel<'_> {
    /// The process that waits for the next message.
    pub(super) fn define_idle(
        &mut self,
        process: ProcessId,
        events: &[(CommandKind, ProcessId)],
        has_list: bool,
    ) {
        let params: Vec<Expr> =
            self.processes[process].params.iter().map(|&var| Expr::Var(var)).collect();
        let list = has_list.then(|| params[2].clone());
        let rest = list.as_ref().map(|list| self.rest(list));
        let idle = Idle { process, params, events, rest };
        let commands = match list {
            Some(list) => self.next_of_list(&idle, &list),
            None => self.any_command(&idle),
        };
        let waits = self.with_timeout(&idle, commands);
        let body = self.queued_first(&idle, [waits, commands]);
        self.define(process, body);
    }

    /// A message that waits comes before everything else, but for commands that wait behind it.
    fn queued_first(&mut self, idle: &Idle<'_>, [waits, commands]: [PointId; 2]) -> PointId {
        let Some(position) = self.carried.queue() else { return waits };
        let first = idle.params.len() - self.carried.len();
        let queue = idle.params[first + position].clone();
        self.first_of_queue(&queue, [waits, commands], &mut |this, kind, message| {
            let mut context = this.with_message(&idle.params, kind);
            context[first + position] = Expr::Tail(Box::new(queue.clone()));
            let number = Expr::Element(3, Box::new(Expr::Head(Box::new(queue.clone()))));
            let from = this.has_from(kind.handler()).then_some(number);
            let next = this.received(kind, message.clone(), from, context);
            let pop = this.actions.role(ActionRole::Pop);
            let stored = this.stored_values(&idle.params);
            let pop = this.act(pop, vec![stored], next);
            this.act(this.actions.role(ActionRole::Dequeue(kind)), vec![message], pop)
        })
    }

    /// What the store holds while the machine is idle.
    fn stored_values(&self, params: &[Expr]) -> Expr {
        let carried = &params[params.len() - self.carried.len()..];
        let others = self.carried.stored().map(|position| carried[position].clone());
        Expr::Tuple(params[..2].iter().cloned().chain(others).collect())
    }

    fn next_of_list(&mut self, idle: &Idle<'_>, list: &Expr) -> PointId {
        let head = Expr::head(list.clone());
        let offer = if self.kinds == [CommandKind::Event] {
            self.offer(idle, CommandKind::Event, head, End::Blocked)
        } else {
            self.offer_tagged(idle, &head)
        };
        let exhausted = self.point(Behaviour::End(End::Exhausted));
        let cond = Cond::Is(Kind::Nil, list.clone());
        let next = self.point(Behaviour::If { cond, yes: exhausted, no: offer });
        self.unless_waiting(idle, next)
    }

    /// A command that says of which kind it is.
    fn offer_tagged(&mut self, idle: &Idle<'_>, command: &Expr) -> PointId {
        let part = |position| Expr::Element(position, Box::new(command.clone()));
        let nothing = self.point(Behaviour::End(End::Nothing));
        self.kinds.clone().into_iter().rev().fold(nothing, |no, kind| {
            let yes = self.offer(idle, kind, part(2), End::Blocked);
            let cond = Cond::Same(part(1), Expr::atom(kind.tag()));
            self.point(Behaviour::If { cond, yes, no })
        })
    }

    /// The next command of a list waits for the answer to the last one.
    fn unless_waiting(&mut self, idle: &Idle<'_>, next: PointId) -> PointId {
        if self.carried.clients == 0 {
            return next;
        }
        let nothing = self.point(Behaviour::End(End::Nothing));
        let cond = Cond::Same(self.waits(idle, 0), Expr::atom("true"));
        self.point(Behaviour::If { cond, yes: nothing, no: next })
    }

    fn any_command(&mut self, idle: &Idle<'_>) -> PointId {
        let parts = self.parts;
        let Environment::AnyOf(commands) = &parts.environment else {
            return self.point(Behaviour::End(End::Nothing));
        };
        let offers = commands
            .iter()
            .map(|Command { kind, term }| self.offer(idle, *kind, term.clone(), End::Nothing))
            .collect();
        self.point(Behaviour::Choice(offers))
    }

    /// A command, where the state allows it, by a client that does not wait.
    fn offer(&mut self, idle: &Idle<'_>, kind: CommandKind, term: Expr, otherwise: End) -> PointId {
        let offer = if kind.handler().is_sync() && idle.rest.is_none() {
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
        match self.offered(kind.handler(), state, term, data) {
            None => offer,
            Some(cond) => {
                let no = self.point(Behaviour::End(otherwise));
                self.point(Behaviour::If { cond, yes: offer, no })
            }
        }
    }

    /// `cmd(command)`, and on as the process that carries it.
    fn hand_over(
        &mut self,
        idle: &Idle<'_>,
        kind: CommandKind,
        term: &Expr,
        client: usize,
    ) -> PointId {
        let mut args = idle.params.clone();
        if let Some(rest) = &idle.rest {
            args[2] = rest.clone();
        }
        let first = args.len() - self.carried.len();
        let several = self.has_from(kind.handler());
        if several {
            args[first + client] = Expr::atom("true");
        }
        let number = several.then(|| Expr::integer(client + 1));
        let shown = number.clone().into_iter().chain([term.clone()]).collect();
        let message = std::iter::once(term.clone()).chain(number.clone()).collect();
        let waiting = self.carried.queue().and_then(|position| {
            let queue = self.with_command(&args[first + position], kind, message)?;
            Some((first + position, queue))
        });
        let next = match waiting {
            None => self.carry(idle, kind, args, term, number),
            Some(_) if kind == CommandKind::Exit && self.carried.trap().is_none() => {
                self.carry(idle, kind, args, term, number)
            }
            Some((position, queue)) => {
                let at_once = self.carry(idle, kind, args.clone(), term, number);
                args[position] = queue;
                if kind.handler().is_sync() {
                    args[first + client] = Expr::atom("true");
                }
                let waits = self.call(idle.process, args);
                match self.carried.trap().filter(|_| kind == CommandKind::Exit) {
                    // A signal that is not trapped does not wait.
                    Some(trap) => {
                        let trap = idle.params[first + trap].clone();
                        let cond = Cond::Same(trap, Expr::atom("true"));
                        self.point(Behaviour::If { cond, yes: waits, no: at_once })
                    }
                    None => waits,
                }
            }
        };
        self.act(self.actions.role(ActionRole::Command(kind)), shown, next)
    }

    /// Goes on with a message.
    fn carry(
        &mut self,
        idle: &Idle<'_>,
        kind: CommandKind,
        mut args: Vec<Expr>,
        message: &Expr,
        client: Option<Expr>,
    ) -> PointId {
        args.push(message.clone());
        args.extend(client);
        let event = idle.events.iter().find(|(own, _)| *own == kind);
        match event {
            Some(&(_, event)) => self.call(event, args),
            None => self.point(Behaviour::End(End::Nothing)),
        }
    }

    /// The event timeout beside the commands; one that OTP cannot wait for is a crash outside of all
    /// callbacks.
    fn with_timeout(&mut self, idle: &Idle<'_>, commands: PointId) -> PointId {
        let Some(position) = self.carried.timeout() else { return commands };
        let first = idle.params.len() - self.carried.len();
        let timeout = idle.params[first + position].clone();
        let event = Expr::atom("timeout");
        let next = self.carry(idle, CommandKind::Event, idle.params.clone(), &event, None);
        let fires = self.act(self.actions.role(ActionRole::Timeout), Vec::new(), next);
        let mut offers = vec![fires];
        match &self.points[commands] {
            Behaviour::Choice(points) => offers.extend(points),
            _ => offers.push(commands),
        }
        let both = self.point(Behaviour::Choice(offers));
        let crashed = self.point(Behaviour::End(End::Crashed));
        let crash = self.actions.role(ActionRole::Crash);
        let bad = self.act(crash, vec![Expr::atom("timeout_value")], crashed);
        let is = |text: &str| Cond::Same(timeout.clone(), Expr::atom(text));
        let no = self.point(Behaviour::If { cond: is("bad"), yes: bad, no: commands });
        self.point(Behaviour::If { cond: is("armed"), yes: both, no })
    }

    fn waits(&self, idle: &Idle<'_>, client: usize) -> Expr {
        let first = idle.params.len() - self.carried.len();
        idle.params[first + client].clone()
    }

    /// The commands after the first one.
    pub(super) fn rest(&self, list: &Expr) -> Expr {
        let tail = Expr::tail(list.clone());
        match self.restart {
            Some(restart) => Expr::Call(restart, vec![tail]),
            None => tail,
        }
    }
}
