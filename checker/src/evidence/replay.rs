//! Evidence on trial: is it a run of the system, and does it decide the formula alone?

use lts::{Edge, Lts, StateId};

use crate::evidence::{Evidence, EvidenceKind};
use crate::solve::local;
use crate::solve::problem::{Assume, Problem, Solution};

/// Whether the evidence is a run of the system, and the formula has the same value on the system
/// that consists of this run only.
pub(crate) fn confirms(problem: &Problem<'_>, evidence: &Evidence, solution: &Solution) -> bool {
    if !is_run(problem, evidence) {
        return false;
    }
    let Some(alone) = run_alone(problem.lts, evidence) else {
        return false;
    };
    let value = solution.value(problem.graph.root(), problem.start);
    let start = alone.initial();
    let first = [problem.start].into_iter();
    let states: Vec<StateId> = first.chain(evidence.steps.iter().map(|s| s.target)).collect();
    let copied = Some(states.as_slice());
    let small = Problem { lts: &alone, assume: Assume::Worst, start, copied, ..*problem };
    local::holds(&small) == value
}

/// Whether each step is a transition, starts where the last one ended, and the end is as claimed.
pub(crate) fn is_run(problem: &Problem<'_>, evidence: &Evidence) -> bool {
    let (lts, mut state) = (problem.lts, problem.start);
    for step in &evidence.steps {
        let edge = Edge { label: step.label, target: step.target };
        if step.source != state || !lts.out(state).contains(&edge) {
            return false;
        }
        state = step.target;
    }
    match evidence.kind {
        EvidenceKind::Trace => true,
        EvidenceKind::Deadlock => lts.is_expanded(state) && lts.out(state).is_empty(),
        EvidenceKind::Lasso { loop_start } => {
            evidence.steps.get(loop_start).is_some_and(|step| step.source == state)
        }
    }
}

/// The system that can do nothing but this run; each position in the run is a state of its own.
pub(crate) fn run_alone(lts: &Lts, evidence: &Evidence) -> Option<Lts> {
    let length = u32::try_from(evidence.steps.len()).ok()?;
    let mut edges: Vec<_> = (0..length)
        .zip(&evidence.steps)
        .map(|(at, step)| (StateId(at), Edge { label: step.label, target: StateId(at + 1) }))
        .collect();
    let mut n_states = evidence.steps.len() + 1;
    if let EvidenceKind::Lasso { loop_start } = evidence.kind {
        let (_, last) = edges.last_mut()?;
        last.target = StateId(u32::try_from(loop_start).ok()?);
        n_states -= 1;
    }
    Some(Lts::new(StateId(0), n_states, edges, lts.labels().clone()))
}
