//! Findings on one line each, as erlc writes messages: `door.props:5:3: violated: name: cmd(a), cmd(b)`.

use super::{Defect, End, Entry, Finding, Reached, Report, Run, SourcePosition, human, summary};
use crate::io::visible::on_one_line;

/// The line of an entry about what the user has named `input`.
pub(super) fn entry(entry: &Entry, input: &str) -> String {
    let input = &*on_one_line(input);
    match entry {
        Entry::Formula { name, formula } => {
            format!("{input}: formula: {}: {formula}\n", on_one_line(name))
        }
        Entry::System(system) => {
            let text = human::sized(system);
            format!("{input}: lts: {}\n", text.trim_start_matches("lts").trim_start())
        }
        Entry::Products(shown) => {
            format!("{input}: {} products, {} different systems\n", shown.rows.len(), shown.systems)
        }
        Entry::Property(finding) => format!("{}: {}\n", place(finding, input), line(finding)),
        Entry::Defect(shown) => format!("{}: {}\n", at(shown.place.as_ref(), input), defect(shown)),
        Entry::Ignored(_) | Entry::Diagram(_) | Entry::Transitions(_) | Entry::Told { .. } => {
            String::new()
        }
        Entry::Hunt(reached) => format!("{input}: hunt: {}\n", hunted(reached)),
        Entry::Assumptions(text) => format!("{input}: {}\n", text.trim_end().replace('\n', " ")),
    }
}

/// What all verdicts come to.
pub(super) fn summary(report: &Report) -> String {
    let line = summary::line(report);
    line.map_or_else(String::new, |line| format!("{}: {line}", on_one_line(&report.input)))
}

/// A finding of the built-in checks on one line.
pub(super) fn defect(defect: &Defect) -> String {
    let word = if defect.is_certain { "certain" } else { "possible" };
    let way: Vec<&str> = defect.way.iter().map(|step| step.event.as_str()).collect();
    let mut text = format!("{word}: {}: {}", defect.code, defect.message);
    if !way.is_empty() {
        text.push_str(": ");
        text.push_str(&way.join(", "));
    }
    if !defect.because.is_empty() {
        text.push_str("; rests on ");
        text.push_str(&defect.because.join(", "));
    }
    text
}

/// What a hunt has reached.
pub(super) fn hunted(reached: &Reached) -> String {
    let Reached { states, moves, clauses_taken, clauses, gaps, .. } = reached;
    let all =
        if gaps.is_empty() { "all".to_owned() } else { format!("not all ({})", gaps.join("; ")) };
    let blind = reached.blind.map_or(String::new(), |why| format!("; inconclusive: {why}"));
    format!(
        "{states} states, {moves} moves, {all}; {clauses_taken} of {clauses} clauses taken{blind}"
    )
}

/// Where a property stands.
fn place(finding: &Finding, input: &str) -> String {
    at(finding.place.as_ref(), input)
}

fn at(place: Option<&SourcePosition>, input: &str) -> String {
    let text = place.map_or(input.to_owned(), |place| {
        format!("{}:{}:{}", place.file, place.line, place.column)
    });
    on_one_line(&text).into_owned()
}

/// A verdict on one line.
pub(super) fn line(finding: &Finding) -> String {
    let mut text = format!("{}: {}", finding.word.text(), human::named(finding));
    if let Some(run) = finding.run.as_ref().filter(|_| finding.shows_run) {
        text.push_str(": ");
        text.push_str(&actions(run));
    }
    for note in &finding.notes {
        text.push_str("; ");
        text.push_str(note);
    }
    text
}

fn actions(run: &Run) -> String {
    if run.end == End::Tree {
        return format!("several runs, {} steps", run.steps.len());
    }
    let mut actions: Vec<String> =
        run.steps.iter().map(|step| on_one_line(&step.action).into_owned()).collect();
    match run.end {
        End::Open if actions.is_empty() => return "at once, in the first state".to_owned(),
        End::Open | End::Tree => {}
        End::Deadlock => actions.push("and nothing more happens".to_owned()),
        End::Loop(start) => {
            if let Some(first) = actions.get_mut(start) {
                first.insert_str(0, "again and again: ");
            }
        }
    }
    actions.join(", ")
}
