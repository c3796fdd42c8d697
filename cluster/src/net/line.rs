//! A connection to another worker, as timely wants a stream.
//!
//! Input: what timely writes. Output: what it reads at the other end, unchanged. In between it travels in frames: a kind, a
//! length of at most [`MAX_FRAME`], the bytes. Beside data there are signs of life, a wish to stop, the news of a fault, and
//! a farewell. A worker that says nothing for [`SILENCE`], sends what is no frame, or goes without farewell is at fault:
//! then nothing is read any more, what is written goes nowhere, and the alarm says who it was. Timely itself would panic. Behind a frame
//! that could not be sent as a whole comes no other one: the connection ends.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use timely_communication::allocator::zero_copy::stream::Stream;

use super::alarm::{Alarm, Fault};
use super::messages::Messages;

/// Bytes of a frame at most.
const MAX_FRAME: usize = 1 << 20;

/// A worker of which nothing is heard for so long is at fault.
const SILENCE: Duration = Duration::from_secs(6);

/// Time between two signs of life.
const PULSE: Duration = Duration::from_secs(1);

/// Time after which a thread that waits for the network looks around.
const PATIENCE: Duration = Duration::from_millis(250);

/// Time in which a frame may become whole that has begun, when something has gone wrong.
const LAST_PATIENCE: Duration = Duration::from_millis(500);

/// Time for others to close their ends, when something has gone wrong.
const PARTING: Duration = Duration::from_secs(1);

/// Bytes in front of those of a frame.
const HEADER: usize = 5;

/// Frames with fewer bytes are sent at once.
const SMALL: usize = 1 << 14;

/// What is in a frame.
mod kind {
    pub(super) const DATA: u8 = 0x51;
    pub(super) const LIFE: u8 = 0x52;
    pub(super) const HALT: u8 = 0x53;
    pub(super) const FAULT: u8 = 0x54;
    pub(super) const FAREWELL: u8 = 0x55;
}

/// One end of a connection; its copies are the same end.
#[derive(Clone, Debug)]
pub(crate) struct Line(Arc<Ends>);

#[derive(Debug)]
struct Ends {
    peer: usize,
    n_workers: usize,
    out: Mutex<Outbox>,
    inbox: Mutex<Inbox>,
    alarm: Alarm,
    has_ended: AtomicBool,
    /// When the last message came.
    last: OnceLock<Instant>,
    /// Bytes that were written.
    sent: AtomicU64,
}

/// What is written.
#[derive(Debug)]
struct Outbox {
    stream: TcpStream,
    /// Whether the last frame is not whole, so that nothing can follow.
    is_broken: bool,
}

/// What is read.
#[derive(Debug)]
struct Inbox {
    stream: TcpStream,
    /// Bytes of the frame of data under way that are not read yet.
    left: usize,
    messages: Messages,
    /// How often in a row was waited for [`PATIENCE`], and nothing came: a process that was stopped itself has not waited meanwhile.
    n_waits: u32,
}

impl Line {
    /// The end of a connection of one of so many workers with one that has shaken hands.
    pub(crate) fn new(
        peer: usize,
        (own, n_workers): (usize, usize),
        stream: TcpStream,
        alarm: Alarm,
    ) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let out = Mutex::new(Outbox { stream: stream.try_clone()?, is_broken: false });
        let inbox =
            Mutex::new(Inbox { stream, left: 0, messages: Messages::new(peer, own), n_waits: 0 });
        let (has_ended, sent) = (AtomicBool::new(false), AtomicU64::new(0));
        let last = OnceLock::new();
        Ok(Self(Arc::new(Ends { peer, n_workers, out, inbox, alarm, has_ended, last, sent })))
    }

    /// Says who has sent its last message, while others have waited for more for a while.
    pub(crate) fn check(&self) {
        if self.0.last.get().is_some_and(|last| last.elapsed() > SILENCE) {
            self.0.raise("its connection has ended");
        }
    }

    /// Bytes that were sent so far.
    pub(crate) fn sent(&self) -> u64 {
        self.0.sent.load(Ordering::Relaxed)
    }

    /// Asks the other worker to stop in order.
    pub(crate) fn halt(&self) {
        self.0.tell(kind::HALT, &[]);
    }

    /// Tells the other worker of a fault, if it can be told now.
    pub(crate) fn tell_fault(&self, fault: &Fault) {
        self.0.tell(kind::FAULT, fault_text(fault).as_bytes());
    }
}

