//! Timers that the machine has started: what they are after a step, and how they fire.
//!
//! Input: steps that start and cancel timers, in what the processes carry. Output: expressions for what is
//! carried behind a step, built of the functions of `translator/prelude/erlang.erl`; points at which timers fire.
//! Which message comes next is decided in `idle`, not here.

pub(crate) mod cancel;
pub(crate) mod functions;

use frontend::Span;

use super::sites::spans;
use super::{Kernel, Parts};
use crate::core::Service;
use crate::kernel::callback::{Branch, Performer};
use crate::kernel::timers::functions::{Clock, TimerFunctions};
use crate::sequences::SequenceStep;
use model::{
    ActionRole, Behaviour, Component as _, Cond, End, Expr, FunctionId, HandlerKind, Kind, PointId,
    SentPart, Time, TimerKind, TimerPart,
};

/// The calls of a model that start timers, or let other processes send something, in the order of the source.
pub(crate) fn sites(parts: &Parts) -> Vec<Span> {
    spans(parts, &|step| step.service.and_then(Service::brings).is_some())
}

/// The kinds of timers that a model starts.
pub(crate) fn kinds(parts: &Parts) -> Vec<TimerKind> {
    let started = |kind: TimerKind| {
        steps(parts).any(|step| step.service.and_then(Service::brings) == Some(kind))
    };
    TimerKind::ALL.into_iter().filter(|&kind| started(kind)).collect()
}

pub(crate) fn steps(parts: &Parts) -> impl Iterator<Item = &SequenceStep> {
    let segments = parts.splits().flat_map(|split| &split.segments);
    segments.flat_map(|segment| &segment.sequences).flat_map(|sequence| &sequence.steps)
}

/// Whether `erlang:cancel_timer/1` may get a timer that brings its message to another process.
pub(crate) fn has_others(parts: &Parts) -> bool {
    steps(parts).any(|step| {
        step.service.is_none()
            && step.module.as_str() == "erlang"
            && matches!(step.function.as_str(), "send_after" | "start_timer")
    })
}

/// A step that starts or cancels a timer, with what the processes carry before it.
pub(crate) struct TimerStep<'s> {
    pub(crate) step: &'s SequenceStep,
    pub(crate) args: &'s [Expr],
    /// What a new reference must not be in.
    pub(crate) live: Expr,
    pub(crate) timers: Expr,
    /// The messages that wait, where there may be any.
    queue: Option<Expr>,
}

