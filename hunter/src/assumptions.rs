//! Whether a finding rests on a value that no process is known to choose.
//!
//! Input: a way. Output: what it rests on, where the state before its end is named by what an event carries, or where
//! that holds the machine itself only because an event is taken to carry it. Says nothing of what other modules return.

pub(crate) mod given_timers;
pub(crate) mod handed_over;
pub(crate) mod left_out;
pub(crate) mod senders;
mod sockets;

use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function, FunctionClause, Literal};
use lts::Term;
use lts::semantics::Idle;
use model::{ActionRole, Expr, OriginKind};

use crate::moves::Moves;
use crate::source::clause_at;
use crate::source::clients::has_only_clients;
use crate::{Finding, Rank, codes};

/// What is said of a finding that rests on a value which no process is known to choose.
pub(crate) const ON_ARGUMENT: &str = "what the event carries, or `init/1` is given";

/// What is said of a finding that rests on how many clients the model has.
pub(crate) const IF_CROWDED: &str = "whether more callers wait at once";

/// What of a state comes from unknown values.
#[derive(Clone, Copy, Default)]
struct Taken {
    /// Its name.
    name: bool,
    /// The machine itself, in the data.
    itself: bool,
}

/// Lowers the rank of a finding for each reason that stands here.
pub(crate) fn lower_all(moves: &mut Moves<'_, '_>, finding: &mut Finding) {
    lower(moves, finding);
    left_out::lower(moves, finding);
    given_timers::lower(moves, finding);
    sockets::lower(moves, finding);
}

/// Lowers the rank of a finding that rests on a value which no process is known to choose.
fn lower(moves: &Moves<'_, '_>, finding: &mut Finding) {
    if finding.rank == Rank::Certain && rests(moves, finding) {
        finding.rank = Rank::Possible;
        finding.because = vec![ON_ARGUMENT.to_owned()];
    }
}

fn rests(moves: &Moves<'_, '_>, finding: &Finding) -> bool {
    if meets_client(moves, &finding.way) {
        return true;
    }
    let (before, behind) = taken(moves, &finding.way);
    let crashes =
        finding.way.iter().any(|&number| moves.edge(number).role == Some(ActionRole::Crash));
    let enters = finding.code == codes::NO_STATE && !crashes;
    let state = if enters { behind } else { before };
    state.name || state.itself && finding.code == codes::CRASH
}

/// Whether the machine comes into a state for which there are functions of the interface alone: that name was chosen.
fn meets_client(moves: &Moves<'_, '_>, way: &[usize]) -> bool {
    let edges = way.iter().map(|&number| moves.edge(number));
    let mut names = edges.flat_map(|edge| [edge.source, edge.target]).filter_map(|node| {
        let idle = moves.idle[node].as_ref()?;
        idle.state.as_deref()
    });
    names.any(|name| has_only_clients(moves.model.behaviour, moves.module, name))
}

/// What is taken in the last two idle states of a way: that before its last move, and that behind it.
fn taken(moves: &Moves<'_, '_>, way: &[usize]) -> (Taken, Taken) {
    let (mut before, mut behind) = (Taken::default(), Taken::default());
    let mut first = 0;
    for (at, &number) in way.iter().enumerate() {
        let edge = moves.edge(number);
        if edge.source == 0 || moves.idle[edge.source].is_some() {
            first = at;
            before = behind;
        }
        let after = if at + 1 == way.len() {
            moves.idle_behind(edge)
        } else {
            moves.idle[edge.target].clone()
        };
        if let Some(after) = after {
            behind = step(moves, &way[first..=at], &after, before);
        }
    }
    (before, behind)
}

/// What is taken behind a move.
fn step(moves: &Moves<'_, '_>, edges: &[usize], after: &Idle, was: Taken) -> Taken {
    let event = moves.edge(edges[0]);
    let before = moves.idle[event.source].as_ref();
    let carried = match event.role {
        Some(ActionRole::Command(_)) => {
            moves.action(event.label).and_then(|action| action.args.last())
        }
        _ => None,
    };
    let is_same = before.is_some_and(|idle| idle.state == after.state && !after.is_nameless);
    let name = if is_same {
        was.name
    } else {
        after.is_nameless || is_carried(moves, edges, after, carried)
    };
    let had = before.is_some_and(|idle| holds_itself(&idle.data));
    let is_open =
        |origin| matches!(moves.model.origins[origin].kind, OriginKind::Part | OriginKind::Choice);
    let mut chosen = edges.iter().flat_map(|&number| &moves.edge(number).chosen);
    let brings = carried.is_some_and(holds_itself) || chosen.any(|&origin| is_open(origin));
    let itself = holds_itself(&after.data) && if had { was.itself } else { brings };
    Taken { name, itself }
}

/// Whether a finding is about a state that is none of the module's, in which only what `init/1` is given or another module
/// returns has brought the machine: that may be one that has a function.
pub(crate) fn is_foreign(moves: &Moves<'_, '_>, finding: &Finding) -> bool {
    let idle_before = |number: usize| moves.idle[moves.edge(number).source].as_ref();
    let Some(last) = finding.way.iter().rposition(|&number| idle_before(number).is_some()) else {
        return false;
    };
    if !idle_before(finding.way[last]).is_some_and(|idle| idle.is_nameless) {
        return false;
    }
    let is_named = |number: usize| {
        moves.edge(number).source == 0 || idle_before(number).is_some_and(|idle| !idle.is_nameless)
    };
    let Some(first) = finding.way[..last].iter().rposition(|&number| is_named(number)) else {
        return false;
    };
    let entry = &finding.way[first..last];
    let is_event = matches!(moves.edge(entry[0]).role, Some(ActionRole::Command(_)));
    !is_event || entry.iter().any(|&number| !moves.edge(number).uncertain.is_empty())
}

