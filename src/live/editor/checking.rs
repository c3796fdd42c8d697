//! A check as a process of its own.
//!
//! Input: a file, perhaps a text that is not saved, flags of `check`. Output: its report, once it is there. It can be ended at any time;
//! what it says beyond all bounds is cut.

use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use serde_json::Value;

use super::flags;

/// Bytes of a report.
const LARGEST: u64 = 64 << 20;

/// A check under way.
pub(crate) struct Checking {
    child: Child,
    report: Receiver<Vec<u8>>,
}

/// What has come of a check.
pub(crate) enum Came {
    /// It goes on.
    NotYet,
    /// Its report.
    Report(Box<Value>),
    /// It has ended without a report.
    Nothing,
}

/// This program, to be run with arguments.
pub(crate) fn program() -> std::io::Result<Command> {
    Ok(Command::new(std::env::current_exe()?))
}

/// What comes out of a process, once it has said all, or so many bytes.
pub(super) fn all_of(
    output: Option<impl Read + Send + 'static>,
    largest: u64,
) -> Receiver<Vec<u8>> {
    let (sender, all) = channel();
    if let Some(output) = output {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = output.take(largest).read_to_end(&mut bytes);
            sender.send(bytes)
        });
    }
    all
}

impl Checking {
    /// Begins to check a file, which has this text if that is not what was saved.
    pub(crate) fn begin(
        path: &Path,
        text: Option<String>,
        flags: &[String],
    ) -> std::io::Result<Self> {
        let mut command = program()?;
        command.arg("check").args(flags::for_report(flags));
        command.args(text.as_ref().map(|_| "--stdin")).arg("--").arg(path);
        let input = if text.is_some() { Stdio::piped() } else { Stdio::null() };
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        if let (Some(mut input), Some(text)) = (child.stdin.take(), text) {
            // A process that ends before it has read all has its reasons.
            thread::spawn(move || input.write_all(text.as_bytes()));
        }
        let report = all_of(child.stdout.take(), LARGEST);
        Ok(Self { child, report })
    }

    /// What has come so far.
    pub(crate) fn look(&mut self) -> Came {
        match self.report.try_recv() {
            Err(TryRecvError::Empty) => Came::NotYet,
            Err(TryRecvError::Disconnected) => Came::Nothing,
            Ok(bytes) => {
                let _ = self.child.wait();
                serde_json::from_slice(&bytes).map_or(Came::Nothing, Came::Report)
            }
        }
    }
}

impl Drop for Checking {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
