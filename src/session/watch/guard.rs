//! Ends the program in order when memory comes to its end or a signal says so, whatever it is computing.
//!
//! Input: what `memory` and `signals` say, asked from a thread of its own, which allocates nothing. Output: E0514 and exit code 2, where an allocation that
//! fails would abort the program, or the system kill it; files that are half written are taken away. Exploration stops
//! earlier, and what it has found is kept (`watch`).

use std::io::{self, Write as _};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use crate::io::{temporary, terminal};
use crate::session::exit::Exit;
use crate::session::watch::memory::Rest;
use crate::session::watch::progress;
use crate::session::watch::signals::{self, Signals};

/// Time between two looks.
const PACE: Duration = Duration::from_millis(5);

/// Bytes of the stack of the thread, which does little.
const STACK_SIZE: usize = 128 << 10;

const MESSAGE: &[u8] = b"error[E0514]: there is not enough memory for what is computed
  = help: allow more (`ulimit -v`, the limit of the group of processes), or make the system smaller
";

/// Watches from now on: what is taken after the return of this function is seen.
pub(crate) fn begin() {
    let guard = thread::Builder::new().stack_size(STACK_SIZE);
    signals::ignore_size();
    let signals = Signals::new();
    let watched = signals.clone();
    let ready = Arc::new(Barrier::new(2));
    let is_ready = Arc::clone(&ready);
    let guarded = guard.spawn(move || {
        let mut rest = Rest::new();
        is_ready.wait();
        // The allocator takes twice what it needs for a moment: a second look finds that given back.
        while !(rest.is_over() && rest.is_over()) {
            watched.take();
            progress::tick();
            thread::sleep(PACE);
        }
        terminal::give_back();
        temporary::take_away();
        let _ = io::stderr().lock().write_all(MESSAGE);
        std::process::exit(Exit::Input.code().into());
    });
    // Where the thread of the guard cannot be had, a signal ends the program as it ends any other.
    if guarded.is_ok() {
        ready.wait();
        signals.register();
    }
}
