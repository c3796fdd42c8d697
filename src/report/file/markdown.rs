//! A report as Markdown, for the summary of a job or a comment on a pull request.
//!
//! Input: a report. Output: what all comes to, a table of verdicts or findings, the runs of those that are not as expected, and the state
//! diagram of the module where there is one. Text of any origin stands in code spans and blocks, out of which it cannot break.

use std::fmt::Write as _;

use crate::io::visible::{on_one_line, visible};
use crate::report::folder::{File, Folder};
use crate::report::render;
use crate::report::{Comparison, Defect, Entry, Report, human, short, summary};
use crate::session::exit::Exit;
use crate::system::drawing;

/// The whole report.
pub(super) fn text(report: &Report) -> String {
    let mut out = format!("## erl2lts: {}\n", code(&report.input));
    if let Some(line) = summary::line(report) {
        let _ = writeln!(out, "\n**{}**", line.trim_end());
    }
    properties(report, &mut out);
    defects(report, &mut out);
    for entry in &report.entries {
        match entry {
            Entry::System(system) if !matches!(system.comparison, Comparison::None) => {
                let _ = writeln!(out, "\n{}", code(&human::sized(system)));
            }
            Entry::Assumptions(text) if !text.is_empty() => {
                let _ = writeln!(out, "\n{}", text.trim_end());
            }
            Entry::Diagram(shown) => {
                let mermaid = drawing::mermaid(&shown.drawing);
                let _ = writeln!(out, "\n<details><summary>state diagram</summary>");
                let _ = write!(out, "\n```mermaid\n{mermaid}```\n\n</details>\n");
            }
            _ => {}
        }
    }
    messages(report, &mut out);
    out
}

/// A table of a folder's files, and behind it the report of each that has something in it.
pub(super) fn folder(of: &Folder<'_>) -> String {
    let mut out = format!("## erl2lts: {}\n\n**{}", code(of.name), of.checked);
    let line = of.line.trim_end();
    let _ = writeln!(out, "{}{line}**", if line.is_empty() { "" } else { "; " });
    if !of.reports.is_empty() {
        out.push_str("\n| | file | |\n|---|---|---|\n");
    }
    for File { report, exit, tally } in of.reports {
        let _ = writeln!(out, "| {} | {} | {tally} |", sign(*exit), cell(&report.input));
    }
    let has_more = |file: &&File| file.exit != Exit::Success || has_defects(&file.report);
    out.extend(of.reports.iter().filter(has_more).map(|file| format!("\n{}", text(&file.report))));
    out
}

fn has_defects(report: &Report) -> bool {
    report.entries.iter().any(|entry| matches!(entry, Entry::Defect(_)))
}

/// The properties, and the runs of those that are not as expected.
fn properties(report: &Report, out: &mut String) {
    if report.findings().next().is_none() {
        return;
    }
    out.push_str("\n| | property | verdict | formula |\n|---|---|---|---|\n");
    for finding in report.findings() {
        let (name, formula) = (cell(&finding.name), cell(finding.formula.trim()));
        let (sign, word) = (sign(finding.exit), finding.word.text());
        let remark = human::remark(finding);
        let _ = writeln!(out, "| {sign} | {name} | {word}{remark} | {formula} |");
    }
    for entry in &report.entries {
        if let Entry::Property(finding) = entry
            && finding.exit != Exit::Success
        {
            let _ = writeln!(out, "\n### {} {}\n", finding.word.text(), code(&finding.name));
            out.push_str(&block(&human::entry(entry)));
        }
    }
}

fn sign(exit: Exit) -> &'static str {
    match exit {
        Exit::Success => "✅",
        Exit::Inconclusive => "❔",
        Exit::Violated | Exit::Input | Exit::Bug => "❌",
    }
}

/// The findings of the built-in checks, and how much was reached.
fn defects(report: &Report, out: &mut String) {
    let found: Vec<&Defect> = report
        .entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Defect(defect) => Some(&**defect),
            _ => None,
        })
        .collect();
    if !found.is_empty() {
        out.push_str("\n| | code | place | finding |\n|---|---|---|---|\n");
    }
    for defect in &found {
        let sign = if defect.is_certain { "❌" } else { "❔" };
        let place = defect.place.as_ref();
        let place = place.map_or(String::new(), |at| cell(&format!("{}:{}", at.file, at.line)));
        let _ = writeln!(out, "| {sign} | {} | {place} | {} |", defect.code, cell(&defect.message));
    }
    for defect in found.iter().filter(|defect| defect.is_certain && !defect.way.is_empty()) {
        let _ = writeln!(out, "\n### {} {}\n", defect.code, code(&defect.message));
        let steps: Vec<String> = defect
            .way
            .iter()
            .map(|step| {
                let place = step.at.as_ref().map(|at| format!("  {}:{}", at.file, at.line));
                format!("{}{}\n", on_one_line(&step.event), place.unwrap_or_default())
            })
            .collect();
        out.push_str(&block(&steps.concat()));
    }
    for entry in &report.entries {
        if let Entry::Hunt(reached) = entry {
            let _ = writeln!(out, "\n{}", short::hunted(reached));
        }
    }
}

/// The messages, notes left out.
fn messages(report: &Report, out: &mut String) {
    let is_told = |severity| severity != frontend::Severity::Note;
    let told = report.messages.iter().filter(|message| is_told(message.diagnostic.severity));
    for (number, message) in told.enumerate() {
        let diagnostic = &message.diagnostic;
        let place = message.place.as_ref();
        let place = place.map_or(String::new(), |at| format!("{}:{}: ", at.file, at.line));
        let severity = render::severity(diagnostic.severity);
        let text = format!("{place}{severity}[{}]: {}", diagnostic.code.0, diagnostic.message);
        let before = if number == 0 { "\n" } else { "" };
        let _ = writeln!(out, "{before}- {}", code(&text));
    }
}

/// The longest run of backticks in a text.
fn ticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A text within a line.
fn code(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = on_one_line(&words.join(" ")).into_owned();
    let fence = "`".repeat(ticks(&text) + 1);
    let blank =
        if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// A text in a table, where a bar ends a cell even in a code span, unless it stands behind a backslash.
fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// A text of several lines.
fn block(text: &str) -> String {
    let fence = "`".repeat((ticks(text) + 1).max(3));
    format!("{fence}text\n{}\n{fence}\n", visible(text.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_do_not_break_out() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b`"), "``` a``b` ```");
        assert_eq!(cell("<a|b>\n true"), "`<a\\|b> true`");
        assert_eq!(block("x\n```\n"), "````text\nx\n```\n````\n");
    }
}
