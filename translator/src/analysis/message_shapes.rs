//! The tags by which a behaviour knows its messages, and which of them a module handles.
//!
//! Input: a value. Output: the tags in it that a message may have. A tag that no value holds needs no test where a
//! message is sent (`lower/message.rs`). Does not see tags that are made of a text.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use behaviour::{BEHAVIOURS, SYSTEM};
use model::Expr;

/// Tags of messages.
pub(crate) type Tags = BTreeSet<&'static str>;

/// Those of all behaviours.
static OWN_TAGS: LazyLock<Tags> =
    LazyLock::new(|| BEHAVIOURS.iter().flat_map(|behaviour| behaviour.own_tags()).collect());

/// Adds the tags that a value shows, its parts apart; `is_named` says whether the module has the atom `system`.
pub(crate) fn see(value: &Expr, is_named: bool, tags: &mut Tags) {
    match value {
        Expr::Atom(name) => tags.extend(OWN_TAGS.get(name.as_str())),
        Expr::Tuple(items) if items.len() == 3 && may_be_system(&items[0], is_named) => {
            tags.insert(SYSTEM);
        }
        _ => {}
    }
}

/// Whether the first of three components may be the tag that other tuples have, too.
fn may_be_system(first: &Expr, is_named: bool) -> bool {
    match first {
        Expr::Atom(name) => name.as_str() == SYSTEM,
        Expr::Tuple(_) | Expr::Cons(..) | Expr::List(_) | Expr::Nil | Expr::Integer(_) => false,
        _ => is_named,
    }
}
