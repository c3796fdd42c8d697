//! Crashes: exceptions in callbacks, by what they rest on; exits of calls to no process; values no callback may return.

mod grounds;
mod guards;

use std::collections::{BTreeMap, BTreeSet};

use frontend::ast::{Function, FunctionClause};
use frontend::{Module, Span};
use lts::Term;
use lts::semantics::Idle;
use model::{ActionRole, AtOnce, Component as _, DownPart, OriginId, OriginKind};
use translator::library::no_receiver::NOBODY;

use crate::Finding;
use crate::assumptions::ON_ARGUMENT;
use crate::assumptions::senders::tag;
use crate::clauses::within;
use crate::codes;
use crate::moves::{Move, Moves};
use crate::replay::order::may_be_zero;
use crate::replay::{end_of, is_event};
use crate::source::{clause_at, functions, is_exported, is_send, missing_call, uses};
use crate::workers;

/// What a crash rests on, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Blame {
    /// The machine itself.
    State,
    /// What an event carries, or `init/1` is given.
    Argument,
    /// What another module returns, or what is not exact.
    Result,
}

/// A crash.
#[derive(Clone, Debug)]
pub(crate) struct Crash {
    /// Number of the move.
    pub(crate) number: usize,
    pub(crate) reason: Term,
    pub(crate) blame: Blame,
    /// Where it comes from.
    pub(crate) at: Option<Span>,
    /// Whether no clause of the callback takes the event.
    pub(crate) is_unhandled: bool,
    /// Whether the crash rests on a message that no process is known to send.
    pub(crate) is_stray: bool,
    /// Whether it takes another process that ends one which the machine has started.
    pub(crate) is_ended: bool,
    /// Uncertain decisions and events before it; and whether `terminate/3` crashes besides.
    pub(crate) cost: (usize, usize, bool),
}

/// The tags of reasons that say that no clause or pattern takes a value.
const NO_CLAUSE: [&str; 5] =
    ["badmatch", "case_clause", "function_clause", "if_clause", "try_clause"];

/// Crashes that are followed once more to see whether another process would have to end one that the machine has started.
const MAX_FOLLOWED: usize = 64;

/// All crashes, cheap ones first.
pub(crate) fn crashes(moves: &mut Moves<'_, '_>) -> Vec<Crash> {
    let mut crashes: Vec<Crash> = (0..moves.all.len()).filter_map(|n| crash(moves, n)).collect();
    crashes.sort_by_key(|crash| (crash.blame, crash.is_stray, crash.cost, crash.number));
    let (mut followed, mut has_ended) = (0, false);
    for crash in crashes.iter_mut().filter(|crash| crash.blame != Blame::Result) {
        let way = way(moves, crash.number);
        if workers::has_end(moves, &way) {
            followed += 1;
            // Further ones are taken for the same.
            crash.is_ended = has_ended && followed > MAX_FOLLOWED
                || followed <= MAX_FOLLOWED && workers::rests(moves, &way);
            has_ended |= crash.is_ended;
        }
    }
    // The order among the others stays.
    crashes.sort_by_key(|crash| (crash.blame, crash.is_stray, crash.is_ended));
    crashes
}

/// The way to a move, and that itself.
pub(crate) fn way(moves: &Moves<'_, '_>, number: usize) -> Vec<usize> {
    let this_move = &moves.all[number];
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    way.extend(&this_move.tail);
    way
}

