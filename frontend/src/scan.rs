//! A module as tokens without macros: what `epp:scan_file` gives.
//!
//! Input: the texts of a module and of its headers. Output: the tokens of its forms with their
//! places, and where headers begin and end. For comparison with epp, and to look at expansions.

pub(crate) mod scanned;

use crate::diagnostic::Outcome;
use crate::include::{IncludeLoader, Options};
use crate::parser;
use crate::source::FileId;

pub use scanned::{Scanned, ScannedToken};

/// Reads a module up to the preprocessor, which finds no syntax errors.
pub fn scan_module_with(
    file: FileId,
    name: &str,
    text: &str,
    options: &Options,
    loader: &mut dyn IncludeLoader,
) -> Outcome<Vec<Scanned>> {
    let mut scanned = Vec::new();
    let outcome = parser::read(file, name, text, options, loader, Some(&mut scanned));
    Outcome { value: scanned, diagnostics: outcome.diagnostics }
}
