//! Offsets as lines and columns.
//!
//! Offsets are asked for mostly in textual order; the last answer is kept, so that long lines are
//! not counted again and again.

use std::fmt::Write as _;

use crate::source::{FileId, SourceMap};

/// What is known of places.
pub(super) struct Places<'s> {
    sources: &'s SourceMap,
    columns: bool,
    /// The current file, and what is added to its lines.
    current: Option<(FileId, i64)>,
    last: Option<Last>,
}

/// The last answer.
#[derive(Clone, Copy)]
struct Last {
    file: FileId,
    offset: usize,
    line: usize,
    column: usize,
    /// Where the line ends.
    end: usize,
}

impl<'s> Places<'s> {
    pub(super) fn new(sources: &'s SourceMap, columns: bool) -> Self {
        Self { sources, columns, current: None, last: None }
    }

    /// Whether forms come from this file at present.
    pub(super) fn is_in(&self, file: FileId) -> bool {
        self.current.is_some_and(|(current, _)| current == file)
    }

    /// From here on forms come from `file`, with `delta` added to its lines.
    pub(super) fn enter(&mut self, file: FileId, delta: i64) {
        self.current = Some((file, delta));
    }

    /// Writes the line of an offset.
    pub(super) fn write_line(&mut self, file: FileId, offset: u32, out: &mut String) {
        let columns = std::mem::replace(&mut self.columns, false);
        self.write(file, offset, out);
        self.columns = columns;
        // Its column has not been counted.
        self.last = None;
    }

    /// Writes the place of an offset.
    pub(super) fn write(&mut self, file: FileId, offset: u32, out: &mut String) {
        let text = self.kept_text(file, offset as usize);
        if let Some(text) = text {
            // Writing to a string cannot fail.
            let _ = write!(out, "[{{text,\"{text}\"}},{{location,");
        }
        let (line, column) = self.line_column(file, offset as usize);
        let line = i64::try_from(line).unwrap_or(i64::MAX) + self.current.map_or(0, |(_, d)| d);
        // Writing to a string cannot fail.
        let _ =
            if self.columns { write!(out, "{{{line},{column}}}") } else { write!(out, "{line}") };
        out.push_str(if text.is_some() { "}]" } else { "" });
    }

    /// What Erlang's scanner keeps of the text: atoms in quotes that would be keywords without.
    fn kept_text(&self, file: FileId, offset: usize) -> Option<&'static str> {
        let rest = self.sources.get(file)?.text.get(offset..)?;
        ["'maybe'", "'else'"].into_iter().find(|text| rest.starts_with(text))
    }

    /// The line and the column in the text, both from 1.
    fn line_column(&mut self, file: FileId, offset: usize) -> (usize, usize) {
        let Some(source) = self.sources.get(file) else {
            return (1, 1);
        };
        let near = self
            .last
            .filter(|last| last.file == file && last.offset <= offset && offset <= last.end);
        let from = near.unwrap_or_else(|| {
            let (start, line) = source.line_start(offset);
            let rest = source.text.get(start..).unwrap_or("");
            let end = rest.find('\n').map_or(source.text.len(), |length| start + length);
            Last { file, offset: start, line, column: 1, end }
        });
        let passed = source.text.get(from.offset..offset).unwrap_or("");
        let column = from.column + if self.columns { passed.chars().count() } else { 0 };
        self.last = Some(Last { offset, column, ..from });
        (from.line, column)
    }
}
