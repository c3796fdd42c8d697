//! A report as GitLab's code quality: a list of issues, which merge requests show beside the lines.
//!
//! Input: reports. Output: JSON in which each issue has a description, a name, a fingerprint, a severity and a place.

use frontend::Severity;

use super::place::{fingerprint, from_here};
use super::value::Json;
use crate::report::{Comparison, Entry, Report, SourcePosition, human, short};
use crate::session::exit::Exit;

/// All issues of these reports.
pub(super) fn text(reports: &[&Report]) -> String {
    Json::List(reports.iter().flat_map(|report| issues(report)).collect()).text_of_file()
}

fn issues(report: &Report) -> Vec<Json> {
    let entries = report.entries.iter().filter_map(|entry| issue(entry, report));
    let messages = report.messages.iter().filter_map(|message| {
        let diagnostic = &message.diagnostic;
        let severity = match diagnostic.severity {
            Severity::Error => "critical",
            Severity::Warning => "info",
            Severity::Note => return None,
        };
        let place = message.place.as_ref();
        Some(made(diagnostic.code.0, &diagnostic.message, severity, (place, report)))
    });
    entries.chain(messages).collect()
}

/// The issue of an entry, if it is not as expected.
fn issue(entry: &Entry, report: &Report) -> Option<Json> {
    match entry {
        Entry::Property(finding) if finding.exit != Exit::Success => {
            let severity = if finding.exit == Exit::Violated { "major" } else { "minor" };
            let text = human::entry(entry);
            Some(made(&finding.name, &text, severity, (finding.place.as_ref(), report)))
        }
        Entry::Defect(defect) => {
            let severity = if defect.is_certain { "major" } else { "minor" };
            let place = (defect.place.as_ref(), report);
            Some(made(defect.code, &short::defect(defect), severity, place))
        }
        Entry::System(system) if matches!(system.comparison, Comparison::Missed(..)) => {
            Some(made("expect_lts", &human::sized(system), "major", (None, report)))
        }
        _ => None,
    }
}

fn made(
    name: &str,
    text: &str,
    severity: &str,
    (place, report): (Option<&SourcePosition>, &Report),
) -> Json {
    // A formula on the command line is in no file.
    let place = place.filter(|place| !place.file.starts_with('-'));
    let (file, line) = place.map_or((&report.input, 1), |place| (&place.file, place.line));
    let file = &from_here(file);
    // The column stays out: it moves with what stands before.
    let print = fingerprint(&[name, file, text.lines().next().unwrap_or_default()]);
    let lines = Json::Object(vec![("begin", Json::Number(line.max(1)))]);
    Json::Object(vec![
        ("description", Json::text(text.trim_end())),
        ("check_name", Json::text(name)),
        ("fingerprint", Json::Text(print)),
        ("severity", Json::text(severity)),
        ("location", Json::Object(vec![("path", Json::text(file)), ("lines", lines)])),
    ])
}
