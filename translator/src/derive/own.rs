//! What the machine makes itself: event timeouts, timers, messages of other processes' ends, posts.
//!
//! Input: an event that a clause names, and what the machine sends itself. Output: whether the model makes it.

use super::shape::{covers, is_same_message};
use super::walk::Sends;
use behaviour::Behaviour;
use model::layout::end_in;
use model::{Command, Component as _, Expr, TimeoutPart};

/// Whether the model brings about an event by itself.
pub(crate) fn is_made(behaviour: &Behaviour, command: &Command, made: &Sends) -> bool {
    let Command { kind, term } = command;
    let is_timeout = || {
        *term == Expr::atom(behaviour.timeout) || is_tagged(term, &[("timeout", TimeoutPart::SIZE)])
    };
    *kind == behaviour.untagged && is_timeout()
        || kind.is_bare() && is_of_end(term)
        || made.made.iter().any(|(command, _)| {
            command.kind == *kind
                && (covers(&command.term, term) || is_same_message(&command.term, term))
        })
}

/// Whether it is the message of the end of a process.
pub(crate) fn is_of_end(term: &Expr) -> bool {
    let Expr::Tuple(items) = term else { return false };
    let end = end_in(items, |tag, name| matches!(tag, Expr::Atom(atom) if atom.as_str() == name));
    end.is_some()
}

fn is_tagged(term: &Expr, tags: &[(&str, usize)]) -> bool {
    let Expr::Tuple(items) = term else { return false };
    let Some(Expr::Atom(tag)) = items.first() else { return false };
    tags.contains(&(tag.as_str(), items.len()))
}
