//! What lies between two versions, for people: states, steps at lines of both, and what kind of change each piece is.
//!
//! Input: two versions and their difference. Output: lines, or a table of Markdown.
//!
//! ```text
//! states
//!   + refunded
//! steps
//!   + completed  cmd(refund)  refunded  payment_fsm.erl:48
//! changes
//!   failure: from completed by cmd(refund) to refunded, and nothing leads back
//! both have 8 states and 16 steps
//! ```

use std::fmt::Write as _;

use extension::{Extension, Kind, Transition};
use frontend::Span;
use lts::StateId;

use crate::report::place;
use crate::session::Session;
use crate::versions::code::Edit;
use crate::versions::row::{Pair, Row, untold};

/// The lines about a change.
pub(crate) fn lines(
    session: &Session,
    pair: &Pair<'_>,
    pieces: &[Extension],
    rows: &[Row],
) -> String {
    let mut out = String::new();
    let states = states(pair);
    if !states.is_empty() {
        out.push_str("states\n");
        for (sign, name) in states {
            // Writing to a string does not fail.
            let _ = writeln!(out, "  {sign} {name}");
        }
    }
    let changed: Vec<&Row> = rows.iter().filter(|row| row.sign() != ' ').collect();
    if !changed.is_empty() {
        out.push_str("steps\n");
        steps(session, &changed, &mut out);
    }
    let code = code(session, pair, rows);
    if !code.is_empty() {
        out.push_str("code that differs, on no step above\n");
        for line in code {
            let _ = writeln!(out, "  {line}");
        }
    }
    if !pieces.is_empty() {
        out.push_str("changes\n");
        for text in pieces.iter().flat_map(|piece| told(pair, piece)) {
            let _ = writeln!(out, "  {text}");
        }
    }
    out.push_str(&kept(pair));
    out
}

/// A table for a comment on a pull request.
pub(crate) fn markdown(
    session: &Session,
    pair: &Pair<'_>,
    pieces: &[Extension],
    rows: &[Row],
) -> String {
    let mut out = String::from("| | from | event | to | where |\n|---|---|---|---|---|\n");
    for row in rows.iter().filter(|row| row.sign() != ' ') {
        let [from, label, to] = [&row.from, &row.label, &row.to].map(|text| cell(text));
        let place = format!("{}{}", places(session, [&row.old, &row.new]), edited(row));
        // Writing to a string does not fail.
        let _ = writeln!(out, "| `{}` | {from} | {label} | {to} | {place} |", row.sign());
    }
    let pieces = pieces.iter().flat_map(|piece| told(pair, piece));
    let all: Vec<String> = pieces.map(|text| format!("- {text}\n")).collect();
    if !all.is_empty() {
        let _ = write!(out, "\n{}", all.concat());
    }
    let code: Vec<String> = untold(pair, rows).into_iter().map(|(name, _)| cell(&name)).collect();
    if !code.is_empty() {
        let _ = write!(out, "\nCode that differs, on no step above: {}.\n", code.join(", "));
    }
    let _ = write!(out, "\n{}", kept(pair));
    out
}

/// The functions that differ and of which no step tells.
fn code(session: &Session, pair: &Pair<'_>, rows: &[Row]) -> Vec<String> {
    let untold = untold(pair, rows).into_iter();
    let lines = untold.map(|(name, [old, new])| {
        let sign = match (old, new) {
            (None, _) => '+',
            (_, None) => '-',
            _ => '~',
        };
        let places = places(session, [old.as_slice(), new.as_slice()]);
        format!("{sign} {name}  {places}")
    });
    lines.collect()
}

/// A text as code in a cell of a table.
fn cell(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|").replace('`', "'"))
}

/// States that one version has, with their signs: those of modules by their names, others by their numbers. What one version was not
/// looked at far enough to meet may be there.
fn states(pair: &Pair<'_>) -> Vec<(char, String)> {
    let Pair { old, new, difference } = pair;
    let added = difference.added_states.iter().map(|&state| ('+', new.state(state), old));
    let gone = difference.removed_states.iter();
    let gone = gone.map(|&state| ('-', pair.state_before(state), new));
    let told = added.chain(gone).filter(|(_, name, other)| !other.may_be_in(name));
    told.map(|(sign, name, _)| (sign, name)).collect()
}

