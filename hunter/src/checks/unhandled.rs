//! Events without a clause in the state in which they come.
//!
//! Under an environment that may send anything there are many of them. What the machine sends itself comes
//! first; then events that a clause takes in a state which another event leaves too soon (late ones), that the
//! interface sends, or that find a client waiting; then those of the interface that a clause takes in the same state for other data, as
//! where the state of a server is its data; then those that no clause takes anywhere. All others are a table.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Span;
use lts::Term;
use model::{ActionRole, AtOnce, HandlerKind, TimerKind};

use crate::assumptions::senders::tag;
use crate::assumptions::{ON_ARGUMENT, computed_state};
use crate::checks::crash::{Blame, Crash, callback_at, lacks_callback, start, way};
use crate::clauses::mode;
use crate::kinds::Kind;
use crate::moves::{Move, Moves};
use crate::replay::is_stale;
use crate::source::{clause_at, event_type, function, has_state, may_be_for, takes_all};
use crate::{Finding, codes};

/// An event for a kind of callback, in a state.
type Pair = (String, HandlerKind, String);

/// Which states take which events, and which follow which.
pub(crate) struct Handled {
    taken: BTreeSet<Pair>,
    /// Which kinds of states (`kinds`) take which events.
    by_kind: BTreeSet<Pair>,
    /// Events whose clause answers a client in some state.
    answers: BTreeSet<(HandlerKind, String)>,
    /// State, and state behind.
    changes: BTreeSet<(String, String)>,
}

impl Handled {
    /// What the moves tell.
    pub(crate) fn of(moves: &Moves<'_, '_>) -> Self {
        let (mut taken, mut by_kind, mut changes) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut answers = BTreeSet::new();
        for this_move in &moves.all {
            let (Some(state), Some((kind, event))) =
                (moves.state(this_move), moves.event(this_move))
            else {
                continue;
            };
            let clause = moves.clause(this_move).and_then(|span| clause_at(moves.module, span));
            if clause.is_some_and(|clause| !takes_all(moves.model.behaviour, clause)) {
                taken.insert((state.to_owned(), kind, tag(&event)));
                by_kind.insert((kind_of(moves, this_move, state), kind, tag(&event)));
                if moves.of_role(this_move, ActionRole::Reply).is_some() {
                    answers.insert((kind, tag(&event)));
                }
            }
            let after = this_move.after.as_ref().and_then(|after| after.state.as_deref());
            if let Some(after) = after.filter(|after| *after != state) {
                changes.insert((state.to_owned(), after.to_owned()));
            }
        }
        Self { taken, by_kind, answers, changes }
    }

    /// Whether a clause for an event answers a client in some state.
    pub(crate) fn is_answered(&self, kind: HandlerKind, event: &str) -> bool {
        self.answers.contains(&(kind, event.to_owned()))
    }

    /// Whether an event has a clause in a state from which some event leads to this one.
    pub(crate) fn is_late(&self, state: &str, kind: HandlerKind, event: &str) -> bool {
        self.changes.iter().any(|(before, after)| {
            after == state && self.taken.contains(&(before.clone(), kind, event.to_owned()))
        })
    }

    /// Whether an event has a clause in this state for other data.
    fn hangs_on_data(&self, state: &str, kind: HandlerKind, event: &str) -> bool {
        self.taken.contains(&(state.to_owned(), kind, event.to_owned()))
    }
}

/// One event in as many without a clause is an oversight; more of them are the way of the module.
const SPARSE: usize = 2;

/// What a finding rests on where no clause of any state takes an event: its sender may mean another machine.
const NOT_MEANT: &str = "whether it is meant for this machine: no clause takes it";

/// What is the same in a group: the code, the callback, whether no clause of any state takes the events, and the function where several modules
/// may have one.
type Cause = (frontend::Code, HandlerKind, bool, Option<Span>);

/// Events of one kind without a clause in one state, or in several that are of one kind or lack the same.
struct Group {
    /// Number of the crash that shows it best.
    best: usize,
    events: BTreeSet<String>,
    /// The states that were met.
    states: BTreeSet<String>,
    /// The kinds of them.
    kinds: BTreeSet<String>,
}

