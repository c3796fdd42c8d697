//! What is wrong in the text of a callback, whether a hunt comes there or not.
//!
//! Input: a module, the names of its states. Output: faults of its clauses, each at the expression that is at fault. A hunt
//! shows how something comes about; this pass reads what no hunt has reached, as behind results of other modules. A fault is
//! sure where whatever selects its clause brings it about, and else rests on a branch.

mod answers;
mod next_states;
mod returns;

use std::rc::Rc;

use behaviour::{Argument, Callback, Row, Shape};
use frontend::ast::{Function, FunctionClause};
use frontend::{Code, Span};
use translator::outcomes::{Outcome, Scope, Walk};

use crate::coverage::Coverage;
use crate::moves::Moves;
use crate::ranking::Cause;
use crate::source::{atom, calls, takes_all};
use crate::{Finding, Rank, codes};

/// What is said of a fault that not every call of its clause brings about.
const IN_BRANCH: &str = "whether this branch is taken";

/// What is said of a fault in a function that the module calls itself, too.
const ALSO_CALLED: &str =
    "whether the callback is called so, and not only the function by the module";

/// What is said of a fault in a clause that a hunt does not take although it has seen all that there is.
const NEVER_TAKEN: &str = "whether other events come than the module suggests";

/// A clause of a callback with what it may return.
pub(crate) struct Read<'m> {
    pub(crate) callback: Row<Callback>,
    pub(crate) function: &'m Function,
    pub(crate) clause: &'m FunctionClause,
    pub(crate) outcomes: Vec<Outcome<'m>>,
}

impl Read<'_> {
    /// The return tuple that an outcome is.
    pub(crate) fn shape(&self, outcome: &Outcome<'_>) -> Option<&'static Shape> {
        let (items, _) = outcome.value.tuple()?;
        let tag = atom(items.first()?)?;
        let mut shapes = self.callback.shapes.iter();
        shapes.find(|shape| shape.tag == tag && shape.size == items.len())
    }
}

/// What is wrong with an outcome.
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) place: Span,
    /// Whether it is so whenever the outcome comes about.
    pub(crate) doubt: Option<&'static str>,
}

/// What is wrong in the text, besides what a hunt has found there.
pub(crate) fn findings(
    moves: &Moves<'_, '_>,
    states: &[&str],
    (coverage, is_complete): (&Coverage, bool),
    hunted: &[Finding],
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for read in clauses(moves, states) {
        let is_taken =
            coverage.clauses.iter().any(|(span, taken)| *span == read.clause.span && *taken);
        // A hunt that takes whatever a helper returns for a state tells none of them.
        let is_judged = |fault: &Fault| is_complete && is_taken && fault.code != codes::NO_STATE;
        let is_hunted = |fault: &Fault| {
            hunted.iter().any(|finding| {
                finding.code == fault.code
                    && (within(finding.place, read.clause.span)
                        || within(fault.place, finding.place))
            })
        };
        for outcome in &read.outcomes {
            let faults = faults(moves, &read, outcome);
            let new = faults.into_iter().filter(|fault| !is_judged(fault) && !is_hunted(fault));
            let is_gone = is_complete && !is_taken && !moves.hunt.is_abstract;
            let gone = is_gone.then_some(NEVER_TAKEN);
            findings.extend(new.map(|fault| finding(moves, &read, outcome, (fault, gone))));
        }
    }
    findings.sort_by_key(|finding| (finding.code, finding.place, finding.rank));
    findings.dedup_by_key(|finding| (finding.code, finding.place));
    findings
}

/// Whether a place is within another one.
pub(crate) fn within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// The clauses of all callbacks.
fn clauses<'s>(moves: &Moves<'s, '_>, states: &[&str]) -> Vec<Read<'s>> {
    let behaviour = moves.model.behaviour;
    let module = moves.module;
    let callback_of = |function: &Function| {
        let (name, arity) = (function.name.as_str(), function.arity);
        behaviour
            .callback(name, arity)
            .or_else(|| behaviour.state_callback(arity).filter(|_| states.contains(&name)))
    };
    let callbacks =
        module.functions().filter_map(|function| Some((callback_of(function)?, function)));
    let clauses = callbacks.flat_map(|(callback, function)| {
        function.clauses.iter().map(move |clause| (callback, function, clause))
    });
    clauses
        .filter_map(|(callback, function, clause)| {
            let from = callback.arguments.iter().position(|argument| *argument == Argument::From);
            let scope = Rc::new(Scope::of_callback(clause, from));
            let outcomes = Walk::of_clause(module, function, clause, &scope)?;
            Some(Read { callback, function, clause, outcomes })
        })
        .collect()
}

fn faults<'m>(moves: &Moves<'m, '_>, read: &Read<'m>, outcome: &Outcome<'m>) -> Vec<Fault> {
    let behaviour = moves.model.behaviour;
    let mut faults = Vec::new();
    faults.extend(returns::fault(behaviour, read, outcome));
    faults.extend(next_states::faults(moves, read, outcome));
    faults.extend(answers::fault(read, outcome));
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
    let doubts =
        [outcome.is_chosen.then_some(IN_BRANCH), is_helper.then_some(ALSO_CALLED), doubt, gone];
    let because: Vec<String> = doubts.into_iter().flatten().map(str::to_owned).collect();
    let rank = if because.is_empty() { Rank::Certain } else { Rank::Possible };
    let cause = if takes_all(read.clause) { Cause::Stray } else { Cause::Somebody };
    let (evidence, way) = (Vec::new(), Vec::new());
    Finding { code, rank, message, place, evidence, because, way, cause }
}
