//! Models that cannot be printed because of unknown values.

use std::fmt::Write as _;

use frontend::{Diagnostic, Severity};

use crate::codes;
use crate::model::{Model, Origin, OriginKind};
use crate::unknowns::MAX_LISTED;

/// Refuses a model with unknown values, which the languages do not have.
pub(super) fn known(model: &Model) -> Result<(), Diagnostic> {
    let origins: Vec<&Origin> =
        model.unknowns().into_iter().map(|origin| &model.origins[origin]).collect();
    if origins.is_empty() {
        return Ok(());
    }
    let mut message = "the model has unknown values, which muCRL and mCRL2 do not have".to_owned();
    if origins.len() > MAX_LISTED {
        let _ = write!(message, " ({MAX_LISTED} of {} are shown)", origins.len());
    }
    let has = |kind| origins.iter().any(|origin| origin.kind == kind);
    let help = match (has(OriginKind::Choice), has(OriginKind::Result)) {
        (true, true) => {
            "say what `init/1` is called with, `--init TERM`, and what the calls return, `--stubs`"
        }
        (true, false) => "say what `init/1` is called with: `--init TERM`",
        (false, true) => "say what the calls return with `--stubs`, or print `--format sst`",
        (false, false) if has(OriginKind::End) => {
            "say why processes end with `--reasons '[normal,killed]'`"
        }
        (false, false) if has(OriginKind::Part) => {
            "give commands without `'_'`, as `--commands '[E1,E2]'`"
        }
        (false, false) => "print the drawings of its decisions with `--format sst`",
    };
    let refused = Diagnostic::new(codes::UNKNOWN_VALUES, Severity::Error, message).with_help(help);
    let labelled = |all: Diagnostic, origin: &Origin| all.with_label(origin.span, &origin.what);
    Err(origins.into_iter().take(MAX_LISTED).fold(refused, labelled))
}
