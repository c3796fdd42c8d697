//! The part of a system that shows a verdict, where nobody has the whole in one place.
//!
//! Input: a way that several processes have found, and the system, as one of them has it. Output: the states of the way with all
//! that follows each of them at once, and nothing behind that: what is not on the way is not expanded. The checker finds the run
//! of the verdict in it that it would find in the whole. Also here: a whole system that was read, under the numbers of its labels here.

use std::collections::BTreeMap;

use lts::explore::Exploration;
use lts::label::Label;
use lts::next_state::{NextState, Successors};
use lts::{Action, Edge, LabelId, LabelTable, Lts, Rows, StateId, StateStore};

/// The states of a way, and what follows them; `labels` are those of the whole system.
pub(crate) fn along(
    system: &mut dyn NextState,
    way: &[Vec<u32>],
    labels: &BTreeMap<String, u64>,
) -> Exploration {
    let width = system.width();
    let mut states = StateStore::new(width);
    for state in way {
        states.insert(state);
    }
    let mut rows = Rows::default();
    let mut unexpanded = Vec::new();
    let mut successors = Successors::default();
    // A way that remembers something may come to a state again, which is there once.
    for index in 0..states.len() {
        let state = states[index].to_vec();
        successors.clear();
        let is_expanded = system.successors(&state, &mut successors).is_ok();
        if is_expanded {
            for (label, target) in successors.iter(width) {
                let (target, _) = states.insert(target);
                rows.push(Edge { label, target });
            }
        }
        rows.end_row();
        unexpanded.push(!is_expanded);
    }
    unexpanded.resize(states.len(), true);
    let labels = known(system.labels(), labels);
    let lts = Lts::from_rows(StateId(0), states.len(), rows, labels).with_unexpanded(unexpanded);
    Exploration { lts, states, stop: None }
}

/// The states of a way that takes, from each state on, the step at a place among all that follow it.
pub(crate) fn replayed(
    system: &mut dyn NextState,
    initial: &[u32],
    places: &[usize],
) -> Vec<Vec<u32>> {
    let mut way = vec![initial.to_vec()];
    let mut successors = Successors::default();
    for place in places {
        successors.clear();
        let last = way.last().map_or(&[][..], Vec::as_slice);
        let is_known = system.successors(last, &mut successors).is_ok();
        let next = successors.iter(system.width()).nth(*place).filter(|_| is_known);
        way.extend(next.map(|(_, state)| state.to_vec()));
    }
    way
}

/// A state of which nothing is known but that it is there; or, if the system is whole, that nothing has to be.
pub(crate) fn alone(
    system: &dyn NextState,
    initial: &[u32],
    (labels, is_whole): (&BTreeMap<String, u64>, bool),
) -> Exploration {
    let mut states = StateStore::new(system.width());
    states.insert(initial);
    let labels = known(system.labels(), labels);
    let lts = Lts::from_rows(StateId(0), 1, Rows::default(), labels);
    let lts = if is_whole { lts } else { lts.with_unexpanded(vec![true]) };
    Exploration { lts, states, stop: None }
}

/// The labels that occur: those that this process knows under their numbers, up to the last one, then those of others.
fn known(own: &LabelTable, labels: &BTreeMap<String, u64>) -> LabelTable {
    let occurs = |label: &Label| labels.contains_key(label.text().unwrap_or(""));
    let last = own.iter().filter(|(_, label)| occurs(label)).map(|(id, _)| id.index()).last();
    let mut table = LabelTable::default();
    for (_, label) in own.iter().take(last.map_or(0, |last| last + 1)) {
        if let Label::Visible { text, action } = label {
            table.intern(text, || action.clone());
        }
    }
    for text in labels.keys().filter(|text| !text.is_empty()) {
        table.intern(text, || Action::parse(text));
    }
    table
}

/// A system with the numbers that its labels have in a process, which gets to know them.
pub(crate) fn renumbered(system: &mut dyn NextState, lts: &Lts, states: &StateStore) -> Lts {
    let mut successors = Successors::default();
    let mut numbers: Vec<Option<LabelId>> = vec![None; lts.labels().len()];
    let mut rows = Rows::default();
    let mut unexpanded = Vec::new();
    for state in lts.states() {
        for edge in lts.out(state) {
            let known = &mut numbers[edge.label.index()];
            let label = known.unwrap_or_else(|| {
                let text = lts.labels().get(edge.label).text();
                let number = number(system, (text, states.get(state)), &mut successors);
                *known.insert(number)
            });
            rows.push(Edge { label, target: edge.target });
        }
        rows.end_row();
        unexpanded.push(!lts.is_expanded(state));
    }
    let is_complete = lts.is_complete();
    let lts = Lts::from_rows(lts.initial(), lts.n_states(), rows, system.labels().clone());
    if is_complete { lts } else { lts.with_unexpanded(unexpanded) }
}

/// The number of a label, which a process knows as soon as it has met it.
fn number(
    system: &mut dyn NextState,
    (text, state): (Option<&str>, Option<&[u32]>),
    successors: &mut Successors,
) -> LabelId {
    let Some(text) = text else { return LabelId::TAU };
    if let Some(state) = state.filter(|_| system.labels().find(text).is_none()) {
        successors.clear();
        // What it cannot compute it has not met.
        let _ = system.successors(state, successors);
    }
    system.labels().find(text).unwrap_or(LabelId::TAU)
}
