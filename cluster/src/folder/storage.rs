//! Where the segment of a worker goes: the border to the command line, which opens the files.

use std::io;

/// The files of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Vectors of states, and what their symbols are.
    States,
    /// Transitions by state, and labels.
    Rows,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::States, Self::Rows];

    /// How the file of a worker is called.
    pub fn file_name(self, worker: usize) -> String {
        let kind = match self {
            Self::States => "states",
            Self::Rows => "rows",
        };
        format!("segment-{worker}.{kind}")
    }
}

/// What a worker writes, in a folder: files with names of their own until all is there.
pub trait Storage {
    /// Appends to a file of the segment of this worker.
    fn append(&mut self, part: Part, bytes: &[u8]) -> io::Result<()>;

    /// Returns when all that was appended is on the disk.
    fn keep(&mut self) -> io::Result<()>;

    /// Replaces what says how far all workers have come.
    fn checkpoint(&mut self, text: &str) -> io::Result<()>;

    /// All segments are whole and on the disk: this one gets its names. Should that be the last thing that a worker does, a run
    /// can still be taken up where the last checkpoint was.
    fn finish(&mut self) -> io::Result<()>;

    /// All segments are whole; asked of worker 0.
    fn complete(&mut self, manifest: &str) -> io::Result<()>;

    /// The folder is whole: nothing is to be taken up again.
    fn leave(&mut self) -> io::Result<()> {
        Ok(())
    }
}
