//! What the model does not know, as warnings.
//!
//! Input: a model and the calls of its callbacks. Output: one warning for each place whose value may be
//! anything, in the order of the source. Does not decide what is unknown: the lowering has.

use frontend::{Diagnostic, Severity};
use rustc_hash::FxHashMap;

use crate::atom::quoted;
use crate::codes;
use crate::model::{Model, OriginId, OriginKind};
use crate::sequences::{Shown, Step};

/// Places that are listed at most, so that the messages of a large module stay readable.
pub(crate) const MAX_LISTED: usize = 50;

/// One warning for each place; the last message counts those that are not listed.
pub(crate) fn warnings<'s>(
    model: &Model,
    calls: impl Iterator<Item = (&'s Step, &'s Shown)>,
) -> Vec<Diagnostic> {
    let steps: FxHashMap<OriginId, &Step> = calls
        .filter_map(|(step, shown)| match shown {
            Shown::Unknown(origin) => Some((*origin, step)),
            Shown::Nothing | Shown::Value(_) | Shown::Raise(..) => None,
        })
        .collect();
    // Hidden ones have their warning, be their value used or not; a choice is no approximation.
    let listed = |kind| !matches!(kind, OriginKind::Hidden | OriginKind::Choice);
    let mut unknowns = model.unknowns();
    unknowns.retain(|&origin| listed(model.origins[origin].kind));
    let mut found: Vec<Diagnostic> = unknowns
        .iter()
        .take(MAX_LISTED)
        .map(|&origin| warning(model, origin, steps.get(&origin).copied()))
        .collect();
    if let Some(&next) = unknowns.get(MAX_LISTED) {
        let message = format!("{} more values are unknown", unknowns.len() - MAX_LISTED);
        let note = Diagnostic::new(codes::INEXACT, Severity::Note, message);
        found.push(note.with_label(model.origins[next].span, "the next of them"));
    }
    found
}

fn warning(model: &Model, origin: OriginId, step: Option<&Step>) -> Diagnostic {
    let origin = &model.origins[origin];
    match (origin.kind, step) {
        (OriginKind::Result, Some(Step { module, function, arity, .. })) => {
            let message = format!("{} is unknown: it may be anything", origin.what);
            let [module, function] = [module, function].map(|name| quoted(name.as_str()));
            let help = format!(
                "say what it returns: `{{stubs, [{{{{{module},{function},{arity}}}, \
                 [Value1, Value2]}}]}}.`, or `--stubs` with the list"
            );
            Diagnostic::warning(codes::UNKNOWN_RESULT, message, origin.span).with_help(help)
        }
        _ => {
            let message = format!("{} is not exact: its value may be anything", origin.what);
            Diagnostic::warning(codes::INEXACT, message, origin.span)
        }
    }
}
