//! What the processes of a model carry besides the stored pair: the kernel's own part of a state.
//!
//! Input: what the callbacks and the commands need. Output: the parameters for it, none where nothing needs
//! them, always the last ones before what a process has for itself.

use std::ops::Range;

use crate::core::Service;
use crate::kernel::{Parts, timers};
use crate::sequences::SequenceEnd;
use model::{Expr, ParameterRole};

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

    /// What they hold, in their order.
    pub(crate) fn roles(self) -> impl Iterator<Item = ParameterRole> {
        let there = |role: ParameterRole, is_there: bool| is_there.then_some(role);
        let clients = (0..self.clients).map(ParameterRole::Client);
        let before = [
            there(ParameterRole::Ending, self.ending),
            there(ParameterRole::Timeout, self.timeout),
        ];
        let behind = [
            there(ParameterRole::Timers, self.timers),
            there(ParameterRole::Watches, self.watches),
            there(ParameterRole::Trap, self.trap),
            there(ParameterRole::Queue, self.queue),
        ];
        let entries = numbers_of(self.entries).map(ParameterRole::Entry);
        let before = before.into_iter().flatten();
        clients.chain(before).chain(entries).chain(behind.into_iter().flatten())
    }

    /// Number of the parameters.
    pub(crate) fn len(self) -> usize {
        self.roles().count()
    }

    /// Where the parameter of a role stands among them.
    fn position(self, role: ParameterRole) -> Option<usize> {
        self.roles().position(|other| other == role)
    }

    /// Whether the clients wait, by client.
    pub(crate) fn waits(self) -> Range<usize> {
        0..self.clients
    }

    /// How the machine ends.
    pub(crate) fn ending(self) -> Option<usize> {
        self.position(ParameterRole::Ending)
    }

    /// The event timeout.
    pub(crate) fn timeout(self) -> Option<usize> {
        self.position(ParameterRole::Timeout)
    }

    /// The entry of this number.
    pub(crate) fn entry(self, number: u8) -> Option<usize> {
        self.position(ParameterRole::Entry(number))
    }

    /// The timers: a list, see `translator/prelude/erlang.erl`.
    pub(crate) fn timers(self) -> Option<usize> {
        self.position(ParameterRole::Timers)
    }

    /// The monitors and links: a list, see there.
    pub(crate) fn watches(self) -> Option<usize> {
        self.position(ParameterRole::Watches)
    }

    /// Whether the machine traps exits.
    pub(crate) fn trap(self) -> Option<usize> {
        self.position(ParameterRole::Trap)
    }

    /// The queue.
    pub(crate) fn queue(self) -> Option<usize> {
        self.position(ParameterRole::Queue)
    }

    /// What is there when the machine starts.
    pub(crate) fn initial(self) -> Vec<Expr> {
        self.roles().map(initial).collect()
    }

    /// What is stored with the pair: all but the ending.
    pub(crate) fn stored(self) -> impl Iterator<Item = usize> {
        let stored = |(_, role): &(usize, ParameterRole)| *role != ParameterRole::Ending;
        self.roles().enumerate().filter(stored).map(|(position, _)| position)
    }
}

/// What a parameter holds when the machine starts.
fn initial(role: ParameterRole) -> Expr {
    match role {
        ParameterRole::Client(_) | ParameterRole::Trap => Expr::atom("false"),
        ParameterRole::Ending | ParameterRole::Timeout => Expr::atom("none"),
        ParameterRole::Entry(_) => Expr::atom("undefined"),
        _ => Expr::Nil,
    }
}

/// The numbers of the bits that are set, the lowest first.
fn numbers_of(bits: u64) -> impl Iterator<Item = u8> {
    (0..=63).filter(move |number| (bits >> number) & 1 != 0)
}

/// The entries of the process dictionary that there are calls of, a bit each.
fn entries(parts: &Parts) -> u64 {
    let numbers = timers::steps(parts).filter_map(|step| match step.service {
        Some(Service::Entry(_, number)) => Some(number),
        _ => None,
    });
    numbers.fold(0, |all, number| all | 1 << number)
}
