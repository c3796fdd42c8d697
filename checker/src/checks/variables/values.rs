//! The values that the variables of an action take in a system.

use lts::term::pattern::{Bindings, Match, TermPattern};
use lts::{Action, LabelTable};

use super::{Names, Values, substitute};
use crate::formula::{Act, ActionFormula};

/// The distinct values that an action gives to variables on some label, in the order of labels.
///
/// What a label leaves open is an unknown term, which any term may be.
pub(crate) fn values(
    action: &ActionFormula,
    needed: &Names,
    env: &Values,
    labels: &LabelTable,
) -> Vec<Values> {
    let mut assignments: Vec<Values> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    for (_, label) in labels.iter() {
        let Some(label) = label.action() else { continue };
        let mut bindings = Bindings::default();
        if bind(action, label, env, &mut bindings) == Match::No {
            continue;
        }
        let value = |name: &frontend::Name| {
            let term = bindings.get(name.as_str()).map(TermPattern::from);
            (name.clone(), term.unwrap_or(TermPattern::Unknown))
        };
        let values: Vec<_> = needed.iter().map(value).collect();
        if seen.insert(values.clone()) {
            assignments.push(Values(values));
        }
    }
    assignments
}

/// Binds the variables of the patterns that an action must meet.
fn bind(action: &ActionFormula, label: &Action, env: &Values, bindings: &mut Bindings) -> Match {
    match &action.kind {
        Act::Pattern(pattern) => substitute(pattern, env).matcher.bind(label, bindings),
        Act::And(items) => {
            items.iter().fold(Match::Yes, |met, item| met.and(bind(item, label, env, bindings)))
        }
        _ => Match::Yes,
    }
}
