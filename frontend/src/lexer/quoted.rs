//! Quoted texts of OTP 27: triple-quoted strings and sigils.
//!
//! Input: a text and where such a literal starts in it. Output: its token and where it ends. Knows
//! nothing of the other lexemes.

use super::unclosed;
use crate::codes;
use crate::lexer::token::{Lexeme, Token};
use crate::literal::{self, Fault};

/// A token, or why there is none, and where it ends.
pub(super) type Quoted = (Result<Token, Fault>, usize);

/// Reads a string that begins with three quotes or more; nothing if none starts here.
pub(super) fn text_block(text: &str, start: usize) -> Option<Quoted> {
    let (content, end) = block(text, start)?;
    Some((content.map(Token::String), end))
}

/// The number of quotes at the start of a text.
pub(super) fn n_quotes(text: &str) -> usize {
    text.len() - text.trim_start_matches('"').len()
}

/// The lines of a triple-quoted string, and its end.
fn block(text: &str, start: usize) -> Option<(Result<String, Fault>, usize)> {
    let rest = text.get(start..)?;
    let n_quotes = n_quotes(rest);
    if n_quotes < 3 {
        return None;
    }
    let is_blank = |c: &char| c.is_whitespace() && *c != '\n';
    let n_blanks: usize = rest[n_quotes..].chars().take_while(is_blank).map(char::len_utf8).sum();
    let first_end = n_quotes + n_blanks;
    if !matches!(rest[first_end..].chars().next(), None | Some('\n')) {
        return None;
    }
    let mut lines: Vec<&str> = Vec::new();
    let mut at = first_end + 1;
    while let Some(ahead) = rest.get(at..).filter(|ahead| !ahead.is_empty()) {
        let line = ahead.split('\n').next().unwrap_or("");
        let content = line.trim_start();
        if content.starts_with(&rest[..n_quotes]) {
            let indent = &line[..line.len() - content.len()];
            let value = unindented(&lines, indent).ok_or_else(bad_indentation);
            return Some((value, start + at + indent.len() + n_quotes));
        }
        lines.push(line);
        at += line.len() + 1;
    }
    Some((Err(unclosed(Lexeme::OpenString)), start + first_end))
}

/// The lines without the white space in front of the closing quotes; nothing if a line that is not
/// empty begins with something else.
fn unindented(lines: &[&str], indent: &str) -> Option<String> {
    let strip = |line: &&str| {
        let blank = || line.trim().is_empty().then_some("");
        line.strip_prefix(indent).or_else(blank).map(str::to_owned)
    };
    let value = lines.iter().map(strip).collect::<Option<Vec<String>>>()?.join("\n");
    Some(value.strip_suffix('\r').map(str::to_owned).unwrap_or(value))
}

/// The message about a line that begins further to the left.
fn bad_indentation() -> Fault {
    let message = "a line of this text begins further to the left than the quotes that close it";
    Fault { code: codes::BAD_INDENTATION, message: message.to_owned() }
}

/// Reads the sigil whose `~` stands at `start`.
pub(super) fn sigil(text: &str, start: usize) -> Quoted {
    let rest = &text[start + 1..];
    let name_length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(name_length);
    let open = start + 1 + name_length;
    if !matches!(name, "" | "b" | "B" | "s" | "S") {
        let message =
            format!("there is no sigil `~{name}`: expected `~`, `~b`, `~B`, `~s` or `~S`");
        return (Err(Fault { code: codes::ILLEGAL_CHARACTER, message }), open);
    }
    let (content, end) = if let Some((content, end)) = block(text, open) {
        let verbatim = !matches!(name, "b" | "s");
        (content.and_then(|content| decode(&content, verbatim)), end)
    } else {
        let Some(close) = rest.chars().next().and_then(closing) else {
            let message = "a sigil continues with a text in quotes or brackets: `~\"text\"`";
            let fault = Fault { code: codes::ILLEGAL_CHARACTER, message: message.to_owned() };
            return (Err(fault), open);
        };
        let verbatim = matches!(name, "B" | "S");
        if let Some(length) = length(&rest[1..], close, verbatim) {
            (decode(&rest[1..=length], verbatim), open + length + 2)
        } else {
            let line = rest.find('\n').unwrap_or(rest.len());
            (Err(unclosed(Lexeme::OpenString)), open + line)
        }
    };
    let strings = matches!(name, "s" | "S");
    (content.map(if strings { Token::String } else { Token::Bytes }), end)
}

/// What closes a text that is opened by this character.
fn closing(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        '<' => Some('>'),
        '/' | '|' | '\'' | '"' | '`' | '#' => Some(open),
        _ => None,
    }
}

/// The number of bytes in front of the closing character.
fn length(text: &str, close: char, verbatim: bool) -> Option<usize> {
    let mut escaped = false;
    text.char_indices()
        .find(|&(_, c)| {
            let closes = c == close && !escaped;
            escaped = !verbatim && c == '\\' && !escaped;
            closes
        })
        .map(|(at, _)| at)
}

/// The value of a text, escapes read unless it is taken as it stands.
fn decode(content: &str, verbatim: bool) -> Result<String, Fault> {
    if verbatim { Ok(content.to_owned()) } else { literal::quoted(&format!("\"{content}\"")) }
}
