//! Who the workers are, and which one this process is.
//!
//! Input: arguments, or what the process says that has started this one. Output: addresses, a secret, a listener. A
//! process of `--workers` gets its listener as its standard input, and what else it must know in its environment, which no
//! other user of the machine can read.

use std::io::Read as _;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs as _};
use std::path::Path;

use cluster::MAX_WORKERS;

use crate::cli::WorkerArgs;
use crate::codes;
use crate::config::settings::placeless;
use crate::io::input;
use crate::session::Session;
use crate::system::Maps;
use crate::workers::children;

/// Bytes of a secret at least.
const MIN_SECRET: usize = 16;

/// Bytes of a secret, or of a list of hosts, at most.
const MAX_TEXT: u64 = 1 << 16;

/// Where this process stands among the workers.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) index: usize,
    pub(crate) kind: PlaceKind,
}

/// How it came to be one of them.
#[derive(Debug)]
pub(crate) enum PlaceKind {
    /// It starts so many, itself included.
    Parent(usize),
    /// It was started by the first one.
    Child(children::Given),
    /// Its user has started it.
    Host {
        /// Where all listen.
        addresses: Vec<SocketAddr>,
        /// What all know.
        secret: Vec<u8>,
    },
}

impl Place {
    /// Whether this is the worker that says what there is to be said.
    pub(crate) fn is_first(&self) -> bool {
        self.index == 0
    }

    /// Whether another process has started this one.
    pub(crate) fn is_child(&self) -> bool {
        matches!(self.kind, PlaceKind::Child(_))
    }

    /// Whether this process takes part in the exploration of a system of a command that may have several.
    pub(crate) fn is_for(&self, system: usize) -> bool {
        match &self.kind {
            PlaceKind::Child(given) => given.task.system == system,
            PlaceKind::Parent(_) | PlaceKind::Host { .. } => true,
        }
    }

    /// Whether this process was started for a system whose large maps are gone through in any order.
    pub(crate) fn is_for_open_maps(&self) -> bool {
        matches!(&self.kind, PlaceKind::Child(given) if given.maps == Maps::Open)
    }

    /// Number of workers.
    pub(crate) fn n_workers(&self) -> usize {
        match &self.kind {
            PlaceKind::Parent(n_workers) => *n_workers,
            PlaceKind::Child(given) => given.addresses.len(),
            PlaceKind::Host { addresses, .. } => addresses.len(),
        }
    }

    /// How many of the workers are on this machine, as far as addresses tell.
    pub(crate) fn n_here(&self) -> usize {
        match &self.kind {
            PlaceKind::Parent(n_workers) => *n_workers,
            PlaceKind::Child(given) => given.addresses.len(),
            PlaceKind::Host { addresses, .. } => {
                let here = addresses.get(self.index).map(SocketAddr::ip);
                addresses.iter().filter(|address| Some(address.ip()) == here).count()
            }
        }
    }

    /// What is to be tried of the order of large maps.
    pub(crate) fn maps(&self) -> Vec<Maps> {
        match &self.kind {
            PlaceKind::Child(given) => vec![given.maps],
            PlaceKind::Parent(_) | PlaceKind::Host { .. } => vec![Maps::Ordered, Maps::Open],
        }
    }
}

/// Whether this is a process that leaves it to the first one to say what is found.
pub(crate) fn is_another(args: &WorkerArgs) -> bool {
    args.is_asked() && (children::given().is_some() || args.index.is_some_and(|index| index > 0))
}

/// Where this process stands; `None` where that was reported to be impossible.
pub(crate) fn place(session: &mut Session, args: &WorkerArgs) -> Option<Place> {
    let place = match (children::given(), args.workers, &args.hosts) {
        (Some(given), ..) => Ok(Place { index: given.index, kind: PlaceKind::Child(given) }),
        (None, Some(n_workers), _) => {
            Ok(Place { index: 0, kind: PlaceKind::Parent(n_workers.get()) })
        }
        (None, None, Some(hosts)) => host(args, hosts),
        (None, None, None) => Err("give --workers or --hosts".to_owned()),
    };
    let place = place.and_then(|place| match place.n_workers() {
        n_workers if n_workers > MAX_WORKERS => {
            Err(format!("{n_workers} workers are too many: {MAX_WORKERS} at most"))
        }
        _ => Ok(place),
    });
    place.map_err(|why| session.report(placeless(codes::NO_WORKERS, why))).ok()
}

fn host(args: &WorkerArgs, hosts: &Path) -> Result<Place, String> {
    let text = text(hosts)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let addresses = lines.map(address).collect::<Result<Vec<SocketAddr>, String>>()?;
    for (line, address) in addresses.iter().enumerate() {
        if address.port() == 0 || addresses[..line].contains(address) {
            return Err(format!(
                "`{address}` is not one worker's alone: each line of `{}` has a port of its own",
                hosts.display()
            ));
        }
    }
    let index = args.index.unwrap_or(0);
    if index >= addresses.len() {
        let n_hosts = addresses.len();
        return Err(format!(
            "--index {index}: `{}` has {n_hosts} hosts, from 0 on",
            hosts.display()
        ));
    }
    let is_here = addresses.iter().all(|address| address.ip().is_loopback());
    let secret = match &args.secret {
        Some(path) => text_of_secret(path)?,
        None if is_here => Vec::new(),
        None => return Err("hosts on other machines take `--secret FILE`".to_owned()),
    };
    Ok(Place { index, kind: PlaceKind::Host { addresses, secret } })
}

fn address(line: &str) -> Result<SocketAddr, String> {
    let found = line.to_socket_addrs().ok().and_then(|mut found| found.next());
    found.ok_or_else(|| format!("`{line}` is no address: `host:port` is expected"))
}

fn text_of_secret(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = input::open(path).map_err(|error| error.message)?;
    let read = file.take(MAX_TEXT + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    if bytes.len() as u64 > MAX_TEXT {
        return Err(format!("`{}` is too long: {MAX_TEXT} bytes at most", path.display()));
    }
    if bytes.len() < MIN_SECRET {
        return Err(format!(
            "the secret in `{}` is short: {MIN_SECRET} bytes at least",
            path.display()
        ));
    }
    Ok(bytes)
}

fn text(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let file = input::open(path).map_err(|error| error.message)?;
    let read = file.take(MAX_TEXT + 1).read_to_string(&mut text);
    read.map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    if text.len() as u64 > MAX_TEXT {
        return Err(format!("`{}` is too long: {MAX_TEXT} bytes at most", path.display()));
    }
    Ok(text)
}

/// Listens where a worker is to listen.
pub(crate) fn listen(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).map_err(|error| format!("cannot listen at {address}: {error}"))
}
