//! Writing: results to stdout or a file, messages to stderr.
//!
//! A closed pipe ends the output quietly; a file appears whole or not at all, and never in the place of one that is read.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal as _, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::io::visible::visible;
use crate::io::{protected, temporary};
use crate::session::voice::Colour;
use crate::session::watch::progress;

/// Names of standard output and of standard error.
const STANDARD: [[&str; 3]; 2] = [
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"],
    ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"],
];

/// Links that are followed one after another, as many as Linux follows.
const MAX_LINKS: usize = 40;

/// Pieces that were written, to stderr or not.
pub(crate) type Said = Vec<(bool, Vec<u8>)>;

static IS_UNREAD: AtomicBool = AtomicBool::new(false);

/// What was written, where that is recorded, to stderr or not.
static RECORD: Mutex<Option<Said>> = Mutex::new(None);

/// Bytes of a file in which it says what has written it.
const HEAD: u64 = 1 << 16;

/// Bytes that are recorded.
const MOST_RECORDED: usize = 8 << 20;

/// Records what is written from now on.
pub(crate) fn record() {
    *recording() = Some(Vec::new());
}

/// What was written since then; `None` where that is too much, or was not recorded.
pub(crate) fn recorded() -> Option<Said> {
    recording().take()
}

fn recording() -> MutexGuard<'static, Option<Said>> {
    RECORD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note(is_error: bool, bytes: &[u8]) {
    let mut record = recording();
    let Some(pieces) = &mut *record else { return };
    let so_far: usize = pieces.iter().map(|(_, piece)| piece.len()).sum();
    if so_far + bytes.len() > MOST_RECORDED {
        *record = None;
    } else {
        pieces.push((is_error, bytes.to_vec()));
    }
}

/// Writes again what was recorded; an error if stdout cannot take it, as in `print`.
pub(crate) fn say_again(pieces: &[(bool, Vec<u8>)]) -> io::Result<()> {
    for (is_error, bytes) in pieces {
        if *is_error {
            // There is no place left to say that it cannot be written.
            let _ = io::stderr().lock().write_all(bytes);
            continue;
        }
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            result => result?,
        }
    }
    Ok(())
}

/// Writes results to stdout; an error if stdout cannot take them, for another reason than that its
/// reader has gone.
pub(crate) fn print(text: &str) -> Result<(), io::Error> {
    print_bytes(text.as_bytes())
}

/// Writes text that can be shown to stdout, a word of it in a colour.
pub(crate) fn print_coloured(word: &str, rest: &str, colour: Colour) -> Result<(), io::Error> {
    protected::refuse(Path::new(STANDARD[0][0]))?;
    let mut out = io::stdout().lock();
    let text = format!("{}{word}\x1b[0m{rest}", colour.sequence());
    note(false, text.as_bytes());
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes results in any encoding to stdout; a terminal gets what can be shown.
pub(crate) fn print_bytes(text: &[u8]) -> Result<(), io::Error> {
    protected::refuse(Path::new(STANDARD[0][0]))?;
    let mut out = io::stdout().lock();
    let shown = out.is_terminal().then(|| visible(&String::from_utf8_lossy(text)).into_owned());
    let text = shown.as_ref().map_or(text, |shown| shown.as_bytes());
    note(false, text);
    progress::clear();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            IS_UNREAD.store(true, Ordering::Relaxed);
            Ok(())
        }
        result => result,
    }
}

/// Whether nobody reads stdout any more.
pub(crate) fn is_unread() -> bool {
    IS_UNREAD.load(Ordering::Relaxed)
}

/// Writes a message to stderr; if that fails, there is no place left to say so.
pub(crate) fn warn(text: &str) {
    progress::clear();
    note(true, format!("{text}\n").as_bytes());
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{text}");
}

/// Writes a file through a temporary one in the same folder; none that is read in this run.
///
/// A target that exists and is no regular file, such as a fifo or `/dev/stdout`, is written directly.
pub(crate) fn write_file(
    path: &Path,
    write: &dyn Fn(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // Behind a link, the file that it names is written.
    let path = &followed(path);
    protected::refuse(path)?;
    match STANDARD.iter().position(|names| names.iter().any(|name| path == Path::new(name))) {
        Some(0) => return write_directly(io::stdout().lock(), write),
        Some(_) => return write_directly(io::stderr().lock(), write),
        None if is_device(path) => {
            return write_directly(fs::OpenOptions::new().write(true).open(path)?, write);
        }
        None => {}
    }
    temporary::write(path, write)
}

/// Whether a regular file is there that this program has not written: none of the first lines begins with one of these marks. One that is
/// empty belongs to nobody.
pub(crate) fn is_of_others(path: &Path, marks: &[&str]) -> bool {
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return false;
    }
    let mut head = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let text = String::from_utf8_lossy(&head);
    let is_own = |line: &str| marks.iter().any(|mark| line.starts_with(mark));
    read.is_err() || !text.is_empty() && !text.lines().any(is_own)
}

/// An error if it is known already that a file cannot be written there: for what takes long to compute.
pub(crate) fn can_be_written(path: &Path) -> io::Result<()> {
    let path = &followed(path);
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::metadata(folder.unwrap_or(Path::new("."))).map(drop)
}

fn write_directly(
    out: impl Write,
    write: &dyn Fn(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    write(&mut out)?;
    out.flush()
}

/// What a path names, link by link. The entries of `/proc` and `/dev` stand for what a process has open: where that is a
/// file, another one in its place would be none that a process has open.
pub(crate) fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if is_open_file(&path) {
            break;
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

fn is_open_file(path: &Path) -> bool {
    STANDARD.iter().flatten().any(|name| path == Path::new(name))
        || path.starts_with("/proc")
        || path.starts_with("/dev/fd")
}

/// Whether a path names what is there and no regular file, or what a process has open.
fn is_device(path: &Path) -> bool {
    is_open_file(path) || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// Whether a file is to hold text of Graphviz.
pub(crate) fn is_dot(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "dot")
}

/// The file of a property: the given one, or where several share it, one named after the property.
pub(crate) fn of_property(path: &Path, name: &str, is_shared: bool) -> PathBuf {
    if !is_shared {
        return path.to_path_buf();
    }
    let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let name = name.trim_start_matches('-').chars();
    let name: String = name.map(|c| if is_plain(c) { c } else { '_' }).collect();
    let part = |part: Option<&OsStr>| {
        part.map_or_else(String::new, |part| part.to_string_lossy().into_owned())
    };
    let (stem, extension) = (part(path.file_stem()), part(path.extension()));
    path.with_file_name(format!("{stem}-{name}.{extension}"))
}
