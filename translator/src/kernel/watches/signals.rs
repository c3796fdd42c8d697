//! The ends of other processes: when they show, and what they bring.
//!
//! Input: what the machine monitors and to what it is linked. Output: points at which a process ends, as a message or
//! as an exit signal, and what follows that. Why a process ends is unknown, unless that is given. When one
//! may is decided in `idle` (direct form) and `paper`.

use crate::kernel::callback::Performer;
use crate::kernel::watches::{links, makes};
use crate::kernel::{Kernel, Parts};
use crate::sequences::Split;
use model::{
    ActionRole, Behaviour, BehindPart, Component as _, Cond, End, ExitPart, Expr, Kind, LoosePart,
    PointId, ProcessId, SignalPart, TimerKind, VarId, WatchPart, down_message, exit_message,
};

impl Kernel<'_> {
    /// The ends of other processes beside what else may happen; `next` says what follows what one brings.
    pub(crate) fn or_signals(
        &mut self,
        process: ProcessId,
        carried: &[Expr],
        others: PointId,
        next: &mut dyn FnMut(&mut Self, Expr) -> PointId,
    ) -> PointId {
        let parts = self.parts;
        let (Some(position), Some(watch)) = (self.carried.watches(), &parts.watch) else {
            return others;
        };
        if makes(parts) == [false, false] {
            // Processes that are only started bring nothing by their ends.
            return others;
        }
        let watches = carried[position].clone();
        let trap = self.carried.trap().map(|position| carried[position].clone());
        let (reasons, var) = self.reasons(process);
        let nothing = self.point(Behaviour::End(End::Nothing));
        let signals = self.tails(&watches).into_iter().rev().fold(nothing, |others, list| {
            let entry = Expr::head(list.clone());
            let mut ways: Vec<PointId> = reasons
                .iter()
                .map(|reason| self.signal(&entry, reason, trap.as_ref(), next))
                .collect();
            if watch.taken.is_some() {
                // Messages of the queue come before a message.
                let way = self.one_of(ways);
                let mut yes = nothing;
                if makes(parts)[1] {
                    let killed = |reason: &Expr| {
                        let killed = self.exit_signalled(&entry, reason, next);
                        self.if_untrapped(&entry, trap.as_ref(), killed)
                    };
                    let ways = reasons.iter().map(killed).collect();
                    yes = self.one_of(ways);
                }
                let cond = Cond::Is(Kind::TupleOf(BehindPart::SIZE), WatchPart::Who.of(&entry));
                ways = vec![self.point(Behaviour::If { cond, yes, no: way })];
            }
            if others != nothing {
                ways.push(others);
            }
            let yes = self.one_of(ways);
            self.point(Behaviour::If { cond: Cond::Is(Kind::Cons, list), yes, no: nothing })
        });
        let point = self.point(Behaviour::Choice(vec![signals, others]));
        let point = self.with_reason(var, point);
        self.point(Behaviour::If { cond: Cond::Is(Kind::Nil, watches), yes: others, no: point })
    }

    /// Why a process may end, and the variable for an unknown reason.
    pub(crate) fn reasons(&mut self, process: ProcessId) -> (Vec<Expr>, Option<VarId>) {
        let given = self.parts.watch.as_ref().map(|watch| watch.reasons.clone());
        if let Some(reasons) = given.filter(|reasons| !reasons.is_empty()) {
            return (reasons, None);
        }
        let var = self.processes[process].vars.push("Why".into());
        (vec![Expr::Var(var)], Some(var))
    }

    /// What is computed has to be there before anything is offered.
    pub(crate) fn with_reason(&mut self, var: Option<VarId>, next: PointId) -> PointId {
        match (var, &self.parts.watch) {
            (Some(var), Some(watch)) => {
                let value = Expr::Unknown(watch.origin);
                self.point(Behaviour::Let { var, value, next })
            }
            _ => next,
        }
    }

    /// The list of monitors and links, and its tails: as many as there may be.
    pub(crate) fn tails(&self, watches: &Expr) -> Vec<Expr> {
        tails(watches, self.sites.n_watches * self.parts.timing.timers)
    }

    /// What is visible inside a callback, or the end of a process to which the machine is linked before it: where that is
    /// not trapped, it is the end of the machine. `context` is what the process carries there.
    pub(crate) fn or_killed(
        &mut self,
        performer: &Performer<'_>,
        process: ProcessId,
        context: &[Expr],
        others: PointId,
    ) -> PointId {
        let Some(position) = self.carried.watches().filter(|_| self.may_be_killed(performer))
        else {
            return others;
        };
        let carried = &context[context.len() - self.carried.len()..];
        let watches = carried[position].clone();
        let trap = self.carried.trap().map(|position| carried[position].clone());
        let (reasons, var) = self.reasons(process);
        let Some(links) = self.parts.watch.as_ref().and_then(|watch| watch.links) else {
            return others;
        };
        if reasons.iter().all(|reason| *reason == Expr::atom("normal")) {
            return others;
        }
        let linked = self.watch(|_| links, vec![watches.clone()]);
        let nothing = self.point(Behaviour::End(End::Nothing));
        let most = self.sites.n_links * self.parts.timing.timers;
        let ends = tails(&linked, most).into_iter().rev().fold(nothing, |others, list| {
            let who = Expr::head(list.clone());
            let mut ways = Vec::new();
            for reason in reasons.iter().filter(|reason| **reason != Expr::atom("normal")) {
                let next = self.killed(performer, reason.clone());
                let signal = self.actions.role(ActionRole::ExitSignal);
                let mut killed = self.act(signal, vec![who.clone(), reason.clone()], next);
                if var.is_some() {
                    let cond = Cond::Same(reason.clone(), Expr::atom("normal"));
                    killed = self.point(Behaviour::If { cond, yes: nothing, no: killed });
                }
                ways.push(killed);
            }
            if others != nothing {
                ways.push(others);
            }
            let yes = self.one_of(ways);
            self.point(Behaviour::If { cond: Cond::Is(Kind::Cons, list), yes, no: nothing })
        });
        let point = self.point(Behaviour::Choice(vec![others, ends]));
        let mut point = self.with_reason(var, point);
        if let Some(trap) = trap {
            let cond = Cond::Same(trap, Expr::atom("true"));
            point = self.point(Behaviour::If { cond, yes: others, no: point });
        }
        self.point(Behaviour::If { cond: Cond::Is(Kind::Nil, linked), yes: others, no: point })
    }

    /// The end of the machine by a signal inside of a callback or procedure, with this reason.
    pub(crate) fn killed(&mut self, performer: &Performer<'_>, reason: Expr) -> PointId {
        let failed = |this: &mut Self, reason| {
            this.last(ActionRole::StartFailed, vec![reason], End::NotStarted)
        };
        let cond = match (performer.handler, &performer.frames) {
            (None, None) => return failed(self, reason),
            (_, frames) => frames.as_ref().and_then(|frames| self.is_starting(frames)),
        };
        let no = self.last(ActionRole::Stop, vec![reason.clone()], End::Stopped);
        let Some(cond) = cond else { return no };
        let yes = failed(self, reason);
        self.point(Behaviour::If { cond, yes, no })
    }

    /// Whether there may be links inside a callback or procedure.
    fn may_be_killed(&self, performer: &Performer<'_>) -> bool {
        let is_init = performer.handler.is_none() && performer.frames.is_none();
        let [_, links, links_in_init] = self.watches;
        links && (!is_init || links_in_init)
    }

    /// A process ends to which the machine is linked, where that is no message.
    fn exit_signalled(
        &mut self,
        entry: &Expr,
        reason: &Expr,
        next: &mut dyn FnMut(&mut Self, Expr) -> PointId,
    ) -> PointId {
        let [who, kind] = [WatchPart::Ref, WatchPart::Kind].map(|part| part.of(entry));
        let exit = exit_message(&who, reason);
        let next = next(self, signal(&who, &kind, &exit));
        self.act(self.actions.role(ActionRole::ExitSignal), vec![who, reason.clone()], next)
    }

    /// That, where it may be.
    fn if_untrapped(&mut self, entry: &Expr, trap: Option<&Expr>, killed: PointId) -> PointId {
        let nothing = self.point(Behaviour::End(End::Nothing));
        let kind = WatchPart::Kind.of(entry);
        let cond = Cond::Same(kind, Expr::atom("link"));
        let mut point = self.point(Behaviour::If { cond, yes: killed, no: nothing });
        if let Some(trap) = trap {
            let cond = Cond::Same(trap.clone(), Expr::atom("true"));
            point = self.point(Behaviour::If { cond, yes: nothing, no: point });
        }
        point
    }

    /// What the end of a process shows: a message, or an exit signal that is not trapped.
    fn signal(
        &mut self,
        entry: &Expr,
        reason: &Expr,
        trap: Option<&Expr>,
        next: &mut dyn FnMut(&mut Self, Expr) -> PointId,
    ) -> PointId {
        let parts = [WatchPart::Ref, WatchPart::Kind, WatchPart::Who];
        let [reference, kind, who] = parts.map(|part| part.of(entry));
        let down = down_message(&reference, &who, reason);
        let exit = exit_message(&reference, reason);
        let info = self.actions.role(ActionRole::Fires(TimerKind::Info));
        let mut brings = |kernel: &mut Self, kind: &Expr, message: Expr| {
            next(kernel, signal(&reference, kind, &message))
        };
        let [monitors, links, _] = self.watches;
        let mut monitored = None;
        if monitors {
            let next = brings(self, &kind, down.clone());
            monitored = Some(self.act(info, vec![down], next));
        }
        if !links {
            return monitored.unwrap_or(PointId(0));
        }
        let next = brings(self, &kind, exit.clone());
        let shown = vec![reference.clone(), reason.clone()];
        let kills = self.act(self.actions.role(ActionRole::ExitSignal), shown, next);
        let mut linked = kills;
        if let Some(trap) = trap {
            let message = self.act(info, vec![exit.clone()], next);
            if self.parts.watch.as_ref().is_some_and(|watch| watch.loose.is_some()) {
                let next = brings(self, &Expr::atom("loose"), exit.clone());
                let late = self.act(info, vec![exit], next);
                let both = self.point(Behaviour::Choice(vec![late, kills]));
                let cond = Cond::Is(Kind::TupleOf(LoosePart::SIZE), who);
                linked = self.point(Behaviour::If { cond, yes: both, no: kills });
            }
            let cond = Cond::Same(trap.clone(), Expr::atom("true"));
            linked = self.point(Behaviour::If { cond, yes: message, no: linked });
            // What has come as a message stays one.
            let cond = Cond::Same(kind.clone(), Expr::atom("exit"));
            linked = self.point(Behaviour::If { cond, yes: message, no: linked });
        }
        let Some(monitored) = monitored else { return linked };
        let is = |text: &str| Cond::Same(kind.clone(), Expr::atom(text));
        let no = self.point(Behaviour::If { cond: is("down"), yes: monitored, no: linked });
        self.point(Behaviour::If { cond: is("monitor"), yes: monitored, no })
    }

    /// What follows the end of a process: the process of the callback that takes the message, or the end of the
    /// machine. `context` is what that carries; `ignored` goes on where nothing happens.
    pub(crate) fn take_signal(
        &mut self,
        signal: &Expr,
        [state, data]: [Expr; 2],
        mut context: Vec<Expr>,
        ignored: &dyn Fn(&mut Self, Vec<Expr>) -> PointId,
    ) -> PointId {
        let parts = [SignalPart::Ref, SignalPart::Kind, SignalPart::Message];
        let [reference, kind, message] = parts.map(|part| part.of(signal));
        let first = context.len() - self.carried.len();
        let [monitors, links, _] = self.watches;
        if let Some(position) = self.carried.watches() {
            let watches = context[first + position].clone();
            context[first + position] = self.unwatched_by(reference, kind.clone(), watches);
        }
        for client in self.carried.waits() {
            let args =
                vec![message.clone(), Expr::pid(client + 1), context[first + client].clone()];
            context[first + client] = self.watch(|watch| watch.client, args);
        }
        let mut heard = context.clone();
        if let Some(position) = self.carried.timeout() {
            heard[first + position] = Expr::atom("none");
        }
        let taken = self.dispatch(
            self.parts.behaviour.bare.callback,
            &state,
            &heard,
            &[message.clone(), data],
        );
        if !links {
            return taken;
        }
        let reason = ExitPart::Reason.of(&message);
        let killed = self.last(ActionRole::Stop, vec![reason.clone()], End::Stopped);
        let goes_on = ignored(self, context.clone());
        let cond = Cond::Same(reason, Expr::atom("normal"));
        let mut point = self.point(Behaviour::If { cond, yes: goes_on, no: killed });
        if let Some(trap) = self.carried.trap() {
            let cond = Cond::Same(context[first + trap].clone(), Expr::atom("true"));
            point = self.point(Behaviour::If { cond, yes: taken, no: point });
        }
        if !monitors && self.carried.trap().is_none() {
            return point;
        }
        let cond = Cond::Same(kind, Expr::atom("link"));
        self.point(Behaviour::If { cond, yes: point, no: taken })
    }
}

/// What is handed over when a process ends.
fn signal(reference: &Expr, kind: &Expr, message: &Expr) -> Expr {
    SignalPart::tuple(|part| match part {
        SignalPart::Ref => reference.clone(),
        SignalPart::Kind => kind.clone(),
        SignalPart::Message => message.clone(),
    })
}

/// Whether `init/1` makes links, or may: in a procedure.
pub(crate) fn links_in_init(parts: &Parts) -> bool {
    let makes = |split: &Split| {
        let sequences = split.segments.iter().flat_map(|segment| &segment.sequences);
        sequences.flat_map(|sequence| &sequence.steps).any(links)
    };
    let calls = parts.init.cuts.iter().any(|cut| cut.procedure.is_some());
    makes(&parts.init) || calls && parts.procedures.iter().any(|(_, split)| makes(split))
}

/// A list and its tails, so many in all.
fn tails(list: &Expr, most: usize) -> Vec<Expr> {
    let tails = std::iter::successors(Some(list.clone()), |list| Some(Expr::tail(list.clone())));
    tails.take(most).collect()
}
