//! The systems that rules ask: the old version with what was added before, and a piece alone.
//!
//! Input: a change. Output: S, which grows piece by piece, and E for each piece. In E each state at which it is glued stands twice: where
//! it is entered, and where it is left, behind which nothing more happens. States of S are numbered as in the old version, added ones
//! behind these.

use checker::formula::{Act, Modality, StateAtom};
use checker::{Formula, StateAtoms, truth};
use fixedbitset::FixedBitSet;
use lts::{Edge, LabelId, LabelTable, Lts, StateId};
use rustc_hash::FxHashSet;

use super::formulas::{self, ENTRY, EXIT};
use crate::change::{Change, Extension, Transition};

/// States that a formula may speak of.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) entries: Vec<StateId>,
    pub(super) exits: Vec<StateId>,
}

/// A place as a set, for the checker.
struct Marked {
    entries: FixedBitSet,
    exits: FixedBitSet,
}

impl StateAtoms for Marked {
    fn holds(&self, atom: &StateAtom, state: StateId) -> Option<bool> {
        let StateAtom::Name(name) = atom else { return Some(false) };
        Some(match name.as_str() {
            ENTRY => self.entries.contains(state.index()),
            EXIT => self.exits.contains(state.index()),
            _ => false,
        })
    }

    fn names(&self) -> Vec<String> {
        vec![ENTRY.to_owned(), EXIT.to_owned()]
    }
}

/// A system on its way: transitions over labels that all systems of a change share.
#[derive(Clone, Debug)]
pub(super) struct System {
    n_states: usize,
    edges: Vec<Transition>,
    labels: LabelTable,
}

impl System {
    /// Whether a formula holds from each of these states; not if that is not known.
    pub(super) fn satisfies(&self, formula: &Formula, from: &[StateId], places: &Places) -> bool {
        from.is_empty() || self.truth(formula, from, places) == Some(true)
    }

    /// Whether a formula does not hold from a state, for certain.
    pub(super) fn refutes(&self, formula: &Formula, from: StateId, places: &Places) -> bool {
        self.truth(formula, &[from], places) == Some(false)
    }

    fn truth(&self, formula: &Formula, from: &[StateId], places: &Places) -> Option<bool> {
        let set = |states: &[StateId]| {
            let mut set = FixedBitSet::with_capacity(self.n_states + 1);
            set.extend(states.iter().map(|state| state.index()));
            set
        };
        let marked = Marked { entries: set(&places.entries), exits: set(&places.exits) };
        // One more state leads to all of them, and is never seen again.
        let root = StateId(u32::try_from(self.n_states).unwrap_or(u32::MAX));
        let starts = from.iter().map(|&target| (root, Edge { label: LabelId::TAU, target }));
        let edges = self
            .edges
            .iter()
            .map(|edge| (edge.source, Edge { label: edge.label, target: edge.target }));
        let edges = edges.chain(starts).collect();
        let lts = Lts::new(root, self.n_states + 1, edges, self.labels.clone());
        let everywhere =
            formulas::along(Modality::Box, &formulas::action(Act::True), formula.clone());
        truth(&lts, &marked, &everywhere)
    }

    /// Without these transitions.
    pub(super) fn without(&self, gone: &[Transition]) -> Self {
        let gone: FxHashSet<&Transition> = gone.iter().collect();
        let edges = self.edges.iter().filter(|edge| !gone.contains(edge)).copied().collect();
        Self { n_states: self.n_states, edges, labels: self.labels.clone() }
    }

    /// The transitions of each state.
    pub(super) fn rows(&self) -> Vec<Vec<Edge>> {
        let mut rows = vec![Vec::new(); self.n_states];
        for edge in &self.edges {
            rows[edge.source.index()].push(Edge { label: edge.label, target: edge.target });
        }
        rows
    }

    /// The labels that all systems of the change share.
    pub(super) fn labels(&self) -> &LabelTable {
        &self.labels
    }

    /// The states in which something happens.
    pub(super) fn sources(&self) -> FixedBitSet {
        let mut sources = FixedBitSet::with_capacity(self.n_states);
        sources.extend(self.edges.iter().map(|edge| edge.source.index()));
        sources
    }
}

