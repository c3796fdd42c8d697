//! A file that is open in the editor, and what is known of it.
//!
//! Input: its text as it changes. Output: when it is to be checked, and what the last check has said of the text as it is or was.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use lsp_types::Uri;

use super::checking::{Came, Checking};
use super::told::Answer;

/// How long nobody must have typed before a text is checked.
const PAUSE: Duration = Duration::from_millis(250);

/// A file.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) path: PathBuf,
    pub(crate) version: i32,
    pub(crate) text: String,
    /// Whether the text is not the one in the file.
    pub(crate) is_changed: bool,
    /// When it is to be checked.
    due: Option<Instant>,
    checking: Option<Checking>,
    /// What is known.
    pub(crate) answer: Answer,
}

impl Document {
    /// One that was opened, with a text that need not be the one in the file: it is checked at once.
    pub(crate) fn new(uri: Uri, path: PathBuf, version: i32, text: String) -> Self {
        let (due, checking, answer) = (Some(Instant::now()), None, Answer::default());
        let is_changed = std::fs::read(&path).map_or(true, |saved| saved != text.as_bytes());
        Self { uri, path, version, text, is_changed, due, checking, answer }
    }

    /// Takes a new text: it is checked when nobody types any more, and what is being checked is outdated.
    pub(crate) fn change(&mut self, version: i32, text: String) {
        (self.version, self.text, self.is_changed) = (version, text, true);
        self.checking = None;
        self.due = Some(Instant::now() + PAUSE);
    }

    /// Lets it be checked at once.
    pub(crate) fn check(&mut self) {
        self.checking = None;
        self.due = Some(Instant::now());
    }

    /// Whether something is under way, or will be.
    pub(crate) fn is_waiting(&self) -> bool {
        self.due.is_some() || self.checking.is_some()
    }

    /// Whether it is being checked.
    pub(crate) fn is_checking(&self) -> bool {
        self.checking.is_some()
    }

    /// Whether it is time to be checked.
    pub(crate) fn is_due(&self) -> bool {
        self.due.is_some_and(|due| Instant::now() >= due)
    }

    /// Begins to check it.
    pub(crate) fn begin(&mut self, flags: &[String]) -> std::io::Result<()> {
        self.due = None;
        let text = self.is_changed.then(|| self.text.clone());
        self.checking = Some(Checking::begin(&self.path, text, flags)?);
        Ok(())
    }

    /// Takes the report of a check that has ended, if one has: whether there was a report.
    pub(crate) fn look(&mut self) -> Option<bool> {
        let has_report = match self.checking.as_mut()?.look() {
            Came::NotYet => return None,
            // What was known before is not wrong for that.
            Came::Nothing => false,
            Came::Report(report) => {
                self.answer = Answer::of(&report, &self.path, &self.text);
                true
            }
        };
        self.checking = None;
        Some(has_report)
    }
}
