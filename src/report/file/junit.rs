//! A report as test cases in XML, as `JUnit` writes them and continuous integration reads them.
//!
//! Each report is a suite. A property is a test case, which names its formula; what is not as expected is a failure, what is not known an error. XML has
//! no way to write most control characters: they stand as `\x{1B}`, as in Erlang.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use frontend::Severity;

use crate::report::{Comparison, Entry, Finding, Report, human, short};
use crate::session::exit::Exit;

/// A test case: its name, and what is wrong: element, message, text.
struct Case {
    name: String,
    wrong: Option<(&'static str, String, String)>,
    /// What is asked, if it is a property.
    formula: Option<String>,
}

/// A suite of each of these reports.
pub(super) fn suites(reports: &[(&Report, Exit)]) -> String {
    let suites: Vec<(String, Vec<Case>)> = reports
        .iter()
        .map(|(report, exit)| (escaped(&report.input), cases(report, *exit)))
        .collect();
    let counts = counts(suites.iter().flat_map(|(_, cases)| cases));
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"erl2lts\" {counts}>");
    for (name, cases) in &suites {
        let _ = writeln!(out, "  <testsuite name=\"{name}\" {}>", self::counts(cases));
        for case in cases {
            case.write(name, &mut out);
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// The test cases of a report, each with a name of its own.
fn cases(report: &Report, exit: Exit) -> Vec<Case> {
    let mut cases: Vec<Case> = report.entries.iter().filter_map(case).collect();
    cases.extend(report.messages.iter().filter_map(|message| {
        let diagnostic = &message.diagnostic;
        let place = message.place.as_ref();
        let place =
            place.map_or(String::new(), |place| format!(" at {}:{}", place.file, place.line));
        (diagnostic.severity == Severity::Error).then(|| Case {
            name: format!("{}{place}", diagnostic.code.0),
            wrong: Some((
                "error",
                diagnostic.message.clone(),
                diagnostic.help.clone().unwrap_or_default(),
            )),
            formula: None,
        })
    }));
    if exit == Exit::Inconclusive && cases.iter().all(|case| case.wrong.is_none()) {
        let wrong = Some(("error", "exploration is incomplete".to_owned(), String::new()));
        cases.push(Case { name: "exploration".to_owned(), wrong, formula: None });
    }
    tell_apart(&mut cases);
    cases
}

/// Numbers cases of one name: of those GitLab shows the first one alone.
fn tell_apart(cases: &mut [Case]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases {
        let count = seen.entry(case.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            case.name = format!("{} ({count})", case.name);
        }
    }
}

/// How many cases there are, as attributes.
fn counts<'c>(cases: impl IntoIterator<Item = &'c Case>) -> String {
    let (mut all, mut failures, mut errors) = (0, 0, 0);
    for case in cases {
        all += 1;
        match &case.wrong {
            Some(("failure", ..)) => failures += 1,
            Some(_) => errors += 1,
            None => {}
        }
    }
    format!("tests=\"{all}\" failures=\"{failures}\" errors=\"{errors}\"")
}

fn case(entry: &Entry) -> Option<Case> {
    match entry {
        Entry::Property(finding) => Some(property(finding, entry)),
        Entry::System(system) => {
            let size = human::sized(system);
            let wrong = match system.comparison {
                Comparison::None => return None,
                Comparison::Met => None,
                Comparison::Missed(..) => Some(("failure", "another size".to_owned(), size)),
                Comparison::Open => Some(("error", "not compared".to_owned(), size)),
            };
            Some(Case { name: "lts".to_owned(), wrong, formula: None })
        }
        Entry::Defect(defect) => {
            let place = defect.place.as_ref();
            let place = place.map_or(String::new(), |at| format!(" at {}:{}", at.file, at.line));
            // What is only possible is no failure.
            let failure = || ("failure", defect.message.clone(), short::defect(defect));
            let wrong = defect.is_certain.then(failure);
            Some(Case { name: format!("{}{place}", defect.code), wrong, formula: None })
        }
        Entry::Hunt(reached) => {
            let wrong = |why: &str| ("error", "inconclusive".to_owned(), why.to_owned());
            let wrong = reached.blind.map(wrong);
            Some(Case { name: format!("hunt: {}", short::hunted(reached)), wrong, formula: None })
        }
        Entry::Formula { .. }
        | Entry::Products(_)
        | Entry::Ignored(_)
        | Entry::Diagram(_)
        | Entry::Transitions(_)
        | Entry::Told { .. }
        | Entry::Assumptions(_) => None,
    }
}

fn property(finding: &Finding, entry: &Entry) -> Case {
    let element = match finding.exit {
        Exit::Success => None,
        Exit::Violated => Some("failure"),
        Exit::Inconclusive | Exit::Input | Exit::Bug => Some("error"),
    };
    let message = format!("{}{}", finding.word.text(), human::remark(finding));
    let formula = format!("{}: {}", finding.logic.name(), finding.formula.trim());
    let wrong =
        element.map(|element| (element, message, format!("{formula}\n\n{}", human::entry(entry))));
    Case { name: finding.name.clone(), wrong, formula: Some(formula) }
}

impl Case {
    fn write(&self, suite: &str, out: &mut String) {
        let name = escaped(&self.name);
        let _ = write!(out, "    <testcase classname=\"{suite}\" name=\"{name}\"");
        let Some((element, message, text)) = &self.wrong else {
            match &self.formula {
                None => out.push_str("/>\n"),
                Some(formula) => {
                    let formula = escaped(formula);
                    let _ = writeln!(out, ">\n      <system-out>{formula}</system-out>");
                    out.push_str("    </testcase>\n");
                }
            }
            return;
        };
        let (message, text) = (escaped(message), escaped(text));
        let _ = writeln!(out, ">\n      <{element} message=\"{message}\">{text}</{element}>");
        out.push_str("    </testcase>\n");
    }
}

/// Text that may stand in an element or in the value of an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' | '\t' => out.push(character),
            '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            control if control.is_control() => {
                let _ = write!(out, "\\x{{{:X}}}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out
}
