//! Whether a formula holds, without a word about why.

use lts::Lts;

use super::{Question, System, Truth};
use crate::checks::variables::instantiate;
use crate::checks::{alternation, normal};
use crate::conditions::atoms::StateAtoms;
use crate::formula::Formula;
use crate::graph::Graph;

/// Whether a formula holds in the initial state, whatever is not known of the system; none if that decides, or if the formula is none
/// that can be checked.
pub fn truth(lts: &Lts, atoms: &dyn StateAtoms, formula: &Formula) -> Option<bool> {
    if !normal::check_variables(formula).is_empty() {
        return None;
    }
    let instance = instantiate(formula, lts.labels()).ok()?;
    let graph = Graph::new(&instance);
    if alternation::check_graph(&graph, "").is_some() {
        return None;
    }
    let system = System { lts, atoms };
    let question = Question::new(&system, graph);
    let answer = system.answer(&question, lts.initial(), |_, _| ());
    match (answer.holds, answer.is_settled) {
        (Truth::True, true) => Some(true),
        (Truth::False, true) => Some(false),
        _ => None,
    }
}
