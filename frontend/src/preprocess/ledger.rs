//! What is remembered from one expansion to the next.
//!
//! Input: what the macros of a form did. Output: bounds, warnings, and where each macro was used.

use rustc_hash::FxHashSet;

use super::define::MacroKey;
use crate::ast::name::Name;
use crate::codes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;

/// Undefined macros that get a warning of their own each.
const MAX_UNKNOWN: usize = 20;

/// Names of macros that undefined ones are compared with in all.
const MAX_COMPARED: usize = 1_000_000;

/// What expansions of a module have in common.
#[derive(Debug, Default)]
pub(super) struct Common {
    /// Tokens that macros have added and looked at.
    pub(super) spent: usize,
    /// Tokens of the forms that were expanded.
    pub(super) n_tokens: usize,
    /// Macros that do not lead back to themselves; to be emptied when definitions change.
    pub(super) harmless: FxHashSet<MacroKey>,
    /// Undefined macros that have been reported.
    reported: FxHashSet<Name>,
    /// Names of macros that undefined ones were compared with.
    n_compared: usize,
    /// The first header that was not read.
    pub(super) lacking: Option<Span>,
    /// Warnings that are not yet in a report.
    pub(super) warnings: Vec<Diagnostic>,
}

impl Common {
    /// Takes down an undefined macro; says whether it gets a warning of its own.
    pub(super) fn is_news(&mut self, name: &Name) -> bool {
        self.reported.insert(name.clone()) && self.reported.len() <= MAX_UNKNOWN
    }

    /// Whether an undefined macro may be compared with so many others; if so, counts them.
    pub(super) fn may_compare(&mut self, n_others: usize) -> bool {
        let n_compared = self.n_compared + n_others;
        let allowed = n_compared <= MAX_COMPARED;
        if allowed {
            self.n_compared = n_compared;
        }
        allowed
    }

    /// Warns of an undefined macro.
    pub(super) fn report_unknown(&mut self, mut undefined: Diagnostic) {
        undefined.code = codes::UNKNOWN_MACRO;
        undefined.severity = Severity::Warning;
        undefined.message += ": each use counts as an unknown value";
        self.warnings.push(undefined);
    }

    /// One warning about all undefined macros that have none.
    pub(super) fn rest(&self) -> Option<Diagnostic> {
        let rest = self.reported.len().checked_sub(MAX_UNKNOWN).filter(|rest| *rest > 0)?;
        let message = format!("{rest} further macros are not defined and count as unknown values");
        Some(Diagnostic::new(codes::UNKNOWN_MACRO, Severity::Warning, message))
    }
}

/// A macro that was expanded in a form.
#[derive(Debug)]
pub(super) struct Site {
    /// From the `?` to the end of its arguments.
    pub(super) span: Span,
    /// Its name.
    pub(super) name: Name,
    /// Where it is defined.
    pub(super) definition: Span,
}

impl Site {
    /// Whether a place lies in the use.
    pub(super) fn covers(&self, place: Span) -> bool {
        place.file == self.span.file && (self.span.start..self.span.end).contains(&place.start)
    }
}
