//! Equivalences as they are defined, without regard to time: greatest fixpoints over pairs of states,
//! languages word by word.

use std::collections::BTreeSet;

use lts::reduce::Equivalence;
use lts::{LabelId, Lts, StateId};

/// A relation on states.
pub(crate) type Relation = Vec<Vec<bool>>;

/// A step as a pair of numbers.
type Steps = Vec<Vec<(LabelId, usize)>>;

fn steps(lts: &Lts) -> Steps {
    let row = |state| lts.out(state).iter().map(|edge| (edge.label, edge.target.index())).collect();
    lts.states().map(row).collect()
}

/// What a state reaches by internal steps.
fn silently(steps: &Steps, from: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::from([from]);
    let mut pending = vec![from];
    while let Some(state) = pending.pop() {
        for &(label, target) in &steps[state] {
            if label == LabelId::TAU && reached.insert(target) {
                pending.push(target);
            }
        }
    }
    reached
}

/// The bisimilarity of all states with all states.
pub(crate) fn bisimilarity(lts: &Lts, equivalence: Equivalence) -> Relation {
    let mut steps = steps(lts);
    if equivalence == Equivalence::BranchingDivergence {
        show_circles(&mut steps);
    }
    let n_states = lts.n_states();
    let mut relation = vec![vec![true; n_states]; n_states];
    loop {
        let mut next = relation.clone();
        for left in 0..n_states {
            for right in 0..n_states {
                let holds = relation[left][right]
                    && simulates(&steps, &relation, left, right, equivalence)
                    && simulates(&steps, &relation, right, left, equivalence);
                next[left][right] = holds;
            }
        }
        if next == relation {
            return relation;
        }
        relation = next;
    }
}

/// Whether the second state can do what the first can.
fn simulates(
    steps: &Steps,
    relation: &Relation,
    first: usize,
    second: usize,
    equivalence: Equivalence,
) -> bool {
    steps[first].iter().all(|&(label, target)| match equivalence {
        Equivalence::Strong => {
            steps[second].iter().any(|&(other, end)| other == label && relation[target][end])
        }
        Equivalence::Weak => {
            weak_step(steps, second, label).iter().any(|&end| relation[target][end])
        }
        _ => {
            let stays = label == LabelId::TAU && relation[target][second];
            stays
                || silently(steps, second).iter().any(|&middle| {
                    relation[first][middle]
                        && steps[middle]
                            .iter()
                            .any(|&(other, end)| other == label && relation[target][end])
                })
        }
    })
}

/// Where a label leads with internal steps around it; for the internal one, nothing needs to happen.
fn weak_step(steps: &Steps, from: usize, label: LabelId) -> BTreeSet<usize> {
    let before = silently(steps, from);
    if label == LabelId::TAU {
        return before;
    }
    let middle = before.iter().flat_map(|&state| steps[state].iter());
    let behind = middle.filter(|(other, _)| *other == label);
    behind.flat_map(|&(_, state)| silently(steps, state)).collect()
}

/// Makes a visible step of going around a circle of internal ones: where it stays among equal states,
/// endless internal activity is nothing else.
fn show_circles(steps: &mut Steps) {
    let shown = LabelId(u32::MAX);
    for state in 0..steps.len() {
        let is_on_circle = steps[state]
            .iter()
            .any(|&(label, next)| label == LabelId::TAU && silently(steps, next).contains(&state));
        if is_on_circle {
            steps[state].push((shown, state));
        }
    }
}

/// The words of at most this length, internal steps being letters or not.
pub(crate) fn words(lts: &Lts, length: usize, is_weak: bool) -> BTreeSet<Vec<String>> {
    let steps = steps(lts);
    let mut words = BTreeSet::new();
    let start = if is_weak {
        silently(&steps, lts.initial().index())
    } else {
        BTreeSet::from([lts.initial().index()])
    };
    let mut pending = vec![(Vec::new(), start)];
    while let Some((word, set)) = pending.pop() {
        if word.len() < length {
            for (label, _) in lts.labels().iter().skip(usize::from(is_weak)) {
                let ends: BTreeSet<usize> = if is_weak {
                    set.iter().flat_map(|&state| weak_step(&steps, state, label)).collect()
                } else {
                    let all = set.iter().flat_map(|&state| steps[state].iter());
                    all.filter(|(other, _)| *other == label).map(|(_, end)| *end).collect()
                };
                if !ends.is_empty() {
                    let text = lts.labels().get(label).text().unwrap_or("").to_owned();
                    pending.push(([word.clone(), vec![text]].concat(), ends));
                }
            }
        }
        words.insert(word);
    }
    words
}

/// The LTS, started in another state.
pub(crate) fn from(lts: &Lts, state: StateId) -> Lts {
    let mut lts = lts.clone();
    lts.start_in(state);
    lts
}
