//! What scanning a module gives: tokens without macros, and where files begin and end.
//!
//! Input: the tokens of a form. Output: their texts and places. Does not read anything.

use crate::ast::FileMark;
use crate::lexer::token::Spanned;
use crate::preprocess::stringify::token_text;
use crate::source::Span;

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
