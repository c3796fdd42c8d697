//! What exploration has left out or joined, in words.
//!
//! Input: a machine that has been explored. Output: notes and warnings; none where all that the model can do was
//! computed exactly.

use frontend::{Diagnostic, Severity};
use lts::semantics::Machine;
use model::Procedure;

use crate::codes;

/// What is to be said of a machine.
pub(crate) fn of(machine: &Machine<'_>) -> Vec<Diagnostic> {
    let cuts = (machine.cuts() > 0).then(|| cut(machine.cuts()));
    others(machine, cuts)
}

/// What is to be said of the machine of one of several processes: nobody knows how often all of them were in a place.
pub(crate) fn of_one(machine: &Machine<'_>) -> Vec<Diagnostic> {
    let message = "some recursive calls were not followed to the end on unknown values";
    let cuts = (machine.cuts() > 0).then(|| Diagnostic::new(codes::CUT, Severity::Note, message));
    others(machine, cuts)
}

fn others(machine: &Machine<'_>, cuts: Option<Diagnostic>) -> Vec<Diagnostic> {
    let mut notes: Vec<Diagnostic> = cuts.into_iter().collect();
    if machine.joins() > 0 {
        let message = "decisions on unknown values are too many in some states: what differs \
                       behind them is unknown";
        notes.push(Diagnostic::new(codes::JOINED, Severity::Note, message));
    }
    notes.extend(machine.left_out().map(left_out));
    if machine.overflows() {
        notes.push(overflow());
    }
    if machine.orders_names() {
        notes.push(ordered());
    }
    notes
}

/// Calls that were not followed.
fn cut(cuts: usize) -> Diagnostic {
    let calls = if cuts == 1 { "call was" } else { "calls were" };
    let message = format!("{cuts} recursive {calls} not followed to the end on unknown values");
    Diagnostic::new(codes::CUT, Severity::Note, message)
}

/// Runs that end in `overflow`.
fn overflow() -> Diagnostic {
    let message = "more is pending than the model holds: such runs end in `overflow`";
    Diagnostic::new(codes::OVERFLOW, Severity::Note, message)
        .with_help("let more wait with `--selfposts N`, more timers, monitors and links be there with `--timers N`")
}

/// Names that were put in order.
fn ordered() -> Diagnostic {
    let message = "references or process identifiers are put in order, as keys of a map are: the one that was made \
                   later comes last";
    Diagnostic::new(codes::ORDERED, Severity::Warning, message)
        .with_help("what is found by `=:=`, or in a map by its key, does not hang on that")
}

/// A procedure that was not followed to its end.
fn left_out(procedure: &Procedure) -> Diagnostic {
    let message = "this calls itself on unknown values without an end in sight: what it does behind the \
                   first rounds is left out";
    Diagnostic::warning(codes::LEFT_OUT, message, procedure.span)
        .with_help("say what is unknown, with `{stubs, ..}` or known commands")
}
