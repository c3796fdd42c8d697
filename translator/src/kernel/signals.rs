//! The ends of other processes: when they show, and what they bring.
//!
//! Input: what the machine monitors and to what it is linked. Output: points at which a process ends, as a message or
//! as an exit signal, and what follows that. Nobody knows why a process ends, unless that is given. When one
//! may is decided in `idle` (direct form) and `paper`.

use super::Kernel;
use super::watches::{makes, sites};
use crate::model::{
    ActionRole, Behaviour, Cond, End, Expr, HandlerKind, Kind, PointId, ProcessId, TimerKind,
};

impl Kernel<'_> {
    /// The ends of other processes beside what else may happen; `next` says what follows what one brings.
    pub(super) fn or_signals(
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
        let watches = carried[position].clone();
        let trap = self.carried.trap().map(|own| carried[own].clone());
        let unknown = watch.reasons.is_empty();
        let (reasons, var) = if unknown {
            let var = self.processes[process].vars.push("Why".into());
            (vec![Expr::Var(var)], Some(var))
        } else {
            (watch.reasons.clone(), None)
        };
        let most: usize = sites(parts).into_iter().map(|site| self.weight(site)).sum();
        let mut lists = vec![watches.clone()];
        for _ in 1..most * parts.timing.timers {
            lists.extend(lists.last().map(|list| Expr::tail(list.clone())));
        }
        let nothing = self.point(Behaviour::End(End::Nothing));
        let signals = lists.into_iter().rev().fold(nothing, |others, list| {
            let entry = Expr::head(list.clone());
            let mut ways: Vec<PointId> = reasons
                .iter()
                .map(|reason| self.signal(&entry, reason, trap.as_ref(), next))
                .collect();
            if others != nothing {
                ways.push(others);
            }
            let yes = self.one_of(ways);
            self.point(Behaviour::If { cond: Cond::Is(Kind::Cons, list), yes, no: nothing })
        });
        let mut point = self.point(Behaviour::Choice(vec![signals, others]));
        // What is computed has to be there before anything is offered.
        if let Some(var) = var {
            let value = Expr::Unknown(watch.origin);
            point = self.point(Behaviour::Let { var, value, next: point });
        }
        self.point(Behaviour::If { cond: Cond::Is(Kind::Nil, watches), yes: others, no: point })
    }

    /// What the end of a process shows: a message, or an exit signal that is not trapped.
    fn signal(
        &mut self,
        entry: &Expr,
        reason: &Expr,
        trap: Option<&Expr>,
        next: &mut dyn FnMut(&mut Self, Expr) -> PointId,
    ) -> PointId {
        let part = |position| Expr::element(position, entry.clone());
        let [reference, kind, who] = [2, 3, 4].map(part);
        let process = Expr::atom("process");
        let down = [Expr::atom("DOWN"), reference.clone(), process, who.clone(), reason.clone()];
        let exit = [Expr::atom("EXIT"), who.clone(), reason.clone()];
        let [down, exit] = [down.to_vec(), exit.to_vec()].map(Expr::Tuple);
        let info = self.actions.role(ActionRole::Fires(TimerKind::Info));
        let mut brings = |kernel: &mut Self, message: Expr| {
            let signal = vec![reference.clone(), kind.clone(), message];
            next(kernel, Expr::Tuple(signal))
        };
        let [monitors, links] = makes(self.parts);
        let mut monitored = None;
        if monitors {
            let next = brings(self, down.clone());
            monitored = Some(self.act(info, vec![down], next));
        }
        if !links {
            return monitored.unwrap_or(PointId(0));
        }
        let next = brings(self, exit.clone());
        let kills =
            self.act(self.actions.role(ActionRole::ExitSignal), vec![who, reason.clone()], next);
        let mut linked = kills;
        if let Some(trap) = trap {
            let message = self.act(info, vec![exit], next);
            let cond = Cond::Same(trap.clone(), Expr::atom("true"));
            linked = self.point(Behaviour::If { cond, yes: message, no: kills });
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
    pub(super) fn take_signal(
        &mut self,
        signal: &Expr,
        [state, data]: [Expr; 2],
        mut context: Vec<Expr>,
        ignored: &dyn Fn(&mut Self, Vec<Expr>) -> PointId,
    ) -> PointId {
        let part = |position, whole: &Expr| Expr::element(position, whole.clone());
        let [reference, kind, message] = [1, 2, 3].map(|position| part(position, signal));
        let first = context.len() - self.carried.len();
        let [monitors, links] = makes(self.parts);
        if let Some(position) = self.carried.watches() {
            let args = vec![reference, kind.clone(), context[first + position].clone()];
            context[first + position] = self.watch(|watch| watch.drop, args);
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
        let taken = self.dispatch(HandlerKind::Info, &state, &heard, &[message.clone(), data]);
        if !links {
            return taken;
        }
        let reason = part(3, &message);
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
