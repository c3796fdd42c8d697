//! Errors of the generated parser as messages.
//!
//! Input: where the parser stopped and which tokens it could have read. Output: a message that
//! names the token and what was expected, with the places that belong to it and a way out where
//! the slip is a known one. Does not repair anything.

mod advice;
mod brackets;
mod operators;
mod words;

use lalrpop_util::ParseError;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Lexeme, Spanned, Token};
use crate::preprocess::stringify::token_text;
use crate::source::Span;

use brackets::Open;

/// Longest string and number that a message shows, in bytes.
const MAX_LITERAL: usize = 20;

/// Where reading could not go on.
struct Slip<'t> {
    /// The whole form, without its full stop.
    tokens: &'t [Spanned],
    /// The index of the token that does not fit; the number of tokens at the end of the form.
    at: usize,
    /// The full stop, or the last token.
    end: Span,
    /// The terminals of the grammar that fit.
    expected: Vec<&'t str>,
    /// Brackets and keywords that are open here, the innermost last.
    open: Vec<Open>,
}

impl Slip<'_> {
    /// The token that does not fit; nothing at the end of the form.
    fn found(&self) -> Option<&Token> {
        self.token(self.at)
    }

    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at).map(|spanned| &spanned.token)
    }

    /// The token `n` places in front of the one that does not fit.
    fn before(&self, n: usize) -> Option<&Spanned> {
        self.tokens.get(self.at.checked_sub(n)?)
    }

    /// Whether the token `n` places in front is this one.
    fn is_before(&self, n: usize, lexeme: Lexeme) -> bool {
        self.before(n).is_some_and(|spanned| spanned.token.is(lexeme))
    }

    /// Whether the token that does not fit is this one.
    fn is(&self, lexeme: Lexeme) -> bool {
        self.found().is_some_and(|token| token.is(lexeme))
    }

    /// Whether this token would have fitted.
    fn expects(&self, terminal: &str) -> bool {
        self.expected.contains(&terminal)
    }

    /// The place of the message.
    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |spanned| spanned.span)
    }

    /// Whether the form has a full stop.
    fn is_complete(&self) -> bool {
        self.tokens.last().is_none_or(|last| last.span != self.end)
    }

    /// What was found.
    fn name(&self) -> String {
        match self.found() {
            Some(token) => match literal(token) {
                Some(text) => format!("{} `{text}`", token.describe()),
                None => token.describe(),
            },
            None if self.is_complete() => "full stop".to_owned(),
            None => "end of the form".to_owned(),
        }
    }
}

/// The text of a constant that is short enough for a message.
fn literal(token: &Token) -> Option<String> {
    let short = match token {
        Token::Integer(value) => value.bits() <= 64,
        Token::Float(text) | Token::String(text) => text.len() <= MAX_LITERAL,
        Token::Char(_) => true,
        _ => false,
    };
    let text = short.then(|| token_text(token))?;
    text.chars().all(|c| !c.is_control()).then_some(text)
}

/// The message about an error after `n_read` tokens were taken, the one that does not fit included.
pub(super) fn describe(
    error: ParseError<u32, Token, Box<Diagnostic>>,
    n_read: usize,
    tokens: &mut [Spanned],
    end: Span,
) -> Box<Diagnostic> {
    let (at, expected) = match error {
        ParseError::User { error } => return error,
        ParseError::UnrecognizedEof { expected, .. } => (tokens.len(), expected),
        ParseError::UnrecognizedToken { token: (_, token, _), expected } => {
            let at = n_read.saturating_sub(1);
            // The parser has taken its value: here it is shown.
            if let Some(spanned) = tokens.get_mut(at) {
                spanned.token = token;
            }
            (at, expected)
        }
        ParseError::ExtraToken { .. } | ParseError::InvalidToken { .. } => {
            (n_read.saturating_sub(1), Vec::new())
        }
    };
    let expected: Vec<&str> = expected.iter().map(|name| name.trim_matches('"')).collect();
    let open = brackets::open(tokens, at);
    let slip = Slip { tokens, at, end, expected, open };
    let advised = operators::foreign(&slip).or_else(|| advice::reserved(&slip));
    let diagnostic =
        advised.or_else(|| brackets::unbalanced(&slip)).unwrap_or_else(|| plain(&slip));
    Box::new(diagnostic)
}

/// The message about a token that does not fit, with what is known of the slip.
fn plain(slip: &Slip<'_>) -> Diagnostic {
    let words = words::expected(slip);
    let name = slip.name();
    let message = if words.is_empty() {
        format!("unexpected {name}")
    } else {
        format!("unexpected {name}: expected {words}")
    };
    let diagnostic = Diagnostic::error(codes::SYNTAX, message, slip.span());
    let diagnostic = brackets::label(slip, diagnostic);
    advice::advise(slip, diagnostic)
}

/// Whether a token can end an operand.
fn ends_operand(token: &Token) -> bool {
    use Lexeme as L;
    let closing = [L::RightParen, L::RightBracket, L::RightBrace, L::RightBinary, L::End];
    !matches!(token, Token::Symbol(_) | Token::Maybe | Token::Else)
        || closing.into_iter().any(|lexeme| token.is(lexeme))
}

/// Whether a token can begin an operand and can do nothing else.
fn begins_operand(token: &Token) -> bool {
    use Lexeme as L;
    let opening = [L::LeftBracket, L::LeftBrace, L::LeftBinary, L::Begin, L::Case, L::If];
    let words = [L::Fun, L::Receive, L::Try, L::Catch, L::Not, L::BitNot];
    !matches!(token, Token::Symbol(_) | Token::Else)
        || opening.into_iter().chain(words).any(|lexeme| token.is(lexeme))
}
