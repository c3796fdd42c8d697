//! What all verdicts come to, as the last line of a report: `12 states, 11 transitions, 3 properties: 2 as expected, 1 violated, 0 inconclusive`.
//!
//! Input: the entries of a report, and how many properties were not understood. Output: the line; none where nothing was asked.

use std::fmt::Write as _;

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

/// What reports come to together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    counts: Counts,
    /// States, transitions and systems that were asked.
    sizes: (usize, usize, usize),
    /// Products of features, and different systems among them.
    products: Option<(usize, usize)>,
}

impl Totals {
    /// What one report comes to.
    pub(super) fn of(report: &Report) -> Self {
        let products = report.entries.iter().find_map(|entry| match entry {
            Entry::Products(table) => Some((table.rows.len(), table.systems)),
            _ => None,
        });
        let states = report.sizes.iter().map(|(states, _)| states).sum();
        let transitions = report.sizes.iter().map(|(_, transitions)| transitions).sum();
        let sizes = (states, transitions, report.sizes.len());
        Self { counts: Counts::of(report), sizes, products }
    }

    /// Adds what another report comes to.
    pub(crate) fn add(&mut self, other: &Self) {
        let (counts, more) = (&mut self.counts, other.counts);
        counts.all += more.all;
        counts.as_expected += more.as_expected;
        counts.violated += more.violated;
        counts.inconclusive += more.inconclusive;
        counts.wrong += more.wrong;
        let ((states, transitions, systems), new) = (self.sizes, other.sizes);
        // The products of features are systems among others here.
        let of_products = other.products.map_or(0, |(_, systems)| systems);
        self.sizes = (states + new.0, transitions + new.1, systems + new.2 + of_products);
    }

    /// How many properties end in which way, in a few words; empty if there are none.
    pub(crate) fn words(&self) -> String {
        let Counts { all, violated, inconclusive, wrong, .. } = self.counts;
        if all == 0 {
            return String::new();
        }
        let mut words =
            if all == 1 { "1 property".to_owned() } else { format!("{all} properties") };
        let others =
            [(violated, "violated"), (inconclusive, "inconclusive"), (wrong, "not understood")];
        for (count, word) in others.iter().filter(|(count, _)| *count > 0) {
            let _ = write!(words, ", {count} {word}");
        }
        words
    }

    /// The last line of a report.
    pub(crate) fn line(&self) -> Option<String> {
        let Counts { all, as_expected, violated, inconclusive, wrong } = self.counts;
        let size = self.size()?;
        let properties = if all == 1 { "property" } else { "properties" };
        let wrong = if wrong == 0 { String::new() } else { format!(", {wrong} not understood") };
        Some(format!(
            "{size}, {all} {properties}: {as_expected} as expected, {violated} violated, \
             {inconclusive} inconclusive{wrong}\n"
        ))
    }

    /// How large what was asked is, if something was.
    fn size(&self) -> Option<String> {
        if let Some((products, systems)) = self.products {
            return Some(format!("{products} products, {systems} different systems"));
        }
        let (states, transitions, systems) = self.sizes;
        let size = format!("{states} states, {transitions} transitions");
        match systems {
            0 => None,
            1 => Some(size),
            several => Some(format!("{size} in {several} systems")),
        }
    }
}

/// The last line of a report.
pub(super) fn line(report: &Report) -> Option<String> {
    Totals::of(report).line()
}
