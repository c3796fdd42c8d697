//! Text that is written line by line.
//!
//! Input: pieces of text, and the lines on which they should be. Output: the text. What should be on a line that is over,
//! as the body of a macro behind an argument on a later line, goes on where the text is.

use super::{MAX_SIZE, Refusal};

/// Lines beyond this one are none of a source; what claims to be there stays where the text is.
const MAX_LINE: i64 = 4_000_000;

/// Columns for each level of nesting, and at most.
const INDENT: usize = 4;
const MAX_INDENT: usize = 40;

/// A text so far.
pub(super) struct Layout {
    text: String,
    line: i64,
    /// How deep what is written is nested.
    pub(super) level: usize,
}

impl Layout {
    pub(super) fn new() -> Self {
        Self { text: String::new(), line: 1, level: 0 }
    }

    /// Goes on to a line, if that is not over.
    pub(super) fn at(&mut self, line: i64) {
        if line <= self.line || line > MAX_LINE {
            return;
        }
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        self.text.extend((self.line..line).map(|_| '\n'));
        self.text.extend(std::iter::repeat_n(' ', (self.level * INDENT).min(MAX_INDENT)));
        self.line = line;
    }

    /// Writes what has no ends of lines.
    pub(super) fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Begins a form: apart from one on the same line.
    pub(super) fn begin(&mut self, line: i64) {
        self.level = 0;
        self.at(line);
        if !(self.text.is_empty() || self.text.ends_with(['\n', ' '])) {
            self.text.push(' ');
        }
    }

    /// Whether the text is longer than what is read.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if self.text.len() > MAX_SIZE {
            Err(Refusal::TooLarge(format!("its text is larger than {} MB", MAX_SIZE >> 20)))
        } else {
            Ok(())
        }
    }

    /// The text, which ends with a line.
    pub(super) fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }
}
