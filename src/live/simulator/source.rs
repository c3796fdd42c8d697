//! Lines of the source, as a simulation shows them.
//!
//! Input: a place. Output: the file, the number and the text of its line.

use frontend::Span;

use crate::io::visible::on_one_line;
use crate::session::Session;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceLine {
    pub(crate) file: String,
    /// From 1.
    pub(crate) line: usize,
    /// Without the blanks around it.
    pub(crate) text: String,
}

impl SourceLine {
    /// The line where something stands.
    pub(crate) fn of(session: &Session, span: Span) -> Option<Self> {
        let span = session.outermost(span);
        let source = session.sources.get(span.file)?;
        let (line, _) = source.line_column(span.start);
        let text = source.text.lines().nth(line - 1).unwrap_or_default().trim();
        let (file, text) = (on_one_line(&source.name), on_one_line(text));
        Some(Self { file: file.into_owned(), line, text: text.into_owned() })
    }
}

/// The whole text in which something stands.
pub(crate) fn whole(session: &Session, span: Span) -> Option<&str> {
    let span = session.outermost(span);
    session.sources.get(span.file).map(|source| source.text.as_str())
}
