//! Values of events that a machine uses as sockets.
//!
//! Input: what happens on a run that has a value for everything, and what is sent on it. Output: the chosen names in events
//! that the machine gives to a function of OTP that takes a connected TCP socket. Such a function cannot be a stub, and fails on a
//! name: a test puts a real socket in the place of it. Not here: sockets that other functions return, and those of other kinds.

use std::collections::BTreeSet;

use lts::Term;
use lts::semantics::Happened;
use model::{Model, Outside};

use super::Act;

/// Functions of `gen_tcp` of which the first argument is a connected socket.
const OF_TCP: [&str; 5] = ["close", "controlling_process", "recv", "send", "shutdown"];

/// Those of `inet`.
const OF_INET: [&str; 6] = ["close", "getopts", "peername", "port", "setopts", "sockname"];

/// The names in events that stand for sockets, in the order of terms.
pub(super) fn sockets(model: &Model, steps: &[Vec<Happened>], groups: &[Vec<Act>]) -> Vec<Term> {
    let mut used = BTreeSet::new();
    for happened in steps.iter().flatten() {
        let callee = model.actions[happened.action].callee.as_ref();
        if let (Some(first @ Term::Atom(_)), true) =
            (happened.args.first(), callee.is_some_and(takes_socket))
        {
            used.insert(first.clone());
        }
    }
    let mut sent = Vec::new();
    for act in groups.iter().flatten() {
        if let Act::Send(_, _, term) = act {
            add_leaves(term, &mut sent);
        }
    }
    used.into_iter().filter(|name| sent.contains(&name)).collect()
}

fn takes_socket(callee: &Outside) -> bool {
    match callee.module.as_str() {
        "gen_tcp" => OF_TCP.contains(&callee.function.as_str()),
        "inet" => OF_INET.contains(&callee.function.as_str()),
        _ => false,
    }
}

fn add_leaves<'t>(term: &'t Term, leaves: &mut Vec<&'t Term>) {
    match term {
        Term::Tuple(items) => items.iter().for_each(|item| add_leaves(item, leaves)),
        Term::List(items, _) => items.iter().for_each(|item| add_leaves(item, leaves)),
        leaf => leaves.push(leaf),
    }
}
