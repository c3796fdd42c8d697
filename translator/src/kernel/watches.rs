//! Other processes: what the machine monitors, and to what it is linked.
//!
//! Input: steps that make and remove monitors and links, in what the processes carry. Output: expressions for
//! what is carried behind a step, built of the functions of `translator/prelude/erlang.erl`. What the ends of
//! these processes bring is in `signals`.

pub(crate) mod signals;

use frontend::Span;

use super::sites::spans;
use super::timers::steps;
use super::{Kernel, Parts};
use crate::core::Service;
use crate::kernel::callback::{Branch, Performer};
use crate::sequences::{SequenceStep, Shown};
use model::{
    ActionRole, Behaviour, Cond, End, Expr, FunctionId, MACHINE, OriginId, PointId, TimerKind,
};

/// What the kernel needs where the machine has to do with other processes.
pub(crate) struct Watch {
    /// What is watched with a monitor or a message more.
    pub add: FunctionId,
    /// What is watched with a link more, unless it is there.
    pub link: FunctionId,
    /// What is watched when a message of the queue is taken, where some may wait.
    pub taken: Option<FunctionId>,
    /// Where links may be while exits are trapped and while they are not: what is watched when that changes, without
    /// what has brought a message, whether the message of a link may be there already.
    pub loose: Option<[FunctionId; 3]>,
    /// The processes to which the machine is linked, where there may be any.
    pub links: Option<FunctionId>,
    /// Without a monitor, link or message.
    pub drop: FunctionId,
    /// The message of a monitor or link in place of it.
    pub sent: FunctionId,
    /// Whether there is one.
    pub lives: FunctionId,
    /// Whether there are as many of one site as there may be.
    pub full: FunctionId,
    /// What is left where a `receive` has taken a message.
    pub received: FunctionId,
    /// What is carried of a client behind the end of a process.
    pub client: FunctionId,
    /// Why processes end; the reason is unknown where there are none.
    pub reasons: Vec<Expr>,
    /// Where an unknown reason comes from.
    pub origin: OriginId,
}

/// The calls of a model that make monitors, links and processes, in the order of the source.
pub(crate) fn sites(parts: &Parts) -> Vec<Span> {
    spans(parts, &|step| step.service.is_some_and(Service::is_start_of_watch))
}

/// Whether a model makes monitors, and whether it makes links.
pub(crate) fn makes(parts: &Parts) -> [bool; 2] {
    let has = |wanted: &dyn Fn(Service) -> bool| {
        steps(parts).any(|step| step.service.is_some_and(wanted))
    };
    let monitors =
        |service| matches!(service, Service::Monitor | Service::Spawn { monitors: true, .. });
    let links = |service| matches!(service, Service::Link | Service::Spawn { links: true, .. });
    [has(&monitors), has(&links)]
}

/// Whether a step makes a link.
pub(crate) fn links(step: &SequenceStep) -> bool {
    matches!(step.service, Some(Service::Link | Service::Spawn { links: true, .. }))
}

/// The actions of other processes: role, name, number of arguments.
pub(crate) fn actions(parts: &Parts) -> Vec<(ActionRole, &'static str, usize)> {
    let [monitors, links] = makes(parts);
    let mut actions = Vec::new();
    if monitors || links {
        actions.push((ActionRole::Fires(TimerKind::Info), TimerKind::Info.name(), 1));
        actions.push((ActionRole::Overflow, "overflow", 1));
    }
    if links {
        actions.push((ActionRole::ExitSignal, EXIT_SIGNAL, 2));
        actions.push((ActionRole::Stop, "stop", 1));
        if signals::links_in_init(parts) {
            actions.push((ActionRole::StartFailed, "start_failed", 1));
        }
    }
    actions
}

/// The action of an exit signal that is no message.
pub(crate) const EXIT_SIGNAL: &str = "exit_signal";

/// The halves of the hand-over of what the end of a process brings.
pub(crate) const HALVES: [&str; 2] = ["s_signal", "r_signal"];

/// The name of the hand-over.
pub(crate) const HAND_OVER: &str = "send_signal";

/// A step that has to do with other processes, with what the processes carry before it.
#[derive(Clone)]
pub(crate) struct WatchStep<'s> {
    step: &'s SequenceStep,
    args: &'s [Expr],
    /// What new references and process identifiers must not be in.
    live: Expr,
    watches: Expr,
    /// Whether the machine traps exits, where it ever does.
    trap: Option<Expr>,
    /// The messages that wait, where there may be any.
    queue: Option<Expr>,
}

