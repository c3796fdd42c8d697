//! Calls of other machines that call this one.
//!
//! Input: where this machine calls another one of its project in a callback, and where that calls it. Output: a finding for each other
//! machine. That both calls are under way at once takes two events at the right time: it is possible, and no way shows it.

use crate::moves::Moves;
use crate::ranking::Cause;
use crate::{Finding, codes};

/// What such a finding rests on.
const IF_AT_ONCE: &str = "whether both calls are under way at once";

/// Findings about machines that wait for each other.
pub(crate) fn findings(moves: &Moves<'_, '_>) -> Vec<Finding> {
    let finding = |wait: &translator::derive::Wait| {
        let message = format!(
            "the machine calls `{}` here, which calls the machine in a callback of its own",
            wait.module
        );
        let because = vec![IF_AT_ONCE.to_owned()];
        let found = Finding::of_text(
            (codes::CALL_TO_ITSELF, wait.here),
            message,
            because,
            Cause::Interface,
        );
        Finding { also: vec![wait.there], ..found }
    };
    moves.derived.waits.iter().map(finding).collect()
}