/// Tells all others of a fault, as the last thing on these lines, and takes what they still send until they close theirs, or have had
/// [`PARTING`]: with something unread in it a connection is reset when it is closed, and what was said last may be lost.
pub(crate) fn part(lines: &[Line], fault: &Fault) {
    for Line(ends) in lines {
        let mut out = locked(&ends.out);
        let _ = ends.send(&mut out, kind::FAULT, fault_text(fault).as_bytes());
        let _ = out.stream.shutdown(Shutdown::Write);
    }
    let until = Instant::now() + PARTING;
    let mut unread = [0; 1 << 14];
    for Line(ends) in lines {
        let out = locked(&ends.out);
        let mut stream = &out.stream;
        while Instant::now() < until {
            match stream.read(&mut unread) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if is_wait(&error) => {}
                Err(_) => break,
            }
        }
    }
}

fn fault_text(fault: &Fault) -> String {
    format!("{} {}", fault.worker, fault.why)
}

/// Gives signs of life on all lines until all is done, and passes the news of a fault on.
pub(crate) fn keep_alive(lines: Vec<Line>, alarm: Alarm) -> io::Result<()> {
    let beat = move || {
        let mut next = Instant::now();
        while !alarm.is_over() {
            if let Some(fault) = alarm.fault() {
                for line in &lines {
                    line.tell_fault(fault);
                }
                return;
            }
            if Instant::now() >= next {
                for line in &lines {
                    line.0.tell(kind::LIFE, &[]);
                }
                next += PULSE;
            }
            thread::sleep(PATIENCE / 5);
        }
    };
    thread::Builder::new().name("signs of life".to_owned()).spawn(beat).map(drop)
}

impl Ends {
    /// Sends a short frame, unless data are under way: these are a sign of life as well.
    fn tell(&self, kind: u8, bytes: &[u8]) {
        if let Ok(mut out) = self.out.try_lock() {
            // Whoever reads at this end notices what is wrong.
            let _ = self.send(&mut out, kind, bytes);
        }
    }

    fn send(&self, out: &mut Outbox, kind: u8, bytes: &[u8]) -> io::Result<()> {
        if out.is_broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let n_bytes = u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes();
        let header = [kind, n_bytes[0], n_bytes[1], n_bytes[2], n_bytes[3]];
        let sent = if bytes.len() < SMALL {
            // A packet of its own for the header would cost more than the copy.
            self.write_all(&mut out.stream, &[&header, bytes].concat(), false)
        } else {
            let sent = self.write_all(&mut out.stream, &header, false);
            sent.and_then(|()| self.write_all(&mut out.stream, bytes, true))
        };
        if sent.is_err() {
            out.is_broken = true;
            let _ = out.stream.shutdown(Shutdown::Both);
        }
        sent
    }

