//! The texts that a report points into, for formats that show them.
//!
//! Input: a report, the texts of a run. Output: the text of each file in which something is, by its name; of a long one what stands around
//! the lines that are pointed at.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, Report, SourcePosition};
use crate::session::Session;

/// Lines of a file that are shown as a whole, and lines around each place in a longer one.
const MOST: usize = 20_000;
const AROUND: usize = 60;

/// A text, or pieces of it.
#[derive(Debug)]
pub(super) struct Excerpt {
    pub(super) file: String,
    /// The number of the first line of each piece, and its lines.
    pub(super) pieces: Vec<(usize, Vec<String>)>,
}

/// The texts of a report, in the order in which they were read.
pub(super) fn excerpts(session: &Session, report: &Report) -> Vec<Excerpt> {
    let mut lines: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for place in places(report) {
        lines.entry(&place.file).or_default().insert(place.line);
    }
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for source in session.sources.iter() {
        let is_new = excerpts.iter().all(|other| other.file != source.name);
        if let Some(lines) = lines.get(source.name.as_str()).filter(|_| is_new) {
            let pieces = pieces(&source.text, lines);
            excerpts.push(Excerpt { file: source.name.clone(), pieces });
        }
    }
    excerpts
}

/// All places that a report points at.
fn places(report: &Report) -> Vec<&SourcePosition> {
    let mut places: Vec<&SourcePosition> = Vec::new();
    for entry in &report.entries {
        match entry {
            Entry::Property(finding) => {
                places.extend(&finding.place);
                let steps = finding.run.iter().flat_map(|run| &run.steps);
                places.extend(steps.filter_map(|step| step.place.as_ref()));
            }
            Entry::Defect(defect) | Entry::Ignored(defect) => {
                places.extend(defect.place.iter().chain(&defect.also));
                places.extend(defect.way.iter().filter_map(|step| step.at.as_ref()));
            }
            Entry::Diagram(shown) => places.extend(shown.clauses.iter().map(|(at, ..)| at)),
            Entry::Hunt(reached) => places.extend(&reached.results),
            _ => {}
        }
    }
    places.extend(report.messages.iter().filter_map(|message| message.place.as_ref()));
    places
}

fn pieces(text: &str, places: &BTreeSet<usize>) -> Vec<(usize, Vec<String>)> {
    let lines: Vec<&str> = text.lines().collect();
    let taken = |from: usize, to: usize| {
        let lines = lines.get(from - 1..to).unwrap_or_default();
        (from, lines.iter().map(|line| (*line).to_owned()).collect())
    };
    if lines.len() <= MOST {
        return vec![taken(1, lines.len())];
    }
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &line in places {
        let from = line.saturating_sub(AROUND).max(1);
        let to = (line + AROUND).min(lines.len());
        match ranges.last_mut() {
            Some((_, last)) if from <= *last + 1 => *last = to,
            _ if from <= to => ranges.push((from, to)),
            _ => {}
        }
    }
    ranges.into_iter().map(|(from, to)| taken(from, to)).collect()
}
