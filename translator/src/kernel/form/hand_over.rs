//! How a command comes from the environment to the idle machine (direct form): at once, or into its queue. Then what is
//! stored is taken, and stored with the longer queue.
//!
//! Input: an idle machine that offers a command. Output: the action that hands it over, and what follows. Which
//! commands are offered is decided in `idle`.

use super::idle::Idle;
use crate::kernel::Kernel;
use model::{ActionRole, Behaviour, CommandKind, Cond, End, Expr, PointId, Sender};

impl Kernel<'_> {
    /// `cmd(command)`, and on as the process that carries it.
    pub(crate) fn hand_over(
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
        let carried = args.split_off(args.len() - self.carried.len());
        let shown = self.number_of(kind, client).into_iter().chain([term.clone()]).collect();
        let waiting = self.with_command([&idle.params[1], term], kind, client, &carried);
        let next = self.at_once_or_later(kind, &carried, waiting, &mut |this, waiting| {
            let Some(waiting) = waiting else {
                let [_, from] = this.from(client, &idle.params[1], &carried);
                let kept = kind.callback.is_sync() && this.keeps_from();
                let args = [&args[..], &carried].concat();
                let sender = match this.number_of(kind, client) {
                    Some(_) => Sender::Client(client),
                    None => Sender::Anyone,
                };
                return this.carry(idle, (kind, sender), args, term, kept.then_some(from));
            };
            let args = [&args[..], &waiting].concat();
            let next = this.call(this.next_state, args);
            let stored = this.stored_values(&idle.params);
            this.act(this.actions.role(ActionRole::Pop), vec![stored], next)
        });
        self.act(self.actions.role(ActionRole::Command(kind)), shown, next)
    }

    /// The number of a client as labels show it: where there are several.
    pub(crate) fn number_of(&self, kind: CommandKind, client: usize) -> Option<Expr> {
        let shows = self.carried.clients > 1 && kind.callback.is_sync();
        shows.then(|| Expr::integer(client + 1))
    }

    /// What follows a command that can wait, if `waiting` is what is carried then: a signal that is not trapped does not
    /// wait.
    pub(crate) fn at_once_or_later(
        &mut self,
        kind: CommandKind,
        carried: &[Expr],
        waiting: Option<Vec<Expr>>,
        next: &mut dyn FnMut(&mut Self, Option<Vec<Expr>>) -> PointId,
    ) -> PointId {
        if !kind.is_exit() {
            return next(self, waiting);
        }
        let at_once = next(self, None);
        let (Some(waiting), Some(trap)) = (waiting, self.carried.trap()) else { return at_once };
        let waits = next(self, Some(waiting));
        let cond = Cond::Same(carried[trap].clone(), Expr::atom("true"));
        self.point(Behaviour::If { cond, yes: waits, no: at_once })
    }

    /// Goes on with a message.
    pub(crate) fn carry(
        &mut self,
        idle: &Idle<'_>,
        message: (CommandKind, Sender),
        mut args: Vec<Expr>,
        term: &Expr,
        from: Option<Expr>,
    ) -> PointId {
        args.push(term.clone());
        args.extend(from);
        let event = idle.events.iter().find(|(kind, sender, _)| (*kind, *sender) == message);
        match event {
            Some(&(_, _, event)) => self.call(event, args),
            None => self.point(Behaviour::End(End::Nothing)),
        }
    }
}