fn crash(moves: &Moves<'_, '_>, number: usize) -> Option<Crash> {
    let this_move = &moves.all[number];
    let (_, reason) = moves.of_role(this_move, ActionRole::Crash).or_else(|| {
        let stop = moves.of_role(this_move, ActionRole::Stop);
        stop.filter(|(_, reason)| is_to_nobody(reason))
    })?;
    let is_end = |role| matches!(role, Some(ActionRole::Crash | ActionRole::Stop));
    let before: Vec<_> = moves.edges_of(this_move).take_while(|edge| !is_end(edge.role)).collect();
    // An answer decides nothing: what was decided before it leads to the crash behind it.
    let at = before.iter().rev().find_map(|edge| edge.at);
    // Behind an action of the callback it is another function that has no clause.
    let is_unhandled = before.len() <= 1 && is_unhandled(moves, this_move, &reason, at);
    // A crash outside of callbacks is one of what was returned before.
    let at = match before.len() {
        0 => moves.last_clause(this_move.source),
        1 => at,
        _ => at.filter(|at| !is_callback(moves, this_move, *at)),
    };
    // Nothing is decided where a function is missing.
    let is_missing = reason == Term::atom("undef") && !is_unhandled;
    let gone = is_missing.then(|| missing_call(moves.module, moves.clause(this_move))).flatten();
    // What was decided last may stand in a function of another module, which does not call it.
    let is_elsewhere = is_missing && at.is_some_and(|at| at.file != moves.module.file);
    let at = gone.or(if is_elsewhere { moves.clause(this_move) } else { at });
    let hidden = || unexported(moves, this_move).map(|callback| callback.span);
    let at = at.or_else(|| is_missing.then(hidden).flatten());
    let is_headless = kind(&reason) == "function_clause" && !is_unhandled;
    let outer = at.filter(|_| is_headless).map(|at| whole(moves.linked, at));
    let at = outer.filter(|outer| !is_callback(moves, this_move, *outer)).or(at);
    let is_choice = |origin: &OriginId| {
        matches!(moves.model.origins[*origin].kind, OriginKind::Part | OriginKind::Choice)
    };
    let is_kind = |kind: OriginKind| {
        let chosen = before.iter().flat_map(|edge| &edge.chosen);
        chosen.into_iter().any(|&origin| moves.model.origins[origin].kind == kind)
    };
    // Outside of callbacks it is one of what was returned before.
    let returned = before.is_empty().then(|| moves.hunt.nodes[this_move.source].parent).flatten();
    let was_given = returned.is_some_and(|edge| moves.edge(edge).chosen.iter().any(is_choice));
    let is_given = was_given
        || is_kind(OriginKind::Part)
        || is_kind(OriginKind::Choice)
        || grounds::rests_on_carried(moves, this_move, &reason, at);
    let blame = if before.iter().any(|edge| edge.cut || !edge.uncertain.is_empty())
        || !is_unhandled && grounds::is_open(moves, this_move, &reason)
    {
        Blame::Result
    } else if is_given
        || !is_unhandled && grounds::rests_on_choice(moves, this_move, &reason)
        || !is_unhandled
            && is_of_type(&reason)
            && (is_started_by_choice(moves, this_move)
                || holds_choices(moves, this_move)
                    && !at.is_some_and(|at| is_send(moves.module, at)))
        || is_unhandled && is_end_of_chosen_name(moves, this_move)
    {
        Blame::Argument
    } else {
        Blame::State
    };
    let node = &moves.hunt.nodes[this_move.source];
    let doubts = before.iter().map(|edge| edge.uncertain.len() + usize::from(edge.cut));
    let crashes = moves.edges_of(this_move).filter(|edge| edge.role == Some(ActionRole::Crash));
    let cost = (node.doubts + doubts.sum::<usize>(), node.length, crashes.count() > 1);
    let is_stray = !is_unhandled && rests_on_stray(moves, this_move, &reason);
    let is_ended = false;
    Some(Crash { number, reason, blame, at, is_unhandled, is_stray, is_ended, cost })
}

/// The callback that is called in a move, where the module has it and does not export it.
fn unexported<'s>(moves: &Moves<'s, '_>, this_move: &Move) -> Option<&'s Function> {
    let (name, arity) = moves.callback(this_move)?;
    let callback = functions(moves.module, &name, arity).next()?;
    (!is_exported(moves.module, &callback.name, arity)).then_some(callback)
}

/// The function whose clauses were told apart at a place, where that stands in front of the body of one: none of them was taken,
/// and the stack of a real process names the function. Any other place as it is.
pub(crate) fn whole(module: &Module, at: Span) -> Span {
    let is_before = |clause: &FunctionClause| {
        let bodies = clause.body.first().map(|first| first.span.start);
        within(at, clause.span) && bodies.is_some_and(|start| at.end <= start)
    };
    let mut functions = module.functions();
    let function = functions.find(|function| function.clauses.iter().any(is_before));
    function.map_or(at, |function| function.span)
}

