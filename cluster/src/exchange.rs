//! Parcels between workers, and when all of a round have arrived: the dataflow below an exploration.
//!
//! Input: parcels of a round. Output: those of the others, and whether the round is over: whether each worker has ended it, and all that
//! it has sent here has arrived. Between two workers parcels come in the order in which they were sent, so the last one of a round
//! says that it is that; timely's progress tracking, which could tell it too, takes several messages between any two workers for
//! each round, and has nothing to say here before the end: all is sent at one time. There are several channels, since answers go
//! out while candidates still come in. What a parcel says is not looked at here.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::thread::Thread;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, Hooks};
use timely::container::{CapacityContainerBuilder, NoopBuilder};
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

use crate::net::alarm::{Alarm, Fault};
use crate::net::joining::Joined;
use crate::net::line::Line;
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
    input: InputHandle<u64, NoopBuilder<Parcel>>,
    arrived: Rc<RefCell<Arrived>>,
    /// The parcel for each worker that is sent next: it may be the last one of the round.
    held: Vec<Option<Parcel>>,
    /// Rounds that this worker has ended.
    n_ended: u64,
}

/// What has come in.
#[derive(Debug, Default)]
struct Arrived {
    parcels: VecDeque<Parcel>,
    /// Rounds that each worker has ended.
    n_ended: Vec<u64>,
}

/// The dataflow of a worker, and its connections.
pub(crate) struct Exchange {
    pub(crate) index: usize,
    pub(crate) n_workers: usize,
    pub(crate) alarm: Alarm,
    lines: Vec<Option<Line>>,
    lanes: [Lane; 3],
    worker: Worker,
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
        let (allocator, guard) =
            allocator(index, &lines).map_err(|why| Fault { worker: index, why })?;
        let mut worker = Worker::new(WorkerConfig::default(), allocator, None);
        let lanes = [(); 3].map(|()| Lane::new(&mut worker, n_workers));
        Ok(Self { index, n_workers, alarm, lines, lanes, worker, guard, n_parcels: 0 })
    }

    /// Sends words to a worker.
    pub(crate) fn send(&mut self, channel: Channel, to: usize, words: Vec<u32>) {
        let from = u32::try_from(self.index).unwrap_or(u32::MAX);
        self.n_parcels += u64::from(to != self.index);
        self.lanes[channel as usize].send(to, Parcel { to: Some(to), from, is_last: false, words });
    }

    /// The next parcel that has arrived.
    pub(crate) fn next(&self, channel: Channel) -> Option<Parcel> {
        self.lanes[channel as usize].arrived.borrow_mut().parcels.pop_front()
    }

    /// Lets parcels be sent and arrive, without waiting for any.
    pub(crate) fn step(&mut self) -> Result<(), Fault> {
        self.lanes.iter_mut().for_each(Lane::flush);
        self.worker.step();
        self.checked()
    }

    /// Waits until something may have happened.
    pub(crate) fn wait(&mut self) -> Result<(), Fault> {
        self.lanes.iter_mut().for_each(Lane::flush);
        self.worker.step_or_park(Some(PATIENCE));
        self.checked()
    }

    fn checked(&self) -> Result<(), Fault> {
        self.alarm.fault().map_or(Ok(()), |fault| Err(fault.clone()))
    }

    /// Ends the round of this worker in a channel: what it sends from now on belongs to the next one.
    pub(crate) fn end_round(&mut self, channel: Channel) {
        let from = u32::try_from(self.index).unwrap_or(u32::MAX);
        let lane = &mut self.lanes[channel as usize];
        for to in 0..self.n_workers {
            let empty = || Parcel { to: Some(to), from, is_last: false, words: Vec::new() };
            let mut last = lane.held[to].take().unwrap_or_else(empty);
            last.is_last = true;
            lane.input.send_batch(&mut last);
        }
        lane.n_ended += 1;
    }

    /// Whether all workers have ended the rounds that this one has ended, and what they have sent here in those has arrived.
    pub(crate) fn is_round_over(&self, channel: Channel) -> bool {
        let lane = &self.lanes[channel as usize];
        lane.arrived.borrow().n_ended.iter().all(|n_ended| *n_ended >= lane.n_ended)
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
    pub(crate) fn finish(self) {
        let Self { lanes, mut worker, guard, alarm, .. } = self;
        for mut lane in lanes {
            lane.flush();
            lane.input.close();
        }
        while worker.has_dataflows() && alarm.fault().is_none() {
            worker.step_or_park(Some(PATIENCE));
        }
        drop(worker);
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
        let Self { worker, guard, lines, alarm, .. } = self;
        if let Some(fault) = alarm.fault() {
            lines.iter().flatten().for_each(|line| line.tell_fault(fault));
        }
        alarm.finish();
        std::mem::forget(guard);
        drop(worker);
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
    fn new(worker: &mut Worker, n_workers: usize) -> Self {
        let nothing = Arrived { parcels: VecDeque::new(), n_ended: vec![0; n_workers] };
        let arrived = Rc::new(RefCell::new(nothing));
        let taking = Rc::clone(&arrived);
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Parcel>>();
            let pact = DistributorPact(|_| crate::parcel::ToWorker);
            let _ = stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                pact,
                "Arrival",
                |_, _| {
                    move |input, _| {
                        input.for_each(|_, parcel| {
                            taking.borrow_mut().take(std::mem::take(parcel));
                        });
                    }
                },
            );
            input
        });
        Self { input, arrived, held: vec![None; n_workers], n_ended: 0 }
    }

    fn send(&mut self, to: usize, parcel: Parcel) {
        if let Some(mut before) = self.held[to].replace(parcel) {
            self.input.send_batch(&mut before);
        }
    }

    /// Sends what is held back.
    fn flush(&mut self) {
        for held in &mut self.held {
            if let Some(mut parcel) = held.take() {
                self.input.send_batch(&mut parcel);
            }
        }
    }
}

impl Arrived {
    fn take(&mut self, parcel: Parcel) {
        if parcel.is_last
            && let Some(n_ended) = self.n_ended.get_mut(parcel.from as usize)
        {
            *n_ended += 1;
        }
        // What only ends a round says nothing else.
        if !parcel.words.is_empty() {
            self.parcels.push_back(parcel);
        }
    }
}
