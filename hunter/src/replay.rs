//! A finding as something to be done with the real machine.
//!
//! Input: the way to a finding. Output: what is sent, in which order, what happens by itself in between,
//! what other modules return, and what shows the defect at the end. Values that the environment chooses are simple ones that
//! fit. A mailbox keeps order: what comes before a message that the machine has sent itself must be there
//! before the machine sends that.

mod deed;
pub(crate) mod order;
mod place;
pub(crate) mod representatives;
mod sockets;

use lts::Term;
use lts::semantics::{Debt, Happened, Hunt, HuntEdge as Edge, Idle, Machine, Played, Run};
use model::layout::end_in;
use model::{
    ActionRole, Class, CommandKind, Component as _, Model, Outside, TimeoutPart, TimerKind,
};

use crate::checks::crash::is_to_nobody;
use crate::checks::overlap::wrapped;
use crate::checks::self_call::tag_of_call;
use crate::replay::order::{groups, may_be_zero};
use crate::{Cause, Finding, Subject, codes, workers};

pub use deed::{Deed, replay_run};
pub use place::CrashPlace;

/// Something that is done, or happens by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A message of another process; with the number of the client, where one waits for an answer.
    Send(CommandKind, Option<usize>, Term),
    /// A message of the machine to itself.
    Own,
    /// What comes at once behind a callback, before any message.
    AtOnce,
    /// An event timeout.
    Timeout,
    /// A timer of this kind is over, and brings this; the step in which it was cancelled too late.
    Timer(TimerKind, Term, Option<usize>),
    /// Another process ends, for this reason.
    Ends(Term, Term),
}

/// What shows the defect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shows {
    /// The machine crashes, for this reason, in one of these places; in any where there are none.
    Crash(Term, Vec<CrashPlace>),
    /// The machine is in a state of this name, which has no function; of any where that is not known.
    NoState(Option<String>),
    /// The machine does not know any more that it owes this client an answer.
    Forgotten(usize),
    /// This client has no answer.
    Unanswered(usize),
    /// A client gets two answers.
    TwoAnswers,
    /// The machine ends without having answered this client.
    Stops(usize),
    /// Nothing runs any more.
    Lost,
    /// Two timers run that bring this.
    Overlap(Term),
    /// The machine never comes to rest.
    Busy,
    /// The machine does not start.
    NeverStarts(Start),
    /// The machine does all of a run, and nothing else in between; nothing more behind it, where that is said.
    Does {
        /// What it does, in order.
        deeds: Vec<Deed>,
        /// Whether it does nothing behind that.
        is_all: bool,
    },
}

/// How a machine does not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// `init/1` says so.
    Ignored,
    /// `init/1` stops it, for this reason, or fails, in one of these places.
    Stopped(Term, Vec<CrashPlace>),
    /// `init/1` crashes, for this reason, in one of these places.
    Crash(Term, Vec<CrashPlace>),
}

/// How the call of a function of another module ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// It returns this.
    Return(Term),
    /// It raises an exception for this reason.
    Raise(Class, Term),
}

/// A finding as something to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What `init/1` is called with, where it is chosen.
    pub argument: Option<Term>,
    /// What is done, in groups: all of one group is in the mailbox before the machine takes the first of it. The first
    /// group is there before the machine starts.
    pub groups: Vec<Vec<Act>>,
    /// How calls of functions of other modules end, in their order.
    pub results: Vec<(Outside, CallEnd)>,
    /// Functions of other modules that the module calls.
    pub outside: Vec<Outside>,
    /// Processes that the machine watches by name and node, both chosen.
    pub watched: Vec<(Term, Term)>,
    /// Chosen names in what is sent that stand for connected sockets.
    pub sockets: Vec<Term>,
    /// What shows the defect.
    pub shows: Shows,
}

/// Why a finding cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unplayable {
    /// It speaks of what never happens.
    NoWay,
    /// It was read in the text, and no run comes to it.
    Unmet,
    /// Its steps were not found to fit together.
    Doubtful,
    /// A message would have to come between two that the machine handles one behind the other by itself.
    Order,
    /// A client would have to end.
    Client,
    /// It goes on for ever.
    Endless,
    /// A process that the machine starts would have to do its part.
    Started,
    /// Another machine would have to be handed over.
    HandedOver,
}

