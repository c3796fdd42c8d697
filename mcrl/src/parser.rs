//! Text to a syntax tree.
//!
//! Input: the text of a specification. Output: its tree, or the first error. Knows no declarations.

use frontend::{Diagnostic, FileId, Span};
use lalrpop_util::{ParseError, lalrpop_mod};

use crate::ast::Spec;
use crate::builder::{Builder, SyntaxError};
use crate::{expected, lexer};

lalrpop_mod!(
    #[allow(
        clippy::all,
        clippy::pedantic,
        clippy::panic,
        clippy::unwrap_used,
        missing_docs,
        unreachable_pub,
        unused_imports
    )]
    grammar,
    "/grammar.rs"
);

/// Parses a specification.
pub fn parse(file: FileId, text: &str) -> Result<Spec<'_>, Box<Diagnostic>> {
    let tokens = lexer::tokens(file, text)?;
    let end = tokens.last().map_or(0, |&(_, _, end)| end);
    let end = Span::new(file, end, end);
    let mut builder = Builder::new(file);
    let input = tokens.iter().copied().map(Ok::<_, SyntaxError>);
    let parsed = grammar::SectionsParser::new().parse(&mut builder, input);
    let sections = parsed.map_err(|error| match error {
        ParseError::User { error } => error,
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            let before = tokens.iter().rev().find(|&&(_, _, behind)| behind <= start);
            let before = before.map(|&(_, token, _)| token);
            expected::unexpected(Some(token), before, &expected, Span::new(file, start, end))
        }
        ParseError::ExtraToken { token: (start, token, end) } => {
            expected::unexpected(Some(token), None, &[], Span::new(file, start, end))
        }
        ParseError::UnrecognizedEof { expected, .. } => {
            let before = tokens.last().map(|&(_, token, _)| token);
            expected::unexpected(None, before, &expected, end)
        }
        ParseError::InvalidToken { location } => {
            expected::unexpected(None, None, &[], Span::new(file, location, location))
        }
    })?;
    Ok(Spec { sections, nodes: builder.nodes, end })
}
