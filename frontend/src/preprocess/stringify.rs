//! Tokens as text, for `??Parameter`.
//!
//! Input: the tokens of an argument. Output: their text as epp makes it: one blank between two
//! tokens, atoms as `~w` writes them, strings and characters with Erlang's escapes.

use std::fmt::Write as _;

use crate::float::Float;
use crate::lexer::token::{Spanned, Token};
use crate::output::print::quote_atom;

/// All tokens, with blanks between them.
pub(super) fn text_of(tokens: &[Spanned]) -> String {
    let texts: Vec<String> = tokens.iter().map(|spanned| token_text(&spanned.token)).collect();
    texts.join(" ")
}

/// A token as text.
pub(crate) fn token_text(token: &Token) -> String {
    match token {
        Token::Atom(name) => atom(name.as_str()),
        Token::Var(name) => name.to_string(),
        Token::Integer(value) => value.to_string(),
        Token::Char(value) => character(*value),
        Token::Float(text) => float(text),
        Token::String(text) => quoted(text, '"'),
        Token::Bytes(text) => format!("~{}", quoted(text, '"')),
        Token::Symbol(symbol) => symbol.spelling().unwrap_or_default().to_owned(),
        Token::Maybe => "maybe".to_owned(),
        Token::Else => "else".to_owned(),
        Token::FullStop | Token::Broken | Token::Goal(_) => String::new(),
    }
}

/// An atom as `~w` writes it.
fn atom(text: &str) -> String {
    let plain = quote_atom(text);
    let bare = {
        let mut chars = text.chars();
        let lower = |c: char| matches!(c, 'a'..='z' | 'ß'..='ö' | 'ø'..='ÿ');
        let upper = |c: char| matches!(c, 'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ');
        chars.next().is_some_and(lower)
            && chars.all(|c| lower(c) || upper(c) || matches!(c, '0'..='9' | '_' | '@'))
    };
    // `quote_atom` also puts quotes around letters of Latin-1, which `~w` does not.
    if bare && !text.is_ascii() {
        text.to_owned()
    } else if plain == text {
        plain
    } else {
        quoted(text, '\'')
    }
}

/// A text in quotes; atoms outside of Latin-1 with `\x{..}`, strings as they are.
fn quoted(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        push_char(&mut out, c, quote);
    }
    out.push(quote);
    out
}

/// One character between quotes, as `io_lib` writes it.
fn push_char(out: &mut String, c: char, quote: char) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{B}' => out.push_str("\\v"),
        '\u{8}' => out.push_str("\\b"),
        '\u{C}' => out.push_str("\\f"),
        '\u{1B}' => out.push_str("\\e"),
        '\u{7F}' => out.push_str("\\d"),
        c if c == quote => out.extend(['\\', c]),
        c if u32::from(c) < 0x20 || (0x80..0xA0).contains(&u32::from(c)) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\{:03o}", u32::from(c));
        }
        c if u32::from(c) > 0xFF && quote == '\'' => {
            let _ = write!(out, "\\x{{{:X}}}", u32::from(c));
        }
        c => out.push(c),
    }
}

/// A character literal.
fn character(code: u32) -> String {
    match char::from_u32(code) {
        None => format!("$\\x{{{code:X}}}"),
        Some(' ') => "$\\s".to_owned(),
        Some('$') => "$$".to_owned(),
        Some(c) => {
            let mut out = "$".to_owned();
            push_char(&mut out, c, '$');
            out
        }
    }
}

/// A float with the fewest digits that name it, as Erlang writes it.
fn float(text: &str) -> String {
    Float::parse(text).map_or_else(|| text.to_owned(), |value| value.to_string())
}
