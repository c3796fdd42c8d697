//! Readers of the command line's own notations, without files.
//!
//! Input: a text. Output: what is wrong with it, which is nothing if it can be used. Fuzz targets and tests call them; the
//! commands read files, through `session`.

use std::path::Path;

use frontend::{Diagnostic, FileId};
use lts::term::parse::parse_spanned_term;

use crate::config::{properties, stubs};

/// Reads what a `.props` file holds: a module, its commands, expectations and properties.
pub fn properties(file: FileId, text: &str) -> Vec<Diagnostic> {
    properties::of_text(file, text, Path::new("")).diagnostics
}

/// Reads what stands behind `--stubs`: what calls of other modules do.
pub fn stubs(file: FileId, text: &str) -> Vec<Diagnostic> {
    let read = parse_spanned_term(file, text);
    let Some(term) = read.value else { return read.diagnostics };
    read.diagnostics.into_iter().chain(stubs::stubs(&term).err()).collect()
}
