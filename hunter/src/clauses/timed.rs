//! Clauses that stay in a state without the event timeout with which that is always entered.
//!
//! Input: what the clauses of all callbacks may return. Output: the states that every return enters with a timeout, and the
//! clauses that end it there: any message ends an event timeout, and what is returned without one sets none.
//!
//! ```erlang
//! idle(go, D) -> {next_state, wait, D, 1000}.                 % every way into `wait` sets a timeout
//! wait(timeout, D) -> {next_state, idle, D}.
//! handle_info(_, S, D) -> {next_state, S, D}.                 % behind this `wait` has none any more
//! ```
//!
//! Nothing is said of a module that enters states whose names its text does not tell, nor of a clause that has to do with a
//! timer or with its own process, says `infinity`, or tells the state from others.

use std::collections::{BTreeMap, BTreeSet};

use behaviour::{Argument, NextState, Shape};
use frontend::ast::{Callee, Expr, ExprKind, Function, FunctionClause, Literal, Pat, PatKind};
use frontend::output::print;
use frontend::{Module, Span};
use translator::library::functions::sets_timers;
use translator::outcomes::{Outcome, Value, Walk};

pub(super) mod named;

use super::{Fault, Read};
use crate::codes;
use crate::moves::Moves;
use crate::source::takes_all;

/// What is said of a clause behind which the state has no other way out.
const IF_THERE: &str = "whether it comes while the timeout runs";

/// What is said of one behind which something else may come.
pub(crate) const IF_LEFT: &str = "whether what goes on from there without a timeout comes";

/// States that are always entered with an event timeout and go on by it.
#[derive(Default)]
pub(crate) struct Timed<'m> {
    states: BTreeMap<&'m str, Ways>,
    /// Clauses that end the timeout of a state, and stay there.
    ending: BTreeSet<(Span, &'m str)>,
}

/// How a state goes on besides by its timeout.
#[derive(Clone, Copy)]
struct Ways {
    /// Whether something else leaves it.
    is_left: bool,
    /// Whether a clause stays in it, and sets the timeout again.
    is_renewed: bool,
}

impl Timed<'_> {
    /// Whether a clause ends the timeout of a state; if so, whether something else leaves that.
    pub(crate) fn ends(&self, clause: Span, state: &str) -> Option<bool> {
        let is_it = |(place, name): &&(Span, &str)| *place == clause && *name == state;
        self.ending.iter().find(is_it).and_then(|_| Some(self.states.get(state)?.is_left))
    }
}

/// What an outcome does to the state.
enum Next<'m> {
    /// It stays what it is.
    Stays,
    /// It is another one, or this one in all states.
    Enters(&'m str),
    /// The machine ends, or goes where the module has no function.
    Ends,
    /// It is not known.
    Open,
}

/// The states that are always entered with a timeout, as far as the text tells; none where it does not tell all next states.
pub(crate) fn timed<'m>(
    moves: &Moves<'m, '_>,
    reads: &[Read<'m>],
    states: &[&'m str],
) -> Timed<'m> {
    let mut entered: BTreeMap<&'m str, bool> = BTreeMap::new();
    for (read, outcome) in outcomes(reads) {
        let is_set = is_set(moves.module, read, outcome);
        for next in nexts(moves.module, states, read, outcome) {
            match next {
                Next::Open => return Timed::default(),
                Next::Enters(state) => *entered.entry(state).or_insert(true) &= is_set,
                Next::Stays | Next::Ends => {}
            }
        }
    }
    let all = entered.into_iter().filter(|(_, is_timed)| *is_timed).map(|(state, _)| state);
    let driven = all.filter(|state| {
        let mut own = outcomes(reads).filter(|(read, _)| is_timeout_of(moves, read, state));
        own.any(|(read, outcome)| {
            is_set(moves.module, read, outcome)
                || leaves(moves.module, states, (read, outcome), state)
        })
    });
    let states_of = driven.map(|state| (state, ways(moves, reads, states, state)));
    let mut timed = Timed { states: states_of.collect(), ending: BTreeSet::new() };
    for (read, outcome) in outcomes(reads) {
        let ended = ended(moves, (&timed, states), reads, (read, outcome));
        timed.ending.extend(ended.into_iter().map(|state| (read.clause.span, state)));
    }
    timed
}

