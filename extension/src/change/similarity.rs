//! How alike states of two versions are: by what happens next and before, and how alike the states there are.
//!
//! Input: pairs of states that may be the same. Output: a score for each. After `LTSdiff` (Walkinshaw & Bogdanov, *Automated Comparison
//! of State-Based Software Models in Terms of Their Language and Structure*, TOSEM 2013): labels that both have count for a pair,
//! labels that one has against it, and what lies behind counts the less the farther it is. There equations are solved; here they are
//! applied a few dozen times, which is as near.

use lts::StateId;
use rustc_hash::FxHashMap;

use super::matching::Rows;

/// How much what lies one step farther counts.
const ATTENUATION: f64 = 0.6;
/// How often the equations are applied: what lies farther away counts less than a millionth.
const ROUNDS: usize = 30;
/// How much what happens next counts; the rest is for what happened before. A state is rather what one can do there.
const FORWARD: f64 = 2.0 / 3.0;
/// How alike states are in which both nothing more happens, or to which nothing leads.
const ENDS: f64 = 0.25;
/// Most comparisons of two transitions; with more the score is not worth its time.
const MOST_LINKS: usize = 4_000_000;

/// Pairs of an old and a new state.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    list: Vec<(StateId, StateId)>,
    index: FxHashMap<(StateId, StateId), usize>,
}

impl Pairs {
    /// Adds a pair; whether it is new.
    pub(super) fn add(&mut self, pair: (StateId, StateId)) -> bool {
        let next = self.list.len();
        let is_new = *self.index.entry(pair).or_insert(next) == next;
        if is_new {
            self.list.push(pair);
        }
        is_new
    }

    /// The pairs in the order in which they were added.
    pub(super) fn list(&self) -> &[(StateId, StateId)] {
        &self.list
    }

    /// The place of a pair.
    pub(super) fn place(&self, pair: (StateId, StateId)) -> Option<usize> {
        self.index.get(&pair).copied()
    }
}

/// The score of each pair, from 0 to below 1; none if that takes too long.
pub(super) fn scores(pairs: &Pairs, [ahead, back]: [&Rows<'_>; 2]) -> Option<Vec<f64>> {
    let [ahead, back] = [solve(pairs, ahead)?, solve(pairs, back)?];
    let both = ahead.into_iter().zip(back);
    Some(both.map(|(ahead, back)| FORWARD * ahead + (1.0 - FORWARD) * back).collect())
}

/// What the equation of a pair sums up.
struct Equation {
    /// The pairs to which a common label leads, as ranges of all links.
    links: std::ops::Range<usize>,
    /// Pairs to which a common label leads, whether they may be the same or not, and labels that one of both has alone.
    n_all: usize,
    /// How many of the first.
    n_common: usize,
}

/// Scores in one direction.
fn solve(pairs: &Pairs, rows: &Rows<'_>) -> Option<Vec<f64>> {
    let mut links = Vec::new();
    let mut equations = Vec::with_capacity(pairs.list.len());
    for &(old, new) in &pairs.list {
        let first = links.len();
        let (old, new) = (rows.of_old(old), rows.of_new(new));
        let (mut n_common, mut n_all) = (0, 0);
        for (label, target) in &old {
            let same = new.iter().filter(|(other, _)| other == label);
            let mut has_partner = false;
            for (_, partner) in same {
                has_partner = true;
                n_common += 1;
                links.extend(pairs.place((*target, *partner)));
            }
            n_all += usize::from(!has_partner);
        }
        let is_alone = |label| old.iter().all(|(other, _)| *other != label);
        n_all += n_common + new.iter().filter(|(label, _)| is_alone(*label)).count();
        if links.len() > MOST_LINKS {
            return None;
        }
        equations.push(Equation { links: first..links.len(), n_all, n_common });
    }
    let mut scores = vec![0.0; equations.len()];
    for _ in 0..ROUNDS {
        let next = equations.iter().map(|equation| equation.value(&links, &scores)).collect();
        scores = next;
    }
    Some(scores)
}

impl Equation {
    fn value(&self, links: &[usize], scores: &[f64]) -> f64 {
        if self.n_all == 0 {
            return ENDS;
        }
        let behind: f64 = links[self.links.clone()].iter().map(|&link| scores[link]).sum();
        let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        0.5 * (count(self.n_common) + ATTENUATION * behind) / count(self.n_all)
    }
}
