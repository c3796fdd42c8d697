//! The calls of a model that start something, counted once: they are asked for at every step that is composed.
//!
//! Input: the steps of all callbacks and procedures. Output: where timers are started, and where monitors, links and
//! processes are made; how many of each there may be. Knows nothing of what is carried of them (`timers`, `watches`).

use frontend::Span;

use super::Parts;
use crate::core::Service;
use crate::kernel::timers::{self, steps};
use crate::kernel::watches;
use crate::sequences::SequenceStep;
use model::TimerKind;

/// Calls that start something.
pub(crate) struct Sites {
    /// Those that start timers, then those that make monitors, links and processes.
    pub(crate) all: Vec<Span>,
    /// How many of them start timers.
    pub(crate) n_timers: usize,
    /// How many make links.
    pub(crate) n_links: usize,
    /// How many monitors and links all of them make, each once.
    pub(crate) n_watches: usize,
    /// Those that make a monitor and a link at once, in order.
    double: Vec<Span>,
    /// Those that start timers which bring a message as it is, in order.
    pub(crate) bare: Vec<Span>,
    /// Whether some call cancels a timer.
    pub(crate) cancels: bool,
}

impl Sites {
    pub(crate) fn of(parts: &Parts) -> Self {
        let (timers, watches) = (timers::sites(parts), watches::sites(parts));
        let both = Service::Spawn { links: true, monitors: true };
        let double = spans(parts, &|step| step.service == Some(both));
        let is_double = |site: &Span| double.binary_search(site).is_ok();
        let cancels = |step: &SequenceStep| matches!(step.service, Some(Service::Cancel { .. }));
        Self {
            n_timers: timers.len(),
            n_links: spans(parts, &watches::links).len(),
            n_watches: watches.len() + watches.iter().filter(|&site| is_double(site)).count(),
            bare: spans(parts, &is_bare),
            cancels: steps(parts).any(cancels),
            all: [timers, watches].concat(),
            double,
        }
    }

    /// How many monitors and links a call makes at once.
    pub(crate) fn weight(&self, site: Span) -> usize {
        1 + usize::from(self.double.binary_search(&site).is_ok())
    }
}

/// Where the steps of this kind stand, each place once, in the order of the source.
pub(crate) fn spans(parts: &Parts, is_meant: &dyn Fn(&SequenceStep) -> bool) -> Vec<Span> {
    let mut spans: Vec<Span> =
        steps(parts).filter(|step| is_meant(step)).map(|step| step.span).collect();
    spans.sort();
    spans.dedup();
    spans
}

/// Whether a step starts a timer whose message is what was given.
fn is_bare(step: &SequenceStep) -> bool {
    matches!(step.service, Some(Service::Start { kind: TimerKind::Event, .. }))
        && step.function.as_str() == "send_after"
}
