//! The other processes of `--workers`, started by the first one.
//!
//! Input: how many. Output: processes of the same program with the same arguments, each with a listener of its own on loopback;
//! an alarm where one of them ends before its time. When the first one is done, or goes, none of them is left.

use std::env;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cluster::{Alarm, Fault};

use crate::session::exit::Exit;
use crate::system::Maps;

/// What tells a process which worker it is.
const VARIABLE: &str = "ERL2LTS_WORKER";

/// Where it writes, if it does.
const FOLDER: &str = "ERL2LTS_WORKER_FOLDER";

/// Time between two looks at the others.
const PACE: Duration = Duration::from_millis(50);

/// Time in which a process that says that another one is lost may be right.
const BENEFIT: Duration = Duration::from_millis(1_500);

/// Time that processes have to end by themselves.
const GRACE: Duration = Duration::from_secs(2);

/// Bytes of messages that are kept of a process.
const MAX_SAID: u64 = 1 << 12;

/// Which of several explorations of a command one is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Task {
    /// The number of the system.
    pub(crate) system: usize,
    pub(crate) end: TaskEnd,
}

/// What a system is explored for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TaskEnd {
    /// Answers of single states.
    #[default]
    Answers,
    /// Answers of single states, and all levels up to this one, as a run of so many steps settles another formula.
    Through(u64),
    /// The answer to the formula of this number, which speaks of an order.
    Order(usize),
    /// All that there is.
    All,
}

/// States with what is remembered there, at most, for each one that a system may have.
const ROOM: u64 = 16;

impl Task {
    /// The level behind which all is known that is wanted.
    pub(crate) fn through(self) -> Option<u64> {
        match self.end {
            TaskEnd::Through(level) => Some(level),
            TaskEnd::Answers | TaskEnd::Order(_) | TaskEnd::All => None,
        }
    }

    /// How many states are explored for each one that the system may have.
    pub(crate) fn room(self) -> u64 {
        if matches!(self.end, TaskEnd::Order(_)) { ROOM } else { 1 }
    }

    /// As one word.
    pub(crate) fn text(self) -> String {
        match self.end {
            TaskEnd::Answers => "answers".to_owned(),
            TaskEnd::Through(level) => format!("through:{level}"),
            TaskEnd::Order(number) => format!("order:{number}"),
            TaskEnd::All => "all".to_owned(),
        }
    }

    fn parse(system: usize, text: &str) -> Option<Self> {
        let end = match text.split_once(':') {
            None if text == "all" => TaskEnd::All,
            None if text == "answers" => TaskEnd::Answers,
            Some(("through", level)) => TaskEnd::Through(level.parse().ok()?),
            Some(("order", number)) => TaskEnd::Order(number.parse().ok()?),
            _ => return None,
        };
        Some(Self { system, end })
    }
}

/// What a process was told that was started here.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) index: usize,
    pub(crate) maps: Maps,
    pub(crate) task: Task,
    pub(crate) folder: Option<PathBuf>,
    pub(crate) secret: Vec<u8>,
    pub(crate) addresses: Vec<SocketAddr>,
}

/// What this process was told, if another one has started it.
pub(crate) fn given() -> Option<Given> {
    let text = env::var(VARIABLE).ok()?;
    let mut parts = text.split(' ');
    let index = parts.next()?.parse().ok()?;
    let maps = if parts.next()? == "open" { Maps::Open } else { Maps::Ordered };
    let system = parts.next()?.parse().ok()?;
    let task = Task::parse(system, parts.next()?)?;
    let folder = env::var_os(FOLDER).map(PathBuf::from);
    let secret = parts.next()?.as_bytes().to_vec();
    let addresses: Vec<SocketAddr> = parts.map_while(|part| part.parse().ok()).collect();
    (index < addresses.len()).then_some(Given { index, maps, task, folder, secret, addresses })
}

/// The listener that this process was started with.
#[cfg(unix)]
pub(crate) fn listener() -> io::Result<TcpListener> {
    use std::os::fd::AsFd as _;
    Ok(TcpListener::from(io::stdin().as_fd().try_clone_to_owned()?))
}

#[cfg(not(unix))]
pub(crate) fn listener() -> io::Result<TcpListener> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A listener as the standard input of a process.
#[cfg(unix)]
fn as_input(listener: TcpListener) -> Stdio {
    Stdio::from(std::os::fd::OwnedFd::from(listener))
}

#[cfg(not(unix))]
fn as_input(_: TcpListener) -> Stdio {
    // Whoever is started so says that it has no listener.
    Stdio::null()
}

/// The processes that this one has started.
pub(crate) struct Children {
    running: Arc<Mutex<Vec<Running>>>,
    is_over: Arc<AtomicBool>,
    watching: Option<JoinHandle<()>>,
}

/// A process, and what it says.
struct Running {
    worker: usize,
    child: Child,
    said: Arc<Mutex<String>>,
    /// When it has ended, and how.
    ended: Option<(Instant, String)>,
}

/// What a process needs that has started others, to be the first worker.
pub(crate) struct Started {
    pub(crate) children: Children,
    pub(crate) listener: TcpListener,
    pub(crate) addresses: Vec<SocketAddr>,
    pub(crate) secret: Vec<u8>,
}

