//! How a command comes from the environment to the idle machine (direct form): at once, or into its queue.
//!
//! Input: an idle machine that offers a command. Output: the action that hands it over, and what follows. Which
//! commands are offered is decided in `idle`.

use super::Kernel;
use super::idle::Idle;
use crate::model::{ActionRole, Behaviour, CommandKind, Cond, End, Expr, PointId};

impl Kernel<'_> {
    /// `cmd(command)`, and on as the process that carries it.
    pub(super) fn hand_over(
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
        let [waits, from] = self.from(client, &idle.params[1], &idle.params[first..]);
        let has_from = self.has_from(kind.handler());
        let from = has_from.then_some(from);
        let number = (self.carried.clients > 1 && has_from).then(|| Expr::integer(client + 1));
        let shown = number.into_iter().chain([term.clone()]).collect();
        let message = std::iter::once(term.clone()).chain(from.clone()).collect();
        let waiting = self.carried.queue().and_then(|position| {
            let queue = self.with_command(&args[first + position], kind, message)?;
            Some((first + position, queue))
        });
        // The only client waits from when the event is handed over; else the place of who waits is known here.
        if has_from && (self.carried.clients > 1 || waiting.is_some()) {
            args[first + client] = waits;
        }
        let next = match waiting {
            None => self.carry(idle, kind, args, term, from),
            Some(_) if kind == CommandKind::Exit && self.carried.trap().is_none() => {
                self.carry(idle, kind, args, term, from)
            }
            Some((position, queue)) => {
                let at_once = self.carry(idle, kind, args.clone(), term, from);
                args[position] = queue;
                if kind.handler().is_sync() && !has_from {
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
    pub(super) fn carry(
        &mut self,
        idle: &Idle<'_>,
        kind: CommandKind,
        mut args: Vec<Expr>,
        message: &Expr,
        from: Option<Expr>,
    ) -> PointId {
        args.push(message.clone());
        args.extend(from);
        let event = idle.events.iter().find(|(own, _)| *own == kind);
        match event {
            Some(&(_, event)) => self.call(event, args),
            None => self.point(Behaviour::End(End::Nothing)),
        }
    }
}
