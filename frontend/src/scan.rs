//! A module as tokens without macros: what `epp:scan_file` gives.
//!
//! Input: the texts of a module and of its headers. Output: the tokens of its forms with their
//! places, and where headers begin and end. For comparison with epp, and to look at expansions.

use crate::ast::FileMark;
use crate::diagnostic::Outcome;
use crate::include::{IncludeLoader, Options};
use crate::lexer::token::Spanned;
use crate::parser;
use crate::preprocess::token_text;
use crate::source::{FileId, Span};

/// A token as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScannedToken {
    /// Its text, as `??Parameter` would show it.
    pub text: String,
    /// Its place; for what comes from a macro, where the macro is used.
    pub span: Span,
}

/// A form, or a change of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scanned {
    /// All tokens of a form but its full stop.
    Form(Vec<ScannedToken>),
    /// From here on forms come from another file, or count lines in another way.
    File(FileMark),
}

impl Scanned {
    /// A form.
    pub(crate) fn form(tokens: &[Spanned]) -> Self {
        let token = |spanned: &Spanned| ScannedToken {
            text: token_text(&spanned.token),
            span: spanned.span,
        };
        Self::Form(tokens.iter().map(token).collect())
    }
}

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
