//! How much of a module was reached: clauses of callbacks, states, events.

pub(crate) mod gaps;

use std::collections::BTreeSet;

use frontend::ast::Function;
use frontend::{Code, Span};
use lts::Term;

use crate::assumptions::{IF_CROWDED, has};
use crate::clauses::Read;
use crate::kinds;
use crate::moves::{Move, Moves};
use crate::ranking::Cause;
use crate::source::clients::{has_only_clients, is_client};
use crate::source::{calls_computed, has_state, is_exported};
use crate::{Finding, codes};

/// What was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Clauses of callbacks, in order, with whether they were taken.
    pub clauses: Vec<(Span, bool)>,
    /// States that have a function, or the only one, or kinds of them where any term is one, with whether the machine was there.
    pub states: Vec<(String, bool)>,
}

impl Coverage {
    /// How many clauses were taken.
    pub fn taken(&self) -> usize {
        self.clauses.iter().filter(|(_, taken)| *taken).count()
    }
}

/// What was reached of a module, and findings about what was not.
pub(crate) fn reached(
    moves: &Moves<'_, '_>,
    (reads, states): (&[Read<'_>], &[&str]),
    is_complete: bool,
) -> (Coverage, Vec<Finding>) {
    let coverage = coverage(moves, states);
    let findings = findings(moves, &coverage, is_complete);
    (kinds::counted(moves, reads, coverage), findings)
}

/// What was reached of a module.
pub(crate) fn coverage(moves: &Moves<'_, '_>, states: &[&str]) -> Coverage {
    let taken: BTreeSet<Span> = moves.machine.taken().collect();
    let behaviour = moves.model.behaviour;
    let is_fixed = |name: &str, arity: usize| {
        let callback = behaviour.callback(name, arity);
        callback.is_some_and(|callback| {
            callback == behaviour.first
                || behaviour.event_of(callback).is_some()
                || behaviour.is_continued(callback)
        })
    };
    let is_callback = |function: &&Function| {
        let (name, arity) = (function.name.as_str(), function.arity);
        is_fixed(name, arity)
            || behaviour.is_state_arity(arity)
                && states.contains(&name)
                && !is_client(behaviour, moves.module, function)
    };
    let callbacks = moves.module.functions().filter(is_callback);
    let init_runs = moves.idle.iter().any(Option::is_some);
    let clauses = callbacks.flat_map(|function| {
        let is_init = behaviour.first.function() == Some(function.name.as_str());
        let only = function.clauses.len() == 1;
        function.clauses.iter().map(move |clause| (clause.span, is_init && only))
    });
    // A start that does nothing but to return leaves no mark.
    let clauses =
        clauses.map(|(span, is_start)| (span, taken.contains(&span) || is_start && init_runs));
    let met: BTreeSet<&str> =
        moves.idle.iter().flatten().filter_map(|idle| idle.state.as_deref()).collect();
    let clauses = clauses.collect();
    let states = states.iter().map(|name| ((*name).to_owned(), met.contains(name)));
    let states = states.collect();
    Coverage { clauses, states }
}

/// The states that the text of a module names where it enters them, and those that it computes the names of: each has a
/// function, in the order of the source; of a machine with one state that; none of one whose states may be any terms.
pub(crate) fn states<'s>(moves: &Moves<'s, '_>) -> Vec<&'s str> {
    if let Some(only) = moves.model.behaviour.only_state {
        return vec![only];
    }
    if moves.model.behaviour.has_any_states() {
        return Vec::new();
    }
    let mut states: BTreeSet<&str> = BTreeSet::new();
    let named = translator::derive::states(moves.model.behaviour, moves.module);
    let functions: Vec<&'s str> =
        moves.module.functions().map(|function| function.name.as_str()).collect();
    states.extend(
        functions.iter().copied().filter(|&state| named.iter().any(|name| name.as_str() == state)),
    );
    loop {
        let entered = moves.all.iter().filter_map(|this_move| computed(moves, this_move, &states));
        let entered: Vec<&str> = entered.filter(|name| !states.contains(name)).collect();
        if entered.is_empty() {
            break;
        }
        states.extend(entered);
    }
    let is_state = |name: &str| !has_only_clients(moves.model.behaviour, moves.module, name);
    states.retain(|name| is_state(name));
    let mut ordered: Vec<&'s str> = Vec::new();
    for name in functions {
        if states.contains(name) && !ordered.contains(&name) {
            ordered.push(name);
        }
    }
    ordered
}

/// The state with a function that a move enters from a known one, where nothing else decides which it is.
fn computed<'n>(
    moves: &'n Moves<'_, '_>,
    this_move: &'n Move,
    states: &BTreeSet<&str>,
) -> Option<&'n str> {
    let name = this_move.after.as_ref()?.state.as_deref()?;
    let is_known =
        this_move.source == 0 || moves.state(this_move).is_some_and(|state| states.contains(state));
    let is_sure = moves.edges_of(this_move).all(|edge| edge.uncertain.is_empty() && !edge.cut);
    let is_carried = moves
        .event(this_move)
        .is_some_and(|(_, event)| has(&event, &|part| *part == Term::atom(name)));
    let (behaviour, module) = (moves.model.behaviour, moves.module);
    let is_state = has_state(behaviour, module, name) && !has_only_clients(behaviour, module, name);
    (is_known && is_sure && !is_carried && is_state).then_some(name)
}

