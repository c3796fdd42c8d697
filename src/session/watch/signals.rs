//! Signals: the first Ctrl-C ends what is explored, all others the program, without leaving half a file.
//!
//! Input: signals, for which a thread asks again and again (`guard`). Output: whether Ctrl-C was pressed; else the end
//! of the program, as the signal would have ended it. What was ignored when the program began (`nohup`) is ignored
//! still. A file that gets too large (`ulimit -f`) is an error of the call that writes it, and no signal.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts as signal;
use signal_hook::{flag, low_level};

use crate::io::{temporary, terminal};

/// Signals that are sent from outside, and that end a program which does not say otherwise.
const ENDING: [i32; 8] = [
    signal::SIGHUP,
    signal::SIGINT,
    signal::SIGQUIT,
    signal::SIGTERM,
    signal::SIGALRM,
    signal::SIGUSR1,
    signal::SIGUSR2,
    signal::SIGXCPU,
];

/// What shells add to the number of a signal, for the exit code of a program that it has ended.
const SIGNALLED: i32 = 128;

/// Whether something goes on that Ctrl-C ends in order.
static IS_LISTENING: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C has been pressed meanwhile.
static IS_PRESSED: AtomicBool = AtomicBool::new(false);

/// Signals that end the program, and whether each has come.
#[derive(Clone, Debug)]
pub(crate) struct Signals(Vec<(i32, Arc<AtomicBool>)>);

impl Signals {
    /// The signals that end the program, without those that are ignored when it begins.
    pub(crate) fn new() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = ignored_in(&status);
        let heard = ENDING.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        Self(heard.map(|signal| (signal, Arc::default())).collect())
    }

    /// Notes the signals from now on: for a caller that looks at them for sure.
    pub(crate) fn register(&self) {
        // Where signals cannot be had, they end the program as any other.
        for (signal, has_come) in &self.0 {
            let _ = flag::register(*signal, Arc::clone(has_come));
        }
    }

    /// Does what is to be done for the signals that have come.
    pub(crate) fn take(&self) {
        for (signal, has_come) in &self.0 {
            if has_come.swap(false, Ordering::Relaxed) {
                take(*signal);
            }
        }
    }
}

/// Lets a file that gets too large be an error.
pub(crate) fn ignore_size() {
    let _ = flag::register(signal::SIGXFSZ, Arc::default());
}

fn take(signal: i32) {
    if signal == signal::SIGINT && IS_LISTENING.swap(false, Ordering::Relaxed) {
        IS_PRESSED.store(true, Ordering::Relaxed);
        return;
    }
    terminal::give_back();
    temporary::take_away();
    let _ = low_level::emulate_default_handler(signal);
    low_level::exit(SIGNALLED + signal);
}

/// Lets Ctrl-C be noted the first time, and end the program the second time.
pub(crate) fn listen() {
    IS_PRESSED.store(false, Ordering::Relaxed);
    IS_LISTENING.store(true, Ordering::Relaxed);
}

/// Lets Ctrl-C end the program from now on.
pub(crate) fn listen_no_more() {
    IS_LISTENING.store(false, Ordering::Relaxed);
}

/// Whether Ctrl-C was pressed while something was explored.
pub(crate) fn is_pressed() -> bool {
    IS_PRESSED.load(Ordering::Relaxed)
}

/// The signals that a process ignores, by what the system says of it, one bit each.
fn ignored_in(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ignored_is_known() {
        assert_eq!(ignored_in("Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\t2\n"), 0x1001);
        assert_eq!(ignored_in("nothing"), 0);
    }
}
