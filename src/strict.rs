//! What translating says of a module, and what `--strict` makes of it.
//!
//! Input: what the translation gives. Output: its messages, reported; those that say where the model may differ from the
//! module are errors under `--strict`. Does not decide what is said.

use frontend::{Code, Diagnostic, Outcome, Severity};
use translator::Translation;
use translator::model::{Model, Origin};

use crate::cli::SourceArgs;
use crate::codes;
use crate::session::Session;

/// Warnings that say where the model may differ from the module; errors under `--strict`.
const APPROXIMATE: [Code; 6] = [
    translator::codes::UNKNOWN_RESULT,
    translator::codes::TIMEOUT,
    translator::codes::MISSING_STATE,
    translator::codes::INEXACT,
    translator::codes::HIDDEN,
    translator::codes::UNORDERED,
];

/// Reports what translating has said; `None` if one of that is an error.
pub(crate) fn taken(
    session: &mut Session,
    mut outcome: Outcome<Translation>,
    args: &SourceArgs,
) -> Option<Translation> {
    if args.strict {
        for found in outcome.diagnostics.iter_mut().filter(|d| APPROXIMATE.contains(&d.code)) {
            found.severity = Severity::Error;
        }
    }
    for choice in outcome.value.model.iter().flat_map(Model::choices) {
        session.report(chosen(choice));
    }
    session.take(outcome)
}

/// A value that the environment chooses, and how the user can.
fn chosen(origin: &Origin) -> Diagnostic {
    let message = format!("{} is not given: it may be any term", origin.what);
    Diagnostic::new(codes::NO_INIT, Severity::Note, message)
        .with_label(origin.span, "of this form")
        .with_help("say which with `--init TERM`, or `{init, TERM}.` in a .props file")
}
