//! Machines that come no further: states without a function, states that cannot be left, posts for ever,
//! events that are swallowed while a client waits.

use std::collections::{BTreeMap, BTreeSet};

use behaviour::{Act, Behaviour};
use frontend::ast::Function;
use frontend::{Code, Module, Span};
use lts::semantics::{Debt, Idle};
use model::{ActionRole, HandlerKind, OriginKind};
use translator::derive::{always_refuses, has_act};

use crate::Gap;
use crate::assumptions::senders::tag;
use crate::checks::crash::start;
use crate::checks::self_call;
use crate::checks::stand_in::{has_untaken_clause, stand_ins};
use crate::checks::timeouts::is_quiet;
use crate::checks::unhandled::Handled;
use crate::clauses::mode;
use crate::moves::{Move, Moves};
use crate::source::{
    clause_at, clauses_in, function, has_exit, has_state, is_told, may_be_for, receives, takes_all,
};
use crate::spelling::nearest;
use crate::{Finding, codes};

/// What is said of a state without a function in which the module does not expect an event of its own.
pub(crate) const LEFT: &str = "whether an event comes that a state has to take";

/// Findings about progress.
pub(crate) fn findings(moves: &mut Moves<'_, '_>, (gaps, is_open): (&[Gap], bool)) -> Vec<Finding> {
    // No event decides how the machine starts, and whatever a value may be was tried.
    let mut findings = never_starts(moves, !gaps.iter().any(Gap::is_cut));
    let mut best: BTreeMap<(Code, Span, String), usize> = BTreeMap::new();
    let handled = Handled::of(moves);
    let mut order: Vec<usize> = (0..moves.all.len()).collect();
    order.sort_by_key(|&number| cost(moves, &moves.all[number]));
    for number in order {
        let this_move = &moves.all[number];
        let place = moves.clause(this_move).unwrap_or_else(|| start(moves));
        if let Some(state) = unknown_state(moves, this_move) {
            best.entry((codes::NO_STATE, place, state)).or_insert(number);
        }
        if swallows(moves, this_move, &handled) {
            best.entry((codes::SWALLOWED, place, String::new())).or_insert(number);
        }
    }
    for ((code, place, state), number) in best {
        findings.push(of_move(moves, code, place, &state, number));
    }
    findings.extend(livelocks(moves));
    // Of a state that was followed all is known, however far the hunt has come elsewhere.
    let is_followed = gaps.iter().all(|gap| matches!(gap, Gap::Limit | Gap::Overflow));
    if is_followed && is_open {
        findings.extend(sinks(moves));
    }
    findings
}

fn cost(moves: &Moves<'_, '_>, this_move: &Move) -> (usize, usize) {
    let doubts: usize = moves.edges_of(this_move).map(|edge| edge.uncertain.len()).sum();
    let node = &moves.hunt.nodes[this_move.source];
    (node.doubts + doubts, node.length)
}

/// The state without a function that a move enters.
fn unknown_state(moves: &Moves<'_, '_>, this_move: &Move) -> Option<String> {
    let after = this_move.after.as_ref()?.state.as_deref()?;
    let was = moves.state(this_move) == Some(after);
    (!was && !has_state(moves.model.behaviour, moves.module, after)).then(|| after.to_owned())
}

/// Whether a clause that takes everything takes an event that another state names, while a client waits.
fn swallows(moves: &Moves<'_, '_>, this_move: &Move, handled: &Handled) -> bool {
    let (Some(state), Some((kind, event))) = (moves.state(this_move), moves.event(this_move))
    else {
        return false;
    };
    // Others may answer a client whose From they have got, and one that is forgotten is told already.
    let is_owed = |idle: &Idle| idle.waiting.iter().any(|caller| caller.debt == Debt::Kept);
    let waits = moves.idle[this_move.source].as_ref().is_some_and(is_owed);
    let clause = moves.clause(this_move).and_then(|span| clause_at(moves.module, span));
    // Of a machine with one callback for all states that is for all events.
    let has_type = moves.model.behaviour.type_place().is_some();
    let is_state = kind.is_of_state() || has_type && !kind.is_for_messages();
    let stays = this_move.after.as_ref().is_some_and(|after| after.state.as_deref() == Some(state));
    is_state
        && waits
        && stays
        && clause.is_some_and(|clause| takes_all(moves.model.behaviour, clause))
        && !is_postponed(moves, this_move)
        && moves.of_role(this_move, ActionRole::Reply).is_none()
        && !is_named_there(moves, state, (kind, &event))
        && handled.is_answered(kind, &tag(&event))
}

