//! Which of several certain findings comes first.
//!
//! Input: a finding. Output: how soon a user of the module meets it: what the machine brings about by itself comes
//! before what its interface does, that before what other processes may send, and a message that no clause names comes
//! behind all of these. Does not say how bad a finding is.

use lts::Term;
use model::{ActionRole, CommandKind};
use translator::derive::{STRAY, Sender};

use crate::moves::Moves;
use crate::{Finding, Rank};

/// Who brings a finding about, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    /// The machine itself: its start, a timer, a message of its own.
    Itself,
    /// A function of its interface.
    Interface,
    /// Another process, which sends what a clause names.
    Somebody,
    /// A message that no process is known to send.
    Stray,
    /// Nothing: it is about what never happens.
    Nothing,
}

/// Who brings a finding about; possible ones are all alike.
pub(crate) fn cause(moves: &Moves<'_, '_>, finding: &Finding) -> Cause {
    if finding.rank == Rank::Possible {
        return Cause::Itself;
    }
    let events = finding.way.iter().rev().filter_map(|&number| {
        let edge = moves.edge(number);
        match edge.role {
            Some(ActionRole::Command(kind)) => Some(Some((kind, edge.label))),
            Some(ActionRole::Dequeue(_) | ActionRole::Timeout | ActionRole::Fires(_)) => Some(None),
            _ => None,
        }
    });
    match events.take(1).next() {
        None if finding.way.is_empty() => Cause::Nothing,
        None | Some(None) => Cause::Itself,
        Some(Some((kind, label))) => {
            let term = moves.action(label).and_then(|action| action.args.last());
            term.map_or(Cause::Somebody, |term| sender(moves, kind, term))
        }
    }
}

fn sender(moves: &Moves<'_, '_>, kind: CommandKind, term: &Term) -> Cause {
    match moves.suggested(kind, term).map(|suggested| suggested.sender) {
        Some(Sender::Interface) => Cause::Interface,
        Some(Sender::Stray) => Cause::Stray,
        None if *term == Term::atom(STRAY) => Cause::Stray,
        Some(Sender::Somebody) | None => Cause::Somebody,
    }
}
