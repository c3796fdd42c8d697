//! Parcels between workers, and when all of a round have arrived: the dataflow below an exploration.
//!
//! Input: parcels of a round. Output: those of the others, and whether the round is over: whether each worker has ended it, and all that
//! it has sent here has arrived. Between two workers parcels come in the order in which they were sent, so the last one of a round
//! says that it is that. Of timely only the communication is used, no dataflow: its progress tracking, which could tell the end of a
//! round, takes six messages between any two workers for that, and most levels are small. There are several channels, since answers go
//! out while candidates still come in. What a parcel says is not looked at here.

use std::collections::VecDeque;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use timely_communication::allocator::ProcessBuilder;
use timely_communication::allocator::thread::Thread;
use timely_communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely_communication::{Allocator, Hooks, Pull, Push};

use crate::net::alarm::{Alarm, Fault};
use crate::net::joining::Joined;
use crate::net::line::{Line, part};
use crate::net::messages::N_CHANNELS;
use crate::parcel::Parcel;

/// How long a worker without work waits before it looks whether something has gone wrong.
const PATIENCE: Duration = Duration::from_millis(50);

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    Candidates,
    Answers,
    /// What comes behind an exploration, when some workers may still be at its end.
    Reduction,
}

/// One direction of the traffic.
struct Lane {
    out: Vec<Box<dyn Push<Parcel>>>,
    input: Box<dyn Pull<Parcel>>,
    arrived: VecDeque<Parcel>,
    /// Rounds that each worker has ended, as far as that is known here, and those that this one has.
    n_ended: Vec<u64>,
    n_own_ended: u64,
    /// The parcel for each worker that is sent next: it may be the last one of the round.
    held: Vec<Option<Parcel>>,
}

/// A worker's connections.
pub(crate) struct Exchange {
    pub(crate) index: usize,
    pub(crate) n_workers: usize,
    pub(crate) alarm: Alarm,
    lines: Vec<Option<Line>>,
    lanes: [Lane; N_CHANNELS],
    allocator: Allocator,
    /// Threads that send and receive; none where there is one worker.
    guard: Option<CommsGuard>,
    /// Parcels that were sent to others.
    pub(crate) n_parcels: u64,
}

impl Exchange {
    /// Begins to exchange parcels with the workers that are there.
    pub(crate) fn new(joined: Joined) -> Result<Self, Fault> {
        let Joined { index, lines, alarm, .. } = joined;
        let n_workers = lines.len();
        let (mut allocator, guard) =
            allocator(index, &lines).map_err(|why| Fault { worker: index, why })?;
        let lanes = [0, 1, 2].map(|channel| Lane::new(&mut allocator, channel));
        Ok(Self { index, n_workers, alarm, lines, lanes, allocator, guard, n_parcels: 0 })
    }

    /// Sends words to a worker.
    pub(crate) fn send(&mut self, channel: Channel, to: usize, words: Vec<u32>) {
        let from = u32::try_from(self.index).unwrap_or(u32::MAX);
        self.n_parcels += u64::from(to != self.index);
        self.lanes[channel as usize].send(to, Parcel { from, is_last: false, words });
    }

    /// The next parcel that has arrived.
    pub(crate) fn next(&mut self, channel: Channel) -> Option<Parcel> {
        self.lanes[channel as usize].arrived.pop_front()
    }

    /// Lets parcels be sent and arrive, without waiting for any.
    pub(crate) fn step(&mut self) -> Result<(), Fault> {
        self.pass();
        self.checked()
    }

    /// Waits until something may have happened.
    pub(crate) fn wait(&mut self) -> Result<(), Fault> {
        if !self.pass() {
            self.allocator.await_events(Some(PATIENCE));
            self.pass();
        }
        self.checked()
    }

    /// Sends what is to be sent, and takes what has come; whether anything has.
    fn pass(&mut self) -> bool {
        self.lanes.iter_mut().for_each(Lane::flush);
        self.allocator.release();
        self.allocator.receive();
        // All channels are looked at.
        self.allocator.events().borrow_mut().clear();
        // Each of them, whether another has brought something or not.
        self.lanes.iter_mut().map(Lane::take).filter(|has_come| *has_come).count() > 0
    }

    fn checked(&self) -> Result<(), Fault> {
        self.lines.iter().flatten().for_each(Line::check);
        self.alarm.fault().map_or(Ok(()), |fault| Err(fault.clone()))
    }

