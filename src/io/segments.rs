//! The folder that several processes write together, and what one of them has left there.
//!
//! Input: blocks of a worker. Output: its two files, which have `.part` behind their names until all of the folder is there; then
//! the manifest. What worker 0 writes last makes the folder one. An old manifest goes before the first new file gets its name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use cluster::{MAX_WORKERS, Part, Storage};

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
        forget(&checkpoint(path, worker))?;
        let create = |part| File::create(unfinished(path, part, worker));
        let files = [create(Part::States)?, create(Part::Rows)?];
        Ok(Self::new(path, worker, files, false))
    }

    /// Goes on with a segment whose files count up to these lengths.
    pub(crate) fn resume(path: &Path, worker: usize, lengths: [u64; 2]) -> io::Result<Self> {
        let open = |part| OpenOptions::new().append(true).open(unfinished(path, part, worker));
        let files = [open(Part::States)?, open(Part::Rows)?];
        for (file, length) in files.iter().zip(lengths) {
            file.set_len(length)?;
        }
        Ok(Self::new(path, worker, files, true))
    }

    fn new(path: &Path, worker: usize, files: [File; 2], is_kept: bool) -> Self {
        let files = files.map(|file| BufWriter::with_capacity(BUFFER, file));
        Self { path: path.to_path_buf(), worker, files, is_kept, is_whole: false }
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
        self.is_kept = true;
        let path = checkpoint(&self.path, self.worker);
        temporary::write(&path, &|out| out.write_all(text.as_bytes()))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.keep()?;
        forget(&self.path.join(MANIFEST))?;
        for part in Part::ALL {
            let whole = self.path.join(part.file_name(self.worker));
            fs::rename(unfinished(&self.path, part, self.worker), whole)?;
        }
        self.is_whole = true;
        forget(&checkpoint(&self.path, self.worker))
    }

    fn complete(&mut self, manifest: &str) -> io::Result<()> {
        temporary::write(&self.path.join(MANIFEST), &|out| out.write_all(manifest.as_bytes()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_kept || self.is_whole {
            return;
        }
        // Nobody can go on with it. A worker that was killed leaves that to the first one.
        let n_workers = if self.worker == 0 { MAX_WORKERS } else { 0 };
        for worker in (0..n_workers).chain([self.worker]) {
            for part in Part::ALL {
                let _ = fs::remove_file(unfinished(&self.path, part, worker));
            }
        }
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

/// The files of a worker that are not whole.
pub(crate) fn left(path: &Path, worker: usize) -> io::Result<[BufReader<File>; 2]> {
    let open = |part| File::open(unfinished(path, part, worker)).map(BufReader::new);
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

/// The text of a manifest.
pub(crate) fn manifest(path: &Path) -> io::Result<String> {
    fs::read_to_string(path.join(MANIFEST))
}

/// The rows of a worker.
pub(crate) fn rows(path: &Path, worker: usize) -> io::Result<BufReader<File>> {
    let file = File::open(path.join(Part::Rows.file_name(worker)))?;
    Ok(BufReader::with_capacity(BUFFER, file))
}