/// The faults of an outcome that stays in such states without a timeout.
pub(crate) fn fault<'m>(
    moves: &Moves<'m, '_>,
    (timed, states): (&Timed<'m>, &[&'m str]),
    reads: &[Read<'m>],
    (read, outcome): (&Read<'m>, &Outcome<'m>),
) -> Option<Fault> {
    let ended = ended(moves, (timed, states), reads, (read, outcome));
    let only: Vec<&str> =
        ended.iter().copied().filter(|state| !timed.states[state].is_left).collect();
    let (told, is_only) = if only.is_empty() { (ended, false) } else { (only, true) };
    let (first, others) = told.split_first()?;
    let (others, them) = match others {
        [] => (String::new(), "it"),
        [other] => (format!(" and of `{other}`"), "them"),
        _ => (format!(" and of {} other states", others.len()), "them"),
    };
    let (why, doubt) = match (is_only, them) {
        (true, "it") => ("by which alone it goes on".to_owned(), IF_THERE),
        (true, _) => ("by which alone they go on".to_owned(), IF_THERE),
        (false, _) => (format!("with which every return enters {them}"), IF_LEFT),
    };
    // What is said of several clauses alike is one finding.
    let message = format!("the event timeout of `{first}`{others} is lost here, {why}");
    Some(Fault { code: codes::TIMEOUT_LOST, message, place: outcome.place, doubt: Some(doubt) })
}

/// The states whose timeout an outcome ends.
fn ended<'m>(
    moves: &Moves<'m, '_>,
    (timed, states): (&Timed<'m>, &[&'m str]),
    reads: &[Read<'m>],
    (read, outcome): (&Read<'m>, &Outcome<'m>),
) -> Vec<&'m str> {
    let has_time = read.shape(outcome).is_none_or(|shape| shape.timeout().is_some());
    if timed.states.is_empty()
        || has_time
        || is_guarded(read)
        || !stays(moves.module, states, (read, outcome))
        || goes_on_otherwise(moves.module, read.clause)
    {
        return Vec::new();
    }
    let is_there = |state: &&&str| {
        !is_timeout_of(moves, read, state)
            && is_in(read, state)
            && (read.callback.is_of_state() || !is_told(read.clause, state))
            && !is_meant(moves, read, timed.states[**state])
            && !reads.iter().any(|other| goes_before(moves, other, read, state))
    };
    timed.states.keys().filter(is_there).copied().collect()
}

/// Whether an outcome stays in the state in which its clause is called.
pub(crate) fn stays<'m>(
    module: &'m Module,
    states: &[&'m str],
    (read, outcome): (&Read<'m>, &Outcome<'m>),
) -> bool {
    let nexts = nexts(module, states, read, outcome);
    !nexts.is_empty() && nexts.iter().all(|next| matches!(next, Next::Stays))
}

fn outcomes<'r, 'm>(
    reads: &'r [Read<'m>],
) -> impl Iterator<Item = (&'r Read<'m>, &'r Outcome<'m>)> {
    reads.iter().flat_map(|read| read.outcomes.iter().map(move |outcome| (read, outcome)))
}

/// What an outcome does to the state; nothing for a callback that does not name any.
fn nexts<'m>(
    module: &'m Module,
    states: &[&'m str],
    read: &Read<'m>,
    outcome: &Outcome<'m>,
) -> Vec<Next<'m>> {
    if !read.callback.shapes.iter().any(Shape::goes_on) {
        return Vec::new();
    }
    let Some(shape) = read.shape(outcome) else {
        return vec![if outcome.value.is_known() { Next::Ends } else { Next::Open }];
    };
    let place = match shape.next {
        NextState::Named(place) => place,
        NextState::Only | NextState::Kept => return vec![Next::Stays],
        NextState::Ended => return vec![Next::Ends],
    };
    let Some((expr, scope)) = outcome.value.component(place - 1) else { return vec![Next::Open] };
    let values = Walk::values(module, expr, scope);
    values.iter().map(|value| next(states, read, value)).collect()
}

