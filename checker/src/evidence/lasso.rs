//! Runs that go round for ever.
//!
//! Input: the places that a search has found. Output: a stem and a loop, in which each place
//! explains itself by the next one. Only a node that may depend on itself for ever may do so:
//! a greatest fixpoint that holds, a least one that does not.

use super::cycle::Cycles;
use super::search::{ProductState, Search};
use super::{Evidence, EvidenceKind, EvidenceStep, Explainer};
use crate::solve::scc;

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
    if !visits[..n_places].iter().any(|visit| explainer.is_endless(visit.place.0)) {
        return None;
    }
    // Longer ones may go through places farther away, and are not looked for yet.
    let longest = radius.saturating_add(usize::from(n_places > FEW));
    let limit = bound.unwrap_or(usize::MAX).min(longest.saturating_add(1));
    let (stem, cycle) = finder.shortest(limit)?;
    Some(rolled_up(stem, cycle))
}

/// A stem and a loop as evidence; what the end of the stem has in common with the loop is left out.
fn rolled_up(mut stem: Vec<EvidenceStep>, mut cycle: Vec<EvidenceStep>) -> Evidence {
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
    fn shortest(&self, bound: usize) -> Option<(Vec<EvidenceStep>, Vec<EvidenceStep>)> {
        let components = self.components();
        let mut best = None;
        let mut best_length = bound;
        let mut cycles = Cycles::new(self.search, &components, self.n_places);
        for (start, visit) in self.search.visits[..self.n_places].iter().enumerate() {
            // Without a limit the first place on a loop gives one; with it perhaps none does.
            let most = if best.is_some() { EFFORT } else { self.effort };
            let is_enough = cycles.n_looked_at() > most && best_length < usize::MAX;
            if visit.distance() >= best_length || is_enough {
                break;
            }
            if !components.is_cyclic(start) || !self.may_close(visit.place) {
                continue;
            }
            let limit = best_length - visit.distance();
            if let Some(cycle) = cycles.shortest(start, limit) {
                best_length = visit.distance() + cycle.len();
                best = Some((start, cycle));
            }
        }
        best.map(|(start, cycle)| (self.search.steps_to(start), cycle))
    }

    /// Which places lie on loops.
    fn components(&self) -> scc::Components {
        scc::components(self.n_places, |visit, out| {
            let targets = self.search.passages(visit).iter().map(|passage| passage.to as usize);
            out.extend(targets.filter(|&to| to < self.n_places));
        })
    }

    /// Whether a loop may be one through this place: `<R> @` asks for a loop through itself.
    fn may_close(&self, (node, _): ProductState) -> bool {
        let graph = self.explainer.problem.graph;
        graph.blocks()[graph.block_of(node)].looping.is_none_or(|again| again == node)
    }
}
