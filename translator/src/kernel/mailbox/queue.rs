//! The machine's queue: what it sends to itself, and the commands that wait, oldest first.
//!
//! A message is a tuple of `QueuedPart`s, with the client where several may wait. It is put in by the step of a callback (`post(E)`), and taken out when the
//! machine is idle, before anything else happens (`send_event(E)`, which the default view shows here): OTP's
//! loop looks at the mailbox before it waits. Where there is no room for one more, `overflow(E)` ends what is
//! known. Which message comes next is decided in `idle` (direct form) and `paper`.

use crate::core::Service;
use crate::kernel::Kernel;
use crate::kernel::state::functions::nowhere;
use crate::kernel::timers::value;
use crate::sequences::SequenceStep;
use model::index::IndexVec;
use model::{
    ActionRole, Behaviour, CommandKind, Component as _, Cond, End, Expr, Function, FunctionId,
    FunctionRole, Kind, MACHINE, Node, PointId, QueuedPart, Unhandled, VarId, exit_message,
};

/// The functions on the queue.
#[derive(Clone, Copy)]
pub(crate) struct Queue {
    append: FunctionId,
    /// Whether one more post fits in.
    room: FunctionId,
    /// Whether one more command fits in.
    command_room: Option<FunctionId>,
}

/// Whose a message is that waits.
#[derive(Clone, Copy)]
pub(crate) struct Queued {
    pub(crate) kind: CommandKind,
    /// Whether the machine has sent it to itself; commands and own messages are told apart only where
    /// commands are ignored that no callback takes.
    pub(crate) is_own: bool,
}

impl Queued {
    fn tag(self) -> &'static str {
        if self.is_own { self.kind.post } else { self.kind.tag }
    }
}

impl Queue {
    /// The queue with one message more: what it says, and the number of the client where that is asked for.
    fn with(self, queue: Expr, queued: Queued, message: Expr, client: Option<Expr>) -> Expr {
        let entry = QueuedPart::entry(Expr::atom(queued.tag()), message, client);
        Expr::Call(self.append, vec![queue, entry])
    }
}

impl Kernel<'_> {
    /// The functions on the queue, if there is one.
    pub(crate) fn add_queue(&mut self) {
        if self.carried.queue().is_none() {
            return;
        }
        let itself = FunctionId(u32::try_from(self.functions.len()).unwrap_or(u32::MAX));
        let append = self.functions.push(append_function(itself));
        let mailbox = self.parts.mailbox;
        let room = self.functions.push(room_function(self.parts.self_posts + mailbox));
        let command_room = (mailbox > 0).then(|| self.functions.push(room_function(mailbox)));
        self.queue = Some(Queue { append, room, command_room });
    }

    /// A message that the machine sends to itself.
    fn posted(&self, kind: CommandKind) -> Queued {
        Queued { kind, is_own: self.parts.unhandled == Unhandled::Ignore }
    }

    /// What may wait.
    fn may_wait(&self) -> Vec<Queued> {
        let commands = self
            .parts
            .environment
            .kinds(self.parts.behaviour)
            .into_iter()
            .filter(|_| self.parts.mailbox > 0);
        let mut queued: Vec<Queued> = commands.map(|kind| Queued { kind, is_own: false }).collect();
        queued.extend(self.parts.posts.iter().map(|&kind| self.posted(kind)));
        queued.sort_by_key(|queued| (queued.kind, queued.is_own));
        queued.dedup_by_key(|queued| (queued.kind, queued.is_own));
        queued
    }

    /// The queue in what the processes carry.
    pub(crate) fn carried_queue(&self, context: &[Expr]) -> Option<Expr> {
        let first = context.len().checked_sub(self.carried.len())?;
        self.carried.queue().map(|position| context[first + position].clone())
    }

    /// The queue behind a step that puts something into it.
    pub(crate) fn queue_behind(
        &self,
        step: &SequenceStep,
        args: &[Expr],
        context: &[Expr],
    ) -> Option<Expr> {
        let queue = self.carried_queue(context)?;
        match step.service {
            Some(Service::Post(kind)) => {
                Some(self.queue?.with(queue, self.posted(kind), args[0].clone(), None))
            }
            Some(Service::ExitSelf) => {
                let message = own_exit(args.last()?);
                let queued = self.posted(self.parts.behaviour.bare);
                Some(self.queue?.with(queue, queued, message, None))
            }
            _ => None,
        }
    }

    /// What the processes carry behind the first message of the queue: that is gone, and what waits behind it has one
    /// message less before it.
    pub(crate) fn take_first(&self, context: &mut [Expr]) {
        let first = context.len() - self.carried.len();
        if let Some(position) = self.carried.queue() {
            context[first + position] = Expr::tail(context[first + position].clone());
        }
        if let Some(position) = self.carried.timers() {
            context[first + position] = self.timers_taken(context[first + position].clone());
        }
        if let Some([_, taken]) = self.parts.timeouts.as_ref().and_then(|own| own.waits) {
            context[1] = value(taken, vec![context[1].clone()]);
        }
        if let Some(position) = self.carried.watches() {
            context[first + position] = self.watches_taken(context[first + position].clone());
        }
    }

    /// A post where there is room for it, and what happens where there is none.
    pub(crate) fn if_room(&mut self, queue: Expr, message: Expr, post: PointId) -> PointId {
        let Some(functions) = self.queue else { return post };
        let no = self.last(ActionRole::Overflow, vec![message], End::Overflow);
        let room = Expr::Call(functions.room, vec![queue]);
        let cond = Cond::Same(room, Expr::atom("true"));
        self.point(Behaviour::If { cond, yes: post, no })
    }

    /// What is carried behind a command, where commands wait in the queue: it is there, and a client waits for the answer.
    pub(crate) fn with_command(
        &self,
        [data, command]: [&Expr; 2],
        kind: CommandKind,
        client: usize,
        carried: &[Expr],
    ) -> Option<Vec<Expr>> {
        let functions = self.queue.filter(|functions| functions.command_room.is_some())?;
        let position = self.carried.queue()?;
        let mut carried = carried.to_vec();
        let mut waiting = None;
        if kind.callback.is_sync() {
            let [waits, from] = self.from(client, data, &carried);
            carried[client] = waits;
            waiting = self.has_from(kind.callback).then_some(from);
        }
        let queued = Queued { kind, is_own: false };
        let queue = carried[position].clone();
        carried[position] = functions.with(queue, queued, command.clone(), waiting);
        Some(carried)
    }

    /// What follows the first message of the queue, by its kind; what happens where there is none.
    ///
    /// Commands are offered beside it as long as there is room for them; `beside` adds what may stand before it.
    pub(crate) fn first_of_queue(
        &mut self,
        queue: &Expr,
        [empty, commands]: [PointId; 2],
        taken: &mut dyn FnMut(&mut Self, Queued, Expr) -> PointId,
        beside: &mut dyn FnMut(&mut Self, PointId) -> PointId,
    ) -> PointId {
        let entry = Expr::Head(Box::new(queue.clone()));
        let nothing = self.point(Behaviour::End(End::Nothing));
        let queued = self.may_wait();
        let mut first = queued.into_iter().rev().fold(nothing, |no, queued| {
            let yes = taken(self, queued, QueuedPart::Message.of(&entry));
            let cond = Cond::Same(QueuedPart::Kind.of(&entry), Expr::atom(queued.tag()));
            self.point(Behaviour::If { cond, yes, no })
        });
        if let Some(room) = self.queue.and_then(|functions| functions.command_room) {
            let room = Expr::Call(room, vec![queue.clone()]);
            let cond = Cond::Same(room, Expr::atom("true"));
            let more = self.point(Behaviour::If { cond, yes: commands, no: nothing });
            first = self.point(Behaviour::Choice(vec![first, more]));
        }
        first = beside(self, first);
        if self.parts.overtakes {
            let cond = Cond::Is(Kind::Nil, Expr::Tail(Box::new(queue.clone())));
            let sooner = self.point(Behaviour::If { cond, yes: commands, no: nothing });
            first = self.point(Behaviour::Choice(vec![first, sooner]));
        }
        let cond = Cond::Is(Kind::Nil, queue.clone());
        self.point(Behaviour::If { cond, yes: empty, no: first })
    }
}

