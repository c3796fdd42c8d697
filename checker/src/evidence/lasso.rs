//! Runs that go round for ever.
//!
//! Input: the places that a search has found. Output: a stem and a loop, in which each place
//! explains itself by the next one. Only a node that may depend on itself for ever may do so:
//! a greatest fixpoint that holds, a least one that does not.

use super::search::{Move, Place, Search};
use super::{Evidence, EvidenceKind, Explainer, Reason, Step};
use crate::formula::Sign;
use crate::scc;

/// Bound on the places looked at in search of the shortest loop; then the best so far is taken.
const EFFORT: usize = 2_000_000;

/// The shortest lasso among the places found, if it is shorter than `bound`.
pub(super) fn shortest(
    explainer: &Explainer<'_>,
    search: &Search,
    bound: Option<usize>,
) -> Option<Evidence> {
    let finder = Finder { explainer, search };
    let components = finder.components()?;
    let mut best: Option<(usize, Vec<Step>)> = None;
    let mut best_length = bound.unwrap_or(usize::MAX);
    let mut effort = 0;
    for (visit, found) in search.visits.iter().enumerate() {
        if found.distance >= best_length || (effort > EFFORT && best.is_some()) {
            break;
        }
        if !components.is_cyclic(visit) {
            continue;
        }
        let limit = best_length - found.distance;
        if let Some(cycle) = finder.cycle(visit, &components, limit, &mut effort) {
            best_length = found.distance + cycle.len();
            best = Some((visit, cycle));
        }
    }
    let (visit, cycle) = best?;
    Some(rolled_up(search.steps_to(visit), cycle))
}

/// A stem and a loop as evidence; what the end of the stem has in common with the loop is left out.
fn rolled_up(mut stem: Vec<Step>, mut cycle: Vec<Step>) -> Evidence {
    // A loop without transitions explains its place on the spot.
    if cycle.is_empty() {
        return Evidence { steps: stem, kind: EvidenceKind::Trace };
    }
    while !stem.is_empty() && stem.last() == cycle.last() {
        stem.pop();
        cycle.rotate_right(1);
    }
    let kind = EvidenceKind::Lasso { loop_start: stem.len() };
    stem.append(&mut cycle);
    Evidence { steps: stem, kind }
}

struct Finder<'p> {
    explainer: &'p Explainer<'p>,
    search: &'p Search,
}

impl Finder<'_> {
    /// Which places lie on loops; none if no place may.
    fn components(&self) -> Option<scc::Components> {
        let endless = self.search.visits.iter().any(|visit| self.is_endless(visit.place));
        let mut moves = Vec::new();
        endless.then(|| {
            scc::components(self.search.visits.len(), |visit, out| {
                self.moves(self.search.visits[visit].place, &mut moves);
                out.extend(moves.iter().filter_map(|to| self.search.find((to.node, to.state))));
            })
        })
    }

    /// Whether the value of a place may rest on itself.
    fn is_endless(&self, (node, _): Place) -> bool {
        let default = self.explainer.problem.graph.sign_of(node).map(|sign| sign == Sign::Nu);
        default == Some(self.explainer.value)
    }

    /// The moves from a place that may be part of a loop.
    fn moves(&self, place: Place, moves: &mut Vec<Move>) {
        moves.clear();
        if !self.is_endless(place) {
            return;
        }
        let graph = self.explainer.problem.graph;
        if self.explainer.reason(place.0, place.1, moves) == Reason::OneOf {
            moves.retain(|to| graph.block_of(to.node) == graph.block_of(place.0));
        } else {
            moves.clear();
        }
    }

    /// The shortest loop through a place, if it has fewer than `limit` transitions.
    fn cycle(
        &self,
        visit: usize,
        components: &scc::Components,
        limit: usize,
        effort: &mut usize,
    ) -> Option<Vec<Step>> {
        let start = self.search.visits[visit].place;
        let (mut left, mut back) = (false, false);
        let search = Search::run(start, false, |place, moves| {
            *effort += 1;
            back = left && place == start;
            left = true;
            self.moves(place, moves);
            moves.retain(|to| {
                let found = self.search.find((to.node, to.state));
                found.is_some_and(|found| components.same(found, visit))
            });
            back
        });
        let steps = search.steps_to_last();
        (back && steps.len() < limit).then_some(steps)
    }
}
