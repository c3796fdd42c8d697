//! Findings that a team accepts: `% erl2lts:ignore E0703` in the source, `{ignore, ['E0703']}.` in a .props file.
//!
//! A comment speaks of the line that it stands on and of the next one; in front of `-module` of the whole file. One that names no finding is
//! told.

use std::collections::{BTreeMap, BTreeSet};

use frontend::{Diagnostic, Module, Severity, Span};
use hunter::{Finding, Report};

use crate::codes;
use crate::config::settings::placeless;
use crate::session::Session;
use crate::system::Subject;

/// The word in comments.
const WORD: &str = "erl2lts:ignore";

/// Takes accepted findings out of a report and returns them.
pub(crate) fn silence(session: &Session, subject: &Subject, report: &mut Report) -> Vec<Finding> {
    let module = &subject.module;
    let Some(source) = session.sources.get(module.file) else { return Vec::new() };
    let everywhere: BTreeSet<String> = subject.settings.ignored.iter().flatten().cloned().collect();
    let comments = comments(&source.text);
    let first = first_line(session, module);
    let is_accepted = |finding: &Finding| {
        let line = source.line_column(finding.place.start).0;
        let says =
            |line: usize| comments.get(&line).is_some_and(|codes| codes.contains(finding.code.0));
        let in_file = finding.place.file == module.file;
        let whole = comments.range(..first).any(|(_, codes)| codes.contains(finding.code.0));
        let here = in_file && (says(line) || line > 1 && says(line - 1));
        everywhere.contains(finding.code.0) || whole || here
    };
    let (accepted, others) =
        std::mem::take(&mut report.findings).into_iter().partition(is_accepted);
    report.findings = others;
    accepted
}

/// The line of the `-module` attribute.
fn first_line(session: &Session, module: &Module) -> usize {
    let place = module.name.as_ref().map(|(_, span)| *span);
    let source = session.sources.get(module.file);
    place.zip(source).map_or(1, |(span, source)| source.line_column(span.start).0)
}

/// What is told of codes that no finding has.
pub(crate) fn unknown(session: &Session, subject: &Subject) -> Vec<Diagnostic> {
    let named = subject.settings.ignored.iter().flatten();
    let mut told: Vec<Diagnostic> =
        named.filter(|code| !is_finding(code)).map(|code| placeless_of(code)).collect();
    let module = &subject.module;
    let text = session.sources.get(module.file).map_or("", |source| &source.text);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = named_in(line).map(|(at, rest)| (start + at, rest));
        start += line.len();
        let Some((at, rest)) = words else { continue };
        let Some(message) = wrong(&codes_of(rest).collect::<Vec<_>>()) else { continue };
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span::new(module.file, offset(at), offset(at + WORD.len()));
        told.push(Diagnostic::warning(codes::NOTHING_IGNORED, message, span).with_help(HELP));
    }
    told
}

/// The way out.
const HELP: &str = "findings have codes such as E0703: `% erl2lts:ignore E0703`";

/// What is wrong with the codes of a comment, if something is.
fn wrong(codes: &[&str]) -> Option<String> {
    if codes.is_empty() {
        return Some("no finding is named: nothing is ignored".to_owned());
    }
    let unknown: Vec<&str> = codes.iter().copied().filter(|code| !is_finding(code)).collect();
    let only = if unknown.len() == codes.len() { ": nothing is ignored" } else { "" };
    Some(format!("there is no finding `{}`{only}", unknown.first()?))
}

fn placeless_of(code: &str) -> Diagnostic {
    let message = format!("there is no finding `{code}`");
    Diagnostic { severity: Severity::Warning, ..placeless(codes::NOTHING_IGNORED, message) }
        .with_help("findings have codes such as E0703: `{ignore, ['E0703']}`")
}

/// Whether a finding may have a code.
fn is_finding(code: &str) -> bool {
    hunter::codes::TABLE.iter().any(|info| info.code.0 == code)
}

/// Digits of what is meant for a code, at most.
const MOST_DIGITS: usize = 6;

/// The words behind `erl2lts:ignore` that are meant for codes, wherever text stands between them.
fn codes_of(rest: &str) -> impl Iterator<Item = &str> {
    let words = rest.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| {
        let digits = word.strip_prefix(['E', 'e']).unwrap_or_default();
        (2..=MOST_DIGITS).contains(&digits.len()) && digits.bytes().all(|d| d.is_ascii_digit())
    })
}

/// Where a line has the word in a comment, and what follows.
fn named_in(line: &str) -> Option<(usize, &str)> {
    let (before, comment) = line.split_once('%')?;
    let (between, rest) = comment.split_once(WORD)?;
    Some((before.len() + 1 + between.len(), rest))
}

/// The codes that comments name, by line.
fn comments(text: &str) -> BTreeMap<usize, BTreeSet<String>> {
    let lines = text.lines().enumerate();
    let named = lines.filter_map(|(number, line)| Some((number + 1, named_in(line)?.1)));
    let codes = |rest| codes_of(rest).map(str::to_owned);
    named.map(|(number, rest)| (number, codes(rest).collect())).collect()
}