impl Group {
    /// The states, shortly, as the end of a sentence.
    fn within(&self, moves: &Moves<'_, '_>) -> String {
        if let [only] = self.states.iter().collect::<Vec<_>>()[..] {
            return moves.within(only);
        }
        let named: Vec<String> =
            self.kinds.iter().take(MAX_NAMED).map(|kind| format!("`{kind}`")).collect();
        match self.kinds.len() - named.len() {
            0 if named.len() == 1 => format!(" in states like {}", named.concat()),
            0 => format!(" in states {}", named.join(", ")),
            1 => format!(" in states {} and 1 other", named.join(", ")),
            more => format!(" in states {} and {more} others", named.join(", ")),
        }
    }
}

/// Kinds of states that a message names, at most.
const MAX_NAMED: usize = 3;

/// The kind of the state in which a move begins; of one that has a name that.
fn kind_of(moves: &Moves<'_, '_>, this_move: &Move, state: &str) -> String {
    moves.state_kind(this_move).map_or_else(|| state.to_owned(), |kind| kind.to_string())
}

/// Events without a clause by kind of state: those that are findings of their own, in groups, and all others.
type Sorted = (BTreeMap<(String, Cause), Group>, BTreeMap<String, BTreeSet<String>>);

fn sorted(
    moves: &Moves<'_, '_>,
    crashes: &[Crash],
    (states, handled): (&[&str], &Handled),
) -> Sorted {
    let mut groups: BTreeMap<(String, Cause), Group> = BTreeMap::new();
    let mut table: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut dead: BTreeSet<(HandlerKind, String)> = BTreeSet::new();
    for (number, crash) in crashes.iter().enumerate().filter(|(_, crash)| crash.is_unhandled) {
        let this_move = &moves.all[crash.number];
        let (Some(state), Some((kind, event))) = (moves.state(this_move), moves.event(this_move))
        else {
            continue;
        };
        // What is not known may be a time as well. That the state has no function at all is said elsewhere.
        let is_open = matches!(event, Term::Unknown(_))
            && matches!(moves.edge(this_move.event).role, Some(ActionRole::Continue(_)));
        if is_open || !has_state(moves.model.behaviour, moves.module, state) {
            continue;
        }
        let is_dead =
            moves.is_sent_by_interface(this_move) && !may_be_taken(moves, states, kind, &event);
        let (state, shown) = (state.to_owned(), moves.named(kind, &event));
        let event = tag(&event);
        let hangs_on_data = crash.blame != Blame::Argument
            && moves.is_sent_by_interface(this_move)
            && handled.hangs_on_data(&state, kind, &event);
        let code = match code(moves, this_move, handled, (&state, kind, &event)) {
            None if hangs_on_data => Some((codes::UNHANDLED, false)),
            // Which state it comes in makes no difference: it is told of the one that is met first.
            None if is_dead && dead.insert((kind, event.clone())) => Some((codes::UNHANDLED, true)),
            code => code.map(|code| (code, false)),
        };
        let of_kind = kind_of(moves, this_move, &state);
        match code {
            None => {
                table.entry(of_kind).or_default().insert(shown);
            }
            Some((code, is_dead)) => {
                let new = || Group {
                    best: number,
                    events: BTreeSet::new(),
                    states: BTreeSet::new(),
                    kinds: BTreeSet::from([of_kind.clone()]),
                };
                let cause = (code, kind, is_dead, taker(moves, crash));
                let group = groups.entry((of_kind.clone(), cause)).or_insert_with(new);
                group.events.insert(shown);
                group.states.insert(state);
            }
        }
    }
    (groups, table)
}

/// The function that has no clause for an event, where that is one of several modules; none where the module that is called has no such function.
fn taker(moves: &Moves<'_, '_>, crash: &Crash) -> Option<Span> {
    let this_move = &moves.all[crash.number];
    let (name, arity) = moves.callback(this_move).filter(|_| moves.has_successors)?;
    let taker = callback_at(moves, this_move, (&name, arity), crash.at);
    taker.filter(|_| !lacks_callback(moves, this_move)).map(|taker| taker.span)
}