/// Whether a machine that has called no process exits so: `{noproc, {Module, Function, [undefined | _]}}`.
pub(crate) fn is_to_nobody(reason: &Term) -> bool {
    let Term::Tuple(parts) = reason else { return false };
    let [Term::Atom(tag), Term::Tuple(call)] = parts.as_slice() else { return false };
    let [_, _, Term::List(args, _)] = call.as_slice() else { return false };
    tag.as_str() == "noproc" && args.first() == Some(&Term::atom(NOBODY))
}

/// Whether a message that no process is known to send finds no clause further in, where the callback takes it.
fn rests_on_stray(moves: &Moves<'_, '_>, this_move: &Move, reason: &Term) -> bool {
    let clause = moves.clause(this_move).and_then(|span| clause_at(moves.module, span));
    // Any process may have sent something for `handle_info/3`; other callbacks take what is meant for the machine.
    let is_info = moves.command(this_move).is_some_and(|kind| kind.is_bare());
    let is_about = NO_CLAUSE.contains(&kind(reason).as_str())
        && clause.is_none_or(|clause| uses(clause, moves.model.behaviour.event_place()));
    moves.command(this_move).is_some() && moves.is_stray(this_move) && (!is_info || is_about)
}

/// Whether it is the end of a process that is watched by name and node, where that name was chosen: such a message
/// names the process in another way than one that is watched by its identifier.
fn is_end_of_chosen_name(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let Some((kind, event)) = moves.event(this_move) else { return false };
    let Term::Tuple(parts) = &event else { return false };
    let is_monitor = parts.len() == DownPart::SIZE;
    let name = match end_of(&event).filter(|_| is_monitor) {
        Some([Term::Tuple(who), _]) => who.first(),
        _ => None,
    };
    kind.is_for_messages() && name.is_some_and(Term::has_unknown)
}

/// Whether a message comes before an event timeout of 0 with which the machine starts: its sender must know the
/// machine before that does anything.
fn is_early(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let is_zero = |idle: &Idle| match idle.timeout.as_deref() {
        Some("zero") => true,
        Some("armed") => may_be_zero(moves.model.behaviour, moves.module),
        _ => false,
    };
    let happened = |&number: &usize| moves.edge(number).role.is_some_and(is_event);
    moves.command(this_move).is_some_and(|kind| kind.is_bare())
        && !moves.is_sent_by_interface(this_move)
        && !moves.way_to(this_move.source).iter().any(happened)
        && moves.idle[this_move.source].as_ref().is_some_and(is_zero)
}

/// Whether a reason says that a value is of a wrong type.
fn is_of_type(reason: &Term) -> bool {
    ["badarg", "badarith", "badmap", "badfun"].contains(&kind(reason).as_str())
}

/// Whether the machine holds what was chosen before: a wrong type may be one of what `init/1` was given, or an event
/// has brought.
fn holds_choices(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let before = moves.idle[this_move.source].as_ref();
    // A state that is no atom is a matter of the machine.
    before.is_some_and(|idle| idle.state.is_some() && idle.data.has_unknown())
}

/// Whether `init/1` has decided something about what it is given, and a field has no value: what it leaves out for some
/// arguments may be there for those that the machine is really started with.
fn is_started_by_choice(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let data = moves.idle[this_move.source].as_ref().map(|idle| &idle.data);
    let Some(Term::Tuple(fields)) = data else { return false };
    if !fields.contains(&Term::atom(NOBODY)) {
        return false;
    }
    let way = moves.way_to(this_move.source);
    let start = way.iter().take_while(|&&edge| !moves.edge(edge).role.is_some_and(is_event));
    start.flat_map(|&edge| &moves.edge(edge).chosen).any(|&origin| {
        matches!(moves.model.origins[origin].kind, OriginKind::Part | OriginKind::Choice)
    })
}

/// Whether the callback as a whole stands at a place: its clauses were told apart there.
fn is_callback(moves: &Moves<'_, '_>, this_move: &Move, at: Span) -> bool {
    let callback = moves.callback(this_move);
    callback
        .and_then(|(name, arity)| callback_at(moves, this_move, (&name, arity), Some(at)))
        .is_some_and(|callback| callback.span == at)
}

