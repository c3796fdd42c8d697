//! A file of any size to LTS, without its text in memory.
//!
//! Input: bytes in portions. Output: an [`Lts`], where all lines are as they should be and nothing needs
//! to be said about them. Has no messages: [`read`](super::read()) has them.

use std::io::{self, BufRead};

use frontend::source::{FileId, Span};

use super::TauName;
use super::gathered::Gathered;
use super::line::{Header, Line, header, state, transition};
use crate::graph::Lts;
use crate::graph::ids::StateId;

/// What came of a stream.
#[derive(Debug)]
pub enum Streamed {
    /// The system, the same that [`read`](super::read()) gives, and without a message.
    Read(Box<Lts>),
    /// There are messages to be had from [`read`](super::read()). Lines count from 1; 0 stands for the file as
    /// a whole.
    Doubtful {
        /// Where the stream was left.
        line: u64,
    },
}

/// Reads an LTS as [`read`](super::read()) does, in one pass and with the memory of the result.
///
/// Fails if the input does.
pub fn stream(input: &mut dyn BufRead, tau: Option<TauName>) -> io::Result<Streamed> {
    let mut reader = Reader::default();
    // The start of a line that went on behind the last portion.
    let mut begun = Vec::new();
    loop {
        let portion = input.fill_buf()?;
        let n_read = portion.len();
        let is_last = portion.is_empty();
        let mut rest = portion;
        let mut is_fine = true;
        while let Some(end) = memchr::memchr(b'\n', rest).filter(|_| is_fine) {
            let (line, behind) = rest.split_at(end);
            rest = &behind[1..];
            is_fine = if begun.is_empty() {
                reader.line(line)
            } else {
                begun.extend_from_slice(line);
                let is_fine = reader.line(&begun);
                begun.clear();
                is_fine
            };
        }
        begun.extend_from_slice(rest);
        input.consume(n_read);
        if is_last || !is_fine {
            let is_fine = is_fine && reader.line(&begun);
            let line = reader.n_lines;
            return Ok(if is_fine { reader.finish(tau) } else { Streamed::Doubtful { line } });
        }
    }
}

#[derive(Default)]
struct Reader {
    header: Option<Header>,
    gathered: Gathered,
    n_lines: u64,
}

impl Reader {
    /// Takes a line; tells whether it is as it should be.
    fn line(&mut self, bytes: &[u8]) -> bool {
        self.n_lines += 1;
        if let (Some(header), Some((from, label, to))) = (&self.header, plain(bytes)) {
            let is_known = u64::from(from.max(to)) < header.n_states;
            if is_known {
                self.gathered.push(StateId(from), label, StateId(to));
            }
            return is_known;
        }
        std::str::from_utf8(bytes).is_ok_and(|text| self.unusual(text).is_some())
    }

    /// Takes the header, a blank line, or a transition with blanks or without quotes.
    fn unusual(&mut self, text: &str) -> Option<()> {
        let text = text.strip_prefix('\u{feff}').filter(|_| self.n_lines == 1).unwrap_or(text);
        let line = Line { file: FileId(0), start: 0, text }.trim();
        if line.text.is_empty() {
            return Some(());
        }
        // Other files than texts are refused.
        if line.text.contains('\0') {
            return None;
        }
        let Some(expected) = &self.header else {
            self.header = Some(header(line).ok()?);
            return Some(());
        };
        let (from, label, to) = transition(line).ok()?;
        let (from, to) = (state(line, from, expected).ok()?, state(line, to, expected).ok()?);
        self.gathered.push(from, label, to);
        Some(())
    }

    fn finish(self, tau: Option<TauName>) -> Streamed {
        let nowhere = Span::new(FileId(0), 0, 0);
        match self.header {
            Some(header)
                if self.gathered.miscounted(&header, nowhere).is_none()
                    && (tau.is_some() || !self.gathered.is_ambiguous()) =>
            {
                Streamed::Read(Box::new(self.gathered.finish(&header, tau)))
            }
            _ => Streamed::Doubtful { line: 0 },
        }
    }
}

/// The parts of a transition as most tools write it, `(from,"label",to)`.
fn plain(line: &[u8]) -> Option<(u32, &str, u32)> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let inner = line.strip_prefix(b"(")?.strip_suffix(b")")?;
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let n_from = inner.iter().take_while(|byte| is_digit(byte)).count();
    let n_to = inner.iter().rev().take_while(|byte| is_digit(byte)).count();
    let (from, rest) = inner.split_at(n_from);
    let (rest, to) = rest.split_at_checked(rest.len().checked_sub(n_to)?)?;
    let label = rest.strip_prefix(b",\"")?.strip_suffix(b"\",")?;
    // Blanks within the quotes belong to the label.
    let label = std::str::from_utf8(label).ok().filter(|label| !label.contains('\0'))?;
    Some((number(from)?, label, number(to)?))
}

/// A number of at most nine digits.
fn number(digits: &[u8]) -> Option<u32> {
    let is_short = (1..10).contains(&digits.len());
    is_short.then(|| digits.iter().fold(0, |value, digit| 10 * value + u32::from(digit - b'0')))
}
