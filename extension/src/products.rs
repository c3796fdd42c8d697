//! All products of optional features: which properties hold in which.

use checker::Verdict;

use crate::diagram::Diagram;

/// A smallest set of features that breaks a property.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The features, one bit each.
    pub features: u64,
    /// The system with these alone.
    pub product: Diagram,
    /// The verdict, with a run of that system.
    pub verdict: Verdict,
}

/// The products of a composition.
#[derive(Clone, Debug)]
pub struct Products {
    /// The sets of features that can be chosen, one bit each, by size and then in order.
    pub sets: Vec<u64>,
}
