//! Walks through a transition system: all short ones, one over every transition, long random ones.
//!
//! Input: a system. Output: walks from its first state, the same ones each time.

use std::collections::{BTreeSet, VecDeque};

use lts::{Edge, Lts, StateId};

use super::follow::Explored;
use crate::support::generator::Random;

/// Transitions, each from where the one before leads to.
pub type Walk = Vec<Edge>;

/// Transitions of one walk of a tour.
const MAX_TOUR: usize = 120;

/// All walks of so many transitions that the default view shows, and the shorter ones that cannot go on; only
/// some where there are more than `cap`.
pub fn all_traces(system: &Explored, length: usize, cap: usize) -> Vec<Walk> {
    let lts = &system.lts;
    let mut ended = Vec::new();
    let mut level: Vec<Walk> = vec![run_on(system, Vec::new())];
    for _ in 0..length {
        let mut next = Vec::new();
        for walk in level {
            let out = lts.out(end(lts, &walk));
            if out.is_empty() {
                ended.push(walk);
                continue;
            }
            let longer = out.iter().map(|edge| [walk.as_slice(), &[*edge]].concat());
            next.extend(longer.map(|walk| run_on(system, walk)));
        }
        level = spread(next, cap);
    }
    ended.extend(level);
    spread(ended, cap)
}

/// On through transitions that the default view hides, as long as there is no other one.
fn run_on(system: &Explored, mut walk: Walk) -> Walk {
    while let [edge] = system.lts.out(end(&system.lts, &walk))
        && !system.is_visible(*edge)
    {
        walk.push(*edge);
    }
    walk
}

/// At most `cap` of these, spread over all.
pub fn spread(walks: Vec<Walk>, cap: usize) -> Vec<Walk> {
    let len = walks.len();
    if len <= cap {
        return walks;
    }
    (0..cap).map(|number| walks[number * len / cap].clone()).collect()
}

/// Where a walk ends.
fn end(lts: &Lts, walk: &[Edge]) -> StateId {
    walk.last().map_or(lts.initial(), |edge| edge.target)
}

/// Walks that together take every transition.
pub fn tour(lts: &Lts) -> Vec<Walk> {
    let to = shortest(lts);
    let mut taken: BTreeSet<(StateId, usize)> = BTreeSet::new();
    let mut walks = Vec::new();
    for state in lts.states() {
        for number in 0..lts.out(state).len() {
            if taken.contains(&(state, number)) {
                continue;
            }
            let mut walk = to[state.index()].clone();
            let mut at = (state, number);
            loop {
                taken.insert(at);
                let edge = lts.out(at.0)[at.1];
                walk.push(edge);
                let fresh = (0..lts.out(edge.target).len())
                    .find(|number| !taken.contains(&(edge.target, *number)));
                match fresh {
                    Some(number) if walk.len() < MAX_TOUR => at = (edge.target, number),
                    _ => break,
                }
            }
            walks.push(walk);
        }
    }
    walks
}

/// A shortest walk to each state.
fn shortest(lts: &Lts) -> Vec<Walk> {
    let mut to: Vec<Option<Walk>> = vec![None; lts.n_states()];
    to[lts.initial().index()] = Some(Vec::new());
    let mut pending = VecDeque::from([lts.initial()]);
    while let Some(state) = pending.pop_front() {
        for edge in lts.out(state) {
            if to[edge.target.index()].is_none() {
                let mut walk = to[state.index()].clone().unwrap();
                walk.push(*edge);
                to[edge.target.index()] = Some(walk);
                pending.push_back(edge.target);
            }
        }
    }
    to.into_iter().map(Option::unwrap).collect()
}

/// Random walks of this many commands; one that ends early is a shorter one.
pub fn random_walks(system: &Explored, count: usize, commands: usize, seed: u64) -> Vec<Walk> {
    let lts = &system.lts;
    let mut random = Random(seed);
    let is_command = |edge: &Edge| system.is_move(*edge);
    let mut walk = || {
        let mut walk: Walk = Vec::new();
        let mut left = commands;
        loop {
            let out = lts.out(end(lts, &walk));
            if out.is_empty() || left == 0 && out.iter().any(is_command) {
                return walk;
            }
            let edge = out[random.below(out.len())];
            left -= usize::from(is_command(&edge));
            walk.push(edge);
        }
    };
    (0..count).map(|_| walk()).collect()
}
