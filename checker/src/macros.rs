//! Macros and libraries of formulas: text to text, with places.
//!
//! Input: a text that may define macros before its formula, and a way to read libraries. Output:
//! the formula with all macros expanded, and where each part of it comes from. As with CADP a
//! macro stands for its text, parameters for the texts of the arguments; what kind of formula that
//! is, is for the parser to find out.

mod definitions;
mod dwyer;
mod expand;
pub mod library;
mod origin;
mod scan;

use frontend::{Diagnostic, FileId, Span};

pub(crate) use dwyer::expand_pattern;
pub(crate) use origin::{EXPANDED, Origins};

/// Reads a library by its name; none if there is none.
pub type Libraries<'l> = dyn FnMut(&str) -> Option<(FileId, String)> + 'l;

/// A macro.
struct Definition {
    name: String,
    parameters: Vec<String>,
    /// Where the name stands.
    span: Span,
    body: Source,
}

/// A part of a text.
#[derive(Clone)]
struct Source {
    file: FileId,
    /// Where it starts in the file.
    offset: usize,
    text: String,
}

impl Source {
    /// The place of a part of it.
    fn span(&self, start: usize, end: usize) -> Span {
        let offset = |at: usize| u32::try_from(self.offset + at).unwrap_or(u32::MAX);
        Span::new(self.file, offset(start), offset(end))
    }

    fn part(&self, start: usize, end: usize) -> Self {
        let text = self.text[start..end].to_owned();
        Self { file: self.file, offset: self.offset + start, text }
    }
}

/// A formula without macros.
pub(crate) struct Expanded {
    pub(crate) text: String,
    pub(crate) origins: Origins,
}

/// Expands the macros of a text; none if it defines none and uses no library.
pub(crate) fn expand(
    file: FileId,
    text: &str,
    load: &mut Libraries<'_>,
) -> Result<Option<Expanded>, Diagnostic> {
    if !definitions::starts_with_item(text) {
        return Ok(None);
    }
    let main = Source { file, offset: 0, text: text.to_owned() };
    let mut definitions = definitions::Definitions::default();
    let formula = definitions.read(&main, load)?;
    expand::expand(&formula, &definitions.macros).map(Some)
}
