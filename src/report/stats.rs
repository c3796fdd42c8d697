//! The figures of `translate --stats` as text: a line per entry point, then one per construct.
//!
//! Places are `file:line`, the file by its name alone, as in drawings of splitting trees.

use std::fmt::Write as _;
use std::path::Path;

use frontend::{SourceMap, Span};
use translator::stats::{Count, Entry, Gap, Gaps, Stats};

/// Causes and places that are listed at most.
const MAX_LISTED: usize = 10;

/// The whole text.
pub(crate) fn table(stats: &Stats, sources: &SourceMap) -> String {
    let mut text = headline(stats);
    text.push('\n');
    entries(&mut text, stats);
    gaps(&mut text, stats, sources);
    constructs(&mut text, stats);
    causes(&mut text, stats);
    text
}

fn headline(stats: &Stats) -> String {
    let total = stats.total();
    let unknown = total.unknown + total.inside;
    let mut text = format!(
        "{}: {} expressions, {} exact, {} unknown",
        stats.module,
        total.exact + unknown + stats.dead,
        total.exact,
        unknown
    );
    if total.inside > 0 {
        let _ = write!(text, " ({} of them inside others)", total.inside);
    }
    if stats.dead > 0 {
        let _ = write!(text, ", {} never evaluated", stats.dead);
    }
    text.push('\n');
    if stats.outside > 0 {
        let _ = writeln!(
            text,
            "not counted: {} expressions that only entry points reach which are not modelled yet",
            stats.outside
        );
    }
    text
}

fn entries(text: &mut String, stats: &Stats) {
    let name = |entry: &Entry| format!("{}/{}", entry.name, entry.arity);
    let width = stats.entries.iter().map(|entry| name(entry).chars().count()).max().unwrap_or(0);
    let width = width.max("entry point".len());
    let _ = writeln!(text, "{:width$}  heads  guards  returns", "entry point");
    for entry in &stats.entries {
        let row = match &entry.modelled {
            Some(gaps) => {
                let word = |gaps: &[Gap]| match gaps.len() {
                    0 => "exact".to_owned(),
                    n => format!("{n} not"),
                };
                let [heads, guards, returns] =
                    [&gaps.heads, &gaps.guards, &gaps.returns].map(|gaps| word(gaps));
                format!("{heads:5}  {guards:6}  {returns}")
            }
            None => "not modelled yet".to_owned(),
        };
        let _ = writeln!(text, "{:width$}  {row}", name(entry));
    }
    text.push('\n');
}

/// What is not exact in the entry points, with its place.
fn gaps(text: &mut String, stats: &Stats, sources: &SourceMap) {
    let place = |span: Span| {
        let place = sources.line_of(span);
        Path::new(&place).file_name().map_or(place.clone(), |name| name.to_string_lossy().into())
    };
    let all = |gaps: &Gaps| [&gaps.heads, &gaps.guards, &gaps.returns].map(Vec::clone).concat();
    let gaps: Vec<Gap> =
        stats.entries.iter().filter_map(|entry| entry.modelled.as_ref()).flat_map(all).collect();
    for gap in gaps.iter().take(MAX_LISTED) {
        let _ = writeln!(text, "{}: not exact: {}", place(gap.span), gap.what);
    }
    if gaps.len() > MAX_LISTED {
        let _ = writeln!(text, "and {} more places", gaps.len() - MAX_LISTED);
    }
    if !gaps.is_empty() {
        text.push('\n');
    }
}

fn constructs(text: &mut String, stats: &Stats) {
    let names = stats.constructs.keys().map(|construct| construct.name().len());
    let width = names.max().unwrap_or(0).max("construct".len());
    let _ =
        writeln!(text, "{:width$}  {:>6}  {:>7}  {:>6}", "construct", "exact", "unknown", "inside");
    let mut row = |name: &str, count: &Count| {
        let Count { exact, unknown, inside } = count;
        let _ = writeln!(text, "{name:width$}  {exact:6}  {unknown:7}  {inside:6}");
    };
    for (construct, count) in &stats.constructs {
        row(construct.name(), count);
    }
    row("all", &stats.total());
}

/// Why expressions are unknown, the most frequent reasons first.
fn causes(text: &mut String, stats: &Stats) {
    if stats.causes.is_empty() {
        return;
    }
    text.push_str("\nunknown  because of\n");
    for (what, n) in stats.causes.iter().take(MAX_LISTED) {
        let _ = writeln!(text, "{n:7}  {what}");
    }
    let others = &stats.causes[stats.causes.len().min(MAX_LISTED)..];
    if !others.is_empty() {
        let n: usize = others.iter().map(|(_, n)| n).sum();
        let _ = writeln!(text, "{n:7}  {} other reasons", others.len());
    }
}
