//! What is wrong in the text of a callback, whether a hunt comes there or not.
//!
//! Input: a module, the names of its states. Output: faults of its clauses, each at the expression that is at fault. A hunt
//! shows how something comes about; this pass reads what no hunt has reached, as behind results of other modules. A fault is
//! sure where whatever selects its clause brings it about, and else rests on a branch.

mod actions;
pub(crate) mod callers;
mod event_types;
mod failing;
mod given_back;
mod heads;
pub(crate) mod mode;
mod next_states;
mod returns;
mod starts;
pub(crate) mod timed;
mod unheard;
mod unmet;
mod unnamed;

use std::collections::BTreeSet;
use std::rc::Rc;

use behaviour::{Argument, Callback, Row, Shape};
use frontend::ast::{Function, FunctionClause, Literal, PatKind};
use frontend::output::print::quote_atom;
use frontend::{Code, Span};
use model::Expr;
use translator::outcomes::{Outcome, Scope, Walk};

use crate::coverage::Coverage;
use crate::moves::Moves;
use crate::ranking::Cause;
use crate::source::clients::is_client;
use crate::source::{atom, calls, event_type, has_state, takes_all};
use crate::{Finding, Rank, codes};
use timed::Timed;

pub(crate) use unnamed::IF_STARTED;

/// What is said of a fault that not every call of its clause brings about.
const IN_BRANCH: &str = "whether this branch is taken";

/// What is said of a fault in a function that the module calls itself, too.
const ALSO_CALLED: &str =
    "whether the callback is called so, and not only the function by the module";

/// What is said of a fault in a function that is no callback.
const IF_CALLED: &str = "whether the function is called";

/// What is said of a fault in a clause that a hunt does not take although it has seen all that there is.
pub(crate) const NEVER_TAKEN: &str = "whether other events come than the module suggests";

/// A clause of a callback with what it may return.
pub(crate) struct Read<'m> {
    pub(crate) callback: Row<Callback>,
    pub(crate) function: &'m Function,
    pub(crate) clause: &'m FunctionClause,
    pub(crate) outcomes: Vec<Outcome<'m>>,
    /// The atoms that it may return.
    pub(crate) values: &'static [Shape],
}

impl Read<'_> {
    /// The return tuple that an outcome is.
    pub(crate) fn shape(&self, outcome: &Outcome<'_>) -> Option<&'static Shape> {
        if let Some(name) = outcome.value.atom() {
            let mut values = self.values.iter();
            return values.find(|shape| shape.tag == name);
        }
        let (items, _) = outcome.value.tuple()?;
        let tag = atom(items.first()?)?;
        let mut shapes = self.callback.shapes.iter();
        shapes.find(|shape| shape.tag == tag && shape.size == items.len())
    }
}

/// What is wrong with an outcome.
#[derive(Clone)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) place: Span,
    /// What it rests on besides, where it is not so whenever the outcome comes about.
    pub(crate) doubt: Option<&'static str>,
}

/// Adds what is wrong in the text to what a hunt has found.
pub(crate) fn add<'s>(
    moves: &Moves<'s, '_>,
    (states, reads, timed): (&[&'s str], &[Read<'s>], &Timed<'s>),
    reached: (&Coverage, bool),
    findings: &mut Vec<Finding>,
) {
    let ignored = returns::ignored(moves.module);
    let only_by_timeout = next_states::only_by_timeout(moves, reads);
    let mut judged: Vec<Judged<'_, '_>> = Vec::new();
    let is_own = |read: &&Read<'_>| {
        event_types::wrong(moves, read).is_none() && !starts::is_of_another(moves, read)
    };
    for read in reads.iter().filter(is_own) {
        for outcome in &read.outcomes {
            let mut faults = faults(moves, read, outcome, &ignored);
            faults.extend(next_states::untimed(moves, read, outcome, &only_by_timeout));
            faults.extend(callers::kept::fault(moves, states, (read, outcome)));
            faults.extend(timed::fault(moves, (timed, states), reads, (read, outcome)));
            judged.extend(faults.into_iter().map(|fault| Judged { read, outcome, fault }));
        }
    }
    place_exactly(moves, findings, &judged);
    // What a hunt has seen whole is not told of the text once more.
    let (_, is_complete) = reached;
    if !is_complete {
        drop_less_sure(moves, findings, &judged);
    }
    let mut read = of_clauses(moves, reached, findings, judged);
    read.extend(others(moves, (states, reads), reached, findings));
    read.sort_by_key(|finding| (finding.code, finding.place, finding.rank));
    read.dedup_by_key(|finding| (finding.code, finding.place));
    // That a clause is never taken says less than what is wrong with it.
    findings.retain(|finding| {
        let is_read = |fault: &Finding| {
            let mut places = fault.also.iter().chain([&fault.place]);
            places.any(|place| within(*place, finding.place))
        };
        finding.code != codes::CLAUSE_NEVER_TAKEN || !read.iter().any(is_read)
    });
    findings.extend(read);
}

