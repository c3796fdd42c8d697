//! Findings that a team accepts: `% erl2lts:ignore E0703` in the source, `{ignore, ['E0703']}.` in a .props file.
//!
//! A comment speaks of the line that it stands on and of the next one; in front of `-module` of the whole file.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Module;
use hunter::{Finding, Report};

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

/// The codes that comments name, by line.
fn comments(text: &str) -> BTreeMap<usize, BTreeSet<String>> {
    let mut by_line = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once('%') else { continue };
        let Some((_, rest)) = comment.split_once(WORD) else { continue };
        let codes = rest.split(|c: char| c.is_whitespace() || c == ',');
        let codes: BTreeSet<String> =
            codes.filter(|code| code.starts_with('E')).map(str::to_owned).collect();
        by_line.insert(number + 1, codes);
    }
    by_line
}