fn next<'m>(states: &[&'m str], read: &Read<'m>, value: &Value<'m>) -> Next<'m> {
    if let Value::Parameter(number) = value {
        let is_state = read.callback.arguments.get(*number) == Some(&Argument::State);
        return if is_state { Next::Stays } else { Next::Open };
    }
    let Some(name) = value.atom() else {
        return if value.is_known() { Next::Ends } else { Next::Open };
    };
    if own_state(read) == Some(name) {
        return Next::Stays;
    }
    states.iter().find(|state| **state == name).map_or(Next::Ends, |state| Next::Enters(state))
}

/// The state of a clause that is for one only.
fn own_state<'r>(read: &'r Read<'_>) -> Option<&'r str> {
    if read.callback.is_of_state() {
        return Some(read.function.name.as_str());
    }
    match &state_head(read)?.kind {
        PatKind::Literal(Literal::Atom(name)) => Some(name.as_str()),
        _ => None,
    }
}

/// The state in the head of a clause, of a callback that gets it.
pub(crate) fn state_head<'m>(read: &Read<'m>) -> Option<&'m Pat> {
    let mut arguments = read.callback.arguments.iter();
    let place = arguments.position(|argument| *argument == Argument::State)?;
    read.clause.params.get(place)
}

/// Whether a clause may be called in a state.
fn is_in(read: &Read<'_>, state: &str) -> bool {
    read.callback.is_in_state() && own_state(read).is_none_or(|own| own == state)
}

/// Whether an outcome sets an event timeout.
fn is_set<'m>(module: &'m Module, read: &Read<'m>, outcome: &Outcome<'m>) -> bool {
    let time = read.shape(outcome).and_then(|shape| outcome.value.component(shape.timeout()? - 1));
    time.is_some_and(|(expr, scope)| {
        let values = Walk::values(module, expr, scope);
        values.iter().all(|value| value.atom().is_none())
    })
}

/// Whether a clause is for the event timeout of a state, and names it.
fn is_timeout_of(moves: &Moves<'_, '_>, read: &Read<'_>, state: &str) -> bool {
    let behaviour = moves.model.behaviour;
    let is_named = read.clause.params.first().is_some_and(|head| {
        matches!(&head.kind, PatKind::Literal(Literal::Atom(name)) if name.as_str() == behaviour.timeout)
    });
    is_named && read.callback == behaviour.untagged.callback && own_state(read) == Some(state)
}

/// Whether an outcome may leave a state in which its clause is called.
fn leaves<'m>(
    module: &'m Module,
    states: &[&'m str],
    (read, outcome): (&Read<'m>, &Outcome<'m>),
    state: &str,
) -> bool {
    nexts(module, states, read, outcome).iter().any(|next| match next {
        Next::Stays => false,
        Next::Enters(next) => *next != state,
        Next::Ends | Next::Open => true,
    })
}

/// Whether no clause leaves a state but to end the machine, as far as the text tells.
pub(crate) fn is_never_left<'m>(
    moves: &Moves<'m, '_>,
    (reads, states): (&[Read<'m>], &[&'m str]),
    state: &str,
) -> bool {
    let mut there = outcomes(reads).filter(|(read, _)| is_in(read, state)).peekable();
    let is_last = |read: &Read<'m>, outcome: &Outcome<'m>| {
        read.callback.is_last() || read.shape(outcome).is_some_and(|shape| !shape.goes_on())
    };
    there.peek().is_some()
        && there.all(|(read, outcome)| {
            is_last(read, outcome) || stays(moves.module, states, (read, outcome))
        })
}