/// A fault with the outcome that it is one of.
struct Judged<'r, 'm> {
    read: &'r Read<'m>,
    outcome: &'r Outcome<'m>,
    fault: Fault,
}

/// Drops findings of a hunt about what a clause returns that are only possible, where the text is at fault whatever else is so: that
/// says more than a run that rests on what nobody knows.
fn drop_less_sure(moves: &Moves<'_, '_>, findings: &mut Vec<Finding>, judged: &[Judged<'_, '_>]) {
    let sure: Vec<Span> = judged.iter().filter_map(|judged| sure_place(moves, judged)).collect();
    findings.retain(|finding| {
        let is_less_sure = finding.code == codes::BAD_RETURN && finding.rank != Rank::Certain;
        !is_less_sure || !sure.iter().any(|place| within(*place, finding.place))
    });
}

/// The place of a fault, if it is one whatever else is so.
fn sure_place(moves: &Moves<'_, '_>, judged: &Judged<'_, '_>) -> Option<Span> {
    let Judged { read, outcome, fault } = judged;
    let said = finding(moves, read, outcome, (fault.clone(), None));
    (said.rank == Rank::Certain).then_some(fault.place)
}

/// Moves findings of a hunt about what a clause returns to the expression that is at fault, where there is one only, and the
/// text tells all that the clause returns.
fn place_exactly<'m>(moves: &Moves<'m, '_>, findings: &mut [Finding], judged: &[Judged<'_, 'm>]) {
    let codes = [codes::BAD_RETURN, codes::NO_STATE, codes::CALLER_FORGOTTEN];
    for finding in findings.iter_mut().filter(|finding| codes.contains(&finding.code)) {
        let of_clause: Vec<&Judged<'_, '_>> = judged
            .iter()
            .filter(|judged| {
                judged.fault.code == finding.code && judged.read.clause.span == finding.place
            })
            .collect();
        let places: BTreeSet<Span> = of_clause.iter().map(|judged| judged.fault.place).collect();
        let is_open = of_clause.first().is_some_and(|judged| {
            let mut outcomes = judged.read.outcomes.iter();
            outcomes.any(|outcome| next_states::is_open(moves, judged.read, outcome))
        });
        if let (1, Some(place), false) = (places.len(), places.first(), is_open) {
            finding.place = *place;
        }
    }
}

/// What is wrong in clauses, besides what a hunt has found there.
fn of_clauses(
    moves: &Moves<'_, '_>,
    (coverage, is_complete): (&Coverage, bool),
    hunted: &[Finding],
    judged: Vec<Judged<'_, '_>>,
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for Judged { read, outcome, fault } in judged {
        let is_taken =
            coverage.clauses.iter().any(|(span, taken)| *span == read.clause.span && *taken);
        // A hunt that takes whatever a helper returns for a state tells none of them.
        let is_judged = is_complete && is_taken && fault.code != codes::NO_STATE;
        let is_hunted = hunted.iter().any(|finding| {
            let is_here = within(finding.place, read.clause.span);
            let is_there =
                within(fault.place, finding.place) || lacks_same(moves, &finding.message, &fault);
            finding.code == fault.code && (is_here || is_there)
        });
        let is_gone = is_complete && !is_taken && !moves.hunt.is_abstract;
        let gone = is_gone.then_some(NEVER_TAKEN);
        if !is_judged && !is_hunted {
            findings.push(finding(moves, read, outcome, (fault, gone)));
        }
    }
    findings
}

