//! Findings that rest on a process which the machine has started, and which another process ends.
//!
//! Input: a way. Output: whether some process ends on it with a reason that its code does not give, where that code is in
//! the module and all its reasons are known (`endings`): then another process has ended it before. The module may do so
//! itself: what it hands to `exit/2` is a reason, too. Of a process whose reasons are not known every one may come, and
//! so where it is given why processes end (`--reasons`). Does not ask what a reason leads to: the run is followed again.

pub(crate) mod endings;
pub(crate) mod started;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use frontend::Module;
use lts::Term;
use lts::semantics::{ActionPosition, Ending, Happened};
use model::{Action, ActionRole, Expr, Model, OriginKind, TimerKind};

use crate::assumptions::left_out::brings;
use crate::moves::Moves;
use crate::replay::{end_of, run_of};
use crate::workers::started::{Code, Started, killed_with, started, starts_any};
use crate::{Finding, Rank};

/// Reasons with which processes end; `None` where they are not known.
type Reasons = Option<Vec<Expr>>;

/// What the code of a module says of the processes that it starts, read once however many ways ask for it.
pub(crate) struct Workers<'m> {
    module: &'m Module,
    /// The reasons with which the module itself may end processes.
    killed: OnceCell<Reasons>,
    /// Those with which code ends by itself.
    ends: RefCell<BTreeMap<Code, Reasons>>,
}

impl<'m> Workers<'m> {
    /// Of a module, before anything was read.
    pub(crate) fn new(module: &'m Module) -> Self {
        Self { module, killed: OnceCell::new(), ends: RefCell::default() }
    }

    /// What one of these processes may end with, in a message or a signal; `None` where that is not known.
    fn reasons(&self, all: &[Started], shown: &Term) -> Option<Vec<(ActionPosition, Expr)>> {
        let killed = self.killed.get_or_init(|| killed_with(self.module)).as_ref()?;
        let mut endings = Vec::new();
        for process in all {
            // It may be gone before it is watched.
            let gone = (!process.is_watched_at_once(shown)).then(|| Expr::atom("noproc"));
            let ends = self.ends(process)?.into_iter().chain(killed.iter().cloned()).chain(gone);
            endings.extend(ends.map(|reason| (process.place, reason)));
        }
        Some(endings)
    }

    /// The reasons with which the code of a process ends by itself.
    fn ends(&self, process: &Started) -> Reasons {
        let code = process.code(self.module)?;
        let mut read = self.ends.borrow_mut();
        read.entry(code).or_insert_with_key(|code| code.ends(self.module)).clone()
    }
}

/// What a finding rests on where a process would have to be ended by another one.
const ENDED: &str = "whether another process ends one that the machine has started: by itself it ends for another reason";

/// What a finding rests on where a client has to be gone when the machine makes a link to it.
const GONE: &str = "whether the client has ended by then";

/// Lowers the rank of a finding that rests on what another process would have to end, or on the end of a client.
pub(crate) fn lower(moves: &mut Moves<'_, '_>, finding: &mut Finding) {
    if finding.rank != Rank::Certain {
        return;
    }
    let because = if links_to_gone(moves, &finding.way) {
        GONE
    } else if rests(moves, &finding.way) {
        ENDED
    } else {
        return;
    };
    finding.rank = Rank::Possible;
    finding.because = vec![because.to_owned()];
}

/// Whether a finding rests on the end of a client that the machine makes a link to.
pub(crate) fn misses_client(finding: &Finding) -> bool {
    finding.because.iter().any(|doubt| doubt == GONE)
}

/// What a link to a process does that has ended.
const FAILED_LINKS: [&str; 2] = ["link raises error", "erlang:link raises error"];

/// Whether a link to a client fails, as that has ended: nothing on a way says when.
fn links_to_gone(moves: &mut Moves<'_, '_>, way: &[usize]) -> bool {
    let (model, clients) = (moves.model, moves.clients);
    let is_failure = |action: &Action| FAILED_LINKS.contains(&action.name.as_str());
    if !model.actions.iter().any(is_failure) {
        return false;
    }
    let Ok(Some(played)) = moves.machine.played(&run_of(moves.hunt, way)) else { return false };
    let is_client = |pid: &Term| (1..=clients).any(|client| *pid == Term::Pid(client.into()));
    played.steps.iter().flatten().any(|happened| {
        is_failure(&model.actions[happened.action]) && happened.args.first().is_some_and(is_client)
    })
}

/// Whether a way needs another process that ends one which the machine has started.
pub(crate) fn rests(moves: &mut Moves<'_, '_>, way: &[usize]) -> bool {
    if !has_end(moves, way) || !starts_any(moves.model) || !is_open(moves.model) {
        return false;
    }
    let run = run_of(moves.hunt, way);
    let (workers, model, hunt, idle) = (&moves.workers, moves.model, moves.hunt, &moves.idle);
    let clients = moves.clients;
    let is_timer = |step: usize, message: &Term| {
        let before = way.get(step).and_then(|&number| idle[hunt.edges[number].source].as_ref());
        before.is_some_and(|idle| idle.timers.iter().any(|timer| brings(timer, message)))
    };
    let endings = |steps: &[Vec<Happened>]| {
        let ends = (0..steps.len()).filter_map(|step| {
            let (pid, shown) = end_in(model, steps[step].first()?)?;
            if is_timer(step, &shown) {
                return None;
            }
            let processes = started((model, clients), &steps[..step], &pid)?;
            let reasons = workers.reasons(&processes, &shown)?;
            Some(Ending { step, reasons })
        });
        ends.collect()
    };
    moves.machine.ends_so(&run, &endings) == Ok(false)
}

/// Whether some process ends on a way.
pub(crate) fn has_end(moves: &Moves<'_, '_>, way: &[usize]) -> bool {
    way.iter().any(|&number| shows_end(moves, number))
}

/// Whether it is unknown why processes end.
fn is_open(model: &Model) -> bool {
    model.unknown_origins().iter().any(|&origin| model.origins[origin].kind == OriginKind::End)
}

fn shows_end(moves: &Moves<'_, '_>, number: usize) -> bool {
    let edge = moves.edge(number);
    match edge.role {
        Some(ActionRole::ExitSignal) => true,
        Some(ActionRole::Fires(TimerKind::Info)) => {
            let message = moves.action(edge.label).and_then(|action| action.args.last());
            message.and_then(end_of).is_some()
        }
        _ => false,
    }
}

/// The process that ends by an action, and what that shows.
fn end_in(model: &Model, happened: &Happened) -> Option<(Term, Term)> {
    let shown = happened.args.last()?;
    let pid = match model.actions[happened.action].role {
        ActionRole::ExitSignal => happened.args.first()?,
        ActionRole::Fires(TimerKind::Info) => {
            let [who, _] = end_of(shown)?;
            who
        }
        _ => return None,
    };
    matches!(pid, Term::Pid(_)).then(|| (pid.clone(), shown.clone()))
}