/// A way as a run.
pub(crate) fn run_of<'h>(hunt: &'h Hunt, way: &[usize]) -> Run<'h> {
    let mut steps = Vec::new();
    for (number, &edge) in way.iter().enumerate() {
        let edge = &hunt.edges[edge];
        let source = hunt.nodes[edge.source].state.as_slice();
        let target = match &edge.state {
            Some(state) if number + 1 == way.len() => state.as_slice(),
            _ => hunt.nodes[edge.target].state.as_slice(),
        };
        steps.push((source, edge.label, target));
    }
    Run { first: hunt.nodes[0].state.as_slice(), steps, loop_start: None }
}

/// A finding as something to be done.
///
/// # Errors
///
/// Says why that is not possible.
pub fn replay(
    subject: &Subject<'_>,
    machine: &mut Machine<'_>,
    hunt: &Hunt,
    finding: &Finding,
) -> Result<Replay, Unplayable> {
    if subject.is_handed_over {
        return Err(Unplayable::HandedOver);
    }
    if finding.way.is_empty() {
        let is_read = finding.cause != Cause::Nothing;
        return Err(if is_read { Unplayable::Unmet } else { Unplayable::NoWay });
    }
    if workers::misses_client(finding) {
        return Err(Unplayable::Client);
    }
    let (way, played) = played(machine, hunt, finding)?;
    let edges: Vec<&Edge> = way.iter().map(|&number| &hunt.edges[number]).collect();
    let after: Vec<Option<Idle>> = idle_behind(machine, hunt, &edges);
    let places = place::places(subject, machine, hunt, finding);
    let shows = shows((finding, places), machine, hunt, &after).ok_or(Unplayable::NoWay)?;
    let acts = acts(subject.model, &roles(&edges), &played, &after);
    // A port, of which no example can be written down.
    let has_no_value =
        |act: &Option<Act>| matches!(act, Some(Act::Send(_, _, term)) if term.has_unknown());
    if acts.iter().any(has_no_value) {
        return Err(Unplayable::Doubtful);
    }
    let groups = groups(&acts, &after, may_be_zero(subject.model.behaviour, subject.module))?;
    let results = results(subject.model, &played.steps);
    let outside = outside(subject.model);
    let watched = watched(subject.model, &played.steps);
    let argument = played.grounds.argument.or_else(|| begun(subject.model, &played.steps));
    let others = (argument.as_ref(), results.as_slice());
    let sockets = sockets::sockets(subject.model, &played.steps, &groups, others);
    Ok(Replay { argument, groups, results, outside, watched, sockets, shows })
}

/// Whether a machine does not start on the way to a finding.
fn fails_to_start(finding: &Finding, hunt: &Hunt) -> bool {
    let mut way = finding.way.iter();
    way.any(|&edge| hunt.edges[edge].role == Some(ActionRole::StartFailed))
}

/// What `init/1` is called with, where that is one of several terms.
fn begun(model: &Model, steps: &[Vec<Happened>]) -> Option<Term> {
    let of_init = |happened: &&Happened| model.actions[happened.action].role == ActionRole::Init;
    steps.iter().flatten().find(of_init)?.args.first().cloned()
}

/// Whether the message of a cancelled timer comes on a way.
pub(crate) fn is_stale(
    model: &Model,
    machine: &mut Machine<'_>,
    hunt: &Hunt,
    way: &[usize],
) -> bool {
    let Ok(Some(played)) = machine.played(&run_of(hunt, way)) else { return false };
    let edges: Vec<&Edge> = way.iter().map(|&number| &hunt.edges[number]).collect();
    let after = idle_behind(machine, hunt, &edges);
    let acts = acts(model, &roles(&edges), &played, &after);
    matches!(acts.last(), Some(Some(Act::Timer(.., Some(_)))))
}