    /// Writes bytes of a frame, of which some may be on the way.
    fn write_all(&self, out: &mut TcpStream, mut bytes: &[u8], begun: bool) -> io::Result<()> {
        let mut is_begun = begun;
        let mut n_waits = 0;
        while !bytes.is_empty() {
            match out.write(bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(n_taken) => {
                    self.sent.fetch_add(n_taken as u64, Ordering::Relaxed);
                    bytes = &bytes[n_taken..];
                    (is_begun, n_waits) = (true, 0);
                }
                Err(error) if is_wait(&error) => {
                    // What has begun gets a little time to be whole, so that the news of a fault can follow.
                    let patience = match self.alarm.fault() {
                        None => SILENCE,
                        Some(_) if is_begun => LAST_PATIENCE,
                        Some(_) => Duration::ZERO,
                    };
                    n_waits += u32::from(error.kind() != io::ErrorKind::Interrupted);
                    if PATIENCE * n_waits > patience {
                        return Err(error);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn raise(&self, why: &str) {
        self.alarm.raise(Fault { worker: self.peer, why: why.to_owned() });
    }

    /// Reads bytes of data; 0 where there are none any more.
    fn read(&self, inbox: &mut Inbox, buffer: &mut [u8]) -> Result<usize, Lost> {
        while inbox.left == 0 {
            let mut header = [0; HEADER];
            self.read_all(inbox, &mut header)?;
            let n_bytes = u32::from_le_bytes([header[1], header[2], header[3], header[4]]) as usize;
            if n_bytes > MAX_FRAME {
                return self.lose("it sends what is no frame");
            }
            match header[0] {
                kind::DATA => inbox.left = n_bytes,
                kind::LIFE if n_bytes == 0 => {}
                kind::HALT if n_bytes == 0 => self.alarm.halt(),
                // Before its last message no worker says that.
                kind::FAREWELL if n_bytes == 0 && inbox.messages.have_ended() => {
                    self.has_ended.store(true, Ordering::Relaxed);
                    return Ok(0);
                }
                kind::FAULT if n_bytes < 1 << 12 => {
                    let mut text = vec![0; n_bytes];
                    self.read_all(inbox, &mut text)?;
                    return self.hear_fault(&text);
                }
                _ => return self.lose("it sends what is no frame"),
            }
        }
        let n_most = buffer.len().min(inbox.left);
        let n_read = self.receive(inbox, &mut buffer[..n_most])?;
        inbox.left -= n_read;
        if !inbox.messages.take(&buffer[..n_read]) {
            return self.lose("it sends what makes no sense");
        }
        if inbox.messages.have_ended() {
            let _ = self.last.set(Instant::now());
        }
        Ok(n_read)
    }

    /// Another worker has met a fault.
    fn hear_fault<T>(&self, text: &[u8]) -> Result<T, Lost> {
        let text = String::from_utf8_lossy(text);
        let told = text.split_once(' ');
        let told = told.and_then(|(worker, why)| Some((worker.parse().ok()?, why.to_owned())));
        let told = told.filter(|(worker, _)| *worker < self.n_workers);
        let (worker, why) = told.unwrap_or((self.peer, "it has stopped".to_owned()));
        self.alarm.raise(Fault { worker, why });
        Err(Lost)
    }

    fn read_all(&self, inbox: &mut Inbox, mut buffer: &mut [u8]) -> Result<(), Lost> {
        while !buffer.is_empty() {
            let n_read = self.receive(inbox, buffer)?;
            buffer = &mut buffer[n_read..];
        }
        Ok(())
    }

    /// Reads at least a byte.
    fn receive(&self, inbox: &mut Inbox, buffer: &mut [u8]) -> Result<usize, Lost> {
        loop {
            if self.alarm.fault().is_some() {
                return Err(Lost);
            }
            match inbox.stream.read(buffer) {
                Ok(0) => return self.lose("its connection has ended"),
                Ok(n_read) => {
                    inbox.n_waits = 0;
                    return Ok(n_read);
                }
                Err(error) if is_wait(&error) => {
                    inbox.n_waits += u32::from(error.kind() != io::ErrorKind::Interrupted);
                    if PATIENCE * inbox.n_waits > SILENCE {
                        return self.lose("it does not answer");
                    }
                }
                Err(_) => return self.lose("its connection is broken"),
            }
        }
    }

    fn lose<T>(&self, why: &str) -> Result<T, Lost> {
        self.raise(why);
        Err(Lost)
    }
}

/// The connection is of no use any more; the alarm says why.
struct Lost;

fn is_wait(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.has_ended.load(Ordering::Relaxed) {
            return Ok(0);
        }
        let read = self.0.read(&mut locked(&self.0.inbox), buffer);
        read.or_else(|Lost| {
            // Timely takes an end, or an error, for a reason to panic. The alarm ends what it works for.
            loop {
                thread::park();
            }
        })
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = &bytes[..bytes.len().min(MAX_FRAME)];
        if self.0.alarm.fault().is_none() && !part.is_empty() {
            let sent = self.0.send(&mut locked(&self.0.out), kind::DATA, part);
            if sent.is_err() {
                self.0.raise("it takes nothing any more");
            }
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Line {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(self.clone())
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        // It waits for a while, and looks around.
        Ok(())
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        if how != Shutdown::Read && self.0.alarm.fault().is_none() {
            let _ = self.0.send(&mut locked(&self.0.out), kind::FAREWELL, &[]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// What a peer reads as frames that are whole, and how many bytes are left over.
    fn frames(mut bytes: &[u8]) -> (Vec<u8>, usize) {
        let mut kinds = Vec::new();
        while let Some((header, rest)) = bytes.split_first_chunk::<HEADER>() {
            let n_bytes = u32::from_le_bytes([header[1], header[2], header[3], header[4]]) as usize;
            let Some(behind) = rest.get(n_bytes..) else { break };
            kinds.push(header[0]);
            bytes = behind;
        }
        (kinds, bytes.len())
    }

    /// Whatever is no frame ends a line, and names who sends it; so does half a frame behind which nothing comes.
    #[test]
    fn what_is_no_frame_is_a_fault() -> io::Result<()> {
        let is_long = std::env::var_os("ERL2LTS_LONG").is_some();
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let mut random = 1_u32;
        for round in 0..if is_long { 10_000 } else { 300 } {
            let stream = TcpStream::connect(listener.local_addr()?)?;
            let (mut peer, _) = listener.accept()?;
            let alarm = Alarm::default();
            let line = Line::new(1, (0, 3), stream, alarm.clone())?;
            let mut bytes = vec![0; HEADER + round % 64];
            for byte in &mut bytes {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = random.to_le_bytes()[3];
            }
            // Some begin as a frame does.
            if round % 3 == 0 {
                bytes[0] = [kind::DATA, kind::LIFE, kind::HALT, kind::FAULT][round / 3 % 4];
            }
            peer.write_all(&bytes)?;
            // Of a peer that stays and says nothing more the line hears in six seconds.
            let peer = Some(peer).filter(|_| is_long && round == 0);
            let mut buffer = [0; 256];
            while line.0.read(&mut locked(&line.0.inbox), &mut buffer).is_ok_and(|n| n > 0) {}
            assert!(alarm.fault().is_some_and(|fault| fault.worker == 1), "{round}: {bytes:?}");
            drop(peer);
        }
        Ok(())
    }

    #[test]
    fn nothing_follows_a_frame_that_breaks_off() -> io::Result<()> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let stream = TcpStream::connect(listener.local_addr()?)?;
        let (mut peer, _) = listener.accept()?;
        let alarm = Alarm::default();
        let line = Line::new(1, (0, 3), stream, alarm.clone())?;
        // Nobody reads: the last frame does not get through.
        let mut sender = line.clone();
        let sending = thread::spawn(move || {
            for _ in 0..64 {
                let _ = sender.write(&vec![7; MAX_FRAME]);
            }
        });
        thread::sleep(Duration::from_millis(600));
        let fault = Fault { worker: 2, why: "it is gone".to_owned() };
        alarm.raise(fault.clone());
        assert!(sending.join().is_ok());
        line.tell_fault(&fault);
        drop(line);
        let mut read = Vec::new();
        let _ = peer.read_to_end(&mut read);
        let (kinds, rest) = frames(&read);
        assert!(rest > 0 && kinds.iter().all(|kind| *kind == kind::DATA), "{kinds:?}");
        // What is left over is one frame that has begun, with nothing of another one in it.
        assert!(read[read.len() - rest + HEADER..].iter().all(|byte| *byte == 7));
        Ok(())
    }
}
