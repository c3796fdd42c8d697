//! The functions of the prelude on timers, times, other processes and the mailbox, for the kernel.
//!
//! Input: what the lowerings of a module have met. Output: which functions the model needs, and how long a unit
//! of time is.

use std::collections::BTreeSet;

use frontend::ast::{ExprKind, Module};
use num_bigint::{BigInt, Sign};

use crate::kernel::{Clock, Counted, Mail, Timeouts, TimerFunctions, Watch};
use crate::library::prelude;
use crate::lower::analysis::shared::Shared;
use model::{Expr, Time, TimerKind};

/// The functions on timers and times, among the local functions, if there are any.
pub(crate) fn clock(shared: &Shared<'_>) -> Option<Clock> {
    let ticks = shared.options.timing.time == Time::Tick;
    let starts = TimerKind::ALL.into_iter().any(|kind| shared.starts(kind));
    let counts = shared.may_wait() && shared.options.timing.time == Time::Untimed;
    let local = |name: &str, arity: usize| {
        shared.local(&prelude::qualified("erlang", &format!("timer_{name}")), arity)
    };
    let late = match shared.options.timing.time {
        Time::Untimed if shared.takes_mail().any => "stays",
        _ if counts => "late",
        _ => "sent",
    };
    (starts || ticks).then(|| Clock {
        timers: starts.then(|| TimerFunctions {
            start: local("start", 8),
            reference: local("ref", 5),
            drop: local(if shared.has_lasting() { "next" } else { "drop" }, 3),
            cancel: local("cancel", 2),
            lives: local(if counts { "alive" } else { "lives" }, 2),
            late: shared.habits.messages_stay.then(|| [local(late, 3), local("flush", 2)]),
            counts: counts.then(|| [local("place", 1), local("taken", 1)]),
            over: ticks.then(|| local("over", 2)),
            full: local("full", 3),
            lasting: shared.has_lasting().then(|| local("lasting", 1)),
            senders: shared.has_senders().then(|| [local("post", 6), local("crowded", 4)]),
        }),
        units: ticks.then(|| local("units", 2)),
        tick: (starts && ticks).then(|| [local("tick", 1), local("due", 1)]),
        quantum: quantum(shared),
    })
}

/// What the kernel needs for other processes, if the machine has to do with any.
pub(crate) fn watch(shared: &Shared<'_>) -> Option<Watch> {
    let local = |name: &str, arity: usize| {
        shared.local(&prelude::qualified("erlang", &format!("watch_{name}")), arity)
    };
    let counts = shared.may_wait();
    shared.watches().then(|| Watch {
        add: local("add", 5 + usize::from(counts)),
        link: local("link", 3 + usize::from(counts)),
        taken: counts.then(|| local("taken", 1)),
        loose: (shared.habits.may_link && shared.habits.may_trap)
            .then(|| [local("trap", 3), local("heard", 3), local("loose", 2)]),
        links: shared.habits.may_link.then(|| local("links", 1)),
        drop: local("drop", 3),
        sent: local("sent", 3),
        lives: local("lives", 3),
        full: local("full", 3),
        received: local("received", 2),
        client: local("client", 3),
        reasons: shared.options.reasons.clone(),
        origin: shared.why_origin(),
    })
}

/// What the kernel needs for the mailbox, if a `receive` may take what is known to be there.
pub(crate) fn mail(shared: &Shared<'_>) -> Option<Mail> {
    let local = |name: &str, arity: usize| shared.local(&prelude::qualified("erlang", name), arity);
    let waits = shared.may_wait();
    let counts = waits && shared.options.timing.time == Time::Untimed;
    let starts = TimerKind::ALL.into_iter().any(|kind| shared.starts(kind));
    let takes = shared.takes_mail();
    let mut kinds = TimerKind::ALL.into_iter().filter(|kind| *kind != TimerKind::Info);
    let brings_events = kinds.any(|kind| shared.starts(kind));
    takes.any.then(|| Mail {
        shown: local("mail_shown", 1),
        shows_calls: takes.calls,
        signals: takes.signals.then(|| local("mail_shown", 3)),
        brought: (takes.timers && brings_events).then(|| local("mail_brought", 2)),
        ends: (takes.ends && shared.watches())
            .then(|| [local("mail_ends", 2), local("mail_ended", 2)]),
        timers: (starts && counts).then(|| local("timer_picked", 2)),
        watches: (shared.watches() && waits).then(|| local("watch_picked", 2)),
    })
}

/// The time-outs of the loop, where some action of the module may start one.
pub(crate) fn timeouts(shared: &Shared<'_>) -> Option<Timeouts> {
    let run_by = shared.machine.behaviour.run_by?;
    if !shared.is_noted(&Expr::atom("timers")) {
        return None;
    }
    let local = |name: &str, arity| shared.local(&prelude::qualified(run_by.module, name), arity);
    let fired = local("fired", 2);
    let counts = shared.options.timing.time == Time::Tick;
    let counted = counts.then(|| Counted {
        ticked: local("ticked", 2),
        due: local("is_due", 1),
        quantum: quantum(shared),
    });
    let most = 2 + shared.options.timing.timers * names_of_timeouts(shared.machine.module).max(1);
    let waits = shared.counts_before_timeouts().then(|| [local("behind", 2), local("taken", 1)]);
    Some(Timeouts { fired, most, counted, waits })
}

/// In how many places a module speaks of a time-out with a name: `{timeout, Name}`. No more of them have names of their own, unless
/// those are computed.
fn names_of_timeouts(module: &Module) -> usize {
    let mut names = BTreeSet::new();
    for expr in module.functions().flat_map(|function| &function.clauses).flat_map(|c| &c.body) {
        expr.for_each(&mut |expr| {
            if let ExprKind::Tuple(items) = &expr.kind
                && let [tag, name] = items.as_slice()
                && tag.is_atom("timeout")
            {
                names.insert(name.span);
            }
        });
    }
    names.len()
}

/// Milliseconds in a unit of time.
fn quantum(shared: &Shared<'_>) -> BigInt {
    if let Some(given) = shared.options.timing.quantum {
        return BigInt::from(given);
    }
    let times = shared.times().into_iter();
    let common = times.fold(BigInt::ZERO, divisor);
    if common.sign() == Sign::Plus { common } else { BigInt::from(1) }
}

/// The greatest common divisor, of any sign.
fn divisor(mut left: BigInt, mut right: BigInt) -> BigInt {
    while right.sign() != Sign::NoSign {
        (left, right) = (right.clone(), left % right);
    }
    left
}
