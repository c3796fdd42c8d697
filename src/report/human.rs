//! Findings for people: a word, a name, a numbered run with the lines that it comes from.

use std::fmt::Write as _;

use super::{Comparison, End, Entry, Finding, Run, System};

/// The text of an entry.
pub(super) fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Formula { name, formula } => format!("formula   {name}: {formula}\n"),
        Entry::System(system) => format!("{}\n", sized(system)),
        Entry::Property(finding) => property(finding),
        Entry::Assumptions(text) => text.clone(),
    }
}

/// `lts       12 states, 11 transitions: as expected`
pub(super) fn sized(system: &System) -> String {
    let view = if system.paper_view { " (paper view)" } else { "" };
    let size = format!("{} states, {} transitions{view}", system.states, system.transitions);
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
        (Some(true), false) => ": expected to be violated",
        (Some(false), false) => ", as expected",
        _ => "",
    }
}

fn property(finding: &Finding) -> String {
    let mut text = format!("{:<9} {}{}\n", finding.word.text(), finding.name, remark(finding));
    if let Some(run) = finding.run.as_ref().filter(|_| finding.shows_run) {
        text.push_str(&numbered(run));
    }
    for note in &finding.notes {
        let _ = writeln!(text, "          {note}");
    }
    text
}

/// The steps of a run, one a line.
pub(super) fn numbered(run: &Run) -> String {
    let width = run.steps.iter().map(|step| step.action.chars().count()).max().unwrap_or(0).min(48);
    let mut out = String::new();
    for (number, step) in run.steps.iter().enumerate() {
        if run.end == End::Loop(number) {
            out.push_str("          from here, again and again:\n");
        }
        let place = step.place.as_ref().map(|place| format!("{}:{}", place.file, place.line));
        let place = place.unwrap_or_default();
        let line = format!("    {:>4}  {:<width$}  {place}", number + 1, step.action);
        let _ = writeln!(out, "{}", line.trim_end());
    }
    match run.end {
        End::Deadlock => out.push_str("          and nothing more happens\n"),
        End::Open if run.steps.is_empty() => {
            out.push_str("          at once, in the first state\n");
        }
        End::Open | End::Loop(_) => {}
    }
    out
}
