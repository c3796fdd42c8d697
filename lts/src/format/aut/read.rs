//! `.aut` text to LTS.

use frontend::diagnostic::{Diagnostic, Outcome, Severity};
use frontend::source::{FileId, Span};

use super::TauName;
use super::gathered::Gathered;
use super::line::{Header, Line, header, state, transition};
use crate::codes;
use crate::graph::Lts;

/// Reading ends after this many errors.
const MAX_ERRORS: usize = 10;

/// Reads an LTS.
///
/// `tau` says which label is the internal action. Without it, this is `tau` if the file has `tau`
/// and no `i`, else `i`; a file with both gives a warning. Whether a label stands in quotes does
/// not matter for this. States keep their numbers, unreachable ones are kept, equal transitions
/// are joined. Blank lines, blanks between the parts of a line, CRLF and a missing last line end
/// are fine.
pub fn read(file: FileId, text: &str, tau: Option<TauName>) -> Outcome<Option<Lts>> {
    let mut reader = Reader::default();
    let mut lines = lines(file, text);
    let header = reader.header(file, &mut lines);
    if let Some((header, _)) = header {
        for line in lines {
            if let Err(error) = reader.transition(line, &header) {
                reader.diagnostics.push(error);
            }
            if reader.diagnostics.len() == MAX_ERRORS {
                break;
            }
        }
    }
    let value = header.and_then(|(header, span)| reader.finish(&header, span, tau));
    Outcome { value, diagnostics: reader.diagnostics }
}

/// The lines that are not blank.
fn lines(file: FileId, text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |whole| {
        let start = at;
        at += whole.len();
        let bom =
            if start == 0 && whole.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let line = Line { file, start: start + bom, text: &whole[bom..] }.trim();
        (!line.text.is_empty()).then_some(line)
    })
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    gathered: Gathered,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn header<'a>(
        &mut self,
        file: FileId,
        lines: &mut impl Iterator<Item = Line<'a>>,
    ) -> Option<(Header, Span)> {
        let Some(line) = lines.next() else {
            let message = "this file has no header";
            let error = Diagnostic::error(codes::AUT_HEADER, message, Span::new(file, 0, 0));
            self.diagnostics.push(error.with_help("it starts with `des (0, transitions, states)`"));
            return None;
        };
        match header(line) {
            Ok(header) => Some((header, line.span())),
            Err(error) => {
                self.diagnostics.push(error);
                None
            }
        }
    }

    fn transition(&mut self, line: Line<'_>, header: &Header) -> Result<(), Diagnostic> {
        let (from, label, to) = transition(line)?;
        self.gathered.push(state(line, from, header)?, label, state(line, to, header)?);
        Ok(())
    }

    fn finish(&mut self, header: &Header, span: Span, tau: Option<TauName>) -> Option<Lts> {
        if self.diagnostics.is_empty() {
            self.diagnostics.extend(self.gathered.miscounted(header, span));
        }
        if self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return None;
        }
        if tau.is_none() && self.gathered.is_ambiguous() {
            let message = "both `i` and `tau` are labels; `i` is taken for the internal action";
            let warning = Diagnostic::warning(codes::AUT_TAU, message, span);
            self.diagnostics.push(warning.with_help("say which one it is: `--tau i|tau`"));
        }
        Some(std::mem::take(&mut self.gathered).finish(header, tau))
    }
}