/// A callback: that of the module which is called in a move, where several have one, by where something was decided or by its clause.
pub(crate) fn callback_at<'s>(
    moves: &Moves<'s, '_>,
    this_move: &Move,
    (name, arity): (&str, usize),
    at: Option<Span>,
) -> Option<&'s Function> {
    let named = || functions(moves.module, name, arity);
    let there = |at: Span| named().find(|function| within(at, function.span));
    at.and_then(there)
        .or_else(|| moves.clause(this_move).and_then(there))
        .or_else(|| named().next())
}

/// Whether the module that is called in a move does not have the callback, while another one does.
pub(crate) fn lacks_callback(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    moves.has_successors && moves.clause(this_move).is_none_or(model::library::contains)
}

/// Whether a crash says that the callback has no clause for the event.
fn is_unhandled(moves: &Moves<'_, '_>, this_move: &Move, reason: &Term, at: Option<Span>) -> bool {
    // What stops the machine is no event.
    if moves.command(this_move).is_some_and(|kind| kind.is_ending()) {
        return false;
    }
    let Some((name, arity)) = moves.callback(this_move) else { return false };
    let callback = callback_at(moves, this_move, (&name, arity), at);
    match (reason, callback) {
        (Term::Atom(reason), None) => reason.as_str() == "undef",
        (Term::Atom(reason), Some(_)) if reason.as_str() == "undef" => {
            lacks_callback(moves, this_move)
        }
        (Term::Atom(reason), Some(callback)) if reason.as_str() == "function_clause" => {
            // Where the state alone decides, nothing is looked at. A guard decides as a head does, unless on what the
            // event carries.
            let is_known = || moves.edges_of(this_move).all(|edge| edge.chosen.is_empty());
            let event = moves.event(this_move).map(|(_, event)| event);
            let is_told_by_guards = |at| {
                event.as_ref().is_some_and(|event| {
                    guards::tell_events(callback, (at, moves.model.behaviour.event_place()), event)
                })
            };
            // Behind a clause that was taken another function has none: one of the library, or terminate/3.
            // Which clause an enter call has come to is not told where it has come to none.
            let is_enter =
                moves.edge(this_move.event).role == Some(ActionRole::Continue(AtOnce::Enter));
            let clause = moves.clause(this_move).filter(|_| !is_enter);
            let is_taken = clause.is_some_and(|taken| {
                // Where none was taken stands the function as a whole, as its only clause does.
                let mut functions = moves.module.functions();
                let is_whole = functions.any(|function| function.span == taken);
                !is_whole && clause_at(moves.module, taken).is_some()
            });
            !is_taken
                && at.is_none_or(|at| at == callback.span || is_told_by_guards(at) && is_known())
        }
        _ => false,
    }
}

/// Whether it is told as a finding of its own: it rests on the machine, on arguments, or on a result for which the module
/// has a branch, whose value is written there and is none that the behaviour takes.
fn is_told(moves: &Moves<'_, '_>, crash: &Crash) -> bool {
    let is_written = match &crash.reason {
        Term::Tuple(parts) if is_refused(moves, &crash.reason) => {
            parts.get(1).is_some_and(has_written_tag)
        }
        _ => false,
    };
    crash.blame != Blame::Result || is_written
}

/// Whether a value is known, or has an atom in front: any other one may be what another module has returned, handed on.
fn has_written_tag(value: &Term) -> bool {
    let has_tag =
        matches!(value, Term::Tuple(items) if matches!(items.first(), Some(Term::Atom(_))));
    has_tag || !value.has_unknown()
}

/// The crashes that rest on what is not known: results of other modules, and what is not exact. Those that are among the
/// findings stay out.
pub(crate) fn by_results(
    moves: &Moves<'_, '_>,
    crashes: &[Crash],
    findings: &[Finding],
) -> BTreeSet<Span> {
    let is_shown = |crash: &Crash| {
        let way = way(moves, crash.number);
        findings.iter().any(|finding| finding.way == way)
    };
    let told = crashes
        .iter()
        .filter(|crash| crash.blame != Blame::Result || is_told(moves, crash) && is_shown(crash));
    let told: BTreeSet<Span> = told.filter_map(|crash| crash.at).collect();
    let others = crashes.iter().filter(|crash| crash.blame == Blame::Result && !crash.is_unhandled);
    others
        .filter_map(|crash| crash.at)
        .filter(|at| !told.contains(at))
        .filter(|at| at.file == moves.module.file)
        .collect()
}

