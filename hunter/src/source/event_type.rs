//! Types of events in the heads of clauses, of callbacks that get one beside the event.
//!
//! Input: a clause of a callback. Output: for which callback of the table it is, as far as the type in its head tells.
//!
//! ```erlang
//! off({call, From}, count, N) -> ..        % Call
//! off(state_timeout, late, N) -> ..        % Next
//! off(_, _, _) -> ..                       % any
//! ```

use behaviour::{Argument, Behaviour, Callback, Row};
use frontend::ast::{FunctionClause, Literal, Pat, PatKind};
use lts::Term;

use super::fits;

/// The type in the head of a clause.
pub(crate) fn head<'m>(behaviour: &Behaviour, clause: &'m FunctionClause) -> Option<&'m Pat> {
    clause.params.get(behaviour.type_place()?)
}

/// The atom that tells the type, or that it has in front.
pub(crate) fn tag(pat: &Pat) -> Option<&str> {
    match &pat.kind {
        PatKind::Literal(Literal::Atom(name)) if name.undefined_macro().is_none() => {
            Some(name.as_str())
        }
        PatKind::Tuple(items) => items.first().and_then(tag),
        PatKind::Alias(left, right) => tag(left).or_else(|| tag(right)),
        _ => None,
    }
}

/// The callback that a clause is for; of one whose head leaves the type open nothing is known.
pub(crate) fn callback_of(behaviour: &Behaviour, clause: &FunctionClause) -> Option<Row<Callback>> {
    behaviour.typed(tag(head(behaviour, clause)?)?)
}

/// Whether the type in the head of a clause leaves it open which one it is, or callbacks get none.
pub(crate) fn is_open(behaviour: &Behaviour, clause: &FunctionClause) -> bool {
    head(behaviour, clause).is_none_or(|head| tag(head).is_none())
}

/// Whether a clause is for an event that comes at once or by a timer: its type says which one that is.
pub(crate) fn is_own(behaviour: &Behaviour, clause: &FunctionClause) -> bool {
    callback_of(behaviour, clause).is_some_and(|callback| behaviour.is_continued(callback))
}

/// The argument in which the client stands that waits for an answer.
pub(crate) fn from_place(callback: Row<Callback>) -> Option<usize> {
    let typed = || callback.place(Argument::Type).filter(|_| callback.is_sync());
    callback.place(Argument::From).or_else(typed)
}

/// The type and the content of an event of the machine's own, which has both.
pub(crate) fn typed(event: &Term) -> Option<[&Term; 2]> {
    match event {
        Term::Tuple(parts) => {
            parts.as_slice().try_into().ok().map(|[own, content]: &[Term; 2]| [own, content])
        }
        _ => None,
    }
}

/// Whether the type in the head of a clause may be that of an event.
pub(crate) fn may_be(
    behaviour: &Behaviour,
    clause: &FunctionClause,
    (callback, event): (Row<Callback>, &Term),
) -> bool {
    let Some(head) = head(behaviour, clause) else { return true };
    let Some(own) = callback_of(behaviour, clause) else { return true };
    let is_type = || typed(event).is_none_or(|[own, _]| fits(head, own));
    own == callback && (!behaviour.is_continued(callback) || is_type())
}
