//! A report as Erlang terms, which `file:consult/1` reads: what the macros for `EUnit` and Common Test are told.
//!
//! Input: reports. Output: for each `{erl2lts, Map}.`, then `{property, Name, Map}.` for each property, `{finding, Code, Map}.` for each finding of the
//! built-in checks and `{message, Code, Map}.` for each message. Texts are strings.

use std::fmt::Write as _;

use lts::Term;

use crate::report::{
    Defect, Entry, Finding, Message, Report, ReportedStep, SourcePosition, human, render, short,
};
use crate::session::exit::Exit;

/// These reports, one after the other.
pub(super) fn text(reports: &[(&Report, Exit)]) -> String {
    let mut out = String::from("%% -*- coding: utf-8 -*-\n");
    for (report, exit) in reports {
        add(report, *exit, &mut out);
    }
    out
}

fn add(report: &Report, exit: Exit, out: &mut String) {
    let code = exit.code();
    let _ = writeln!(
        out,
        "{{erl2lts, #{{version => {}, input => {}, exit => {code}}}}}.",
        string(env!("CARGO_PKG_VERSION")),
        string(&report.input)
    );
    for entry in &report.entries {
        match entry {
            Entry::Property(finding) => out.push_str(&property(finding, entry)),
            Entry::Defect(found) => out.push_str(&defect(found)),
            _ => {}
        }
    }
    out.extend(report.messages.iter().map(message));
}

fn property(finding: &Finding, entry: &Entry) -> String {
    let as_expected = match finding.exit {
        Exit::Success => "true",
        Exit::Inconclusive => "unknown",
        _ => "false",
    };
    let run = finding.run.iter().flat_map(|run| &run.steps);
    let run: Vec<String> = run.map(|step: &ReportedStep| string(&step.action)).collect();
    let events: Vec<String> = finding.events.iter().map(term).collect();
    format!(
        "{{property, {}, #{{logic => {}, formula => {}, verdict => {}, expected => {}, as_expected => {as_expected}, \
         run => [{}], events => [{}], text => {}{}}}}}.\n",
        string(&finding.name),
        finding.logic.name(),
        string(&finding.formula),
        word(finding.word.text()),
        if finding.expect { "holds" } else { "violated" },
        run.join(", "),
        events.join(", "),
        string(human::entry(entry).trim_end()),
        place(finding.place.as_ref())
    )
}

fn defect(defect: &Defect) -> String {
    let run: Vec<String> = defect.way.iter().map(|step| string(&step.event)).collect();
    format!(
        "{{finding, {}, #{{rank => {}, message => {}, run => [{}], text => {}{}}}}}.\n",
        string(defect.code),
        if defect.is_certain { "certain" } else { "possible" },
        string(&defect.message),
        run.join(", "),
        string(&short::defect(defect)),
        place(defect.place.as_ref())
    )
}

fn message(shown: &Message) -> String {
    let diagnostic = &shown.diagnostic;
    let help = diagnostic.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
    format!(
        "{{message, {}, #{{severity => {}, text => {}{}}}}}.\n",
        string(diagnostic.code.0),
        render::severity(diagnostic.severity),
        string(&format!("{}{help}", diagnostic.message)),
        place(shown.place.as_ref())
    )
}

/// A verdict as an atom.
fn word(text: &str) -> String {
    text.replace(' ', "_")
}

/// Keys of a place; none where there is none.
fn place(place: Option<&SourcePosition>) -> String {
    place.map_or(String::new(), |at| {
        format!(", file => {}, line => {}, column => {}", string(&at.file), at.line, at.column)
    })
}

/// A term that Erlang can read, or its text: processes, references and what is not known have no text that is read back.
fn term(term: &Term) -> String {
    let text = term.to_string();
    if is_read(term) { text } else { string(&text) }
}

fn is_read(term: &Term) -> bool {
    match term {
        Term::Reference(_) | Term::Pid(_) | Term::Fun(_) | Term::Unknown(_) => false,
        Term::List(items, tail) => {
            items.iter().all(is_read) && tail.as_ref().is_none_or(|tail| is_read(tail))
        }
        Term::Tuple(items) | Term::Binary(items) => items.iter().all(is_read),
        Term::Map(entries) => entries.iter().all(|(key, value)| is_read(key) && is_read(value)),
        _ => true,
    }
}

/// A text as a string of Erlang.
fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            // No text of Erlang has these, not even as numbers.
            '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => {
                let _ = write!(out, "\\x{{{:X}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
