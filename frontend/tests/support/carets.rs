//! Messages as comments in Erlang text, under the places that they are about.
//!
//! ```text
//! f(X) -> {ok, X,}.
//! %%             ^ error[E0105]: unexpected `}`: expected an expression
//! %%             = help: remove the comma before it
//! %%            - E0105: nothing follows this comma
//! ```
//!
//! `^` marks the place of a message, `-` another place that belongs to a message with this code.
//! What begins in column 1 or 2, or far to the right, has its column in front: `%%2 ^^^^`. A place
//! that goes on for `n` further lines is marked up to the end of its first line and followed by
//! `~n`; an empty one is marked by `|`. A message without a place stands at the end of the file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use frontend::{Diagnostic, Label, Severity, Source, SourceMap};

/// Places further to the right are given by number.
const MAX_COLUMN: usize = 100;

/// Whether a line is a comment of this kind.
fn is_annotation(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("%%") else {
        return false;
    };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let marks = rest.trim_start_matches(['^', '-', '|', '~']);
    rest.starts_with("= help: ") || marks.len() < rest.len() && marks.contains(": ")
}

/// The text without such comments.
pub fn strip(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !is_annotation(line)).collect()
}

/// The text with comments for these messages in place of those that it has.
pub fn annotate(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("test", text);
    let source = sources.get(file).expect("added above");
    let mut notes: BTreeMap<usize, String> = BTreeMap::new();
    for diagnostic in diagnostics {
        let code = diagnostic.code.0;
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let (first, others) = match diagnostic.labels.split_first() {
            Some((first, others)) => (Some(first), others),
            None => (None, [].as_slice()),
        };
        let (line, lead, marks) =
            first.map_or((usize::MAX, "%% ".to_owned(), "|".to_owned()), |l| place(source, l, '^'));
        let note = notes.entry(line).or_default();
        writeln!(note, "{lead}{marks} {severity}[{code}]: {}", diagnostic.message)
            .expect("a string");
        if let Some(help) = &diagnostic.help {
            writeln!(note, "{lead}= help: {help}").expect("a string");
        }
        for label in others {
            assert_eq!(label.span.file, file, "a place in another file");
            let (line, lead, marks) = place(source, label, '-');
            let note = notes.entry(line).or_default();
            writeln!(note, "{lead}{marks} {code}: {}", label.text).expect("a string");
        }
    }
    insert(text, &notes)
}

/// The line of a place, what stands in front of its marks, and these.
fn place(source: &Source, label: &Label, mark: char) -> (usize, String, String) {
    let (line, column) = source.line_column(label.span.start);
    let (start, end) = (label.span.start as usize, label.span.end as usize);
    assert!(start <= end && end <= source.text.len(), "{label:?}");
    let covered = &source.text[start..end];
    let further = covered.matches('\n').count();
    let length = covered.lines().next().map_or(0, |line| line.chars().count());
    let mut marks = String::from(mark).repeat(length);
    if length == 0 {
        marks.push('|');
    }
    if further > 0 {
        write!(marks, "~{further}").expect("a string");
    }
    let near = (3..=MAX_COLUMN).contains(&column);
    let lead = if near { format!("%%{}", " ".repeat(column - 3)) } else { format!("%%{column} ") };
    (line, lead, marks)
}

/// Puts comments behind their lines; old ones are left out.
fn insert(text: &str, notes: &BTreeMap<usize, String>) -> String {
    let mut out = String::new();
    let mut pending = String::new();
    for (at, line) in text.split_inclusive('\n').enumerate() {
        if !is_annotation(line) {
            out.push_str(&std::mem::take(&mut pending));
            out.push_str(line);
        }
        if let Some(note) = notes.get(&(at + 1)) {
            pending.push_str(note);
        }
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&pending);
    out.push_str(notes.get(&usize::MAX).map_or("", String::as_str));
    out
}
