//! The functions of the prelude on timers and times that a model has.
//!
//! Written by `prelude_functions`, called in `timers`, `cancel` and `mail`. Which a model needs is not decided here.

use num_bigint::BigInt;

use model::FunctionId;

/// The functions on timers and times, among those of the model.
pub(crate) struct Clock {
    /// Those on timers, where the machine starts any.
    pub timers: Option<TimerFunctions>,
    /// The number of units in a time, where time is counted.
    pub units: Option<FunctionId>,
    /// One unit less, and whether some timer is due; where time is counted and there are timers.
    pub tick: Option<[FunctionId; 2]>,
    /// Milliseconds in a unit.
    pub quantum: BigInt,
}

/// The functions on timers.
pub(crate) struct TimerFunctions {
    /// The timers with a new one.
    pub start: FunctionId,
    /// The reference of the next one.
    pub reference: FunctionId,
    /// The timers behind what one of them brings: without it, or with what it brings next.
    pub drop: FunctionId,
    /// The timers without the one that is cancelled.
    pub cancel: FunctionId,
    /// Whether there is one with this reference.
    pub lives: FunctionId,
    /// Where a message may stay that is not taken out: the timers when it is on its way, and what
    /// `gen_fsm:cancel_timer/1` does.
    pub late: Option<[FunctionId; 2]>,
    /// Where messages may wait, and time is not counted: how many of them are taken before a timer that starts now, and the
    /// timers when one is taken.
    pub counts: Option<[FunctionId; 2]>,
    /// Whether the time of one is over, where that is counted.
    pub over: Option<FunctionId>,
    /// Whether there are as many of one site as there may be.
    pub full: FunctionId,
    /// How far away the first end of a timer is that goes on, where messages that wait come before it.
    pub lasting: Option<FunctionId>,
    /// Where processes that the machine starts send it something: the timers with that, and whether there is no room
    /// for it.
    pub senders: Option<[FunctionId; 2]>,
}
