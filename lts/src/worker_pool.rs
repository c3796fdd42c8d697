//! Threads that do lists of work together.
//!
//! Input: turns, each with a number of pieces, and a desk for each thread. Output: when `turns` returns, all pieces of
//! all turns are done, one turn after the other. Each thread has its own part of the pieces, the same in
//! every turn, so that what it has in its caches serves it again; a thread that has nothing left waits a little and
//! then helps the others: what two threads have worked on goes from cache to cache. The thread that asks takes
//! part, and does not wait for threads that have not come yet. A piece that panics ends the turn for all, and the
//! panic goes on in the thread that asks.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// How often a waiting thread looks whether it may go on before it yields the processor: between two turns it would
/// take longer to be woken up.
const PATIENCE: usize = 1 << 13;

/// Looks for more work before a thread goes to sleep, a millisecond or two: to be woken up takes long where the
/// processor is a virtual one.
const BREAK: usize = 1 << 17;

/// A thread that has nothing left helps the others after this time at the latest.
const LONGEST_WAIT: Duration = Duration::from_micros(100);

/// Threads that wait for work.
#[derive(Debug)]
pub(crate) struct Crew {
    /// All threads but the one that asks.
    pool: ThreadPool,
    n_threads: usize,
    /// How often work has begun.
    n_begun: Arc<AtomicUsize>,
}

impl Crew {
    /// A crew of so many threads, the one that asks included; `None` where one is enough, or no more can be had.
    pub(crate) fn new(n_threads: usize) -> Option<Self> {
        let n_others = n_threads.checked_sub(1).filter(|&n| n > 0)?;
        let pool = ThreadPoolBuilder::new().num_threads(n_others).build().ok()?;
        Some(Self { pool, n_threads, n_begun: Arc::default() })
    }

    /// Number of threads.
    pub(crate) fn n_threads(&self) -> usize {
        self.n_threads
    }

    /// Does some turns. `plan` is asked before each, while no thread works: the number of pieces of this turn, or
    /// none where there are no more turns; `act` does a piece of a turn. There are less than 2^16 turns, and less
    /// than 2^24 pieces in one of them.
    pub(crate) fn turns<D: Send>(
        &self,
        desks: &mut [D],
        act: impl Fn(&mut D, u64, usize) + Sync,
        mut plan: impl FnMut(u64) -> Option<usize>,
    ) {
        let work = Work::new(desks.len());
        let Some((desk, others)) = desks.split_first_mut() else { return };
        self.pool.in_place_scope(|scope| {
            // Others wait for the end of the work, whatever ends it.
            let end = End(&work.is_over.0);
            let mut turn = 0;
            let mut planned = plan(turn);
            let n_others = others.len();
            let mut others = others.iter_mut().enumerate();
            while let Some(n_pieces) = planned {
                work.begin(turn, n_pieces);
                for (number, desk) in others.by_ref() {
                    let (work, act) = (&work, &act);
                    scope.spawn(move |_| {
                        let mut shift = Shift::new(number + 1);
                        wait(|| {
                            work.work(&mut shift, desk, act);
                            work.is_over()
                        });
                        work.n_gone.0.fetch_add(1, Ordering::Release);
                    });
                }
                if turn == 0 {
                    // A thread that is awake looks for work once, and there it is.
                    self.n_begun.fetch_add(1, Ordering::Release);
                }
                let mut shift = Shift::new(0);
                wait(|| {
                    work.work(&mut shift, desk, &act);
                    work.n_done.0.load(Ordering::Acquire) == n_pieces || work.is_over()
                });
                if work.is_over() {
                    break;
                }
                turn += 1;
                planned = plan(turn);
            }
            drop(end);
            // A thread that leaves the scope too early is put to sleep.
            let mut looks = 0..PATIENCE;
            while work.n_gone.0.load(Ordering::Acquire) + others.len() < n_others
                && looks.next().is_some()
            {
                std::hint::spin_loop();
            }
        });
        if let Some(panic) = work.panic.into_inner().unwrap_or_else(PoisonError::into_inner) {
            resume_unwind(panic);
        }
        self.take_a_break();
    }

