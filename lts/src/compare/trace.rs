//! A shortest sequence of labels that one of two systems has and the other has not.
//!
//! Input: two systems side by side. Output: the labels, or that there are none. Breadth first over
//! pairs of sets of states; there may be exponentially many, so that their members are counted.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{Both, Side};
use crate::graph::ids::LabelId;
use crate::reduce::Traces;
use crate::reduce::determinism::Determinism;

/// Sets of states of the first and of the second system that the same labels lead to.
type Pair = (Box<[u32]>, Box<[u32]>);

/// The pairs that were met, each with the one before it and the label between them.
type Met = IndexMap<Pair, (usize, LabelId), FxBuildHasher>;

/// A trace: the side that has it, and its labels.
pub(super) type Trace = (Side, Vec<Option<String>>);

/// What is known of the traces of two systems.
pub(super) enum Traced {
    /// The traces are the same.
    Same,
    /// A shortest trace that only one system has.
    Only(Trace),
    /// More members of sets are needed than allowed.
    TooLarge,
}

/// The difference in traces, if there is one; sets of states may have `max` members in all.
pub(super) fn difference(both: &Both, is_silent: bool, max: usize) -> Traced {
    let traces = if is_silent { Traces::Weak } else { Traces::Strong };
    let mut sets = Determinism::new(&both.lts, traces);
    let mut met = Met::default();
    let start = (sets.start(both.first), sets.start(both.second));
    let mut size = start.0.len() + start.1.len();
    met.insert(start, (0, LabelId::TAU));
    let mut next = 0;
    while let Some((pair, _)) = met.get_index(next).map(|(pair, before)| (pair.clone(), *before)) {
        let (first, second) = (sets.steps(&pair.0), sets.steps(&pair.1));
        if let Some((side, label)) = only_one(&first, &second) {
            return Traced::Only((side, labels(both, &met, next, label)));
        }
        for ((label, first), (_, second)) in first.into_iter().zip(second) {
            let length = first.len() + second.len();
            if let indexmap::map::Entry::Vacant(entry) = met.entry((first, second)) {
                entry.insert((next, label));
                size += length;
            }
        }
        if size > max {
            return Traced::TooLarge;
        }
        next += 1;
    }
    Traced::Same
}

/// The first label that only one side has; both rows are sorted by label.
fn only_one<T>(first: &[(LabelId, T)], second: &[(LabelId, T)]) -> Option<(Side, LabelId)> {
    let same = first.iter().zip(second).take_while(|(one, other)| one.0 == other.0).count();
    match (first.get(same), second.get(same)) {
        (None, None) => None,
        (Some(one), Some(other)) if other.0 < one.0 => Some((Side::Second, other.0)),
        (Some(one), _) => Some((Side::First, one.0)),
        (None, Some(other)) => Some((Side::Second, other.0)),
    }
}

/// The labels on the way to a pair, and one more.
fn labels(both: &Both, met: &Met, mut pair: usize, last: LabelId) -> Vec<Option<String>> {
    let mut labels = vec![last];
    while let Some((_, &(before, label))) = met.get_index(pair).filter(|_| pair > 0) {
        labels.push(label);
        pair = before;
    }
    let table = both.lts.labels();
    labels.iter().rev().map(|label| table.get(*label).text().map(str::to_owned)).collect()
}
