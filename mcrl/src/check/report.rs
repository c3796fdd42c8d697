//! The errors of a specification, as many as are worth reading.

use frontend::Diagnostic;

/// More errors are not kept.
const MAX_ERRORS: usize = 30;

#[derive(Default)]
pub(super) struct Report {
    errors: Vec<Diagnostic>,
    quiet: bool,
}

impl Report {
    /// Keeps an error, unless it is there already or one too many.
    pub(super) fn push(&mut self, error: Diagnostic) {
        if !self.is_full() && !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Whether there is no room for more, so that the caller need not make one.
    pub(super) fn is_full(&self) -> bool {
        self.quiet || self.errors.len() >= MAX_ERRORS
    }

    pub(super) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Keeps no errors from here on, or again; what is tried here is reported elsewhere.
    pub(super) fn quiet(&mut self, quiet: bool) {
        self.quiet = quiet;
    }

    /// The errors in the order of their places.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.errors.sort_by_key(|error| error.labels.first().map(|label| label.span.start));
        self.errors
    }
}
