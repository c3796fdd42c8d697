//! A run of a system as something to be done, and what the machine does in it.
//!
//! Input: a run, such as the one that explains why a property is violated. Output: what is sent, and what can be seen of the machine
//! when it takes that: calls of other modules, answers, how it ends. What the machine does inside, such as setting a timer, is not among
//! it.

use frontend::Module;
use lts::Term;
use lts::semantics::{Happened, Idle, Machine, Played, Run, is_start};
use model::{ActionRole, Model, Outside};

use super::order::{groups, may_be_zero};
use super::{Replay, Shows, Unplayable, acts, begun, number, outside, results, watched};
use crate::workers::started::starts;

/// Something that can be seen of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It calls a function of another module with these arguments.
    Call(Outside, Vec<Term>),
    /// It answers a client, by its number if that is known.
    Reply(Option<usize>, Term),
    /// It answers whoever does not wait, which cannot be seen always.
    Unheard(Term),
    /// It ends with an exception, for this reason.
    Crash(Term),
    /// It stops, for this reason.
    Stop(Term),
    /// It does not start.
    NeverStarts,
}

/// A run of a system as something to be done; `is_all` says that nothing comes behind it.
///
/// # Errors
///
/// Says why that is not possible.
pub fn replay_run(
    (model, module): (&Model, &Module),
    machine: &mut Machine<'_>,
    (run, is_all): (&Run<'_>, bool),
) -> Result<Replay, Unplayable> {
    if run.loop_start.is_some() {
        return Err(Unplayable::Endless);
    }
    let Ok(Some(played)) = machine.played(run) else { return Err(Unplayable::Doubtful) };
    let mut happened = played.steps.iter().flatten();
    if happened.any(|happened| starts(&model.actions[happened.action])) {
        return Err(Unplayable::Started);
    }
    let roles = roles(model, &played);
    let after = idle_behind(machine, run);
    let acts = acts(model, &roles, &played, &after);
    let groups = groups(&acts, &after, may_be_zero(model.behaviour, module))?;
    let Played { grounds, steps } = &played;
    Ok(Replay {
        argument: grounds.argument.clone().or_else(|| begun(model, steps)),
        groups,
        results: results(model, steps),
        outside: outside(model),
        watched: watched(model, steps),
        // What is shown of a run names them as they were chosen.
        sockets: Vec::new(),
        shows: Shows::Does { deeds: deeds(model, steps), is_all },
    })
}

/// The role of the action of each step; the start has none.
fn roles(model: &Model, played: &Played) -> Vec<Option<ActionRole>> {
    let role = |step: &Vec<Happened>| step.first().map(|happened| role(model, happened));
    let behind = played.steps.iter().skip(1).map(role);
    std::iter::once(None).chain(behind).collect()
}

fn role(model: &Model, happened: &Happened) -> ActionRole {
    model.actions[happened.action].role
}

/// What the machine holds behind the start and behind each step, where it is idle there; else what it held before.
fn idle_behind(machine: &Machine<'_>, run: &Run<'_>) -> Vec<Option<Idle>> {
    let start = Some(run.first).filter(|first| !is_start(first));
    let states = start.into_iter().chain(run.steps.iter().map(|&(.., target)| target));
    let mut all: Vec<Option<Idle>> = Vec::new();
    for state in states {
        let before = all.last().cloned().flatten();
        all.push(machine.idle(state).or(before));
    }
    all
}

/// What can be seen in a run, in order.
fn deeds(model: &Model, steps: &[Vec<Happened>]) -> Vec<Deed> {
    let own = steps.iter().enumerate().filter_map(|(number, step)| match number {
        // What happens at the start is not a step of the run, unless the run begins before it.
        0 => None,
        _ => step.first(),
    });
    own.filter_map(|happened| deed(model, happened)).collect()
}

fn deed(model: &Model, happened: &Happened) -> Option<Deed> {
    let action = &model.actions[happened.action];
    let last = || happened.args.last().cloned();
    Some(match action.role {
        ActionRole::Call => {
            let callee = action.callee.clone().filter(is_seen)?;
            let has_more = action.has_result || action.raises.is_some();
            let n_args = happened.args.len() - usize::from(has_more);
            Deed::Call(callee, happened.args.get(..n_args)?.to_vec())
        }
        ActionRole::Reply => {
            let client = happened.args.first().filter(|_| happened.args.len() > 1);
            Deed::Reply(client.and_then(number), last()?)
        }
        ActionRole::Unheard => Deed::Unheard(last()?),
        ActionRole::Crash => Deed::Crash(last()?),
        ActionRole::Stop => Deed::Stop(last()?),
        ActionRole::StartFailed | ActionRole::StartIgnored => Deed::NeverStarts,
        _ => return None,
    })
}

/// Whether calls of a function can be seen: those of the runtime are many, and a module that is a variable has no name.
fn is_seen(callee: &Outside) -> bool {
    let module = callee.module.as_str();
    module != "erlang" && module.starts_with(|first: char| !first.is_uppercase() && first != '_')
}

impl Replay {
    /// The functions of other modules of which calls can be seen.
    pub fn seen(&self) -> impl Iterator<Item = &Outside> {
        self.outside.iter().filter(|callee| is_seen(callee))
    }
}
