//! Atoms and strings as Erlang writes them.
//!
//! Input: the text itself. Output: the text with quotes and escapes where they are needed.

use std::fmt::Write as _;

use logos::Logos;

use crate::lexer::token::Lexeme;

/// An atom, in single quotes if it needs them.
pub fn quote_atom(text: &str) -> String {
    let mut lexemes = Lexeme::lexer(text);
    let plain = lexemes.next() == Some(Ok(Lexeme::Atom)) && lexemes.slice() == text;
    if plain && text.is_ascii() { text.to_owned() } else { quoted(text, '\'') }
}

/// A string in double quotes.
pub fn quote_string(text: &str) -> String {
    quoted(text, '"')
}

/// A character with its `$`.
pub fn quote_char(value: u32) -> String {
    match char::from_u32(value) {
        Some('\\') => "$\\\\".to_owned(),
        Some(c) if c.is_ascii_graphic() => format!("${c}"),
        _ => format!("$\\x{{{value:X}}}"),
    }
}

/// Puts quotes around a text and escapes what cannot stand between them.
fn quoted(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c == quote => out.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\x{{{:X}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_where_needed() {
        for plain in ["a", "do_unlock", "foo@bar", "aB1"] {
            assert_eq!(quote_atom(plain), plain);
        }
        let cases =
            [("", "''"), ("A", "'A'"), ("end", "'end'"), ("a b", "'a b'"), ("it's", r"'it\'s'")];
        for (text, quoted) in cases {
            assert_eq!(quote_atom(text), quoted);
        }
        assert_eq!(quote_atom("a%"), "'a%'");
        assert_eq!(quote_string("a\"b\\\n\u{1}"), r#""a\"b\\\n\x{1}""#);
    }
}
