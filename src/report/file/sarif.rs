//! A report as SARIF 2.1.0, which GitHub's code scanning and many editors read.
//!
//! Input: reports. Output: one run; a rule for each property and each code, a result for what is not as expected, its run as a code
//! flow, messages as notifications. What was accepted by `erl2lts:ignore` is a result that is suppressed. What is as expected is no result.

use std::fmt::Write as _;

use frontend::Severity;
use indexmap::IndexMap;

use super::place::{fingerprint, from_here};
use super::value::Json;
use crate::report::{
    Comparison, Defect, Entry, Finding, Message, Report, ReportedStep, SourcePosition, human, short,
};
use crate::session::exit::Exit;

/// Where the shape of the text is laid down.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Rules with their descriptions, in order of first need.
type Rules = IndexMap<String, Json>;

/// These reports as one run: readers take no more than one of a tool.
pub(super) fn run(reports: &[&Report], exit: Exit) -> String {
    let mut rules = Rules::default();
    let mut results = Vec::new();
    for report in reports {
        let entries = report.entries.iter();
        results.extend(entries.filter_map(|entry| result(entry, report, &mut rules)));
    }
    let rules = rules.into_values().collect();
    let driver = vec![
        ("name", Json::text("erl2lts")),
        ("version", Json::text(env!("CARGO_PKG_VERSION"))),
        ("rules", Json::List(rules)),
    ];
    let run = vec![
        ("tool", Json::Object(vec![("driver", Json::Object(driver))])),
        ("columnKind", Json::text("unicodeCodePoints")),
        ("invocations", Json::List(vec![invocation(reports, exit)])),
        ("results", Json::List(results)),
    ];
    let whole = Json::Object(vec![
        ("$schema", Json::text(SCHEMA)),
        ("version", Json::text("2.1.0")),
        ("runs", Json::List(vec![Json::Object(run)])),
    ]);
    whole.text_of_file()
}

/// How the run ended, with all that was said.
fn invocation(reports: &[&Report], exit: Exit) -> Json {
    let messages = reports.iter().flat_map(|report| &report.messages);
    Json::Object(vec![
        ("executionSuccessful", Json::Bool(exit != Exit::Input && exit != Exit::Bug)),
        ("exitCode", Json::Number(usize::from(exit.code()))),
        ("toolExecutionNotifications", Json::List(messages.map(notification).collect())),
    ])
}

/// The result of an entry, if it is not as expected.
fn result(entry: &Entry, report: &Report, rules: &mut Rules) -> Option<Json> {
    match entry {
        Entry::Property(finding) if finding.exit != Exit::Success => {
            Some(property(finding, entry, report, rules))
        }
        Entry::Defect(found) => Some(defect(found, report, (rules, false))),
        Entry::Ignored(found) => Some(defect(found, report, (rules, true))),
        Entry::System(system) if matches!(system.comparison, Comparison::Missed(..)) => {
            let text = human::sized(system);
            let found = Found {
                rule: "expect_lts",
                level: "error",
                text,
                place: None,
                way: &[],
                is_ignored: false,
            };
            add_rule(rules, "expect_lts", "The system has the size that is expected.", None);
            Some(found.result(report, rules))
        }
        _ => None,
    }
}

/// A result under way.
struct Found<'f> {
    rule: &'f str,
    level: &'static str,
    text: String,
    place: Option<&'f SourcePosition>,
    /// The steps of the run that explains it: what happens, and where.
    way: &'f [(String, Option<SourcePosition>)],
    /// Whether it was accepted.
    is_ignored: bool,
}

fn property(finding: &Finding, entry: &Entry, report: &Report, rules: &mut Rules) -> Json {
    let level = if finding.exit == Exit::Violated { "error" } else { "warning" };
    let formula = format!("{}: {}", finding.logic.name(), finding.formula.trim());
    add_rule(rules, &finding.name, &formula, None);
    let steps = finding.run.iter().flat_map(|run| &run.steps);
    let step = |step: &ReportedStep| (step.action.clone(), step.place.clone());
    let way: Vec<_> = steps.map(step).collect();
    // A formula on the command line is in no file: what happens last is shown.
    let in_file = |place: &&SourcePosition| !place.file.starts_with('-');
    let last = || way.iter().rev().find_map(|(_, place)| place.as_ref());
    let place = finding.place.as_ref().filter(in_file).or_else(last);
    let text = human::entry(entry);
    let rule = finding.name.as_str();
    Found { rule, level, text, place, way: &way, is_ignored: false }.result(report, rules)
}

