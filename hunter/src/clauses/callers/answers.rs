//! Ways through a clause that forget the caller: it is neither answered nor kept.
//!
//! Input: an outcome of a callback for whose answer a caller waits. Output: the fault. Whatever is done with the caller's
//! From besides writing a log counts as an answer.

use super::super::{Fault, NEVER_TAKEN, Read, actions};
use crate::codes;
use crate::moves::Moves;
use crate::source::takes_all;
use translator::outcomes::Outcome;

/// What is wrong with an outcome that goes on without an answer.
pub(crate) fn fault<'m>(
    moves: &Moves<'m, '_>,
    read: &Read<'m>,
    outcome: &Outcome<'m>,
) -> Option<Fault> {
    if !read.callback.is_sync() || outcome.uses_from {
        return None;
    }
    let shape = read.shape(outcome)?;
    if !shape.goes_on() || shape.reply().is_some() || actions::may_keep(moves, read, outcome) {
        return None;
    }
    let (name, arity) = (&read.function.name, read.function.arity);
    let message = format!("`{name}/{arity}` goes on without an answer: the caller is forgotten");
    // Often nobody calls so: the clause stands there for what is not expected.
    let doubt = takes_all(moves.model.behaviour, read.clause).then_some(NEVER_TAKEN);
    Some(Fault { code: codes::CALLER_FORGOTTEN, message, place: outcome.place, doubt })
}
