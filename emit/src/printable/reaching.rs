//! Models without tests that have the same answer on all ways there.
//!
//! Input: a model. Output: the same model without the ways through functions and processes that no run goes, as far as it shows
//! which constants and which tuples come there: a format in which `~s` stands needs nothing of what the library does for
//! `~p`, where the data is a record always nothing asks whether it is one, and a state that is never entered is not there. All events
//! are taken to come in all states, so that the clauses of callbacks stay. Makes no copies of functions and processes.

mod env;
mod flow;
mod known_terms;

use model::index::{Idx as _, IndexVec};
use model::{Behaviour, Function, Model, Node, NodeId, PointId};

use super::used::Used;
use flow::{Answers, Flow, Found};

/// The model in which functions and processes ask only what is open where they are entered. With a way goes what is called on it,
/// so that less comes to others then.
pub(crate) fn reached(mut model: Model) -> Model {
    loop {
        let Found { functions, points } = Flow::new(&model, &Used::of(&model)).found();
        let mut is_changed = lead_past(&mut model, &points);
        for (function, answers) in model.functions.iter_mut().zip(&functions) {
            is_changed |= leave_out(function, answers);
        }
        if !is_changed {
            return model;
        }
    }
}

/// Leads past the tests of a function that have one answer; whether there are any.
fn leave_out(function: &mut Function, answers: &IndexVec<NodeId, Answers>) -> bool {
    let mut place: IndexVec<NodeId, NodeId> = IndexVec::default();
    // Every node stands behind those that it leads to.
    for (id, node) in function.nodes.iter_enumerated() {
        let next = match node {
            Node::Test { yes, no, .. } => answers[id].only(*yes, *no),
            Node::Let { .. } | Node::Return(_) => None,
        };
        place.push(next.map_or(id, |next| place[next]));
    }
    let is_changed = function.lead_past(&|id| place[id]);
    if is_changed {
        *function = function.pruned();
    }
    is_changed
}

/// Leads past the tests of processes that have one answer; whether there are any.
fn lead_past(model: &mut Model, answers: &IndexVec<PointId, Answers>) -> bool {
    let place = |mut id: PointId| {
        // There are no circles of control points.
        while let Behaviour::If { yes, no, .. } = &model.points[id]
            && let Some(next) = answers[id].only(*yes, *no)
        {
            // The last one of several tests that belong to a clause each says which, and is not the last one after an edit.
            let never = if next == *yes { *no } else { *yes };
            if matches!(model.points[never], Behaviour::End(_)) {
                break;
            }
            id = next;
        }
        id
    };
    let places: Vec<PointId> =
        (0..model.points.len()).map(|id| place(PointId::from_usize(id))).collect();
    for point in &mut model.points {
        point.lead_to(|next| places[next.index()]);
    }
    for process in &mut model.processes {
        process.body = places[process.body.index()];
    }
    places.iter().enumerate().any(|(id, place)| id != place.index())
}
