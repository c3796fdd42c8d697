//! A formula and a system to a verdict.
//!
//! Input: a transition system and a formula. Output: whether the formula holds in the initial
//! state, why, and warnings where the answer says less than it seems. Where the system is not
//! complete, the answer is given only if the missing transitions cannot change it.
//!
//! Labels may hold unknown values (`read(?1)`), so that it is unknown whether they meet a condition.
//! The formula is solved twice then: with every such label taken against it, and in its favour. Where
//! both answers are the same it is the answer for all values; else the verdict is not settled.

mod told;
mod truth;

use std::cell::RefCell;
use std::rc::Rc;

use frontend::{Diagnostic, Outcome, Severity, Span};
use lts::{Lts, StateId};
use rustc_hash::FxHashMap;

use crate::checks::variables::instantiate;
use crate::checks::{alternation, contradiction, normal, unmatched, vacuity};
use crate::codes;
use crate::conditions::action::{Meeting, labels_of};
use crate::conditions::atoms::{AtomStates, NoAtoms, StateAtoms, states_of};
use crate::evidence::{self, Evidence, Tree};
use crate::formula::{Formula, Modality, State};
use crate::graph::Graph;
use crate::solve::problem::{Assume, Effort, Problem, Sets, Solution};
use crate::solve::{forward, solve};

pub use told::{Known, besides, told, without_tail};
pub use truth::truth;

/// Whether a formula holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// The formula holds.
    True,
    /// The formula does not hold.
    False,
    /// The system is not complete, and its missing part decides.
    Unknown,
}

/// The answer about a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the formula holds in the initial state.
    pub holds: Truth,
    /// Whether the answer is the same whatever the unknown values in labels are.
    pub is_settled: bool,
    /// A run that explains the answer alone, if there is one.
    pub evidence: Option<Evidence>,
    /// The part of the formula that each step of the run in `evidence` is about.
    pub parts: Vec<Span>,
    /// Several runs that explain the answer together, where none does alone.
    pub together: Option<Tree>,
    /// What the formula speaks of.
    pub scope: Scope,
    /// What the formula speaks of if that counts, too, which it asks of each step of a fair run: whether another was possible.
    pub scope_with_tests: Scope,
    /// In how many states of the system it does not hold, reachable or not; none where that rests on
    /// missing transitions or unknown values.
    pub false_in: Option<usize>,
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
        let has = |modality| graph.has_beside_tests(modality);
        Self::with(has(Modality::Diamond), has(Modality::Box))
    }

    pub(crate) fn with_tests(graph: &Graph) -> Self {
        Self::with(graph.has(Modality::Diamond), graph.has(Modality::Box))
    }

    fn with(has_diamonds: bool, has_boxes: bool) -> Self {
        match (has_diamonds, has_boxes) {
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
    let mut verdicts = check_in(lts, formula, &[lts.initial()]);
    verdicts.pop().unwrap_or_else(|| unanswered(Vec::new()))
}

/// Checks a formula that may speak of atoms of states, in each of these states.
pub fn check_states(
    lts: &Lts,
    atoms: &dyn StateAtoms,
    formula: &Formula,
    starts: &[StateId],
) -> Vec<Outcome<Verdict>> {
    let refused = |errors: Vec<Diagnostic>| {
        starts.iter().map(|_| unanswered(errors.clone())).collect::<Vec<_>>()
    };
    let mut errors = normal::check_variables(formula);
    if !errors.is_empty() {
        return refused(errors);
    }
    let instance = match instantiate(formula, lts.labels()) {
        Ok(instance) => instance,
        Err(error) => return refused(vec![error]),
    };
    let graph = Graph::new(&instance);
    errors.extend(alternation::check_graph(&graph, ""));
    if !errors.is_empty() {
        return refused(errors);
    }
    let system = System { lts, atoms };
    let mut warnings = unmatched::warnings(formula, (lts.labels(), lts.is_complete()), atoms);
    warnings.extend(unmatched::atom_warnings(formula, atoms, lts.labels()));
    let examined = Examined {
        formula,
        question: Question::new(&system, graph),
        warnings,
        others: RefCell::default(),
    };
    starts.iter().map(|&start| examined.verdict(&system, start)).collect()
}

/// Checks whether a formula holds in each of these states, as if the system started there; one answer
/// for each. The work is that of one state, but for what explains the answers.
pub fn check_in(lts: &Lts, formula: &Formula, starts: &[StateId]) -> Vec<Outcome<Verdict>> {
    check_states(lts, &NoAtoms, formula, starts)
}

/// A formula with what was found out about it, whatever the start is.
struct Examined<'f> {
    formula: &'f Formula,
    question: Question,
    warnings: Vec<Diagnostic>,
    /// Other formulas that were asked to see whether it says anything, by their text.
    others: RefCell<FxHashMap<String, Rc<Question>>>,
}

