//! States that go around in circles without a visible action.
//!
//! Input: an LTS. Output: the LTS without such circles, its states in an order in which internal
//! steps only go to smaller numbers. States of one circle are equal under every equivalence that
//! does not see internal steps. (Tarjan 1972, without recursion.)

use crate::graph::ids::{LabelId, StateId};
use crate::graph::{Edge, Lts};

/// An LTS without circles of internal steps.
pub(crate) struct Acyclic {
    /// The LTS; an internal step leads to a state with a smaller number.
    pub(crate) lts: Lts,
    /// For each state of the original its state here.
    pub(crate) state_of: Vec<u32>,
    /// For each state here whether it stands for a circle: it can go on for ever without a visible action.
    pub(crate) diverges: Vec<bool>,
}

/// Makes one state of all states that lie on a circle of internal steps.
pub(crate) fn acyclic(lts: &Lts) -> Acyclic {
    let (state_of, n_states) = components(lts);
    let mut diverges = vec![false; n_states];
    let mut edges = Vec::with_capacity(lts.n_transitions());
    for source in lts.states() {
        let from = state_of[source.index()];
        for edge in lts.out(source) {
            let target = state_of[edge.target.index()];
            if edge.label == LabelId::TAU && target == from {
                diverges[from as usize] = true;
            } else {
                edges.push((StateId(from), Edge { label: edge.label, target: StateId(target) }));
            }
        }
    }
    let initial = StateId(state_of[lts.initial().index()]);
    let lts = Lts::new(initial, n_states, edges, lts.labels().clone());
    Acyclic { lts, state_of, diverges }
}

/// The number of a state that has not been met yet.
const NEW: u32 = u32::MAX;

/// Strongly connected components of the internal steps: for each state its component, and how many
/// there are. A component has a greater number than all others that it reaches.
fn components(lts: &Lts) -> (Vec<u32>, usize) {
    let mut search = Search {
        lts,
        component: vec![NEW; lts.n_states()],
        low: vec![NEW; lts.n_states()],
        open: Vec::new(),
        path: Vec::new(),
        n_met: 0,
        n_components: 0,
    };
    for state in lts.states() {
        if search.low[state.index()] == NEW {
            search.from(state);
        }
    }
    (search.component, search.n_components as usize)
}

struct Search<'l> {
    lts: &'l Lts,
    component: Vec<u32>,
    /// The smallest number, by order of discovery, of an open state that the state is known to reach.
    low: Vec<u32>,
    /// States whose component is not known yet.
    open: Vec<StateId>,
    /// The states that are being searched, each with its number and its next edge.
    path: Vec<(StateId, u32, usize)>,
    n_met: u32,
    n_components: u32,
}

impl Search<'_> {
    fn from(&mut self, root: StateId) {
        self.enter(root);
        while let Some((state, met, next)) = self.path.last_mut() {
            let (state, met) = (*state, *met);
            let Some(edge) = self.lts.out(state).get(*next) else {
                self.leave(state, met);
                continue;
            };
            *next += 1;
            let target = edge.target.index();
            if edge.label != LabelId::TAU || self.component[target] != NEW {
                continue;
            }
            if self.low[target] == NEW {
                self.enter(edge.target);
            } else {
                self.low[state.index()] = self.low[state.index()].min(self.low[target]);
            }
        }
    }

    fn enter(&mut self, state: StateId) {
        self.low[state.index()] = self.n_met;
        self.open.push(state);
        self.path.push((state, self.n_met, 0));
        self.n_met += 1;
    }

    fn leave(&mut self, state: StateId, met: u32) {
        self.path.pop();
        let low = self.low[state.index()];
        if let Some((before, ..)) = self.path.last() {
            let before = &mut self.low[before.index()];
            *before = (*before).min(low);
        }
        if low < met {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.component[member.index()] = self.n_components;
            if member == state {
                break;
            }
        }
        self.n_components += 1;
    }
}
