//! The folder that several processes write together, and what one of them has left there.
//!
//! Input: blocks of a worker. Output: its two files, which have `.part` behind their names until all of the folder is there; then
//! the manifest. What worker 0 writes last makes the folder one. An old manifest goes before the first new file gets its name; checkpoints go when
//! the new one is there, so that a run which ends in between can be taken up. A file is locked by who writes it: two runs
//! do not write into one folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use cluster::{MAX_WORKERS, Manifest, Part, Storage};

use crate::io::temporary;

/// The file that makes a folder one of segments.
pub(crate) const MANIFEST: &str = "manifest.json";

/// Bytes that are written at once.
const BUFFER: usize = 1 << 18;

/// The segment of a worker.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    worker: usize,
    files: [BufWriter<File>; 2],
    /// Whether a run can go on with what is there.
    is_kept: bool,
    is_whole: bool,
}

impl Folder {
    /// Begins a segment in a folder, which is made where it is not there.
    pub(crate) fn create(path: &Path, worker: usize) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let manifest = manifest(path).ok().map(|text| Manifest::parse(&text));
        if matches!(manifest, Some(Err(_))) {
            let message = "its `manifest.json` is of something else";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        let open = |part| {
            let new = OpenOptions::new().write(true).create(true).truncate(false).to_owned();
            let name = unfinished(path, part, worker);
            temporary::noted(&name, || locked(new.open(&name)?))
        };
        let files = [open(Part::States)?, open(Part::Rows)?];
        // Nobody else writes here: what was there is not needed any more.
        forget(&checkpoint(path, worker))?;
        for file in &files {
            file.set_len(0)?;
        }
        Ok(Self::new(path, worker, files, false))
    }

    /// Goes on with a segment whose files count up to these lengths.
    pub(crate) fn resume(path: &Path, worker: usize, lengths: [u64; 2]) -> io::Result<Self> {
        let whole = |part: Part| path.join(part.file_name(worker));
        let open = |part| {
            let name = unfinished(path, part, worker);
            // The last run has ended while it gave files their names, or behind that.
            let name = if name.exists() { name } else { whole(part) };
            locked(OpenOptions::new().append(true).open(name)?)
        };
        let files = [open(Part::States)?, open(Part::Rows)?];
        // Another run may have come to its end since this one has looked.
        if is_complete(path) {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is whole already"));
        }
        for part in Part::ALL {
            let name = unfinished(path, part, worker);
            if !name.exists() {
                fs::rename(whole(part), name)?;
            }
        }
        // What has ended in order before its time has one.
        forget(&path.join(MANIFEST))?;
        for (file, length) in files.iter().zip(lengths) {
            file.set_len(length)?;
        }
        Ok(Self::new(path, worker, files, true))
    }

    fn new(path: &Path, worker: usize, files: [File; 2], is_kept: bool) -> Self {
        let files = files.map(|file| BufWriter::with_capacity(BUFFER, file));
        Self { path: path.to_path_buf(), worker, files, is_kept, is_whole: false }
    }

    /// Leaves its files where they are, should the program end.
    fn forget(&self) {
        for part in Part::ALL {
            temporary::forget(&unfinished(&self.path, part, self.worker));
        }
    }

    fn file(&mut self, part: Part) -> &mut BufWriter<File> {
        match part {
            Part::States => &mut self.files[0],
            Part::Rows => &mut self.files[1],
        }
    }
}

impl Storage for Folder {
    fn append(&mut self, part: Part, bytes: &[u8]) -> io::Result<()> {
        self.file(part).write_all(bytes)
    }

    fn keep(&mut self) -> io::Result<()> {
        for file in &mut self.files {
            file.flush()?;
            file.get_ref().sync_data()?;
        }
        Ok(())
    }

    fn checkpoint(&mut self, text: &str) -> io::Result<()> {
        let path = checkpoint(&self.path, self.worker);
        temporary::write_for_good(&path, &|out| out.write_all(text.as_bytes()))?;
        self.is_kept = true;
        self.forget();
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        forget(&self.path.join(MANIFEST))?;
        for part in Part::ALL {
            let whole = self.path.join(part.file_name(self.worker));
            fs::rename(unfinished(&self.path, part, self.worker), whole)?;
        }
        self.is_whole = true;
        self.forget();
        temporary::keep_names(&self.path)
    }

    fn complete(&mut self, manifest: &str) -> io::Result<()> {
        temporary::write_for_good(&self.path.join(MANIFEST), &|out| {
            out.write_all(manifest.as_bytes())
        })
    }

    fn leave(&mut self) -> io::Result<()> {
        forget(&checkpoint(&self.path, self.worker))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_kept || self.is_whole {
            return;
        }
        self.forget();
        // Nobody can go on with it. A worker that was killed leaves that to the first one.
        let n_workers = if self.worker == 0 { MAX_WORKERS } else { 0 };
        for worker in (0..n_workers).chain([self.worker]) {
            for part in Part::ALL {
                let _ = fs::remove_file(unfinished(&self.path, part, worker));
            }
        }
    }
}

/// A file that nobody else writes.
fn locked(file: File) -> io::Result<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "another run writes into this folder"))
        }
        // Where files cannot be locked nobody knows.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// A file of a worker that is not whole yet.
fn unfinished(path: &Path, part: Part, worker: usize) -> PathBuf {
    path.join(format!("{}.part", part.file_name(worker)))
}

fn checkpoint(path: &Path, worker: usize) -> PathBuf {
    path.join(format!("checkpoint-{worker}.json"))
}