/// Whether a clause of the state names an event, and does not take it with the data that the machine has: it is left to the clause
/// for everything on purpose.
fn is_named_there(
    moves: &Moves<'_, '_>,
    state: &str,
    (kind, event): (HandlerKind, &lts::Term),
) -> bool {
    let behaviour = moves.model.behaviour;
    clauses_in(behaviour, moves.module, state).iter().any(|clause| {
        clause.params.len() == kind.arity()
            && !takes_all(behaviour, clause)
            && may_be_for(behaviour, clause, (kind, event))
    })
}

/// Whether an event is postponed.
fn is_postponed(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let count = |idle: Option<&Idle>| idle.map_or(0, |idle| idle.kept.postponed.len());
    let before = count(moves.idle[this_move.source].as_ref());
    count(this_move.after.as_ref()) > before
}

fn of_move(
    moves: &mut Moves<'_, '_>,
    code: Code,
    place: Span,
    state: &str,
    number: usize,
) -> Finding {
    let this_move = moves.all[number].clone();
    let mut way = moves.way_to(this_move.source);
    way.push(this_move.event);
    way.extend(&this_move.tail);
    let mut because = moves.doubts(&way).unwrap_or_default();
    let is_left =
        || is_told(moves.model.behaviour, moves.module, state) && !is_undefined(moves, state);
    if code == codes::NO_STATE && (!takes_events(moves) || is_left()) {
        because.insert(0, LEFT.to_owned());
    }
    if because.is_empty() && code == codes::SWALLOWED && !moves.is_sent_by_interface(&this_move) {
        because.push("whether somebody sends it".to_owned());
    }
    let when = moves.when(&this_move);
    let message = match code {
        codes::NO_STATE if state.starts_with('?') => {
            format!("the next state is none that has a function {when}")
        }
        codes::NO_STATE => {
            let meant = meant(moves.model.behaviour, moves.module, state);
            format!("the next state `{state}` has no function {when}{meant}")
        }
        _ => format!("the event is swallowed while a client waits {when}"),
    };
    Finding::of_way(moves, (code, place), message, because, way)
}

/// The state that was probably meant by a name without a function, as the end of a sentence.
pub(crate) fn meant(behaviour: &Behaviour, module: &Module, name: &str) -> String {
    let is_state = |function: &&Function| {
        behaviour.is_state_arity(function.arity) && !behaviour.is_fixed(function.name.as_str())
    };
    let states: Vec<&str> =
        module.functions().filter(is_state).map(|function| function.name.as_str()).collect();
    let other = || mode::other(behaviour, module);
    nearest(name, &states).map_or_else(other, |near| format!(": is `{near}` meant?"))
}

/// A machine that never comes into a state.
fn never_starts(moves: &Moves<'_, '_>, is_complete: bool) -> Vec<Finding> {
    let calls = |this_move: &Move| self_call::calls_itself(moves, this_move);
    if !is_complete || moves.idle.iter().any(Option::is_some) || moves.all.iter().any(calls) {
        return Vec::new();
    }
    let first = moves.model.behaviour.first;
    let function = first.function().and_then(|name| function(moves.module, name, first.arity()));
    let place = function.map_or_else(|| start(moves), |function| function.span);
    let way = moves.all.first().map(|this_move| {
        let mut way = vec![this_move.event];
        way.extend(&this_move.tail);
        way
    });
    let because = started_by(moves, function).into_iter().collect();
    let what = match moves.model.behaviour.only_state {
        Some(_) => "the machine never runs",
        None => "the machine never comes into a state",
    };
    let message = format!("{what}: `init/1` always ends otherwise");
    let way = way.unwrap_or_default();
    vec![Finding::of_way(moves, (codes::NEVER_STARTS, place), message, because, way)]
}

