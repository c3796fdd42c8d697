//! The functions of the prelude on timers and times, for the kernel.
//!
//! Input: what the lowerings of a module have met. Output: which functions the model needs, and how long a unit
//! of time is.

use num_bigint::{BigInt, Sign};

use crate::kernel::{Clock, TimerFunctions};
use crate::lower::Shared;
use crate::model::{Time, TimerKind};
use crate::prelude;

/// The functions on timers and times, among the local functions, if there are any.
pub(crate) fn clock(shared: &Shared<'_>) -> Option<Clock> {
    let ticks = shared.options.timing.time == Time::Tick;
    let starts = TimerKind::ALL.into_iter().any(|kind| shared.starts(kind));
    let local = |name: &str, arity: usize| {
        shared.local(&prelude::qualified("erlang", &format!("timer_{name}")), arity)
    };
    (starts || ticks).then(|| Clock {
        timers: starts.then(|| TimerFunctions {
            start: local("start", 8),
            reference: local("ref", 5),
            drop: local("drop", 3),
            cancel: local("cancel", 2),
            lives: local("lives", 2),
            late: shared.messages_stay.then(|| [local("sent", 3), local("flush", 2)]),
            full: local("full", 3),
        }),
        units: ticks.then(|| local("units", 2)),
        tick: (starts && ticks).then(|| [local("tick", 1), local("due", 1)]),
        quantum: quantum(shared),
    })
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