impl Examined<'_> {
    fn verdict(&self, system: &System<'_>, start: StateId) -> Outcome<Verdict> {
        let (formula, lts) = (self.formula, system.lts);
        let mut diagnostics = self.warnings.clone();
        let explain =
            |problem: &Problem<'_>, solution: &Solution| self.explanation(problem, solution);
        let answer = system.answer(&self.question, start, explain);
        let Explanation { evidence, parts, together } = answer.explained.unwrap_or_default();
        let verdict = Verdict {
            holds: answer.holds,
            is_settled: answer.is_settled,
            evidence,
            parts,
            together,
            scope: Scope::of(&self.question.graph),
            scope_with_tests: Scope::with_tests(&self.question.graph),
            false_in: system.false_in(&self.question),
        };
        let happens = |other: &Formula| {
            let other = self.other(system, other);
            if !other.is_open()
                && let Some(is_reached) = system.reaches(&other, start)
            {
                return is_reached;
            }
            let answer = system.answer(&other, start, |_, _| ());
            answer.holds == Truth::True || !answer.is_settled
        };
        if lts.is_complete() {
            diagnostics.extend(contradiction::warnings(formula, &happens));
        }
        if verdict.holds == Truth::True && verdict.is_settled && lts.is_complete() {
            diagnostics.extend(vacuity::warnings(formula, &happens));
        }
        let is_explained = verdict.evidence.is_some() || verdict.together.is_some();
        if verdict.holds == Truth::False && !is_explained {
            let message = "no single run shows why this property is violated";
            let note = Diagnostic::new(codes::NO_SINGLE_RUN, Severity::Note, message);
            diagnostics.push(note.with_label(formula.span, ""));
        }
        Outcome { value: verdict, diagnostics }
    }

    /// Why the root has its value; nothing where that needs all that the system can do.
    fn explanation(&self, problem: &Problem<'_>, solution: &Solution) -> Explanation {
        if let Some(evidence) = evidence::explain(problem, solution) {
            let parts = evidence::parts(problem, solution, &evidence);
            return Explanation { evidence: Some(evidence), parts, together: None };
        }
        let holds = solution.value(problem.graph.root(), problem.start);
        let scope = Scope::of(problem.graph);
        let shows = match (holds, scope) {
            (true, Scope::Existential) | (false, Scope::Universal | Scope::Mixed) => true,
            (true, Scope::Mixed) => asks_for_runs(self.formula),
            (true, Scope::Universal) | (false, Scope::Existential) => false,
        };
        let together = shows.then(|| evidence::explain_together(problem, solution)).flatten();
        Explanation { together, ..Explanation::default() }
    }

    fn other(&self, system: &System<'_>, formula: &Formula) -> Rc<Question> {
        let mut others = self.others.borrow_mut();
        let question = || {
            // Smaller than the formula that was asked first, which was not too large.
            let instance = instantiate(formula, system.lts.labels());
            let graph = instance.map_or_else(|_| Graph::new(formula), |f| Graph::new(&f));
            Rc::new(Question::new(system, graph))
        };
        Rc::clone(others.entry(formula.to_string()).or_insert_with(question))
    }
}

/// Whether a formula says of some runs that they are possible, and beside that only what one state shows.
fn asks_for_runs(formula: &Formula) -> bool {
    match &formula.kind {
        State::Modal(Modality::Diamond, ..) => true,
        State::And(items) => {
            items.iter().any(asks_for_runs)
                && items.iter().all(|item| asks_for_runs(item) || contradiction::is_local(item))
        }
        State::Or(items) => items.iter().all(asks_for_runs),
        State::Not(body) => matches!(body.kind, State::Modal(Modality::Box, ..)),
        _ => false,
    }
}

/// What explains a verdict.
#[derive(Default)]
struct Explanation {
    evidence: Option<Evidence>,
    parts: Vec<Span>,
    together: Option<Tree>,
}

fn unanswered(diagnostics: Vec<Diagnostic>) -> Outcome<Verdict> {
    let verdict = Verdict {
        holds: Truth::Unknown,
        is_settled: true,
        evidence: None,
        parts: Vec::new(),
        together: None,
        scope: Scope::Mixed,
        scope_with_tests: Scope::Mixed,
        false_in: None,
    };
    Outcome { value: verdict, diagnostics }
}

/// What formulas are asked about.
struct System<'s> {
    lts: &'s Lts,
    atoms: &'s dyn StateAtoms,
}

/// A graph with its solutions, each found when it is needed: they hold for all states.
struct Question {
    graph: Graph,
    /// The labels of its conditions.
    conditions: Vec<Meeting>,
    /// The states of its atoms.
    atoms: Vec<AtomStates>,
    solutions: RefCell<Vec<Solved>>,
}

/// A solution under an assumption and a reading, with its sets of labels.
type Solved = ((Assume, Reading), Rc<(Sets, Solution)>);

