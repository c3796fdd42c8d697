//! Comparison of two LTSs, and what tells them apart.
//!
//! Input: two LTSs and an [`Equivalence`]. Output: whether they are equivalent, and if not a shortest
//! sequence of labels that only one of them has, or where both have the same ones a formula that holds in
//! the first and not in the second. Labels are compared as the actions that they stand for, however their terms are
//! spelt; those that are none, as text.

mod formula;
mod rename;
mod rounds;
mod trace;

use crate::graph::ids::{LabelId, StateId};
use crate::graph::{Edge, Lts};
use crate::label::{Label, LabelTable};
use crate::reduce::{Equivalence, ReduceError, bisimilarity, reduce};

pub use formula::Formula;
pub use rename::{Renaming, has_action, renamed};
use trace::Traced;

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Nothing that the equivalence sees tells them apart.
    Equivalent,
    /// Something does.
    Different(Difference),
}

/// What tells two systems apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A shortest sequence of labels that only one system has; the internal action is nothing.
    Trace {
        /// The system that has it.
        side: Side,
        /// Its labels.
        labels: Vec<Option<String>>,
    },
    /// A formula of the least depth that holds in the first system and not in the second.
    Formula(Formula),
    /// What tells the systems apart is too large to be computed.
    Unknown,
}

/// One of two systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first system.
    First,
    /// The second system.
    Second,
}

/// Compares two systems in their initial states.
///
/// `max` bounds what is computed on the way, as in [`reduce`].
pub fn compare(
    first: &Lts,
    second: &Lts,
    equivalence: Equivalence,
    max: usize,
) -> Result<Comparison, ReduceError> {
    // Branching classes are finer than weak ones, which cannot be had from large systems directly.
    let finer = match equivalence {
        Equivalence::Strong | Equivalence::Trace => Equivalence::Strong,
        Equivalence::BranchingDivergence => Equivalence::BranchingDivergence,
        Equivalence::Branching | Equivalence::Weak | Equivalence::WeakTrace => {
            Equivalence::Branching
        }
    };
    let both = Both::new(&reduce(first, finer, max)?, &reduce(second, finer, max)?);
    let is_trace = matches!(equivalence, Equivalence::Trace | Equivalence::WeakTrace);
    if !is_trace {
        let classes = bisimilarity(&both.lts, equivalence, max).ok_or(ReduceError::TooLarge)?;
        if classes.block(both.first) == classes.block(both.second) {
            return Ok(Comparison::Equivalent);
        }
    }
    match trace::difference(&both, equivalence.is_silent(), max) {
        Traced::Only((side, labels)) => {
            Ok(Comparison::Different(Difference::Trace { side, labels }))
        }
        Traced::TooLarge if is_trace => Err(ReduceError::TooLarge),
        Traced::Same if is_trace => Ok(Comparison::Equivalent),
        Traced::Same | Traced::TooLarge => {
            let formula = formula::difference(&both, equivalence, max);
            let difference = formula.map_or(Difference::Unknown, Difference::Formula);
            Ok(Comparison::Different(difference))
        }
    }
}

/// Two systems side by side.
struct Both {
    lts: Lts,
    /// Where the first one starts.
    first: StateId,
    /// Where the second one starts.
    second: StateId,
}

impl Both {
    fn new(first: &Lts, second: &Lts) -> Self {
        let offset = u32::try_from(first.n_states()).unwrap_or(u32::MAX);
        let mut labels = LabelTable::default();
        let mut edges = Vec::with_capacity(first.n_transitions() + second.n_transitions());
        add(first, 0, &mut labels, &mut edges, intern);
        add(second, offset, &mut labels, &mut edges, intern);
        let n_states = first.n_states() + second.n_states();
        Self {
            lts: Lts::new(first.initial(), n_states, edges, labels),
            first: first.initial(),
            second: StateId(second.initial().0 + offset),
        }
    }
}

/// A complete system whose labels are spelt as those of a [`Formula`] are: each action as Erlang writes it.
#[must_use]
pub fn respelt(lts: &Lts) -> Lts {
    spelt(lts, intern)
}

/// A complete system whose labels are nothing but their texts: which actions these stand for is forgotten, so that only what
/// is written alike is the same.
#[must_use]
pub fn as_written(lts: &Lts) -> Lts {
    spelt(lts, |labels, label| match label {
        Label::Tau => LabelId::TAU,
        Label::Visible { text, .. } => labels.intern(text, || None),
    })
}

fn spelt(lts: &Lts, intern: impl Fn(&mut LabelTable, &Label) -> LabelId) -> Lts {
    let (mut labels, mut edges) = (LabelTable::default(), Vec::with_capacity(lts.n_transitions()));
    add(lts, 0, &mut labels, &mut edges, intern);
    Lts::new(lts.initial(), lts.n_states(), edges, labels)
}

/// Adds the transitions of a system whose states are numbered from `offset` on.
fn add(
    lts: &Lts,
    offset: u32,
    labels: &mut LabelTable,
    edges: &mut Vec<(StateId, Edge)>,
    intern: impl Fn(&mut LabelTable, &Label) -> LabelId,
) {
    let ids: Vec<LabelId> = lts.labels().iter().map(|(_, label)| intern(labels, label)).collect();
    for state in lts.states() {
        for edge in lts.out(state) {
            let target = StateId(edge.target.0 + offset);
            let label = ids[edge.label.index()];
            edges.push((StateId(state.0 + offset), Edge { label, target }));
        }
    }
}

fn intern(labels: &mut LabelTable, label: &Label) -> LabelId {
    match label {
        Label::Tau => LabelId::TAU,
        // Of what stands for one action there is one text, which is Erlang's.
        Label::Visible { action: Some(action), .. } => {
            labels.intern(&action.to_string(), || Some(action.clone()))
        }
        Label::Visible { text, action: None } => labels.intern(text, || None),
    }
}
