//! A formula and a system to a verdict.
//!
//! Input: a transition system and a formula. Output: whether the formula holds in the initial
//! state, why, and warnings where the answer says less than it seems. Where the system is not
//! complete, the answer is given only if the missing transitions cannot change it.

use frontend::{Diagnostic, Outcome, Severity};
use lts::Lts;
use lts::incoming::Incoming;

use crate::action::labels_of;
use crate::evidence::{self, Evidence};
use crate::formula::Formula;
use crate::graph::Graph;
use crate::solve::{Assume, Problem, Solution, solve};
use crate::{alternation, codes, normal, unmatched, vacuity};

/// Whether a formula holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// The system is not complete, and its missing part decides.
    Unknown,
}

/// The answer about a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it holds in the initial state.
    pub holds: Truth,
    /// A run that explains the answer alone, if there is one.
    pub evidence: Option<Evidence>,
}

/// Checks whether a formula holds in the initial state of a system.
///
/// Formulas from [`crate::parse_formula`] are always checked; of others, one that is not closed,
/// monotone and alternation-free gives errors and [`Truth::Unknown`].
pub fn check(lts: &Lts, formula: &Formula) -> Outcome<Verdict> {
    let mut errors = normal::check_variables(formula);
    if !errors.is_empty() {
        return unanswered(errors);
    }
    let graph = Graph::new(formula);
    errors.extend(alternation::check_graph(&graph, ""));
    if !errors.is_empty() {
        return unanswered(errors);
    }
    let incoming = Incoming::new(lts);
    let mut diagnostics = unmatched::warnings(formula, lts.labels(), lts.is_complete());
    let verdict = answer(lts, &incoming, &graph);
    if verdict.holds == Truth::True && lts.is_complete() {
        let holds = |other: &Formula| {
            let answer = truth(lts, &incoming, &Graph::new(other), |_, _| ());
            matches!(answer, (Truth::True, _))
        };
        diagnostics.extend(vacuity::warnings(formula, &holds));
    }
    if verdict.holds == Truth::False && verdict.evidence.is_none() {
        let message = "no single run shows why this property is violated";
        let note = Diagnostic::new(codes::NO_SINGLE_RUN, Severity::Note, message);
        diagnostics.push(note.with_label(formula.span, ""));
    }
    Outcome { value: verdict, diagnostics }
}

fn unanswered(diagnostics: Vec<Diagnostic>) -> Outcome<Verdict> {
    Outcome { value: Verdict { holds: Truth::Unknown, evidence: None }, diagnostics }
}

fn answer(lts: &Lts, incoming: &Incoming, graph: &Graph) -> Verdict {
    let (holds, evidence) = truth(lts, incoming, graph, evidence::explain);
    Verdict { holds, evidence: evidence.flatten() }
}

/// Whether the root holds in the initial state, and what `explain` says about it.
///
/// What holds in the worst case holds, what fails in the best case fails; both are explained
/// without a word about the missing transitions.
fn truth<T>(
    lts: &Lts,
    incoming: &Incoming,
    graph: &Graph,
    explain: impl Fn(&Problem<'_>, &Solution) -> T,
) -> (Truth, Option<T>) {
    let sets: Vec<_> =
        graph.actions().iter().map(|action| labels_of(action, lts.labels())).collect();
    let cases = [(Assume::Worst, true, Truth::True), (Assume::Best, false, Truth::False)];
    let n_cases = if lts.is_complete() { 1 } else { 2 };
    for (assume, decided, truth) in cases.into_iter().take(n_cases) {
        let problem = Problem { lts, incoming, graph, sets: &sets, assume };
        let solution = solve(&problem);
        let value = solution.value(graph.root(), lts.initial());
        if value == decided {
            return (truth, Some(explain(&problem, &solution)));
        }
        if lts.is_complete() {
            return (Truth::False, Some(explain(&problem, &solution)));
        }
    }
    (Truth::Unknown, None)
}
