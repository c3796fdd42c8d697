//! Values of events that a machine uses as sockets.
//!
//! Input: what happens on a run that has a value for everything, and what is sent on it. Output: the chosen names in events
//! that the machine gives to a function of OTP that takes a connected TCP socket. Such a function cannot be a stub, and fails on a
//! name: a test puts a real socket in the place of it. Not those for which the real function may answer something else than the run says, nor
//! those that the argument of `init/1` or the result of another module holds, too: there the name stays. Not here: sockets of other kinds.

use std::collections::BTreeSet;

use lts::Term;
use lts::semantics::Happened;
use model::{Model, Outside};

use super::{Act, CallEnd};

/// Functions of `gen_tcp` of which the first argument is a connected socket.
const OF_TCP: [&str; 5] = ["close", "controlling_process", "recv", "send", "shutdown"];

/// Those of `inet`.
const OF_INET: [&str; 7] =
    ["close", "getopts", "getstat", "peername", "port", "setopts", "sockname"];

/// The names in events that stand for sockets, in the order of terms.
pub(super) fn sockets(
    model: &Model,
    steps: &[Vec<Happened>],
    groups: &[Vec<Act>],
    (argument, results): (Option<&Term>, &[(Outside, CallEnd)]),
) -> Vec<Term> {
    let (mut used, mut others) = (BTreeSet::new(), BTreeSet::new());
    for happened in steps.iter().flatten() {
        let action = &model.actions[happened.action];
        if let (Some(first @ Term::Atom(_)), true) =
            (happened.args.first(), action.callee.as_ref().is_some_and(takes_socket))
        {
            let is_decided = action.has_result || action.raises.is_some();
            (if is_decided { &mut others } else { &mut used }).insert(first);
        }
    }
    if let Some(argument) = argument {
        add_leaves(argument, &mut others);
    }
    for (_, CallEnd::Return(value) | CallEnd::Raise(_, value)) in results {
        add_leaves(value, &mut others);
    }
    let mut sent = BTreeSet::new();
    for act in groups.iter().flatten() {
        if let Act::Send(_, _, term) = act {
            add_leaves(term, &mut sent);
        }
    }
    used.into_iter().filter(|name| sent.contains(name) && !others.contains(name)).cloned().collect()
}

fn takes_socket(callee: &Outside) -> bool {
    match callee.module.as_str() {
        "gen_tcp" => OF_TCP.contains(&callee.function.as_str()),
        "inet" => OF_INET.contains(&callee.function.as_str()),
        _ => false,
    }
}

fn add_leaves<'t>(term: &'t Term, leaves: &mut BTreeSet<&'t Term>) {
    match term {
        Term::Tuple(items) => items.iter().for_each(|item| add_leaves(item, leaves)),
        Term::List(items, end) => {
            let end = end.as_deref();
            items.iter().chain(end).for_each(|item| add_leaves(item, leaves));
        }
        Term::Map(entries) => {
            for (key, value) in entries {
                add_leaves(key, leaves);
                add_leaves(value, leaves);
            }
        }
        leaf => {
            leaves.insert(leaf);
        }
    }
}