    /// Ends the round of this worker in a channel: what it sends from now on belongs to the next one.
    pub(crate) fn end_round(&mut self, channel: Channel) {
        let from = u32::try_from(self.index).unwrap_or(u32::MAX);
        let lane = &mut self.lanes[channel as usize];
        for to in 0..self.n_workers {
            let empty = || Parcel { from, is_last: false, words: Vec::new() };
            let mut last = lane.held[to].take().unwrap_or_else(empty);
            last.is_last = true;
            lane.out[to].send(last);
        }
        lane.n_own_ended += 1;
    }

    /// Whether all workers have ended the rounds that this one has ended, and what they have sent here in those has arrived.
    pub(crate) fn is_round_over(&self, channel: Channel) -> bool {
        let lane = &self.lanes[channel as usize];
        lane.n_ended.iter().all(|n_ended| *n_ended >= lane.n_own_ended)
    }

    /// Bytes that were sent to others.
    pub(crate) fn sent(&self) -> u64 {
        self.lines.iter().flatten().map(Line::sent).sum()
    }

    /// Asks all others to stop in order.
    pub(crate) fn halt(&self) {
        self.alarm.halt();
        self.lines.iter().flatten().for_each(Line::halt);
    }

    /// Takes the connections down at the end of a run, as all other workers do: that one of them is lost now is no fault.
    pub(crate) fn finish(mut self) {
        // Nobody goes before all others want to.
        self.end_round(Channel::Candidates);
        while !self.is_round_over(Channel::Candidates) && self.alarm.fault().is_none() {
            let _ = self.wait();
        }
        let Self { lanes, allocator, guard, alarm, .. } = self;
        drop((lanes, allocator));
        alarm.finish();
        // Threads that wait for a lost peer wait for ever: they are not waited for.
        let (done, is_done) = channel();
        let waiting = thread::Builder::new().spawn(move || {
            drop(guard);
            let _ = done.send(());
        });
        if waiting.is_ok() {
            let is_waited_for = || is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout);
            while is_waited_for() && alarm.fault().is_none() {}
        }
    }

    /// Leaves everything as it is: something has gone wrong.
    pub(crate) fn abandon(self) {
        let Self { lanes, allocator, guard, lines, alarm, .. } = self;
        if let Some(fault) = alarm.fault() {
            let lines: Vec<Line> = lines.into_iter().flatten().collect();
            part(&lines, fault);
        }
        alarm.finish();
        std::mem::forget(guard);
        drop((lanes, allocator));
    }
}

/// What timely sends and receives with.
fn allocator(
    index: usize,
    lines: &[Option<Line>],
) -> Result<(Allocator, Option<CommsGuard>), String> {
    if lines.len() == 1 {
        return Ok((Allocator::Thread(Thread::default()), None));
    }
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
    let made = initialize_networking_from_sockets(inner, lines.to_vec(), index, 1, hooks);
    let (builders, guard) = made.map_err(|error| format!("it cannot exchange data: {error}"))?;
    let builder = builders.into_iter().next().ok_or("it cannot exchange data")?;
    Ok((Allocator::Tcp(builder.build()), Some(guard)))
}

impl Lane {
    fn new(allocator: &mut Allocator, channel: usize) -> Self {
        let (out, input) = allocator.allocate(channel);
        let (n_ended, held) = (vec![0; out.len()], vec![None; out.len()]);
        Self { out, input, arrived: VecDeque::new(), n_ended, n_own_ended: 0, held }
    }

    fn send(&mut self, to: usize, parcel: Parcel) {
        if let Some(before) = self.held[to].replace(parcel) {
            self.out[to].send(before);
        }
    }

    /// Sends what is held back.
    fn flush(&mut self) {
        for (held, out) in self.held.iter_mut().zip(&mut self.out) {
            if let Some(parcel) = held.take() {
                out.send(parcel);
            }
            out.done();
        }
    }

    /// Takes what has come; whether anything has.
    fn take(&mut self) -> bool {
        let mut has_come = false;
        while let Some(parcel) = self.input.recv() {
            has_come = true;
            if parcel.is_last
                && let Some(n_ended) = self.n_ended.get_mut(parcel.from as usize)
            {
                *n_ended += 1;
            }
            // What only ends a round says nothing else.
            if !parcel.words.is_empty() {
                self.arrived.push_back(parcel);
            }
        }
        has_come
    }
}