impl Question {
    fn new(system: &System<'_>, graph: Graph) -> Self {
        let labels = system.lts.labels();
        let states = |atom| states_of(atom, system.lts, system.atoms);
        let atoms = graph.atoms().iter().map(states).collect();
        let conditions = graph.actions().iter().map(|action| labels_of(action, labels)).collect();
        Self { graph, conditions, atoms, solutions: RefCell::default() }
    }

    /// Whether unknown values may decide it.
    fn is_open(&self) -> bool {
        self.conditions.iter().any(|labels| labels.surely != labels.possibly)
            || self.atoms.iter().any(|states| states.surely != states.possibly)
    }

    fn solution(&self, system: &System<'_>, key: (Assume, Reading)) -> Rc<(Sets, Solution)> {
        let solution = self.solutions.borrow().iter().find(|(other, _)| *other == key).cloned();
        if let Some((_, solution)) = solution {
            return solution;
        }
        let sets = sets(self, key.1);
        let solution = solve(&system.problem(self, &sets, key.0, system.lts.initial()));
        let solved = Rc::new((sets, solution));
        self.solutions.borrow_mut().push((key, Rc::clone(&solved)));
        solved
    }
}

/// Whether the root of a graph holds in a state.
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
    fn problem<'p>(
        &'p self,
        question: &'p Question,
        sets: &'p Sets,
        assume: Assume,
        start: StateId,
    ) -> Problem<'p> {
        let (lts, graph, effort) = (self.lts, &question.graph, Effort::Bounded);
        Problem { lts, graph, sets, assume, start, effort, copied: None }
    }

    /// In how many states the root is false, where that is certain.
    fn false_in(&self, question: &Question) -> Option<usize> {
        if !self.lts.is_complete() || question.is_open() {
            return None;
        }
        let solved = question.solution(self, (Assume::Worst, Reading::Against));
        Some(self.lts.n_states() - solved.1.n_true(question.graph.root()))
    }

    /// Whether the root holds in a state, where a search from there can tell.
    fn reaches(&self, question: &Question, start: StateId) -> Option<bool> {
        if !self.lts.is_complete() || !forward::is_search(&question.graph) {
            return None;
        }
        let sets = sets(question, Reading::Against);
        forward::reaches(&self.problem(question, &sets, Assume::Worst, start))
    }

    /// Whether the root holds in a state, and what `explain` says about it.
    ///
    /// What holds in the worst case holds, what fails in the best case fails; both are explained
    /// without a word about the missing transitions.
    fn answer<T>(
        &self,
        question: &Question,
        start: StateId,
        explain: impl Fn(&Problem<'_>, &Solution) -> T,
    ) -> Answer<T> {
        let is_open = question.is_open();
        // The answer, if it is one that decides.
        let solved = |assume, reading, decides: &[bool]| {
            let solved = question.solution(self, (assume, reading));
            let (sets, solution) = &*solved;
            let value = solution.value(question.graph.root(), start);
            let problem = self.problem(question, sets, assume, start);
            decides.contains(&value).then(|| (value, explain(&problem, solution)))
        };
        let decided = |(value, explained), is_settled| {
            let holds = if value { Truth::True } else { Truth::False };
            Answer { holds, is_settled, explained: Some(explained) }
        };
        let (worst, best) = (Assume::Worst, Assume::Best);
        let is_exact = self.lts.is_complete() && !is_open;
        let deciding: &[bool] = if is_exact { &[true, false] } else { &[true] };
        if let Some(outcome) = solved(worst, Reading::Against, deciding) {
            return decided(outcome, true);
        }
        if let Some(outcome) = solved(best, Reading::InFavour, &[false]) {
            return decided(outcome, true);
        }
        // The unknown values decide. A run that some value gives is worth more than none.
        let mut readings = [(best, Reading::Against, false), (worst, Reading::InFavour, true)];
        if Scope::of(&question.graph) == Scope::Existential {
            readings.reverse();
        }
        for (assume, reading, value) in readings.into_iter().filter(|_| is_open) {
            if let Some(outcome) = solved(assume, reading, &[value]) {
                return decided(outcome, false);
            }
        }
        Answer { holds: Truth::Unknown, is_settled: true, explained: None }
    }
}

fn sets(question: &Question, reading: Reading) -> Sets {
    let surely = || question.conditions.iter().map(|labels| labels.surely.clone()).collect();
    let possibly = || question.conditions.iter().map(|labels| labels.possibly.clone()).collect();
    let atoms = question.atoms.iter().map(|states| states.read(reading == Reading::InFavour));
    let atoms = atoms.collect();
    match reading {
        Reading::Against => Sets { diamonds: surely(), boxes: possibly(), atoms },
        Reading::InFavour => Sets { diamonds: possibly(), boxes: surely(), atoms },
    }
}
