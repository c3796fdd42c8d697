//! Source texts and positions in them.
//!
//! Input: file names and texts that the caller has read. Output: `FileId`s, byte spans, line and
//! column numbers. Does not read files.

/// Index of a file in a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// Half-open range of byte offsets in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file that the offsets count in.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end` in `file`; offsets in bytes.
    ///
    /// What is put together from arguments of macros may end before it starts: then it is empty.
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end: end.max(start) }
    }

    /// The smallest span that covers `self` and `other`, which lie in the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A text with its name, as shown in messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path or description, as the user knows it.
    pub name: String,
    /// The whole text.
    pub text: String,
    line_starts: Vec<u32>,
}

impl Source {
    /// Where the line of a byte offset starts, and its number from 1.
    pub(crate) fn line_start(&self, offset: usize) -> (usize, usize) {
        let line = self.line_starts.partition_point(|&start| start as usize <= offset).max(1);
        (self.line_starts[line - 1] as usize, line)
    }

    /// Line and column of a byte offset, both from 1; columns count characters.
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let line = self.line_starts.partition_point(|&start| start <= offset).max(1);
        let start = self.line_starts[line - 1] as usize;
        let end = (offset as usize).min(self.text.len());
        let column = self.text.get(start..end).map_or(0, |text| text.chars().count());
        (line, column + 1)
    }
}

/// All texts that messages may point into.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

impl SourceMap {
    /// Adds a text and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.match_indices('\n').map(|(at, _)| offset(at + 1)));
        let id = FileId(offset(self.sources.len()));
        self.sources.push(Source { name: name.into(), text, line_starts });
        id
    }

    /// The text with this id, if it was added here.
    pub fn get(&self, file: FileId) -> Option<&Source> {
        self.sources.get(file.0 as usize)
    }

    /// All texts, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter()
    }

    /// `name:line` of the start of a span, for evidence and short messages.
    pub fn line_of(&self, span: Span) -> String {
        self.get(span.file).map_or_else(String::new, |source| {
            format!("{}:{}", source.name, source.line_column(span.start).0)
        })
    }
}

/// Narrows an offset; texts over 4 GiB are refused where they are read.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
