//! Tokens of CTL.

use frontend::{Diagnostic, FileId, Span};
use logos::Logos;

use crate::codes;

/// A token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"%[^\n]*", allow_greedy = true))]
#[logos(skip r"\(\*([^*]|\*+[^*)])*\*+\)")]
pub(super) enum Token {
    #[token("(")]
    OpenRound,
    #[token(")")]
    CloseRound,
    #[token("[")]
    OpenSquare,
    #[token("]")]
    CloseSquare,
    /// Actions in braces, which may nest.
    #[token("{")]
    OpenCurly,
    #[token("}")]
    CloseCurly,
    #[token("not")]
    #[token("!")]
    #[token("~")]
    Not,
    #[token("and")]
    #[token("&&")]
    #[token("&")]
    And,
    #[token("or")]
    #[token("||")]
    #[token("|")]
    Or,
    #[token("xor")]
    Xor,
    #[token("implies")]
    #[token("=>")]
    #[token("->")]
    Implies,
    #[token("equ")]
    #[token("iff")]
    #[token("<=>")]
    #[token("<->")]
    Equ,
    /// A name, an operator that is a word, or a quoted name.
    #[regex(r"[A-Za-z_\u{C0}-\u{FF}][A-Za-z0-9_@\u{C0}-\u{FF}]*")]
    #[regex(r"'[^'\n]*'")]
    Word,
}

/// A token with its place in the text.
pub(super) type Located = (Token, usize, usize);

/// Splits a text into tokens; the contents of `enabled(…)` and of braces are left to the parser.
pub(super) fn tokens(file: FileId, text: &str) -> Result<Vec<Located>, Diagnostic> {
    let mut lexer = Token::lexer(text);
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        let range = lexer.span();
        let Ok(token) = token else { return Err(strange(file, text, range.start, lexer.slice())) };
        let is_enabled = token == Token::OpenRound
            && matches!(tokens.last(), Some(&(Token::Word, start, end)) if matches!(&text[start..end], "enabled" | "data"));
        tokens.push((token, range.start, range.end));
        if is_enabled || token == Token::OpenCurly {
            let inside = balanced(&text[range.end..]);
            lexer.bump(inside);
        }
    }
    Ok(tokens)
}

/// The length of what stands before the bracket that closes an open one.
pub(crate) fn balanced(text: &str) -> usize {
    let (mut depth, mut quote) = (0_usize, None);
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            // What follows stands for itself: `\"` in quotes, `$"` outside.
            (Some(_), '\\') => {
                characters.next();
            }
            (None, '$') if characters.next().is_some_and(|(_, next)| next == '\\') => {
                characters.next();
            }
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') if depth == 0 => return at,
            (None, ')' | ']' | '}') => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

fn strange(file: FileId, text: &str, start: usize, slice: &str) -> Diagnostic {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let length = text[start..].chars().next().map_or(0, char::len_utf8).max(slice.len());
    let message = format!("`{}` cannot stand in a CTL formula", slice.escape_debug());
    let error = Diagnostic::error(
        codes::LEXICAL,
        message,
        Span::new(file, offset(start), offset(start + length)),
    );
    match slice {
        "<" => error.with_help("actions stand in `enabled(cmd(_))`; `<R> F` is mu-calculus (`mu`)"),
        "\"" | "'" => error.with_help("state names are atoms: `completed`, `'Not yet'`"),
        _ => error,
    }
}