/// Findings for crashes that rest on the machine itself, or on arguments.
pub(crate) fn findings(moves: &mut Moves<'_, '_>, crashes: &[Crash]) -> Vec<Finding> {
    let mut groups: BTreeMap<(Option<Span>, String, String), &Crash> = BTreeMap::new();
    let listed = crashes.iter().filter(|crash| !crash.is_unhandled && is_told(moves, crash));
    for crash in listed {
        groups.entry(group(moves, crash)).or_insert(crash);
    }
    groups
        .into_iter()
        .filter_map(|((at, kind, _), crash)| finding(moves, crash, (at, kind.as_str())))
        .collect()
}

/// The finding of a group of crashes; none where a timeout whose value is unknown is all that there is.
fn finding(
    moves: &mut Moves<'_, '_>,
    crash: &Crash,
    (at, kind): (Option<Span>, &str),
) -> Option<Finding> {
    let this_move = moves.all[crash.number].clone();
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    let doubts = moves.doubts(&way);
    let is_outside = moves.event(&this_move).is_none();
    let has_open_time = returns_open_time(moves, &crash.reason);
    if doubts.is_some() && (is_outside || has_open_time) || calls_unknown(&crash.reason) {
        return None;
    }
    way.extend(&this_move.tail);
    let is_return = is_refused(moves, &crash.reason);
    let is_nameless = kind == "badarg" && has_no_name(moves, &this_move);
    let code = match crash.blame {
        _ if is_return => codes::BAD_RETURN,
        _ if is_nameless => codes::NO_STATE,
        Blame::State => codes::CRASH,
        _ => codes::CRASH_ON_ARGUMENT,
    };
    let is_early = is_early(moves, &this_move);
    let is_met = crash.blame == Blame::State && !crash.is_stray && !is_early;
    // A reason that is not known says little of what has happened.
    let is_known = !matches!(crash.reason, Term::Unknown(_));
    let is_asked = is_return && is_action(&crash.reason);
    // Whoever chooses a time has to choose one.
    let is_sure =
        doubts.is_none() && (is_met || is_return && !is_asked) && is_known && !has_open_time;
    let (clause, before) = (moves.clause(&this_move), moves.last_clause(this_move.source));
    // Where the clauses of the callback were told apart, the one that was taken says more.
    let is_own = |clause: Span| !model::library::contains(clause);
    let is_told = clause.is_some_and(is_own) && kind != "function_clause";
    let inner = at.filter(|at| !is_told || !is_callback(moves, &this_move, *at));
    let place = if is_return { clause.or(at) } else { inner.or(clause) };
    let place = place.filter(|_| !is_nameless).or(before).unwrap_or_else(|| start(moves));
    let because = match doubts {
        Some(doubts) => doubts,
        None if is_sure => Vec::new(),
        None if !is_known => vec!["whether it comes to that: the reason is not known".to_owned()],
        None if is_early => vec!["whether somebody sends it so early".to_owned()],
        None if crash.blame == Blame::State && !has_open_time => {
            vec!["whether somebody sends it".to_owned()]
        }
        None => vec![ON_ARGUMENT.to_owned()],
    };
    let when = moves.when(&this_move);
    let message = if is_nameless {
        format!("the next state is no atom: the machine crashes with `badarg` {when}")
    } else {
        format!("{} {when}", said(moves, crash, (is_return, clause)))
    };
    Some(Finding::of_way(moves, (code, place), message, because, way))
}

/// Whether the crash is that a value is called which is no fun (`badfun`), and nothing is known of that value: the code says that a
/// fun is expected there, and who calls the machine hands over one, most likely.
fn calls_unknown(reason: &Term) -> bool {
    kind(reason) == "badfun"
        && matches!(reason, Term::Tuple(parts) if matches!(parts.as_slice(), [_, Term::Unknown(_)]))
}