/// Findings, and the table of all other pairs.
pub(crate) fn findings(
    moves: &mut Moves<'_, '_>,
    crashes: &[Crash],
    states: &[&str],
) -> (Vec<Finding>, Vec<(String, Vec<String>)>) {
    let handled = Handled::of(moves);
    let (groups, mut table) = sorted(moves, crashes, (states, &handled));
    let sparse = sparse(moves, crashes, &handled);
    let mut findings = Vec::new();
    let mut lines: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for ((code, kind, is_dead, _), group) in by_cause(moves, groups) {
        for state in &group.kinds {
            lines.entry(state.clone()).or_default().extend(group.events.iter().cloned());
        }
        let is_meant =
            is_absent(moves, kind) || moves.is_sent_to_name(&moves.all[crashes[group.best].number]);
        let doubt = if is_dead && !is_meant {
            Some(NOT_MEANT.to_owned())
        } else {
            sparse.get(&kind).filter(|_| !is_meant).cloned()
        };
        findings.push(finding(moves, &crashes[group.best], (code, kind), &group, doubt));
    }
    for (state, events) in &lines {
        if let Some(others) = table.get_mut(state) {
            others.retain(|event| !events.contains(event));
        }
    }
    table.retain(|_, events| !events.is_empty());
    let table = table.into_iter().map(|(state, events)| (state, events.into_iter().collect()));
    (findings, table.collect())
}

/// Which events without a clause another module of the project sends, and where, under their names.
pub(crate) fn sent(moves: &Moves<'_, '_>, crashes: &[Crash]) -> BTreeMap<String, Span> {
    let unhandled = crashes.iter().filter(|crash| crash.is_unhandled);
    let named = unhandled.filter_map(|crash| {
        let this_move = &moves.all[crash.number];
        let (kind, event) = moves.event(this_move)?;
        let from = moves.suggestion(this_move)?.from.first().copied()?;
        Some((moves.named(kind, &event), from))
    });
    named.collect()
}

/// The groups, by what is the same in them: where any term is a state, those that lack the same events are one.
fn by_cause(
    moves: &Moves<'_, '_>,
    groups: BTreeMap<(String, Cause), Group>,
) -> Vec<(Cause, Group)> {
    let is_any = moves.idle.iter().flatten().filter_map(Kind::of).any(|kind| kind.is_open());
    let mut joined: Vec<(Cause, Group)> = Vec::new();
    for ((_, cause), group) in groups {
        let is_same =
            |(other, own): &&mut (Cause, Group)| *other == cause && own.events == group.events;
        match joined.iter_mut().find(is_same).filter(|_| is_any) {
            Some((_, own)) => {
                own.best = own.best.min(group.best);
                own.states.extend(group.states);
                own.kinds.extend(group.kinds);
            }
            None => joined.push((cause, group)),
        }
    }
    joined
}

/// Whether a module has no callback at all, which is to take all events of all states.
fn is_absent(moves: &Moves<'_, '_>, kind: HandlerKind) -> bool {
    moves.model.behaviour.type_place().is_some()
        && kind.function().is_some_and(|name| function(moves.module, name, kind.arity()).is_none())
}

/// Whether some callback of a kind has a clause that may be there for an event, as far as its head tells.
fn may_be_taken(moves: &Moves<'_, '_>, states: &[&str], kind: HandlerKind, event: &Term) -> bool {
    let is_of_kind = |name: &str| match kind.function() {
        Some(function) => name == function,
        None => states.contains(&name),
    };
    let mut callbacks = moves
        .module
        .functions()
        .filter(|callback| callback.arity == kind.arity() && is_of_kind(callback.name.as_str()));
    callbacks.any(|callback| {
        callback
            .clauses
            .iter()
            .any(|clause| may_be_for(moves.model.behaviour, clause, (kind, event)))
    })
}

