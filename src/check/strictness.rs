//! What translating says of a module, and what `--strict` makes of it.
//!
//! Input: what the translation gives. Output: its messages, reported; those that say where the model may differ from the
//! module are errors under `--strict`. Does not decide what is said.

use frontend::{Code, Diagnostic, Outcome, Severity};
use model::{Expr, Model, Origin};
use translator::Translation;

use crate::cli::SourceArgs;
use crate::codes;
use crate::command::commands::as_term;
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

/// What is known of the argument of `init/1` before the module is looked at.
pub(crate) enum Argument {
    /// Nothing.
    Missing,
    /// The user has given it.
    Given(Expr),
    /// It is what a start function of the module gives.
    Derived(Expr),
}

/// Reports what translating has said; `None` if one of that is an error.
pub(crate) fn taken(
    session: &mut Session,
    mut outcome: Outcome<Translation>,
    argument: &Argument,
    args: &SourceArgs,
) -> Option<Translation> {
    if args.strict {
        for diagnostic in outcome.diagnostics.iter_mut().filter(|d| APPROXIMATE.contains(&d.code)) {
            diagnostic.severity = Severity::Error;
        }
    }
    for choice in outcome.value.model.iter().flat_map(Model::choices) {
        session.report(chosen(choice, argument));
    }
    session.take(outcome)
}

/// A value that the environment chooses, and how the user can.
fn chosen(origin: &Origin, argument: &Argument) -> Diagnostic {
    let (text, label) = match argument {
        Argument::Missing => ("is not given: it may be any term".to_owned(), "of this form"),
        Argument::Given(term) => {
            (format!("is given as `{}`: it may be any such term", as_term(term)), "taken here")
        }
        Argument::Derived(term) => {
            let term = as_term(term);
            let text = format!("is not given: it may be any that the module starts with, `{term}`");
            (text, "taken here")
        }
    };
    Diagnostic::new(codes::NO_INIT, Severity::Note, format!("{} {text}", origin.what))
        .with_label(origin.span, label)
        .with_help("say which with `--init TERM`, or `{init, TERM}.` in a .props file")
}