fn forget(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// How far the run came that a worker is to go on with: what worker 0 says, where all have one folder.
pub(crate) fn progress(path: &Path, worker: usize) -> io::Result<String> {
    fs::read_to_string(checkpoint(path, 0))
        .or_else(|_| fs::read_to_string(checkpoint(path, worker)))
}

/// The files of a worker that are not whole, or have got their names just before the last run has ended.
pub(crate) fn left(path: &Path, worker: usize) -> io::Result<[BufReader<File>; 2]> {
    let open = |part: Part| {
        let file = File::open(unfinished(path, part, worker));
        let file = file.or_else(|_| File::open(path.join(part.file_name(worker))));
        file.map(BufReader::new)
    };
    Ok([open(Part::States)?, open(Part::Rows)?])
}

/// Whether a folder is one of segments.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.is_dir() && (path.join(MANIFEST).is_file() || is_unfinished(path))
}

/// Whether segments are there, but not all of them.
fn is_unfinished(path: &Path) -> bool {
    let mut workers = 0..MAX_WORKERS;
    workers.any(|worker| unfinished(path, Part::Rows, worker).is_file())
}

/// Whether a folder holds the whole of a system.
pub(crate) fn is_complete(path: &Path) -> bool {
    let manifest = manifest(path).ok().and_then(|text| Manifest::parse(&text).ok());
    manifest.is_some_and(|manifest| manifest.is_complete)
}

/// The text of a manifest.
pub(crate) fn manifest(path: &Path) -> io::Result<String> {
    fs::read_to_string(path.join(MANIFEST))
}

/// The states of a worker.
pub(crate) fn states(path: &Path, worker: usize) -> io::Result<BufReader<File>> {
    let file = File::open(path.join(Part::States.file_name(worker)))?;
    Ok(BufReader::with_capacity(BUFFER, file))
}

/// A folder for a system that is needed for a while only.
#[derive(Debug)]
pub(crate) enum Scratch {
    /// Made here, and taken away in the end.
    Own(PathBuf),
    /// That of the process which has started this one.
    Given(PathBuf),
}

impl Scratch {
    /// A folder that nobody else can read, where temporary files are.
    pub(crate) fn new() -> io::Result<Self> {
        let name = |number: u32| format!("erl2lts-{}-{number}", std::process::id());
        let mut numbers = 0..100;
        loop {
            let number = numbers.next().ok_or(io::ErrorKind::AlreadyExists)?;
            let path = std::env::temp_dir().join(name(number));
            match temporary::noted(&path, || private_folder(&path)) {
                Ok(()) => return Ok(Self::Own(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Own(path) | Self::Given(path) => path,
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Self::Own(path) = self {
            // What cannot be taken away is left to the system.
            let _ = fs::remove_dir_all(&*path);
            temporary::forget(path);
        }
    }
}

#[cfg(unix)]
fn private_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// The rows of a worker.
pub(crate) fn rows(path: &Path, worker: usize) -> io::Result<BufReader<File>> {
    let file = File::open(path.join(Part::Rows.file_name(worker)))?;
    Ok(BufReader::with_capacity(BUFFER, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> io::Result<PathBuf> {
        let name = format!("erl2lts-segments-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path)?;
        Ok(path)
    }

    fn written(path: &Path, worker: usize, text: &[u8]) -> io::Result<Folder> {
        let mut folder = Folder::create(path, worker)?;
        for part in Part::ALL {
            folder.append(part, text)?;
        }
        folder.keep()?;
        Ok(folder)
    }

    /// Worker 0 has given its files their names, worker 1 is gone before that: nothing is lost.
    #[test]
    fn a_worker_that_dies_while_files_get_their_names_leaves_what_can_be_taken_up() -> io::Result<()>
    {
        let path = folder("names")?;
        let old = written(&path, 0, b"old")?;
        drop(old);
        let segments = vec![cluster::Segment::default()];
        let whole = Manifest { n_workers: 1, segments, ..Manifest::default() };
        fs::write(path.join(MANIFEST), whole.text())?;
        let mut workers = [written(&path, 0, b"first")?, written(&path, 1, b"second")?];
        for worker in &mut workers {
            worker.checkpoint("so far")?;
        }
        workers[0].finish()?;
        drop(workers);
        assert!(manifest(&path).is_err() && is_folder(&path));
        for (worker, text) in [(0, &b"first"[..]), (1, &b"second"[..])] {
            assert_eq!(progress(&path, worker)?, "so far");
            for mut file in left(&path, worker)? {
                let mut bytes = Vec::new();
                io::Read::read_to_end(&mut file, &mut bytes)?;
                assert_eq!(bytes, text);
            }
            let mut again = Folder::resume(&path, worker, [3, 4])?;
            again.append(Part::Rows, b"!")?;
            again.keep()?;
            again.finish()?;
            assert_eq!(fs::read(path.join(Part::States.file_name(worker)))?, text[..3]);
        }
        fs::remove_dir_all(&path)
    }

    #[test]
    fn two_runs_do_not_write_into_one_folder() -> io::Result<()> {
        let path = folder("both")?;
        let first = written(&path, 0, b"first")?;
        let second = Folder::create(&path, 0).map(drop).map_err(|error| error.to_string());
        assert_eq!(second, Err("another run writes into this folder".to_owned()));
        assert_eq!(fs::read(unfinished(&path, Part::Rows, 0))?, b"first");
        drop(first);
        assert!(Folder::create(&path, 0).is_ok());
        fs::remove_dir_all(&path)
    }
}
