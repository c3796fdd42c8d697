//! Timers at a cut: a call starts or cancels one, and how it ends decides how the callback goes on.
//!
//! Input: the step, and how the callback goes on behind each end. Output: the ways that there are. A timer may be over
//! before it is cancelled; then its message has come, and stays where nothing takes it out.

use crate::core::Service;
use crate::kernel::Kernel;
use crate::kernel::timers::{TimerStep, has_others, value};
use crate::sequences::Shown;
use model::{Behaviour, Cond, Expr, PointId, Time};

impl Kernel<'_> {
    /// A step whose end decides what follows: `go_on` makes the step from what it shows, if it shows
    /// anything, and what it leaves of the timers.
    pub(crate) fn timer_cut(
        &mut self,
        timer_step: &TimerStep<'_>,
        shown: &[Shown],
        go_on: &mut dyn FnMut(&mut Self, usize, Expr) -> PointId,
    ) -> PointId {
        let Some(Service::Cancel { flushes }) = timer_step.step.service else {
            let point = go_on(self, 0, self.started(timer_step));
            return self.unless_full(timer_step, point);
        };
        let none = shown.iter().position(|shown| !matches!(shown, Shown::Unknown(_))).unwrap_or(0);
        let left = shown.iter().position(|shown| matches!(shown, Shown::Unknown(_))).unwrap_or(0);
        let reference = timer_step.args.first().cloned().unwrap_or(Expr::Nil);
        let mut dead = go_on(self, none, timer_step.timers.clone());
        if !flushes && left != none && has_others(self.parts) {
            let lives = go_on(self, left, timer_step.timers.clone());
            let either = self.one_of(vec![dead, lives]);
            // A reference that is known is one that the machine has made.
            let cond = Cond::Known(reference.clone());
            dead = self.point(Behaviour::If { cond, yes: dead, no: either });
        }
        if self.carried.timers().is_none() {
            return dead;
        }
        let without = self.without(reference.clone(), timer_step.timers.clone());
        let cancelled = go_on(self, left, without);
        let functions = self.parts.clock.as_ref().and_then(|clock| clock.timers.as_ref());
        let Some([sent, flush]) = functions.and_then(|functions| functions.late) else {
            let late = (!flushes).then(|| go_on(self, none, timer_step.timers.clone()));
            let either = self.or_late(timer_step, &reference, cancelled, late);
            return self.if_lives(reference, timer_step, [either, dead]);
        };
        let is_sent = match self.parts.timing.time {
            Time::Tick => Expr::integer(0),
            _ => Expr::atom("sent"),
        };
        let sent = value(sent, vec![reference.clone(), is_sent, timer_step.timers.clone()]);
        // Its message has come already, and stays.
        let late = go_on(self, none, sent);
        let either = self.or_late(timer_step, &reference, cancelled, Some(late));
        if !flushes {
            return self.if_lives(reference, timer_step, [either, dead]);
        }
        let what = value(flush, vec![reference, timer_step.timers.clone()]);
        [("late", either), ("gone", cancelled)].into_iter().fold(dead, |no, (is, yes)| {
            let cond = Cond::Same(what.clone(), Expr::atom(is));
            self.point(Behaviour::If { cond, yes, no })
        })
    }

    /// A timer is cancelled, or that comes too late: at any time where time does not matter, when its time is over
    /// where that is counted, and never where a timer waits until nothing else can happen.
    fn or_late(
        &mut self,
        timer_step: &TimerStep<'_>,
        reference: &Expr,
        cancelled: PointId,
        late: Option<PointId>,
    ) -> PointId {
        let Some(late) = late.filter(|_| self.parts.timing.time != Time::Progress) else {
            return cancelled;
        };
        let either = self.one_of(vec![cancelled, late]);
        let functions = self.parts.clock.as_ref().and_then(|clock| clock.timers.as_ref());
        let Some(over) = functions.and_then(|functions| functions.over) else { return either };
        let over = value(over, vec![reference.clone(), timer_step.timers.clone()]);
        let cond = Cond::Same(over, Expr::atom("true"));
        self.point(Behaviour::If { cond, yes: either, no: cancelled })
    }

    /// Goes on by whether there is a timer.
    fn if_lives(
        &mut self,
        reference: Expr,
        timer_step: &TimerStep<'_>,
        ways: [PointId; 2],
    ) -> PointId {
        let [yes, no] = ways;
        let lives =
            self.clock(|functions| functions.lives, vec![reference, timer_step.timers.clone()]);
        let cond = Cond::Same(lives, Expr::atom("true"));
        self.point(Behaviour::If { cond, yes, no })
    }
}
