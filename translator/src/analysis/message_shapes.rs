//! What the messages look like by which `gen_fsm` knows events and calls, and which of their tags a module handles.
//!
//! Input: a value. Output: the tags in it that a message may have. A tag that no value holds needs no test where a
//! message is sent (`lower/message.rs`). Does not see tags that are made of a text.

use std::collections::BTreeSet;

use frontend::Name;

use model::Expr;

/// `gen_fsm:send_event/2`, and events in what a timer brings.
pub(crate) const EVENT: &str = "$gen_event";

/// `gen_fsm:send_all_state_event/2`.
pub(crate) const ALL_EVENT: &str = "$gen_all_state_event";

/// What `gen_fsm:start_timer/2` brings.
pub(crate) const TIMER: &str = "$gen_timer";

/// `gen_fsm:sync_send_event/2,3`.
pub(crate) const SYNC_EVENT: &str = "$gen_sync_event";

/// `gen_fsm:sync_send_all_state_event/2,3`.
pub(crate) const SYNC_ALL_EVENT: &str = "$gen_sync_all_state_event";

/// What `sys` asks for.
pub(crate) const SYSTEM: &str = "system";

/// Tags that nothing else is called by.
const OWN: [&str; 5] = [EVENT, ALL_EVENT, TIMER, SYNC_EVENT, SYNC_ALL_EVENT];

/// Tags of messages.
pub(crate) type Tags = BTreeSet<&'static str>;

/// Adds the tags that a value shows, its parts apart; `is_named` says whether the module has the atom `system`.
pub(crate) fn see(value: &Expr, is_named: bool, found: &mut Tags) {
    match value {
        Expr::Atom(name) => found.extend(OWN.into_iter().filter(|tag| name.as_str() == *tag)),
        Expr::Tuple(items) if items.len() == 3 && may_be_system(&items[0], is_named) => {
            found.insert(SYSTEM);
        }
        _ => {}
    }
}

/// Whether the first of three components may be the tag that other tuples have, too.
fn may_be_system(first: &Expr, is_named: bool) -> bool {
    match first {
        Expr::Atom(name) => *name == Name::from(SYSTEM),
        Expr::Tuple(_) | Expr::Cons(..) | Expr::List(_) | Expr::Nil | Expr::Integer(_) => false,
        _ => is_named,
    }
}
