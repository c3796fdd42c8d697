//! What has become of properties, for people: a table, and of what was lost the new run and what is left.
//!
//! Input: properties with their answers. Output: text, or Markdown for a comment on a pull request.
//!
//! ```text
//!           property       old    new       rule
//! kept      never_alone    holds  holds     invariant: what must not happen does not happen in it
//! lost      void_is_final  holds  violated  none applies
//! ```

use std::fmt::Write as _;

use extension::{Preserved, Step, Weakening};

use crate::io::visible::on_one_line;
use crate::report::human::numbered;
use crate::report::{Finding, Word};
use crate::session::exit::Exit;

/// A property with what has become of it.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) old: Word,
    pub(crate) new: Finding,
    /// What rules say, and what is left; none of a property that is no formula of the mu-calculus, or where versions cannot be compared.
    pub(crate) preserved: Option<Preserved>,
}

/// What has become of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Kept,
    Lost,
    Gained,
    Violated,
    Unknown,
}

impl Entry {
    /// What has become of it, perhaps.
    fn outcome(&self) -> Outcome {
        match (self.old.holds(), self.new.word.holds()) {
            (Some(true), Some(true)) => Outcome::Kept,
            (Some(true), Some(false)) => Outcome::Lost,
            (Some(false), Some(true)) => Outcome::Gained,
            (Some(false), Some(false)) => Outcome::Violated,
            _ => Outcome::Unknown,
        }
    }

    /// Whether that is only possible: what holds now is kept, whether it was certain before or not.
    fn is_possible(&self) -> bool {
        let is_possible = |word| matches!(word, Word::PossiblyHolds | Word::PossiblyViolated);
        let is_kept = self.outcome() == Outcome::Kept;
        is_possible(self.new.word) || !is_kept && is_possible(self.old)
    }

    /// How a run ends that has found this, as `check` ends with such a verdict on the new version.
    pub(crate) fn exit(&self) -> Exit {
        match self.outcome() {
            Outcome::Kept | Outcome::Lost if self.is_possible() => Exit::Inconclusive,
            Outcome::Lost => Exit::Violated,
            Outcome::Unknown => Exit::Inconclusive,
            Outcome::Kept | Outcome::Gained | Outcome::Violated => Exit::Success,
        }
    }

    /// The word for what has become of it.
    fn word(&self) -> String {
        let perhaps = if self.is_possible() { "possibly " } else { "" };
        match self.outcome() {
            Outcome::Violated => Outcome::Violated.word().to_owned(),
            outcome => format!("{perhaps}{}", outcome.word()),
        }
    }

    /// By which rules it is kept, or that none applies.
    fn rule(&self) -> String {
        let Some(preserved) = self.preserved.as_ref().filter(|_| self.old.holds() == Some(true))
        else {
            return String::new();
        };
        if !preserved.is_by_rule() {
            return "none applies".to_owned();
        }
        rules(&preserved.steps)
    }
}

/// The names of rules with what they say, each once.
fn rules(steps: &[Step]) -> String {
    let mut texts: Vec<String> = Vec::new();
    for rule in steps.iter().filter_map(Step::rule) {
        let text = format!("{}: {}", rule.number.name(), rule.number.says());
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join("; ")
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Lost => "lost",
            Self::Gained => "gained",
            Self::Violated => "as before",
            Self::Unknown => "unknown",
        }
    }
}

/// The rows of a table, its head first.
fn cells(entries: &[Entry]) -> Vec<[String; 5]> {
    let head = ["", "property", "old", "new", "rule"].map(str::to_owned);
    let row = |entry: &Entry| {
        [
            entry.word(),
            on_one_line(&entry.name).to_string(),
            entry.old.text().to_owned(),
            entry.new.word.text().to_owned(),
            entry.rule(),
        ]
    };
    std::iter::once(head).chain(entries.iter().map(row)).collect()
}

/// Lines for people.
pub(crate) fn text(entries: &[Entry]) -> String {
    let cells = cells(entries);
    let width =
        |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    let mut out = String::new();
    for [outcome, name, old, new, rule] in &cells {
        let [a, b, c, d] = widths;
        let line = format!("{outcome:<a$}  {name:<b$}  {old:<c$}  {new:<d$}  {rule}");
        // Writing to a string does not fail.
        let _ = writeln!(out, "{}", line.trim_end());
    }
    for note in notes(entries) {
        let _ = writeln!(out, "{note}");
    }
    for entry in entries.iter().filter(|entry| entry.outcome() == Outcome::Lost) {
        let _ = write!(out, "\n{} was {}\n{}", on_one_line(&entry.name), entry.word(), run(entry));
        let _ = writeln!(out, "          {}", left(entry));
    }
    out
}

/// A table of Markdown, with the runs below it.
pub(crate) fn markdown(entries: &[Entry]) -> String {
    let mut out = String::new();
    for (number, row) in cells(entries).iter().enumerate() {
        let row: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        // Writing to a string does not fail.
        let _ = writeln!(out, "| {} |", row.join(" | "));
        if number == 0 {
            out.push_str("|---|---|---|---|---|\n");
        }
    }
    for note in notes(entries) {
        let _ = writeln!(out, "\n{note}");
    }
    for entry in entries.iter().filter(|entry| entry.outcome() == Outcome::Lost) {
        let name = on_one_line(&entry.name);
        let (word, left) = (entry.word(), left(entry));
        let _ = write!(out, "\n**{name}** was {word}: {left}\n\n```\n{}```\n", run(entry));
    }
    out
}

/// What the verdicts of the new version rest on, each with the properties of which that is so.
fn notes(entries: &[Entry]) -> Vec<String> {
    let mut notes: Vec<(&str, Vec<String>)> = Vec::new();
    for entry in entries {
        for note in &entry.new.notes {
            let name = on_one_line(&entry.name).to_string();
            match notes.iter_mut().find(|(other, _)| other == note) {
                Some((_, names)) => names.push(name),
                None => notes.push((note, vec![name])),
            }
        }
    }
    notes.iter().map(|(note, names)| format!("{}: {note}", names.join(", "))).collect()
}

/// The shortest run of the new version that shows why a property is lost.
fn run(entry: &Entry) -> String {
    entry.new.run.as_ref().map(numbered).unwrap_or_default()
}

/// The weaker property that is left.
fn left(entry: &Entry) -> String {
    let weaker = entry.preserved.as_ref().and_then(|preserved| preserved.weaker.as_ref());
    let Some(weaker) = weaker else {
        return "no weaker property that is known holds".to_owned();
    };
    let fair = format!("if {} is not chosen for ever", weaker.candidate.fair.join(" or "));
    match weaker.candidate.weakening {
        Weakening::Failures => format!("what holds is {}", weaker.candidate.text),
        Weakening::Fair => format!("it holds {fair}"),
        Weakening::FailuresFair => format!("what holds is {}, {fair}", weaker.candidate.text),
    }
}
