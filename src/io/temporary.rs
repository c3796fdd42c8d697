//! Files while they are written: in the folder of the target, under a name of their own until all is there.
//!
//! Input: a target, what writes it. Output: a file that appears whole or not at all. Whatever ends the program takes away
//! what is half written (`take_away`); what a process has left that was given no time for that goes when the next one
//! writes in the same folder. Links and devices are not looked at here.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How names of temporary files end, behind `.PROCESS-NUMBER`.
const SUFFIX: &str = ".erl2lts.tmp";

/// Numbers that are tried, should files of another process with the same number be in the way.
const MAX_NUMBERS: usize = 1_000;

/// What this process writes.
#[derive(Debug)]
struct UnderWay {
    files: BTreeSet<PathBuf>,
    /// Files and folders that others write, and that go with the program, too.
    noted: BTreeSet<PathBuf>,
    /// Folders in which nothing of dead processes is left.
    swept: BTreeSet<PathBuf>,
}

static UNDER_WAY: Mutex<UnderWay> =
    Mutex::new(UnderWay { files: BTreeSet::new(), noted: BTreeSet::new(), swept: BTreeSet::new() });

/// A file that is not whole yet; it goes when it is dropped.
#[derive(Debug)]
struct Temporary {
    path: PathBuf,
    /// Open and locked as long as this process is there.
    file: File,
}

/// Writes a file that appears under its name when it is whole.
pub(crate) fn write(
    path: &Path,
    write: &dyn Fn(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    fs::rename(&whole(path, write)?.path, path)
}

/// A file beside another one, with all that it is to hold.
fn whole(path: &Path, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<Temporary> {
    let temporary = Temporary::beside(path)?;
    let mut out = io::BufWriter::new(&temporary.file);
    write(&mut out)?;
    out.flush()?;
    drop(out);
    Ok(temporary)
}

/// Writes a file that appears under its name when it is whole, and on the disk.
pub(crate) fn write_for_good(
    path: &Path,
    write: &dyn Fn(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = whole(path, write)?;
    temporary.file.sync_all()?;
    fs::rename(&temporary.path, path)?;
    keep_names(path.parent().unwrap_or(Path::new(".")))
}

/// Brings the names of the files in a folder to the disk, where a system can do that.
pub(crate) fn keep_names(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Takes away what is half written, as the program is about to end: nothing is written from now on.
pub(crate) fn take_away() {
    let under_way = under_way();
    for path in &under_way.files {
        let _ = fs::remove_file(path);
    }
    for path in &under_way.noted {
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    // A thread that wants to write more waits for the end.
    std::mem::forget(under_way);
}

/// Makes a file or a folder that goes if the program ends before it is [`forgotten`](forget).
pub(crate) fn noted<T>(path: &Path, make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    // No other thread ends the program in between.
    let mut under_way = under_way();
    let made = make()?;
    under_way.noted.insert(path.to_path_buf());
    Ok(made)
}

/// Leaves a file or a folder where it is, should the program end.
pub(crate) fn forget(path: &Path) {
    under_way().noted.remove(path);
}

fn under_way() -> MutexGuard<'static, UnderWay> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Temporary {
    fn beside(target: &Path) -> io::Result<Self> {
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // No other thread ends the program between making a file and noting it.
        let mut under_way = under_way();
        if under_way.swept.insert(folder.to_path_buf()) {
            sweep(folder, &under_way.files);
        }
        for number in 1..=MAX_NUMBERS {
            let path = folder.join(format!(".{}-{number}{SUFFIX}", std::process::id()));
            match File::create_new(&path) {
                Ok(file) => {
                    // Where files cannot be locked, only the number of the process says whose it is.
                    let _ = file.try_lock();
                    under_way.files.insert(path.clone());
                    return Ok(Self { path, file });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut under_way = under_way();
        under_way.files.remove(&self.path);
        // It is not there any more if it is whole.
        let _ = fs::remove_file(&self.path);
    }
}

/// Takes away what dead processes have left in a folder.
fn sweep(folder: &Path, kept: &BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && !kept.contains(&path) && is_left(&path) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether this is a temporary file whose process has gone.
fn is_left(path: &Path) -> bool {
    let Some(process) = path.file_name().and_then(|name| process_of(name.to_str()?)) else {
        return false;
    };
    let is_alive = process != std::process::id() && Path::new(&format!("/proc/{process}")).exists();
    // Processes of another system, or in another container, are not seen; what they write is locked.
    !is_alive && File::open(path).is_ok_and(|file| is_free(&file))
}

fn is_free(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// The process that writes a file of this name.
fn process_of(name: &str) -> Option<u32> {
    let (process, number) = name.strip_prefix('.')?.strip_suffix(SUFFIX)?.split_once('-')?;
    number.parse::<usize>().ok()?;
    process.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_known() {
        assert_eq!(process_of(".17-2.erl2lts.tmp"), Some(17));
        for other in [
            ".17-2.tmp",
            "17-2.erl2lts.tmp",
            ".x-2.erl2lts.tmp",
            ".17-.erl2lts.tmp",
            ".erl2lts.tmp",
        ] {
            assert_eq!(process_of(other), None, "{other}");
        }
    }
}
