//! Why a formula about the past is false: what changed in the last step, as lines.

use frontend::Span;
use monitor::{Formula, Report};

use crate::report::place;
use crate::session::Session;

/// What changed in the last step, from the leaves to the whole formula, and on which earlier steps that rests.
pub(crate) fn told(session: &Session, formula: &Formula, report: &Report) -> Vec<String> {
    let whole = formula.subformulas.first().map(|own| own.span);
    let at = |subformula: usize| {
        let span = formula.subformulas.get(subformula).map(|own| own.span).or(whole);
        span.map_or_else(String::new, |span| written(session, span))
    };
    let mut lines = Vec::new();
    if report.changes.is_empty() {
        lines.push("nothing changed in the last step: it was false before".to_owned());
    } else {
        lines.push("changed in the last step, from the leaves up:".to_owned());
    }
    for change in &report.changes {
        let now = change.now;
        let values = match change.before {
            Some(before) => format!("{before} -> {now}"),
            None => format!("{now} after the first step"),
        };
        lines.push(format!(
            "  {}{}: {values}",
            at(change.subformula),
            formula.text(change.subformula)
        ));
    }
    for rest in &report.rests {
        let text = formula.text(rest.subformula);
        lines.push(format!("  {}{text}: since step {}", at(rest.subformula), rest.step));
    }
    lines
}

/// Where a subformula stands, as messages say it; nothing for a formula of the command line.
fn written(session: &Session, span: Span) -> String {
    place(session, span).map_or_else(String::new, |place| {
        format!("{}:{}:{}: ", place.file, place.line, place.column)
    })
}
