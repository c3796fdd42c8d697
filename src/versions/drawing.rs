//! Two versions as one drawing: what was there grey, what is new green, what is gone red, what does something else orange.
//!
//! Input: rows. Output: a Mermaid flowchart, which GitHub and GitLab draw in Markdown, or a graph for Graphviz.

use std::fmt::Write as _;

use extension::Fate;
use indexmap::IndexMap;
use lts::format::dot::quoted;
use lts::format::mermaid::entities;

use crate::versions::row::Row;

/// Of what is drawn the colours: of lines and texts, and inside of states.
struct Colours {
    line: &'static str,
    inside: &'static str,
}

const KEPT: Colours = Colours { line: "#6e7781", inside: "#f6f8fa" };
const ADDED: Colours = Colours { line: "#1a7f37", inside: "#dafbe1" };
const REMOVED: Colours = Colours { line: "#cf222e", inside: "#ffebe9" };
const EDITED: Colours = Colours { line: "#bc4c00", inside: "#fff1e5" };

/// The colours of a row.
fn colours(row: &Row) -> &'static Colours {
    match (row.fate, &row.edit) {
        (Fate::Added, _) => &ADDED,
        (Fate::Removed, _) => &REMOVED,
        (Fate::Kept, Some(_)) => &EDITED,
        (Fate::Kept, None) => &KEPT,
    }
}

/// A flowchart of Mermaid.
pub(crate) fn mermaid(rows: &[Row]) -> String {
    let mut out = String::from("flowchart TD\n");
    let states = states(rows);
    for (number, (name, colours)) in states.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = writeln!(out, "  s{number}[\"{}\"]", entities(name));
        let _ = writeln!(out, "  style s{number} fill:{},stroke:{}", colours.inside, colours.line);
    }
    let place = |name: &String| states.get_index_of(name).unwrap_or_default();
    for row in rows {
        let (from, to) = (place(&row.from), place(&row.to));
        let _ = writeln!(out, "  s{from} -->|\"{}\"| s{to}", entities(&row.label));
    }
    for (number, row) in rows.iter().enumerate() {
        let line = colours(row).line;
        let _ = writeln!(out, "  linkStyle {number} stroke:{line},color:{line}");
    }
    out
}

/// A graph for Graphviz.
pub(crate) fn dot(rows: &[Row]) -> String {
    let mut out = String::from("digraph versions {\n  node [shape=box, style=filled];\n");
    for (name, colours) in states(rows) {
        let Colours { line, inside } = colours;
        // Writing to a string does not fail.
        let _ = writeln!(out, "  {} [color=\"{line}\", fillcolor=\"{inside}\"];", quoted(&name));
    }
    for row in rows {
        let line = colours(row).line;
        let [from, to, label] = [&row.from, &row.to, &row.label].map(|text| quoted(text));
        let _ = writeln!(
            out,
            "  {from} -> {to} [label={label}, color=\"{line}\", fontcolor=\"{line}\"];"
        );
    }
    out.push_str("}\n");
    out
}

/// The states with their colours: that of what is new or gone where all that leads there or away is.
fn states(rows: &[Row]) -> IndexMap<String, &'static Colours> {
    let mut states: IndexMap<String, Vec<Fate>> = IndexMap::new();
    for row in rows {
        for name in [&row.from, &row.to] {
            states.entry(name.clone()).or_default().push(row.fate);
        }
    }
    let colours = |fates: &[Fate]| match fates {
        all if all.iter().all(|fate| *fate == Fate::Added) => &ADDED,
        all if all.iter().all(|fate| *fate == Fate::Removed) => &REMOVED,
        _ => &KEPT,
    };
    states.into_iter().map(|(name, fates)| (name, colours(&fates))).collect()
}