/// Makes a step whose end decides what follows: from which of its ends it is, and the watches that are left then.
type GoOn<'g, K> = &'g mut dyn FnMut(&mut K, usize, Expr) -> PointId;

impl Kernel<'_> {
    /// A function on them.
    pub(crate) fn watch(&self, call: impl Fn(&Watch) -> FunctionId, args: Vec<Expr>) -> Expr {
        self.parts
            .watch
            .as_ref()
            .map_or(Expr::Nil, |watch| Expr::element(2, Expr::Call(call(watch), args)))
    }

    /// What a step has to do with other processes; `None` if nothing.
    pub(crate) fn watch_step<'s>(
        &self,
        performer: &Performer<'_>,
        branch: Branch<'s>,
        step: &'s SequenceStep,
        args: &'s [Expr],
        context: &[Expr],
    ) -> Option<WatchStep<'s>> {
        step.service.filter(|service| service.is_watch())?;
        let carried = &context[context.len().saturating_sub(self.carried.len())..];
        let watches =
            self.carried.watches().map_or(Expr::Nil, |position| carried[position].clone());
        let trap = self.carried.trap().map(|position| carried[position].clone());
        let live = std::iter::once(Expr::Var(branch.result))
            .chain(carried.iter().cloned())
            .chain(performer.frames.clone());
        let live = Expr::Tuple(live.collect());
        let queue = self.counted_queue().map(|position| carried[position].clone());
        Some(WatchStep { step, args, live, watches, trap, queue })
    }

    /// The reference of a new monitor.
    fn new_reference(&self, watch_step: &WatchStep<'_>) -> Expr {
        self.fresh_reference(self.site(watch_step.step.span), watch_step.live.clone())
    }

    /// The process identifier of a new process.
    fn new_pid(&self, watch_step: &WatchStep<'_>) -> Expr {
        self.fresh_pid(watch_step.live.clone())
    }

    /// The value of a step that makes something.
    pub(crate) fn made(&self, watch_step: &WatchStep<'_>) -> Expr {
        match watch_step.step.service {
            Some(Service::Spawn { monitors: true, .. }) => {
                Expr::Tuple(vec![self.new_pid(watch_step), self.new_reference(watch_step)])
            }
            Some(Service::Spawn { .. }) => self.new_pid(watch_step),
            _ => self.new_reference(watch_step),
        }
    }

    fn with_monitor(&self, watch_step: &WatchStep<'_>, who: Expr, watches: Expr) -> Expr {
        let site = self.site(watch_step.step.span);
        let mut args = vec![site, self.new_reference(watch_step), Expr::atom("monitor"), who];
        args.extend(watch_step.queue.clone());
        args.push(watches);
        self.watch(|watch| watch.add, args)
    }

    fn with_link(&self, watch_step: &WatchStep<'_>, who: Expr, watches: Expr) -> Expr {
        let mut args = vec![self.site(watch_step.step.span), who];
        args.extend(watch_step.queue.clone());
        args.push(watches);
        self.watch(|watch| watch.link, args)
    }

    /// Where the queue is carried, if what it holds counts for monitors and links.
    fn counted_queue(&self) -> Option<usize> {
        self.parts.watch.as_ref()?.taken?;
        self.carried.queue()
    }

    /// What is watched when a message of the queue is taken.
    pub(crate) fn watches_taken(&self, watches: Expr) -> Expr {
        match self.parts.watch.as_ref().and_then(|watch| watch.taken) {
            Some(taken) => self.watch(|_| taken, vec![watches]),
            None => watches,
        }
    }

    /// What is watched when exits are trapped from now on, or not any more.
    pub(crate) fn trapping(&self, old: Expr, new: Expr, watches: Expr) -> Expr {
        match self.parts.watch.as_ref().and_then(|watch| watch.loose) {
            Some([trap, ..]) => self.watch(|_| trap, vec![old, new, watches]),
            None => watches,
        }
    }

    /// What is watched behind what one brings.
    pub(crate) fn unwatched_by(&self, reference: Expr, kind: Expr, watches: Expr) -> Expr {
        let heard = |watch: &Watch| watch.loose.map_or(watch.drop, |[_, heard, _]| heard);
        self.watch(heard, vec![reference, kind, watches])
    }

    /// Whether the message of a link may be there already, if there may be such links.
    fn is_loose(&self, who: &Expr, watches: Expr) -> Option<Cond> {
        let [.., loose] = self.parts.watch.as_ref()?.loose?;
        let loose = self.watch(|_| loose, vec![who.clone(), watches]);
        Some(Cond::Same(loose, Expr::atom("true")))
    }

    fn unwatched(&self, reference: &Expr, kind: &str, watches: Expr) -> Expr {
        let args = vec![reference.clone(), Expr::atom(kind), watches];
        self.watch(|watch| watch.drop, args)
    }

    /// What is carried behind a `receive` that has taken a message: what has brought it is gone.
    pub(crate) fn received_in(&self, message: &Expr, context: &mut [Expr]) {
        let first = context.len().saturating_sub(self.carried.len());
        if let Some(position) = self.carried.watches() {
            let args = vec![message.clone(), context[first + position].clone()];
            context[first + position] = self.watch(|watch| watch.received, args);
        }
    }

    /// What is watched behind a step that ends in one way.
    pub(crate) fn watches_behind(&self, watch_step: &WatchStep<'_>) -> Expr {
        let watches = watch_step.watches.clone();
        match (watch_step.step.service, watch_step.args) {
            (Some(Service::Monitor), [_, who]) => {
                self.with_monitor(watch_step, who.clone(), watches)
            }
            (Some(Service::Link), [who]) => self.with_link(watch_step, who.clone(), watches),
            (Some(Service::Spawn { links, monitors }), _) => {
                let with = |added: bool, watches: Expr, add: &dyn Fn(Expr) -> Expr| {
                    if added { add(watches) } else { watches }
                };
                let linked =
                    |watches| self.with_link(watch_step, self.new_pid(watch_step), watches);
                let monitored =
                    |watches| self.with_monitor(watch_step, self.new_pid(watch_step), watches);
                with(monitors, with(links, watches, &linked), &monitored)
            }
            (Some(Service::Demonitor { flushes, .. }), [reference, ..]) => {
                let left = self.unwatched(reference, "monitor", watches);
                if flushes { self.unwatched(reference, "down", left) } else { left }
            }
            (Some(Service::Unlink), [who]) => self.unwatched(who, "link", watches),
            _ => watches,
        }
    }

    /// A step, unless it makes a monitor or link where there is no room for one more: that is a visible end.
    pub(crate) fn unless_crowded(&mut self, watch_step: &WatchStep<'_>, step: PointId) -> PointId {
        let (shown, is_link) = match (watch_step.step.service, watch_step.args) {
            (Some(Service::Monitor), [_, who]) => (who.clone(), false),
            (Some(Service::Link), [who]) => (who.clone(), true),
            (Some(Service::Spawn { links, monitors }), _) if links || monitors => {
                (self.new_pid(watch_step), false)
            }
            _ => return step,
        };
        let room =
            Expr::integer(self.parts.timing.timers * self.sites.weight(watch_step.step.span));
        let args = vec![self.site(watch_step.step.span), room, watch_step.watches.clone()];
        let full = Cond::Same(self.watch(|watch| watch.full, args), Expr::atom("true"));
        let no_room = self.last(ActionRole::Overflow, vec![shown.clone()], End::Overflow);
        let mut yes = no_room;
        if is_link {
            // It may be there already.
            let cond = self.lives(&shown, "link", watch_step.watches.clone());
            yes = self.point(Behaviour::If { cond, yes: step, no: no_room });
        }
        self.point(Behaviour::If { cond: full, yes, no: step })
    }

    fn lives(&self, reference: &Expr, kind: &str, watches: Expr) -> Cond {
        let args = vec![reference.clone(), Expr::atom(kind), watches];
        Cond::Same(self.watch(|watch| watch.lives, args), Expr::atom("true"))
    }

    /// A step whose end decides what follows: `go_on` makes the step from what it shows, and what it leaves.
    pub(crate) fn watch_cut(
        &mut self,
        watch_step: &WatchStep<'_>,
        shown: &[Shown],
        go_on: GoOn<'_, Self>,
    ) -> PointId {
        let value = |text: &str| {
            let is_value =
                |shown: &Shown| matches!(shown, Shown::Value(value) if *value == Expr::atom(text));
            shown.iter().position(is_value).unwrap_or(0)
        };
        let [yes, no] = [value("true"), value("false")];
        match (watch_step.step.service, watch_step.args) {
            (Some(Service::Demonitor { flushes, informs }), [reference, ..]) => {
                self.demonitor_cut(watch_step, reference, [flushes, informs], [yes, no], go_on)
            }
            (Some(Service::Unlink), [who]) => self.unlink_cut(watch_step, who, yes, go_on),
            (Some(Service::Link), [who]) => {
                let raises = shown.iter().position(|shown| matches!(shown, Shown::Raise(..)));
                self.link_cut(watch_step, who, raises, go_on)
            }
            _ => {
                let behind = self.watches_behind(watch_step);
                let point = go_on(self, 0, behind);
                self.unless_crowded(watch_step, point)
            }
        }
    }

    /// `demonitor`: what is monitored runs, or has ended, and its message may be there.
    fn demonitor_cut(
        &mut self,
        watch_step: &WatchStep<'_>,
        reference: &Expr,
        [flushes, informs]: [bool; 2],
        [yes, no]: [usize; 2],
        go_on: GoOn<'_, Self>,
    ) -> PointId {
        let removed = self.watches_behind(watch_step);
        let mut ways = vec![go_on(self, yes, removed.clone())];
        if informs && flushes {
            ways.push(go_on(self, no, removed));
        } else if !flushes {
            let args = vec![reference.clone(), Expr::atom("monitor"), watch_step.watches.clone()];
            let sent = self.watch(|watch| watch.sent, args);
            ways.push(go_on(self, no, sent));
        }
        let alive = self.one_of(ways);
        let left = if flushes {
            self.unwatched(reference, "down", watch_step.watches.clone())
        } else {
            watch_step.watches.clone()
        };
        let dead = go_on(self, no, left);
        let cond = self.lives(reference, "monitor", watch_step.watches.clone());
        self.point(Behaviour::If { cond, yes: alive, no: dead })
    }

    /// `unlink`: what is linked runs, or has ended, and its message may be there.
    fn unlink_cut(
        &mut self,
        watch_step: &WatchStep<'_>,
        who: &Expr,
        yes: usize,
        go_on: GoOn<'_, Self>,
    ) -> PointId {
        let removed = self.watches_behind(watch_step);
        let removed = go_on(self, yes, removed);
        let Some(trap) = watch_step.trap.clone() else { return removed };
        let args = vec![who.clone(), Expr::atom("link"), watch_step.watches.clone()];
        let sent = self.watch(|watch| watch.sent, args);
        let sent = go_on(self, yes, sent);
        let both = self.one_of(vec![removed, sent]);
        let cond = self.lives(who, "link", watch_step.watches.clone());
        let yes = self.point(Behaviour::If { cond, yes: both, no: removed });
        let mut no = removed;
        if let Some(cond) = self.is_loose(who, watch_step.watches.clone()) {
            no = self.point(Behaviour::If { cond, yes: both, no });
        }
        let cond = Cond::Same(trap, Expr::atom("true"));
        self.point(Behaviour::If { cond, yes, no })
    }

    /// `link`: to a process that runs, or that has ended; then its message is there, or the call fails.
    fn link_cut(
        &mut self,
        watch_step: &WatchStep<'_>,
        who: &Expr,
        raises: Option<usize>,
        go_on: GoOn<'_, Self>,
    ) -> PointId {
        let mut makes = |kernel: &mut Self, watch_step: &WatchStep<'_>| {
            let behind = kernel.watches_behind(watch_step);
            let made = go_on(kernel, 0, behind);
            kernel.unless_crowded(watch_step, made)
        };
        let made = makes(self, watch_step);
        // It may have ended, and its message may be there.
        let args = vec![who.clone(), Expr::atom("link"), watch_step.watches.clone()];
        let sent = self.watch(|watch| watch.sent, args);
        let again = makes(self, &WatchStep { watches: sent.clone(), ..watch_step.clone() });
        let again = self.one_of(vec![made, again]);
        let Some(raises) = raises else { return made };
        let raised = go_on(self, raises, watch_step.watches.clone());
        let mut point = self.one_of(vec![made, raised]);
        let mut there = made;
        if let Some(cond) = self.is_loose(who, watch_step.watches.clone()) {
            let raised = go_on(self, raises, sent);
            let both = self.one_of(vec![made, raised]);
            there = self.point(Behaviour::If { cond, yes: both, no: made });
        }
        let is_there = self.lives(who, "link", watch_step.watches.clone());
        if let Some(trap) = watch_step.trap.clone() {
            let cond = is_there.clone();
            let linked = self.point(Behaviour::If { cond, yes: again, no: made });
            let cond = Cond::Same(trap, Expr::atom("true"));
            point = self.point(Behaviour::If { cond: is_there, yes: there, no: point });
            point = self.point(Behaviour::If { cond, yes: linked, no: point });
        } else {
            point = self.point(Behaviour::If { cond: is_there, yes: made, no: point });
        }
        let cond = Cond::Same(who.clone(), Expr::pid(MACHINE));
        self.point(Behaviour::If { cond, yes: made, no: point })
    }
}