    /// Keeps the others awake for a while: mostly there is more work soon.
    fn take_a_break(&self) {
        let before = self.n_begun.load(Ordering::Relaxed);
        for _ in 1..self.n_threads {
            let n_begun = Arc::clone(&self.n_begun);
            self.pool.spawn(move || {
                let mut looks = 0..BREAK;
                while n_begun.load(Ordering::Acquire) == before && looks.next().is_some() {
                    std::hint::spin_loop();
                }
            });
        }
    }

    /// Does one turn.
    pub(crate) fn each(&self, n_pieces: usize, act: impl Fn(usize) + Sync) {
        let desks = &mut vec![(); self.n_threads];
        self.turns(desks, |(), _, piece| act(piece), |turn| (turn == 0).then_some(n_pieces));
    }
}

/// The turn that is on, and how far it has come.
struct Work {
    /// What each thread has left.
    parts: Vec<Part>,
    n_done: Apart<AtomicUsize>,
    /// Set where there are no more turns, or a piece has panicked.
    is_over: Apart<AtomicBool>,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    /// How many threads, besides the one that asks, have seen that the work is over.
    n_gone: Apart<AtomicUsize>,
}

/// A value in a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
struct Apart<T>(T);

/// A thread, and when it has last worked on its own part.
struct Shift {
    home: usize,
    began: Instant,
    worked: Duration,
}

impl Shift {
    fn new(home: usize) -> Self {
        Self { home, began: Instant::now(), worked: Duration::ZERO }
    }

    /// Whether the thread has waited for others so long that it helps them: half the time of its own part, or less.
    fn is_impatient(&self) -> bool {
        self.began.elapsed() > self.worked + (self.worked / 2).min(LONGEST_WAIT)
    }
}

/// Says that work is over when it is dropped.
struct End<'w>(&'w AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// The pieces of a thread that are not taken yet: the turn, the first one and the end, in 16, 24 and 24 bits. A thread
/// that takes a piece learns at once to which turn it belongs.
type Part = Apart<AtomicU64>;

/// The bits of a number of pieces.
const MASK: u64 = (1 << 24) - 1;

impl Work {
    fn new(n_threads: usize) -> Self {
        let parts = (0..n_threads).map(|_| Part::default()).collect();
        let (n_done, is_over, n_gone) = (Apart::default(), Apart::default(), Apart::default());
        Self { parts, n_done, is_over, panic: Mutex::new(None), n_gone }
    }

    fn begin(&self, turn: u64, n_pieces: usize) {
        self.n_done.0.store(0, Ordering::Release);
        let n_threads = self.parts.len();
        for (number, Apart(part)) in self.parts.iter().enumerate() {
            let first = (number * n_pieces).div_ceil(n_threads) as u64;
            let end = ((number + 1) * n_pieces).div_ceil(n_threads) as u64;
            part.store(turn << 48 | first << 24 | end, Ordering::Release);
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.0.load(Ordering::Acquire)
    }

    /// Ends the work with the panic of a piece, the first one if there are several.
    fn end_with(&self, panic: Box<dyn Any + Send>) {
        self.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
        self.is_over.0.store(true, Ordering::Release);
    }

    /// Does what there is to be done for a thread.
    fn work<D>(&self, shift: &mut Shift, desk: &mut D, act: &impl Fn(&mut D, u64, usize)) {
        let home = shift.home;
        if self.parts[home].has_pieces() {
            shift.began = Instant::now();
            self.work_on(home, home, desk, act);
            shift.worked = shift.began.elapsed();
        }
        let n_threads = self.parts.len();
        for number in (home + 1..n_threads).chain(0..home) {
            if shift.is_impatient() && self.parts[number].turn() == self.parts[home].turn() {
                self.work_on(number, home, desk, act);
            }
        }
    }

    /// Does pieces of a part as long as there are any.
    fn work_on<D>(
        &self,
        number: usize,
        home: usize,
        desk: &mut D,
        act: &impl Fn(&mut D, u64, usize),
    ) {
        let mut n_done = 0;
        while !self.is_over()
            && let Some((turn, piece)) = self.parts[number].take(number == home)
        {
            // What a piece leaves half done is never looked at: the panic goes on.
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| act(desk, turn, piece))) {
                self.end_with(panic);
                break;
            }
            n_done += 1;
        }
        if n_done > 0 {
            self.n_done.0.fetch_add(n_done, Ordering::AcqRel);
        }
    }
}

