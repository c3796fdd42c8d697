//! Places in a text, as reports and as editors count them.
//!
//! Input: lines and columns from 1, in characters. Output: lines from 0, and what editors call characters, which are units of UTF-16; and
//! where a word or what is on a line ends.

use lsp_types::{Position, Range};

/// The place of a line and column of a report, up to the end of what stands there on the line.
pub(crate) fn range(text: &str, line: usize, column: usize) -> Range {
    let number = u32::try_from(line.saturating_sub(1)).unwrap_or(u32::MAX);
    let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let code = line.split_once(" %").map_or(line, |(code, _)| code).trim_end();
    let start = units(line.chars().take(column.saturating_sub(1)));
    let end = units(code.chars()).max(start + 1).min(units(line.chars()).max(start));
    Range { start: Position::new(number, start), end: Position::new(number, end) }
}

/// A whole line.
pub(crate) fn line(text: &str, line: usize) -> Range {
    range(text, line, 1)
}

/// The end of a text.
pub(crate) fn end(text: &str) -> Position {
    let last = text.rsplit('\n').next().unwrap_or_default();
    let number = text.matches('\n').count();
    Position::new(u32::try_from(number).unwrap_or(u32::MAX), units(last.chars()))
}

fn units(chars: impl Iterator<Item = char>) -> u32 {
    let count: usize = chars.map(char::len_utf16).sum();
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_units() {
        let text = "a\n\u{1F600}\u{e4} bc % d\n";
        let there = range(text, 2, 4);
        assert_eq!((there.start, there.end), (Position::new(1, 4), Position::new(1, 6)));
        let beyond = range(text, 9, 7);
        assert_eq!((beyond.start.line, beyond.end.line), (8, 8));
        assert_eq!(end(text), Position::new(2, 0));
        assert_eq!(end("ab"), Position::new(0, 2));
        assert_eq!(range("", 0, 0).start, Position::new(0, 0));
    }
}