/// A piece alone.
pub(super) struct Alone {
    pub(super) system: System,
    /// Where it is entered and left, in it.
    pub(super) inside: Places,
    /// Where it is entered and left, in the old version.
    pub(super) outside: Places,
}

/// All systems of a change.
pub(super) struct Grown<'c> {
    change: &'c Change<'c>,
    of_old: Vec<LabelId>,
    /// The number in S of each state of the new version.
    of_new: Vec<StateId>,
    /// S so far.
    pub(super) system: System,
}

impl<'c> Grown<'c> {
    /// The old version.
    pub(super) fn new(change: &'c Change<'c>) -> Self {
        let Change { old, new, difference, .. } = change;
        let mut labels = new.lts.labels().clone();
        let texts = old.lts.labels().iter().map(|(_, label)| match label.text() {
            Some(text) => labels.intern(text, || label.action().cloned()),
            None => LabelId::TAU,
        });
        let of_old: Vec<LabelId> = texts.collect();
        let mut of_new = vec![StateId(0); new.lts.n_states()];
        for &(was, is) in &difference.states {
            of_new[is.index()] = was;
        }
        let n_old = u32::try_from(old.lts.n_states()).unwrap_or(u32::MAX);
        for (number, state) in (n_old..).zip(&difference.added_states) {
            of_new[state.index()] = StateId(number);
        }
        let edges = old.lts.states().flat_map(|source| {
            let of_old = &of_old;
            old.lts.out(source).iter().map(move |edge| {
                let label = of_old[edge.label.index()];
                Transition { source, label, target: edge.target }
            })
        });
        let edges = edges.collect();
        let n_states = old.lts.n_states() + difference.added_states.len();
        let system = System { n_states, edges, labels };
        Self { change, of_old, of_new, system }
    }

    /// The initial state.
    pub(super) fn initial(&self) -> StateId {
        self.change.old.lts.initial()
    }

    /// Transitions of the old version, as those of S.
    pub(super) fn old(&self, transitions: &[Transition]) -> Vec<Transition> {
        let of_old =
            |gone: &Transition| Transition { label: self.of_old[gone.label.index()], ..*gone };
        transitions.iter().map(of_old).collect()
    }

    /// Adds a piece, in place of what it refines.
    pub(super) fn add(&mut self, piece: &Extension) {
        self.system = self.system.without(&self.old(&piece.refines));
        let added = piece.transitions.iter().map(|added| Transition {
            source: self.of_new[added.source.index()],
            label: added.label,
            target: self.of_new[added.target.index()],
        });
        self.system.edges.extend(added);
    }

    /// A piece alone.
    pub(super) fn alone(&self, piece: &Extension) -> Alone {
        let (n_entries, n_exits) = (piece.entries.len(), piece.exits.len());
        let number = |number: usize| StateId(u32::try_from(number).unwrap_or(u32::MAX));
        let entry = |state| piece.entries.binary_search_by_key(&state, |(entry, _)| *entry).ok();
        let inner =
            |state| piece.states.binary_search(&state).ok().map(|at| n_entries + n_exits + at);
        let exit = |state| piece.exits.binary_search(&state).ok().map(|at| n_entries + at);
        let edges = piece.transitions.iter().filter_map(|added| {
            let source = inner(added.source).or_else(|| entry(added.source))?;
            let target = inner(added.target).or_else(|| exit(added.target))?;
            Some(Transition { source: number(source), label: added.label, target: number(target) })
        });
        let system = System {
            n_states: n_entries + n_exits + piece.states.len(),
            edges: edges.collect(),
            labels: self.system.labels.clone(),
        };
        let inside = Places {
            entries: (0..n_entries).map(number).collect(),
            exits: (n_entries..n_entries + n_exits).map(number).collect(),
        };
        let outside = Places {
            entries: piece.entries.iter().map(|(state, _)| self.of_new[state.index()]).collect(),
            exits: piece.exits.iter().map(|state| self.of_new[state.index()]).collect(),
        };
        Alone { system, inside, outside }
    }
}
