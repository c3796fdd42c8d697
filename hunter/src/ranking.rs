//! In which order findings are told.
//!
//! Input: a finding. Output: its place among those of its rank. First how soon a user of the module meets it: what the
//! machine brings about by itself comes before what its interface does, that before what other processes may send or the
//! end of one, and what hangs on the content of an event, on a message that no clause names, or on a function of the interface that
//! nobody in the project calls, comes behind all of these.
//! Then on how little it rests, and how short its way is. Does not say how bad a finding is.

pub(crate) mod joined;

use frontend::{Code, Span};
use lts::Term;
use model::{ActionRole, CommandKind, TimerKind};
use translator::derive::{STRAY, Sender};

use crate::assumptions::ON_ARGUMENT;
use crate::moves::Moves;
use crate::replay::end_of;
use crate::{Finding, Rank, codes};

/// Who brings a finding about, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The machine itself: its start, a timer, a message of its own.
    Itself,
    /// A function of its interface.
    Interface,
    /// Another process, which sends what a clause names.
    Somebody,
    /// A process that ends.
    End,
    /// The content of an event, or the argument of `init/1`, which may be another one.
    Content,
    /// A message that no process is known to send.
    Stray,
    /// A function of the interface that no module of the project calls, although others are called.
    Unused,
    /// Nothing: it is about what never happens.
    Nothing,
}

/// Where a finding stands in a report.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Order {
    rank: Rank,
    cause: Cause,
    /// On how much it rests.
    n_doubts: usize,
    /// How long the way to it is.
    n_steps: usize,
    code: Code,
    place: Span,
    message: String,
}

impl Order {
    /// The place of a finding.
    pub(crate) fn of(finding: &Finding) -> Self {
        Self {
            rank: finding.rank,
            cause: finding.cause,
            n_doubts: finding.because.len(),
            n_steps: finding.evidence.len(),
            code: finding.code,
            place: finding.place,
            message: finding.message.clone(),
        }
    }
}

/// Who brings a finding about: the last event of its way, or who is named where no way shows it.
pub(crate) fn cause(moves: &Moves<'_, '_>, finding: &Finding) -> Cause {
    if finding.way.is_empty() {
        return finding.cause;
    }
    let by = finding.way.iter().rev().find_map(|&number| brought_by(moves, number));
    let cause = by.unwrap_or(Cause::Itself);
    let is_open = finding.code == codes::CRASH_ON_ARGUMENT
        || finding.because.iter().any(|doubt| doubt == ON_ARGUMENT);
    let is_open = is_open && finding.rank == Rank::Possible;
    if is_open { cause.max(Cause::Content) } else { cause }
}

/// Who brings an event about; `None` for what follows one.
fn brought_by(moves: &Moves<'_, '_>, number: usize) -> Option<Cause> {
    let edge = moves.edge(number);
    let term = || moves.action(edge.label).and_then(|action| action.args.last());
    match edge.role? {
        ActionRole::Command(kind) => {
            Some(term().map_or(Cause::Somebody, |term| sender(moves, kind, term)))
        }
        ActionRole::ExitSignal => Some(Cause::End),
        ActionRole::Fires(TimerKind::Info) if term().and_then(end_of).is_some() => Some(Cause::End),
        ActionRole::Dequeue(_)
        | ActionRole::Timeout
        | ActionRole::Continue(_)
        | ActionRole::Fires(_) => Some(Cause::Itself),
        _ => None,
    }
}

fn sender(moves: &Moves<'_, '_>, kind: CommandKind, term: &Term) -> Cause {
    let suggested = moves.suggested(kind, term);
    if suggested.is_some_and(|event| moves.derived.is_unused(event)) {
        return Cause::Unused;
    }
    match suggested.map(|suggested| suggested.sender) {
        Some(Sender::Interface | Sender::Project) => Cause::Interface,
        Some(Sender::Stray) => Cause::Stray,
        None if *term == Term::atom(STRAY) => Cause::Stray,
        Some(Sender::Somebody) | None => Cause::Somebody,
    }
}
