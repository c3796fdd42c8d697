//! Collects the messages about one file.
//!
//! Input: diagnostics in order of discovery. Output: the same list without repetitions, cut off
//! with a note after a fixed number; behind it reading goes on, but not for ever. Decides nothing
//! else about them.

use crate::codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;

/// Messages that one file gets at most, the closing note not counted.
const MAX_MESSAGES: usize = 50;

/// Messages, kept or not, after which reading stops: no program has so many slips.
const MAX_COUNTED: usize = 20_000;

/// The messages about one file.
#[derive(Debug, Default)]
pub(crate) struct Report {
    diagnostics: Vec<Diagnostic>,
    full: bool,
    /// How many were given, those that are not kept included.
    n_counted: usize,
}

impl Report {
    /// Adds a message, or the closing note if there are too many.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.n_counted += 1;
        if self.full || self.diagnostics.last() == Some(&diagnostic) {
            return;
        }
        if self.diagnostics.len() < MAX_MESSAGES {
            self.diagnostics.push(diagnostic);
            return;
        }
        self.full = true;
        let place: Option<Span> = diagnostic.labels.first().map(|label| label.span);
        let note = Diagnostic::new(
            codes::TOO_MANY,
            Severity::Note,
            format!("more than {MAX_MESSAGES} messages: the others are not shown"),
        );
        self.diagnostics.push(match place {
            Some(span) => note.with_label(span, ""),
            None => note,
        });
    }

    /// Whether further reading is pointless.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.n_counted > MAX_COUNTED
    }

    /// The list.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}

/// Messages of a reader that collects them itself: as they are if they are few, else errors first, cut off with a note.
pub(crate) fn bounded(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if diagnostics.len() <= MAX_MESSAGES {
        return diagnostics;
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.severity);
    let mut report = Report::default();
    for diagnostic in diagnostics {
        report.push(diagnostic);
    }
    report.finish()
}
