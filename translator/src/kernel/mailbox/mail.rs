//! What a `receive` takes of the messages that the model knows to be in the mailbox.
//!
//! Input: a `receive` at a cut, and how the callback goes on behind a message. Output: the ways that there are. The
//! first message of the queue that a clause takes is taken, and those before it stay; a timer whose message a clause
//! takes may be over by then, and that may have come before; so may be the end of another process (`exit_messages`). Only where
//! no clause takes a message that is there for sure the wait may end. What others have sent is left to `call_outcomes`: they may have been first. Whether a clause
//! takes a message is what the function behind the `receive` says of it: its sequence is none that refuses.

use crate::core::OwnMessages;
use crate::kernel::Kernel;
use crate::kernel::callback::Performer;
use crate::kernel::timers::value;
use crate::sequences::{Outcome, SegmentArg, SequenceEnd, SequenceStep};
use behaviour::Wire;
use model::index::Idx as _;
use model::{
    Behaviour, CommandKind, Component as _, Cond, End, Expr, FunctionId, Kind, PickedPart, PointId,
    QueuedPart, SentPart, Time, TimerPart,
};

/// The functions on the mailbox, among those of the model.
pub(crate) struct Mail {
    /// What a message of the queue looks like to a `receive`.
    pub shown: FunctionId,
    /// Whether the queue holds all of a call of a client that a `receive` may take.
    pub shows_calls: bool,
    /// What a message of the queue looks like to a `receive` that may take what wants the machine to end.
    pub signals: Option<FunctionId>,
    /// What the message of a timer looks like, where it is not what the timer holds.
    pub brought: Option<FunctionId>,
    /// Whether the end of a process is a message, and what that looks like, where a `receive` may take it.
    pub ends: Option<[FunctionId; 2]>,
    /// The timers when some message of the queue is taken, where those count.
    pub timers: Option<FunctionId>,
    /// The monitors and links when some message of the queue is taken, where those count.
    pub watches: Option<FunctionId>,
}

/// A `receive`.
pub(crate) struct Receive<'r> {
    /// What it may take.
    pub(crate) own_messages: OwnMessages,
    pub(crate) performer: &'r Performer<'r>,
    pub(crate) step: &'r SequenceStep,
    /// Its arguments: the time of `after`.
    pub(crate) args: &'r [Expr],
    /// What the process carries before it.
    pub(crate) context: &'r [Expr],
    /// The values that are live behind it.
    pub(crate) live: &'r [Expr],
    /// The segment behind a message, which has this shape.
    pub(crate) outcome: &'r Outcome,
    /// Why other processes may have ended.
    pub(crate) reasons: &'r [Expr],
}

impl Receive<'_> {
    /// All values that are in use.
    pub(crate) fn used(&self) -> Expr {
        let values = self.context.iter().chain(self.live).chain(self.performer.frames.as_ref());
        Expr::Tuple(values.cloned().collect())
    }

    /// The live values that the function behind it needs.
    pub(crate) fn needed(&self) -> Vec<Expr> {
        let args = self.outcome.args.iter();
        args.filter_map(|arg| match arg {
            SegmentArg::Live(number) => self.live.get(*number).cloned(),
            SegmentArg::Result => None,
        })
        .collect()
    }

    /// The function behind it.
    pub(crate) fn function(&self) -> FunctionId {
        self.performer.functions[self.outcome.segment.index()]
    }
}