/// What is done in each step behind the start: of each step the role of its action, and what the machine holds behind it.
fn acts(
    model: &Model,
    roles: &[Option<ActionRole>],
    played: &Played,
    after: &[Option<Idle>],
) -> Vec<Option<Act>> {
    let mut acts = Vec::new();
    for (number, role) in roles.iter().enumerate().skip(1) {
        let happened = played.steps.get(number).and_then(|step| step.first());
        let mut act = act(*role, happened);
        if matches!(act, Some(Act::Timer(TimerKind::Timeout, ..)))
            && is_at_once(after[number - 1].as_ref())
        {
            act = Some(Act::AtOnce);
        }
        if let Some(Act::Timer(_, message, late)) = &mut act {
            let cancels = |step: &usize| {
                played.steps.get(*step).is_some_and(|happened| cancels(model, happened))
            };
            *late = (1..number).rev().filter(cancels).find(|&step| outlives(after, step, message));
        }
        acts.push(act);
    }
    acts
}

fn roles(edges: &[&Edge]) -> Vec<Option<ActionRole>> {
    edges.iter().map(|edge| edge.role).collect()
}

/// Whether what comes next comes at once: time-outs of 0 of a loop that is text do.
fn is_at_once(before: Option<&Idle>) -> bool {
    before.is_some_and(|idle| idle.kept.next.is_some())
}

/// The run of a finding with values; without its end, where that does not fit.
fn played(
    machine: &mut Machine<'_>,
    hunt: &Hunt,
    finding: &Finding,
) -> Result<(Vec<usize>, Played), Unplayable> {
    let mut way = finding.way.clone();
    if finding.code == codes::TIMERS_OVERLAP {
        // Both run until the first is over.
        let fires = |&edge: &usize| matches!(hunt.edges[edge].role, Some(ActionRole::Fires(_)));
        way.truncate(way.iter().rposition(fires).unwrap_or(way.len()));
    }
    loop {
        if let Ok(Some(played)) = machine.played(&run_of(hunt, &way)) {
            return Ok((way, played));
        }
        let last = way.pop().map(|last| &hunt.edges[last]);
        let is_event = last.and_then(|last| last.role).is_none_or(is_event);
        if is_event || way.is_empty() {
            return Err(Unplayable::Doubtful);
        }
    }
}

/// Whether an action is what a callback is called for.
pub(crate) fn is_event(role: ActionRole) -> bool {
    matches!(
        role,
        ActionRole::Command(_)
            | ActionRole::Dequeue(_)
            | ActionRole::Timeout
            | ActionRole::Continue(_)
            | ActionRole::Fires(_)
    )
}

/// What the machine holds behind each edge, where it is idle there; else what it held before.
fn idle_behind(machine: &Machine<'_>, hunt: &Hunt, edges: &[&Edge]) -> Vec<Option<Idle>> {
    let mut all: Vec<Option<Idle>> = Vec::new();
    for (number, edge) in edges.iter().enumerate() {
        let idle = if number + 1 == edges.len() {
            machine.idle_behind(hunt, edge)
        } else {
            machine.idle_at(&hunt.nodes[edge.target])
        };
        let before = all.last().cloned().flatten();
        all.push(idle.or(before));
    }
    all
}

fn act(role: Option<ActionRole>, happened: Option<&Happened>) -> Option<Act> {
    let args = happened.map(|happened| happened.args.as_slice()).unwrap_or_default();
    let last = || args.last().cloned().unwrap_or(Term::Nil);
    Some(match role? {
        ActionRole::Command(kind) => {
            let client = args.first().and_then(number).filter(|_| args.len() > 1);
            Act::Send(kind, client, last())
        }
        ActionRole::Dequeue(_) => Act::Own,
        ActionRole::Continue(_) => Act::AtOnce,
        ActionRole::Timeout => Act::Timeout,
        ActionRole::ExitSignal => Act::Ends(args.first()?.clone(), last()),
        ActionRole::Fires(kind) => match (kind, last()) {
            // The module starts the process, and that sends it.
            (kind, _) if kind.is_sent() => Act::Own,
            (kind, message) => match end_of(&message).filter(|_| kind == TimerKind::Info) {
                Some([who, reason]) => Act::Ends(who.clone(), reason.clone()),
                None => Act::Timer(kind, brought(kind, message), None),
            },
        },
        _ => return None,
    })
}

/// What a timer brings; the time-out of a loop that waits for it no more is `{lost, Type}` in the text of that.
fn brought(kind: TimerKind, message: Term) -> Term {
    match message {
        Term::Tuple(mut parts)
            if kind == TimerKind::Timeout && parts.len() == 2 && parts[0] == Term::atom("lost") =>
        {
            parts.remove(1)
        }
        other => other,
    }
}