/// Kinds of callbacks whose clauses leave out so many of the events of the interface that this is the way of the module,
/// and its callers have to know when to send them: with what is to be said of that.
fn sparse(
    moves: &Moves<'_, '_>,
    crashes: &[Crash],
    handled: &Handled,
) -> BTreeMap<HandlerKind, String> {
    let mut left_out: BTreeSet<Pair> = BTreeSet::new();
    // A state that was taken for what nobody knows says nothing of the way of the module.
    let is_met = |crash: &&Crash| {
        crash.is_unhandled && computed_state(moves, &way(moves, crash.number)).is_none()
    };
    for crash in crashes.iter().filter(is_met) {
        let this_move = &moves.all[crash.number];
        if let (Some(state), Some((kind, event)), true) =
            (moves.state(this_move), moves.event(this_move), moves.is_sent_by_interface(this_move))
        {
            left_out.insert((kind_of(moves, this_move, state), kind, tag(&event)));
        }
    }
    let events: BTreeSet<(HandlerKind, String)> = interface(moves);
    let mut doubts = BTreeMap::new();
    for kind in left_out.iter().map(|(_, kind, _)| *kind).collect::<BTreeSet<_>>() {
        let missing = left_out.iter().filter(|(_, other, _)| *other == kind).count();
        let is_own =
            |(_, other, event): &&Pair| *other == kind && events.contains(&(kind, event.clone()));
        let all = missing + handled.by_kind.iter().filter(is_own).count();
        if missing * SPARSE > all {
            let what = format!(
                "whether it is called there: of {all} pairs of state and event {missing} have no clause"
            );
            doubts.insert(kind, what);
        }
    }
    doubts
}

/// The events of the interface.
fn interface(moves: &Moves<'_, '_>) -> BTreeSet<(HandlerKind, String)> {
    let sent = moves.all.iter().filter(|this_move| moves.is_sent_by_interface(this_move));
    sent.filter_map(|this_move| moves.event(this_move))
        .map(|(kind, event)| (kind, tag(&event)))
        .collect()
}

/// The code under which an event without a clause is a finding of its own.
fn code(
    moves: &Moves<'_, '_>,
    this_move: &Move,
    handled: &Handled,
    (state, kind, event): (&str, HandlerKind, &str),
) -> Option<frontend::Code> {
    match moves.edge(this_move.event).role {
        Some(ActionRole::Timeout) => return Some(codes::TIMEOUT_UNHANDLED),
        Some(ActionRole::Fires(TimerKind::Timeout)) if is_unnamed_time(moves, this_move) => {
            return Some(codes::TIMEOUT_UNHANDLED);
        }
        Some(ActionRole::Fires(kind)) if kind.is_sent() => {
            return Some(codes::UNHANDLED);
        }
        Some(ActionRole::Fires(_)) => return Some(codes::TIMER_UNEXPECTED),
        Some(ActionRole::Dequeue(_) | ActionRole::Continue(_)) => return Some(codes::UNHANDLED),
        _ => {}
    }
    let is_late = handled.is_late(state, kind, event);
    let waits = moves.idle[this_move.source].as_ref().is_some_and(|idle| !idle.waiting.is_empty());
    let is_line = is_late && (waits || kind.is_sync() || moves.is_sent_by_interface(this_move));
    is_line.then_some(codes::UNHANDLED)
}

/// Whether a time-out comes that has no name: leaving the state, or an event, would have ended it.
fn is_unnamed_time(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let event = moves.event(this_move).map(|(_, event)| event);
    let own = event.as_ref().and_then(event_type::typed);
    moves.model.behaviour.type_place().is_some()
        && own.is_some_and(|[own, _]| matches!(own, Term::Atom(_)))
}