impl Kernel<'_> {
    pub(crate) fn clock(
        &self,
        call: impl Fn(&TimerFunctions) -> FunctionId,
        args: Vec<Expr>,
    ) -> Expr {
        let functions = self.parts.clock.as_ref().and_then(|clock| clock.timers.as_ref());
        functions.map_or(Expr::Nil, |functions| value(call(functions), args))
    }

    /// How far away a new timer is.
    fn distance(&self, time: Expr, repeats: bool, queue: Option<&Expr>) -> Expr {
        let lasting = self.timer_functions().and_then(|functions| functions.lasting);
        let once = match (self.counts(), queue) {
            (Some([place, _]), Some(queue)) => value(place, vec![queue.clone()]),
            _ => self.units(time),
        };
        match lasting.filter(|_| repeats) {
            Some(lasting) => value(lasting, vec![once]),
            None => once,
        }
    }

    fn timer_functions(&self) -> Option<&TimerFunctions> {
        self.parts.clock.as_ref()?.timers.as_ref()
    }

    /// Where messages may wait and timers are not counted otherwise: see [`TimerFunctions`].
    fn counts(&self) -> Option<[FunctionId; 2]> {
        self.carried.queue()?;
        self.parts.clock.as_ref()?.timers.as_ref()?.counts
    }

    /// The timers when a message of the queue is taken.
    pub(crate) fn timers_taken(&self, timers: Expr) -> Expr {
        match self.counts() {
            Some([_, taken]) => value(taken, vec![timers]),
            None => timers,
        }
    }

    /// Puts the time-outs of the loop that have just started behind the messages that wait.
    pub(crate) fn place_timeouts(&self, next: &mut [Expr]) {
        let waits = self.parts.timeouts.as_ref().and_then(|own| own.waits);
        if let Some([behind, _]) = waits {
            let first = next.len() - self.carried.len();
            let queue = self.carried.queue().map(|position| next[first + position].clone());
            next[1] = value(behind, vec![queue.unwrap_or(Expr::Nil), next[1].clone()]);
        }
    }

    /// The units in a time.
    pub(crate) fn units(&self, time: Expr) -> Expr {
        match &self.parts.clock {
            Some(Clock { units: Some(units), quantum, .. }) => {
                value(*units, vec![time, Expr::Integer(quantum.clone())])
            }
            _ => Expr::atom("armed"),
        }
    }

    /// The timers behind a step that starts one.
    pub(crate) fn started(&self, timer_step: &TimerStep<'_>) -> Expr {
        let [time, message] = timer_step.args else { return timer_step.timers.clone() };
        if let Some(Service::Send(kind)) = timer_step.step.service {
            return self.sent_by(time.clone(), kind, timer_step);
        }
        let Some(Service::Start { kind, wraps, named, repeats }) = timer_step.step.service else {
            return timer_step.timers.clone();
        };
        let args = vec![
            self.site(timer_step.step.span),
            Expr::atom(kind.name()),
            how(wraps, named),
            message.clone(),
            self.distance(time.clone(), repeats, timer_step.queue.as_ref()),
            timer_step.timers.clone(),
            timer_step.live.clone(),
            Expr::integer(self.stride()),
        ];
        self.clock(|functions| functions.start, args)
    }

    /// The timers behind a step that lets a process send something.
    fn sent_by(&self, process: Expr, kind: TimerKind, timer_step: &TimerStep<'_>) -> Expr {
        let Some([post, _]) = self.timer_functions().and_then(|functions| functions.senders) else {
            return timer_step.timers.clone();
        };
        let args = vec![
            self.site(timer_step.step.span),
            process,
            Expr::atom(kind.name()),
            timer_step.args[1].clone(),
            self.distance(Expr::integer(0), false, timer_step.queue.as_ref()),
            timer_step.timers.clone(),
        ];
        value(post, args)
    }

    /// The number of a call that starts a timer, or makes a monitor: also of the first reference that it makes.
    pub(crate) fn site(&self, span: Span) -> Expr {
        let position = self.sites.all.iter().position(|site| *site == span).unwrap_or(0);
        Expr::integer(self.first_site() + position)
    }

    /// The timers without the one that has this reference.
    pub(crate) fn without(&self, reference: Expr, timers: Expr) -> Expr {
        self.clock(|functions| functions.cancel, vec![reference, timers])
    }

    /// The timers behind a step whose end decides nothing.
    pub(crate) fn timers_behind(&self, timer_step: &TimerStep<'_>) -> Expr {
        match (timer_step.step.service, timer_step.args) {
            (Some(Service::Start { .. } | Service::Send(_)), _) => self.started(timer_step),
            (Some(Service::Cancel { .. }), [reference]) => {
                self.without(reference.clone(), timer_step.timers.clone())
            }
            _ => timer_step.timers.clone(),
        }
    }

    /// A step, unless it starts a timer where there is no room for one more: that is a visible end.
    pub(crate) fn unless_full(&mut self, timer_step: &TimerStep<'_>, step: PointId) -> PointId {
        let [first, message] = timer_step.args else { return step };
        let room = Expr::integer(self.parts.timing.timers);
        let mut args = vec![self.site(timer_step.step.span), room, timer_step.timers.clone()];
        let senders = self.timer_functions().and_then(|functions| functions.senders);
        let full = match (timer_step.step.service, senders) {
            (Some(Service::Start { .. }), _) => self.clock(|functions| functions.full, args),
            (Some(Service::Send(_)), Some([_, crowded])) => {
                args.insert(1, first.clone());
                value(crowded, args)
            }
            _ => return step,
        };
        let yes = self.last(ActionRole::Overflow, vec![message.clone()], End::Overflow);
        let cond = Cond::Same(full, Expr::atom("true"));
        self.point(Behaviour::If { cond, yes, no: step })
    }

    /// What a step has to do with timers; `None` if nothing.
    pub(crate) fn timer_step<'s>(
        &self,
        performer: &Performer<'_>,
        branch: Branch<'s>,
        step: &'s SequenceStep,
        args: &'s [Expr],
        context: &[Expr],
    ) -> Option<TimerStep<'s>> {
        step.service.filter(|service| service.is_timer())?;
        let carried = &context[context.len().saturating_sub(self.carried.len())..];
        let timers = self.carried.timers();
        let value = timers.map_or(Expr::Nil, |position| carried[position].clone());
        let others = carried.iter().enumerate().filter(|(position, _)| Some(*position) != timers);
        let live = std::iter::once(Expr::Var(branch.result))
            .chain(others.map(|(_, value)| value.clone()))
            .chain(performer.frames.clone());
        let queue = self.carried.queue().map(|position| carried[position].clone());
        Some(TimerStep { step, args, live: Expr::Tuple(live.collect()), timers: value, queue })
    }

    /// The reference that the next timer gets.
    pub(crate) fn next_reference(&self, timer_step: &TimerStep<'_>) -> Expr {
        let Some(Service::Start { wraps, named, .. }) = timer_step.step.service else {
            return Expr::Nil;
        };
        let args = vec![
            how(wraps, named),
            self.site(timer_step.step.span),
            timer_step.timers.clone(),
            timer_step.live.clone(),
            Expr::integer(self.stride()),
        ];
        self.clock(|functions| functions.reference, args)
    }

    /// The ways in which timers fire; `next` says what follows.
    pub(crate) fn fires(
        &mut self,
        timers: &Expr,
        next: &mut dyn FnMut(&mut Self, Expr) -> PointId,
    ) -> PointId {
        let most = self.sites.n_timers * self.parts.timing.timers;
        let mut lists = vec![timers.clone()];
        for _ in 1..most {
            lists.extend(lists.last().map(|list| Expr::tail(list.clone())));
        }
        let nothing = self.point(Behaviour::End(End::Nothing));
        lists.into_iter().rev().fold(nothing, |others, list| {
            let timer = Expr::head(list.clone());
            let next = next(self, timer.clone());
            let mut way = self.fire(&timer, next);
            if self.parts.timing.time == Time::Tick {
                let cond = Cond::Same(TimerPart::Left.of(&timer), Expr::integer(0));
                way = self.point(Behaviour::If { cond, yes: way, no: nothing });
            }
            if self.counts().is_some() {
                let cond = Cond::Is(Kind::Integer, TimerPart::Left.of(&timer));
                way = self.point(Behaviour::If { cond, yes: nothing, no: way });
                let cond = Cond::Is(Kind::TupleOf(SentPart::SIZE), TimerPart::Left.of(&timer));
                way = self.point(Behaviour::If { cond, yes: nothing, no: way });
            }
            let yes = if others == nothing { way } else { self.one_of(vec![way, others]) };
            self.point(Behaviour::If { cond: Cond::Is(Kind::Cons, list), yes, no: nothing })
        })
    }

    /// The action of a timer, by its kind.
    fn fire(&mut self, timer: &Expr, next: PointId) -> PointId {
        let kinds = kinds(self.parts);
        let mut point = next;
        for (number, kind) in kinds.into_iter().enumerate() {
            let shown = model::shown(kind, TimerPart::Message.of(timer));
            let yes = self.act(self.actions.role(ActionRole::Fires(kind)), vec![shown], next);
            let cond = Cond::Same(TimerPart::Kind.of(timer), Expr::atom(kind.name()));
            point = match number {
                0 => yes,
                _ => self.point(Behaviour::If { cond, yes, no: point }),
            };
        }
        point
    }

    /// Goes on as the process of the callback that takes what a timer brings; `before` are its arguments
    /// before the result of its function.
    pub(crate) fn take_timer(
        &mut self,
        timer: &Expr,
        state: &Expr,
        data: &Expr,
        mut before: Vec<Expr>,
    ) -> PointId {
        let first = before.len() - self.carried.len();
        if let Some(position) = self.carried.timeout() {
            before[first + position] = Expr::atom("none");
        }
        if let Some(position) = self.carried.timers() {
            let timers = before[first + position].clone();
            let args = vec![TimerPart::Site.of(timer), TimerPart::Ref.of(timer), timers];
            before[first + position] = self.clock(|functions| functions.drop, args);
        }
        let args = [TimerPart::Message.of(timer), data.clone()];
        let kinds = kinds(self.parts);
        let behaviour = self.parts.behaviour;
        let handlers = behaviour.brought_to();
        let ways = handlers.into_iter().filter_map(|handler| {
            let brought_kinds =
                kinds.iter().filter(|kind| behaviour.brought(**kind).callback == handler);
            let brought_kinds: Vec<TimerKind> = brought_kinds.copied().collect();
            (!brought_kinds.is_empty()).then_some((handler, brought_kinds))
        });
        let ways: Vec<(HandlerKind, Vec<TimerKind>)> = ways.collect();
        let mut point = None;
        for (handler, brought_kinds) in ways {
            let way = self.dispatch(handler, state, &before, &args);
            point = Some(match point {
                None => way,
                Some(no) => brought_kinds.into_iter().fold(no, |no, kind| {
                    let cond = Cond::Same(TimerPart::Kind.of(timer), Expr::atom(kind.name()));
                    self.point(Behaviour::If { cond, yes: way, no })
                }),
            });
        }
        point.unwrap_or_else(|| self.point(Behaviour::End(End::Nothing)))
    }

    /// Any of these.
    pub(crate) fn one_of(&mut self, ways: Vec<PointId>) -> PointId {
        match ways.as_slice() {
            [only] => *only,
            _ => self.point(Behaviour::Choice(ways)),
        }
    }

    /// Whether some timer is due, where time is counted.
    pub(crate) fn is_due(&self, timers: Expr) -> Option<Cond> {
        let [_, due] = self.parts.clock.as_ref()?.tick?;
        Some(Cond::Same(value(due, vec![timers]), Expr::atom("true")))
    }

    /// The timers one unit of time later.
    pub(crate) fn ticked(&self, timers: Expr) -> Expr {
        match self.parts.clock.as_ref().and_then(|clock| clock.tick) {
            Some([tick, _]) => value(tick, vec![timers]),
            None => timers,
        }
    }
}

