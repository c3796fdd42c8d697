//! What each worker does alone, before the others are there.
//!
//! Input: a system. Output: its first states, as many as make it worth a system's while to prepare itself for many; a
//! number that tells systems from others. All workers see the same first states in the same order, so symbols and
//! labels that they meet there have the same numbers in each process; the states themselves are found again by all together.

use lts::explore::{Exploration, Progress, Stop, explore_watched};
use lts::next_state::StepError;
use lts::portable::{Portable, hash};

use crate::words::halves;

/// States that are worth an effort to have the others sooner.
const ENOUGH: usize = 1_000;

/// A system that is ready.
#[derive(Debug)]
pub struct Warm {
    /// The initial state, as the system has it from now on.
    pub initial: Vec<u32>,
    /// Symbols that are the same in all processes.
    pub(crate) n_common: usize,
    /// What tells this system from others.
    pub fingerprint: u64,
    /// Why nothing more can be known of it, if that is so.
    pub stop: Option<Stop>,
}

/// Gets a system ready.
pub fn warm_up(
    system: &mut dyn Portable,
    look: &mut dyn FnMut(Progress) -> bool,
) -> Result<Warm, StepError> {
    let mut is_over = false;
    let watch = &mut |progress: Progress| {
        is_over = look(progress);
        is_over || progress.states >= ENOUGH
    };
    let found = explore_watched(system, usize::MAX, 1, watch)?;
    let is_final = |stop: &Stop| match stop {
        Stop::Interrupted => is_over,
        other => matches!(other, Stop::Unordered(_) | Stop::Refused(..)),
    };
    let stop = found.stop.clone().filter(is_final);
    let fingerprint = fingerprint(system, &found);
    let initial = found.states.iter().next().unwrap_or_default().to_vec();
    Ok(Warm { initial, n_common: system.n_symbols(), fingerprint, stop })
}

fn fingerprint(system: &dyn Portable, found: &Exploration) -> u64 {
    let mut sum = 0;
    let mut add = |part: u64| sum = hash(&[halves(sum), halves(part)].concat());
    found.states.iter().for_each(|state| add(hash(state)));
    for state in found.lts.states() {
        for edge in found.lts.out(state) {
            add(u64::from(edge.label.0) << 32 | u64::from(edge.target.0));
        }
    }
    for label in system.labels().passing() {
        let text: Vec<u32> = label.text().unwrap_or("").bytes().map(u32::from).collect();
        add(hash(&text));
    }
    add(system.n_symbols() as u64);
    sum
}
