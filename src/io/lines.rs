//! Lines of a log: of a file, of standard input, of a file that grows.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::thread;
use std::time::Duration;

use frontend::Diagnostic;

use crate::io::input::{failed, open};

/// Longer lines are cut, so that a log without ends of lines does not fill the memory.
const LONGEST: usize = 16 << 20;

/// Bytes that are read at once.
const AT_ONCE: usize = 1 << 18;

/// Between two looks at the end of a file that grows.
const PAUSE: Duration = Duration::from_millis(100);

/// A log that is read line by line.
pub(crate) struct Lines {
    source: BufReader<Box<dyn Read>>,
    /// Whether to wait at the end.
    follows: bool,
    line: Vec<u8>,
    is_done: bool,
}

/// What comes next.
pub(crate) enum Next<'l> {
    /// A line, without its end.
    Line(&'l [u8]),
    /// Nothing at this time.
    Pause,
    /// Nothing any more.
    End,
}

impl Lines {
    /// The lines of a file; those of standard input if none is named, or `-`.
    pub(crate) fn new(path: Option<&Path>, follows: bool) -> Result<Self, Diagnostic> {
        let source: Box<dyn Read> = match path {
            Some(path) if path != Path::new("-") => Box::new(opened(path)?),
            _ => Box::new(io::stdin()),
        };
        let source = BufReader::with_capacity(AT_ONCE, source);
        Ok(Self { source, follows, line: Vec::new(), is_done: true })
    }

    /// The next line.
    pub(crate) fn next(&mut self) -> io::Result<Next<'_>> {
        if self.is_done {
            self.line.clear();
            self.is_done = false;
        }
        let room = (LONGEST - self.line.len()) as u64;
        self.source.by_ref().take(room).read_until(b'\n', &mut self.line)?;
        if self.line.ends_with(b"\n") || self.line.len() >= LONGEST {
            self.is_done = true;
            let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
            return Ok(Next::Line(line.strip_suffix(b"\r").unwrap_or(line)));
        }
        if self.follows {
            thread::sleep(PAUSE);
            return Ok(Next::Pause);
        }
        if self.line.is_empty() {
            return Ok(Next::End);
        }
        self.is_done = true;
        Ok(Next::Line(&self.line))
    }
}

/// A file, or what is read like one: a log may come through a pipe.
fn opened(path: &Path) -> Result<File, Diagnostic> {
    match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
            File::open(path).map_err(|error| failed(path, &error))
        }
        _ => open(path),
    }
}
