//! Who is who: numbers of process identifiers and references that the kernel itself gives.
//!
//! Process identifiers: the machine, its clients, the process that has started it where a message names that, then those
//! that are made. References: those of the calls of each client, of each call that starts a timer or makes a monitor, of
//! the process that stops the machine; those of one kind are as many numbers apart as there are kinds.

use crate::kernel::Kernel;
use model::{Expr, Operator};

impl Kernel<'_> {
    /// Whether messages name who wants the machine to end.
    pub(crate) fn shows_signals(&self) -> bool {
        self.parts.mail.as_ref().is_some_and(|mail| mail.signals.is_some())
    }

    /// The process that has started the machine.
    pub(crate) fn parent(&self) -> Expr {
        Expr::pid(self.carried.clients + 1)
    }

    /// A process that is not in these values.
    pub(crate) fn fresh_pid(&self, live: Expr) -> Expr {
        let first = self.carried.clients + 1 + usize::from(self.shows_signals());
        let numbers = vec![Expr::integer(first), Expr::integer(1), live];
        Expr::Apply(Operator::FreshPid, vec![Expr::Tuple(numbers)])
    }

    /// A reference of this kind that is not in these values.
    pub(crate) fn fresh_reference(&self, kind: Expr, live: Expr) -> Expr {
        let numbers = vec![kind, Expr::integer(self.stride()), live];
        Expr::Apply(Operator::FreshReference, vec![Expr::Tuple(numbers)])
    }

    /// The From of a process that calls `gen_fsm:stop/1`, another one each time: one that waits for ever has a tag
    /// without an alias (`gen:do_call/4`).
    pub(crate) fn stopper(&self, live: &Expr) -> Expr {
        let kind = Expr::integer(self.first_site() + self.sites.len());
        let reference = self.fresh_reference(kind, live.clone());
        Expr::Tuple(vec![self.fresh_pid(live.clone()), reference])
    }

    /// How far the numbers of references of one kind are apart.
    pub(crate) fn stride(&self) -> usize {
        let clients = if self.keeps_from() { self.carried.clients } else { 0 };
        self.sites.len() + clients + usize::from(self.shows_signals())
    }

    /// The number of the first call that starts a timer or makes a monitor: the references of clients are the first
    /// ones.
    pub(crate) fn first_site(&self) -> usize {
        if self.carried.clients > 0 { self.carried.clients + 1 } else { 0 }
    }
}
