//! What the processes of a model carry besides the stored pair: the kernel's own part of a state.
//!
//! Input: what the callbacks and the commands need. Output: the parameters for it, none where nothing needs
//! them, always the last ones before what a process has for itself.

use std::ops::Range;

use crate::core::Service;
use crate::kernel::{Parts, timers};
use crate::sequences::SequenceEnd;
use model::Expr;

/// Which parameters there are.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(crate) struct Carried {
    /// Clients that may wait for an answer, a parameter each.
    pub(crate) clients: usize,
    /// Whether there is one for how the machine ends, while terminate/3 runs.
    ending: bool,
    /// Whether there is one for the event timeout.
    timeout: bool,
    /// The entries of the process dictionary that have one, a bit each.
    entries: u64,
    /// Whether there is one for the timers.
    timers: bool,
    /// Whether there is one for monitors and links.
    watches: bool,
    /// Whether there is one for whether the machine traps exits.
    trap: bool,
    /// Whether there is one for messages that wait.
    queue: bool,
}

impl Carried {
    /// What the parts of a model need.
    pub(crate) fn of(parts: &Parts) -> Self {
        let clients = parts.environment.clients(parts.clients);
        let mut sequences = parts.splits().flat_map(|split| &split.segments);
        let timeout = sequences.any(|segment| {
            segment.sequences.iter().any(|sequence| sequence.end == SequenceEnd::NextTimeout)
        });
        let mut sequences = parts.splits().flat_map(|split| &split.segments);
        let trap = sequences.any(|segment| {
            let mut steps = segment.sequences.iter().flat_map(|sequence| &sequence.steps);
            steps.any(|step| step.service == Some(Service::Trap))
        });
        let entries = entries(parts);
        // What was met on the way need not be in the model: a timer that is started behind a test that
        // always fails is none.
        let timers = parts.clock.as_ref().is_some_and(|clock| clock.timers.is_some())
            && !timers::kinds(parts).is_empty();
        let queue = !parts.queued().is_empty();
        let watches = parts.watch.is_some();
        let ending = parts.terminates;
        Self { clients, ending, timeout, entries, timers, watches, trap, queue }
    }

    /// Number of the parameters.
    pub(crate) fn len(self) -> usize {
        let others = [self.ending, self.timeout, self.timers, self.watches, self.trap, self.queue];
        self.clients + self.n_entries() + others.into_iter().filter(|&is_there| is_there).count()
    }

    /// Their names.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let waits = std::iter::repeat_n("Waits", self.clients);
        let ending = self.ending.then_some("Ending");
        let timeout = self.timeout.then_some("Timeout");
        let timers = self.timers.then_some("Timers");
        let queue = self.queue.then_some("Queue");
        let watches = self.watches.then_some("Watches");
        let trap = self.trap.then_some("Trap");
        let entries = std::iter::repeat_n("Entry", self.n_entries());
        let times = ending.into_iter().chain(timeout).chain(entries).chain(timers);
        waits.chain(times).chain(watches).chain(trap).chain(queue).collect()
    }

    /// Whether the clients wait, by client.
    pub(crate) fn waits(self) -> Range<usize> {
        0..self.clients
    }

    /// How the machine ends.
    pub(crate) fn ending(self) -> Option<usize> {
        self.ending.then_some(self.clients)
    }

    /// The event timeout.
    pub(crate) fn timeout(self) -> Option<usize> {
        self.timeout.then_some(self.clients + usize::from(self.ending))
    }

    fn n_entries(self) -> usize {
        self.entries.count_ones() as usize
    }

    /// All entries of the process dictionary, and behind them those of names.
    fn entries(self) -> Range<usize> {
        let first = self.clients + usize::from(self.ending) + usize::from(self.timeout);
        first..first + self.n_entries()
    }

    /// The entry of this number.
    pub(crate) fn entry(self, number: u8) -> Option<usize> {
        let bit = 1_u64 << number;
        let before = (self.entries & (bit - 1)).count_ones() as usize;
        (self.entries & bit != 0).then(|| self.entries().start + before)
    }

    /// The timers: a list, see `translator/prelude/erlang.erl`.
    pub(crate) fn timers(self) -> Option<usize> {
        let behind = [self.watches, self.trap, self.queue].map(usize::from);
        self.timers.then(|| self.len() - 1 - behind.iter().sum::<usize>())
    }

    /// The monitors and links: a list, see there.
    pub(crate) fn watches(self) -> Option<usize> {
        self.watches.then(|| self.len() - 1 - usize::from(self.trap) - usize::from(self.queue))
    }

    /// Whether the machine traps exits.
    pub(crate) fn trap(self) -> Option<usize> {
        self.trap.then(|| self.len() - 1 - usize::from(self.queue))
    }

    /// The queue, the last one.
    pub(crate) fn queue(self) -> Option<usize> {
        self.queue.then(|| self.len() - 1)
    }

    /// What is there when the machine starts.
    pub(crate) fn initial(self) -> Vec<Expr> {
        let waits = std::iter::repeat_n(Expr::atom("false"), self.clients);
        let others = usize::from(self.ending) + usize::from(self.timeout);
        let others = std::iter::repeat_n(Expr::atom("none"), others);
        let trap = self.trap.then(|| Expr::atom("false"));
        let timers = self.timers.then_some(Expr::Nil);
        waits
            .chain(others)
            .chain(std::iter::repeat_n(Expr::atom("undefined"), self.n_entries()))
            .chain(timers)
            .chain(self.watches.then_some(Expr::Nil))
            .chain(trap)
            .chain(self.queue.then_some(Expr::Nil))
            .collect()
    }

    /// What is stored with the pair: all but the ending.
    pub(crate) fn stored(self) -> impl Iterator<Item = usize> {
        self.waits()
            .chain(self.timeout())
            .chain(self.entries())
            .chain(self.timers())
            .chain(self.watches())
            .chain(self.trap())
            .chain(self.queue())
    }
}

/// The entries of the process dictionary that there are calls of, a bit each.
fn entries(parts: &Parts) -> u64 {
    let numbers = timers::steps(parts).filter_map(|step| match step.service {
        Some(Service::Entry(_, number)) => Some(number),
        _ => None,
    });
    numbers.fold(0, |all, number| all | 1 << number)
}
