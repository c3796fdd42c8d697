//! What is solved, and what is found: a graph on a transition system, and a truth value per node and state.
//!
//! The algorithms beside this file take the one and fill the other. Does not decide which algorithm solves a block.

use fixedbitset::FixedBitSet;
use lts::{Lts, StateId};

use crate::conditions::action::LabelSet;
use crate::formula::Modality;
use crate::graph::{ActionId, AtomId, Block, Graph, Kind, NodeId};

/// Reading everything so many times is worth it, for each modality of the block.
const PASSES: usize = 6;

/// What is assumed of the transitions that were not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assume {
    /// Transitions that were not computed make each modality of their source false.
    Worst,
    /// Transitions that were not computed make each modality of their source true.
    Best,
}

/// The labels of each condition of a graph, as modalities read it.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    /// Below `<…>`.
    pub(crate) diamonds: Vec<LabelSet>,
    /// Below `[…]`.
    pub(crate) boxes: Vec<LabelSet>,
    /// Per atom, the states in which it counts as true, and in which it counts as false.
    pub(crate) atoms: Vec<[FixedBitSet; 2]>,
}

impl Sets {
    /// The labels that a modality speaks of.
    pub(crate) fn of(&self, modality: Modality, action: ActionId) -> &LabelSet {
        match modality {
            Modality::Diamond => &self.diamonds[action.index()],
            Modality::Box => &self.boxes[action.index()],
        }
    }
}

/// How much may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Passes until a search is cheaper.
    Bounded,
    /// One pass; the search has to do the rest.
    #[cfg(test)]
    One,
    /// No pass; the search has to do it all.
    #[cfg(test)]
    None,
}

impl Effort {
    /// Rows and transitions that may be read.
    pub(super) fn limit(self, problem: &Problem<'_>, n_modals: usize) -> usize {
        let all = problem.lts.n_states() + problem.lts.n_transitions();
        match self {
            Self::Bounded => all.saturating_mul(n_modals).saturating_mul(PASSES),
            #[cfg(test)]
            Self::One => 1,
            #[cfg(test)]
            Self::None => 0,
        }
    }
}

/// What a graph is solved on.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'p> {
    pub(crate) lts: &'p Lts,
    pub(crate) graph: &'p Graph,
    /// The labels of each condition of the graph.
    pub(crate) sets: &'p Sets,
    pub(crate) assume: Assume,
    /// The state that is asked about.
    pub(crate) start: StateId,
    /// How much is read in passes before searches take over.
    pub(crate) effort: Effort,
    /// The states whose atoms count, where those of this system are copies of others.
    pub(crate) copied: Option<&'p [StateId]>,
}

impl Problem<'_> {
    /// The value of a modality that missing transitions decide.
    pub(crate) fn assumed(&self, node: NodeId, state: StateId) -> Option<bool> {
        if self.lts.is_expanded(state) {
            return None;
        }
        match (self.graph.node(node).kind, self.assume) {
            (Kind::Modal(Modality::Diamond, _), Assume::Best) => Some(true),
            (Kind::Modal(Modality::Box, _), Assume::Worst) => Some(false),
            _ => None,
        }
    }

    /// Whether an atom counts as true, or as false, in a state.
    pub(crate) fn atom(&self, atom: AtomId, value: bool, state: StateId) -> bool {
        let original = self.copied.map_or(Some(state), |copied| copied.get(state.index()).copied());
        let states = &self.sets.atoms[atom.index()][usize::from(!value)];
        original.is_some_and(|state| states.contains(state.index()))
    }
}

/// A truth value per node and state.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    pub(super) values: Vec<FixedBitSet>,
}

impl Solution {
    /// Gives a node this value in all states.
    pub(crate) fn fill(&mut self, node: NodeId, value: bool) {
        self.values[node.index()].set_range(.., value);
    }

    /// Gives a node this value in a state.
    pub(crate) fn set(&mut self, node: NodeId, state: StateId, value: bool) {
        self.values[node.index()].set(state.index(), value);
    }

    /// Takes the values of a node away, to be replaced.
    pub(crate) fn take(&mut self, node: NodeId) -> FixedBitSet {
        std::mem::take(&mut self.values[node.index()])
    }

    /// Gives a node the values of another one; whether they differed.
    pub(crate) fn copy(&mut self, from: NodeId, to: NodeId) -> bool {
        let differ = self.values[from.index()] != self.values[to.index()];
        if differ {
            self.values[to.index()] = self.values[from.index()].clone();
        }
        differ
    }

    /// Replaces the values of a node.
    pub(crate) fn replace(&mut self, node: NodeId, values: FixedBitSet) {
        self.values[node.index()] = values;
    }

    /// Of a conjunction or disjunction, how many children are in this block, and the states in which the
    /// others have the target value: all of them where all children are needed, else some.
    pub(crate) fn outside(
        &self,
        problem: &Problem<'_>,
        block: &Block,
        node: NodeId,
        target: bool,
    ) -> (usize, FixedBitSet) {
        let vertex = problem.graph.node(node);
        let needs_all = vertex.kind.is_disjunctive() != target;
        let mut ready = FixedBitSet::with_capacity(problem.lts.n_states());
        ready.set_range(.., needs_all);
        let mut n_inner = 0;
        for child in &vertex.children {
            let values = &self.values[child.index()];
            match (block.nodes.binary_search(child).is_ok(), needs_all, target) {
                (true, ..) => n_inner += 1,
                (false, true, true) => ready &= values,
                (false, true, false) => ready.difference_with(values),
                (false, false, true) => ready |= values,
                (false, false, false) => ready |= &inverted(values),
            }
        }
        (n_inner, ready)
    }

    /// In how many states a node holds.
    pub(crate) fn n_true(&self, node: NodeId) -> usize {
        self.values[node.index()].count_ones(..)
    }

    /// Whether a node holds in a state.
    pub(crate) fn value(&self, node: NodeId, state: StateId) -> bool {
        self.values[node.index()].contains(state.index())
    }
}

fn inverted(values: &FixedBitSet) -> FixedBitSet {
    let mut values = values.clone();
    values.toggle_range(..);
    values
}

/// A state with this number.
pub(crate) fn state_of(number: usize) -> StateId {
    StateId(u32::try_from(number).unwrap_or(u32::MAX))
}