fn defect(defect: &Defect, report: &Report, (rules, is_ignored): (&mut Rules, bool)) -> Json {
    let level = if defect.is_certain { "error" } else { "warning" };
    let title = crate::codes::title(defect.code).unwrap_or(defect.code);
    add_rule(rules, defect.code, title, Some(format!("erl2lts explain {}", defect.code)));
    let steps = defect.way.iter().map(|step| (step.event.clone(), step.at.clone()));
    let way: Vec<_> = steps.collect();
    let (text, place) = (short::defect(defect), defect.place.as_ref());
    let found = Found { rule: defect.code, level, text, place, way: &way, is_ignored };
    found.result(report, rules)
}

fn add_rule(rules: &mut Rules, id: &str, text: &str, help: Option<String>) {
    if rules.contains_key(id) {
        return;
    }
    let mut rule = vec![("id", Json::text(id)), ("shortDescription", message(text))];
    rule.extend(help.map(|help| ("help", message(&format!("`{help}` says more.")))));
    rules.insert(id.to_owned(), Json::Object(rule));
}

impl Found<'_> {
    fn result(&self, report: &Report, rules: &Rules) -> Json {
        let input = SourcePosition { file: report.input.clone(), line: 1, column: 1 };
        let place = self.place.unwrap_or(&input);
        let rule = rules.get_index_of(self.rule).unwrap_or_default();
        let mut result = vec![
            ("ruleId", Json::text(self.rule)),
            ("ruleIndex", Json::Number(rule)),
            ("level", Json::text(self.level)),
            ("message", message(self.text.trim_end())),
            ("locations", Json::List(vec![location(None, Some(place))])),
        ];
        let file = from_here(&place.file);
        let print = fingerprint(&[self.rule, &file, self.text.lines().next().unwrap_or("")]);
        result.push(("partialFingerprints", Json::Object(vec![("erl2lts/v1", Json::Text(print))])));
        if self.is_ignored {
            let accepted = Json::Object(vec![("kind", Json::text("inSource"))]);
            result.push(("suppressions", Json::List(vec![accepted])));
        }
        if !self.way.is_empty() {
            let steps = self.way.iter().map(|(text, place)| {
                let at = location(Some(text), place.as_ref());
                Json::Object(vec![("location", at)])
            });
            let thread = Json::Object(vec![("locations", Json::List(steps.collect()))]);
            let flow = Json::Object(vec![("threadFlows", Json::List(vec![thread]))]);
            result.push(("codeFlows", Json::List(vec![flow])));
        }
        Json::Object(result)
    }
}

/// What a message of the tool is to SARIF.
fn notification(shown: &Message) -> Json {
    let diagnostic = &shown.diagnostic;
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!("\n{help}"));
    let place = shown.place.as_ref().filter(|place| !place.file.starts_with('-'));
    let mut notification = vec![
        ("descriptor", Json::Object(vec![("id", Json::text(diagnostic.code.0))])),
        ("level", Json::text(level)),
        ("message", message(&format!("{}{help}", diagnostic.message))),
    ];
    notification.extend(place.map(|at| ("locations", Json::List(vec![location(None, Some(at))]))));
    Json::Object(notification)
}

/// A place, with what happens there.
fn location(text: Option<&str>, place: Option<&SourcePosition>) -> Json {
    let mut location = Vec::new();
    if let Some(place) = place {
        let region = vec![
            ("startLine", Json::Number(place.line.max(1))),
            ("startColumn", Json::Number(place.column.max(1))),
        ];
        let artifact = Json::Object(vec![("uri", Json::Text(uri(&place.file)))]);
        let physical = vec![("artifactLocation", artifact), ("region", Json::Object(region))];
        location.push(("physicalLocation", Json::Object(physical)));
    }
    location.extend(text.map(|text| ("message", message(text))));
    Json::Object(location)
}

fn message(text: &str) -> Json {
    Json::Object(vec![("text", Json::text(text))])
}

/// A path as a reference that is relative to the folder of the run, or absolute.
fn uri(path: &str) -> String {
    let path = from_here(path);
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            other => {
                // Writing to a string does not fail.
                let _ = write!(uri, "%{other:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("./src/a b%.erl"), "src/a%20b%25.erl");
        assert_eq!(uri("/tmp/ä.erl"), "file:///tmp/%C3%A4.erl");
    }
}
