//! A property of a system that may start in several states.
//!
//! Input: a formula and a system. Output: its verdict, and how certain that is. Where `init/1` decides on
//! what is not known, the first states stand behind a state of their own and an internal step, which
//! no run of the module has. So the formula is asked of each first state: a property of all runs must
//! hold in all of them, a run that it asks for must start in one.

use checker::{Formula, Scope, Truth, Verdict};
use frontend::{Diagnostic, Outcome};
use lts::StateId;
use lts::semantics::is_start;

use crate::certainty::{Certainty, certainty};
use crate::evidence::Stage;

/// A verdict that speaks for all first states.
#[derive(Debug)]
pub(crate) struct Judgement {
    pub(crate) verdict: Verdict,
    pub(crate) certainty: Certainty,
}

/// Judges a formula; the stage then starts in the state that decides.
pub(crate) fn judge(formula: &Formula, stage: &mut Stage<'_, '_>) -> Outcome<Judgement> {
    let mut found: Vec<(StateId, Outcome<Judgement>)> = Vec::new();
    for first in first_states(stage) {
        stage.lts.start_in(first);
        let Outcome { value: verdict, diagnostics } = checker::check(stage.lts, formula);
        let certainty = certainty(&verdict, stage);
        let value = Judgement { verdict, certainty };
        found.push((first, Outcome { value, diagnostics }));
    }
    let decides = (0..found.len()).min_by_key(|&number| rank(&found[number].1.value));
    let (first, mut decisive) = found.swap_remove(decides.unwrap_or_default());
    stage.lts.start_in(first);
    // What is said of a property that holds must be so wherever the machine starts.
    let everywhere = |diagnostic: &Diagnostic| {
        found.iter().all(|(_, other)| other.diagnostics.contains(diagnostic))
    };
    decisive
        .diagnostics
        .retain(|diagnostic| diagnostic.code != checker::codes::VACUOUS || everywhere(diagnostic));
    decisive
}

/// The states in which the module starts.
fn first_states(stage: &Stage<'_, '_>) -> Vec<StateId> {
    let initial = stage.lts.initial();
    let stands_before = stage.machine.as_ref().is_some_and(|(_, states)| {
        states.get(initial.index()).is_some_and(|state| is_start(state))
    });
    let behind = stage.lts.out(initial).iter().map(|edge| edge.target);
    match behind.collect::<Vec<_>>() {
        behind if stands_before && !behind.is_empty() => behind,
        _ => vec![initial],
    }
}

/// Which verdict speaks for all: the smallest. One first state may decide; else all must agree, and
/// the least certain one counts.
fn rank(judgement: &Judgement) -> (u8, usize) {
    let Judgement { verdict, certainty } = judgement;
    let decisive = if verdict.scope == Scope::Existential { Truth::True } else { Truth::False };
    let is_certain = matches!(certainty, Certainty::Certain(_));
    let rank = match verdict.holds {
        Truth::Unknown => 2,
        holds if holds == decisive => u8::from(!is_certain),
        _ => 3 + u8::from(is_certain),
    };
    (rank, verdict.evidence.as_ref().map_or(usize::MAX, |evidence| evidence.steps.len()))
}
