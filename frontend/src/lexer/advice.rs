//! Ways out of slips in characters and quotes.
//!
//! Input: the text of a broken token and of the rest of its line. Output: help, if the characters
//! give away what is meant.

use crate::codes;
use crate::diagnostic::Code;

/// Help for a broken token at the start of `rest`.
pub(super) fn advice(code: Code, rest: &str) -> Option<&'static str> {
    let first = rest.chars().next()?;
    let line = rest.lines().next().unwrap_or("");
    let behind = line.get(first.len_utf8()..).unwrap_or("");
    match (code, first) {
        (codes::UNCLOSED_QUOTE, '\'') if behind.contains('"') => {
            Some("it begins with a single quote, but a double one follows")
        }
        (codes::UNCLOSED_QUOTE, '"') if behind.contains('\'') => {
            Some("it begins with a double quote, but a single one follows")
        }
        (codes::ILLEGAL_CHARACTER, '\u{201C}' | '\u{201D}' | '\u{201E}') => {
            Some("strings stand between straight double quotes")
        }
        (codes::ILLEGAL_CHARACTER, '\u{2018}' | '\u{2019}' | '`' | '\u{B4}') => {
            Some("quoted atoms stand between straight single quotes")
        }
        (codes::ILLEGAL_CHARACTER, '\u{2013}' | '\u{2014}' | '\u{2212}') => {
            Some("the minus sign is `-`")
        }
        (codes::ILLEGAL_CHARACTER, '&') if names_function(behind) => {
            Some("a function as a value is written `fun name/1`")
        }
        (codes::ILLEGAL_CHARACTER, '&') => {
            Some("`band` takes the bits that two numbers share; `andalso` joins conditions")
        }
        (codes::ILLEGAL_CHARACTER, '^') => Some("`bxor` is the exclusive or of two numbers"),
        (codes::ILLEGAL_CHARACTER, '\\') => {
            Some("a line needs no mark to go on in the next one; functions begin with `fun`")
        }
        _ => None,
    }
}

/// `name/` or `module:name/`
fn names_function(text: &str) -> bool {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '@')));
    end.is_some_and(|end| end > 0 && text[end..].starts_with('/'))
}

/// Whether a line that begins like this probably begins a form.
pub(crate) fn opens_form(line: &str) -> bool {
    let (attribute, rest) = match line.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let name_end = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '@'))
        .unwrap_or(rest.len());
    let named = rest.starts_with(|c: char| c.is_ascii_lowercase());
    let next = rest[name_end..].chars().next();
    named && (next == Some('(') || attribute && matches!(next, Some(' ' | '.')))
}