/// Starts the others.
pub(crate) fn start(
    n_workers: usize,
    what: (Maps, Task),
    folder: Option<&Path>,
    alarm: &Alarm,
) -> io::Result<Started> {
    let mut listeners = Vec::new();
    for _ in 0..n_workers {
        listeners.push(TcpListener::bind(("127.0.0.1", 0))?);
    }
    let addresses =
        listeners.iter().map(TcpListener::local_addr).collect::<io::Result<Vec<SocketAddr>>>()?;
    let secret = secret();
    let mut listeners = listeners.into_iter();
    let listener = listeners.next().ok_or(io::ErrorKind::InvalidInput)?;
    let children = Children { running: Arc::default(), is_over: Arc::default(), watching: None };
    let mut started = Started { children, listener, addresses, secret };
    for (worker, listener) in (1..).zip(listeners) {
        started.spawn(worker, (what, folder), listener)?;
    }
    started.children.watching = Some(started.children.watch(alarm.clone())?);
    Ok(started)
}

/// A secret for the processes of one run.
fn secret() -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..4 {
        // Its keys come from the system. Writing to a string does not fail.
        let _ = write!(text, "{:016x}", RandomState::new().hash_one(Instant::now()));
    }
    text.into_bytes()
}

impl Started {
    fn spawn(
        &self,
        worker: usize,
        ((maps, task), folder): ((Maps, Task), Option<&Path>),
        listener: TcpListener,
    ) -> io::Result<()> {
        let maps = if maps == Maps::Open { "open" } else { "ordered" };
        let (system, end) = (task.system, task.text());
        let secret = String::from_utf8_lossy(&self.secret);
        let mut given = format!("{worker} {maps} {system} {end} {secret}");
        for address in &self.addresses {
            let _ = write!(given, " {address}");
        }
        let mut command = Command::new(env::current_exe()?);
        command.args(env::args_os().skip(1)).env(VARIABLE, given);
        if let Some(folder) = folder {
            command.env(FOLDER, folder);
        }
        command.stdin(as_input(listener)).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let said = Arc::new(Mutex::new(String::new()));
        let stderr = child.stderr.take();
        let kept = Arc::clone(&said);
        // From here on it is ended with the others.
        self.children.locked().push(Running { worker, child, said, ended: None });
        if let Some(stderr) = stderr {
            thread::Builder::new().spawn(move || listen(stderr, &kept))?;
        }
        Ok(())
    }
}

/// Keeps the beginning of what a process says.
fn listen(mut stderr: impl Read, kept: &Mutex<String>) {
    let mut bytes = Vec::new();
    let _ = (&mut stderr).take(MAX_SAID).read_to_end(&mut bytes);
    *kept.lock().unwrap_or_else(PoisonError::into_inner) =
        String::from_utf8_lossy(&bytes).into_owned();
    let _ = io::copy(&mut stderr, &mut io::sink());
}

impl Children {
    fn locked(&self) -> std::sync::MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the processes until all is over.
    fn watch(&self, alarm: Alarm) -> io::Result<JoinHandle<()>> {
        let (running, is_over) = (Arc::clone(&self.running), Arc::clone(&self.is_over));
        thread::Builder::new().spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                for running in running.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
                    if let Some(fault) = running.fault() {
                        alarm.raise(fault);
                    }
                }
                thread::sleep(PACE);
            }
        })
    }

    /// Whether the process of a worker that was lost has ended by itself, as its input is wrong; that is waited for a little.
    pub(crate) fn has_refused(&self, worker: usize) -> bool {
        let until = Instant::now() + 10 * PACE;
        loop {
            match self.locked().iter_mut().find(|running| running.worker == worker) {
                None => return false,
                Some(running) => match running.child.try_wait() {
                    Ok(Some(status)) => return status.code() == Some(Exit::Input.code().into()),
                    Ok(None) if Instant::now() < until => {}
                    _ => return false,
                },
            }
            thread::sleep(PACE);
        }
    }

    /// Ends what is still running, and waits for it.
    pub(crate) fn end(mut self, is_fine: bool) {
        self.stop(if is_fine { 10 * GRACE } else { GRACE });
    }

    fn stop(&mut self, grace: Duration) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(watching) = self.watching.take() {
            let _ = watching.join();
        }
        let until = Instant::now() + grace;
        for running in self.locked().iter_mut() {
            while Instant::now() < until && matches!(running.child.try_wait(), Ok(None)) {
                thread::sleep(PACE / 5);
            }
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

/// Where not all of them could be started none of them is left.
impl Drop for Children {
    fn drop(&mut self) {
        self.stop(Duration::ZERO);
    }
}

impl Running {
    /// What is wrong with the process, if it has ended before its time.
    fn fault(&mut self) -> Option<Fault> {
        if self.ended.is_none() {
            let status = self.child.try_wait().ok()??;
            // Whoever is the first to leave in order, or the others are slower.
            if status.success() {
                return None;
            }
            let benefit = if status.code() == Some(3) { BENEFIT } else { PACE };
            self.ended = Some((Instant::now() + benefit, status.to_string()));
        }
        let (until, status) = self.ended.as_ref()?;
        if Instant::now() < *until {
            return None;
        }
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let first = said.lines().find(|line| !line.trim().is_empty());
        let first = first.map_or_else(String::new, |line| format!(" ({line})"));
        Some(Fault { worker: self.worker, why: format!("its process has ended, {status}{first}") })
    }
}
