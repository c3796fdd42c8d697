//! Findings that say what never happens, where parts of the module are not in the model.
//!
//! Input: a finding. Output: its rank, lower where what it misses may be in the parts that are left out: an answer, or
//! what comes after an event timeout. What does happen on a way happens in the module, too.

use crate::moves::Moves;
use crate::{Finding, Rank, codes};

/// What such a finding rests on.
const LEFT_OUT: &str = "parts of the module that are not in the model";

/// Findings about what never comes.
const ABSENT: [frontend::Code; 3] =
    [codes::CALLER_FORGOTTEN, codes::TIMEOUT_LOST, codes::NEVER_STARTS];

/// Lowers the rank of a finding that may be about what is left out.
pub(crate) fn lower(moves: &Moves<'_, '_>, finding: &mut Finding) {
    let is_certain = finding.rank == Rank::Certain;
    if is_certain && moves.model.is_partial && ABSENT.contains(&finding.code) {
        finding.rank = Rank::Possible;
        finding.because = vec![LEFT_OUT.to_owned()];
    }
}
