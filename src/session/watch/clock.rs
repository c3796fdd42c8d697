//! When the user has waited enough for a hunt.
//!
//! Input: how long. Output: whether that is over. What the user allows is time on the wall. Where the user has said
//! nothing, work is counted elsewhere, and the clock is a net for what no count sees: it asks for the time that the
//! processor has spent on this process, so that a machine with other things to do changes no answer.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::session::watch::note_cut;

/// Pieces of work that go on at once.
static AT_ONCE: AtomicU32 = AtomicU32::new(1);

/// A time that comes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deadline {
    /// On the wall; none that a clock could wait for.
    Wall(Option<Instant>),
    /// Time that the processor has spent on this process.
    Processor(Duration),
}

impl Deadline {
    /// As much as is allowed from now on, or else as much of the processor.
    pub(crate) fn new(allowed: Option<Duration>, net: Duration) -> Self {
        match allowed {
            Some(time) => Self::Wall(Instant::now().checked_add(time)),
            None => Self::Processor(
                spent().saturating_add(net.saturating_mul(AT_ONCE.load(Ordering::Relaxed))),
            ),
        }
    }

    /// Whether it has come or was asked for so many times: what is counted is the same on every machine.
    pub(crate) fn within(self, times: u64) -> impl Fn() -> bool + Send + Sync + use<> {
        let asked = AtomicU64::new(0);
        move || asked.fetch_add(1, Ordering::Relaxed) >= times || self.is_over()
    }

    /// Whether it has come.
    pub(crate) fn is_over(self) -> bool {
        let is_over = match self {
            Self::Wall(deadline) => deadline.is_some_and(|deadline| Instant::now() >= deadline),
            Self::Processor(deadline) => spent() >= deadline,
        };
        if is_over {
            note_cut();
        }
        is_over
    }
}

/// What the processor has spent on this process.
#[cfg(unix)]
fn spent() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(spent.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(spent.tv_nsec).unwrap_or(0))
}

/// Says that so many pieces of work go on at once: each has its part of what the processor spends.
pub(crate) fn share(n_at_once: usize) {
    AT_ONCE.store(u32::try_from(n_at_once).unwrap_or(u32::MAX).max(1), Ordering::Relaxed);
}

/// Where the system is not asked, the time on the wall.
#[cfg(not(unix))]
fn spent() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    #[test]
    fn waiting_is_not_work() {
        let net = Deadline::new(None, Duration::from_mins(1));
        let allowed = Deadline::new(Some(Duration::from_millis(5)), Duration::ZERO);
        sleep(Duration::from_millis(10));
        assert!(allowed.is_over() && !net.is_over());
        assert!(Deadline::new(None, Duration::ZERO).is_over());
        let thrice = net.within(2);
        assert_eq!([thrice(), thrice(), thrice()], [false, false, true]);
        assert!(!Deadline::new(Some(Duration::MAX), Duration::ZERO).is_over());
    }
}
