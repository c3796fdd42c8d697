//! All products of optional features: which systems they are, and which properties hold in which.
//!
//! Input: a base with features. Output: the sets of features that can be chosen, each with its system; for a property the smallest sets
//! that break it. The states of all products are explored at once: a state is reached in a set of products, a transition is there in
//! some of these. Products that are the same system are judged once.
//!
//! ```text
//! features a, b, and c which needs b          products {} {a} {b} {a,b} {b,c} {a,b,c}
//! the property fails in {b}, {a,b}, {b,c} ..  smallest {b}
//! ```

use fixedbitset::FixedBitSet;
use lts::{Lts, StateId};
use rustc_hash::FxHashMap;

use crate::compose::{Composed, Featured};
use crate::diagram::Diagram;

/// Most products.
pub const MOST_PRODUCTS: usize = 1 << 12;

/// A set of features that can be chosen together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The features, one bit each.
    pub features: u64,
    /// Number of states that are reached with them.
    pub n_states: usize,
    /// Number of transitions that are reached with them.
    pub n_transitions: usize,
    /// Which of the different systems it is.
    pub system: usize,
}

/// The products of a composition.
#[derive(Clone, Debug)]
pub struct Products {
    /// All of them, those of few features first, then in the order of the features.
    pub list: Vec<Product>,
    /// The different systems, what is reached of each.
    pub systems: Vec<Diagram>,
}

impl Products {
    /// All products; none if there are more than [`MOST_PRODUCTS`].
    pub fn of(composed: &Composed) -> Option<Self> {
        let sets = sets(composed)?;
        let reached = Reached::of(composed, &sets);
        let mut numbers: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        let (mut list, mut systems) = (Vec::new(), Vec::new());
        for (place, &features) in sets.iter().enumerate() {
            let taken: Vec<usize> = (0..composed.transitions.len())
                .filter(|&at| reached.transitions[at].contains(place))
                .collect();
            let system = *numbers.entry(taken).or_insert_with_key(|taken| {
                systems.push(system(composed, taken));
                systems.len() - 1
            });
            let lts = &systems[system].lts;
            let (n_states, n_transitions) = (lts.n_states(), lts.n_transitions());
            list.push(Product { features, n_states, n_transitions, system });
        }
        Some(Self { list, systems })
    }

    /// The products with a smallest set of features among those whose system is broken.
    pub fn smallest(&self, is_broken: impl Fn(usize) -> bool) -> Vec<&Product> {
        let mut smallest: Vec<&Product> = Vec::new();
        for product in self.list.iter().filter(|product| is_broken(product.system)) {
            let has_all = |less: &&Product| less.features & product.features == less.features;
            if !smallest.iter().any(has_all) {
                smallest.push(product);
            }
        }
        smallest
    }
}

/// The sets of features that have all that each of them needs, by size and order; none if there are too many.
fn sets(composed: &Composed) -> Option<Vec<u64>> {
    let mut sets = vec![0_u64];
    for (number, needs) in composed.needs.iter().enumerate() {
        let bit = 1_u64 << number;
        let more: Vec<u64> =
            sets.iter().filter(|&set| set & needs == *needs).map(|set| set | bit).collect();
        sets.extend(more);
        if sets.len() > MOST_PRODUCTS {
            return None;
        }
    }
    // The first feature is the lowest bit: of two sets of a size the one with it comes first.
    sets.sort_by_key(|set| (set.count_ones(), std::cmp::Reverse(set.reverse_bits())));
    Some(sets)
}

/// In which products states and transitions are reached; products by their places.
struct Reached {
    transitions: Vec<FixedBitSet>,
}

impl Reached {
    fn of(composed: &Composed, sets: &[u64]) -> Self {
        let none = FixedBitSet::with_capacity(sets.len());
        let present = |transition: &Featured| {
            let mut present = none.clone();
            present.extend((0..sets.len()).filter(|&at| transition.presence.is_in(sets[at])));
            present
        };
        let present: Vec<FixedBitSet> = composed.transitions.iter().map(present).collect();
        let mut of_state = vec![Vec::new(); composed.names.len()];
        for (at, transition) in composed.transitions.iter().enumerate() {
            of_state[transition.source.index()].push(at);
        }
        let mut states = vec![none; composed.names.len()];
        states[composed.initial.index()].insert_range(..);
        let mut open = vec![composed.initial];
        while let Some(state) = open.pop() {
            for &at in &of_state[state.index()] {
                let target = composed.transitions[at].edge.target;
                let mut here = present[at].clone();
                here.intersect_with(&states[state.index()]);
                if !here.is_subset(&states[target.index()]) {
                    states[target.index()].union_with(&here);
                    open.push(target);
                }
            }
        }
        let reached = composed.transitions.iter().zip(present).map(|(transition, mut present)| {
            present.intersect_with(&states[transition.source.index()]);
            present
        });
        Self { transitions: reached.collect() }
    }
}

/// The system of these transitions, all of which are reached; its states are in their order.
fn system(composed: &Composed, taken: &[usize]) -> Diagram {
    let transitions = || taken.iter().map(|&at| &composed.transitions[at]);
    let mut states: Vec<StateId> = vec![composed.initial];
    states.extend(transitions().flat_map(|one| [one.source, one.edge.target]));
    states.sort_unstable();
    states.dedup();
    let place = |state: StateId| {
        let at = states.partition_point(|&other| other < state);
        StateId(u32::try_from(at).unwrap_or(u32::MAX))
    };
    let edges = transitions()
        .map(|one| (place(one.source), lts::Edge { target: place(one.edge.target), ..one.edge }));
    let edges = edges.collect();
    let labels = composed.labels.clone();
    let lts = Lts::new(place(composed.initial), states.len(), edges, labels);
    let names = states.iter().map(|state| Some(composed.names[state.index()].clone())).collect();
    Diagram { lts, names }
}