/// How a state goes on besides by its timeout: what ends the machine from any state is no way to go on.
fn ways<'m>(moves: &Moves<'m, '_>, reads: &[Read<'m>], states: &[&'m str], state: &str) -> Ways {
    let mut ways = Ways { is_left: false, is_renewed: false };
    for (read, outcome) in outcomes(reads) {
        let is_stop =
            own_state(read).is_none() && read.shape(outcome).is_some_and(|shape| !shape.goes_on());
        if !is_in(read, state) || is_timeout_of(moves, read, state) || is_stop {
            continue;
        }
        let leaves = leaves(moves.module, states, (read, outcome), state);
        ways.is_left |= leaves;
        ways.is_renewed |=
            !leaves && read.callback.is_of_state() && is_set(moves.module, read, outcome);
    }
    ways
}

/// Whether a clause of the state for some event may end the timeout on purpose: it was one for the first event.
fn is_meant(moves: &Moves<'_, '_>, read: &Read<'_>, ways: Ways) -> bool {
    read.callback.is_of_state()
        && !takes_all(moves.model.behaviour, read.clause)
        && ways.is_left
        && !ways.is_renewed
}

/// Whether another clause of the same function takes what a clause takes in a state.
fn goes_before(moves: &Moves<'_, '_>, other: &Read<'_>, read: &Read<'_>, state: &str) -> bool {
    let is_before = other.function.span == read.function.span
        && other.clause.span.start < read.clause.span.start;
    let is_same = || {
        let heads = [other, read].map(|read| read.clause.params.first().map(print::pattern));
        heads[0] == heads[1]
    };
    is_before
        && own_state(other) == Some(state)
        && own_state(read).is_none()
        && other.clause.guard.alternatives.is_empty()
        && (takes_all(moves.model.behaviour, other.clause) || is_same())
}

/// Whether a clause names a state anywhere but in its head: it may tell it from others.
fn is_told(clause: &FunctionClause, state: &str) -> bool {
    let names = |expr: &Expr| {
        let in_clauses = match &expr.kind {
            ExprKind::Case(_, clauses) => {
                clauses.iter().any(|clause| has_atom(&clause.pattern, state))
            }
            _ => false,
        };
        in_clauses || expr.is_atom(state)
    };
    clause.body.iter().any(|expr| expr.any(&mut |expr| names(expr)))
}

/// Whether the guard of a clause looks at the state.
fn is_guarded(read: &Read<'_>) -> bool {
    let Some(PatKind::Var(name)) = state_head(read).map(|head| &head.kind) else { return false };
    let mut guards = read.clause.guard.alternatives.iter().flatten();
    guards.any(|expr| expr.any(&mut |part| matches!(&part.kind, ExprKind::Var(own) if own == name)))
}

fn has_atom(pat: &Pat, name: &str) -> bool {
    matches!(&pat.kind, PatKind::Literal(Literal::Atom(atom)) if atom.as_str() == name)
        || pat.children().into_iter().any(|child| has_atom(child, name))
}

/// Whether a clause, or a function of the module that it calls, starts or cancels a timer, or speaks of its own process: it may
/// send that something.
fn goes_on_otherwise(module: &Module, clause: &FunctionClause) -> bool {
    let mut met: BTreeSet<(&str, usize)> = BTreeSet::new();
    let mut pending = vec![clause];
    while let Some(clause) = pending.pop() {
        let mut called: Vec<&Function> = Vec::new();
        let mut sets = false;
        for expr in &clause.body {
            expr.for_each(&mut |expr| {
                let ExprKind::Call(callee, args) = &expr.kind else { return };
                match callee {
                    Callee::Local(name) => {
                        let own = module.function(name.as_str(), args.len());
                        called.extend(own);
                        let is_self = name.as_str() == "self" && args.is_empty();
                        let is_timer = || sets_timers("erlang", name.as_str(), args.len());
                        sets |= own.is_none() && (is_self || is_timer());
                    }
                    Callee::Remote(module, name, _) => {
                        sets |= sets_timers(module.as_str(), name.as_str(), args.len());
                    }
                    Callee::Dynamic(_) => {}
                }
            });
        }
        if sets {
            return true;
        }
        for function in called {
            if met.insert((function.name.as_str(), function.arity)) {
                pending.extend(&function.clauses);
            }
        }
    }
    false
}
