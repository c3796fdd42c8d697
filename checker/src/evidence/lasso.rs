//! Runs that go round for ever.
//!
//! Input: the places that a search has found. Output: a stem and a loop, in which each place
//! explains itself by the next one. Only a node that may depend on itself for ever may do so:
//! a greatest fixpoint that holds, a least one that does not.

use super::search::{Move, Place, Search};
use super::{Evidence, EvidenceKind, Explainer, Reason, Step};
use crate::formula::Sign;
use crate::scc;

/// Bound on the places looked at in search of the shortest loop; then the best so far is taken, if there is
/// one.
const EFFORT: usize = 2_000_000;

/// So many places cost little to look at.
const FEW: usize = 100_000;

/// The shortest lasso among the places no farther away than `radius`, if it is shorter than `bound`, and
/// places farther away cannot give a shorter one.
///
/// A lasso of n transitions has no place farther away than that, so near places come first. One that is
/// longer than the radius by one is shortest as well: it is taken where the next layer would cost much, else
/// a run of the same length that ends comes first.
pub(super) fn shortest(
    explainer: &Explainer<'_>,
    search: &Search,
    radius: usize,
    bound: Option<usize>,
) -> Option<Evidence> {
    let visits = &search.visits;
    let n_places = search.n_within(radius);
    let effort = if radius == usize::MAX { EFFORT } else { EFFORT.min(n_places.max(FEW)) };
    let finder = Finder { explainer, search, n_places, effort };
    if !visits[..n_places].iter().any(|visit| finder.is_endless(visit.place)) {
        return None;
    }
    // Longer ones may go through places farther away, and are not looked for yet.
    let longest = radius.saturating_add(usize::from(n_places > FEW));
    let limit = bound.unwrap_or(usize::MAX).min(longest.saturating_add(1));
    let (stem, cycle) = finder.shortest(limit)?;
    Some(rolled_up(stem, cycle))
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
    /// How many of the places found count, nearest ones first.
    n_places: usize,
    /// Bound on the places looked at before a loop is found.
    effort: usize,
}

impl Finder<'_> {
    /// Stem and loop of the shortest lasso of fewer than `bound` transitions.
    fn shortest(&self, bound: usize) -> Option<(Vec<Step>, Vec<Step>)> {
        let components = self.components();
        let mut best = None;
        let mut best_length = bound;
        let mut effort = 0;
        for (visit, found) in self.search.visits[..self.n_places].iter().enumerate() {
            // Without a limit the first place on a loop gives one; with it perhaps none does.
            let most = if best.is_some() { EFFORT } else { self.effort };
            let is_enough = effort > most && best_length < usize::MAX;
            if found.distance() >= best_length || is_enough {
                break;
            }
            if !components.is_cyclic(visit) || !self.may_close(found.place) {
                continue;
            }
            let limit = best_length - found.distance();
            if let Some(cycle) = self.cycle(visit, &components, limit, &mut effort) {
                best_length = found.distance() + cycle.len();
                best = Some((visit, cycle));
            }
        }
        best.map(|(visit, cycle)| (self.search.steps_to(visit), cycle))
    }

    /// The number of a place, if it counts.
    fn find(&self, to: &Move) -> Option<usize> {
        self.search.find((to.node, to.state)).filter(|&place| place < self.n_places)
    }

    /// Which places lie on loops.
    fn components(&self) -> scc::Components {
        let mut moves = Vec::new();
        scc::components(self.n_places, |visit, out| {
            self.moves(self.search.visits[visit].place, &mut moves);
            out.extend(moves.iter().filter_map(|to| self.find(to)));
        })
    }

    /// Whether the value of a place may rest on itself.
    fn is_endless(&self, (node, _): Place) -> bool {
        let default = self.explainer.problem.graph.sign_of(node).map(|sign| sign == Sign::Nu);
        default == Some(self.explainer.value)
    }

    /// Whether a loop may be one through this place: `<R> @` asks for a loop through itself.
    fn may_close(&self, (node, _): Place) -> bool {
        let graph = self.explainer.problem.graph;
        graph.blocks()[graph.block_of(node)].looping.is_none_or(|again| again == node)
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
        let mut search = Search::new(start, false);
        search.extend(limit - 1, |place, moves| {
            *effort += 1;
            back = left && place == start;
            left = true;
            self.moves(place, moves);
            moves.retain(|to| self.find(to).is_some_and(|found| components.same(found, visit)));
            back
        });
        back.then(|| search.steps_to_last())
    }
}