/// The actions of timers: role, name, number of arguments.
pub(crate) fn actions(parts: &Parts) -> Vec<(ActionRole, &'static str, usize)> {
    let kinds = kinds(parts);
    let mut actions: Vec<_> =
        kinds.iter().map(|kind| (ActionRole::Fires(*kind), kind.name(), 1)).collect();
    if parts.timeouts.is_some() && !kinds.contains(&TimerKind::Timeout) {
        let kind = TimerKind::Timeout;
        actions.push((ActionRole::Fires(kind), kind.name(), 1));
    }
    if !actions.is_empty() {
        actions.push((ActionRole::Overflow, "overflow", 1));
    }
    if parts.timing.time == Time::Tick {
        actions.push((ActionRole::Tick, "tick", 0));
    }
    actions
}

/// The halves of the hand-over of what a timer brings.
pub(crate) const HALVES: [&str; 2] = ["s_timer", "r_timer"];

/// The name of the hand-over.
pub(crate) const HAND_OVER: &str = "send_timer";

/// How a timer can be named.
fn how(wraps: bool, named: bool) -> Expr {
    Expr::atom(match (wraps, named) {
        (true, _) => "wrapped",
        (false, true) => "named",
        (false, false) => "hidden",
    })
}

/// The value of a function of the prelude that raises no exception.
pub(crate) fn value(function: FunctionId, args: Vec<Expr>) -> Expr {
    Expr::element(2, Expr::Call(function, args))
}
