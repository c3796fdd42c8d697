//! Workers as threads of a test, each with a system of its own; what they write stays in memory.

use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use cluster::{
    Alarm, Explored, Failed, Hosts, Identity, Joined, Manifest, Merged, Overseer, Part, Progressed,
    Storage, Wanted, alone, explore, join, restore, warm_up,
};
use lts::explore::Progress;
use lts::format::aut::{self, TauName};

use crate::stacks::Stacks;

/// Files by name.
pub(crate) type Files = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

pub(crate) struct InMemory {
    pub(crate) files: Files,
    pub(crate) worker: usize,
    /// Bytes after which there is no room.
    pub(crate) room: usize,
}

impl Storage for InMemory {
    fn append(&mut self, part: Part, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() > self.room {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.room -= bytes.len();
        let mut files = self.files.lock().expect("no panic");
        files.entry(part.file_name(self.worker)).or_default().extend(bytes);
        Ok(())
    }

    fn keep(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn checkpoint(&mut self, text: &str) -> io::Result<()> {
        self.files.lock().expect("no panic").insert("checkpoint".to_owned(), text.into());
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn complete(&mut self, manifest: &str) -> io::Result<()> {
        self.files.lock().expect("no panic").insert("manifest".to_owned(), manifest.into());
        Ok(())
    }
}

/// Looks on, and stops when a worker has so many states; or as soon as it has to wait for others.
pub(crate) struct Patient {
    pub(crate) states: usize,
    pub(crate) is_hasty: bool,
}

impl Overseer for Patient {
    fn look(&mut self, progress: Progress) -> bool {
        progress.states >= self.states
    }

    fn glance(&mut self, _: Progress) -> bool {
        self.is_hasty
    }

    fn note(&self) -> u64 {
        3
    }
}

/// Listeners on loopback, and where they listen.
pub(crate) fn listeners(n: usize) -> (Vec<TcpListener>, Vec<SocketAddr>) {
    let bound: Vec<TcpListener> =
        (0..n).map(|_| TcpListener::bind("127.0.0.1:0").expect("loopback")).collect();
    let addresses = bound.iter().map(|listener| listener.local_addr().expect("bound")).collect();
    (bound, addresses)
}

#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) system: fn() -> Stacks,
    pub(crate) n_workers: usize,
    pub(crate) files: Option<Files>,
    pub(crate) max_states: u64,
    pub(crate) patience: usize,
    pub(crate) room: usize,
    /// Whether each level is kept.
    pub(crate) keeps: bool,
    pub(crate) resumes: bool,
    /// The questions that are asked, and the ways that worker 0 has found, whatever cells are called.
    pub(crate) asked: u64,
    /// Whether worker 1 stops as soon as it has to wait.
    pub(crate) is_hasty: bool,
    pub(crate) ways: Arc<Mutex<Vec<Vec<[u32; 3]>>>>,
}

impl Run {
    pub(crate) fn new(system: fn() -> Stacks, n_workers: usize) -> Self {
        Self {
            system,
            n_workers,
            files: Some(Files::default()),
            max_states: u64::MAX,
            patience: usize::MAX,
            room: usize::MAX,
            keeps: false,
            resumes: false,
            asked: 0,
            is_hasty: false,
            ways: Arc::default(),
        }
    }

    /// What all workers say, by worker.
    pub(crate) fn all(&self) -> Vec<Result<Explored, Failed>> {
        let (listeners, addresses) = listeners(self.n_workers);
        let workers = listeners.into_iter().enumerate().map(|(index, listener)| {
            let (run, addresses) = (self.clone(), addresses.clone());
            thread::spawn(move || run.one(index, listener, addresses))
        });
        let workers: Vec<_> = workers.collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).collect()
    }

    pub(crate) fn hosts(index: usize, addresses: Vec<SocketAddr>) -> Hosts {
        let identity = Identity(vec![("version".to_owned(), "1".to_owned())]);
        let (secret, patience) = (b"a secret".to_vec(), Duration::from_secs(20));
        Hosts { addresses, index, secret, identity, number: 0, patience }
    }

    fn one(
        &self,
        index: usize,
        listener: TcpListener,
        addresses: Vec<SocketAddr>,
    ) -> Result<Explored, Failed> {
        let alarm = Alarm::default();
        let hosts = Self::hosts(index, addresses);
        let joined = if self.n_workers == 1 {
            alone(alarm)
        } else {
            join(hosts.clone(), listener, &alarm).expect("all are there")
        };
        self.explored(index, joined, &hosts.identity)
    }

    pub(crate) fn explored(
        &self,
        index: usize,
        joined: Joined,
        identity: &Identity,
    ) -> Result<Explored, Failed> {
        let mut system = (self.system)();
        let warm = warm_up(&mut system, &mut |_| false).expect("a first state");
        let head = Manifest {
            identity: identity.clone(),
            n_workers: self.n_workers,
            width: 3,
            ..Manifest::default()
        };
        let pace = if self.keeps { Duration::ZERO } else { Duration::from_mins(1) };
        let wanted =
            Wanted { max_states: self.max_states, pace, head, asked: self.asked, through: None };
        let restored = self.resumes.then(|| {
            let mut files = self.files.as_ref().expect("files").lock().expect("no panic");
            let text = String::from_utf8(files["checkpoint"].clone()).expect("text");
            let levels = Progressed::parse(&text).expect("a checkpoint").levels;
            let names = Part::ALL.map(|part| part.file_name(index));
            let [states, rows] = names.each_ref().map(|name| files[name].clone());
            let inputs: [&mut dyn io::Read; 2] = [&mut &states[..], &mut &rows[..]];
            let restored =
                restore((&mut system, &warm), index, &levels, inputs).expect("a segment");
            for (name, length) in names.iter().zip(restored.lengths) {
                let length = usize::try_from(length).expect("small");
                files.get_mut(name).expect("there").truncate(length);
            }
            restored
        });
        let mut storage =
            self.files.clone().map(|files| InMemory { files, worker: index, room: self.room });
        let storage = storage.as_mut().map(|storage| storage as &mut dyn Storage);
        let is_hasty = self.is_hasty && index == 1;
        let mut overseer = Patient { states: self.patience, is_hasty };
        let explored =
            explore((&mut system, &warm), joined, &wanted, storage, &mut overseer, restored);
        if let (0, Ok(explored)) = (index, &explored) {
            let shown =
                |way: &cluster::Way| way.states.iter().map(|state| system.shown(state)).collect();
            *self.ways.lock().expect("no panic") = explored.ways.iter().map(shown).collect();
        }
        explored
    }

    /// The folder that was written.
    pub(crate) fn merged(&self) -> Merged<io::Cursor<Vec<u8>>> {
        let files = self.files.as_ref().expect("files").lock().expect("no panic");
        let text = String::from_utf8(files["manifest"].clone()).expect("text");
        let manifest = Manifest::parse(&text).expect("a manifest");
        let rows =
            (0..manifest.n_workers).map(|worker| files[&Part::Rows.file_name(worker)].clone());
        Merged::new(manifest, rows.map(io::Cursor::new).collect()).expect("few states")
    }

    /// The folder as an `.aut` file.
    pub(crate) fn aut(&self) -> String {
        text(&cluster::lts(&mut self.merged()).expect("a folder"))
    }
}

/// A system as an `.aut` file.
pub(crate) fn text(lts: &lts::Lts) -> String {
    let mut out = Vec::new();
    aut::write(lts, TauName::I, &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("ASCII")
}
