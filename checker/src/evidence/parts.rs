//! Which part of the formula each step of a run is about.
//!
//! Input: a run that explains a verdict. Output: for each of its steps the place of the formula whose
//! value the step passes on. Goes along the run once more, with all nodes that explain themselves by it.

use std::collections::VecDeque;

use frontend::Span;
use rustc_hash::FxHashMap;

use super::{Evidence, Explainer, Reason};
use crate::graph::NodeId;
use crate::solve::problem::{Problem, Solution};

/// A node at a position of the run.
type NodeAt = (NodeId, usize);

/// The part of the formula for each step; nothing if the run does not explain it step by step.
pub(crate) fn parts(problem: &Problem<'_>, solution: &Solution, evidence: &Evidence) -> Vec<Span> {
    let explainer = Explainer::new(problem, solution);
    let steps = &evidence.steps;
    let start: NodeAt = (problem.graph.root(), 0);
    let mut before: FxHashMap<NodeAt, Option<NodeAt>> = FxHashMap::default();
    before.insert(start, None);
    let mut queue = VecDeque::from([start]);
    let mut moves = Vec::new();
    while let Some(place) = queue.pop_front() {
        let (node, position) = place;
        let Some(step) = steps.get(position) else {
            return along(problem, &before, place, steps.len());
        };
        if explainer.reason(node, step.source, &mut moves) != Reason::OneOf {
            continue;
        }
        for to in &moves {
            let next = match to.label {
                None => (to.node, position),
                Some(label) if label == step.label && to.state == step.target => {
                    (to.node, position + 1)
                }
                Some(_) => continue,
            };
            before.entry(next).or_insert_with(|| {
                queue.push_back(next);
                Some(place)
            });
        }
    }
    Vec::new()
}

/// The parts on the way to a place at the end of the run.
fn along(
    problem: &Problem<'_>,
    before: &FxHashMap<NodeAt, Option<NodeAt>>,
    end: NodeAt,
    n_steps: usize,
) -> Vec<Span> {
    let mut parts = Vec::with_capacity(n_steps);
    let mut place = end;
    while let Some(&Some(previous)) = before.get(&place) {
        if previous.1 < place.1 {
            parts.push(problem.graph.node(previous.0).span);
        }
        place = previous;
    }
    parts.reverse();
    parts
}