/// States that were not reached, and clauses that were not taken, where nothing was left out.
fn findings(moves: &Moves<'_, '_>, coverage: &Coverage, is_complete: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    if moves.idle.iter().all(Option::is_none) {
        return findings;
    }
    let mut gone: Vec<Span> = Vec::new();
    // That a machine comes into none of its states has another cause, which is told.
    let comes_in = coverage.states.iter().any(|(_, reached)| *reached);
    for (state, reached) in &coverage.states {
        let is_known = moves.model.states.iter().any(|name| name.as_str() == state);
        if *reached || !is_complete && is_known {
            continue;
        }
        let functions = moves.module.functions();
        let behaviour = moves.model.behaviour;
        let is_own = |function: &&Function| {
            function.name.as_str() == state && behaviour.is_state_arity(function.arity)
        };
        let of_state = functions.filter(is_own);
        let spans: Vec<Span> = of_state.map(|function| function.span).collect();
        gone.extend(&spans);
        if let Some(&place) = spans.first().filter(|_| comes_in) {
            let message = format!("state `{state}` is never entered");
            findings.push(possible(moves, codes::UNREACHABLE, message, place));
        }
    }
    if !is_complete {
        return findings;
    }
    // What the module does when it calls its states itself is none of their events.
    let arities: BTreeSet<usize> =
        moves.module.functions().map(|function| function.arity).collect();
    let called: BTreeSet<usize> =
        arities.into_iter().filter(|arity| calls_computed(moves.module, *arity)).collect();
    let functions = moves.module.functions();
    let by_module = functions.filter(|function| called.contains(&function.arity));
    gone.extend(by_module.map(|function| function.span));
    // That OTP does not find a function which is not exported is told where it is called.
    let functions = moves.module.functions();
    let hidden = functions.filter(|own| !is_exported(moves.module, &own.name, own.arity));
    gone.extend(hidden.map(|function| function.span));
    for &(span, taken) in &coverage.clauses {
        let is_gone = gone.iter().any(|all| all.start <= span.start && span.end <= all.end);
        if !taken && !is_gone {
            let message = "this clause is never taken".to_owned();
            findings.push(possible(moves, codes::CLAUSE_NEVER_TAKEN, message, span));
        }
    }
    findings
}

fn possible(moves: &Moves<'_, '_>, code: Code, message: String, place: Span) -> Finding {
    let mut because = vec!["whether other events come than the module suggests".to_owned()];
    if moves.hunt.is_abstract {
        because
            .push("whether states that differ in numbers or lengths only go on alike".to_owned());
    }
    if moves.is_crowded() {
        because.push(IF_CROWDED.to_owned());
    }
    Finding::of_text((code, place), message, because, Cause::Nothing)
}
