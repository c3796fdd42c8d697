//! What all verdicts come to, as the last line of a report: `12 states, 11 transitions, 3 properties: 2 as expected, 1 violated, 0 inconclusive`.
//!
//! Input: the entries of a report, and how many properties were not understood. Output: the line; none where nothing was asked.

use super::{Entry, Finding, Report};
use crate::session::exit::Exit;

/// How many properties end in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// All of them, those included that were not understood.
    pub(super) all: usize,
    pub(super) as_expected: usize,
    pub(super) violated: usize,
    pub(super) inconclusive: usize,
    /// Those of which the formula is wrong.
    pub(super) wrong: usize,
}

impl Counts {
    /// The counts of a report.
    pub(super) fn of(report: &Report) -> Self {
        let ends = |exit| report.findings().filter(move |finding: &&Finding| finding.exit == exit);
        Self {
            all: report.findings().count() + report.wrong,
            as_expected: ends(Exit::Success).count(),
            violated: ends(Exit::Violated).count(),
            inconclusive: ends(Exit::Inconclusive).count(),
            wrong: report.wrong,
        }
    }
}

/// The last line of a report.
pub(super) fn line(report: &Report) -> Option<String> {
    let Counts { all, as_expected, violated, inconclusive, wrong } = Counts::of(report);
    let size = size(report)?;
    let properties = if all == 1 { "property" } else { "properties" };
    let wrong = if wrong == 0 { String::new() } else { format!(", {wrong} not understood") };
    Some(format!(
        "{size}, {all} {properties}: {as_expected} as expected, {violated} violated, \
         {inconclusive} inconclusive{wrong}\n"
    ))
}

/// How large what was asked is, if something was.
fn size(report: &Report) -> Option<String> {
    let products = report.entries.iter().find_map(|entry| match entry {
        Entry::Products(table) => Some(table),
        _ => None,
    });
    if let Some(table) = products {
        return Some(format!("{} products, {} different systems", table.rows.len(), table.systems));
    }
    let states: usize = report.sizes.iter().map(|(states, _)| states).sum();
    let transitions: usize = report.sizes.iter().map(|(_, transitions)| transitions).sum();
    let size = format!("{states} states, {transitions} transitions");
    match report.sizes.len() {
        0 => None,
        1 => Some(size),
        several => Some(format!("{size} in {several} systems")),
    }
}
