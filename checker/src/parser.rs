//! Text to a checked formula.
//!
//! Input: the text of one formula. Output: its syntax tree and all messages about it. A tree with
//! errors is not handed out. Does not know any transition system.

use frontend::{FileId, Outcome, Span};
use lalrpop_util::{ParseError, lalrpop_mod};

use crate::builder::{Builder, SyntaxError};
use crate::formula::Formula;
use crate::variables::check_guards;
use crate::{alternation, expected, lexer, normal};

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
    "/formula.rs"
);

/// Parses a formula and checks all that can be checked without a transition system.
pub fn parse_formula(file: FileId, text: &str) -> Outcome<Option<Formula>> {
    let mut builder = Builder::new(file);
    let parsed = parse(&mut builder, text);
    let mut diagnostics = builder.into_warnings();
    let formula = match parsed {
        Ok(formula) => formula,
        Err(error) => {
            diagnostics.push(error);
            return Outcome { value: None, diagnostics };
        }
    };
    let mut errors = normal::check_variables(&formula);
    errors.extend(check_guards(&formula));
    if errors.is_empty() {
        errors.extend(alternation::check_formula(&formula, text));
    }
    let value = errors.is_empty().then_some(formula);
    diagnostics.append(&mut errors);
    Outcome { value, diagnostics }
}

fn parse(builder: &mut Builder, text: &str) -> Result<Formula, SyntaxError> {
    let file = builder.file();
    let tokens = lexer::tokens(file, text)?;
    let last = tokens.last().map(|(_, token, _)| token.clone());
    let input = tokens.into_iter().map(Ok::<_, SyntaxError>);
    grammar::FormulaParser::new().parse(builder, input).map_err(|error| match error {
        ParseError::User { error } => error,
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            expected::unexpected(Some(&token), None, &expected, Span::new(file, start, end))
        }
        ParseError::ExtraToken { token: (start, token, end) } => {
            expected::unexpected(Some(&token), None, &[], Span::new(file, start, end))
        }
        ParseError::UnrecognizedEof { location, expected } => expected::unexpected(
            None,
            last.as_ref(),
            &expected,
            Span::new(file, location, location),
        ),
        ParseError::InvalidToken { location } => {
            expected::unexpected(None, None, &[], Span::new(file, location, location))
        }
    })
}
