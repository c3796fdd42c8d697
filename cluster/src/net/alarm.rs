//! The first thing that has gone wrong between workers, which all threads of a worker look at while they wait.
//!
//! Input: a fault, from any thread. Output: the first one. Nothing is ended here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Why workers cannot go on together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Whose fault it is.
    pub worker: usize,
    /// What is wrong with it, as the end of a sentence: `it does not answer`.
    pub why: String,
}

/// A sign that all threads of a worker look at.
#[derive(Clone, Debug, Default)]
pub struct Alarm(Arc<Signs>);

#[derive(Debug, Default)]
struct Signs {
    fault: OnceLock<Fault>,
    /// Whether some worker wants all to stop in order.
    is_halted: AtomicBool,
    /// Whether all is done, and no sign of life is given any more.
    is_over: AtomicBool,
}

impl Alarm {
    /// Notes a fault; the first one counts. Tells whether this is it.
    pub fn raise(&self, fault: Fault) -> bool {
        self.0.fault.set(fault).is_ok()
    }

    /// The fault, if there is one.
    pub fn fault(&self) -> Option<&Fault> {
        self.0.fault.get()
    }

    /// Asks for an end in order, when the level that is under way can be left.
    pub(crate) fn halt(&self) {
        self.0.is_halted.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_halted(&self) -> bool {
        self.0.is_halted.load(Ordering::Relaxed)
    }

    pub(crate) fn finish(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.0.is_over.load(Ordering::Relaxed)
    }
}
