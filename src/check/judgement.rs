//! A property of a system that may start in several states.
//!
//! Input: a formula and a system. Output: its verdict, and how certain that is. Where `init/1` decides on
//! what is not known, the first states stand behind a state of their own and an internal step, which
//! no run of the module has. So the formula is asked of each first state: a property of all runs must
//! hold in all of them, a run that it asks for must start in one.

use checker::{Evidence, EvidenceKind, Formula, NoAtoms, Scope, StateAtoms, Truth, Verdict};
use frontend::{Diagnostic, Outcome};
use lts::semantics::is_start;
use lts::{Lts, StateId};
use monitor::product;
use monitor::{Judged, Report};

use crate::check::certainty::{Certainty, certainty};
use crate::check::evidence::{KnownAlready, Stage};
use crate::config::question::Question;

/// A verdict that speaks for all first states.
#[derive(Debug)]
pub(crate) struct Judgement {
    pub(crate) verdict: Verdict,
    pub(crate) certainty: Certainty,
    /// Why a formula about the past is false behind the run.
    pub(crate) changes: Option<Report>,
}

/// Judges a formula; the stage then starts in the state that decides.
pub(crate) fn judge(question: &Question, stage: &mut Stage<'_, '_>) -> Outcome<Judgement> {
    let firsts = first_states(stage);
    let atoms: &dyn StateAtoms = stage.atoms.map_or(&NoAtoms, |atoms| atoms);
    let verdicts = match question {
        Question::Formula(formula) => match stage.told {
            Some(told) => vec![of_whole(formula, (stage.lts, atoms), told)],
            None => checker::check_states(stage.lts, atoms, formula, &firsts),
        },
        Question::Past(formula) => {
            let has_held = stage.has_held && stage.lts.is_complete();
            let ask = |&first| past(formula, (stage.lts, atoms), (first, has_held));
            firsts.iter().map(ask).collect()
        }
    };
    let mut outcomes: Vec<(StateId, Outcome<Verdict>)> =
        firsts.iter().copied().zip(verdicts).collect();
    outcomes.sort_by_key(|(_, outcome)| rank(&outcome.value));
    let (decides, certainty) = decisive(&outcomes, stage);
    let (first, Outcome { value: verdict, mut diagnostics }) = outcomes.swap_remove(decides);
    stage.lts.start_in(first);
    // What is said of a property that holds must be so wherever the machine starts.
    let everywhere = |diagnostic: &Diagnostic| {
        outcomes.iter().all(|(_, other)| other.diagnostics.contains(diagnostic))
    };
    diagnostics
        .retain(|diagnostic| diagnostic.code != checker::codes::VACUOUS || everywhere(diagnostic));
    let run = verdict.evidence.as_ref().map(|evidence| &evidence.steps);
    let changes = match (question, run) {
        (Question::Past(formula), Some(run)) => {
            Some(product::explain(stage.lts, atoms, formula, run))
        }
        _ => None,
    };
    Outcome { value: Judgement { verdict, certainty, changes }, diagnostics }
}

/// The verdict on a formula of which is known whether it holds.
fn of_whole(
    formula: &Formula,
    (lts, atoms): (&Lts, &dyn StateAtoms),
    told: &KnownAlready,
) -> Outcome<Verdict> {
    let happens = |other: &Formula| {
        let text = other.to_string();
        // What was not asked gives no reason to warn.
        told.happens.iter().find(|(asked, _)| *asked == text).is_none_or(|(_, happens)| *happens)
    };
    checker::told((lts.labels(), atoms), formula, told.known, &happens)
}

/// The verdict on a formula about the past where the machine starts in this state, which may have been found out.
fn past(
    formula: &monitor::Formula,
    (lts, atoms): (&Lts, &dyn StateAtoms),
    (first, has_held): (StateId, bool),
) -> Outcome<Verdict> {
    let Judged { holds, run } = if has_held {
        Judged { holds: Truth::True, run: None }
    } else {
        product::judge(lts, atoms, formula, first)
    };
    let verdict = Verdict {
        holds,
        is_settled: holds != Truth::Unknown,
        evidence: run.map(|steps| Evidence { steps, kind: EvidenceKind::Trace }),
        parts: Vec::new(),
        together: None,
        scope: Scope::Universal,
        scope_with_tests: Scope::Universal,
        false_in: None,
    };
    Outcome { value: verdict, diagnostics: product::warnings(lts, atoms, formula) }
}

/// Which of the verdicts, in the order of their ranks, speaks for all, and how certain it is: of those that
/// decide alone a certain one, of those that must agree the least certain one.
fn decisive(
    outcomes: &[(StateId, Outcome<Verdict>)],
    stage: &mut Stage<'_, '_>,
) -> (usize, Certainty) {
    let mut certainty_of = |number: usize| {
        let (first, outcome): &(StateId, Outcome<Verdict>) = &outcomes[number];
        stage.lts.start_in(*first);
        certainty(&outcome.value, stage)
    };
    let (best, _) = rank(&outcomes[0].1.value);
    let alike = outcomes.iter().take_while(|(_, outcome)| rank(&outcome.value).0 == best).count();
    let first = certainty_of(0);
    let is_wanted = |certainty: &Certainty| match best {
        Rank::Decides => matches!(certainty, Certainty::Certain(_)),
        Rank::Open => true,
        Rank::Agrees => !matches!(certainty, Certainty::Certain(_)),
    };
    if is_wanted(&first) {
        return (0, first);
    }
    (1..alike)
        .map(|number| (number, certainty_of(number)))
        .find(|(_, certainty)| is_wanted(certainty))
        .unwrap_or((0, first))
}

/// The states in which the module starts.
fn first_states(stage: &Stage<'_, '_>) -> Vec<StateId> {
    let initial = stage.lts.initial();
    let stands_before =
        stage.machine.as_ref().is_some_and(|(_, states)| states.get(initial).is_some_and(is_start));
    let behind = stage.lts.out(initial).iter().map(|edge| edge.target);
    match behind.collect::<Vec<_>>() {
        behind if stands_before && !behind.is_empty() => behind,
        _ => vec![initial],
    }
}

/// What the verdict of one first state is to that of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The verdict of the one state is that of all.
    Decides,
    /// The verdict of the one state leaves that of all open.
    Open,
    /// The verdict of the one state is that of all if all agree.
    Agrees,
}

/// The rank of a verdict, and how long its evidence is.
fn rank(verdict: &Verdict) -> (Rank, usize) {
    let decisive = if verdict.scope == Scope::Existential { Truth::True } else { Truth::False };
    let rank = match verdict.holds {
        Truth::Unknown => Rank::Open,
        holds if holds == decisive => Rank::Decides,
        _ => Rank::Agrees,
    };
    (rank, verdict.evidence.as_ref().map_or(usize::MAX, |evidence| evidence.steps.len()))
}