/// What it rests on that a machine is started by its `init/1`.
fn started_by(moves: &Moves<'_, '_>, first: Option<&Function>) -> Option<String> {
    let (behaviour, module) = (moves.model.behaviour, moves.module);
    if has_act(behaviour, module, Act::EnterLoop) {
        return Some(
            "whether it is started by `init/1`: another function enters its loop".to_owned(),
        );
    }
    // Callbacks may be there for another machine that calls them: then this one refuses on purpose.
    let is_started = has_act(behaviour, module, Act::Start);
    let refuses = first.is_some_and(|first| always_refuses(behaviour, module, first));
    (refuses && !is_started)
        .then(|| "whether anybody starts it: no function of the module does".to_owned())
}

/// Rounds of messages that the machine sends to itself, without anything else.
fn livelocks(moves: &mut Moves<'_, '_>) -> Vec<Finding> {
    let mut next: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for (number, this_move) in moves.all.iter().enumerate() {
        let is_post = comes_at_once(moves, this_move);
        let is_exact = moves.edges_of(this_move).all(|edge| edge.state.is_none());
        if is_post && is_exact && this_move.after.is_some() {
            next.entry(this_move.source).or_default().push((this_move.target, number));
        }
    }
    without_open_times(moves, &mut next);
    let Some(round) = round(&next) else { return restless(moves).into_iter().collect() };
    let first = moves.all[round[0]].clone();
    let mut way = moves.way_to(first.source);
    for &number in &round {
        way.push(moves.all[number].event);
        way.extend(moves.all[number].tail.clone());
    }
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() && round.iter().any(|&number| looks_for_messages(moves, number)) {
        because.push("whether a message comes that its `receive` takes".to_owned());
    }
    let place = moves.clause(&first).unwrap_or_else(|| start(moves));
    let when = moves.when(&first);
    let message = format!("the machine keeps itself busy for ever {when}");
    vec![Finding::of_way(moves, (codes::LIVELOCK, place), message, because, way)]
}

/// Moves of a machine that never comes to rest that are shown, at most: how it goes on is seen by then.
const MAX_RESTLESS: usize = 8;

/// A state behind which the machine does what it has to do at once, and never comes to an end of that, although no state comes
/// twice: its data change. States that were taken for one of these may come to rest.
fn restless(moves: &mut Moves<'_, '_>) -> Option<Finding> {
    let mut ways: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, this_move) in moves.all.iter().enumerate() {
        ways.entry(this_move.source).or_default().push(number);
    }
    let nodes = &moves.hunt.nodes;
    let busy = busy(moves, &ways);
    let followed = busy.into_iter().filter(|node| ways.contains_key(node));
    let first = followed.min_by_key(|&node| (nodes[node].doubts, nodes[node].length, node))?;
    let mut way = moves.way_to(first);
    let shown = moves.all[ways[&first][0]].clone();
    if has_untaken_clause(moves, &shown) {
        return None;
    }
    let mut node = first;
    for _ in 0..MAX_RESTLESS {
        let Some(next) = ways.get(&node).map(|ways| &moves.all[ways[0]]) else { break };
        if node != first && moves.clause(next) == moves.clause(&shown) {
            break;
        }
        way.push(next.event);
        way.extend(next.tail.iter().copied());
        node = next.target;
    }
    let mut because = moves.doubts(&way).unwrap_or_default();
    if because.is_empty() {
        because.push("whether it ends at some time: its data are others each time".to_owned());
    }
    let place = moves.clause(&shown).unwrap_or_else(|| start(moves));
    let when = moves.when(&shown);
    let message = format!("the machine keeps itself busy for ever {when}");
    Some(Finding::of_way(moves, (codes::LIVELOCK, place), message, because, way))
}

