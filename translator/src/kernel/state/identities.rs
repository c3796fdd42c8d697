//! Who is who: numbers of process identifiers and references that the kernel itself gives.
//!
//! Process identifiers: the machine, its clients, the process that has started it where a message names that, then those
//! that are made. References: those of the calls of each client, of each call that starts a timer or makes a monitor, of
//! the process that stops the machine, of `make_ref/0`; those of one kind are as many numbers apart as there are kinds.

use crate::core::Service;
use crate::kernel::timers::steps;
use crate::kernel::{Kernel, Parts};
use crate::sequences::SequenceStep;
use model::{Expr, Fresh, Operator, Series};

/// Whether a model makes references that are nothing but that.
pub(crate) fn makes_references(parts: &Parts) -> bool {
    steps(parts).any(|step| step.service == Some(Service::Reference))
}

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
        let numbers = vec![Expr::integer(self.first_pid()), Expr::integer(1), live];
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
        let kind = Expr::integer(self.first_site() + self.sites.all.len());
        let reference = self.fresh_reference(kind, live.clone());
        Expr::Tuple(vec![self.fresh_pid(live.clone()), reference])
    }

    /// How far the numbers of references of one kind are apart.
    pub(crate) fn stride(&self) -> usize {
        let clients = if self.keeps_from() { self.carried.clients } else { 0 };
        let others = usize::from(self.shows_signals()) + usize::from(self.makes_references);
        self.sites.all.len() + clients + others
    }

    /// The reference that a step makes, if it makes one and does nothing else; no value that is live there has it.
    pub(crate) fn reference_of(&self, step: &SequenceStep, live: Vec<Expr>) -> Option<Expr> {
        let kind = Expr::integer(self.kind_of_references());
        (step.service == Some(Service::Reference))
            .then(|| self.fresh_reference(kind, Expr::Tuple(live)))
    }

    /// The first number of the references of `make_ref/0`.
    fn kind_of_references(&self) -> usize {
        self.first_site() + self.sites.all.len() + usize::from(self.shows_signals())
    }

    /// The numbers of what only tells itself from others: the references of `make_ref/0`, and the processes that are
    /// started, where nothing is known of them later.
    pub(crate) fn fresh(&self) -> Fresh {
        let series = |first: usize, step: usize| {
            let [first, step] = [first, step].map(|number| u64::try_from(number).ok());
            Some(Series { first: first?, step: step? })
        };
        let references = series(self.kind_of_references(), self.stride());
        let [monitors, links, _] = self.watches;
        let are_known = monitors || links || self.lets_others_send();
        let pids = series(self.first_pid(), 1);
        Fresh {
            references: references.filter(|_| self.makes_references),
            pids: pids.filter(|_| !are_known && !self.sites.all.is_empty()),
        }
    }

    /// Whether processes that the machine has started send it something.
    fn lets_others_send(&self) -> bool {
        steps(self.parts).any(|step| matches!(step.service, Some(Service::Send(_))))
    }

    /// The number of the first process that is made.
    fn first_pid(&self) -> usize {
        self.carried.clients + 1 + usize::from(self.shows_signals())
    }

    /// The number of the first call that starts a timer or makes a monitor: the references of clients are the first
    /// ones.
    pub(crate) fn first_site(&self) -> usize {
        if self.carried.clients > 0 { self.carried.clients + 1 } else { 0 }
    }
}
