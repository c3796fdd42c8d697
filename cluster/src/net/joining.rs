//! The workers of a run, connected with each other.
//!
//! Input: where each worker listens, which one this is, the secret, a listener. Output: a line to each of the others. A
//! worker calls those with smaller numbers, and is called by the others; a process that calls from an address that is none of theirs,
//! or cannot show the secret, is left alone. The port is closed when all are there.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::alarm::{Alarm, Fault};
use super::handshake::{Caller, Identity, Peer, Unfit, answer, call};
use super::line::{Line, keep_alive};

/// Workers of a run at most: the number of an owner is a byte.
pub const MAX_WORKERS: usize = 200;

/// Callers that are listened to at the same time.
const MAX_CALLERS: usize = 64;

/// Time between two attempts.
const PACE: Duration = Duration::from_millis(50);

/// Who the workers are.
#[derive(Clone, Debug)]
pub struct Hosts {
    /// Where each of them listens.
    pub addresses: Vec<SocketAddr>,
    /// Which one this is.
    pub index: usize,
    /// What all of them know, and nobody else.
    pub secret: Vec<u8>,
    /// What they must have in common.
    pub identity: Identity,
    /// A number that they may have different ones of: of all, the least one counts.
    pub number: u64,
    /// How long to wait for the others.
    pub patience: Duration,
}

/// A worker among others, all of which are there.
#[derive(Debug)]
pub struct Joined {
    pub(crate) index: usize,
    /// The line to each worker; none to itself.
    pub(crate) lines: Vec<Option<Line>>,
    pub(crate) alarm: Alarm,
    /// The least of the numbers that the workers had.
    pub least: u64,
}

/// Why workers do not come together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// They differ: which worker, in what, what it is here, what it is there.
    Differs(usize, String, String, String),
    /// A worker is not there, or does not know the secret.
    Absent(Fault),
    /// It was not wanted any more.
    Stopped,
}

/// One worker, which is all there are.
pub fn alone(alarm: Alarm) -> Joined {
    Joined { index: 0, lines: vec![None], alarm, least: u64::MAX }
}

/// Waits until all workers are connected.
pub fn join(hosts: Hosts, listener: TcpListener, alarm: &Alarm) -> Result<Joined, Refused> {
    join_unless(hosts, listener, alarm, &mut || false)
}

/// Waits until all workers are connected, unless that is over which is asked again and again.
#[allow(clippy::needless_pass_by_value, reason = "the port is closed when all are there")]
pub fn join_unless(
    hosts: Hosts,
    listener: TcpListener,
    alarm: &Alarm,
    is_over: &mut dyn FnMut() -> bool,
) -> Result<Joined, Refused> {
    let (index, n_workers) = (hosts.index, hosts.addresses.len());
    let until = Instant::now() + hosts.patience;
    let hosts = Arc::new(hosts);
    let (sender, greeted) = channel();
    let failed = |error: &io::Error| {
        Refused::Absent(Fault { worker: index, why: format!("it cannot listen: {error}") })
    };
    listener.set_nonblocking(true).map_err(|error| failed(&error))?;
    for peer in 0..index {
        let (hosts, sender, alarm) = (Arc::clone(&hosts), sender.clone(), alarm.clone());
        let calling = move || call_until(&hosts, peer, until, &sender, &alarm);
        thread::Builder::new().spawn(calling).map_err(|error| failed(&error))?;
    }
    let mut lines: Vec<Option<Line>> = Vec::new();
    lines.resize_with(n_workers, || None);
    let least = hosts.number;
    let mut gathering = Gathering { hosts, lines, sender, greeted, alarm, why: None, least };
    gathering.gather((&listener, until), is_over)?;
    let Gathering { lines, least, .. } = gathering;
    let others = lines.iter().flatten().cloned().collect();
    keep_alive(others, alarm.clone()).map_err(|error| failed(&error))?;
    Ok(Joined { index, lines, alarm: alarm.clone(), least })
}

/// What came of a call.
type Greeted = Result<(Peer, TcpStream), (Option<usize>, Unfit)>;

struct Gathering<'a> {
    hosts: Arc<Hosts>,
    lines: Vec<Option<Line>>,
    sender: Sender<Greeted>,
    greeted: Receiver<Greeted>,
    alarm: &'a Alarm,
    /// Why a worker that was called is not there yet.
    why: Option<(usize, &'static str)>,
    least: u64,
}