/// Whether a wrong return is one only if a component that is not known says neither for how long to wait nor what comes next.
fn returns_open_time(moves: &Moves<'_, '_>, reason: &Term) -> bool {
    let Term::Tuple(parts) = reason else { return false };
    if is_action(reason) {
        return parts.last().is_some_and(Term::has_unknown);
    }
    let [_, Term::Tuple(items)] = parts.as_slice() else { return false };
    let Some(Term::Atom(tag)) = items.first() else { return false };
    moves.model.behaviour.shapes(tag.as_str()).any(|shape| {
        let open = |place: usize| matches!(items.get(place - 1), Some(Term::Unknown(_)));
        shape.size == items.len() && shape.checked().is_some_and(open)
    })
}

/// What crashes have in common that are one finding: the place, the kind of the reason; of values that no callback may return
/// also which clause returns them, and their shape.
fn group(moves: &Moves<'_, '_>, crash: &Crash) -> (Option<Span>, String, String) {
    let kind = kind(&crash.reason);
    let returned = match &crash.reason {
        Term::Tuple(parts) if is_refused(moves, &crash.reason) => parts.get(1),
        _ => None,
    };
    let Some(returned) = returned else { return (crash.at, kind, String::new()) };
    let this_move = &moves.all[crash.number];
    let inner = crash.at.filter(|at| !is_callback(moves, this_move, *at));
    let shape = match returned {
        Term::Tuple(_) | Term::Atom(_) => tag(returned),
        _ => String::new(),
    };
    (inner.or_else(|| moves.clause(this_move)), kind, shape)
}

/// Whether the machine is in a state that is no atom, and an event comes that its function is to take.
fn has_no_name(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let is_nameless =
        moves.idle[this_move.source].as_ref().is_some_and(|idle| idle.state.is_none());
    let kind = moves.event(this_move).map(|(kind, _)| kind);
    is_nameless && kind.is_some_and(|kind| kind.function().is_none())
}

fn said(moves: &Moves<'_, '_>, crash: &Crash, (is_return, clause): (bool, Option<Span>)) -> String {
    match &crash.reason {
        Term::Tuple(parts) if is_return && parts.len() == 2 => {
            let name = moves.model.behaviour.name();
            let value = moves.returned_text(&parts[1], clause);
            let does = if is_action(&crash.reason) { "asks for" } else { "returns" };
            format!("a callback {does} `{value}`, which `{name}` does not take,")
        }
        reason => {
            let text = format!("crash with `{}`", moves.reason_text(reason, crash.at));
            let hidden = unexported(moves, &moves.all[crash.number]);
            match hidden.filter(|callback| crash.at == Some(callback.span)) {
                Some(Function { name, arity, .. }) => {
                    format!("{text}, as `{name}/{arity}` is not exported,")
                }
                None => text,
            }
        }
    }
}

/// Whether the behaviour has refused what a callback returns.
fn is_refused(moves: &Moves<'_, '_>, reason: &Term) -> bool {
    moves.model.behaviour.refusals.contains(&kind(reason).as_str())
}

/// Whether the reason is that of an action that is refused.
fn is_action(reason: &Term) -> bool {
    kind(reason).contains("_action_")
}

/// The kind of a reason: its tag.
fn kind(reason: &Term) -> String {
    match reason {
        Term::Tuple(parts) => parts.first().map_or_else(String::new, ToString::to_string),
        other => other.to_string(),
    }
}

/// The place of the module.
pub(crate) fn start(moves: &Moves<'_, '_>) -> Span {
    let named = moves.module.name.as_ref().map(|(_, span)| *span);
    named.unwrap_or_else(|| Span::new(moves.module.file, 0, 0))
}

impl Moves<'_, '_> {
    /// Where a machine is that has several states.
    pub(crate) fn within(&self, state: &str) -> String {
        match self.model.behaviour.only_state {
            Some(_) => String::new(),
            None => format!(" in state `{state}`"),
        }
    }

    /// When a move happens, in words.
    pub(crate) fn when(&self, this_move: &Move) -> String {
        let Some(event) = self.event_name(this_move) else {
            let is_start = this_move.source == 0;
            return if is_start { "at the start" } else { "outside of callbacks" }.to_owned();
        };
        match self.state(this_move) {
            Some(state) => format!("on `{event}`{}", self.within(state)),
            None => format!("on `{event}`"),
        }
    }
}