/// Rows in columns, none wider than it may be.
fn steps(session: &Session, rows: &[&Row], out: &mut String) {
    let width = |text: fn(&Row) -> &String| {
        let widths = rows.iter().map(|row| text(row).chars().count());
        widths.max().unwrap_or(0).min(MOST)
    };
    let widths = [width(|row| &row.from), width(|row| &row.label), width(|row| &row.to)];
    for row in rows {
        let [from, label, to] = widths;
        let line = format!(
            "  {} {:<from$}  {:<label$}  {:<to$}  {}{}",
            row.sign(),
            row.from,
            row.label,
            row.to,
            places(session, [&row.old, &row.new]),
            edited(row)
        );
        // Writing to a string does not fail.
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// The widest column that others are aligned with.
const MOST: usize = 40;

/// The lines of the clauses that take a step: `door.erl:12`, and where both versions have it `door.erl:12, was 10`.
fn places(session: &Session, [old, new]: [&[Span]; 2]) -> String {
    let [(file, before), (path, now)] = [old, new].map(|spans| lines_of(session, spans));
    match (before.is_empty(), now.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("{path}:{now}"),
        (false, true) => format!("{file}:{before}"),
        (false, false) if before == now => format!("{path}:{now}"),
        (false, false) => format!("{path}:{now}, was {before}"),
    }
}

/// The file of some spans, and their lines: `12,15`.
fn lines_of(session: &Session, spans: &[Span]) -> (String, String) {
    let places: Vec<_> = spans.iter().filter_map(|&span| place(session, span)).collect();
    let mut numbers: Vec<String> = places.iter().map(|place| place.line.to_string()).collect();
    numbers.dedup();
    let file = places.into_iter().next().map(|place| place.file);
    (file.unwrap_or_default(), numbers.join(","))
}

/// What is said behind a step whose clauses do something else.
fn edited(row: &Row) -> String {
    match &row.edit {
        Some(Edit::Functions(names)) => format!(": {}", names.join(", ")),
        Some(Edit::Clauses) | None => String::new(),
    }
}

/// A piece of what was added: for each way through it a line, with all the kinds that it is of.
fn told(pair: &Pair<'_>, piece: &Extension) -> Vec<String> {
    let mut ways: Vec<(Option<StateId>, Option<StateId>, Vec<Kind>)> = Vec::new();
    for link in &piece.links {
        match ways.iter_mut().find(|(entry, exit, _)| (*entry, *exit) == (link.entry, link.exit)) {
            Some((_, _, kinds)) => kinds.push(link.kind),
            None => ways.push((link.entry, link.exit, vec![link.kind])),
        }
    }
    ways.iter().map(|(entry, exit, kinds)| way(pair, piece, (*entry, *exit), kinds)).collect()
}

/// `alternative: from 1 by voucher to 3`
fn way(
    pair: &Pair<'_>,
    piece: &Extension,
    (entry, exit): (Option<StateId>, Option<StateId>),
    kinds: &[Kind],
) -> String {
    let state = |state| pair.new.state(state);
    let labels = piece.entries.iter().find(|(other, _)| Some(*other) == entry);
    let by = labels.map(|(_, labels)| {
        let texts: Vec<&str> = labels.iter().map(|&label| pair.new.label(label)).collect();
        format!(" by {}", texts.join(", "))
    });
    // Of a piece that is never entered its states are all that there is to tell.
    let from = entry.map_or_else(
        || {
            format!(
                " {}",
                piece.states.iter().map(|&one| state(one)).collect::<Vec<_>>().join(", ")
            )
        },
        |entry| format!(" from {}", state(entry)),
    );
    let to = match (entry, exit) {
        (_, Some(exit)) => format!(" to {}", state(exit)),
        (Some(_), None) => lost(pair, piece, entry),
        (None, None) => String::new(),
    };
    let why = kinds.iter().find_map(|kind| kind.unclassified());
    let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    let word = words.join(" and ");
    let gone = kinds.contains(&Kind::Refinement).then(|| replaced(pair, piece));
    let why = why.map(|why| format!(": {why}"));
    let way: String = [by, Some(to), gone, why].into_iter().flatten().collect();
    format!("{word}:{from}{way}")
}

/// `, and nothing leads back`, where the piece leads back at first `, and behind declined nothing leads back`
fn lost(pair: &Pair<'_>, piece: &Extension, entry: Option<StateId>) -> String {
    let mut labels: Vec<&str> = Vec::new();
    for point in &piece.points_of_no_return {
        let label = pair.new.label(point.label);
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    let is_entered = |point: &Transition| Some(point.source) == entry;
    if piece.points_of_no_return.iter().all(is_entered) {
        return ", and nothing leads back".to_owned();
    }
    format!(", and behind {} nothing leads back", labels.join(" or "))
}

/// ` in place of credit`
fn replaced(pair: &Pair<'_>, piece: &Extension) -> String {
    let labels: Vec<&str> =
        piece.refines.iter().map(|removed| pair.old.label(removed.label)).collect();
    format!(" in place of {}", labels.join(", "))
}

/// How much both versions have.
fn kept(pair: &Pair<'_>) -> String {
    let (states, steps) = (pair.difference.states.len(), pair.difference.kept.len());
    let number =
        |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    format!("both have {} and {}\n", number(states, "state"), number(steps, "step"))
}
