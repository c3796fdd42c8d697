//! What a state tells of the machine: the stored pair, and why nothing more happens.

use model::index::Idx as _;
use model::index::IndexVec;
use model::{Behaviour, End, Model, ParameterRole, PointId, Process, ProcessId, ProcessRole};

use super::observe::Called;
use super::store::{Shape, TermId};
use super::{Machine, StateInfo};
use crate::semantics::layout::Layout;
use crate::semantics::step::start::is_start;
use crate::term::Term;

/// Where the pair that was stored last stands in the words of each process, where that holds it.
pub(crate) fn pairs_at(model: &Model, layout: &Layout) -> IndexVec<ProcessId, Option<[usize; 2]>> {
    let pair_of = |(process, definition): (ProcessId, &Process)| {
        let holds_pair = definition.role == ProcessRole::NextState || !definition.kept.is_empty();
        let word = |role| definition.parameter(role).map(|var| layout.slot(process, var) + 1);
        let [state, data] = [ParameterRole::State, ParameterRole::Data].map(word);
        holds_pair.then_some([state?, data?])
    };
    model.processes.iter_enumerated().map(pair_of).collect()
}

impl Machine<'_> {
    /// The pair that was stored last, while the machine lives.
    pub(crate) fn stored(&self, state: &[u32]) -> Option<(String, Term)> {
        self.pairs(state).find_map(|(name, data)| {
            let name = match self.store.shape(name) {
                Shape::State(ix) => {
                    let is_known = ix.index() < self.model.states.len();
                    is_known.then(|| self.store.state_name(*ix).to_string())?
                }
                Shape::Atom(name) => name.to_string(),
                // No name is like this one.
                _ if self.store.is_ground(name) => format!("{}", self.store.term(name)),
                _ => return None,
            };
            Some((name, self.store.term(data)))
        })
    }

    /// What is known of a state whose name is what the user calls it, if that is said.
    pub(crate) fn renamed(&mut self, info: StateInfo, state: &[u32]) -> StateInfo {
        let Some(called) = self.called(state) else { return info };
        let data = info.stored.as_ref().map(|(_, data)| data.clone());
        let (stored, stores_unknown, unnamed) = match called {
            Called::Named(Term::Atom(name)) => {
                (data.map(|data| (name.to_string(), data)), false, None)
            }
            // Names are texts.
            Called::Named(name) => (data.map(|data| (name.to_string(), data)), false, None),
            Called::Open => (None, true, None),
            Called::Unnamed(fault) => (None, false, data.map(|data| (fault, data))),
        };
        StateInfo { stored, stores_unknown, unnamed, ..info }
    }

    /// Whether the name of the pair that was stored last is unknown.
    pub(crate) fn stores_unknown(&self, state: &[u32]) -> bool {
        self.pairs(state).any(|(name, _)| {
            matches!(self.store.shape(name), Shape::Unknown { kinds, .. } if kinds.has_states())
        })
    }

    /// Name and data of the pairs in a state.
    pub(crate) fn pairs(&self, state: &[u32]) -> impl Iterator<Item = (TermId, TermId)> {
        let n_components = if is_start(state) { 0 } else { self.model.composition.len() };
        (0..n_components).filter_map(|component| {
            let words = self.layout.get(state, component);
            let process = self.layout.process(PointId(words[0]));
            let [state, data] = self.pairs_at[process]?;
            Some((TermId(*words.get(state)?), TermId(*words.get(data)?)))
        })
    }

    /// Why nothing more happens in a state, if that is so.
    pub(crate) fn end(&self, state: &[u32]) -> Option<End> {
        if is_start(state) {
            return None;
        }
        let ends = (0..self.model.composition.len()).filter_map(|component| {
            let words = self.layout.get(state, component);
            match &self.model.points[PointId(words[0])] {
                Behaviour::End(end) => Some(*end),
                _ => None,
            }
        });
        ends.max_by_key(|end| *end != End::Nothing && *end != End::Exhausted)
    }
}
