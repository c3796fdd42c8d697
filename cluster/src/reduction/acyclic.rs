//! A system without circles of internal steps, over several workers.
//!
//! Input: a graph, and who stands for the states of its circles. Output: a graph in which these have all their steps, and the
//! others of a circle none. The numbers of states stay.

use rustc_hash::FxHashMap;

use super::circles::Circles;
use super::graph::{Graph, TAU, slot};
use super::rounds::{Ended, Rounds, garbled};
use super::rows::Edges;

/// In the place of a label: that there is a state for which another one stands.
const MEMBER: u32 = u32::MAX;

/// A step: its label, and who owns its target, by which number.
type Step = (u32, (usize, u32));

/// Moves the steps of circles to the states that stand for them, and notes that these go round for ever.
pub(crate) fn acyclic(
    rounds: &mut Rounds<'_>,
    graph: &Graph,
    circles: &Circles,
    diverges: &mut [bool],
) -> Result<Graph, Ended> {
    let roots = Roots { graph, circles, of_ghosts: roots_of_ghosts(rounds, graph, circles)? };
    let mut out = rounds.nothing();
    for (&state, &(owner, number)) in &circles.joined {
        out[owner].extend([number, MEMBER, 0, 0]);
        for (label, (to, target)) in roots.row(state) {
            out[owner].extend([number, label, slot(to), target]);
        }
    }
    let mut moved: Vec<(u32, Step)> = Vec::new();
    let n_workers = rounds.n_workers();
    for (worker, words) in rounds.swap(out, 0)?.0.into_iter().enumerate() {
        for step in words.chunks(4) {
            let &[state, label, owner, number] = step else { return Err(garbled(worker).into()) };
            if !graph.is_own(state) || owner as usize >= n_workers {
                return Err(garbled(worker).into());
            }
            if label == MEMBER {
                diverges[state as usize] = true;
            } else {
                moved.push((state, (label, (owner as usize, number))));
            }
        }
    }
    moved.sort_unstable();
    let mut moved = moved.into_iter().peekable();
    let mut edges = Edges::new(rounds.index(), n_workers);
    for state in (0..graph.n_own()).map(slot) {
        let mut row: Vec<Step> = Vec::new();
        if !circles.joined.contains_key(&state) {
            row.extend(roots.row(state));
        }
        while let Some((_, step)) = moved.next_if(|(root, _)| *root == state) {
            row.push(step);
        }
        row.sort_unstable();
        row.dedup();
        for (label, target) in row {
            edges.push(label, target).ok_or_else(|| garbled(target.0))?;
        }
        edges.end_row();
    }
    edges.number_ghosts().ok_or_else(|| garbled(rounds.index()))?;
    Graph::new(rounds, edges)
}

/// Who stands for whom.
struct Roots<'g> {
    graph: &'g Graph,
    circles: &'g Circles,
    of_ghosts: FxHashMap<u32, (usize, u32)>,
}

impl Roots<'_> {
    fn of(&self, slot: u32) -> (usize, u32) {
        let root = self.circles.joined.get(&slot).or_else(|| self.of_ghosts.get(&slot));
        root.copied().unwrap_or_else(|| self.graph.name(slot))
    }

    /// The steps of a state, but for those within its circle.
    fn row(&self, state: u32) -> impl Iterator<Item = Step> {
        let root = self.of(state);
        let steps = self.graph.row(state).map(|(label, target)| (label, self.of(target)));
        steps.filter(move |&(label, target)| label != TAU || target != root)
    }
}

/// Tells those who have ghosts who stands for them.
fn roots_of_ghosts(
    rounds: &mut Rounds<'_>,
    graph: &Graph,
    circles: &Circles,
) -> Result<FxHashMap<u32, (usize, u32)>, Ended> {
    let mut out = rounds.nothing();
    for (&state, &(owner, number)) in &circles.joined {
        for &(worker, place) in graph.askers(state) {
            out[worker as usize].extend([place, slot(owner), number]);
        }
    }
    let mut roots = FxHashMap::default();
    let n_workers = rounds.n_workers();
    for (worker, words) in rounds.swap(out, 0)?.0.into_iter().enumerate() {
        for news in words.chunks(3) {
            let &[place, owner, number] = news else { return Err(garbled(worker).into()) };
            let ghost = graph.ghost(worker, place).filter(|_| (owner as usize) < n_workers);
            roots.insert(ghost.ok_or_else(|| garbled(worker))?, (owner as usize, number));
        }
    }
    Ok(roots)
}