/// Whether two messages may be the same, for all that is known of them.
pub(crate) fn covers(shape: &Term, message: &Term) -> bool {
    match (shape, message) {
        (Term::Unknown(_) | Term::Reference(_) | Term::Pid(_), _) => true,
        (Term::Tuple(a), Term::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers(a, b))
        }
        // A message that carries the reference of its timer.
        (reference, Term::Tuple(parts)) if parts.len() == TimeoutPart::SIZE => {
            TimeoutPart::Message.in_items(parts) == Some(reference)
        }
        (a, b) => a == b,
    }
}

fn number(term: &Term) -> Option<usize> {
    match term {
        Term::Integer(value) => usize::try_from(value).ok(),
        _ => None,
    }
}

/// The process that has ended, and why, where a message says so.
pub(crate) fn end_of(message: &Term) -> Option<[&Term; 2]> {
    let Term::Tuple(parts) = message else { return None };
    end_in(parts, |tag, name| matches!(tag, Term::Atom(atom) if atom.as_str() == name))
}

/// Whether a timer is cancelled in a step.
fn cancels(model: &Model, step: &[Happened]) -> bool {
    step.iter().any(|happened| {
        let action = &model.actions[happened.action];
        // Those of `gen_fsm` take the message out of the mailbox.
        let name = action.name.as_str();
        action.role == ActionRole::SetTimer && name.contains("cancel")
    })
}

/// Whether the message of a timer comes although the timer is cancelled in this step.
fn outlives(after: &[Option<Idle>], step: usize, message: &Term) -> bool {
    let has = |step: usize| {
        let idle = after[step].as_ref();
        idle.is_some_and(|idle| idle.timers.iter().any(|timer| covers(timer, message)))
    };
    has(step - 1) && has(step)
}

/// Whether some event is postponed at the end of a run.
fn is_postponed(after: &[Option<Idle>]) -> bool {
    let last = after.last().and_then(Option::as_ref);
    last.is_some_and(|idle| !idle.kept.postponed.is_empty())
}

fn shows(
    (finding, places): (&Finding, Vec<CrashPlace>),
    machine: &Machine<'_>,
    hunt: &Hunt,
    after: &[Option<Idle>],
) -> Option<Shows> {
    let waits = |is_lost: bool| {
        let idle = after.last()?.as_ref()?;
        let mut waiting =
            idle.waiting.iter().filter(|caller| !is_lost || caller.debt == Debt::Forgotten);
        waiting.next().map(|caller| caller.client + 1)
    };
    Some(match finding.code {
        codes::NO_STATE => match reason(finding, machine, hunt) {
            None => Shows::NoState(entered(finding)),
            Some(reason) => Shows::Crash(reason, places),
        },
        codes::CALLER_FORGOTTEN => match waits(true) {
            Some(client) => Shows::Forgotten(client),
            // What would have to happen for a caller that is kept to get its answer is no part of the run.
            None if !is_postponed(after) => return None,
            None => Shows::Unanswered(waits(false)?),
        },
        codes::SWALLOWED => Shows::Unanswered(waits(false)?),
        codes::REPLY_TO_NOBODY | codes::TWO_ANSWERS => Shows::TwoAnswers,
        codes::CALL_TO_ITSELF if fails_to_start(finding, hunt) => {
            Shows::NeverStarts(start((finding, places), machine, hunt))
        }
        codes::CALL_TO_ITSELF => {
            let reason = last_of(finding, machine, hunt, ActionRole::Stop);
            let tag = reason.as_ref().and_then(tag_of_call).unwrap_or("calling_self");
            Shows::Crash(Term::atom(tag), Vec::new())
        }
        codes::STOP_WITHOUT_REPLY => Shows::Stops(1),
        codes::TIMEOUT_LOST => Shows::Lost,
        codes::TIMERS_OVERLAP => Shows::Overlap(fired(finding, machine, hunt)?),
        codes::POSTPONED => return None,
        codes::LIVELOCK => Shows::Busy,
        codes::NEVER_STARTS => Shows::NeverStarts(start((finding, places), machine, hunt)),
        _ => Shows::Crash(reason(finding, machine, hunt)?, places),
    })
}