impl Kernel<'_> {
    /// A message that the model knows of, or what happens where none of them is taken: `after`. `queue_scan` is what `picked`
    /// says of the queue, where that counts.
    pub(crate) fn own_mail(
        &mut self,
        receive: &Receive<'_>,
        pick: Option<&Expr>,
        after: PointId,
    ) -> PointId {
        let after = self.unless_sent(receive, after);
        let after = self.unless_ended(receive, after);
        let over = self.timers_over(receive, None);
        let ended = self.ends_over(receive, None);
        let none = self.one_of([over, ended, Some(after)].into_iter().flatten().collect());
        let Some(pick) = pick else { return none };
        let number = Expr::element(1, pick.clone());
        let taken = self.own_message(receive, pick);
        let over = self.timers_over(receive, Some(&number));
        let ended = self.ends_over(receive, Some(&number));
        let taken = self.one_of(std::iter::once(taken).chain(over).chain(ended).collect());
        self.point(Behaviour::If { cond: Cond::Is(Kind::Nil, pick.clone()), yes: none, no: taken })
    }

    /// What a message of the queue looks like; `used` holds all values that are in use, where those count.
    pub(crate) fn in_mailbox(&self, entry: &Expr, used: Option<&Expr>) -> Expr {
        match (&self.parts.mail, used) {
            (Some(Mail { signals: Some(shown), .. }), Some(used)) => {
                let args = vec![entry.clone(), self.parent(), self.stopper(used)];
                value(*shown, args)
            }
            (Some(mail), _) => value(mail.shown, vec![entry.clone()]),
            (None, _) => QueuedPart::Message.of(entry),
        }
    }

    /// Whether a `receive` may take messages of this kind: then the queue tells what they look like.
    pub(crate) fn is_seen(&self, kind: CommandKind) -> bool {
        match kind.wire {
            Wire::Tagged(_) | Wire::Bare | Wire::Timer => true,
            Wire::Asked(_) => self.parts.mail.as_ref().is_some_and(|mail| mail.shows_calls),
            Wire::System(_) | Wire::Signal(_) => self.shows_signals(),
        }
    }

    /// Takes the message that was picked out of the queue.
    fn own_message(&mut self, receive: &Receive<'_>, pick: &Expr) -> PointId {
        let [number, entry, left] =
            [PickedPart::Number, PickedPart::Message, PickedPart::Rest].map(|part| part.of(pick));
        let message = self.in_mailbox(&entry, Some(&receive.used()));
        let mut context = receive.context.to_vec();
        let first = context.len() - self.carried.len();
        let functions = self.parts.mail.as_ref().map(|mail| (mail.timers, mail.watches));
        let (timers, watches) = functions.unwrap_or_default();
        let places = [(self.carried.timers(), timers), (self.carried.watches(), watches)];
        for (position, function) in places {
            if let (Some(position), Some(function)) = (position, function) {
                let before = context[first + position].clone();
                context[first + position] = value(function, vec![number.clone(), before]);
            }
        }
        if let Some(position) = self.carried.queue() {
            context[first + position] = left;
        }
        self.takes(receive, message, context)
    }

    /// Takes a message.
    pub(crate) fn takes(
        &mut self,
        receive: &Receive<'_>,
        message: Expr,
        mut context: Vec<Expr>,
    ) -> PointId {
        let call = behind(receive, &receive.needed(), &message);
        context.extend(receive.performer.frames.clone());
        context.push(call);
        let process = receive.performer.processes[receive.outcome.segment.index()];
        let next = self.call(process, context);
        let action = self.actions.call(receive.step, &receive.outcome.shown);
        let args = receive.args.iter().cloned().chain([message]).collect();
        self.point(Behaviour::Act { action, args, next, origin: Some(receive.step.span) })
    }

    /// Goes on by whether a clause takes a message.
    pub(crate) fn if_taken(
        &mut self,
        receive: &Receive<'_>,
        message: &Expr,
        yes: PointId,
        no: PointId,
    ) -> PointId {
        match refused(receive, &receive.needed(), message) {
            Some(cond) => self.point(Behaviour::If { cond, yes: no, no: yes }),
            None => yes,
        }
    }

    /// The timers whose messages a `receive` may take, where one may be over while a callback runs.
    fn mail_of_timers(&self, receive: &Receive<'_>) -> Vec<Expr> {
        let position = self
            .carried
            .timers()
            .filter(|_| self.parts.timing.time == Time::Untimed && receive.own_messages.timers);
        let Some(position) = position else { return Vec::new() };
        let timers = receive.context[receive.context.len() - self.carried.len() + position].clone();
        let most = self.sites.n_timers * self.parts.timing.timers;
        let tails = std::iter::successors(Some(timers), |list| Some(Expr::tail(list.clone())));
        tails.take(most).collect()
    }

    /// The message of a timer, which may have come before the one of the queue with this number; `None` where there are
    /// no such timers.
    fn timers_over(&mut self, receive: &Receive<'_>, before: Option<&Expr>) -> Option<PointId> {
        let nothing = self.point(Behaviour::End(End::Nothing));
        self.mail_of_timers(receive).into_iter().rev().fold(None, |others, list| {
            let timer = Expr::head(list.clone());
            let mut context = receive.context.to_vec();
            let first = context.len() - self.carried.len();
            if let Some(position) = self.carried.timers() {
                let timers = context[first + position].clone();
                let args = vec![TimerPart::Site.of(&timer), TimerPart::Ref.of(&timer), timers];
                context[first + position] = self.clock(|functions| functions.drop, args);
            }
            let message = self.brought(&timer);
            let taken = self.takes(receive, message.clone(), context);
            let mut way = self.if_taken(receive, &message, taken, nothing);
            if let Some(number) = before {
                way = self.if_before(number, &TimerPart::Left.of(&timer), way);
            }
            let yes = self.one_of(std::iter::once(way).chain(others).collect());
            Some(self.point(Behaviour::If { cond: Cond::Is(Kind::Cons, list), yes, no: nothing }))
        })
    }

    /// What the message of a timer looks like.
    fn brought(&self, timer: &Expr) -> Expr {
        let Some(brought) = self.parts.mail.as_ref().and_then(|mail| mail.brought) else {
            return TimerPart::Message.of(timer);
        };
        let bare = Expr::list(self.sites.bare.iter().map(|&span| self.site(span)));
        value(brought, vec![timer.clone(), bare])
    }

    /// A timer that may be over before message `number` of the queue has come: no more messages than that were there
    /// when it was started.
    fn if_before(&mut self, number: &Expr, left: &Expr, way: PointId) -> PointId {
        let nothing = self.point(Behaviour::End(End::Nothing));
        let mut way = way;
        for (kind, place) in
            [(Kind::TupleOf(SentPart::SIZE), SentPart::N.of(left)), (Kind::Integer, left.clone())]
        {
            let cond = Cond::Less(number.clone(), place);
            let placed = self.point(Behaviour::If { cond, yes: nothing, no: way });
            let cond = Cond::Is(kind, left.clone());
            way = self.point(Behaviour::If { cond, yes: placed, no: way });
        }
        way
    }

    /// The end of the wait, unless the message of a timer that was cancelled too late is there and is taken.
    fn unless_sent(&mut self, receive: &Receive<'_>, after: PointId) -> PointId {
        let clock = self.parts.clock.as_ref().and_then(|clock| clock.timers.as_ref());
        let may_stay =
            clock.is_some_and(|functions| functions.late.is_some()) && self.sites.cancels;
        if !may_stay {
            return after;
        }
        let is_sent = any_of(self.mail_of_timers(receive), &mut |timer| {
            let left = TimerPart::Left.of(&timer);
            let sent = Cond::Same(left.clone(), Expr::atom("sent"));
            let placed = Cond::Same(SentPart::State.of(&left), Expr::atom("sent"));
            let is_placed = Cond::Is(Kind::TupleOf(SentPart::SIZE), left);
            let is_there = either(sent, both(is_placed, placed));
            match refused(receive, &receive.needed(), &self.brought(&timer)) {
                Some(refused) => both(is_there, not(refused)),
                None => is_there,
            }
        });
        self.unless(is_sent, after)
    }

    /// What follows unless a condition holds, if there is one.
    pub(crate) fn unless(&mut self, cond: Option<Cond>, next: PointId) -> PointId {
        let Some(cond) = cond else { return next };
        let nothing = self.point(Behaviour::End(End::Nothing));
        self.point(Behaviour::If { cond, yes: nothing, no: next })
    }
}

