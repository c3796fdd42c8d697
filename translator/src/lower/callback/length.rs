//! How long the time-outs of a loop run that is text.
//!
//! Input: the time of an action. Output: its length, as the loop keeps it: `armed` or `started` where time is not counted, else milliseconds, or
//! `beyond` where no timer of Erlang runs so long. An absolute time is a length where the callback itself adds to the time of now, or
//! takes from it, what is known. What the times of a module are is noted. Does not ask whether a time is one: that is in the text.

use frontend::{Diagnostic, Span};
use num_bigint::BigInt;

use crate::codes;
use crate::library::prelude;
use crate::lower::lowering::Lowering;
use crate::lower::timer::LONGEST_TIMER;
use model::{Expr, Operator, Time};

/// The first time that Erlang's clock shows, whenever it is started, in milliseconds: `erlang:system_info(start_time)`.
const FIRST_TIME: i64 = -576_460_752_000;

/// The last one, `erlang:system_info(end_time)`, 292 years later.
const LAST_TIME: i64 = 8_646_911_283_000;

impl Lowering<'_> {
    /// How long a time-out runs, where time is counted and that is known.
    pub(super) fn length(&mut self, time: &Expr, span: Span) -> Expr {
        let counts = self.shared.options.timing.time == Time::Tick;
        let time = self.resolve(time).clone();
        if matches!(&time, Expr::Integer(time) if *time > BigInt::from(LONGEST_TIMER)) {
            let beyond = Expr::atom("beyond");
            self.shared.note_in_loop(&beyond);
            return beyond;
        }
        self.shared.note_time(&time);
        let is_known = !matches!(time, Expr::Atom(_));
        if counts && !is_known {
            let message = "how long it is to this time is unknown: any number of ticks may pass";
            self.note(Diagnostic::warning(codes::UNKNOWN_LENGTH, message, span));
        }
        self.note_length(&time, span);
        let length = match counts && is_known {
            true => time.clone(),
            false if self.shared.counts_before_timeouts() => Expr::atom("started"),
            false => Expr::atom("armed"),
        };
        if is_known && !matches!(time, Expr::Integer(_)) && !self.is_open(&time) {
            return self.length_within(time, length);
        }
        length
    }

    /// How long a time-out runs until an absolute time: that is known where it is a number of milliseconds from the time of now. One that
    /// is over is taken to lie behind the start of Erlang's clock, unless it cannot.
    pub(super) fn until(&mut self, time: &Expr, span: Span) -> Expr {
        let from_now = self.time_from_now(time);
        let is_beyond = match self.resolve(time) {
            Expr::Integer(time) => {
                *time < BigInt::from(FIRST_TIME) || *time > BigInt::from(LAST_TIME)
            }
            _ => from_now
                .as_ref()
                .is_some_and(|length| *length < BigInt::from(FIRST_TIME - LAST_TIME)),
        };
        if is_beyond {
            let beyond = Expr::atom("beyond");
            self.shared.note_in_loop(&beyond);
            return beyond;
        }
        match from_now {
            Some(length) if length > BigInt::ZERO => self.length(&Expr::Integer(length), span),
            // It is over as soon as it is started, which one of 0 is before.
            Some(_) if self.shared.options.timing.time == Time::Tick => Expr::Integer((-1).into()),
            Some(_) => self.length(&Expr::integer(1), span),
            None => self.length(&Expr::atom("absolute"), span),
        }
    }

    /// The milliseconds from now to a time that the callback has made of the time of now.
    pub(crate) fn time_from_now(&self, time: &Expr) -> Option<BigInt> {
        let known = |added: &Expr| match self.resolve(added) {
            Expr::Integer(added) => Some(added.clone()),
            _ => None,
        };
        match self.resolve(time) {
            Expr::Apply(Operator::Add, operands) => match operands.as_slice() {
                [now, added] | [added, now] if self.is_now(now) => known(added),
                _ => None,
            },
            Expr::Apply(Operator::Sub, operands) => match operands.as_slice() {
                [now, taken] if self.is_now(now) => known(taken).map(|taken| -taken),
                _ => None,
            },
            Expr::Var(var) if let Some(nature) = self.natures.get(var) => nature.from_now.clone(),
            _ => self.is_now(time).then(BigInt::default),
        }
    }

    /// Whether a value is the time of now.
    fn is_now(&self, value: &Expr) -> bool {
        let Expr::Var(var) = value else { return false };
        self.now.contains(var) || self.definitions.get(var).is_some_and(|value| self.is_now(value))
    }

    /// The length of a time that is computed.
    fn length_within(&mut self, time: Expr, length: Expr) -> Expr {
        self.shared.note_in_loop(&Expr::atom("beyond"));
        let module = self.shared.machine.behaviour.run_by.map_or("", |run_by| run_by.module);
        let function = self.shared.local(&prelude::qualified(module, "length_within"), 3);
        let longest = Expr::Integer(BigInt::from(LONGEST_TIMER));
        Expr::element(2, Expr::Call(function, vec![time, longest, length]))
    }
}