fn finding(
    moves: &mut Moves<'_, '_>,
    crash: &Crash,
    (code, kind): (frontend::Code, HandlerKind),
    group: &Group,
    doubt: Option<String>,
) -> Finding {
    let this_move = moves.all[crash.number].clone();
    let state = moves.state(&this_move).unwrap_or_default().to_owned();
    let state = state.as_str();
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() && crash.blame == Blame::Argument {
        because.push(ON_ARGUMENT.to_owned());
    }
    if because.is_empty() && !moves.is_own(&this_move) && !moves.is_sent_by_interface(&this_move) {
        because.push("whether somebody sends it".to_owned());
    }
    if because.is_empty() && !moves.is_own(&this_move) {
        because.extend(doubt);
    }
    let is_post = matches!(
        moves.edge(this_move.event).role,
        Some(ActionRole::Dequeue(_) | ActionRole::Continue(AtOnce::Queued(_)))
    );
    if because.is_empty() && is_post && !moves.is_driven_by_interface(&way) {
        because.push("whether somebody sends the events before it so early".to_owned());
    }
    let fires = code == codes::TIMER_UNEXPECTED;
    let is_stale = fires && is_stale(moves.model, moves.machine, moves.hunt, &way);
    let code = if is_stale { codes::STALE_TIMER } else { code };
    way.extend(&this_move.tail);
    let is_missing = crash.reason == Term::atom("undef");
    let place = if is_missing && lacks_callback(moves, &this_move) {
        start(moves)
    } else {
        place(moves, &this_move, (state, kind), crash.at)
    };
    let message = said(moves, (code, kind), (state, group), is_missing);
    Finding::of_way(moves, (code, place), message, because, way)
}

/// What is said of events without a clause.
fn said(
    moves: &Moves<'_, '_>,
    (code, kind): (frontend::Code, HandlerKind),
    (state, group): (&str, &Group),
    is_missing: bool,
) -> String {
    let events = &group.events;
    let listed: Vec<String> = events.iter().map(|event| format!("`{event}`")).collect();
    let is_end = |event: &String| {
        let content = event.split_once(' ').map_or(event.as_str(), |(_, content)| content);
        [event.as_str(), content]
            .iter()
            .any(|text| ["{'DOWN',", "{'EXIT',"].iter().any(|end| text.starts_with(end)))
    };
    let is_timed = moves.model.behaviour.type_place().is_some();
    let what = match code {
        codes::TIMER_UNEXPECTED if events.iter().all(is_end) => "the end of another process:",
        codes::TIMEOUT_UNHANDLED if is_timed => "",
        codes::TIMEOUT_UNHANDLED => "the event timeout",
        codes::TIMER_UNEXPECTED => "what a timer brings:",
        codes::STALE_TIMER => "what a timer brings that was cancelled too late:",
        _ => "",
    };
    let name = kind.function().map_or_else(|| state.to_owned(), str::to_owned);
    let arity = kind.arity();
    let head = match function(moves.module, &name, arity) {
        Some(_) if is_missing => {
            format!("there is no `{name}/{arity}` in the module that is called then for {what}")
        }
        Some(_) => format!("`{name}/{arity}` has no clause for {what}"),
        None => format!("there is no `{name}/{arity}` for {what}"),
    };
    let list = if code == codes::TIMEOUT_UNHANDLED && !is_timed {
        String::new()
    } else {
        listed.join(", ")
    };
    let within = if kind.function().is_some() { group.within(moves) } else { String::new() };
    let other = match function(moves.module, &name, arity) {
        Some(_) => String::new(),
        None => mode::other(moves.model.behaviour, moves.module),
    };
    format!("{} {list}", head.trim_end()).trim_end().to_owned() + &within + &other
}

/// The callback, or the module where it has none.
fn place(
    moves: &Moves<'_, '_>,
    this_move: &Move,
    (state, kind): (&str, HandlerKind),
    at: Option<Span>,
) -> Span {
    let name = kind.function().unwrap_or(state);
    let named = callback_at(moves, this_move, (name, kind.arity()), at);
    let mut others = moves.model.behaviour.state_arities().filter(|arity| *arity != kind.arity());
    let named = named.or_else(|| function(moves.module, name, others.next()?));
    // The name alone, not the whole function.
    named.map_or_else(
        || start(moves),
        |function| {
            let length = u32::try_from(function.name.as_str().len()).unwrap_or(0);
            Span::new(function.span.file, function.span.start, function.span.start + length)
        },
    )
}
