//! What a report says of a file, in the words of the editor.
//!
//! Input: a report as JSON, the text that it is about. Output: findings, verdicts and messages, each with its place in the text, the
//! run that shows it, and what else there is to say. What is not in the report, or not as expected, is left out.

use std::fmt::Write as _;
use std::path::Path;

use lsp_types::{DiagnosticSeverity, Range};
use serde_json::Value;

use super::place;

/// Something that is said of a place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Told {
    pub(crate) range: Range,
    pub(crate) severity: DiagnosticSeverity,
    pub(crate) code: String,
    pub(crate) message: String,
    /// What is shown where somebody points there, in Markdown.
    pub(crate) more: String,
    /// The labels of the run, of a finding of the built-in checks.
    pub(crate) run: Vec<String>,
    /// The number in the report, of a finding of the built-in checks, from 1.
    pub(crate) number: Option<usize>,
    /// Whether it is a problem: a verdict as expected is none.
    pub(crate) is_problem: bool,
}

/// What a check of a file has come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answer {
    pub(crate) all: Vec<Told>,
    /// The size of what was looked at.
    pub(crate) size: Option<String>,
    /// Names of states, and whether the machine was there.
    pub(crate) states: Vec<(String, bool)>,
    /// Lines of clauses that were never taken.
    pub(crate) not_taken: Vec<usize>,
}

/// What is said of modules that are no machines: a whole project has them.
const NO_MACHINE: &str = "E0201";

impl Answer {
    /// What a report says of the file at a path, which has this text.
    pub(crate) fn of(report: &Value, path: &Path, text: &str) -> Self {
        let name = path.display().to_string();
        let list = |key: &str| report[key].as_array().into_iter().flatten();
        let findings = list("findings").enumerate();
        let mut all: Vec<Told> =
            findings.map(|(number, value)| finding(value, number + 1, &name, text)).collect();
        all.extend(list("properties").map(|value| property(value, &name, text)));
        let said = list("messages").filter(|message| message["code"] != NO_MACHINE);
        all.extend(said.map(|value| message(value, &name, text)));
        let hunt = &report["hunt"];
        let states = hunt["reached"].as_array().into_iter().flatten();
        let states = states.filter_map(|state| {
            Some((state["state"].as_str()?.to_owned(), state["is_reached"].as_bool()?))
        });
        let not_taken = hunt["not_taken"].as_array().into_iter().flatten();
        let not_taken = not_taken.filter(|at| at["file"] == name.as_str()).filter_map(line);
        Self { all, size: size(report), states: states.collect(), not_taken: not_taken.collect() }
    }
}

/// How much was looked at.
fn size(report: &Value) -> Option<String> {
    let hunt = &report["hunt"];
    if let Some(states) = hunt["states"].as_u64() {
        let (moves, taken, all) = (&hunt["moves"], &hunt["clauses_taken"], &hunt["clauses"]);
        let is_all = hunt["complete"].as_bool().unwrap_or(false);
        let how = if is_all { "all that there is" } else { "not all that there is" };
        return Some(format!(
            "{states} states, {moves} moves: {how}; {taken} of {all} clauses taken"
        ));
    }
    let system = report["systems"].as_array()?.first()?;
    Some(format!("{} states, {} transitions", system["states"], system["transitions"]))
}

fn finding(value: &Value, number: usize, name: &str, text: &str) -> Told {
    let is_certain = value["rank"] == "certain";
    let code = string(value, "code");
    let message = format!("{}: {}", string(value, "rank"), string(value, "message"));
    let mut more = format!("**{code}** {message}\n\n{}\n\n", string(value, "consequence"));
    let steps: Vec<&Value> = value["evidence"].as_array().into_iter().flatten().collect();
    more.push_str(&run(&steps, "event"));
    let rests: Vec<&str> =
        value["rests_on"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if !rests.is_empty() {
        let _ = writeln!(more, "\nrests on {}\n", rests.join(", "));
    }
    let labels = steps.iter().map(|step| string(step, "action"));
    Told {
        range: range(value, name, text),
        severity: if is_certain { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING },
        message,
        more,
        run: labels.filter(|label| label != "start").collect(),
        code,
        number: Some(number),
        is_problem: true,
    }
}

fn property(value: &Value, name: &str, text: &str) -> Told {
    let (called, verdict) = (string(value, "name"), string(value, "verdict"));
    let severity = match value["as_expected"].as_bool() {
        Some(true) => DiagnosticSeverity::HINT,
        Some(false) => DiagnosticSeverity::ERROR,
        None => DiagnosticSeverity::WARNING,
    };
    let message = format!("{called}: {verdict}, expected: {}", string(value, "expected"));
    let mut more = format!("**{called}** {verdict}\n\n```\n{}\n```\n\n", string(value, "formula"));
    let steps: Vec<&Value> = value["evidence"]["steps"].as_array().into_iter().flatten().collect();
    more.push_str(&run(&steps, "action"));
    for note in value["notes"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let _ = writeln!(more, "\n{note}");
    }
    Told {
        range: range(value, name, text),
        severity,
        code: verdict,
        message,
        more,
        run: Vec::new(),
        number: None,
        is_problem: severity != DiagnosticSeverity::HINT,
    }
}

fn message(value: &Value, name: &str, text: &str) -> Told {
    let severity = match value["severity"].as_str() {
        Some("error") => DiagnosticSeverity::ERROR,
        Some("warning") => DiagnosticSeverity::WARNING,
        _ => DiagnosticSeverity::INFORMATION,
    };
    let (code, mut message) = (string(value, "code"), string(value, "message"));
    if let Some(help) = value["help"].as_str() {
        let _ = write!(message, "\n{help}");
    }
    if let (Some(file), Some(line)) =
        (value["file"].as_str().filter(|file| *file != name), line(value))
    {
        let _ = write!(message, "\nat {file}:{line}");
    }
    let more = format!("**{code}** {message}\n\n`erl2lts explain {code}` says more\n");
    let range = range(value, name, text);
    Told { range, severity, code, message, more, run: Vec::new(), number: None, is_problem: true }
}

/// A run, numbered, with what is behind each step.
fn run(steps: &[&Value], key: &str) -> String {
    let mut out = String::new();
    for (number, step) in steps.iter().enumerate() {
        let _ = write!(out, "{}. `{}`", number + 1, string(step, key));
        if let Some(state) = step["state"].as_str() {
            let _ = write!(out, " → `{state}`");
        }
        if let Some(data) = step["data"].as_str() {
            let _ = write!(out, " `{data}`");
        }
        if let Some(line) = line(step) {
            let _ = write!(out, " (line {line})");
        }
        out.push('\n');
    }
    out
}

/// Where something stands in the text; in the first line where it stands nowhere there.
fn range(value: &Value, name: &str, text: &str) -> Range {
    let is_here = value["file"] == name;
    let column = value["column"].as_u64().and_then(|column| usize::try_from(column).ok());
    match (line(value).filter(|_| is_here), column) {
        (Some(line), Some(column)) => place::range(text, line, column),
        _ => place::line(text, 1),
    }
}

fn line(value: &Value) -> Option<usize> {
    usize::try_from(value["line"].as_u64()?).ok()
}

fn string(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_without_sense_say_nothing() {
        for report in ["null", "[]", "{\"findings\": 3, \"hunt\": [], \"messages\": [1]}"] {
            let report: Value = serde_json::from_str(report).unwrap_or_default();
            let answer = Answer::of(&report, Path::new("/a.erl"), "");
            assert!(answer.all.len() < 2 && answer.states.is_empty(), "{answer:?}");
        }
    }
}