/// Says of a possible finding in a state whose name was computed from an unknown value that it is this one.
pub(crate) fn say_state(moves: &Moves<'_, '_>, finding: &mut Finding) {
    if finding.rank != Rank::Certain
        && let Some(name) = computed_state(moves, &finding.way)
    {
        finding.because.push(format!("whether the next state is `{name}`"));
    }
}

/// The state in which the last event of a way is taken, where its name was computed from an unknown value.
pub(crate) fn computed_state<'m>(moves: &'m Moves<'_, '_>, way: &[usize]) -> Option<&'m str> {
    if moves.model.behaviour.only_state.is_some() {
        return None;
    }
    let begins = |at: usize| {
        let source = moves.edge(way[at]).source;
        source == 0 || moves.idle[source].is_some()
    };
    let events: Vec<usize> = (0..way.len()).filter(|&at| begins(at)).collect();
    let state = |at: usize| moves.idle[moves.edge(way[at]).source].as_ref()?.state.as_deref();
    let name = state(*events.last()?)?;
    let n_there = events.iter().rev().take_while(|&&at| state(at) == Some(name)).count();
    let (before, there) = events.split_at(events.len() - n_there);
    let entry = &way[*before.last()?..*there.first()?];
    let is_uncertain = entry.iter().any(|&number| !moves.edge(number).uncertain.is_empty());
    (is_uncertain && !is_written(moves, entry, name)).then_some(name)
}

/// Whether the clause that takes an event, or `init/1` where the machine starts, names a state, or a function of the module
/// does that it calls.
fn is_written(moves: &Moves<'_, '_>, edges: &[usize], name: &str) -> bool {
    let first = moves.model.behaviour.first;
    let is_first = |function: &&Function| first.is_named(function.name.as_str(), function.arity);
    let taken = edges.iter().find_map(|&number| moves.edge(number).clauses.first());
    let clauses: Vec<&FunctionClause> = if moves.edge(edges[0]).source == 0 {
        moves.module.functions().filter(is_first).flat_map(|function| &function.clauses).collect()
    } else {
        taken.and_then(|&span| clause_at(moves.module, span)).into_iter().collect()
    };
    let is_in_called = |expr: &Syntax| match &expr.kind {
        ExprKind::Call(Callee::Local(called), args) => {
            let called = moves.module.function(called.as_str(), args.len());
            called.is_some_and(|called| called.clauses.iter().any(|clause| names(clause, name)))
        }
        _ => false,
    };
    clauses.iter().any(|clause| {
        let mut body = clause.body.iter();
        names(clause, name) || body.any(|expr| expr.any(&mut |expr| is_in_called(expr)))
    })
}

/// Whether the clause that takes an event names a state.
fn writes(moves: &Moves<'_, '_>, edges: &[usize], name: &str) -> bool {
    let clause = edges.iter().find_map(|&number| moves.edge(number).clauses.first());
    let clause = clause.and_then(|&span| clause_at(moves.module, span));
    clause.is_some_and(|clause| names(clause, name))
}

/// Whether an atom stands in a clause.
fn names(clause: &FunctionClause, name: &str) -> bool {
    let is_it = |expr: &Syntax| matches!(&expr.kind, ExprKind::Literal(Literal::Atom(atom)) if atom.as_str() == name);
    clause.body.iter().any(|expr| expr.any(&mut |expr| is_it(expr)))
}

/// Whether an event carries the name of the state behind it, where its sender may carry anything.
fn is_carried(
    moves: &Moves<'_, '_>,
    edges: &[usize],
    after: &Idle,
    carried: Option<&Term>,
) -> bool {
    let event = moves.edge(edges[0]);
    let (Some(name), Some(term), Some(ActionRole::Command(kind))) =
        (after.state.as_deref(), carried, event.role)
    else {
        return false;
    };
    let is_free =
        moves.suggested(kind, term).is_some_and(|event| leaves(&event.command.term, term, name));
    is_free && !writes(moves, edges, name)
}

/// Whether a term has an atom where its shape leaves everything open.
fn leaves(shape: &Expr, term: &Term, name: &str) -> bool {
    match (shape, term) {
        (Expr::Unknown(_) | Expr::Chosen(..), term) => {
            has(term, &|part| matches!(part, Term::Atom(atom) if atom.as_str() == name))
        }
        (Expr::Tuple(shapes), Term::Tuple(items)) => {
            shapes.iter().zip(items).any(|(shape, item)| leaves(shape, item, name))
        }
        _ => false,
    }
}

/// Whether the machine itself stands in a term: it has the first of all numbers.
fn holds_itself(term: &Term) -> bool {
    has(term, &|part| matches!(part, Term::Pid(number) if number.to_string() == "0"))
}

/// Whether the predicate holds of a term or of some part of it.
pub(crate) fn has(term: &Term, holds: &dyn Fn(&Term) -> bool) -> bool {
    if holds(term) {
        return true;
    }
    match term {
        Term::Tuple(items) => items.iter().any(|item| has(item, holds)),
        Term::List(items, tail) => {
            items.iter().any(|item| has(item, holds))
                || tail.as_deref().is_some_and(|tail| has(tail, holds))
        }
        Term::Map(entries) => entries.iter().any(|(k, v)| has(k, holds) || has(v, holds)),
        Term::Fun(content) => has(content, holds),
        _ => false,
    }
}
