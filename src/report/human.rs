//! Findings for people: a word, a name, a numbered run with the lines that it comes from.

use std::fmt::Write as _;

use super::products;
use super::{Branch, Comparison, End, Entry, Finding, ReportedStep, Run, System};
use crate::io::visible::on_one_line;
use crate::session::exit::Exit;

/// The text of an entry.
pub(super) fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Formula { name, formula } => {
            format!("formula   {}: {formula}\n", on_one_line(name))
        }
        Entry::System(system) => format!("{}\n", sized(system)),
        Entry::Property(finding) => property(finding),
        Entry::Products(shown) => products::table(shown),
        // Findings of a hunt are one text (`findings.rs`).
        Entry::Assumptions(text) | Entry::Told { text, .. } => text.clone(),
        Entry::Defect(_)
        | Entry::Ignored(_)
        | Entry::Hunt(_)
        | Entry::Diagram(_)
        | Entry::Transitions(_) => String::new(),
    }
}

/// `lts       12 states, 11 transitions: as expected`
pub(super) fn sized(system: &System) -> String {
    let view = if system.paper_view { " (paper view)" } else { "" };
    let so_far = if system.decided { " so far, which decide all properties" } else { "" };
    let size =
        format!("{} states, {} transitions{view}{so_far}", system.states, system.transitions);
    let number = |n: Option<usize>| n.map_or("any".to_owned(), |n| n.to_string());
    let compared = match system.comparison {
        Comparison::None => String::new(),
        Comparison::Met => ": as expected".to_owned(),
        Comparison::Missed(states, transitions) => {
            format!(": expected {} states, {} transitions", number(states), number(transitions))
        }
        Comparison::Open => ": not compared, exploration is incomplete".to_owned(),
    };
    format!("lts       {size}{compared}")
}

/// What is said behind the name of a property, where its verdict is worth a remark.
pub(super) fn remark(finding: &Finding) -> &'static str {
    match (finding.word.holds(), finding.expect) {
        (Some(true), false) => ", expected to be violated",
        // What is violated may be otherwise than expected: a note says how.
        (Some(false), false) if finding.exit != Exit::Violated => ", as expected",
        _ => "",
    }
}

/// Characters of a formula that are shown beside its name.
const LONGEST: usize = 160;

/// A property as it is named: its name, a remark, and its formula as it is written, on one line.
pub(super) fn named(finding: &Finding) -> String {
    let (name, remark) = (on_one_line(&finding.name), remark(finding));
    let words: Vec<&str> = bare(&finding.formula).split_whitespace().collect();
    let formula = on_one_line(&words.join(" ")).into_owned();
    let cut = formula.char_indices().nth(LONGEST).map(|(at, _)| format!("{}…", &formula[..at]));
    format!("{name}{remark}: {}", cut.unwrap_or(formula))
}

/// A formula without the comments, macros and libraries that stand before it.
fn bare(formula: &str) -> &str {
    let mut rest = formula.trim();
    let before = [("%", "\n"), ("(*", "*)"), ("macro ", "end_macro"), ("library ", "end_library")];
    while let Some(behind) = before.iter().find_map(|(start, end)| {
        rest.starts_with(start).then(|| rest.split_once(end).map(|(_, behind)| behind))?
    }) {
        rest = behind.trim_start();
    }
    rest
}

fn property(finding: &Finding) -> String {
    let word = finding.word.text();
    let mut text = format!("{word:<9} {}\n", named(finding));
    if let Some(run) = finding.run.as_ref().filter(|_| finding.shows_run) {
        text.push_str(&numbered(run));
    }
    for note in &finding.notes {
        let _ = writeln!(text, "          {note}");
    }
    text
}

/// Steps of several runs that are shown.
const MOST: usize = 60;

/// The steps of a run, one a line.
pub(crate) fn numbered(run: &Run) -> String {
    let is_tree = run.end == End::Tree;
    let shown = if is_tree { &run.steps[..run.steps.len().min(MOST)] } else { &run.steps[..] };
    let actions: Vec<String> = shown.iter().map(action).collect();
    let width = actions.iter().map(|action| action.chars().count()).max().unwrap_or(0).min(48);
    let (mut out, mut part) = (String::new(), None);
    for (number, (step, action)) in shown.iter().zip(&actions).enumerate() {
        if run.end == End::Loop(number) {
            out.push_str("          from here, again and again:\n");
        }
        if run.shows_parts && part != Some(&step.part) {
            part = Some(&step.part);
            let text = step.part.as_deref().unwrap_or_default();
            let _ = writeln!(out, "          {}for `{text}`:", indent(step));
        }
        let place =
            step.place.as_ref().map(|place| format!("{}:{}", on_one_line(&place.file), place.line));
        let place = place.unwrap_or_default();
        let line = format!("    {:>4}  {action:<width$}  {place}", number + 1);
        let _ = writeln!(out, "{}", line.trim_end());
        match step.branch.again {
            None => {}
            Some(0) => {
                let _ = writeln!(out, "          {}and on as from the start", indent(step));
            }
            Some(other) => {
                let _ = writeln!(out, "          {}and on as behind step {other}", indent(step));
            }
        }
    }
    match run.end {
        End::Deadlock => out.push_str("          and nothing more happens\n"),
        End::Open if run.steps.is_empty() => {
            out.push_str("          at once, in the first state\n");
        }
        End::Tree if run.steps.len() > MOST => {
            let more = run.steps.len() - MOST;
            let _ = writeln!(out, "          and {more} steps more, which --evidence FILE writes");
        }
        End::Open | End::Loop(_) | End::Tree => {}
    }
    out
}

/// An action behind the sign of its branch.
fn action(step: &ReportedStep) -> String {
    let sign = match step.branch {
        Branch { level: 0, .. } => "",
        Branch { is_first: true, .. } => "+ ",
        Branch { .. } => "| ",
    };
    let indent = "  ".repeat(step.branch.level.saturating_sub(1));
    format!("{indent}{sign}{}", on_one_line(&step.action))
}

/// What stands in front of a remark on a step.
fn indent(step: &ReportedStep) -> String {
    "  ".repeat(step.branch.level)
}
