//! Offsets as lines and columns.
//!
//! Offsets are asked for mostly in textual order; the last answer is kept, so that long lines are
//! not counted again and again.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::ast::first::GoOn;
use crate::source::{FileId, SourceMap};

/// Atoms whose text Erlang's scanner keeps.
const KEPT: [&str; 2] = ["'else'", "'maybe'"];

/// What is known of places.
pub(crate) struct Places<'s> {
    sources: &'s SourceMap,
    columns: bool,
    /// The current file, and what is added to its lines.
    current: Option<(FileId, i64)>,
    last: Option<Last>,
    /// Files of which some text is kept, as far as that was asked.
    kept: BTreeMap<FileId, bool>,
}

/// The place that was asked for last, and the answer.
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
    pub(crate) fn new(sources: &'s SourceMap, columns: bool) -> Self {
        Self { sources, columns, current: None, last: None, kept: BTreeMap::new() }
    }

    /// Whether forms come from this file at present.
    pub(crate) fn is_in(&self, file: FileId) -> bool {
        self.current.is_some_and(|(current, _)| current == file)
    }

    /// From here on forms come from `file`, with `delta` added to its lines.
    pub(crate) fn enter(&mut self, file: FileId, delta: i64) {
        self.current = Some((file, delta));
    }

    /// Writes the line of an offset.
    pub(crate) fn write_line(&mut self, file: FileId, offset: u32, out: &mut String) {
        let columns = std::mem::replace(&mut self.columns, false);
        self.write(file, offset, out);
        self.columns = columns;
        // Its column has not been counted.
        self.last = None;
    }

    /// Writes the place of an offset.
    pub(crate) fn write(&mut self, file: FileId, offset: u32, out: &mut String) {
        let text = self.kept_text(file, offset as usize);
        let place = self.line_column(file, offset as usize);
        match text {
            Some(text) => self.write_kept(text, place, out),
            None => self.write_place(place, out),
        }
    }

    fn write_kept(&self, text: &str, place: (usize, usize), out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(out, "[{{text,\"{text}\"}},{{location,");
        self.write_place(place, out);
        out.push_str("}]");
    }

    fn write_place(&self, (line, column): (usize, usize), out: &mut String) {
        let line = i64::try_from(line).unwrap_or(i64::MAX) + self.current.map_or(0, |(_, d)| d);
        // Writing to a string cannot fail.
        let _ =
            if self.columns { write!(out, "{{{line},{column}}}") } else { write!(out, "{line}") };
    }

    /// What Erlang's scanner keeps of the text: atoms in quotes that would be keywords without.
    fn kept_text(&self, file: FileId, offset: usize) -> Option<&'static str> {
        let rest = self.sources.get(file)?.text.get(offset..)?;
        KEPT.into_iter().find(|text| rest.starts_with(text))
    }

    /// Whether the scanner keeps text of a file somewhere.
    fn keeps_text(&mut self, file: FileId) -> bool {
        let sources = self.sources;
        let is_kept = |text: &str| KEPT.iter().any(|kept| text.contains(kept));
        *self
            .kept
            .entry(file)
            .or_insert_with(|| sources.get(file).is_some_and(|source| is_kept(&source.text)))
    }

    /// The offset whose place a construct has that begins where its first part does, at `at`.
    ///
    /// Without columns Erlang's parser takes the last one of its parts that stands on the line of the first one.
    pub(crate) fn beginning(
        &mut self,
        file: FileId,
        at: u32,
        each_place: impl FnOnce(&mut dyn FnMut(u32) -> GoOn),
    ) -> u32 {
        if self.columns || !self.keeps_text(file) {
            return at;
        }
        let mut last = None;
        each_place(&mut |at| {
            let line = self.line_of(file, at);
            if last.is_some_and(|(_, last_line)| line > last_line) {
                return GoOn::Break(());
            }
            last = Some((at, line));
            GoOn::Continue(())
        });
        last.map_or(at, |(at, _)| at)
    }

    /// The part of a construct whose place stands for its last one, if that is an atom of which text is kept.
    ///
    /// Erlang's parser compares places as terms there, of which those with a text are the greatest ones.
    pub(crate) fn last_kept(
        &mut self,
        file: FileId,
        each_place: impl FnOnce(&mut dyn FnMut(u32) -> GoOn),
    ) -> Option<u32> {
        let mut greatest = None;
        if self.keeps_text(file) {
            each_place(&mut |at| {
                let kept = self.kept_text(file, at as usize).map(|text| (text, at));
                greatest = greatest.max(kept);
                GoOn::Continue(())
            });
        }
        greatest.map(|(_, at)| at)
    }

    /// Writes the place behind an atom of which text is kept.
    pub(crate) fn write_end(&mut self, file: FileId, offset: u32, out: &mut String) {
        let text = self.kept_text(file, offset as usize).unwrap_or_default();
        let (line, column) = self.line_column(file, offset as usize);
        self.write_kept(text, (line, column + text.len()), out);
    }

    fn line_of(&self, file: FileId, at: u32) -> usize {
        self.sources.get(file).map_or(1, |source| source.line_start(at as usize).1)
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
