//! The watch on an exploration that takes long: clock, memory, Ctrl-C, a line of progress.
//!
//! Input: how far it has come, again and again. Output: whether to stop, and why. The line is for a
//! terminal only. Memory is known on Linux only (`memory`); elsewhere nothing is said of it.

pub(crate) mod clock;
pub(crate) mod guard;
pub(crate) mod memory;
pub(crate) mod progress;
pub(crate) mod signals;
pub(crate) mod stop;

use std::cell::Cell;
use std::io::{self, IsTerminal as _, Write as _};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lts::explore::Progress;
use translator::Until;

use crate::cli::LimitArgs;
use crate::io::terminal;
use crate::session::voice;
use crate::session::watch::memory::Memory;

/// Questions between two looks at the clock.
const PULSE: u32 = 64;

/// States between two looks at the clock.
const STRIDE: usize = 2_000;

/// Time between two lines.
const TICK: Duration = Duration::from_millis(200);

/// Why exploration is to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The time is over.
    Time,
    /// There is no more memory.
    Memory,
    /// The user has pressed Ctrl-C.
    User,
    /// The work that commands which the user has not chosen may make is done.
    Work,
}

/// The watch on one exploration.
pub(crate) struct Watch {
    start: Instant,
    deadline: Option<Instant>,
    memory: Memory,
    shows: bool,
    has_shown: bool,
    asked: u32,
    states: usize,
    next_tick: Instant,
    next_weighing: Instant,
    reason: Rc<Cell<Option<Reason>>>,
}

/// When the work on the system under way has begun, reading and translating it included.
static BEGUN: Mutex<Option<Instant>> = Mutex::new(None);

/// Whether the clock, memory or the user has ended something: another run may come to more.
static WAS_CUT: AtomicBool = AtomicBool::new(false);

/// Notes that something was ended before it was done, for a reason that is not in what is read.
pub(crate) fn note_cut() {
    WAS_CUT.store(true, Ordering::Relaxed);
}

/// Whether something was ended so.
pub(crate) fn was_cut() -> bool {
    WAS_CUT.load(Ordering::Relaxed)
}

/// Ends a translation when the time is over, or Ctrl-C was pressed.
pub(crate) fn until(timeout: Option<Duration>) -> Until {
    let begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or_else(Instant::now);
    let deadline = timeout.and_then(|timeout| begun.checked_add(timeout));
    Until::asking(move || is_over(deadline).is_some())
}

/// Ends a translation when this says that it is over, or Ctrl-C was pressed.
pub(crate) fn until_over(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Until {
    Until::asking(move || {
        let is_pressed = signals::is_pressed();
        if is_pressed {
            note_cut();
        }
        is_pressed || is_over()
    })
}

/// Starts the clock of `--timeout`.
pub(crate) fn begin() {
    *BEGUN.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
}

impl Watch {
    pub(crate) fn new(limits: &LimitArgs) -> Self {
        let start = Instant::now();
        let begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(start);
        Self {
            start,
            deadline: limits.timeout.and_then(|duration| begun.checked_add(duration)),
            memory: Memory::new(limits.max_memory),
            shows: io::stderr().is_terminal() && !voice::is_quiet() && !terminal::is_taken(),
            has_shown: false,
            asked: PULSE - 1,
            states: 0,
            next_tick: start,
            next_weighing: start,
            reason: Rc::new(Cell::new(None)),
        }
    }

    /// Tells in the midst of a step whether to stop.
    pub(crate) fn alarm(&self) -> impl Fn() -> bool + use<> {
        let (deadline, reason) = (self.deadline, Rc::clone(&self.reason));
        move || {
            let end = is_over(deadline);
            reason.set(reason.get().or(end));
            end.is_some()
        }
    }

    /// Why exploration was to stop.
    pub(crate) fn reason(&self) -> Option<Reason> {
        self.reason.get()
    }

    /// Lets this exploration have one of so many parts of the memory that is free; more where nothing is done with it afterwards.
    pub(crate) fn sharing(mut self, limits: &LimitArgs, n_processes: usize, is_last: bool) -> Self {
        self.memory = Memory::shared(limits.max_memory, n_processes, is_last);
        self
    }

    /// Looks at the clock and at memory now; tells whether to stop.
    pub(crate) fn look_now(&mut self, progress: Progress) -> bool {
        self.asked = PULSE;
        self.look(progress)
    }

    /// Looks at how far it has come; tells whether to stop.
    pub(crate) fn look(&mut self, progress: Progress) -> bool {
        self.asked += 1;
        if self.asked < PULSE && progress.states < self.states + STRIDE {
            return false;
        }
        (self.asked, self.states) = (0, progress.states);
        let mut end = is_over(self.deadline);
        let now = Instant::now();
        if now >= self.next_weighing {
            self.next_weighing = now + self.memory.pace();
            if self.memory.is_over(progress.growth) {
                note_cut();
                end = end.or(Some(Reason::Memory));
            }
        }
        if now >= self.next_tick {
            self.next_tick = now + TICK;
            self.show(progress);
        }
        self.reason.set(self.reason.get().or(end));
        end.is_some()
    }

    fn show(&mut self, progress: Progress) {
        if !self.shows || self.start.elapsed() < 2 * TICK {
            return;
        }
        self.has_shown = true;
        let Progress { states, transitions, expanded, depth, .. } = progress;
        let millis = self.start.elapsed().as_millis().max(1);
        let rate = u128::try_from(states).unwrap_or(0) * 1000 / millis;
        let waiting = states - expanded.min(states);
        let line = format!(
            "{states} states, {transitions} transitions, {rate} states/s, depth {depth}, {waiting} waiting"
        );
        // If the line cannot be shown, there is no place to say so.
        let _ = write!(io::stderr().lock(), "\r\x1b[K{line}");
    }

    /// Takes the line away.
    pub(crate) fn end(&mut self) {
        self.pause();
        // What follows is another system, or the same in another environment, with its own time.
        begin();
    }

    /// Takes the line away; what follows belongs to the same system, and has what is left of its time.
    pub(crate) fn pause(&mut self) {
        if std::mem::take(&mut self.has_shown) {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
        // From now on Ctrl-C ends the program at once; what is still asked of states is not interrupted.
        signals::listen_no_more();
    }
}

fn is_over(deadline: Option<Instant>) -> Option<Reason> {
    let reason = if signals::is_pressed() {
        Some(Reason::User)
    } else {
        deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| Reason::Time)
    };
    if reason.is_some() {
        note_cut();
    }
    reason
}
