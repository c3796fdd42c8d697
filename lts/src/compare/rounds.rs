//! How many steps it takes to tell states apart.
//!
//! Input: an LTS. Output: partitions, each of which tells apart what one step into the one before tells
//! apart, up to the one that separates two given states.

use rustc_hash::FxHashMap;

use crate::graph::Lts;
use crate::graph::ids::{LabelId, StateId};

/// Which steps are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// The steps of a state itself.
    Own,
    /// The steps of a state, and those behind internal steps within its class; internal steps lead to smaller numbers.
    Stuttering,
}

/// A row of partitions, the coarsest first.
pub(super) struct Rounds {
    classes: Vec<Vec<u32>>,
}

impl Rounds {
    /// Refines until two states are apart; nothing if they never are, or if more than `max` entries would
    /// be needed.
    pub(super) fn new(
        lts: &Lts,
        steps: Steps,
        apart: (StateId, StateId),
        max: usize,
    ) -> Option<Self> {
        let mut classes = vec![vec![0; lts.n_states()]];
        let mut n_classes = 1;
        loop {
            let (next, n_next) = refine(lts, steps, classes.last()?);
            let is_apart = next[apart.0.index()] != next[apart.1.index()];
            classes.push(next);
            if is_apart {
                return Some(Self { classes });
            }
            if n_next == n_classes || classes.len() * lts.n_states() > max {
                return None;
            }
            n_classes = n_next;
        }
    }

    /// The first round that tells two states apart; none if they are together to the end.
    pub(super) fn apart(&self, left: StateId, right: StateId) -> Option<usize> {
        let differs = |classes: &Vec<u32>| classes[left.index()] != classes[right.index()];
        let round = self.classes.partition_point(|classes| !differs(classes));
        (round < self.classes.len()).then_some(round)
    }

    /// The class of a state in a round.
    pub(super) fn class(&self, round: usize, state: StateId) -> u32 {
        self.classes[round][state.index()]
    }
}

/// The classes of one round more, and how many they are.
fn refine(lts: &Lts, steps: Steps, classes: &[u32]) -> (Vec<u32>, usize) {
    let mut numbers: FxHashMap<(u32, Vec<u64>), u32> = FxHashMap::default();
    let mut signatures: Vec<Vec<u64>> = Vec::with_capacity(lts.n_states());
    let mut next = Vec::with_capacity(lts.n_states());
    for state in lts.states() {
        let class = classes[state.index()];
        let mut signature = Vec::new();
        for edge in lts.out(state) {
            let target = classes[edge.target.index()];
            let stays = edge.label == LabelId::TAU && target == class;
            if steps == Steps::Stuttering && stays {
                signature.extend(&signatures[edge.target.index()]);
            } else {
                signature.push(u64::from(edge.label.0) << 32 | u64::from(target));
            }
        }
        signature.sort_unstable();
        signature.dedup();
        if steps == Steps::Stuttering {
            signatures.push(signature.clone());
        }
        let number = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        next.push(*numbers.entry((class, signature)).or_insert(number));
    }
    (next, numbers.len())
}