/// The message of an exit signal that the machine has sent itself.
pub(crate) fn own_exit(reason: &Expr) -> Expr {
    exit_message(&Expr::pid(MACHINE), reason)
}

/// Queue and message to the queue with the message behind all others.
fn append_function(itself: FunctionId) -> Function {
    let vars = ["Queue", "Message"].into_iter().map(Into::into).collect();
    let [queue, message] = [VarId(0), VarId(1)].map(Expr::Var);
    let mut nodes = IndexVec::default();
    let last = nodes.push(Node::Return(Expr::list([message.clone()].into_iter())));
    let rest = Expr::Call(itself, vec![Expr::tail(queue.clone()), message]);
    let longer = Expr::Cons(Box::new(Expr::head(queue.clone())), Box::new(rest));
    let no = nodes.push(Node::Return(longer));
    let cond = Cond::Is(Kind::Nil, queue);
    let root = nodes.push(Node::Test { cond, yes: last, no, at: nowhere() });
    let params = vec![VarId(0), VarId(1)];
    Function {
        role: FunctionRole::Append,
        params,
        vars,
        nodes,
        root,
        origins: Vec::new(),
        raises: Vec::new(),
    }
}

/// Whether a queue holds fewer messages than this.
fn room_function(most: usize) -> Function {
    let vars = std::iter::once("Queue".into()).collect();
    let mut nodes = IndexVec::default();
    let yes = nodes.push(Node::Return(Expr::atom("true")));
    let no = nodes.push(Node::Return(Expr::atom("false")));
    let tails =
        std::iter::successors(Some(Expr::Var(VarId(0))), |list| Some(Expr::tail(list.clone())));
    let tails: Vec<Expr> = tails.take(most).collect();
    let root = tails.into_iter().rev().fold(no, |no, list| {
        nodes.push(Node::Test { cond: Cond::Is(Kind::Nil, list), yes, no, at: nowhere() })
    });
    Function {
        role: FunctionRole::Room(most),
        params: vec![VarId(0)],
        vars,
        nodes,
        root,
        origins: Vec::new(),
        raises: Vec::new(),
    }
}
