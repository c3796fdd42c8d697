//! Models that cannot be printed because of unknown values; in the room of this file, what takes the place of these.

pub(crate) mod closed;
pub(crate) mod refine;
pub(crate) mod refusal;
pub(crate) mod representative;
pub(crate) mod settled;

use std::fmt::Write as _;

use frontend::{Diagnostic, Severity};

use crate::codes;
use model::origin::MAX_LISTED;
use model::{Model, Origin, OriginKind};

/// Stubs that a message writes at most.
const MAX_STUBS: usize = 5;

/// What settles the values: flags with what is to be said, as far as there are such.
fn way_out(origins: &[&Origin]) -> String {
    let has = |kind| origins.iter().any(|origin| origin.kind == kind);
    let mut flags = Vec::new();
    if has(OriginKind::Choice) {
        flags.push("say what `init/1` is called with: `--init TERM`".to_owned());
    }
    let mut stubs: Vec<String> = Vec::new();
    for call in origins.iter().filter_map(|origin| origin.call.as_ref()) {
        let stub = format!("{{{},[Value1,Value2]}}", call.key());
        if !stubs.contains(&stub) {
            stubs.push(stub);
        }
    }
    if stubs.len() > MAX_STUBS {
        stubs.truncate(MAX_STUBS);
        stubs.push("..".to_owned());
    }
    if !stubs.is_empty() {
        flags.push(format!("say what the calls return: `--stubs '[{}]'`", stubs.join(",")));
    }
    if has(OriginKind::End) {
        flags.push("say why processes end: `--reasons '[normal,killed]'`".to_owned());
    }
    if has(OriginKind::Part) {
        flags.push("give commands without `'_'`: `--commands '[E1,E2]'`".to_owned());
    }
    if has(OriginKind::Inexact) || flags.is_empty() {
        flags.push("print the drawings of its decisions with `--format sst`".to_owned());
    }
    flags.join("; ")
}

/// Refuses a model with unknown values, which the languages do not have.
pub(crate) fn all_known(model: &Model) -> Result<(), Diagnostic> {
    let origins: Vec<&Origin> =
        model.unknowns().into_iter().map(|origin| &model.origins[origin]).collect();
    if origins.is_empty() {
        return Ok(());
    }
    let mut message = "the model has unknown values, which muCRL and mCRL2 do not have".to_owned();
    if origins.len() > MAX_LISTED {
        let _ = write!(message, " ({MAX_LISTED} of {} are shown)", origins.len());
    }
    let refused = Diagnostic::new(codes::UNKNOWN_VALUES, Severity::Error, message)
        .with_help(way_out(&origins));
    let labelled = |all: Diagnostic, origin: &Origin| all.with_label(origin.span, &origin.what);
    Err(origins.into_iter().take(MAX_LISTED).fold(refused, labelled))
}
