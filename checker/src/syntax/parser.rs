//! Text to a checked formula.
//!
//! Input: the text of one formula, macros before it. Output: its syntax tree and all messages about it. A tree with
//! errors is not handed out. Does not know any transition system.

use frontend::{Diagnostic, FileId, Outcome, Span};
use lalrpop_util::{ParseError, lalrpop_mod};

use crate::checks::variables::check_guards;
use crate::checks::{alternation, normal};
use crate::formula::{Dialect, Formula, Regular, State};
use crate::macros::library;
use crate::macros::{EXPANDED, Expanded, Libraries};
use crate::syntax::builder::{Builder, SyntaxError};
use crate::syntax::lexer::Located;
use crate::syntax::token::{Raw, Token};
use crate::syntax::{expected, foreign, lexer, place};
use crate::{codes, macros};

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
    "/syntax/formula.rs"
);

/// Parses a formula and checks all that can be checked without a transition system.
///
/// Macros may be defined before it; only the built-in libraries are known.
pub fn parse_formula(file: FileId, text: &str) -> Outcome<Option<Formula>> {
    let mut libraries =
        |name: &str| library::text(name).map(|text| (FileId(u32::MAX - 1), text.to_owned()));
    parse_formula_with(file, text, Dialect::default(), &mut libraries)
}

/// Parses a formula like [`parse_formula`], but with libraries from the caller, which may read files, and with regular
/// expressions of the given dialect.
pub fn parse_formula_with(
    file: FileId,
    text: &str,
    dialect: Dialect,
    libraries: &mut Libraries<'_>,
) -> Outcome<Option<Formula>> {
    let expanded = match macros::expand(file, text, libraries) {
        Ok(Some(expanded)) => expanded,
        Ok(None) => return parse_expanded(file, text, dialect),
        Err(error) => return Outcome { value: None, diagnostics: vec![error] },
    };
    placed(&expanded, dialect)
}

/// Parses one of Dwyer's patterns, such as `response(P, S) after Q`.
pub fn parse_pattern(
    file: FileId,
    text: &str,
    dialect: Dialect,
    libraries: &mut Libraries<'_>,
) -> Outcome<Option<Formula>> {
    match macros::expand_pattern(file, text, libraries) {
        Ok(expanded) => placed(&expanded, dialect),
        Err(error) => Outcome { value: None, diagnostics: vec![error] },
    }
}

/// Parses an expanded text; its places become those of the texts that it comes from.
fn placed(expanded: &Expanded, dialect: Dialect) -> Outcome<Option<Formula>> {
    let Outcome { value, diagnostics } = parse_expanded(EXPANDED, &expanded.text, dialect);
    let origins = &expanded.origins;
    let value = value.map(|mut formula| {
        place::place(&mut formula, &|span| origins.origin(span));
        formula
    });
    let diagnostics =
        diagnostics.into_iter().map(|diagnostic| origins.locate(diagnostic)).collect();
    Outcome { value, diagnostics }
}

/// Parses a formula without macros.
fn parse_expanded(file: FileId, text: &str, dialect: Dialect) -> Outcome<Option<Formula>> {
    let mut builder = Builder::new(file, dialect);
    let parsed = parse(&mut builder, text);
    let mut diagnostics = builder.into_warnings();
    let formula = match parsed {
        Ok(formula) => formula,
        Err(error) => {
            diagnostics.push(translated(error, text));
            return Outcome { value: None, diagnostics }.bounded();
        }
    };
    let mut errors = normal::check_variables(&formula);
    errors.extend(check_guards(&formula));
    if errors.is_empty() {
        errors.extend(alternation::check_formula(&formula, text));
    }
    let value = errors.is_empty().then_some(formula);
    diagnostics.append(&mut errors);
    Outcome { value, diagnostics }.bounded()
}

/// An error with the way to say here what is written in another language, if it is.
fn translated(error: SyntaxError, text: &str) -> Diagnostic {
    // What stands in an action is read by the owner of terms.
    let may_be = [codes::SYNTAX, codes::LEXICAL].contains(&error.code) || foreign::is_encoded(text);
    match foreign::help(text).filter(|_| may_be) {
        Some(help) => error.with_help(help),
        None => error,
    }
}

fn parse(builder: &mut Builder, text: &str) -> Result<Formula, SyntaxError> {
    let file = builder.file();
    let tokens = lexer::tokens(file, text)?;
    let last = tokens.last().map(|(_, token, _)| token.clone());
    let names: Vec<(u32, &str)> = tokens.iter().filter_map(macro_like).collect();
    let input = tokens.into_iter().map(Ok::<_, SyntaxError>);
    grammar::FormulaParser::new().parse(builder, input).map_err(|error| match error {
        ParseError::User { error } => error,
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            let span = Span::new(file, start, end);
            let name = names.iter().rev().find(|(behind, _)| *behind <= start);
            match name.and_then(|(_, name)| Some((name, library::defining(name)?))) {
                Some((name, library)) if token == Token::Plain(Raw::OpenRound) => {
                    expected::macro_of(name, library, span)
                }
                _ => expected::unexpected(Some(&token), None, &expected, span),
            }
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

/// Parses a regular formula that stands at an offset of a file.
pub(crate) fn parse_path(file: FileId, base: u32, text: &str) -> Result<Regular, Diagnostic> {
    parse_path_with(file, base, text, Dialect::default())
}

/// Parses a regular formula like [`parse_path`], with regular expressions of the given dialect.
pub(crate) fn parse_path_with(
    file: FileId,
    base: u32,
    text: &str,
    dialect: Dialect,
) -> Result<Regular, Diagnostic> {
    let mut builder = Builder::new(EXPANDED, dialect);
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX - 1);
    // One character stands before the text, and the bracket that closes it behind: what is never closed goes on there.
    let shifted = |span: Span| match span.file {
        EXPANDED => {
            let offset = |at: u32| base.saturating_add(at.saturating_sub(1).min(length + 1));
            Span::new(file, offset(span.start), offset(span.end))
        }
        _ => span,
    };
    let parsed = parse(&mut builder, &format!("<{text}> true"));
    match parsed.map(|formula| formula.kind) {
        Ok(State::Modal(_, mut path, _)) => {
            place::place_path(&mut path, &shifted);
            Ok(path)
        }
        Ok(_) => {
            let place = Span::new(file, base, base.saturating_add(length));
            Err(Diagnostic::error(codes::SYNTAX, "expected an action", place))
        }
        Err(mut error) => {
            // The bracket behind the text is not the reader's.
            error.message = error.message.replace("found `>`", "found its end");
            for label in &mut error.labels {
                label.span = shifted(label.span);
            }
            Err(error)
        }
    }
}

/// A name that may be meant as a macro, and where it ends.
fn macro_like<'t>((_, token, end): &Located<'t>) -> Option<(u32, &'t str)> {
    match token {
        Token::Variable(name) => Some((*end, *name)),
        _ => None,
    }
}