impl Gathering<'_> {
    fn missing(&self) -> Option<usize> {
        let mut workers = self.lines.iter().enumerate();
        workers.find(|(worker, line)| line.is_none() && *worker != self.hosts.index).map(|(w, _)| w)
    }

    fn gather(
        &mut self,
        (listener, until): (&TcpListener, Instant),
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<(), Refused> {
        let callers = Arc::new(AtomicUsize::new(0));
        while let Some(missing) = self.missing() {
            if let Some(fault) = self.alarm.fault() {
                return Err(Refused::Absent(fault.clone()));
            }
            if Instant::now() > until {
                return Err(Refused::Absent(self.absent(missing)));
            }
            if is_over() {
                return Err(Refused::Stopped);
            }
            // However many call, what was greeted is looked at, too.
            for _ in 0..MAX_CALLERS {
                match listener.accept() {
                    Ok((stream, from)) => self.listen(stream, from.ip(), &callers),
                    Err(error) if is_short(&error) => return Err(self.unable(&error)),
                    Err(_) => break,
                }
            }
            if let Ok(greeted) = self.greeted.recv_timeout(PACE) {
                self.take(greeted)?;
            }
        }
        Ok(())
    }

    /// That this worker has not what a connection takes.
    fn unable(&self, error: &io::Error) -> Refused {
        let why = format!("it cannot connect: {error}");
        Refused::Absent(Fault { worker: self.hosts.index, why })
    }

    fn absent(&self, missing: usize) -> Fault {
        let address = self.hosts.addresses[missing];
        // What was wrong with one that is there by now is of no interest.
        let of_missing =
            self.why.filter(|(worker, _)| self.lines.get(*worker).is_some_and(Option::is_none));
        let (worker, why) = of_missing.unwrap_or((missing, "it is not there"));
        let address = self.hosts.addresses.get(worker).copied().unwrap_or(address);
        Fault { worker, why: format!("{why} ({address})") }
    }

    /// Lets a caller show that it is a worker, if it calls from where one is.
    fn listen(&self, stream: TcpStream, from: IpAddr, callers: &Arc<AtomicUsize>) {
        let is_listed = self.hosts.addresses.iter().any(|address| address.ip() == from);
        if !is_listed || callers.load(Ordering::Relaxed) >= MAX_CALLERS {
            return;
        }
        let (hosts, sender) = (Arc::clone(&self.hosts), self.sender.clone());
        let (counted, counter) = (Arc::clone(callers), Arc::clone(callers));
        counted.fetch_add(1, Ordering::Relaxed);
        let listening = move || {
            let greeted = stream.set_nonblocking(false).map_err(Unfit::from);
            let greeted = greeted.and_then(|()| answer(&stream, &caller(&hosts)));
            counter.fetch_sub(1, Ordering::Relaxed);
            // Where all are there already, nobody waits for it.
            let _ = sender.send(greeted.map(|peer| (peer, stream)).map_err(|unfit| (None, unfit)));
        };
        if thread::Builder::new().spawn(listening).is_err() {
            counted.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn take(&mut self, greeted: Greeted) -> Result<(), Refused> {
        match greeted {
            Ok((Peer { index: peer, number }, stream)) => {
                let own = (self.hosts.index, self.lines.len());
                let line = match Line::new(peer, own, stream, self.alarm.clone()) {
                    Err(error) if is_short(&error) => return Err(self.unable(&error)),
                    line => line.ok(),
                };
                if let Some(place) = self.lines.get_mut(peer)
                    && place.is_none()
                    && peer != self.hosts.index
                {
                    self.least = self.least.min(number);
                    *place = line;
                }
                Ok(())
            }
            Err((_, Unfit::Differs(peer, what, here, there))) => {
                Err(Refused::Differs(peer, what, here, there))
            }
            Err((Some(peer), Unfit::Secret)) => {
                self.why = Some((peer, "it does not know the secret"));
                Ok(())
            }
            Err((_, Unfit::Short(error))) => Err(self.unable(&error)),
            // Whoever called may have been anybody.
            Err(_) => Ok(()),
        }
    }
}

/// Whether files or memory are too few, which waiting does not change.
fn is_short(error: &io::Error) -> bool {
    // ENOMEM, ENFILE and EMFILE, which have no names of their own in the standard library.
    matches!(error.raw_os_error(), Some(12 | 23 | 24))
}

fn caller(hosts: &Hosts) -> Caller<'_> {
    let Hosts { index, secret, identity, number, .. } = hosts;
    Caller { index: *index, secret, identity, number: *number }
}

/// Calls a worker until it is there.
fn call_until(hosts: &Hosts, peer: usize, until: Instant, to: &Sender<Greeted>, alarm: &Alarm) {
    let address = hosts.addresses[peer];
    while Instant::now() < until && alarm.fault().is_none() {
        match TcpStream::connect_timeout(&address, Duration::from_secs(2)) {
            Ok(stream) => match call(&stream, &caller(hosts)) {
                Ok(other) if other.index == peer => {
                    let _ = to.send(Ok((other, stream)));
                    return;
                }
                Ok(_) | Err(Unfit::Broken) => {}
                Err(Unfit::Secret) => {
                    if to.send(Err((Some(peer), Unfit::Secret))).is_err() {
                        return;
                    }
                }
                Err(unfit) => {
                    let _ = to.send(Err((Some(peer), unfit)));
                    return;
                }
            },
            Err(error) if is_short(&error) => {
                let _ = to.send(Err((Some(peer), Unfit::Short(error))));
                return;
            }
            Err(_) => {}
        }
        thread::sleep(PACE);
    }
}
