//! Findings as annotations of GitHub: workflow commands on standard output.
//!
//! `::error file=F,line=L,col=C,title=T::text`, with `%`, line breaks, and in parameters `:` and `,`
//! written as `%XX`. What is as expected is no annotation.

use std::fmt::Write as _;

use frontend::Severity;

use super::{Comparison, Entry, Reached, Report, SourcePosition, human, short};
use crate::session::exit::Exit;

/// The annotation of an entry, if it is worth one.
pub(super) fn entry(entry: &Entry, input: &str) -> String {
    match entry {
        Entry::Property(finding) if finding.exit != Exit::Success => {
            let level = if finding.exit == Exit::Violated { "error" } else { "warning" };
            let title = format!("{} {}", finding.word.text(), finding.name);
            annotation(level, finding.place.as_ref(), input, &title, &human::entry(entry))
        }
        Entry::Defect(defect) => {
            let level = if defect.is_certain { "error" } else { "warning" };
            annotation(level, defect.place.as_ref(), input, defect.code, &short::defect(defect))
        }
        Entry::System(system) if matches!(system.comparison, Comparison::Missed(..)) => {
            annotation("error", None, input, "another size", &human::sized(system))
        }
        Entry::Hunt(Reached { blind: Some(why), .. }) => {
            annotation("warning", None, input, "inconclusive", why)
        }
        Entry::System(_)
        | Entry::Property(_)
        | Entry::Products(_)
        | Entry::Formula { .. }
        | Entry::Hunt(_)
        | Entry::Ignored(_)
        | Entry::Diagram(_)
        | Entry::Transitions(_)
        | Entry::Told { .. }
        | Entry::Assumptions(_) => String::new(),
    }
}

/// The annotations of the messages.
pub(super) fn messages(report: &Report) -> String {
    let annotations = report.messages.iter().map(|message| {
        let diagnostic = &message.diagnostic;
        let level = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!("\n{help}"));
        let text = format!("{}{help}", diagnostic.message);
        annotation(level, message.place.as_ref(), &report.input, diagnostic.code.0, &text)
    });
    annotations.collect()
}

fn annotation(
    level: &str,
    place: Option<&SourcePosition>,
    input: &str,
    title: &str,
    text: &str,
) -> String {
    let mut out = format!("::{level} ");
    // A formula on the command line is in no file.
    let place = place.filter(|place| !place.file.starts_with('-'));
    let file = place.map_or(input, |place| &place.file);
    let _ = write!(out, "file={}", parameter(file));
    if let Some(place) = place {
        let _ = write!(out, ",line={},col={}", place.line, place.column);
    }
    let _ = writeln!(out, ",title={}::{}", parameter(title), data(text.trim_end()));
    out
}

/// The text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A value of a parameter of a command.
fn parameter(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
