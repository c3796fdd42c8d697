//! Texts as they may be shown: what would steer a terminal, or turn the direction of writing, stands as a number.
//!
//! Input: text of any origin. Output: the same text, in which such characters are `\x{1B}`, as in Erlang. What is written
//! for other programs is not changed.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A text of several lines.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |c| steers(c) && !matches!(c, '\n' | '\t'))
}

/// A text that stands within a line.
pub(crate) fn on_one_line(text: &str) -> Cow<'_, str> {
    replaced(text, steers)
}

/// Whether a character does something else than being seen.
fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

fn replaced(text: &str, is_wrong: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_wrong) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_wrong(c) {
            // Writing to a string does not fail.
            let _ = write!(out, "\\x{{{:X}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_a_number() {
        assert_eq!(
            visible("a\u{1B}[2J\r\n\tb\u{9B}\u{202E}"),
            "a\\x{1B}[2J\\x{D}\n\tb\\x{9B}\\x{202E}"
        );
        assert_eq!(on_one_line("a\nb\t"), "a\\x{A}b\\x{9}");
        assert!(matches!(visible("ä → ∀\n"), Cow::Borrowed(_)));
    }
}
