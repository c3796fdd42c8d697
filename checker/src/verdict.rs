//! A formula and a system to a verdict.
//!
//! Input: a transition system and a formula. Output: whether the formula holds in the initial
//! state, why, and warnings where the answer says less than it seems. Where the system is not
//! complete, the answer is given only if the missing transitions cannot change it.
//!
//! Labels may hold unknown values (`read(?1)`), so that nobody knows whether they meet a condition.
//! The formula is solved twice then: with every such label taken against it, and in its favour. Where
//! both answers are the same it is the answer for all values; else the verdict is not settled.

use frontend::{Diagnostic, Outcome, Severity};
use lts::Lts;
use lts::incoming::Incoming;

use crate::action::{Meeting, labels_of};
use crate::evidence::{self, Evidence};
use crate::formula::{Formula, Modality};
use crate::graph::Graph;
use crate::solve::{Assume, Problem, Sets, Solution, solve};
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
    /// Whether that is so whatever the unknown values in labels are.
    pub is_settled: bool,
    /// A run that explains the answer alone, if there is one.
    pub evidence: Option<Evidence>,
    /// What the formula speaks of.
    pub scope: Scope,
}

/// Which runs a formula speaks of, negations taken into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Of all runs: what a system satisfies, each system with fewer runs satisfies.
    Universal,
    /// Of some run: what a system does not satisfy, no system with fewer runs satisfies.
    Existential,
    /// Of both.
    Mixed,
}

impl Scope {
    fn of(graph: &Graph) -> Self {
        match (graph.has(Modality::Diamond), graph.has(Modality::Box)) {
            (false, _) => Self::Universal,
            (true, false) => Self::Existential,
            (true, true) => Self::Mixed,
        }
    }
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
    let system = System { lts, incoming: &incoming };
    let answer = system.answer(&graph, evidence::explain);
    let verdict = Verdict {
        holds: answer.holds,
        is_settled: answer.is_settled,
        evidence: answer.explained.flatten(),
        scope: Scope::of(&graph),
    };
    if verdict.holds == Truth::True && verdict.is_settled && lts.is_complete() {
        let happens = |other: &Formula| {
            let answer = system.answer(&Graph::new(other), |_, _| ());
            answer.holds == Truth::True || !answer.is_settled
        };
        diagnostics.extend(vacuity::warnings(formula, &happens));
    }
    if verdict.holds == Truth::False && verdict.evidence.is_none() {
        let message = "no single run shows why this property is violated";
        let note = Diagnostic::new(codes::NO_SINGLE_RUN, Severity::Note, message);
        diagnostics.push(note.with_label(formula.span, ""));
    }
    Outcome { value: verdict, diagnostics }
}

fn unanswered(diagnostics: Vec<Diagnostic>) -> Outcome<Verdict> {
    let verdict =
        Verdict { holds: Truth::Unknown, is_settled: true, evidence: None, scope: Scope::Mixed };
    Outcome { value: verdict, diagnostics }
}

/// What formulas are asked about.
struct System<'s> {
    lts: &'s Lts,
    incoming: &'s Incoming,
}

/// Whether the root of a graph holds in the initial state.
struct Answer<T> {
    holds: Truth,
    is_settled: bool,
    explained: Option<T>,
}

/// How a label is read that may meet a condition or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// Against the formula: above `<…>` it does not count, above `[…]` it does.
    Against,
    /// In its favour.
    InFavour,
}

impl System<'_> {
    /// Whether the root holds, and what `explain` says about it.
    ///
    /// What holds in the worst case holds, what fails in the best case fails; both are explained
    /// without a word about the missing transitions.
    fn answer<T>(
        &self,
        graph: &Graph,
        explain: impl Fn(&Problem<'_>, &Solution) -> T,
    ) -> Answer<T> {
        let labels = self.lts.labels();
        let conditions: Vec<Meeting> =
            graph.actions().iter().map(|action| labels_of(action, labels)).collect();
        let is_open = conditions.iter().any(|labels| labels.surely != labels.possibly);
        // The answer, if it is one that decides.
        let solved = |assume, reading, decides: &[bool]| {
            let sets = sets(&conditions, reading);
            let (lts, incoming) = (self.lts, self.incoming);
            let problem = Problem { lts, incoming, graph, sets: &sets, assume };
            let solution = solve(&problem);
            let value = solution.value(graph.root(), lts.initial());
            decides.contains(&value).then(|| (value, explain(&problem, &solution)))
        };
        let decided = |(value, explained), is_settled| {
            let holds = if value { Truth::True } else { Truth::False };
            Answer { holds, is_settled, explained: Some(explained) }
        };
        let (worst, best) = (Assume::Worst, Assume::Best);
        let is_exact = self.lts.is_complete() && !is_open;
        let deciding: &[bool] = if is_exact { &[true, false] } else { &[true] };
        if let Some(found) = solved(worst, Reading::Against, deciding) {
            return decided(found, true);
        }
        if let Some(found) = solved(best, Reading::InFavour, &[false]) {
            return decided(found, true);
        }
        // The unknown values decide. A run that some value gives is worth more than none.
        let mut readings = [(best, Reading::Against, false), (worst, Reading::InFavour, true)];
        if Scope::of(graph) == Scope::Existential {
            readings.reverse();
        }
        for (assume, reading, value) in readings.into_iter().filter(|_| is_open) {
            if let Some(found) = solved(assume, reading, &[value]) {
                return decided(found, false);
            }
        }
        Answer { holds: Truth::Unknown, is_settled: true, explained: None }
    }
}

fn sets(conditions: &[Meeting], reading: Reading) -> Sets {
    let surely = || conditions.iter().map(|labels| labels.surely.clone()).collect();
    let possibly = || conditions.iter().map(|labels| labels.possibly.clone()).collect();
    match reading {
        Reading::Against => Sets { diamonds: surely(), boxes: possibly() },
        Reading::InFavour => Sets { diamonds: possibly(), boxes: surely() },
    }
}