/// The state in which the machine is at the end of a way, if its name is known.
fn entered(finding: &Finding) -> Option<String> {
    let last = finding.evidence.last().and_then(|line| line.after.clone());
    last.filter(|name| !name.starts_with('?'))
}

/// How a machine that never starts ends.
fn start(
    (finding, places): (&Finding, Vec<CrashPlace>),
    machine: &Machine<'_>,
    hunt: &Hunt,
) -> Start {
    if let Some(reason) = last_of(finding, machine, hunt, ActionRole::Crash) {
        return Start::Crash(reason, places);
    }
    match last_of(finding, machine, hunt, ActionRole::StartFailed) {
        Some(reason) => Start::Stopped(reason, places),
        None => Start::Ignored,
    }
}

/// What the timer brings that is the last one on a way, without its reference.
fn fired(finding: &Finding, machine: &Machine<'_>, hunt: &Hunt) -> Option<Term> {
    use lts::Label;
    use lts::next_state::NextState as _;
    let mut edges = finding.way.iter().rev().map(|&number| &hunt.edges[number]);
    let edge = edges.find(|edge| matches!(edge.role, Some(ActionRole::Fires(_))))?;
    let Label::Visible { action, .. } = machine.labels().get(edge.label) else { return None };
    let message = action.as_ref()?.args.last()?;
    Some(wrapped(message).unwrap_or(message).clone())
}

/// The reason of the crash at the end of a way.
fn reason(finding: &Finding, machine: &Machine<'_>, hunt: &Hunt) -> Option<Term> {
    let last = |role| last_of(finding, machine, hunt, role);
    last(ActionRole::Crash).or_else(|| last(ActionRole::Stop).filter(is_to_nobody))
}

/// What the last action of a role on a way is about.
fn last_of(
    finding: &Finding,
    machine: &Machine<'_>,
    hunt: &Hunt,
    role: ActionRole,
) -> Option<Term> {
    use lts::Label;
    use lts::next_state::NextState as _;
    let mut edges = finding.way.iter().rev().map(|&number| &hunt.edges[number]);
    let edge = edges.find(|edge| edge.role == Some(role))?;
    match machine.labels().get(edge.label) {
        Label::Visible { action, .. } => action.as_ref()?.args.last().cloned(),
        Label::Tau => None,
    }
}

/// How calls of functions of other modules end.
fn results(model: &Model, steps: &[Vec<Happened>]) -> Vec<(Outside, CallEnd)> {
    let all = steps.iter().flatten().filter_map(|happened| {
        let action = &model.actions[happened.action];
        let is_call = matches!(action.role, ActionRole::Call | ActionRole::Logging);
        let callee = action.callee.clone().filter(|_| is_call)?;
        let last = || happened.args.last().cloned();
        let end = match action.raises {
            Some(class) => CallEnd::Raise(class, last()?),
            None if action.has_result => CallEnd::Return(last()?),
            None => return None,
        };
        Some((callee, end))
    });
    all.collect()
}

/// What the machine watches by name and node.
fn watched(model: &Model, steps: &[Vec<Happened>]) -> Vec<(Term, Term)> {
    let is_monitor = |happened: &&Happened| {
        let name = model.actions[happened.action].name.as_str();
        name == "monitor" || name.ends_with(":monitor")
    };
    let mut all: Vec<(Term, Term)> = Vec::new();
    for target in steps.iter().flatten().filter(is_monitor).flat_map(|happened| &happened.args) {
        let Term::Tuple(parts) = target else { continue };
        if let [name @ Term::Atom(_), node @ Term::Atom(_)] = parts.as_slice() {
            all.push((name.clone(), node.clone()));
        }
    }
    all.sort();
    all.dedup();
    all
}

/// The functions of other modules that a model names.
fn outside(model: &Model) -> Vec<Outside> {
    let called = model.actions.iter().filter_map(|action| action.callee.clone());
    let unknown = model.origins.iter().filter_map(|origin| origin.call.clone());
    let mut all: Vec<Outside> = called.chain(unknown).collect();
    all.sort_by_key(|call| (call.module.to_string(), call.function.to_string(), call.arity));
    all.dedup();
    all
}
