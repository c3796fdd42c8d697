//! What a state tells of the machine: the stored pair, and why nothing more happens.

use translator::index::Idx as _;
use translator::model::{Behaviour, End, PointId, ProcessId, ProcessRole};

use super::Machine;
use super::start::is_start;
use super::store::{Shape, TermId};
use crate::term::Term;

impl Machine<'_> {
    /// The pair that was stored last, while the machine lives.
    pub(super) fn stored(&self, state: &[u32]) -> Option<(String, Term)> {
        if is_start(state) {
            return None;
        }
        (0..self.model.composition.len()).find_map(|component| {
            let words = self.layout.get(state, component);
            let process = self.layout.process(PointId(words[0]));
            self.stored_in(process, words)
        })
    }

    fn stored_in(&self, process: ProcessId, words: &[u32]) -> Option<(String, Term)> {
        let model = self.model;
        let holds_pair = match model.processes[process].role {
            ProcessRole::NextState => true,
            _ => !model.processes[process].kept.is_empty(),
        };
        if !holds_pair {
            return None;
        }
        let [name, data] = [words.get(1)?, words.get(2)?];
        match self.store.shape(TermId(*name)) {
            Shape::State(ix) if ix.index() < model.states.len() => {
                let name = self.store.state_name(*ix).to_string();
                Some((name, self.store.term(TermId(*data))))
            }
            _ => None,
        }
    }

    /// Why nothing more happens in a state, if that is so.
    pub(super) fn end(&self, state: &[u32]) -> Option<End> {
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