/// Whether a hunt has found that the callback lacks a clause of which a fault says so, too.
fn lacks_same(moves: &Moves<'_, '_>, message: &str, fault: &Fault) -> bool {
    let is_about = [codes::TIMEOUT_UNHANDLED, codes::TIMER_UNEXPECTED].contains(&fault.code)
        && moves.model.behaviour.tells_type();
    let who = |message: &str| message.split(' ').next().map(str::to_owned);
    is_about && who(message) == who(&fault.message)
}

/// What is wrong elsewhere: expressions that fail, events that no clause names, states that lack something.
fn others(
    moves: &Moves<'_, '_>,
    (states, reads): (&[&str], &[Read<'_>]),
    (coverage, is_complete): (&Coverage, bool),
    hunted: &[Finding],
) -> Vec<Finding> {
    let mut findings = failing(moves, states, hunted);
    findings.extend(not_given_back(moves));
    findings.extend(event_types::findings(moves, reads));
    findings.extend(timed::named::findings(moves, reads, hunted));
    findings.extend(mode::findings(moves, hunted));
    findings.extend(mode::entered(moves));
    findings.extend(starts::starter::findings(moves, hunted));
    findings.extend(unnamed::findings(moves, (reads, is_complete), hunted));
    findings.extend(unmet::without_function(moves, coverage, hunted));
    findings.extend(unmet::without_clause(moves, (coverage, is_complete), hunted));
    findings
}

/// Expressions that always fail, besides those that a hunt has met.
fn failing(moves: &Moves<'_, '_>, states: &[&str], hunted: &[Finding]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for function in moves.module.functions() {
        let failing = failing::faults(moves.module, function).into_iter();
        for (fault, is_chosen) in failing.chain(heads::faults(function)) {
            let Fault { code, message, place, doubt } = fault;
            let is_hunted = hunted.iter().any(|finding| finding.place == place);
            let is_callback = callback_of(moves, states, function).is_some();
            let doubts =
                [is_chosen.then_some(IN_BRANCH), (!is_callback).then_some(IF_CALLED), doubt];
            let because: Vec<String> = doubts.into_iter().flatten().map(str::to_owned).collect();
            let cause = match doubt {
                Some(failing::OLD) => Cause::Stray,
                Some(failing::IF_MATCHED) => Cause::Somebody,
                _ => Cause::Interface,
            };
            if !is_hunted {
                findings.push(Finding::of_text((code, place), message, because, cause));
            }
        }
    }
    findings
}

/// Branches that do not give back what others do.
fn not_given_back(moves: &Moves<'_, '_>) -> Vec<Finding> {
    let functions = moves.module.functions();
    let faults = functions
        .flat_map(|function| given_back::faults(moves.model.behaviour, moves.module, function));
    let findings = faults.map(|Fault { code, message, place, doubt }| {
        let because = doubt.into_iter().map(str::to_owned).collect();
        Finding::of_text((code, place), message, because, Cause::Somebody)
    });
    findings.collect()
}

/// An event as Erlang text, with `_` for what is not known.
pub(crate) fn shown(event: &Expr) -> String {
    match event {
        Expr::Atom(name) => quote_atom(name.as_str()),
        Expr::Integer(value) => value.to_string(),
        Expr::Tuple(items) => {
            let items: Vec<String> = items.iter().map(shown).collect();
            format!("{{{}}}", items.join(","))
        }
        _ => "_".to_owned(),
    }
}

/// Whether a place is within another one.
pub(crate) fn within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// The callback that a function is.
fn callback_of(
    moves: &Moves<'_, '_>,
    states: &[&str],
    function: &Function,
) -> Option<Row<Callback>> {
    let behaviour = moves.model.behaviour;
    let (name, arity) = (function.name.as_str(), function.arity);
    let is_state = || states.contains(&name) && !is_client(behaviour, moves.module, function);
    let of_state = || behaviour.state_callback(arity).filter(|_| is_state());
    behaviour.callback(name, arity).or_else(of_state)
}

/// Whether a clause for all states names one that has no function: nothing selects it.
fn is_of_no_state(moves: &Moves<'_, '_>, callback: Row<Callback>, clause: &FunctionClause) -> bool {
    let place = callback.arguments.iter().position(|argument| *argument == Argument::State);
    let head = place.and_then(|place| clause.params.get(place));
    matches!(head.map(|head| &head.kind), Some(PatKind::Literal(Literal::Atom(name)))
        if !has_state(moves.model.behaviour, moves.module, name.as_str()))
}

/// The clauses of all callbacks.
pub(crate) fn clauses<'s>(moves: &Moves<'s, '_>, states: &[&str]) -> Vec<Read<'s>> {
    let (module, behaviour) = (moves.module, moves.model.behaviour);
    let callbacks = module
        .functions()
        .filter_map(|function| Some((callback_of(moves, states, function)?, function)));
    let clauses = callbacks.flat_map(|(callback, function)| {
        function.clauses.iter().map(move |clause| (callback, function, clause))
    });
    clauses
        .filter(|(callback, _, clause)| !is_of_no_state(moves, *callback, clause))
        .filter_map(|(callback, function, clause)| {
            let typed = event_type::callback_of(behaviour, clause);
            // Of an open type it is not known whether a client waits.
            let open = behaviour.continued.map(|(_, continued)| continued);
            let open = open.filter(|_| event_type::head(behaviour, clause).is_some());
            let is_event = behaviour.event_of(callback).is_some();
            let callback = if is_event { typed.or(open).unwrap_or(callback) } else { callback };
            let from = event_type::from_place(callback);
            let scope = Rc::new(Scope::of_callback(clause, from));
            let outcomes = Walk::of_clause(module, function, clause, &scope)?;
            let values = if is_event { behaviour.values } else { &[] };
            Some(Read { callback, function, clause, outcomes, values })
        })
        .collect()
}

fn faults<'m>(
    moves: &Moves<'m, '_>,
    read: &Read<'m>,
    outcome: &Outcome<'m>,
    ignored: &returns::Ignored<'m>,
) -> Vec<Fault> {
    let behaviour = moves.model.behaviour;
    let mut faults = Vec::new();
    faults.extend(returns::fault(behaviour, read, outcome));
    faults.extend(next_states::faults(moves, read, outcome));
    faults.extend(returns::dropped(behaviour, read, outcome, ignored));
    faults.extend(returns::nested(moves, read, outcome));
    faults.extend(callers::answers::fault(moves, read, outcome));
    faults.extend(actions::fault(moves, read, outcome));
    faults.extend(unheard::faults(moves, read, outcome));
    faults
}

fn finding(
    moves: &Moves<'_, '_>,
    read: &Read<'_>,
    outcome: &Outcome<'_>,
    (fault, gone): (Fault, Option<&str>),
) -> Finding {
    let Fault { code, message, place, doubt } = fault;
    let is_helper = calls(moves.module, read.function);
    let is_unstarted = gone.is_none() && starts::is_unstarted(moves, read);
    let doubts = [
        outcome.is_chosen.then_some(IN_BRANCH),
        is_helper.then_some(ALSO_CALLED),
        doubt,
        gone,
        is_unstarted.then_some(starts::IF_STARTED_SO),
    ];
    let mut because: Vec<String> = doubts.into_iter().flatten().map(str::to_owned).collect();
    because.dedup();
    let cause =
        if takes_all(moves.model.behaviour, read.clause) { Cause::Stray } else { Cause::Somebody };
    Finding::of_text((code, place), message, because, cause)
}
