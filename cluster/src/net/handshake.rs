//! How two workers find out that they belong together, before anything else is read or sent.
//!
//! Input: a connection, the secret that both have, who this worker is. Output: the number of the other one; or that the
//! secret is another, or in what both differ. The one who was called sends a number that was never used, and reads 48 bytes: a
//! number of the caller, and a hash of both under the secret. Only where that is right anything of another length is
//! read. What follows is neither signed nor encrypted.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use hmac_sha256::HMAC;

/// Time that the other side has for all of it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time in which a process that has opened a connection has to show that it knows the secret of the workers; until then it may be anybody, and
/// takes a place of the few that are held for callers.
const DOUBT: Duration = Duration::from_secs(1);

/// Bytes of what a worker says of itself, at most.
const MAX_TEXT: usize = 1 << 16;

/// The first bytes of a hash, so that nothing else is taken for one.
const PURPOSE: &[u8] = b"erl2lts worker 1";

const NONCE: usize = 16;
const PROOF: usize = 32;

/// What all workers must have in common, by name, in the order in which it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity(pub Vec<(String, String)>);

/// Who has called, or was called.
pub(crate) struct Caller<'a> {
    pub(crate) index: usize,
    pub(crate) secret: &'a [u8],
    pub(crate) identity: &'a Identity,
    /// What it says of itself that may differ.
    pub(crate) number: u64,
}

/// Who is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer {
    pub(crate) index: usize,
    pub(crate) number: u64,
}

/// Why a connection is of no use.
#[derive(Debug)]
pub(crate) enum Unfit {
    /// It ended, took too long, or what came is no greeting.
    Broken,
    /// This process has too few files or too little memory for it.
    Short(io::Error),
    /// The secret is another.
    Secret,
    /// A worker with the same secret differs in this: its number, what, its value here, its value there.
    Differs(usize, String, String, String),
}

impl From<io::Error> for Unfit {
    fn from(_: io::Error) -> Self {
        Self::Broken
    }
}

/// A connection that is read and written until a moment.
struct Greeting<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

/// Shakes hands with the process that has opened a connection; returns which worker it is.
pub(crate) fn answer(stream: &TcpStream, me: &Caller<'_>) -> Result<Peer, Unfit> {
    let mut greeting = Greeting { stream, until: Instant::now() + DOUBT };
    let mine = nonce();
    greeting.write(&mine)?;
    let (mut theirs, mut shown) = ([0; NONCE], [0; PROOF]);
    greeting.read(&mut theirs)?;
    greeting.read(&mut shown)?;
    if !is_same(&shown, &proof(me.secret, b'c', &mine, &theirs)) {
        return Err(Unfit::Secret);
    }
    greeting.until = Instant::now() + PATIENCE;
    greeting.write(&proof(me.secret, b'a', &theirs, &mine))?;
    let other = greeting.read_text()?;
    greeting.write_text(&text(me))?;
    compared(&other, me.identity)
}

/// Greets the worker that is called; returns which one it is.
pub(crate) fn call(stream: &TcpStream, me: &Caller<'_>) -> Result<Peer, Unfit> {
    let mut greeting = Greeting { stream, until: Instant::now() + PATIENCE };
    let (mine, mut theirs, mut shown) = (nonce(), [0; NONCE], [0; PROOF]);
    greeting.read(&mut theirs)?;
    greeting.write(&mine)?;
    greeting.write(&proof(me.secret, b'c', &theirs, &mine))?;
    // Whoever finds the hash wrong ends the connection.
    greeting.read(&mut shown).map_err(|_| Unfit::Secret)?;
    if !is_same(&shown, &proof(me.secret, b'a', &mine, &theirs)) {
        return Err(Unfit::Secret);
    }
    greeting.write_text(&text(me))?;
    compared(&greeting.read_text()?, me.identity)
}

/// A number that nobody foresees.
fn nonce() -> [u8; NONCE] {
    let mut nonce = [0; NONCE];
    for part in nonce.chunks_mut(8) {
        // Its keys come from the system.
        part.copy_from_slice(&RandomState::new().hash_one(Instant::now()).to_le_bytes());
    }
    nonce
}

fn proof(secret: &[u8], side: u8, first: &[u8], second: &[u8]) -> [u8; PROOF] {
    HMAC::mac([PURPOSE, &[side], first, second].concat(), secret)
}

/// Compares without telling by time how much is the same.
fn is_same(left: &[u8; PROOF], right: &[u8; PROOF]) -> bool {
    left.iter().zip(right).fold(0, |differs, (left, right)| differs | (left ^ right)) == 0
}

/// What a worker says of itself.
fn text(me: &Caller<'_>) -> String {
    serde_json::json!([me.index, me.number, me.identity.0]).to_string()
}

fn compared(text: &str, identity: &Identity) -> Result<Peer, Unfit> {
    let parsed: (usize, u64, Vec<(String, String)>) =
        serde_json::from_str(text).map_err(|_| Unfit::Broken)?;
    let (index, number, theirs) = parsed;
    for (name, here) in &identity.0 {
        let there = theirs.iter().find(|(other, _)| other == name).map_or("", |(_, value)| value);
        if there != here {
            return Err(Unfit::Differs(index, name.clone(), here.clone(), there.to_owned()));
        }
    }
    Ok(Peer { index, number })
}

impl Greeting<'_> {
    /// Time that is left for the next call.
    fn hurry(&self) -> io::Result<()> {
        let left = self.until.saturating_duration_since(Instant::now());
        let left = Some(left.max(Duration::from_millis(1)));
        self.stream.set_read_timeout(left)?;
        self.stream.set_write_timeout(left)
    }

    fn read(&mut self, mut bytes: &mut [u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            if Instant::now() >= self.until {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.hurry()?;
            match self.stream.read(bytes)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                n_read => bytes = &mut bytes[n_read..],
            }
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hurry()?;
        self.stream.write_all(bytes)
    }

    fn read_text(&mut self) -> Result<String, Unfit> {
        let mut n_bytes = [0; 4];
        self.read(&mut n_bytes)?;
        let n_bytes = u32::from_le_bytes(n_bytes) as usize;
        if n_bytes > MAX_TEXT {
            return Err(Unfit::Broken);
        }
        let mut bytes = vec![0; n_bytes];
        self.read(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| Unfit::Broken)
    }

    fn write_text(&mut self, text: &str) -> Result<(), Unfit> {
        let n_bytes = u32::try_from(text.len()).map_err(|_| Unfit::Broken)?;
        self.write(&n_bytes.to_le_bytes())?;
        Ok(self.write(text.as_bytes())?)
    }
}
