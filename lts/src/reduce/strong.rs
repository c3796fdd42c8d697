//! Strong bisimilarity, in time O(m log n) for m transitions and n states.
//!
//! Input: an LTS. Output: the coarsest partition whose blocks have the same labels into the same
//! blocks. Paige and Tarjan's algorithm ("Three partition refinement algorithms", 1987), made for
//! labels: blocks are stable with respect to constellations; a block with at most half of the states
//! of its constellation is cut off, and only transitions into it are looked at. How many transitions
//! with one label each state has into a constellation is counted, so that what it has into the rest is
//! known without looking there.

use super::segments::Segments;
use crate::graph::Lts;
use crate::graph::ids::StateId;
use crate::graph::incoming::Incoming;
use crate::reduce::partition::Partition;

/// Strong bisimilarity of all states.
pub fn strong(lts: &Lts) -> Partition {
    let incoming = Incoming::new(lts);
    let mut refinement = Refinement::new(lts, &incoming);
    refinement.split_by_labels();
    let mut block = Vec::new();
    while refinement.segments.cut_off(&mut block) {
        refinement.refine_by(&block);
        block.clear();
    }
    Partition::new(&refinement.segments.into_blocks())
}

/// No counter.
const NONE: u32 = u32::MAX;

struct Refinement<'l> {
    incoming: &'l Incoming,
    segments: Segments,
    /// For each incoming transition the counter of those with its source, its label and the constellation of
    /// its target.
    counter_of: Vec<u32>,
    counters: Counters,
    /// Incoming transitions by label, while they are worked on.
    buckets: Vec<Vec<u32>>,
    /// For each state the counter of its transitions with one label into the block that was cut off.
    fresh: Vec<u32>,
    /// The states that have such a counter, with the counter for the whole constellation.
    sources: Vec<(u32, u32)>,
}

/// How many transitions there are of a kind; numbers are used again.
#[derive(Default)]
struct Counters {
    counts: Vec<u32>,
    free: Vec<u32>,
}

impl Counters {
    fn add(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.counts.push(0);
            number(self.counts.len() - 1)
        })
    }
}

impl<'l> Refinement<'l> {
    fn new(lts: &Lts, incoming: &'l Incoming) -> Self {
        Self {
            incoming,
            segments: Segments::new(number(lts.n_states())),
            counter_of: vec![NONE; incoming.len()],
            counters: Counters::default(),
            buckets: vec![Vec::new(); lts.labels().len()],
            fresh: vec![NONE; lts.n_states()],
            sources: Vec::new(),
        }
    }

    /// Makes the only block stable with respect to the only constellation.
    fn split_by_labels(&mut self) {
        for edge in 0..self.incoming.len() {
            self.buckets[self.incoming.edge(edge).label.index()].push(number(edge));
        }
        for label in 0..self.buckets.len() {
            let mut bucket = std::mem::take(&mut self.buckets[label]);
            self.count(&bucket);
            self.split_sources();
            for (state, _) in self.sources.drain(..) {
                self.fresh[state as usize] = NONE;
            }
            bucket.clear();
            bucket.shrink_to_fit();
            self.buckets[label] = bucket;
        }
    }

    /// Makes all blocks stable with respect to the constellation of these states, and to what is left of the one
    /// that they come from.
    fn refine_by(&mut self, block: &[u32]) {
        let mut labels = Vec::new();
        for &state in block {
            for edge in self.incoming.numbers(StateId(state)) {
                let label = self.incoming.edge(edge).label.index();
                if self.buckets[label].is_empty() {
                    labels.push(label);
                }
                self.buckets[label].push(number(edge));
            }
        }
        for label in labels {
            let mut bucket = std::mem::take(&mut self.buckets[label]);
            self.count(&bucket);
            self.split_sources();
            self.split_by_the_rest();
            bucket.clear();
            self.buckets[label] = bucket;
        }
    }

    /// Counts transitions with one label by their sources, apart from others into the old constellation.
    fn count(&mut self, bucket: &[u32]) {
        for &edge in bucket {
            let source = self.incoming.edge(edge as usize).source.0;
            let old = self.counter_of[edge as usize];
            let fresh = &mut self.fresh[source as usize];
            if *fresh == NONE {
                *fresh = self.counters.add();
                self.sources.push((source, old));
            }
            self.counters.counts[*fresh as usize] += 1;
            if old != NONE {
                self.counters.counts[old as usize] -= 1;
            }
            self.counter_of[edge as usize] = *fresh;
        }
    }

    /// Splits blocks into states with such a transition and states without.
    fn split_sources(&mut self) {
        for &(state, _) in &self.sources {
            self.segments.mark(state);
        }
        self.segments.split();
    }

    /// Splits blocks of states with such a transition by whether they have one into the rest of the old
    /// constellation, and forgets the states.
    fn split_by_the_rest(&mut self) {
        for &(state, old) in &self.sources {
            if self.counters.counts[old as usize] > 0 {
                self.segments.mark(state);
            }
        }
        self.segments.split();
        for (state, old) in self.sources.drain(..) {
            self.fresh[state as usize] = NONE;
            if self.counters.counts[old as usize] == 0 {
                self.counters.free.push(old);
            }
        }
    }
}

/// Numbers of states and transitions fit into 32 bits.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