impl Part {
    /// The turn that was begun last.
    fn turn(&self) -> u64 {
        self.0.load(Ordering::Acquire) >> 48
    }

    fn has_pieces(&self) -> bool {
        let part = self.0.load(Ordering::Acquire);
        part >> 24 & MASK != part & MASK
    }

    /// Takes a piece, and tells its turn: the thread that owns the pieces takes the first one, another the last one.
    fn take(&self, is_own: bool) -> Option<(u64, usize)> {
        let mut part = self.0.load(Ordering::Acquire);
        loop {
            let (first, end) = (part >> 24 & MASK, part & MASK);
            if first == end {
                return None;
            }
            let (piece, rest) =
                if is_own { (first, part + (1 << 24)) } else { (end - 1, part - 1) };
            let taken = self.0.compare_exchange(part, rest, Ordering::AcqRel, Ordering::Acquire);
            match taken {
                Ok(_) => return Some((part >> 48, usize::try_from(piece).unwrap_or(0))),
                Err(other) => part = other,
            }
        }
    }
}

/// Waits until something is so.
fn wait(mut is_so: impl FnMut() -> bool) {
    let mut looks = 0;
    while !is_so() {
        looks += 1;
        if looks < PATIENCE {
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn all_work_is_done_once_and_in_turns() {
        let crew = Crew::new(3).expect("threads");
        for n in [0, 1, 2, 1_000] {
            let results: Vec<Mutex<u64>> = (0..n).map(|_| Mutex::new(0)).collect();
            let mut desks = [0; 3];
            let act = |desk: &mut usize, turn, piece: usize| {
                let mut result = results[piece].lock().expect("nobody panics");
                assert_eq!(*result, turn);
                *result += 1;
                *desk += 1;
            };
            crew.turns(&mut desks, act, |turn| (turn < 5).then_some(n));
            assert_eq!(desks.iter().sum::<usize>(), 5 * n);
            assert!(results.into_iter().all(|result| result.into_inner().ok() == Some(5)));
        }
        assert!(Crew::new(1).is_none() && Crew::new(0).is_none());
    }

    /// A panic in any piece of any turn, or between two, ends the work, and the crew works again.
    #[test]
    fn a_panic_ends_the_work_of_all() {
        let crew = Crew::new(3).expect("threads");
        for (bad_turn, bad_piece) in [(0, 0), (0, 99), (1, 50), (2, 7), (3, usize::MAX)] {
            let work = || {
                let act = |(): &mut (), turn, piece: usize| {
                    assert!((turn, piece) != (bad_turn, bad_piece), "piece {piece}");
                };
                crew.turns(&mut [(); 3], act, |turn| {
                    assert!(turn != bad_turn || bad_piece < 100, "plan");
                    (turn < 5).then_some(100)
                });
            };
            let panic = catch_unwind(AssertUnwindSafe(work)).expect_err("a panic");
            let text = panic.downcast::<String>().map_or_else(|_| "plan".to_owned(), |text| *text);
            assert!(text == format!("piece {bad_piece}") || text == "plan", "{text}");
            let n_done = AtomicUsize::new(0);
            crew.each(100, |_| {
                n_done.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(n_done.into_inner(), 100);
        }
    }
}
