//! How a message that was handed over is taken (paper form): who reads the stored pair, and as what it goes on.
//!
//! Input: a kind of message, and from whom it comes. Output: the process that takes the pair from the stack. Who hands
//! messages over, and when, is decided in `paper`.

use std::collections::BTreeSet;

use crate::kernel::Kernel;
use model::{
    Behaviour, CommandKind, Component as _, Cond, Expr, Kind, ParameterRole, PointId, ProcessId,
    ProcessRole, QueuedPart, Sender, StoredPart, Unhandled, VarId, client,
};

/// A process that reads the stored pair for a message.
pub(crate) struct Read {
    pub(crate) kind: CommandKind,
    /// Who hands such messages over.
    pub(crate) senders: Vec<Sender>,
    pub(crate) process: ProcessId,
}

impl Kernel<'_> {
    /// One for each kind of message; for each client where several wait, and for the queue where commands wait there.
    pub(crate) fn declare_reads(&mut self) -> Vec<Read> {
        let mut all: Vec<(CommandKind, Vec<Sender>)> = Vec::new();
        let kinds: BTreeSet<CommandKind> =
            self.kinds.iter().chain(&self.parts.posts).copied().collect();
        let queued = self.parts.queued();
        for kind in kinds {
            let commanded = self.kinds.contains(&kind).then(|| self.parts.senders(kind));
            let mut others: Vec<Vec<Sender>> =
                commanded.into_iter().flatten().map(|sender| vec![sender]).collect();
            match others.first_mut() {
                // A command comes where the queue is empty, so that one process can tell them apart.
                Some(first) if queued.contains(&kind) && self.parts.mailbox == 0 => {
                    first.push(Sender::Queue);
                }
                _ if queued.contains(&kind) => others.push(vec![Sender::Queue]),
                _ => {}
            }
            all.extend(others.into_iter().map(|senders| (kind, senders)));
        }
        all.into_iter().map(|(kind, senders)| self.declare_read(kind, senders)).collect()
    }

    fn declare_read(&mut self, kind: CommandKind, senders: Vec<Sender>) -> Read {
        let waits = self.parts.mailbox > 0;
        let role = match senders[0] {
            Sender::Queue if !waits => ProcessRole::Read(kind, Sender::Anyone),
            sender => ProcessRole::Read(kind, sender),
        };
        Read { kind, senders, process: self.declare(role, &[ParameterRole::Command]).0 }
    }

    /// `read(Command)`: takes the stored pair and goes on as the process of the callback.
    pub(crate) fn define_read(&mut self, read: &Read) {
        let &Read { kind, process, .. } = read;
        let sender = read.senders[0];
        let command = Expr::Var(self.processes[process].params[0].var);
        self.define_reading(process, |this, [state, data], mut carried| {
            let is_sync = kind.callback.is_sync();
            let message = [state, command.clone(), data.clone()];
            let is_queued = sender == Sender::Queue && this.parts.mailbox > 0;
            let mut from = None;
            if is_sync && !is_queued {
                let number = if let Sender::Client(number) = sender { number } else { 0 };
                let [waits, from_term] = this.from(number, &data, &carried);
                carried[number] = waits;
                from = match sender {
                    Sender::Client(number) if !this.keeps_from() => Some(client(number)),
                    _ => this.has_from(kind.callback).then_some(from_term),
                };
            }
            if let Some(position) = this.carried.timeout().filter(|_| !kind.is_exit()) {
                carried[position] = Expr::atom("none");
            }
            if is_queued {
                return this.take_queued(kind, message, carried);
            }
            match this.carried.queue() {
                // A command comes where the queue is empty: else it was the first message.
                Some(position) if read.senders.contains(&Sender::Queue) => {
                    let queue = carried[position].clone();
                    let no = this.take(kind, &message, &carried, from.clone(), false);
                    this.take_first(&mut carried);
                    let yes = this.take(kind, &message, &carried, from, true);
                    let some = Cond::Is(Kind::Cons, queue);
                    this.point(Behaviour::If { cond: some, yes, no })
                }
                _ => this.take(kind, &message, &carried, from, false),
            }
        });
    }

    /// The first message of the queue, where commands wait there.
    fn take_queued(
        &mut self,
        kind: CommandKind,
        message: [Expr; 3],
        mut carried: Vec<Expr>,
    ) -> PointId {
        let Some(position) = self.carried.queue() else { return PointId(0) };
        let queue = carried[position].clone();
        let from = self.waits_for_first(kind, &queue);
        self.take_first(&mut carried);
        // Only a signal that was trapped when it came is in the queue.
        if kind.is_exit() {
            return self.asked_to_stop(message, carried);
        }
        let no = self.take(kind, &message, &carried, from.clone(), false);
        if self.parts.unhandled != Unhandled::Ignore || !self.parts.posts.contains(&kind) {
            return no;
        }
        let yes = self.take(kind, &message, &carried, from, true);
        let cond = Cond::Same(QueuedPart::Kind.of(&Expr::head(queue)), Expr::atom(kind.post));
        self.point(Behaviour::If { cond, yes, no })
    }

    /// What follows a message: state, what it says, and data.
    fn take(
        &mut self,
        kind: CommandKind,
        [state, command, data]: &[Expr; 3],
        carried: &[Expr],
        from: Option<Expr>,
        is_own: bool,
    ) -> PointId {
        let message = [state, command, data].map(Clone::clone);
        if kind.is_stop() {
            return self.asked_to_stop(message, carried.to_vec());
        }
        let args = [&[state.clone(), data.clone()], carried].concat();
        let next = self.next_state;
        let waits = |this: &mut Self| this.call(next, args.clone());
        if kind.is_exit() {
            return self.exit_signal(message, carried.to_vec(), &waits);
        }
        let handed = [command.clone()].into_iter().chain(from).chain([data.clone()]);
        let handed: Vec<Expr> = handed.collect();
        let taken = self.dispatch(kind.callback, state, carried, &handed);
        if is_own {
            return taken;
        }
        self.unless_ignored(kind, message, taken, &waits)
    }

    /// `fsm_timer(Timer)`: the same with what a timer brings.
    pub(crate) fn define_read_timer(&mut self, process: ProcessId) {
        let timer = Expr::Var(self.processes[process].params[0].var);
        self.define_reading(process, |this, [state, data], carried| {
            this.take_timer(&timer, &state, &data, carried)
        });
    }

    /// `fsm_signal(Signal)`: the same with what the end of another process brings.
    pub(crate) fn define_read_signal(&mut self, process: ProcessId) {
        let signal = Expr::Var(self.processes[process].params[0].var);
        let next_state = self.next_state;
        self.define_reading(process, |this, pair, carried| {
            this.take_signal(&signal, pair.clone(), carried, &|this, carried| {
                this.call(next_state, [&pair[..], &carried].concat())
            })
        });
    }

    /// Takes the stored pair, and what is carried, from the stack.
    fn define_reading(
        &mut self,
        process: ProcessId,
        next: impl FnOnce(&mut Self, [Expr; 2], Vec<Expr>) -> PointId,
    ) {
        let var: VarId = self.processes[process].vars.push("Val".into());
        let stored = Expr::Var(var);
        let mut carried = self.carried.initial();
        for (number, position) in self.carried.stored().enumerate() {
            carried[position] = Expr::element_of(StoredPart::kept(number), &stored);
        }
        let pair = [StoredPart::State, StoredPart::Data].map(|part| part.of(&stored));
        let next = next(self, pair, carried);
        let body = self.receive(self.actions.half("rcallresult"), var, next);
        self.define(process, body);
    }
}
