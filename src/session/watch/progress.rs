//! What the program does at the moment, for who waits in front of a terminal.
//!
//! Input: what is begun and ended, as it happens. Output: a line on stderr behind half a second, which goes when something else is
//! written. Nothing where stderr is no terminal, or only what is wrong is said. An exploration has a line of its own (`watch`).

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::io::terminal;
use crate::session::voice;

/// What takes no longer is not worth a line.
const PATIENCE: Duration = Duration::from_millis(500);

/// Between two lines.
const TICK: Duration = Duration::from_secs(1);

/// What can take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    Translating,
    Hunting,
    Judging,
    Checking,
}

/// What is done, since when, and when it was shown.
#[derive(Clone, Copy, Debug)]
struct Now {
    doing: Doing,
    since: Instant,
    shown: Option<Instant>,
}

static NOW: Mutex<Option<Now>> = Mutex::new(None);

fn now() -> MutexGuard<'static, Option<Now>> {
    NOW.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that is being done until this is dropped.
#[derive(Debug)]
#[must_use]
pub(crate) struct UnderWay(());

/// Says that something is begun.
pub(crate) fn begin(doing: Doing) -> UnderWay {
    clear();
    *now() = Some(Now { doing, since: Instant::now(), shown: None });
    UnderWay(())
}

/// Does something and says so meanwhile.
pub(crate) fn during<T>(doing: Doing, work: impl FnOnce() -> T) -> T {
    let _under_way = begin(doing);
    work()
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        clear();
        *now() = None;
    }
}

/// Takes the line away, as something is about to be written.
pub(crate) fn clear() {
    if let Some(Now { shown, .. }) = &mut *now()
        && shown.take().is_some()
    {
        let _ = write!(io::stderr().lock(), "\r\x1b[K");
    }
}

/// Shows the line if it is time: asked again and again.
pub(crate) fn tick() {
    let mut now = now();
    let Some(Now { doing, since, shown }) = &mut *now else { return };
    let is_time = shown.map_or(since.elapsed() >= PATIENCE, |shown| shown.elapsed() >= TICK);
    if !is_time || voice::is_quiet() || terminal::is_taken() || !io::stderr().is_terminal() {
        return;
    }
    *shown = Some(Instant::now());
    let word = match doing {
        Doing::Translating => "translating",
        Doing::Hunting => "looking for what can go wrong",
        Doing::Judging => "judging what was found",
        Doing::Checking => "checking properties",
    };
    let _ = write!(io::stderr().lock(), "\r\x1b[K{word}, {} s", since.elapsed().as_secs());
}
