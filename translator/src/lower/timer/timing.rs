//! What the lowerings of a module have met of timers: which there are, and how long they run.
//!
//! Input: each timer as it is lowered, and each event timeout. Output: facts about all of them, for the kernel.

use crate::lower::analysis::shared::Shared;
use std::collections::BTreeSet;

use num_bigint::BigInt;

use model::{Expr, Time, TimerKind};

/// What is noted where a `receive` looks into the mailbox.
pub(crate) const MAILBOX: &str = "mailbox";

/// What the timers and event timeouts of a module are.
#[derive(Default)]
pub(crate) struct Timers {
    kinds: BTreeSet<TimerKind>,
    /// The constant times, in milliseconds.
    times: BTreeSet<BigInt>,
    /// Whether some go on until they are cancelled.
    repeat: bool,
    /// Whether processes that the machine starts send it something.
    senders: bool,
}

impl Shared<'_> {
    /// Whether messages may wait in a queue.
    pub(crate) fn may_wait(&self) -> bool {
        !self.posts().is_empty() || self.options.mailbox > 0
    }

    /// Whether the time-outs of a loop know how many messages come before them: not where callbacks take some of these
    /// themselves.
    pub(crate) fn counts_before_timeouts(&self) -> bool {
        let waits = !self.discovered.posts.is_empty() || self.options.mailbox > 0;
        waits && self.options.timing.time == Time::Untimed && !self.is_noted(&Expr::atom(MAILBOX))
    }

    /// Notes a timer of the machine and how long it runs.
    pub(crate) fn note_start(&self, kind: TimerKind, time: &Expr) {
        self.timers.borrow_mut().kinds.insert(kind);
        self.note_time(time);
    }

    /// Notes that some timer goes on until it is cancelled.
    pub(crate) fn note_repeats(&self) {
        self.timers.borrow_mut().repeat = true;
    }

    /// Notes that a process that the machine starts sends it something of this kind.
    pub(crate) fn note_sender(&self, kind: TimerKind) {
        let mut timers = self.timers.borrow_mut();
        timers.kinds.insert(kind);
        timers.senders = true;
    }

    /// Whether some timer is not over with what it brings: it goes on, or a process that sends more stands for it.
    pub(crate) fn has_lasting(&self) -> bool {
        let timers = self.timers.borrow();
        timers.repeat || timers.senders
    }

    /// Whether processes that the machine starts send it something.
    pub(crate) fn has_senders(&self) -> bool {
        self.timers.borrow().senders
    }

    /// Notes how long something waits, if that is known.
    pub(crate) fn note_time(&self, time: &Expr) {
        if let Expr::Integer(time) = time {
            self.timers.borrow_mut().times.insert(time.clone());
        }
    }

    /// Whether the machine starts timers of a kind.
    pub(crate) fn starts(&self, kind: TimerKind) -> bool {
        self.timers.borrow().kinds.contains(&kind)
    }

    /// The constant times of timers and event timeouts, in milliseconds.
    pub(crate) fn times(&self) -> BTreeSet<BigInt> {
        self.timers.borrow().times.clone()
    }
}