/// The states from which whatever comes comes at once, and leads to such a state again.
fn busy(moves: &Moves<'_, '_>, ways: &BTreeMap<usize, Vec<usize>>) -> BTreeSet<usize> {
    let goes_on = |number: &usize| {
        let this_move = &moves.all[*number];
        let is_known = moves.edges_of(this_move).all(|edge| edge.uncertain.is_empty() && !edge.cut);
        comes_at_once(moves, this_move) && this_move.after.is_some() && is_known
    };
    let is_busy = |node: &usize| {
        moves.hunt.nodes[*node].is_expanded
            && ways.get(node).is_some_and(|ways| ways.iter().all(goes_on))
    };
    let mut busy: BTreeSet<usize> = ways.keys().copied().filter(is_busy).collect();
    let mut before: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (node, other) in stand_ins(moves) {
        busy.insert(node);
        before.entry(other).or_default().push(node);
    }
    for (&node, ways) in ways {
        for &number in ways {
            before.entry(moves.all[number].target).or_default().push(node);
        }
    }
    let mut pending: Vec<usize> =
        before.keys().copied().filter(|target| !busy.contains(target)).collect();
    while let Some(target) = pending.pop() {
        for &node in before.get(&target).into_iter().flatten() {
            if busy.remove(&node) {
                pending.push(node);
            }
        }
    }
    busy
}

/// Whether the clause that is taken first in a move looks for messages itself.
fn looks_for_messages(moves: &Moves<'_, '_>, number: usize) -> bool {
    let clause = moves.clause(&moves.all[number]).and_then(|span| clause_at(moves.module, span));
    clause.is_some_and(receives)
}

/// Whether an event comes before any message of another process: one of the machine's own, or a time-out of 0 of a loop that
/// looks for such ones first.
fn comes_at_once(moves: &Moves<'_, '_>, this_move: &Move) -> bool {
    let is_next =
        || moves.idle[this_move.source].as_ref().is_some_and(|idle| idle.kept.next.is_some());
    match moves.edge(this_move.event).role {
        Some(ActionRole::Dequeue(_) | ActionRole::Continue(_)) => true,
        Some(ActionRole::Fires(_)) => is_next(),
        _ => false,
    }
}

/// Leaves out moves that set a time-out of 0 where that is what another module may return: it is hardly always that.
fn without_open_times(moves: &Moves<'_, '_>, next: &mut BTreeMap<usize, Vec<(usize, usize)>>) {
    let fires = |number: usize| {
        matches!(moves.edge(moves.all[number].event).role, Some(ActionRole::Fires(_)))
    };
    let only_fires = |ways: &[(usize, usize)]| ways.iter().all(|(_, number)| fires(*number));
    let timed: BTreeSet<usize> =
        next.iter().filter(|(_, ways)| only_fires(ways)).map(|(node, _)| *node).collect();
    let is_open =
        |number: usize| moves.edges_of(&moves.all[number]).any(|edge| !edge.uncertain.is_empty());
    for ways in next.values_mut() {
        ways.retain(|(target, number)| !(timed.contains(target) && is_open(*number)));
    }
}

/// The first cycle, as numbers of moves.
fn round(next: &BTreeMap<usize, Vec<(usize, usize)>>) -> Option<Vec<usize>> {
    let mut done = BTreeSet::new();
    for &root in next.keys() {
        // A path of states, each with its ways and how many of them were tried.
        let mut path = vec![(root, 0)];
        let mut taken: Vec<usize> = Vec::new();
        while let Some((here, tried)) = path.last_mut() {
            let way = next.get(here).and_then(|ways| ways.get(*tried)).copied();
            *tried += 1;
            let Some((target, number)) = way else {
                done.insert(*here);
                path.pop();
                taken.pop();
                continue;
            };
            if let Some(at) = path.iter().position(|(node, _)| *node == target) {
                taken.push(number);
                return Some(taken.split_off(at));
            }
            if !done.contains(&target) {
                path.push((target, 0));
                taken.push(number);
            }
        }
    }
    None
}