/// Whether something holds for an element of a list, of which these are the tails that there may be.
pub(crate) fn any_of(tails: Vec<Expr>, holds: &mut dyn FnMut(Expr) -> Cond) -> Option<Cond> {
    tails.into_iter().rev().fold(None, |further, list| {
        let cond = holds(Expr::head(list.clone()));
        let any = match further {
            Some(further) => either(cond, further),
            None => cond,
        };
        Some(both(Cond::Is(Kind::Cons, list), any))
    })
}

/// What the function behind a `receive` says of a message; `live` are the live values that it needs.
fn behind(receive: &Receive<'_>, live: &[Expr], message: &Expr) -> Expr {
    let mut live = live.iter().cloned();
    let values = receive.outcome.args.iter().filter_map(|arg| match arg {
        SegmentArg::Live(_) => live.next(),
        SegmentArg::Result => Some(message.clone()),
    });
    Expr::Call(receive.function(), values.collect())
}

/// Whether no clause takes a message; `None` where one takes all.
pub(crate) fn refused(receive: &Receive<'_>, live: &[Expr], message: &Expr) -> Option<Cond> {
    let segment = &receive.performer.split.segments[receive.outcome.segment];
    let result = behind(receive, live, message);
    let index = Expr::Element(1, Box::new(Expr::Element(3, Box::new(result))));
    let refusing = segment.sequences.iter().filter(|sequence| sequence.end == SequenceEnd::Refused);
    refusing.map(|sequence| Cond::Same(index.clone(), Expr::integer(sequence.index))).reduce(either)
}

pub(crate) fn both(left: Cond, right: Cond) -> Cond {
    Cond::And(Box::new(left), Box::new(right))
}

pub(crate) fn either(left: Cond, right: Cond) -> Cond {
    not(both(not(left), not(right)))
}

pub(crate) fn not(cond: Cond) -> Cond {
    Cond::Not(Box::new(cond))
}
