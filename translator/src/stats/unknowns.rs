//! What the model does not know, as warnings.
//!
//! Input: a model. Output: one warning for each place whose value may be
//! anything, in the order of the source. Does not decide what is unknown, the lowering has, nor to which values some
//! run comes: the exploration of the model says that.

use std::collections::BTreeSet;

use frontend::{Diagnostic, Severity};

use crate::codes;
use crate::library::otp_function::OtpFunction;
use crate::library::result_types::result_type;
use model::origin::MAX_LISTED;
use model::{Model, Origin, OriginId, OriginKind};

/// What is not known of some dictionaries and sets.
pub(crate) const HASHED: &str = "the order of a dictionary or a set";

/// The messages of a translation where no run comes to some of the unknown values.
pub fn without_unreached(
    diagnostics: Vec<Diagnostic>,
    model: &Model,
    unreached: &BTreeSet<OriginId>,
) -> Vec<Diagnostic> {
    let reached = model.unknown_origins().difference(unreached).copied().collect();
    let all = warnings(model, &model.unknowns());
    let some = warnings(model, &model.in_order(reached));
    let mut kept: Vec<Diagnostic> =
        diagnostics.into_iter().filter(|diagnostic| !all.contains(diagnostic)).collect();
    kept.extend(some);
    kept.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span));
    kept
}

/// One warning for each place; the last message counts those that are not listed.
pub(crate) fn warnings(model: &Model, unknowns: &[OriginId]) -> Vec<Diagnostic> {
    // Hidden ones have their warning, be their value used or not; a choice is no approximation, and few maps
    // are large.
    let chosen = |kind| matches!(kind, OriginKind::Choice | OriginKind::End | OriginKind::Part);
    let listed = |kind| !matches!(kind, OriginKind::Hidden | OriginKind::Order) && !chosen(kind);
    let mut unknowns = unknowns.to_vec();
    unknowns.retain(|&origin| listed(model.origins[origin].kind));
    let mut warnings: Vec<Diagnostic> =
        unknowns.iter().take(MAX_LISTED).map(|&origin| warning(&model.origins[origin])).collect();
    if let Some(&next) = unknowns.get(MAX_LISTED) {
        let message = format!("{} more values are unknown", unknowns.len() - MAX_LISTED);
        let note = Diagnostic::new(codes::INEXACT, Severity::Note, message);
        warnings.push(note.with_label(model.origins[next].span, "the next of them"));
    }
    warnings
}

/// Warnings that what hangs on the order of large maps, or of dictionaries and sets, is unknown, where that is in the model.
pub(crate) fn of_order(model: &Model) -> Vec<Diagnostic> {
    if !model.origins.iter().any(|origin| origin.kind == OriginKind::Order) {
        return Vec::new();
    }
    let origins = model.unknowns().into_iter().map(|origin| &model.origins[origin]);
    let (hashed, mapped): (Vec<&Origin>, Vec<&Origin>) = origins
        .filter(|origin| origin.kind == OriginKind::Order)
        .partition(|origin| origin.what == HASHED);
    let first = |origins: &[&Origin], message: &str, help: &str| {
        let diagnostic = Diagnostic::new(codes::UNORDERED, Severity::Warning, message);
        let place = origins.first()?.span;
        Some(diagnostic.with_label(place, "here, or in a later call").with_help(help))
    };
    let maps = first(
        &mapped,
        "a map of more than 32 entries is gone through: OTP promises no order of them, so what hangs on it \
         may be anything",
        "what does not hang on it is exact: looking up keys, `maps:size`, `put`, `remove` and `merge`, \
         and `map` and `filter` with funs that only compute",
    );
    let hashes = first(
        &hashed,
        "a dictionary or a set is gone through of which the hash of a key is not known, or which has been \
         large: what hangs on its order may be anything",
        "known are the hashes of numbers, texts, and atoms that the module or its environment names, in \
         tuples and lists too; `orddict` and `ordsets` go by the order of terms",
    );
    maps.into_iter().chain(hashes).collect()
}

fn warning(origin: &Origin) -> Diagnostic {
    if origin.kind == OriginKind::Message {
        let message = format!("{} is unknown: it may be any that a clause takes", origin.what);
        return Diagnostic::warning(codes::UNKNOWN_RESULT, message, origin.span);
    }
    let Some(call) = &origin.call else {
        let message = format!("{} is not exact: its value may be anything", origin.what);
        return Diagnostic::warning(codes::INEXACT, message, origin.span);
    };
    let function = OtpFunction::of(call.module.as_str(), call.function.as_str(), call.arity);
    let anything = match result_type(function) {
        Some(_) => "anything of its type",
        None => "anything",
    };
    let message = format!("{} is unknown: it may be {anything}", origin.what);
    let stub = format!("{{{}, [Value1, Value2]}}", call.key());
    let help = format!("say what it returns: `{{stubs, [{stub}]}}.`, or `--stubs` with the list");
    Diagnostic::warning(codes::UNKNOWN_RESULT, message, origin.span).with_help(help)
}
