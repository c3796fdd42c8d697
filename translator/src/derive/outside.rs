//! Events that other modules of the project send.
//!
//! Input: the events that a module itself suggests, and what other modules do to the machine. Output: the events with the places that
//! send them; those that are sent with more special arguments than the interface takes as events of their own.
//!
//! ```erlang
//! press(N) -> gen_server:cast(panel, {press, N}).          % of `panel`: {press, _}, if another module calls press(7) {press, 7}, too
//! ```
//!
//! What the interface takes stays: others may call it than this project has.

use std::collections::BTreeSet;

use frontend::ast::{Function, Module};
use frontend::{Name, Span};
use rustc_hash::FxHashSet;

use super::callers::{Doing, done};
use super::shape::covers;
use super::{Placed, Sender, Suggested};
use crate::machine::Machine;
use model::{Command, Expr};

/// Events with more special arguments, at most: each is one more that may come in each state.
const MAX_SPECIAL: usize = 12;

/// Calls of one other module that are followed into the interface, at most.
const MAX_CALLS: usize = 400;

/// An event that another module sends.
pub(crate) struct Sent {
    command: Command,
    sender: Sender,
    /// The call that sends it: in the interface, or in the other module.
    span: Span,
    /// The call in the other module.
    from: Span,
    /// That module.
    user: Name,
}

/// What other modules send a machine that has these names; `called` says what a function of its interface sends.
pub(crate) fn sent(
    (machine, names): (&Machine<'_>, &FxHashSet<Name>),
    (interface, others): (&[&Function], &[&Module]),
    called: &dyn Fn(&Function, &[Expr]) -> Placed,
) -> Vec<Sent> {
    let mut sent = Vec::new();
    let all = others.iter().flat_map(|other| {
        let user = other.name.as_ref().map_or_else(|| Name::from(""), |(name, _)| name.clone());
        let done = done(machine, names, other).into_iter().take(MAX_CALLS);
        done.map(move |done| (user.clone(), done))
    });
    for (user, (doing, from)) in all {
        match doing {
            Doing::Sends(command) => {
                sent.push(Sent { command, sender: Sender::Project, span: from, from, user });
            }
            Doing::Calls(name, args) => {
                let is_it = |own: &&&Function| own.name == name && own.arity == args.len();
                let function = interface.iter().find(is_it);
                for (command, span) in function.map_or(Vec::new(), |own| called(own, &args)) {
                    let (sender, user) = (Sender::Interface, user.clone());
                    sent.push(Sent { command, sender, span, from, user });
                }
            }
        }
    }
    sent
}

/// Notes what other modules send; returns which modules these are.
pub(crate) fn add(events: &mut Vec<Suggested>, sent: Vec<Sent>) -> BTreeSet<Name> {
    let (mut users, mut special) = (BTreeSet::new(), Vec::new());
    for Sent { command, sender, span, from, user } in sent {
        users.insert(user);
        let mut is_there = false;
        for event in events.iter_mut().filter(|event| event.command.kind == command.kind) {
            if !covers(&event.command.term, &command.term) || event.sender == Sender::Stray {
                continue;
            }
            event.is_used = true;
            if covers(&command.term, &event.command.term) {
                is_there = true;
                if event.sender == Sender::Somebody {
                    event.sender = Sender::Project;
                }
                note(event, from);
            }
        }
        if !is_there {
            note_special(
                &mut special,
                Suggested { command, sender, span, from: vec![from], is_used: true },
            );
        }
    }
    // The more special ones say more.
    events.splice(0..0, special);
    users
}

/// Notes an event of its own.
fn note_special(special: &mut Vec<Suggested>, new: Suggested) {
    let is_full = special.len() >= MAX_SPECIAL;
    match special.iter_mut().find(|event| event.command == new.command) {
        Some(event) => {
            for from in new.from {
                note(event, from);
            }
        }
        None if is_full => {}
        None => special.push(new),
    }
}

fn note(event: &mut Suggested, from: Span) {
    if !event.from.contains(&from) {
        event.from.push(from);
    }
}
