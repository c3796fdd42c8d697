//! Parcels between workers, and when all of a round have arrived: the dataflow below an exploration.
//!
//! Input: parcels of a round. Output: those of the others, and whether the round is over, which is a question to timely's
//! progress tracking: a probe has passed its time when no worker can send a parcel of that round, and none is under way. There
//! are several channels, since answers go out while candidates still come in. What a parcel says is not looked at here.

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
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
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
    probe: ProbeHandle<u64>,
    arrived: Rc<RefCell<VecDeque<Parcel>>>,
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
        let Joined { index, lines, alarm } = joined;
        let n_workers = lines.len();
        let (allocator, guard) =
            allocator(index, &lines).map_err(|why| Fault { worker: index, why })?;
        let mut worker = Worker::new(WorkerConfig::default(), allocator, None);
        let lanes = [(); 3].map(|()| Lane::new(&mut worker));
        Ok(Self { index, n_workers, alarm, lines, lanes, worker, guard, n_parcels: 0 })
    }

    /// Sends words to a worker.
    pub(crate) fn send(&mut self, channel: Channel, to: usize, words: Vec<u32>) {
        let from = u32::try_from(self.index).unwrap_or(u32::MAX);
        self.n_parcels += u64::from(to != self.index);
        let mut parcel = Parcel { to: Some(to), from, words };
        self.lanes[channel as usize].input.send_batch(&mut parcel);
    }

    /// The next parcel that has arrived.
    pub(crate) fn next(&self, channel: Channel) -> Option<Parcel> {
        self.lanes[channel as usize].arrived.borrow_mut().pop_front()
    }

    /// Lets parcels be sent and arrive, without waiting for any.
    pub(crate) fn step(&mut self) -> Result<(), Fault> {
        self.worker.step();
        self.checked()
    }

    /// Waits until something may have happened.
    pub(crate) fn wait(&mut self) -> Result<(), Fault> {
        self.worker.step_or_park(Some(PATIENCE));
        self.checked()
    }

    fn checked(&self) -> Result<(), Fault> {
        self.alarm.fault().map_or(Ok(()), |fault| Err(fault.clone()))
    }

    /// Ends the round of this worker in a channel: what it sends from now on belongs to the next one.
    pub(crate) fn end_round(&mut self, channel: Channel) {
        let lane = &mut self.lanes[channel as usize];
        let next = lane.input.time() + 1;
        lane.input.advance_to(next);
    }

    /// Whether all parcels of the rounds that this worker has ended have arrived, everywhere.
    pub(crate) fn is_round_over(&self, channel: Channel) -> bool {
        let lane = &self.lanes[channel as usize];
        !lane.probe.less_than(lane.input.time())
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
        for lane in lanes {
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
    fn new(worker: &mut Worker) -> Self {
        let arrived = Rc::new(RefCell::new(VecDeque::new()));
        let queue = Rc::clone(&arrived);
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Parcel>>();
            let pact = DistributorPact(|_| crate::parcel::ToWorker);
            let nothing = stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                pact,
                "Arrival",
                |_, _| {
                    move |input, _| {
                        input.for_each(|_, parcel| {
                            queue.borrow_mut().push_back(std::mem::take(parcel));
                        });
                    }
                },
            );
            let (probe, _) = nothing.probe();
            (input, probe)
        });
        Self { input, probe, arrived }
    }
}
