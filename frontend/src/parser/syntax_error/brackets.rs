//! Brackets, and keywords that `end` closes.
//!
//! Input: the tokens up to an error. Output: what is open there, and messages about a bracket or
//! keyword without its partner. Types have `fun` without `end`.

use super::{Slip, advice};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Lexeme, Spanned, Token};
use crate::nesting::{closes, opens, opens_clauses};
use crate::source::Span;

/// A bracket or keyword that is open.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// Its text.
    pub(super) text: &'static str,
    /// What closes it.
    pub(super) closer: Lexeme,
    /// The index of its token.
    pub(super) at: usize,
}

impl Open {
    /// What the token with this index opens.
    fn new(tokens: &[Spanned], at: usize) -> Option<Self> {
        use Lexeme as L;
        let is_attribute = tokens.first().is_some_and(|first| first.token.is(L::Minus));
        let (text, closer) = match &tokens[at].token {
            Token::Maybe => ("maybe", L::End),
            Token::Symbol(L::Fun) if !is_attribute && opens_clauses(tokens, at) => ("fun", L::End),
            Token::Symbol(symbol) if opens(*symbol) => (symbol.spelling()?, closer(*symbol)),
            _ => return None,
        };
        Some(Self { text, closer, at })
    }

    /// Whether this is a keyword.
    pub(super) fn is_block(self) -> bool {
        self.closer == Lexeme::End
    }

    /// Its closing bracket, as messages show it.
    fn closer_text(self) -> &'static str {
        self.closer.spelling().unwrap_or("end")
    }

    /// What is wrong with it.
    fn fault(self) -> String {
        let Self { text, .. } = self;
        if self.is_block() {
            format!("the `{text}` before it has no `end`")
        } else {
            format!("the `{text}` before it is not closed")
        }
    }
}

/// What closes a bracket or keyword.
fn closer(symbol: Lexeme) -> Lexeme {
    use Lexeme as L;
    match symbol {
        L::LeftParen => L::RightParen,
        L::LeftBracket => L::RightBracket,
        L::LeftBrace => L::RightBrace,
        L::LeftBinary => L::RightBinary,
        _ => L::End,
    }
}

/// What is open in front of the token with this index.
pub(super) fn open(tokens: &[Spanned], at: usize) -> Vec<Open> {
    let mut open: Vec<Open> = Vec::new();
    for index in 0..at.min(tokens.len()) {
        if let Some(opener) = Open::new(tokens, index) {
            open.push(opener);
        } else if open.last().is_some_and(|last| tokens[index].token.is(last.closer)) {
            open.pop();
        }
    }
    open
}

/// The message about a bracket or keyword without its partner, if that is what is wrong.
pub(super) fn unbalanced(slip: &Slip<'_>) -> Option<Diagnostic> {
    let name = slip.name();
    let error =
        |message: String| Diagnostic::error(codes::UNBALANCED_BRACKET, message, slip.span());
    let closer = match slip.found() {
        Some(Token::Symbol(symbol)) => Some(*symbol).filter(|symbol| closes(*symbol)),
        _ => None,
    };
    if let Some(closer) = closer
        && slip.open.iter().all(|open| open.closer != closer)
    {
        let diagnostic = error(format!("unexpected {name}: {}", nothing_open(closer)));
        return Some(match advice::start(slip) {
            Some(advice) => diagnostic.with_help(advice.help),
            None => diagnostic,
        });
    }
    let innermost = slip.open.last()?;
    let ends = slip.found().is_none() || closer.is_some_and(|closer| closer != innermost.closer);
    let next_clause = innermost.is_block() && begins_clause(slip);
    if !ends && !next_clause {
        return None;
    }
    let message = if next_clause {
        format!("another clause of the function begins, but {}", innermost.fault())
    } else {
        format!("unexpected {name}: {}", innermost.fault())
    };
    let diagnostic = error(message).with_label(place(slip, innermost), opened(slip, innermost));
    Some(match superfluous(slip) {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic.with_help(format!("write `{}` first", innermost.closer_text())),
    })
}

/// What is missing in front of this closing bracket.
fn nothing_open(closer: Lexeme) -> &'static str {
    match closer {
        Lexeme::RightParen => "no `(` is open here",
        Lexeme::RightBracket => "no `[` is open here",
        Lexeme::RightBrace => "no `{` is open here",
        Lexeme::RightBinary => "no `<<` is open here",
        _ => "nothing is open here that it could close",
    }
}

/// Whether a separator that nothing follows is to go as well.
fn superfluous(slip: &Slip<'_>) -> Option<String> {
    let separator =
        [Lexeme::Comma, Lexeme::Semicolon].into_iter().find(|s| slip.is_before(1, *s))?;
    let closer = slip.open.last()?.closer_text();
    Some(format!("write `{closer}` in place of the `{}` before it", separator.spelling()?))
}

/// Adds where the innermost bracket was opened, if it could have been closed here.
pub(super) fn label(slip: &Slip<'_>, diagnostic: Diagnostic) -> Diagnostic {
    match slip.open.last() {
        Some(open) if !open.is_block() && slip.expects(open.closer_text()) => {
            let text = if comes_from_macro(slip, open) {
                format!("this macro opens a `{}`", open.text)
            } else {
                format!("this `{}` is still open", open.text)
            };
            diagnostic.with_label(place(slip, open), text)
        }
        _ => diagnostic,
    }
}

/// Where a bracket or keyword was opened, in words.
fn opened(slip: &Slip<'_>, open: &Open) -> &'static str {
    if comes_from_macro(slip, open) { "opened by this macro" } else { "opened here" }
}

/// Whether there is something else in the text at its place.
fn comes_from_macro(slip: &Slip<'_>, open: &Open) -> bool {
    let Span { start, end, .. } = place(slip, open);
    (end - start) as usize != open.text.len()
}

fn place(slip: &Slip<'_>, open: &Open) -> Span {
    slip.tokens[open.at].span
}

/// Whether a clause of the function begins with the token before: `; name (`.
fn begins_clause(slip: &Slip<'_>) -> bool {
    let name = slip.tokens.first().map(|first| &first.token);
    slip.is(Lexeme::LeftParen)
        && slip.is_before(2, Lexeme::Semicolon)
        && matches!(name, Some(Token::Atom(_)))
        && slip.before(1).map(|before| &before.token) == name
}
