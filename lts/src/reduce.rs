//! Reduction of an LTS: one state for each class of states that an equivalence does not tell apart.
//!
//! Input: an LTS and an [`Equivalence`]. Output: its smallest equivalent, or the classes as a
//! [`Partition`]. States that are not reachable are left out first; the states of the result are numbered
//! breadth first, so that two equivalent systems give the same result up to the order of rows.

mod blocks;
mod branching;
pub(crate) mod determinism;
pub mod partition;
mod quotient;
pub(crate) mod saturation;
mod segments;
pub(crate) mod silent;
mod strong;

pub use branching::branching;
pub use determinism::Traces;
pub use quotient::reachable;
pub use strong::strong;

use crate::graph::Lts;
use crate::reduce::partition::Partition;

use quotient::quotient;

/// What is not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// Strong bisimilarity: internal steps count like any other.
    Strong,
    /// Branching bisimilarity (van Glabbeek and Weijland 1996).
    Branching,
    /// Divergence-preserving branching bisimilarity: branching bisimilarity where endless internal steps count.
    BranchingDivergence,
    /// Weak bisimilarity (Milner 1989).
    Weak,
    /// Trace equivalence: states have the same sequences of labels, internal ones too.
    Trace,
    /// Weak trace equivalence: states have the same sequences of visible labels.
    WeakTrace,
}

impl Equivalence {
    /// All of them, the finest first.
    pub const ALL: [Self; 6] = [
        Self::Strong,
        Self::BranchingDivergence,
        Self::Branching,
        Self::Weak,
        Self::Trace,
        Self::WeakTrace,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Branching => "branching",
            Self::BranchingDivergence => "branching-divergence",
            Self::Weak => "weak",
            Self::Trace => "trace",
            Self::WeakTrace => "weak-trace",
        }
    }

    /// Whether internal steps are not seen.
    pub fn is_silent(self) -> bool {
        !matches!(self, Self::Strong | Self::Trace)
    }
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceError {
    /// The successors of some states are not known.
    Incomplete,
    /// What has to be computed on the way is larger than allowed: sets of states, transitions over internal ones.
    TooLarge,
}

/// The smallest LTS that is equivalent to this one.
///
/// `max` bounds what is computed on the way for weak and trace equivalence, whose intermediate systems
/// may be much larger: transitions of the saturated system, members of all sets of states.
pub fn reduce(lts: &Lts, equivalence: Equivalence, max: usize) -> Result<Lts, ReduceError> {
    if !lts.is_complete() {
        return Err(ReduceError::Incomplete);
    }
    let lts = reachable(lts);
    match equivalence {
        Equivalence::Trace => traces(&lts, Traces::Strong, max),
        Equivalence::WeakTrace => traces(&lts, Traces::Weak, max),
        _ => {
            let partition = bisimilarity(&lts, equivalence, max).ok_or(ReduceError::TooLarge)?;
            Ok(quotient(&lts, &partition, equivalence))
        }
    }
}

fn traces(lts: &Lts, traces: Traces, max: usize) -> Result<Lts, ReduceError> {
    let (finer, equivalence) = match traces {
        Traces::Strong => (strong(lts), Equivalence::Strong),
        Traces::Weak => (branching(lts, false), Equivalence::Branching),
    };
    let small = quotient(lts, &finer, equivalence);
    let sets = determinism::deterministic(&small, traces, max).ok_or(ReduceError::TooLarge)?;
    Ok(quotient(&sets, &strong(&sets), Equivalence::Strong))
}

/// The classes of a bisimilarity; of strong (branching) bisimilarity for trace equivalences, which are
/// no matter of single states here. Nothing where more than `max` transitions would be needed.
pub fn bisimilarity(lts: &Lts, equivalence: Equivalence, max: usize) -> Option<Partition> {
    match equivalence {
        Equivalence::Strong | Equivalence::Trace => Some(strong(lts)),
        Equivalence::Branching | Equivalence::WeakTrace => Some(branching(lts, false)),
        Equivalence::BranchingDivergence => Some(branching(lts, true)),
        Equivalence::Weak => weak(lts, max),
    }
}

/// Weak bisimilarity: strong bisimilarity of what can be seen, on the branching classes.
fn weak(lts: &Lts, max: usize) -> Option<Partition> {
    let finer = branching(lts, false);
    let small = quotient::whole(lts, &finer, Equivalence::Branching);
    let system = silent::acyclic(&small);
    let classes = strong(&saturation::saturated(&system, max)?);
    let entries: Vec<u32> = lts
        .states()
        .map(|state| {
            let block = finer.block(state);
            classes.block(crate::graph::ids::StateId(system.state_of[block.index()])).0
        })
        .collect();
    Some(Partition::new(&entries))
}