/// States that have an exit in the source, and places in them from which no way leads out.
fn sinks(moves: &mut Moves<'_, '_>) -> Vec<Finding> {
    let mut alive: BTreeSet<usize> = BTreeSet::new();
    let mut crashes: BTreeMap<usize, bool> = BTreeMap::new();
    for this_move in &moves.all {
        // A crash is a finding of its own.
        let is_crash = moves.of_role(this_move, ActionRole::Crash).is_some();
        if !moves.stands_still(this_move) && !is_crash {
            alive.insert(this_move.source);
        }
        *crashes.entry(this_move.source).or_insert(true) &= is_crash;
    }
    // Where whatever comes ends the machine it does not stay.
    alive.extend(crashes.into_iter().filter(|(_, always)| *always).map(|(node, _)| node));
    let behaviour = moves.model.behaviour;
    let mut states: BTreeMap<String, usize> = BTreeMap::new();
    for (node, idle) in moves.idle.iter().enumerate() {
        if let Some(state) = idle.as_ref().and_then(|idle| idle.state.as_ref())
            && moves.hunt.nodes[node].is_expanded
            && !alive.contains(&node)
            && !idle.as_ref().is_some_and(|idle| moves.is_full(idle))
            // What was chosen before may be one of which this is true, and of no other.
            && idle.as_ref().is_some_and(|idle| is_quiet(idle) && !idle.data.has_unknown())
            && has_exit(behaviour, &clauses_in(behaviour, moves.module, state), state)
        {
            states.entry(state.clone()).or_insert(node);
        }
    }
    let findings = states.into_iter().filter_map(|(state, node)| sink(moves, &state, node));
    findings.collect()
}

/// The finding that no way leads out of a state; none if it rests on what is not known, as that says too little.
fn sink(moves: &mut Moves<'_, '_>, state: &str, node: usize) -> Option<Finding> {
    let way = moves.way_to(node);
    // With another argument of `init/1` it may be left.
    let is_chosen = |origin| moves.model.origins[origin].kind == OriginKind::Choice;
    let mut edges = way.iter().map(|&edge| moves.edge(edge));
    let rests_on_argument = edges.any(|edge| edge.chosen.iter().any(|&origin| is_chosen(origin)));
    if rests_on_argument || moves.doubts(&way).is_some() {
        return None;
    }
    let because = vec!["whether all that can happen was met".to_owned()];
    let place = place_of(moves, state);
    let message = format!("state `{state}` can be entered so that nothing leaves it");
    Some(Finding::of_way(moves, (codes::SINK, place), message, because, way))
}

/// The function of a state, or the first clause that names it.
pub(crate) fn place_of(moves: &Moves<'_, '_>, state: &str) -> Span {
    let behaviour = moves.model.behaviour;
    let mut arities = behaviour.state_arities();
    let function = arities.find_map(|arity| function(moves.module, state, arity));
    let clause = || clauses_in(behaviour, moves.module, state).first().map(|clause| clause.span);
    function.map(|function| function.span).or_else(clause).unwrap_or_else(|| start(moves))
}

/// Whether the machine itself makes an event that a state has to take, in one that has no function: whether others send
/// theirs there is their matter.
fn is_undefined(moves: &Moves<'_, '_>, state: &str) -> bool {
    moves.all.iter().any(|this_move| {
        let is_such = |(kind, _): (HandlerKind, _)| kind.is_of_state();
        moves.state(this_move) == Some(state)
            && moves.event(this_move).is_some_and(is_such)
            && moves.is_own(this_move)
    })
}

/// Whether events come that a state has to take: the module has functions of states, or its interface sends events.
pub(crate) fn takes_events(moves: &Moves<'_, '_>) -> bool {
    !moves.states.is_empty()
        || moves.derived.events.iter().any(|event| event.command.kind.callback.is_of_state())
}
