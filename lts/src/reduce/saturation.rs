//! Steps as an observer sees them to whom internal ones are invisible.
//!
//! Input: an LTS without circles of internal steps. Output: the LTS with a step for each visible one
//! with any internal steps before and behind it, and an internal step for each row of internal ones,
//! empty rows too: strong bisimilarity there is weak bisimilarity here (Milner 1989). Its size may be the
//! square of the original.

use super::silent::Acyclic;
use crate::graph::ids::{LabelId, StateId};
use crate::graph::{Edge, Lts};

/// The saturated LTS; nothing if it has more than `max` transitions.
pub(crate) fn saturated(system: &Acyclic, max: usize) -> Option<Lts> {
    let closures = closures(&system.lts, max)?;
    let mut edges = Vec::new();
    for source in system.lts.states() {
        let from = edges.len();
        for &middle in &closures[source.index()] {
            edges.push(step(source, LabelId::TAU, middle));
            for edge in system.lts.out(StateId(middle)) {
                if edge.label != LabelId::TAU {
                    let ends = &closures[edge.target.index()];
                    edges.extend(ends.iter().map(|&end| step(source, edge.label, end)));
                }
            }
        }
        edges[from..].sort_unstable();
        dedup_from(&mut edges, from);
        if edges.len() > max {
            return None;
        }
    }
    let n_states = system.lts.n_states();
    Some(Lts::new(system.lts.initial(), n_states, edges, system.lts.labels().clone()))
}

fn step(source: StateId, label: LabelId, target: u32) -> (StateId, Edge) {
    (source, Edge { label, target: StateId(target) })
}

/// Removes repeated entries of a sorted tail.
fn dedup_from(edges: &mut Vec<(StateId, Edge)>, from: usize) {
    let mut tail = edges.split_off(from);
    tail.dedup();
    edges.append(&mut tail);
}

/// For each state the states that it reaches by internal steps, itself too; internal steps lead to smaller
/// numbers.
fn closures(lts: &Lts, max: usize) -> Option<Vec<Vec<u32>>> {
    let mut closures: Vec<Vec<u32>> = Vec::with_capacity(lts.n_states());
    let mut size = 0;
    for state in lts.states() {
        let mut closure = vec![state.0];
        for edge in lts.out(state) {
            if edge.label == LabelId::TAU {
                closure.extend(&closures[edge.target.index()]);
            }
        }
        closure.sort_unstable();
        closure.dedup();
        size += closure.len();
        if size > max {
            return None;
        }
        closures.push(closure);
    }
    Some(closures)
}
